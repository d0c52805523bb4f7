/* Makes a file for gdb: instructions at their host addresses, labels, lines of the .visaasm, frames
 * by return addresses on the stack, and each variable by its name, at its position in the window of
 * the thread. The stack is in the same window, so the stack pointer identifies the window. Sources:
 * ELF and DWARF 4 specifications; gdb 13.1, tried. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "visa/bytes.h"
#include "visa/machine_impl.h"

enum {
    TAG_array_type = 0x01,
    TAG_compile_unit = 0x11,
    TAG_subrange_type = 0x21,
    TAG_base_type = 0x24,
    TAG_subprogram = 0x2e,
    TAG_variable = 0x34
};
enum {
    AT_location = 0x02,
    AT_name = 0x03,
    AT_byte_size = 0x0b,
    AT_stmt_list = 0x10,
    AT_low_pc = 0x11,
    AT_high_pc = 0x12,
    AT_language = 0x13,
    AT_comp_dir = 0x1b,
    AT_count = 0x37,
    AT_encoding = 0x3e,
    AT_external = 0x3f,
    AT_type = 0x49
};
enum {
    FORM_addr = 0x01,
    FORM_data2 = 0x05,
    FORM_data4 = 0x06,
    FORM_string = 0x08,
    FORM_data1 = 0x0b,
    FORM_ref4 = 0x13,
    FORM_sec_offset = 0x17,
    FORM_exprloc = 0x18,
    FORM_flag_present = 0x19
};
enum { OP_const4s = 0x0d, OP_and = 0x1a, OP_plus_uconst = 0x23, OP_breg7 = 0x77 };
enum { ATE_float = 4, ATE_signed = 5, ATE_unsigned = 7 };
enum { LANG_C99 = 12, REG_RSP = 7, REG_RIP = 16 };
enum { CODE_UNIT = 1, CODE_FUNCTION, CODE_VARIABLE, CODE_BASE, CODE_ARRAY, CODE_RANGE };

/* --- bytes --- */
static void put_text(struct bytes *b, const char *text)
{
    visa_put_data(b, text, strlen(text) + 1);
}

static void put_uleb(struct bytes *b, uint64_t v)
{
    for (; v > 0x7f; v >>= 7)
        visa_put_int(b, (v & 0x7f) | 0x80, 1);
    visa_put_int(b, v, 1);
}

/* The same as a number with a sign: bit 6 of the last byte is the sign. */
static void put_sleb(struct bytes *b, uint64_t v)
{
    for (; v > 0x3f; v >>= 7)
        visa_put_int(b, (v & 0x7f) | 0x80, 1);
    visa_put_int(b, v, 1);
}

/* Reserves a length of four bytes; its value is filled in once the contents are written. */
static size_t open_length(struct bytes *b)
{
    visa_put_int(b, 0, 4);
    return b->n;
}

static void close_length(struct bytes *b, size_t at)
{
    size_t n = b->n - at;
    for (unsigned i = 0; i < 4 && !b->failed; i++)
        b->data[at - 4 + i] = (uint8_t)(n >> 8 * i);
}

enum part { TEXT, ABBREV, INFO, LINE, FRAME, SYMTAB, STRTAB, SHSTRTAB, PARTS };
struct file {
    const struct visa_image *im;
    struct bytes parts[PARTS];
    size_t locals; /* number of symbols before the global ones */
    char *dir;
};

/* --- abbreviations --- */
static void put_abbrev(struct bytes *b, unsigned code, unsigned tag, bool children,
                       const uint8_t *pairs, size_t n)
{
    put_uleb(b, code);
    put_uleb(b, tag);
    visa_put_int(b, children, 1);
    visa_put_data(b, pairs, n);
    visa_put_int(b, 0, 2);
}

#define ABBREVIATION(code, tag, children, ...)                                                     \
    put_abbrev(b, code, tag, children, (const uint8_t[]){__VA_ARGS__},                             \
               sizeof((const uint8_t[]){__VA_ARGS__}))

static void put_abbrevs(struct bytes *b)
{
    ABBREVIATION(CODE_UNIT, TAG_compile_unit, true, AT_name, FORM_string, AT_comp_dir, FORM_string,
                 AT_language, FORM_data2, AT_low_pc, FORM_addr, AT_high_pc, FORM_data4,
                 AT_stmt_list, FORM_sec_offset);
    ABBREVIATION(CODE_FUNCTION, TAG_subprogram, true, AT_name, FORM_string, AT_low_pc, FORM_addr,
                 AT_high_pc, FORM_data4, AT_external, FORM_flag_present);
    ABBREVIATION(CODE_VARIABLE, TAG_variable, false, AT_name, FORM_string, AT_type, FORM_ref4,
                 AT_location, FORM_exprloc);
    ABBREVIATION(CODE_BASE, TAG_base_type, false, AT_name, FORM_string, AT_byte_size, FORM_data1,
                 AT_encoding, FORM_data1);
    ABBREVIATION(CODE_ARRAY, TAG_array_type, true, AT_type, FORM_ref4);
    ABBREVIATION(CODE_RANGE, TAG_subrange_type, false, AT_count, FORM_data4);
    visa_put_int(b, 0, 1);
}

/* --- types and variables of a unit --- */
/* An array type that the unit already has. */
struct array {
    enum visa_type type;
    uint32_t n, at;
};
struct unit {
    struct file *f;
    const struct visa_unit *u;
    size_t start; /* its beginning in .debug_info */
    uint32_t base[VISA_TYPES];
    struct array *arrays;
    size_t n_arrays;
};

static uint32_t position_here(const struct unit *d)
{
    return (uint32_t)(d->f->parts[INFO].n - d->start);
}

static void put_base_types(struct unit *d)
{
    static const uint8_t encodings[] = {
        [VISA_KIND_U] = ATE_unsigned, [VISA_KIND_S] = ATE_signed, [VISA_KIND_F] = ATE_float};
    struct bytes *b = &d->f->parts[INFO];
    for (int t = 0; t < VISA_TYPES; t++) {
        d->base[t] = position_here(d);
        put_uleb(b, CODE_BASE);
        put_text(b, visa_types[t].name);
        visa_put_int(b, visa_types[t].bytes, 1);
        visa_put_int(b, encodings[visa_types[t].kind], 1);
    }
}

static void put_array(struct unit *d, enum visa_type type, uint32_t n)
{
    struct bytes *b = &d->f->parts[INFO];
    for (size_t i = 0; i < d->n_arrays; i++)
        if (d->arrays[i].type == type && d->arrays[i].n == n)
            return;
    struct array *more = realloc(d->arrays, (d->n_arrays + 1) * sizeof *more);
    b->failed |= !more;
    if (!more)
        return;
    d->arrays = more;
    d->arrays[d->n_arrays++] = (struct array){type, n, position_here(d)};
    put_uleb(b, CODE_ARRAY);
    visa_put_int(b, d->base[type], 4);
    put_uleb(b, CODE_RANGE);
    visa_put_int(b, n, 4);
    visa_put_int(b, 0, 1);
}

/* The type and number of elements that gdb shows for a variable. An address is a byte of the store,
 * with the variable's number above; a predicate is a mask. */
static enum visa_type shown_type(const struct visa_var *v, uint32_t *n)
{
    *n = v->class == VISA_PREDICATE ? 1 : v->n;
    return v->class == VISA_GENERAL ? v->type : v->class == VISA_ADDRESS ? VISA_UQ : VISA_UD;
}

static bool is_shown(const struct visa_var *v)
{
    uint32_t n;
    shown_type(v, &n);
    return n && strncmp(v->name, "%reserved", 9) && strcmp(v->name, "%p0");
}

static void put_variable(struct unit *d, const struct visa_var *v, const char *name, uint32_t at)
{
    struct bytes *b = &d->f->parts[INFO];
    uint32_t n, type = 0;
    enum visa_type t = shown_type(v, &n);
    for (size_t i = 0; i < d->n_arrays; i++)
        if (d->arrays[i].type == t && d->arrays[i].n == n)
            type = d->arrays[i].at;
    put_uleb(b, CODE_VARIABLE);
    put_text(b, name);
    visa_put_int(b, n == 1 ? d->base[t] : type, 4);
    struct bytes where = {0};
    visa_put_int(&where, OP_breg7, 1);
    put_sleb(&where, 0);
    visa_put_int(&where, OP_const4s, 1);
    visa_put_int(&where, (uint32_t)-VISA_WINDOW, 4);
    visa_put_int(&where, OP_and, 1);
    visa_put_int(&where, OP_plus_uconst, 1);
    put_uleb(&where, at);
    put_uleb(b, where.n);
    visa_put_data(b, where.data, where.n);
    b->failed |= where.failed;
    free(where.data);
}

/* Makes V32 from the compiler's V0032; returns false for names of another form. */
static bool short_name(const char *name, char out[16])
{
    size_t zeros = strspn(name + 1, "0");
    if (*name != 'V' || !zeros || strlen(name) > 8 || name[1 + zeros] < '1' ||
        name[1 + zeros] > '9' || name[1 + zeros + strspn(name + 1 + zeros, "0123456789")])
        return false;
    snprintf(out, 16, "V%s", name + 1 + zeros);
    return true;
}

/* Adds each variable by its name, for `print`; predefined ones lose their %. */
static void put_globals(struct unit *d)
{
    for (int c = 0; c < VISA_CLASSES; c++)
        for (size_t i = 0; i < d->u->r->vars[c].n; i++) {
            const struct visa_var *v = &d->u->r->vars[c].items[i];
            char brief[16];
            uint32_t at = d->u->places[c][i].at;
            if (!is_shown(v))
                continue;
            put_variable(d, v, v->name + (*v->name == '%'), at);
            if (short_name(v->name, brief))
                put_variable(d, v, brief, at);
        }
}

/* --- functions --- */
/* Finds class and number of the variable that an operand uses. */
static bool variable_of(const struct visa_opnd *o, enum visa_class *class)
{
    switch (o->kind) {
    case VISA_O_GENERAL:
    case VISA_O_RAW:
        *class = VISA_GENERAL;
        return true;
    case VISA_O_ADDRESS:
    case VISA_O_INDIRECT:
        *class = VISA_ADDRESS;
        return true;
    case VISA_O_PREDICATE:
        *class = VISA_PREDICATE;
        return true;
    case VISA_O_STATE:
    case VISA_O_SURFACE:
    case VISA_O_SAMPLER:
    case VISA_O_ADDRESS_OF:
        *class = o->class;
        return true;
    default:
        return false;
    }
}

static void note_used(const struct visa_unit *u, const struct visa_opnd *o,
                      bool *used[VISA_CLASSES])
{
    enum visa_class c;
    if (variable_of(o, &c) && o->id < u->r->vars[c].n)
        used[c][o->id] = true;
}

/* `info locals` shows the variables that the function's instructions use. */
static void put_locals(struct unit *d, uint32_t lo, uint32_t hi)
{
    const struct visa_unit *u = d->u;
    bool *used[VISA_CLASSES], ok = true;
    for (int c = 0; c < VISA_CLASSES; c++) {
        used[c] = calloc(u->r->vars[c].n + 1, 1);
        ok &= used[c] != NULL;
    }
    for (uint32_t pc = lo; ok && pc < hi; pc++) {
        const struct visa_insn *in = &u->r->insns[pc];
        if (in->pred.kind)
            note_used(u, &in->pred, used);
        for (unsigned k = 0; k < in->n; k++)
            note_used(u, &in->opnds[k], used);
    }
    for (int c = 0; ok && c < VISA_CLASSES; c++)
        for (size_t i = 0; i < u->r->vars[c].n; i++) {
            const struct visa_var *v = &u->r->vars[c].items[i];
            if (used[c][i] && is_shown(v))
                put_variable(d, v, v->name + (*v->name == '%'), u->places[c][i].at);
        }
    d->f->parts[INFO].failed |= !ok;
    for (int c = 0; c < VISA_CLASSES; c++)
        free(used[c]);
}

/* The end of the function that begins at @at: the beginning of the next one. */
static uint32_t function_end(const struct visa_routine *r, uint32_t at)
{
    uint32_t end = (uint32_t)r->n_insns;
    for (size_t i = 0; i < r->n_labels; i++)
        if (r->labels[i].function && r->labels[i].at > at && r->labels[i].at < end)
            end = r->labels[i].at;
    return end;
}

static void put_functions(struct unit *d)
{
    struct bytes *b = &d->f->parts[INFO];
    const struct visa_routine *r = d->u->r;
    for (size_t i = 0; i < r->n_labels; i++) {
        const struct visa_label *l = &r->labels[i];
        uint32_t end = function_end(r, l->at);
        if (!l->function || end == l->at)
            continue;
        put_uleb(b, CODE_FUNCTION);
        put_text(b, l->name);
        visa_put_int(b, visa_address(d->u->first + l->at), 8);
        visa_put_int(b, (uint64_t)(end - l->at) * VISA_STEP, 4);
        put_locals(d, l->at, end);
        visa_put_int(b, 0, 1);
    }
}

static void put_unit(struct file *f, const struct visa_unit *u)
{
    struct unit d = {.f = f, .u = u, .start = f->parts[INFO].n};
    struct bytes *b = &f->parts[INFO];
    size_t length = open_length(b);
    visa_put_int(b, 4, 2);
    visa_put_int(b, 0, 4);
    visa_put_int(b, 8, 1);
    put_uleb(b, CODE_UNIT);
    put_text(b, u->r->path);
    put_text(b, f->dir);
    visa_put_int(b, LANG_C99, 2);
    visa_put_int(b, visa_address(u->first), 8);
    visa_put_int(b, (uint64_t)u->r->n_insns * VISA_STEP, 4);
    visa_put_int(b, f->parts[LINE].n, 4);
    put_base_types(&d);
    for (int c = 0; c < VISA_CLASSES; c++)
        for (size_t i = 0; i < u->r->vars[c].n; i++) {
            uint32_t n;
            enum visa_type t = shown_type(&u->r->vars[c].items[i], &n);
            if (n > 1)
                put_array(&d, t, n);
        }
    put_globals(&d);
    put_functions(&d);
    visa_put_int(b, 0, 1);
    close_length(b, length);
    free(d.arrays);
}

/* --- lines --- */
static void put_lines(struct file *f, const struct visa_unit *u)
{
    static const uint8_t args[] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};
    struct bytes *b = &f->parts[LINE];
    size_t length = open_length(b);
    visa_put_int(b, 2, 2);
    size_t header = open_length(b);
    visa_put_data(b, (const uint8_t[]){1, 1, 0, 1, sizeof args + 1}, 5);
    visa_put_data(b, args, sizeof args);
    put_text(b, f->dir);
    visa_put_int(b, 0, 1);
    put_text(b, u->r->path);
    put_uleb(b, *u->r->path != '/');
    visa_put_int(b, 0, 2);
    visa_put_int(b, 0, 1);
    close_length(b, header);
    visa_put_data(b, (const uint8_t[]){0, 9, 2}, 3); /* set the address */
    visa_put_int(b, visa_address(u->first), 8);
    unsigned line = 1;
    uint32_t at = 0;
    for (uint32_t i = 0; i < u->r->n_insns; i++) {
        const struct visa_insn *in = &u->r->insns[i];
        if (!in->line || in->op == VISA_OP_LOC || in->op == VISA_OP_FILE)
            continue;
        visa_put_int(b, 2, 1); /* advance_pc */
        put_uleb(b, (uint64_t)(i - at) * VISA_STEP);
        visa_put_int(b, 3, 1);        /* advance_line */
        put_sleb(b, in->line - line); /* lines ascend */
        visa_put_int(b, 1, 1);        /* copy */
        at = i;
        line = in->line;
    }
    visa_put_int(b, 2, 1);
    put_uleb(b, (uint64_t)(u->r->n_insns - at) * VISA_STEP);
    visa_put_data(b, (const uint8_t[]){0, 1, 1}, 3); /* end of the sequence */
    close_length(b, length);
}

/* --- frames --- */
/* Describes addresses [lo, hi): the caller's address is on top of the stack; @outermost: there is
 * no caller. */
static void put_frame(struct bytes *b, uint64_t lo, uint64_t hi, bool outermost)
{
    size_t start = b->n, cie = open_length(b);
    visa_put_int(b, UINT32_MAX, 4);
    visa_put_data(b, (const uint8_t[]){4, 0, 8, 0, 1, 0x78, REG_RIP}, 7);
    visa_put_data(b, (const uint8_t[]){0x0c, REG_RSP, outermost ? 0 : 8}, 3); /* def_cfa */
    if (outermost)
        visa_put_data(b, (const uint8_t[]){0x07, REG_RIP}, 2); /* undefined */
    else
        visa_put_data(b, (const uint8_t[]){0x80 | REG_RIP, 1}, 2); /* offset */
    while ((b->n - start) % 8)
        visa_put_int(b, 0, 1);
    close_length(b, cie);
    size_t fde = open_length(b);
    visa_put_int(b, start, 4);
    visa_put_int(b, lo, 8);
    visa_put_int(b, hi - lo, 8);
    close_length(b, fde);
}

/* The kernel's first function has no caller. */
static void put_frames(struct file *f)
{
    const struct visa_routine *r = f->im->units[0].r;
    uint32_t end = function_end(r, 0);
    put_frame(&f->parts[FRAME], visa_address(0), visa_address(end), true);
    if (end < f->im->n_insns)
        put_frame(&f->parts[FRAME], visa_address(end), visa_address(f->im->n_insns), false);
}

/* --- symbols and the file --- */
static void put_symbol(struct file *f, const char *name, uint64_t addr, uint64_t size)
{
    Elf64_Sym s = {.st_name = (Elf64_Word)f->parts[STRTAB].n,
                   .st_info = ELF64_ST_INFO(STB_GLOBAL, size ? STT_FUNC : STT_NOTYPE),
                   .st_shndx = 1,
                   .st_value = addr,
                   .st_size = size};
    put_text(&f->parts[STRTAB], name);
    visa_put_data(&f->parts[SYMTAB], &s, sizeof s);
}

static void put_symbols(struct file *f)
{
    Elf64_Sym none = {0};
    visa_put_data(&f->parts[SYMTAB], &none, sizeof none);
    put_text(&f->parts[STRTAB], "");
    f->locals = 1;
    for (unsigned i = 0; i < f->im->n_units; i++) {
        const struct visa_unit *u = &f->im->units[i];
        for (size_t k = 0; k < u->r->n_labels; k++) {
            const struct visa_label *l = &u->r->labels[k];
            uint64_t size =
                l->function ? (uint64_t)(function_end(u->r, l->at) - l->at) * VISA_STEP : 0;
            if (l->placed)
                put_symbol(f, l->name, visa_address(u->first + l->at), size);
        }
    }
}

static void put_text_section(struct file *f)
{
    static const uint8_t zeros[VISA_STEP];
    for (uint32_t i = 0; i < f->im->n_insns; i++)
        visa_put_data(&f->parts[TEXT], zeros, sizeof zeros);
}

static uint8_t *assemble_file(struct file *f, size_t *size)
{
    static const char *const names[PARTS] = {".text",       ".debug_abbrev", ".debug_info",
                                             ".debug_line", ".debug_frame",  ".symtab",
                                             ".strtab",     ".shstrtab"};
    Elf64_Shdr heads[PARTS + 1] = {{.sh_type = SHT_NULL}};
    struct bytes out = {0};
    Elf64_Ehdr e = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                    .e_type = ET_EXEC,
                    .e_machine = EM_X86_64,
                    .e_version = EV_CURRENT,
                    .e_entry = visa_address(0),
                    .e_phoff = sizeof e,
                    .e_ehsize = sizeof e,
                    .e_phentsize = sizeof(Elf64_Phdr),
                    .e_phnum = 1,
                    .e_shentsize = sizeof(Elf64_Shdr),
                    .e_shnum = PARTS + 1,
                    .e_shstrndx = SHSTRTAB + 1};
    Elf64_Phdr p = {.p_type = PT_LOAD,
                    .p_flags = PF_R | PF_X,
                    .p_vaddr = visa_address(0),
                    .p_paddr = visa_address(0),
                    .p_align = 1};
    put_text(&f->parts[SHSTRTAB], "");
    for (int i = 0; i < PARTS; i++) {
        heads[i + 1].sh_name = (Elf64_Word)f->parts[SHSTRTAB].n;
        put_text(&f->parts[SHSTRTAB], names[i]);
    }
    visa_put_data(&out, &e, sizeof e);
    visa_put_data(&out, &p, sizeof p);
    for (int i = 0; i < PARTS; i++) {
        Elf64_Shdr *h = &heads[i + 1];
        while (out.n % 8)
            visa_put_int(&out, 0, 1);
        h->sh_type = i == SYMTAB ? SHT_SYMTAB : i >= STRTAB ? SHT_STRTAB : SHT_PROGBITS;
        h->sh_offset = out.n;
        h->sh_size = f->parts[i].n;
        h->sh_addralign = i == TEXT ? 16 : i == SYMTAB ? 8 : 1;
        visa_put_data(&out, f->parts[i].data, f->parts[i].n);
        out.failed |= f->parts[i].failed;
    }
    heads[TEXT + 1].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
    heads[TEXT + 1].sh_addr = visa_address(0);
    heads[SYMTAB + 1].sh_link = STRTAB + 1;
    heads[SYMTAB + 1].sh_info = (Elf64_Word)f->locals;
    heads[SYMTAB + 1].sh_entsize = sizeof(Elf64_Sym);
    while (out.n % 8)
        visa_put_int(&out, 0, 1);
    e.e_shoff = out.n;
    p.p_offset = heads[TEXT + 1].sh_offset;
    p.p_filesz = p.p_memsz = f->parts[TEXT].n;
    visa_put_data(&out, heads, sizeof heads);
    if (out.failed) {
        free(out.data);
        return NULL;
    }
    memcpy(out.data, &e, sizeof e);
    memcpy(out.data + sizeof e, &p, sizeof p);
    *size = out.n;
    return out.data;
}

uint8_t *visa_elf(const struct visa_image *im, size_t *size)
{
    struct file f = {.im = im, .dir = getcwd(NULL, 0)};
    if (!f.dir)
        f.dir = strdup("/");
    uint8_t *image = NULL;
    if (f.dir) {
        put_text_section(&f);
        put_abbrevs(&f.parts[ABBREV]);
        for (unsigned i = 0; i < im->n_units; i++) {
            put_unit(&f, &im->units[i]);
            put_lines(&f, &im->units[i]);
        }
        put_frames(&f);
        put_symbols(&f);
        image = assemble_file(&f, size);
    }
    for (int i = 0; i < PARTS; i++)
        free(f.parts[i].data);
    free(f.dir);
    return image;
}
