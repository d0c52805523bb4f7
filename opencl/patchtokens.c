/* The compiler's older container: for each kernel its heaps (code, dynamic state, surface state)
 * and a list of tokens that describe it. Source: intel-graphics-compiler, patch_list.h; files of
 * ocloc 22.43. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/read_impl.h"

enum { HEADER = 28, KERNEL_HEADER = 40, TOKEN_HEADER = 8, KERNELS_MAX = 1024, SURFACE_STATE = 64 };
/* Program scope: the data follow the token. */
enum { PROGRAM_GLOBALS = 41, PROGRAM_CONSTANTS = 42 };
/* Pointers in the data of program scope; symbols of it, and where code needs their addresses. */
enum { GLOBAL_POINTER = 47, CONSTANT_POINTER = 48, SYMBOLS = 53, RELOCATIONS = 54 };
enum { DATA_LOCAL_ARG = 8, DATA_STATEFUL = 43, STRINGS_MAX = 4096, ENTRIES_MAX = 65536 };

enum token_id {
#define TOKEN(id, number, dwords) TOKEN_##id,
#include "opencl/tokens.def"
#undef TOKEN
    TOKENS
};
static const struct {
    uint32_t number, dwords;
} rows[TOKENS] = {
#define TOKEN(id, number, dwords) {number, dwords},
#include "opencl/tokens.def"
#undef TOKEN
};

struct kernel_reader {
    const struct cl_reader *r;
    struct cl_kernel *k;
    struct cl_bytes surfaces; /* the surface heap */
    struct cl_bytes dynamic;  /* the dynamic state heap */
    uint32_t table, entries;  /* offset and size of the binding table in the surface heap */
    uint32_t samplers;        /* number of SAMPLER_STATEs in the dynamic heap */
};

/* Takes the next @n bytes of @b; returns false if there are fewer. */
static bool take_bytes(struct cl_bytes *b, uint64_t n, struct cl_bytes *out)
{
    if (n > b->n)
        return false;
    *out = (struct cl_bytes){b->p, (size_t)n};
    b->p += n;
    b->n -= (size_t)n;
    return true;
}

static int report_truncated(const struct cl_reader *r, const char *what)
{
    return cl_bad(r, "truncated or damaged: %s reaches past the end", what);
}

/* Reads the next token: its number, and the bytes after its header. Returns 1, 0 at the end, or an
 * error. */
static int next_token(const struct cl_reader *r, struct cl_bytes *list, uint32_t *number,
                      struct cl_bytes *body)
{
    if (!list->n)
        return 0;
    if (list->n < TOKEN_HEADER)
        return report_truncated(r, "a list of patch tokens");
    *number = cl_u32(list->p);
    uint32_t size = cl_u32(list->p + 4);
    if (size < TOKEN_HEADER || !take_bytes(list, size, body))
        return cl_bad(r, "truncated or damaged: patch token %" PRIu32 " has %" PRIu32 " bytes",
                      *number, size);
    body->p += TOKEN_HEADER;
    body->n -= TOKEN_HEADER;
    return 1;
}

/* A pointer: the number of its buffer (0), its offset (64 bits), the kind of the target buffer (0
 * variables, 1 constants), and the target's number. The offset in the target is stored where the
 * pointer will be. */
static int read_data_pointer(const struct cl_reader *r, uint32_t number, struct cl_bytes body)
{
    enum cl_data in = number == GLOBAL_POINTER ? CL_DATA_GLOBAL : CL_DATA_CONST;
    if (body.n < 20)
        return report_truncated(r, "a pointer of program scope");
    if (cl_u32(body.p) || cl_u32(body.p + 8) || cl_u32(body.p + 12) > 1 || cl_u32(body.p + 16))
        return cl_bad(r, "damaged: a pointer of program scope");
    struct cl_reloc reloc = {.kind = CL_RELOC_64,
                             .offset = cl_u32(body.p + 4),
                             .section = cl_u32(body.p + 12) ? CL_DATA_CONST : CL_DATA_GLOBAL};
    return cl_add_reloc(r, "the data of program scope",
                        (struct cl_bytes){r->file->data[in], r->file->data_bytes[in]},
                        &r->file->data_relocs[in], reloc, true);
}

static int read_program(const struct cl_reader *r, struct cl_bytes list)
{
    struct cl_bytes body, data;
    uint32_t number;
    int more, err;
    while ((more = next_token(r, &list, &number, &body)) > 0) {
        if (number == GLOBAL_POINTER || number == CONSTANT_POINTER) {
            if ((err = read_data_pointer(r, number, body)))
                return err;
        }
        if (number != PROGRAM_GLOBALS && number != PROGRAM_CONSTANTS)
            continue;
        size_t at = number == PROGRAM_GLOBALS ? 8 : 4;
        if (body.n < at + 4 || !take_bytes(&list, cl_u32(body.p + at), &data))
            return report_truncated(r, "the data of program scope");
        if (cl_set_data(r->file, number == PROGRAM_GLOBALS ? CL_DATA_GLOBAL : CL_DATA_CONST, data))
            return -EU_ERR_NOMEM;
    }
    return more;
}

/* --- symbols and relocations: a count, then rows of three or two numbers and a name --- */
enum { SYMBOL_NAME = 12, RELOC_NAME = 8, NAME_BYTES = 1024 };
enum { SYMBOL_VARIABLE = 3, SYMBOL_CONSTANT = 4 };

/* The rows of the lists of all kernels, which are in a kernel's list of tokens. */
struct links {
    struct cl_bytes symbols[KERNELS_MAX];
    struct cl_bytes relocs[KERNELS_MAX]; /* by kernel of the file */
    unsigned lists;                      /* of symbols */
};

/* Takes the rows of a token; returns false if there are fewer than it says. */
static bool take_rows(struct cl_bytes body, uint64_t row, struct cl_bytes *all)
{
    struct cl_bytes count;
    return take_bytes(&body, 4, &count) && take_bytes(&body, cl_u32(count.p) * row, all);
}

static int find_links(const struct cl_reader *r, struct cl_bytes list, struct links *links)
{
    struct cl_bytes body = {0};
    uint32_t number = 0;
    int more;
    while ((more = next_token(r, &list, &number, &body)) > 0) {
        bool whole = true;
        if (number == SYMBOLS && links->lists < KERNELS_MAX)
            whole = take_rows(body, SYMBOL_NAME + NAME_BYTES, &links->symbols[links->lists++]);
        else if (number == RELOCATIONS && r->file->nkernels)
            whole = take_rows(body, RELOC_NAME + NAME_BYTES, &links->relocs[r->file->nkernels - 1]);
        if (!whole)
            return report_truncated(r, "a list of symbols");
    }
    return more;
}

/* The variable of program scope of that name. */
static bool find_symbol(const struct links *links, const char *name, struct cl_reloc *reloc)
{
    for (unsigned i = 0; i < links->lists; i++) {
        const struct cl_bytes *s = &links->symbols[i];
        for (size_t at = 0; at < s->n; at += SYMBOL_NAME + NAME_BYTES) {
            uint32_t kind = cl_u32(s->p + at);
            if ((kind != SYMBOL_VARIABLE && kind != SYMBOL_CONSTANT) ||
                strncmp(name, (const char *)s->p + at + SYMBOL_NAME, NAME_BYTES))
                continue;
            reloc->section = kind == SYMBOL_VARIABLE ? CL_DATA_GLOBAL : CL_DATA_CONST;
            reloc->addend = cl_u32(s->p + at + 4);
            return true;
        }
    }
    return false;
}

static int link_kernel(const struct cl_reader *r, const struct links *links, size_t kernel)
{
    struct cl_kernel *k = &r->file->kernels[kernel];
    const struct cl_bytes *s = &links->relocs[kernel];
    char what[300];
    int err = 0;
    snprintf(what, sizeof what, "kernel %s", k->name);
    for (size_t at = 0; at < s->n && !err; at += RELOC_NAME + NAME_BYTES) {
        struct cl_reloc reloc = {.kind = (enum cl_reloc_kind)cl_u32(s->p + at),
                                 .offset = cl_u32(s->p + at + 4)};
        char *name = cl_text(s->p + at + RELOC_NAME, NAME_BYTES);
        if (!name)
            return -EU_ERR_NOMEM;
        err = find_symbol(links, name, &reloc)
                  ? cl_add_reloc(r, what, (struct cl_bytes){k->code.code, k->code.size}, &k->relocs,
                                 reloc, false)
                  : cl_bad(r,
                           "%s: relocation at 0x%" PRIx32
                           " to '%s', which is no variable of this file",
                           what, reloc.offset, name);
        free(name);
    }
    return err;
}

/* --- tokens of a kernel --- */
static int bti_of(const struct kernel_reader *kr, uint32_t state)
{
    for (uint32_t i = 0; i < kr->entries; i++)
        if (cl_u32(kr->surfaces.p + kr->table + 4 * i) == state)
            return (int)i;
    return -1;
}

static struct cl_entry *add_entry(const struct kernel_reader *kr, enum cl_value value, int arg,
                                  uint32_t offset, uint32_t size)
{
    struct cl_entry *e = kr->k->nentries < ENTRIES_MAX ? cl_add_entry(kr->k, value, arg) : NULL;
    if (e) {
        e->offset = offset;
        e->size = size;
    }
    return e;
}

static int no_arg(const struct kernel_reader *kr, uint32_t index)
{
    return cl_bad(kr->r, "kernel %s: argument %" PRIu32 " is too many", kr->k->name, index);
}

static int read_pointer(struct kernel_reader *kr, const uint32_t *d, const char *space)
{
    struct cl_arg *arg = cl_arg_at(kr->k, d[0]);
    if (!arg)
        return no_arg(kr, d[0]);
    arg->kind = CL_ARG_BUFFER;
    arg->stateless = true; /* until a data parameter shows that no code uses the address */
    arg->bti = d[1] == UINT32_MAX ? -1 : bti_of(kr, d[1]);
    if (!arg->space && !cl_set_text(&arg->space, space, strlen(space)))
        return -EU_ERR_NOMEM;
    return add_entry(kr, CL_VALUE_ARG_BYPOINTER, (int)d[0], d[2], d[3]) ? 0 : -EU_ERR_NOMEM;
}

static int read_parameter(struct kernel_reader *kr, const uint32_t *d)
{
    enum cl_value value = cl_value_find(NULL, d[0]);
    bool of_arg = d[0] == DATA_LOCAL_ARG || d[0] == DATA_STATEFUL ||
                  value == CL_VALUE_ARG_BYVALUE || value == CL_VALUE_BUFFER_OFFSET ||
                  (value >= CL_VALUE_IMAGE_WIDTH && value <= CL_VALUE_SAMPLER_SNAP);
    struct cl_arg *arg = of_arg ? cl_arg_at(kr->k, d[1]) : NULL;
    if (of_arg && !arg)
        return no_arg(kr, d[1]);
    if (d[0] == DATA_STATEFUL) {
        arg->stateless = false;
        return 0;
    }
    if (d[0] == DATA_LOCAL_ARG) {
        arg->kind = CL_ARG_LOCAL;
        arg->align = d[4];
        value = CL_VALUE_ARG_BYPOINTER;
    } else if (value == CL_VALUE_ARG_BYVALUE) {
        arg->kind = CL_ARG_VALUE;
    }
    struct cl_entry *e = add_entry(kr, value, of_arg ? (int)d[1] : -1, d[2], d[3]);
    char name[32];
    snprintf(name, sizeof name, "data parameter %" PRIu32, d[0]);
    if (!e || (value == CL_VALUE_OTHER && !(e->name = cl_text(name, sizeof name))))
        return -EU_ERR_NOMEM;
    e->source = d[0] == DATA_LOCAL_ARG ? 0 : d[4];
    return 0;
}

static int read_image(struct kernel_reader *kr, const uint32_t *d)
{
    struct cl_arg *arg = cl_arg_at(kr->k, d[0]);
    if (!arg)
        return no_arg(kr, d[0]);
    arg->kind = CL_ARG_IMAGE;
    arg->bti = bti_of(kr, d[2]);
    arg->access = d[5] ? CL_WRITE : CL_READ;
    return 0;
}

/* Reads texts one after the other; dwords 1 to 5 are their lengths. */
static int read_argument_info(struct kernel_reader *kr, const uint32_t *d, struct cl_bytes texts)
{
    enum { SPACE, ACCESS, NAME, TYPE, QUALIFIERS, TEXTS };
    struct cl_bytes text[TEXTS];
    struct cl_arg *arg = cl_arg_at(kr->k, d[0]);
    if (!arg)
        return no_arg(kr, d[0]);
    for (unsigned i = 0; i < TEXTS; i++)
        if (!take_bytes(&texts, d[1 + i], &text[i]))
            return report_truncated(kr->r, "the name of an argument");
    return cl_set_text(&arg->name, text[NAME].p, text[NAME].n) &&
                   cl_set_type(arg, text[TYPE].p, text[TYPE].n) &&
                   cl_set_text(&arg->space, text[SPACE].p, text[SPACE].n)
               ? 0
               : -EU_ERR_NOMEM;
}

/* Replaces escapes: the text is as in the source, with backslashes. One stands in front of a
 * control character, too (of "\x1b[0m"), which stays what it is. */
static void unescape(char *text)
{
    static const char letters[] = "abfnrtv\\\"'?", values[] = "\a\b\f\n\r\t\v\\\"'?";
    char *to = text;
    for (const char *p = text; *p; p++) {
        const char *found = p[0] == '\\' && p[1] ? strchr(letters, p[1]) : NULL;
        p += p[0] == '\\' && p[1];
        *to++ = found ? values[found - letters] : *p;
    }
    *to = '\0';
}

/* Strings are numbered across all kernels of a file. */
static int read_string(struct kernel_reader *kr, const uint32_t *d, struct cl_bytes text)
{
    struct cl_file *file = kr->r->file;
    struct cl_bytes own;
    if (d[0] >= STRINGS_MAX || !take_bytes(&text, d[1], &own))
        return report_truncated(kr->r, "a string of printf");
    if (d[0] >= file->nstrings) {
        char **more = realloc(file->strings, (d[0] + 1) * sizeof *more);
        if (!more)
            return -EU_ERR_NOMEM;
        memset(more + file->nstrings, 0, (d[0] + 1 - file->nstrings) * sizeof *more);
        file->strings = more;
        file->nstrings = d[0] + 1;
    }
    free(file->strings[d[0]]);
    file->strings[d[0]] = own.n ? strndup((const char *)own.p, own.n) : strdup("");
    if (!file->strings[d[0]])
        return -EU_ERR_NOMEM;
    unescape(file->strings[d[0]]);
    return 0;
}

static int read_environment(struct kernel_reader *kr, const uint32_t *d)
{
    struct cl_kernel *k = kr->k;
    memcpy(k->required_local, d, sizeof k->required_local);
    k->simd = d[3];
    k->barriers = d[5];
    k->registers = d[20];
    return 0;
}

/* @d: surface state, offset, size. */
static int add_base(struct kernel_reader *kr, enum cl_value value, const uint32_t *d)
{
    struct cl_entry *e = add_entry(kr, value, -1, d[1], d[2]);
    if (!e)
        return -EU_ERR_NOMEM;
    e->bti = d[0] == UINT32_MAX ? -1 : bti_of(kr, d[0]);
    return 0;
}

static int read_private(struct kernel_reader *kr, const uint32_t *d)
{
    kr->k->private_bytes = d[3];
    kr->k->private_per_item = d[4] != 0;
    return add_base(kr, CL_VALUE_PRIVATE_BASE, d);
}

static int read_samplers(struct kernel_reader *kr, const uint32_t *d)
{
    struct cl_kernel *k = kr->k;
    if (d[1] > EU_SAMPLER_COUNT)
        return cl_bad(kr->r, "kernel %s: %" PRIu32 " samplers are too many", k->name, d[1]);
    if (d[0] > kr->dynamic.n || d[1] * sizeof k->samplers[0] > kr->dynamic.n - d[0])
        return report_truncated(kr->r, "a table of samplers");
    kr->samplers = d[0];
    k->nsamplers = d[1];
    for (uint32_t i = 0; i < d[1] * EU_SAMPLER_DWORDS; i++)
        k->samplers[i / EU_SAMPLER_DWORDS][i % EU_SAMPLER_DWORDS] =
            cl_u32(kr->dynamic.p + d[0] + 4 * i);
    for (uint32_t i = 0; i < d[1]; i++)
        k->samplers[i][2] = 0; /* a launch puts the border colour at another place */
    return 0;
}

static int read_sampler_arg(struct kernel_reader *kr, const uint32_t *d)
{
    struct cl_arg *arg = cl_arg_at(kr->k, d[0]);
    if (!arg)
        return no_arg(kr, d[0]);
    arg->kind = CL_ARG_SAMPLER;
    uint32_t index = (d[2] - kr->samplers) / sizeof kr->k->samplers[0];
    if (index >= kr->k->nsamplers)
        return report_truncated(kr->r, "a sampler");
    arg->sampler = (int)index;
    return 0;
}

static int read_token(struct kernel_reader *kr, enum token_id id, const uint32_t *d,
                      struct cl_bytes rest)
{
    switch (id) {
    case TOKEN_DATA_PARAMETER:
        return read_parameter(kr, d);
    case TOKEN_GLOBAL_ARG:
        return read_pointer(kr, d, "__global");
    case TOKEN_CONSTANT_ARG:
        return read_pointer(kr, d, "__constant");
    case TOKEN_IMAGE_ARG:
        return read_image(kr, d);
    case TOKEN_SAMPLER_STATES:
        return read_samplers(kr, d);
    case TOKEN_SAMPLER_ARG:
        return read_sampler_arg(kr, d);
    case TOKEN_ARGUMENT_INFO:
        return read_argument_info(kr, d, rest);
    case TOKEN_STRING:
        return read_string(kr, d, rest);
    case TOKEN_EXECUTION_ENVIRONMENT:
        return read_environment(kr, d);
    case TOKEN_PRIVATE_MEMORY:
        return read_private(kr, d);
    case TOKEN_PRINTF_SURFACE:
        return add_base(kr, CL_VALUE_PRINTF_BUFFER, d + 1);
    case TOKEN_CONSTANT_SURFACE:
        return add_base(kr, CL_VALUE_CONST_BASE, d + 1);
    case TOKEN_GLOBAL_SURFACE:
        return add_base(kr, CL_VALUE_GLOBAL_BASE, d + 1);
    case TOKEN_LOCAL_SURFACE:
        kr->k->slm = d[1];
        return 0;
    case TOKEN_MEDIA_VFE_STATE:
        kr->k->scratch = d[1];
        return 0;
    case TOKEN_THREAD_PAYLOAD:
        kr->k->local_ids = (d[1] != 0) + (d[2] != 0) + (d[3] != 0);
        return 0;
    case TOKEN_BINDING_TABLE:
        kr->table = d[0];
        kr->entries = d[1];
        return d[0] <= kr->surfaces.n && d[1] <= (kr->surfaces.n - d[0]) / 4
                   ? 0
                   : report_truncated(kr->r, "a binding table");
    case TOKENS:
        break;
    }
    return 0;
}

/* Reads the tokens of a kernel's list: only those of @tables, or only the others, which refer to
 * them. */
static int read_tokens(struct kernel_reader *kr, struct cl_bytes list, bool tables)
{
    struct cl_bytes body;
    uint32_t number;
    int more;
    while ((more = next_token(kr->r, &list, &number, &body)) > 0) {
        uint32_t d[32];
        unsigned id = 0;
        while (id < TOKENS && rows[id].number != number)
            id++;
        bool table = id == TOKEN_BINDING_TABLE || id == TOKEN_SAMPLER_STATES;
        if (id == TOKENS || table != tables)
            continue;
        if (body.n < 4 * rows[id].dwords)
            return cl_bad(kr->r, "truncated or damaged: patch token %" PRIu32 " has %zu bytes",
                          number, body.n + TOKEN_HEADER);
        for (uint32_t i = 0; i < rows[id].dwords; i++)
            d[i] = cl_u32(body.p + 4 * i);
        body.p += 4 * rows[id].dwords;
        body.n -= 4 * rows[id].dwords;
        int err = read_token(kr, id, d, body);
        if (err)
            return err;
    }
    return more;
}

/* An address that no code uses is kept, because a debugger looks for it. */
static void mark_unused_addresses(struct cl_kernel *k)
{
    for (size_t i = 0; i < k->nentries; i++) {
        struct cl_entry *e = &k->entries[i];
        if (e->value == CL_VALUE_ARG_BYPOINTER && k->args[e->arg].kind == CL_ARG_BUFFER &&
            !k->args[e->arg].stateless)
            e->value = CL_VALUE_BUFFER_ADDRESS;
    }
}

static int read_kernel(const struct cl_reader *r, struct cl_bytes *b, struct links *links)
{
    enum { NAME, LIST, CODE, GENERAL, DYNAMIC, SURFACE, UNPADDED, SIZES };
    static const int order[] = {NAME, CODE, GENERAL, DYNAMIC, SURFACE, LIST};
    struct cl_bytes head, parts[SIZES] = {{.p = NULL}};
    if (!take_bytes(b, KERNEL_HEADER, &head))
        return report_truncated(r, "the header of a kernel");
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (!take_bytes(b, cl_u32(head.p + 12 + 4 * order[i]), &parts[order[i]]))
            return report_truncated(r, "a kernel");
    char *name = cl_text(parts[NAME].p, parts[NAME].n);
    if (name && cl_is_stub(name)) {
        free(name);
        return find_links(r, parts[LIST], links);
    }
    struct cl_kernel *k = name ? cl_add_kernel(r->file) : NULL;
    if (!k) {
        free(name);
        return -EU_ERR_NOMEM;
    }
    k->name = name;
    struct kernel_reader kr = {
        .r = r, .k = k, .surfaces = parts[SURFACE], .dynamic = parts[DYNAMIC]};
    uint32_t unpadded = cl_u32(head.p + 12 + 4 * UNPADDED);
    int err = unpadded <= parts[CODE].n ? cl_set_code(r, k, parts[CODE], unpadded)
                                        : report_truncated(r, "the code of a kernel");
    if (!err)
        err = read_tokens(&kr, parts[LIST], true);
    if (!err)
        err = read_tokens(&kr, parts[LIST], false);
    if (!err)
        err = find_links(r, parts[LIST], links);
    if (err)
        return err;
    mark_unused_addresses(k);
    /* 16 bits for each lane, in whole registers */
    uint32_t ids = k->simd * 2 < 32 ? 32 : k->simd * 2;
    k->local_ids *= k->simd <= 32 ? ids : 0;
    return cl_finish(r, k);
}

int cl_read_tokens(const struct cl_reader *r, struct cl_bytes bytes)
{
    struct cl_bytes b = bytes, head, list;
    if (!take_bytes(&b, HEADER, &head))
        return report_truncated(r, "the header of the device binary");
    if (memcmp(head.p, "CTNI", 4))
        return cl_bad(r, "damaged: the device binary is neither patch tokens nor a zebin");
    uint32_t kernels = cl_u32(head.p + 16);
    r->file->tokens = true;
    int err = cl_set_device(r, cl_u32(head.p + 8), true);
    if (err)
        return err;
    if (!take_bytes(&b, cl_u32(head.p + 24), &list))
        return report_truncated(r, "the list of program scope");
    if (kernels > KERNELS_MAX)
        return cl_bad(r, "damaged: %" PRIu32 " kernels", kernels);
    struct links *links = calloc(1, sizeof *links);
    err = links ? read_program(r, list) : -EU_ERR_NOMEM;
    for (uint32_t i = 0; i < kernels && !err; i++)
        err = read_kernel(r, &b, links);
    for (size_t i = 0; i < r->file->nkernels && !err; i++)
        err = link_kernel(r, links, i);
    free(links);
    return err;
}
