/* Rewrites the compiler's debug information as DWARF 4 for stock gdb: reads the files that contain
 * it, and writes the new tree of entries. Locations and lines are in debug_location.c and
 * debug_lines.c. */
#include "opencl/debug.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "input/list.h"
#include "opencl/debug_impl.h"

enum { SECTION_DEVICE_BINARY = 0xff000005, SECTION_DEVICE_DEBUG = 0xff000008 };
enum { UNIT_HEADER = 11, HEADER_OF_ABBREV = 6 };
static const char text_prefix[] = ".text", debug_mark[] = "CTNI";

/* --- sections that grow --- */
/* The capacity of a section with @n bytes: the next power of 2. */
static size_t room_of(size_t n)
{
    return n > 1 ? (size_t)1 << (64 - __builtin_clzll(n - 1)) : 1;
}

void debug_put(struct image *m, struct eu_dwarf_section *to, const void *bytes, size_t n)
{
    size_t room = room_of(to->n + n);
    if (!to->data || room > room_of(to->n)) {
        uint8_t *more = m->failed ? NULL : realloc(to->data, room);
        m->failed |= !more;
        if (!more)
            return;
        to->data = more;
    }
    if (n)
        memcpy(to->data + to->n, bytes, n);
    to->n += n;
}

static void put_uleb(struct image *m, struct eu_dwarf_section *to, uint64_t v)
{
    uint8_t bytes[10];
    debug_put(m, to, bytes, cl_put_uleb(bytes, v));
}

static void note(struct image *m, size_t **list, size_t *n, size_t at)
{
    size_t *more = list_add(list, n, sizeof *more);
    m->failed |= !more;
    if (more)
        *more = at;
}

/* --- the file --- */
bool debug_section(const struct image *m, const char *name, struct cl_section *s)
{
    for (unsigned i = 0; i < m->elf.n; i++)
        if (cl_elf_section(&m->elf, i, s) && !strcmp(s->name, name))
            return true;
    *s = (struct cl_section){.name = ""};
    return false;
}

static size_t without_padding(struct cl_bytes b)
{
    while (b.n && !b.p[b.n - 1])
        b.n--;
    return b.n;
}

/* The kernel to which a section of code belongs. NULL: none, or one of another compilation. */
static const struct cl_kernel *kernel_of(const struct image *m, const struct cl_section *s)
{
    const char *name = m->kernel ? m->kernel : s->name + sizeof text_prefix;
    size_t prefix = sizeof text_prefix - 1;
    if (strncmp(s->name, text_prefix, prefix) || (s->name[prefix] != '.') != (m->kernel != NULL))
        return NULL;
    const struct cl_kernel *k = cl_kernel_find(m->d->file, name);
    size_t n = without_padding(s->bytes);
    bool same = k && n <= k->code.size && !memcmp(k->code.code, s->bytes.p, n) &&
                n == without_padding((struct cl_bytes){k->code.code, k->code.size});
    return same ? k : NULL;
}

static bool place_code(struct image *m)
{
    bool any = false;
    for (unsigned i = 0; i < m->elf.n; i++) {
        struct cl_section s;
        const struct cl_kernel *k =
            cl_elf_section(&m->elf, i, &s) && s.bytes.n ? kernel_of(m, &s) : NULL;
        size_t index = k ? (size_t)(k - m->d->file->kernels) : 0;
        if (!k || m->d->known[index])
            continue;
        m->address[i] = m->d->code->base + cl_program_offset(m->d->file, k);
        m->whose[index] = true;
        m->shift = m->kernel ? m->address[i] : 0;
        any = true;
    }
    return any;
}

/* The section that a relocation's symbol means, by its name; a symbol without a name counts by its
 * index. */
static int symbol_section(const struct image *m, const struct cl_section *symbols, uint64_t index,
                          uint64_t *value)
{
    Elf64_Sym sym;
    struct cl_section names, s;
    if (index >= symbols->bytes.n / sizeof sym || symbols->link >= m->elf.n ||
        !cl_elf_section(&m->elf, symbols->link, &names))
        return -1;
    memcpy(&sym, symbols->bytes.p + index * sizeof sym, sizeof sym);
    *value = sym.st_value;
    const char *name = (const char *)names.bytes.p + sym.st_name;
    if (sym.st_name >= names.bytes.n || !memchr(name, 0, names.bytes.n - sym.st_name) || !*name)
        return sym.st_shndx < m->elf.n ? (int)sym.st_shndx : -1;
    for (unsigned i = 0; i < m->elf.n; i++) {
        cl_elf_section(&m->elf, i, &s);
        if (!strcmp(s.name, name))
            return (int)i;
    }
    return -1;
}

static void relocate_section(struct image *m, const struct cl_section *rela)
{
    struct cl_section target, symbols;
    if (rela->info >= m->elf.n || rela->link >= m->elf.n ||
        !cl_elf_section(&m->elf, rela->info, &target) ||
        !cl_elf_section(&m->elf, rela->link, &symbols) || strncmp(target.name, ".debug_", 7))
        return;
    for (size_t at = 0; at + sizeof(Elf64_Rela) <= rela->bytes.n; at += sizeof(Elf64_Rela)) {
        Elf64_Rela r;
        uint64_t value = 0;
        memcpy(&r, rela->bytes.p + at, sizeof r);
        int section = symbol_section(m, &symbols, ELF64_R_SYM(r.r_info), &value);
        value += (uint64_t)r.r_addend + (section >= 0 ? m->address[section] : 0);
        unsigned type = (unsigned)ELF64_R_TYPE(r.r_info), n = type == CL_RELOC_64 ? 8 : 4;
        if (r.r_offset > target.bytes.n || target.bytes.n - r.r_offset < n)
            continue;
        value = type == CL_RELOC_HIGH ? value >> 32 : value;
        memcpy(m->bytes + (target.bytes.p - m->elf.image.p) + r.r_offset, &value, n);
    }
}

static void relocate(struct image *m)
{
    for (unsigned i = 0; i < m->elf.n; i++) {
        struct cl_section s;
        if (cl_elf_section(&m->elf, i, &s) && s.type == SHT_RELA)
            relocate_section(m, &s);
    }
}

/* --- the new tree --- */
enum { FRESH_MAX = 64 };

/* Gives the constant the size of its type: the compiler always writes 8 bytes. */
static void fit_constant(const struct image *m, const struct dwarf_die *die,
                         const struct dwarf_attr *a, uint8_t bytes[64], struct fresh *f)
{
    uint32_t size, element;
    dwarf_type_size(&m->tree, die, &size, &element);
    size = size && size <= 64 ? size : 8;
    memset(bytes, 0, 64);
    memcpy(bytes, a->b.p, a->b.n < size ? a->b.n : size);
    *f = (struct fresh){a->name, FORM_block1, 0, bytes, size};
}

/* Whether debuggers find what a function returns: an integer of 4 bytes (MACHINE_ROLE_RETURN), in
 * code that is not optimized and has its variables on a stack. For other functions they would show
 * registers of x86-64, or whatever is in r26. */
static bool returns_word(const struct image *m, const struct dwarf_die *function)
{
    enum { SIGNED = 5, UNSIGNED = 7, NAMES = 8 };
    const struct dwarf_die *type = function;
    for (size_t k = 0; k < m->d->file->nkernels; k++)
        if (m->whose[k] && !m->d->frames[k].pointer)
            return false;
    for (unsigned i = 0; type && i < NAMES; i++) {
        const struct dwarf_attr *encoding = dwarf_attr(&m->tree, type, AT_encoding);
        const struct dwarf_attr *bytes = dwarf_attr(&m->tree, type, AT_byte_size);
        if (type->tag == TAG_base_type)
            return encoding && bytes && bytes->v == 4 &&
                   (encoding->v == SIGNED || encoding->v == UNSIGNED);
        type = dwarf_target(&m->tree, dwarf_attr(&m->tree, type, AT_type));
    }
    return false;
}

/* Functions with another result are marked as not following the calling convention, so that gdb
 * says it cannot show the value. */
static bool returns_elsewhere(const struct image *m, const struct dwarf_die *die, struct fresh *f)
{
    enum { NOCALL = 3 };
    if (die->tag != TAG_subprogram || !dwarf_attr(&m->tree, die, AT_type) || returns_word(m, die))
        return false;
    *f = (struct fresh){AT_calling_convention, FORM_udata, NOCALL, NULL, 0};
    return true;
}

/* Adds a string. The producer is cut to begin with "clang ", without a distribution's name before
 * it: gdb believes the line table's ends of prologues only from producers that begin so (gdb 13,
 * producer_is_llvm()). */
static void take_string(struct fresh *f)
{
    const char *at = f->name == AT_producer && f->n ? memmem(f->bytes, f->n, "clang ", 6) : NULL;
    f->form = FORM_string;
    f->n -= at ? (size_t)(at - (const char *)f->bytes) : 0;
    f->bytes = at ? at : f->bytes;
}

/* False: the attribute is left out. */
static bool take_attr(struct image *m, const struct dwarf_die *die, const struct dwarf_attr *a,
                      struct cl_location *place, uint8_t constant[64], struct fresh *f)
{
    *f = (struct fresh){a->name, a->form, a->v, a->b.p, a->b.n};
    if (a->name == AT_segment || a->name == AT_address_class)
        return false; /* the address identifies the section */
    if (a->name == AT_const_value && a->class == CLASS_NUMBER && debug_variable(m, die).parts)
        return false; /* a fragment, and the compiler does not say which */
    if (a->name == AT_location)
        return debug_location(m, die, a, place, f);
    if (a->class == CLASS_BLOCK && a->name == AT_const_value)
        fit_constant(m, die, a, constant, f);
    else if (a->class == CLASS_BLOCK)
        f->form = FORM_exprloc;
    else if (a->class == CLASS_STRING)
        take_string(f);
    else if (a->class == CLASS_REFERENCE)
        f->form = FORM_ref4;
    else if (a->class == CLASS_ADDRESS)
        f->v += m->shift;
    else if (a->name == AT_stmt_list || a->name == AT_ranges)
        f->form = FORM_sec_offset;
    else if (a->form != FORM_flag_present && a->form != FORM_sdata && a->form != FORM_sec_offset)
        f->form = FORM_udata;
    if (a->name == AT_ranges)
        f->v += m->range_base;
    /* in a .dbg the unit's end does not include the functions after the kernel */
    if (die->tag == TAG_compile_unit && a->name == AT_high_pc && m->kernel) {
        f->form = FORM_addr;
        f->v = debug_last_end(m);
    }
    return true;
}

/* The number of an abbreviation, a new or an existing one. */
static size_t abbrev_of(struct image *m, const struct dwarf_die *die, const struct fresh *f,
                        size_t n)
{
    struct eu_dwarf_section made = {0}, *to = &m->d->units.abbrev;
    const uint8_t children = die->end > (size_t)(die - m->tree.dies) + 1;
    put_uleb(m, &made, die->tag);
    debug_put(m, &made, &children, 1);
    for (size_t i = 0; i < n; i++) {
        put_uleb(m, &made, f[i].name);
        put_uleb(m, &made, f[i].form);
    }
    debug_put(m, &made, (const uint8_t[2]){0}, 2);
    size_t i = 0;
    while (i < m->nabbrevs && !m->failed &&
           (m->abbrevs[i].text.n != made.n ||
            memcmp(to->data + m->abbrevs[i].at, made.data, made.n) != 0))
        i++;
    if (i == m->nabbrevs && i < ABBREVS_MAX && !m->failed) {
        put_uleb(m, to, i + 1);
        m->abbrevs[i].at = to->n;
        m->abbrevs[i].text.n = made.n;
        debug_put(m, to, made.data, made.n);
        m->nabbrevs++;
    }
    m->failed |= i == ABBREVS_MAX;
    free(made.data);
    return i + 1;
}

static void refer(struct image *m, uint64_t to)
{
    uint32_t *more = list_add(&m->references, &m->nreferences, 2 * sizeof *more);
    m->failed |= !more;
    if (!more)
        return;
    more[0] = (uint32_t)m->d->units.info.n;
    more[1] = (uint32_t)to;
}

static void put_value(struct image *m, const struct fresh *f)
{
    struct eu_dwarf_units *u = &m->d->units;
    uint8_t bytes[10];
    switch (f->form) {
    case FORM_addr:
    case FORM_data8:
        debug_put(m, &u->info, &f->v, 8);
        break;
    case FORM_exprloc:
        put_uleb(m, &u->info, f->n);
        debug_put(m, &u->info, f->bytes, f->n);
        break;
    case FORM_block1:
        debug_put(m, &u->info, &(uint8_t){(uint8_t)f->n}, 1);
        debug_put(m, &u->info, f->bytes, f->n);
        break;
    case FORM_string:
        debug_put(m, &u->info, f->bytes, f->n);
        debug_put(m, &u->info, "", 1);
        break;
    case FORM_ref4:
        refer(m, f->v);
        debug_put(m, &u->info, (const uint8_t[4]){0}, 4);
        break;
    case FORM_sec_offset:
        if (f->name == AT_stmt_list)
            note(m, &u->line_at, &u->nlines, u->info.n);
        debug_put(m, &u->info,
                  &(uint32_t){(uint32_t)(f->v + (f->name == AT_stmt_list ? m->line_base : 0))}, 4);
        break;
    case FORM_sdata:
        debug_put(m, &u->info, bytes, cl_put_sleb(bytes, (int64_t)f->v));
        break;
    case FORM_udata:
        put_uleb(m, &u->info, f->v);
        break;
    default: /* a flag */
        break;
    }
}

static void put_die(struct image *m, struct dwarf_die *die)
{
    struct fresh fresh[FRESH_MAX];
    struct cl_location place = {.n = 0};
    uint8_t constant[64];
    size_t n = debug_size_three(m, die, &fresh[0]);
    n += returns_elsewhere(m, die, &fresh[n]);
    for (uint32_t i = 0; i < die->n && n < FRESH_MAX; i++)
        n += take_attr(m, die, &m->tree.attrs[die->first + i], &place, constant, &fresh[n]);
    debug_count_variable(m, die, fresh, n);
    die->position = (uint32_t)m->d->units.info.n;
    put_uleb(m, &m->d->units.info, abbrev_of(m, die, fresh, n));
    for (size_t i = 0; i < n; i++)
        put_value(m, &fresh[i]);
}

/* Whether a die is its function inlined into itself, without code. The compiler writes static local
 * variables there, but debuggers look for them in the function. */
static bool is_copy(const struct image *m, const struct dwarf_die *die)
{
    const struct dwarf_tree *t = &m->tree;
    const struct dwarf_attr *of = dwarf_attr(t, die, AT_abstract_origin), *own = NULL;
    if (die->tag == TAG_inlined_subroutine && die->parent >= 0 && !dwarf_attr(t, die, AT_low_pc) &&
        !dwarf_attr(t, die, AT_ranges))
        own = dwarf_attr(t, &t->dies[die->parent], AT_abstract_origin);
    return of && own && of->class == CLASS_REFERENCE && own->v == of->v;
}

/* Writes a unit: the dies from @unit to its end, with an empty one after each die that has
 * children. */
static void put_unit(struct image *m, size_t unit)
{
    struct eu_dwarf_units *u = &m->d->units;
    struct dwarf_tree *t = &m->tree;
    size_t start = u->info.n;
    uint8_t header[UNIT_HEADER] = {0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8};
    uint32_t base = (uint32_t)m->abbrev_base;
    memcpy(header + HEADER_OF_ABBREV, &base, sizeof base);
    note(m, &u->abbrev_at, &u->nabbrevs, start + HEADER_OF_ABBREV);
    debug_put(m, &u->info, header, sizeof header);
    for (size_t i = unit; i < t->dies[unit].end; i++) {
        if (!is_copy(m, &t->dies[i]))
            put_die(m, &t->dies[i]);
        /* it may be the last child of several parents */
        for (size_t p = i; t->dies[p].end == i + 1; p = (size_t)t->dies[p].parent) {
            if (p != i && !is_copy(m, &t->dies[p]))
                debug_put(m, &u->info, "", 1);
            if (t->dies[p].parent < 0)
                break;
        }
    }
    for (size_t i = 0; i < m->nreferences && !m->failed; i++) {
        struct dwarf_attr ref = {.class = CLASS_REFERENCE, .v = m->references[2 * i + 1]};
        const struct dwarf_die *to = dwarf_target(t, &ref);
        uint32_t v = to && to->position > start ? to->position - (uint32_t)start : 0;
        memcpy(u->info.data + m->references[2 * i], &v, sizeof v);
    }
    m->nreferences = 0;
    uint32_t length = (uint32_t)(u->info.n - start - 4);
    if (!m->failed)
        memcpy(u->info.data + start, &length, sizeof length);
}

/* --- what is added to the program --- */
/* Functions without symbols in the file: those of a .dbg. */
static void add_labels(struct image *m)
{
    struct eu_program *code = m->d->code;
    char name[128];
    for (size_t i = 0; i < m->tree.ndies; i++) {
        const struct dwarf_die *die = &m->tree.dies[i];
        const struct dwarf_attr *lo = dwarf_attr(&m->tree, die, AT_low_pc);
        if (die->tag != TAG_subprogram || !lo || lo->class != CLASS_ADDRESS)
            continue;
        debug_text(dwarf_inherited(&m->tree, die, AT_name), name);
        uint64_t at = lo->v + m->shift - code->base;
        if (*name && at < code->size && eu_program_find(code, name) < 0)
            m->failed |= eu_program_add_label(code, name, strlen(name), (uint32_t)at) != 0;
    }
}

static void add_section(struct image *m, const char *name, struct eu_dwarf_section *to)
{
    struct cl_section s;
    if (debug_section(m, name, &s))
        debug_put(m, to, s.bytes.p, s.bytes.n);
}

static int write_image(struct image *m)
{
    struct eu_dwarf_units *u = &m->d->units;
    debug_read_lines(m);
    if (m->failed || debug_find_places(m))
        return -EU_ERR_NOMEM;
    m->abbrev_base = u->abbrev.n;
    m->line_base = u->line.n;
    m->range_base = u->ranges.n;
    for (size_t i = 0; i < m->tree.ndies; i = m->tree.dies[i].end)
        put_unit(m, i);
    debug_put(m, &u->abbrev, "", 1);
    debug_add_lines(m);
    add_section(m, ".debug_ranges", &u->ranges);
    add_labels(m);
    if (m->failed)
        return -EU_ERR_NOMEM;
    int n = 0;
    for (size_t i = 0; i < m->d->file->nkernels; i++) {
        m->d->known[i] |= m->whose[i];
        n += m->whose[i];
    }
    m->d->kernels += (unsigned)n;
    return n;
}

static int rewrite_image(struct image *m)
{
    struct cl_section info, abbrev, strings;
    if (!debug_section(m, ".debug_info", &info) || !debug_section(m, ".debug_abbrev", &abbrev) ||
        !place_code(m))
        return 0;
    /* if .debug_info has relocations, its addresses are right already */
    struct cl_section rela;
    if (debug_section(m, ".rela.debug_info", &rela))
        m->shift = 0;
    relocate(m);
    debug_section(m, ".debug_str", &strings);
    int err = dwarf_tree_read(info.bytes, abbrev.bytes, strings.bytes, &m->tree);
    return err == -EU_ERR_NOMEM ? err : err ? 0 : write_image(m);
}

/* @kernel: the ELF file has this kernel's code as .text; NULL: a zebin. */
static int add_elf(struct cl_debug *d, struct cl_bytes bytes, const char *kernel)
{
    int n = -EU_ERR_NOMEM;
    struct image *m = calloc(1, sizeof *m);
    if (!m)
        return n;
    *m = (struct image){.d = d, .kernel = kernel, .bytes = malloc(bytes.n + 1)};
    if (m->bytes) {
        memcpy(m->bytes, bytes.p, bytes.n);
        struct cl_bytes copy = {m->bytes, bytes.n};
        bool open = cl_elf_open(copy, &m->elf);
        m->address = calloc(open ? m->elf.n + 1u : 1, sizeof *m->address);
        m->whose = calloc(d->file->nkernels + 1, sizeof *m->whose);
        m->private = calloc(d->file->nkernels + 1, sizeof *m->private);
        m->flows = calloc(d->file->nkernels + 1, sizeof *m->flows);
        if (m->address && m->whose && m->private && m->flows)
            n = open ? rewrite_image(m) : 0;
    }
    dwarf_tree_fini(&m->tree);
    for (size_t i = 0; m->private && i < d->file->nkernels; i++)
        cl_private_fini(&m->private[i]);
    for (size_t i = 0; m->flows && i < d->file->nkernels; i++)
        cl_flow_free(m->flows[i]);
    free(m->flows);
    free(m->private);
    free(m->places);
    free(m->references);
    free(m->strays);
    free(m->said);
    free(m->address);
    free(m->whose);
    free(m->bytes);
    free(m);
    return n;
}

/* A .dbg: for each kernel the lengths of its name, of its ELF file and of another image; then these
 * three. */
static int add_dbg(struct cl_debug *d, struct cl_bytes b)
{
    enum { HEADER = 28, KERNELS_AT = 24, ROW = 12 };
    int found = 0;
    size_t at = HEADER;
    for (uint32_t i = 0; b.n >= HEADER && i < cl_u32(b.p + KERNELS_AT); i++) {
        if (b.n - at < ROW)
            break;
        uint64_t name = cl_u32(b.p + at), elf = cl_u32(b.p + at + 4), other = cl_u32(b.p + at + 8);
        at += ROW;
        if (name + elf + other > b.n - at)
            break;
        char *kernel = cl_text(b.p + at, strnlen((const char *)b.p + at, (size_t)name));
        int n = kernel ? add_elf(d, (struct cl_bytes){b.p + at + name, (size_t)elf}, kernel)
                       : -EU_ERR_NOMEM;
        free(kernel);
        if (n < 0)
            return n;
        found += n;
        at += (size_t)(name + elf + other);
    }
    return found;
}

/* A program: uses its debug section, or a zebin in it. */
static int add_program(struct cl_debug *d, const struct cl_elf *elf)
{
    int found = 0, n = 0;
    for (unsigned i = 0; i < elf->n && n >= 0; i++) {
        struct cl_section s;
        if (!cl_elf_section(elf, i, &s))
            continue;
        n = 0;
        if (s.type == SECTION_DEVICE_DEBUG)
            n = add_dbg(d, s.bytes);
        else if (s.type == SECTION_DEVICE_BINARY && s.bytes.n > 4 && s.bytes.p[0] == ELFMAG0)
            n = add_elf(d, s.bytes, NULL);
        found += n;
    }
    return n < 0 ? n : found;
}

/* An ELF file of one kernel, as the compiler dumps it. It does not name its kernel, which is found
 * by its code. */
static int add_dumped(struct cl_debug *d, struct cl_bytes bytes)
{
    int found = 0;
    for (size_t i = 0; i < d->file->nkernels && !found; i++)
        if (!d->known[i])
            found = add_elf(d, bytes, d->file->kernels[i].name);
    return found;
}

int cl_debug_add(struct cl_debug *d, const uint8_t *bytes, size_t n)
{
    struct cl_bytes b = {bytes, n};
    struct cl_elf elf;
    if (n >= sizeof debug_mark && !memcmp(bytes, debug_mark, sizeof debug_mark - 1))
        return add_dbg(d, b);
    if (!cl_elf_open(b, &elf))
        return 0;
    int found = add_elf(d, b, NULL);
    found = found ? found : add_program(d, &elf);
    return found ? found : add_dumped(d, b);
}

int cl_debug_open(struct cl_debug *d, const struct cl_file *file, struct eu_program *code)
{
    *d = (struct cl_debug){.file = file, .code = code};
    d->known = calloc(file->nkernels + 1, sizeof *d->known);
    d->frames = calloc(file->nkernels + 1, sizeof *d->frames);
    return d->known && d->frames ? 0 : -EU_ERR_NOMEM;
}

void cl_debug_close(struct cl_debug *d)
{
    eu_dwarf_units_fini(&d->units);
    free(d->known);
    for (size_t i = 0; d->frames && i < d->file->nkernels; i++)
        cl_frames_fini(&d->frames[i]);
    free(d->frames);
    *d = (struct cl_debug){0};
}
