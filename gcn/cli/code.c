/* Files of code that are no code objects: assembly, words in hex, or the words themselves. */
#include <stdlib.h>
#include <string.h>

#include "gcn/asm.h"
#include "gcn/cli/cli.h"
#include "ui/files.h"

enum { FILE_MAX = 0x10000000 };

uint8_t *ui_gcn_read(const char *path, size_t *size)
{
    return ui_get_input(path, FILE_MAX, size);
}

/* A file is text by its suffix or, without one of these, if it has no byte that no text has. */
static bool is_text(const char *path, const uint8_t *file, size_t size)
{
    const char *dot = strrchr(path, '.');
    if (dot && (!strcmp(dot, ".asm") || !strcmp(dot, ".s")))
        return true;
    for (size_t i = 0; i < size; i++)
        if (file[i] == 0x7f || (file[i] < 0x20 && !memchr("\t\n\v\f\r", file[i], 5)))
            return false;
    return size > 0;
}

/* Replaces numbers such as 0xbf810000, which `as --format hex` writes, by their bytes. Returns
 * false if @text has anything else. */
static bool read_words(const char *text, uint8_t *bytes, size_t *size)
{
    *size = 0;
    for (text += strspn(text, ", \t\r\n"); *text; text += strspn(text, ", \t\r\n")) {
        char *end = NULL;
        unsigned long long word = strncmp(text, "0x", 2) ? ~0ull : strtoull(text, &end, 16);
        if (word > UINT32_MAX || (*end && !strchr(", \t\r\n", *end)))
            return false;
        for (unsigned i = 0; i < 4; i++)
            bytes[(*size)++] = (uint8_t)(word >> 8 * i);
        text = end;
    }
    return *size > 0;
}

void ui_gcn_put_diags(const char *path, const char *text, const struct gcn_code *code)
{
    for (int i = 0; i < code->n_diags; i++) {
        const struct gcn_diag *d = &code->diags[i];
        const char *line = text;
        for (int n = 1; n < d->line && line; n++)
            line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL;
        fprintf(stderr, "%s:%d:%d: error: %s\n", path, d->line, d->col, d->text);
        if (line)
            fprintf(stderr, "  %.*s\n  %*s^\n", (int)strcspn(line, "\n"), line, d->col - 1, "");
    }
}

uint8_t *ui_gcn_code(enum gcn_gen gen, const char *path, uint8_t *file, size_t *size,
                     struct gcn_labels *labels)
{
    struct gcn_code code = {0};
    size_t bytes;
    if (!is_text(path, file, *size))
        return file;
    char *text = strndup((char *)file, *size);
    int rc = -1;
    if (text && read_words(text, file, &bytes)) { /* each has four bytes of text */
        free(text);
        *size = bytes;
        return file;
    }
    if (text)
        rc = gcn_asm(gen, text, &code);
    if (rc < 0)
        ui_error("%s: out of memory", path);
    ui_gcn_put_diags(path, text, &code);
    free(text);
    free(file);
    file = rc ? NULL : code.bytes;
    *size = code.size;
    if (!rc) {
        *labels = code.labels;
        code.labels = (struct gcn_labels){0};
        code.bytes = NULL;
    }
    gcn_code_fini(&code);
    return file;
}
