/* Loads kernel files of every form. */
#include "isa/program.h"
#include "input/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- forms --- */
static int add_error(struct diags *diags, const char *path, int err, const char *text)
{
    diags_add(diags, false, path, 0, 0, NULL, "%s", text);
    return err;
}

static enum eu_input form_of_suffix(const char *path)
{
    static const struct {
        const char *suffix;
        enum eu_input form;
    } rows[] = {
        {".asm", EU_INPUT_ASM}, {".s", EU_INPUT_ASM},    {".g7a", EU_INPUT_ASM},
        {".bin", EU_INPUT_BIN}, {".krn", EU_INPUT_BIN},  {".hex", EU_INPUT_HEX},
        {".g7b", EU_INPUT_HEX}, {".g75b", EU_INPUT_HEX}, {".elf", EU_INPUT_ELF},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof rows / sizeof *rows; i++)
        if (!strcasecmp(dot, rows[i].suffix))
            return rows[i].form;
    return EU_INPUT_AUTO;
}

static bool is_elf(const char *data, size_t size)
{
    return size >= 4 && !memcmp(data, "\177ELF", 4);
}

/* The form of a file without a suffix: binary if it has a byte that no text has; otherwise the
 * first character decides. */
static enum eu_input form_of_content(const char *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)data[i];
        if (c == 0x7f || (c < 0x20 && !strchr("\t\n\r\f\v", c)) || !c)
            return EU_INPUT_BIN;
    }
    data += text_mark(data, size);
    size_t at = strspn(data, " \t\r\n");
    bool hex = data[at] == '{' || !strncasecmp(data + at, "0x", 2);
    return hex ? EU_INPUT_HEX : EU_INPUT_ASM;
}

int eu_program_whole(const struct eu_asm_opts *opts, const char *path,
                     const struct eu_program *prog, struct diags *diags)
{
    uint32_t at = 0;
    while (at < prog->size) {
        struct eu_insn insn;
        int size = isa_decode(opts->gen, prog->code + at, prog->size - at, &insn);
        if (size < 0) {
            diags_add(diags, false, path, 0, 0, NULL,
                      "truncated: %u bytes of an instruction at 0x%x, the end", prog->size - at,
                      at);
            return size;
        }
        at += (uint32_t)size;
    }
    return 0;
}

static int load_bin(const char *data, size_t size, struct eu_program *prog)
{
    prog->code = malloc(size);
    if (!prog->code)
        return -EU_ERR_NOMEM;
    memcpy(prog->code, data, size);
    prog->size = (uint32_t)size;
    return 0;
}

struct hex_text {
    const char *path, *p, *line_start;
    unsigned line;
    struct diags *diags;
};

static int hex_error(const struct hex_text *t, const char *at, const char *text)
{
    char *line = strndup(t->line_start, strcspn(t->line_start, "\r\n"));
    diags_add(t->diags, false, t->path, t->line, (unsigned)(at - t->line_start) + 1, line, "%s",
              text);
    free(line);
    return -EU_ERR_SYNTAX;
}

/* Skips white space, braces, commas and comments. Returns 0, or an error if a comment is not
 * closed. */
static int hex_skip(struct hex_text *t)
{
    for (;; t->p++) {
        if (!strncmp(t->p, "/*", 2)) {
            const char *end = strstr(t->p + 2, "*/");
            if (!end)
                return hex_error(t, t->p, "comment is not closed");
            for (; t->p <= end; t->p++) {
                if (*t->p == '\n') {
                    t->line++;
                    t->line_start = t->p + 1;
                }
            }
        } else if (!strncmp(t->p, "//", 2) || *t->p == '#') {
            t->p += strcspn(t->p, "\n");
            t->p--;
        } else if (*t->p == '\n') {
            t->line++;
            t->line_start = t->p + 1;
        } else if (!*t->p || !strchr(" \t\r\f\v{},;", *t->p)) {
            return 0;
        }
    }
}

/* Parses one dword "0x........". */
static int hex_number(struct hex_text *t, uint32_t *out)
{
    const char *start = t->p;
    if (strncasecmp(start, "0x", 2))
        return hex_error(t, start, "expected a dword such as 0x00600001");
    size_t n = strspn(start + 2, "0123456789abcdefABCDEF");
    unsigned long long v = n <= 16 ? strtoull(start, NULL, 16) : ~0ull;
    if (!n || v > UINT32_MAX)
        return hex_error(t, start, n ? "number has more than 32 bits" : "no digits after 0x");
    t->p += 2 + n;
    t->p += strspn(t->p, "uUlL");
    if (*t->p && !strchr(" \t\r\n\f\v{},;/#", *t->p))
        return hex_error(t, t->p, "expected a comma");
    *out = (uint32_t)v;
    return 0;
}

static int load_hex(const char *path, const char *data, size_t size, struct eu_program *prog,
                    struct diags *diags)
{
    const char *text = data + text_mark(data, size);
    struct hex_text t = {.path = path, .p = text, .line_start = text, .line = 1, .diags = diags};
    if (memchr(data, '\0', size))
        return add_error(diags, path, -EU_ERR_FORMAT, "not hexadecimal text: it has zero bytes");
    prog->code = malloc(size + 1); /* enough: a dword takes at least four characters, "0x0," */
    uint8_t *out = prog->code;
    if (!out)
        return -EU_ERR_NOMEM;
    size_t n = 0;
    int err;
    while (!(err = hex_skip(&t)) && *t.p) {
        uint32_t v = 0;
        if ((err = hex_number(&t, &v)))
            return err;
        for (unsigned i = 0; i < 4 && n < size; i++)
            out[n++] = (uint8_t)(v >> 8 * i);
    }
    if (err)
        return err;
    prog->size = (uint32_t)n;
    return n ? 0 : add_error(diags, path, -EU_ERR_FORMAT, "no dwords in this text");
}

static int load_form(enum eu_input form, const char *path, const char *data, size_t size,
                     const struct eu_asm_opts *opts, struct eu_program *prog, struct diags *diags)
{
    if (form == EU_INPUT_ASM) {
        struct eu_asm_opts own = *opts;
        own.path = path;
        int err = eu_assemble(data, size, &own, prog, diags);
        return err || prog->size
                   ? err
                   : add_error(diags, path, -EU_ERR_FORMAT, "no instruction in this file");
    }
    prog->path = strdup(path);
    if (!prog->path)
        return -EU_ERR_NOMEM;
    int err = form == EU_INPUT_BIN   ? load_bin(data, size, prog)
              : form == EU_INPUT_HEX ? load_hex(path, data, size, prog, diags)
                                     : eu_elf_read((const uint8_t *)data, size, prog, diags);
    return err ? err : eu_program_whole(opts, path, prog, diags);
}

int eu_load_bytes(const char *path, const char *data, size_t size, enum eu_input form,
                  const struct eu_asm_opts *opts, struct eu_program *prog, struct diags *diags)
{
    size_t errors = diags->errors;
    memset(prog, 0, sizeof *prog);
    if (form == EU_INPUT_AUTO && is_elf(data, size))
        form = EU_INPUT_ELF;
    if (form == EU_INPUT_AUTO)
        form = form_of_suffix(path);
    if (form == EU_INPUT_AUTO)
        form = form_of_content(data, size);
    int err = size ? load_form(form, path, data, size, opts, prog, diags)
                   : add_error(diags, path, -EU_ERR_FORMAT, "the file is empty");
    if (err && diags->errors == errors)
        add_error(diags, path, err, eu_strerror(err));
    if (err)
        eu_program_fini(prog);
    return err;
}

int eu_load(const char *path, enum eu_input form, const struct eu_asm_opts *opts,
            struct eu_program *prog, struct diags *diags)
{
    char *data;
    size_t size;
    memset(prog, 0, sizeof *prog);
    int err = file_read(path, &data, &size);
    if (err)
        return add_error(diags, path, -EU_ERR_IO, strerror(err));
    err = eu_load_bytes(path, data, size, form, opts, prog, diags);
    free(data);
    return err;
}
