/* zebin: an ELF64 file with a code section for each kernel and their description in .ze_info.
 * Symbols of sections cannot be trusted: their index and value are those of the section that holds
 * the relocation, so only the name identifies the section. */
#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/read_impl.h"

enum { SECTION_ZE_INFO = 0xff000011, NOTE_PRODUCT = 1, LABELS_MAX = 4096 };
static const char text_prefix[] = ".text.";

struct zebin {
    const struct cl_reader *r;
    const struct cl_elf *elf;
    int *kernels; /* by section: the kernel whose code it is, or -1 */
    struct cl_section symtab, strtab;
    size_t labels;
};

/* Reads the product family from .note.intelgt.compat; returns false if there is none. */
static bool find_product(const struct zebin *z, uint32_t *product)
{
    struct cl_section s;
    for (unsigned i = 0; i < z->elf->n; i++) {
        if (!cl_elf_section(z->elf, i, &s) || s.type != SHT_NOTE ||
            strcmp(s.name, ".note.intelgt.compat"))
            continue;
        for (size_t at = 0; s.bytes.n >= 12 && at <= s.bytes.n - 12;) {
            uint64_t name = (cl_u32(s.bytes.p + at) + 3ull) & ~3ull;
            uint64_t desc = (cl_u32(s.bytes.p + at + 4) + 3ull) & ~3ull;
            if (name + desc > s.bytes.n - at - 12)
                break;
            if (cl_u32(s.bytes.p + at + 8) == NOTE_PRODUCT && name == 8 && desc >= 4 &&
                !memcmp(s.bytes.p + at + 12, "IntelGT", 8)) {
                *product = cl_u32(s.bytes.p + at + 12 + name);
                return true;
            }
            at += 12 + (size_t)(name + desc);
        }
    }
    return false;
}

static bool symbol_at(const struct zebin *z, uint64_t index, Elf64_Sym *sym, const char **name)
{
    if (index >= z->symtab.bytes.n / sizeof *sym)
        return false;
    memcpy(sym, z->symtab.bytes.p + index * sizeof *sym, sizeof *sym);
    const struct cl_bytes *names = &z->strtab.bytes;
    bool named =
        sym->st_name < names->n && memchr(names->p + sym->st_name, 0, names->n - sym->st_name);
    *name = named ? (const char *)names->p + sym->st_name : "";
    return true;
}

static int data_of_section(const char *name)
{
    static const char *const names[CL_DATAS] = {".data.const", ".data.const.string",
                                                ".data.global"};
    for (int i = 0; i < CL_DATAS; i++)
        if (!strcmp(name, names[i]))
            return i;
    return -1;
}

/* Finds the kernel of each section, the symbols, and the data. */
static int find_sections(struct zebin *z)
{
    for (unsigned i = 0; i < z->elf->n; i++) {
        struct cl_section s;
        bool whole = cl_elf_section(z->elf, i, &s);
        int data = data_of_section(s.name);
        z->kernels[i] = -1;
        if (!strncmp(s.name, text_prefix, sizeof text_prefix - 1)) {
            struct cl_kernel *k = cl_kernel_find(z->r->file, s.name + sizeof text_prefix - 1);
            z->kernels[i] = k ? (int)(k - z->r->file->kernels) : -1;
        }
        if (!whole && (z->kernels[i] >= 0 || data >= 0 || s.type == SHT_SYMTAB))
            return cl_bad(z->r, "truncated: the section %s reaches past the end", s.name);
        if (data >= 0 && cl_set_data(z->r->file, (enum cl_data)data, s.bytes))
            return -EU_ERR_NOMEM;
        if (s.type == SHT_SYMTAB) {
            z->symtab = s;
            if (s.link >= z->elf->n || !cl_elf_section(z->elf, s.link, &z->strtab))
                return cl_bad(z->r, "damaged: the names of its symbols are not in the file");
        }
    }
    return 0;
}

/* Adds functions after a kernel as labels; @used: the end of the last symbol in each section. */
static int read_symbols(struct zebin *z, uint64_t *used)
{
    Elf64_Sym sym;
    const char *name;
    for (uint64_t i = 1; symbol_at(z, i, &sym, &name); i++) {
        if (ELF64_ST_TYPE(sym.st_info) != STT_FUNC || sym.st_shndx >= z->elf->n ||
            z->kernels[sym.st_shndx] < 0)
            continue;
        if (sym.st_size <= UINT32_MAX && sym.st_value <= UINT32_MAX &&
            used[sym.st_shndx] < sym.st_value + sym.st_size)
            used[sym.st_shndx] = sym.st_value + sym.st_size;
        if (!sym.st_value || sym.st_value > UINT32_MAX || !*name || z->labels++ >= LABELS_MAX)
            continue;
        struct cl_kernel *k = &z->r->file->kernels[z->kernels[sym.st_shndx]];
        char *clean = cl_text(name, strlen(name));
        int err = clean
                      ? eu_program_add_label(&k->code, clean, strlen(clean), (uint32_t)sym.st_value)
                      : -EU_ERR_NOMEM;
        free(clean);
        if (err)
            return err;
    }
    return 0;
}

static int read_code(struct zebin *z, const uint64_t *used)
{
    for (unsigned i = 0; i < z->elf->n; i++) {
        struct cl_section s;
        if (z->kernels[i] < 0)
            continue;
        struct cl_kernel *k = &z->r->file->kernels[z->kernels[i]];
        cl_elf_section(z->elf, i, &s);
        if (k->code.code || s.bytes.n > UINT32_MAX)
            return cl_bad(z->r, "kernel %s has %s", k->name,
                          k->code.code ? "code twice" : "too much code");
        if (used[i] > s.bytes.n)
            return cl_bad(z->r, "kernel %s: a symbol lies outside of its code", k->name);
        for (size_t j = 0; j < k->code.nlabels; j++)
            if (k->code.labels[j].addr >= s.bytes.n)
                return cl_bad(z->r, "kernel %s: a symbol lies outside of its code", k->name);
        int err = cl_set_code(z->r, k, s.bytes, used[i]);
        if (err)
            return err;
    }
    return 0;
}

/* --- relocations --- */
/* Finds what a symbol of program scope is: a section by its name, or an object in one. */
static bool locate_symbol(const struct zebin *z, const Elf64_Sym *sym, const char *name,
                          struct cl_reloc *reloc)
{
    struct cl_section s;
    reloc->section = data_of_section(name);
    if (reloc->section >= 0)
        return true;
    if (sym->st_shndx >= z->elf->n || !cl_elf_section(z->elf, sym->st_shndx, &s))
        return false;
    reloc->section = data_of_section(s.name);
    reloc->addend += sym->st_value;
    return reloc->section >= 0;
}

/* Without optimization, what several kernels call is in a section of the compiler's own. */
static bool is_shared_function(const struct zebin *z, const Elf64_Sym *sym)
{
    struct cl_section s;
    return ELF64_ST_TYPE(sym->st_info) == STT_FUNC && sym->st_shndx < z->elf->n &&
           cl_elf_section(z->elf, sym->st_shndx, &s) &&
           !strncmp(s.name, text_prefix, sizeof text_prefix - 1) &&
           cl_is_stub(s.name + sizeof text_prefix - 1);
}

/* What relocations are applied to. */
struct patched {
    struct cl_relocs *relocs;
    struct cl_bytes bytes;
    bool in_place; /* the value there is added */
};

static int read_relocs(const struct zebin *z, const struct cl_section *s, const char *what,
                       const struct patched *to)
{
    const size_t size = s->type == SHT_RELA ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
    for (size_t at = 0; at + size <= s->bytes.n; at += size) {
        const uint8_t *p = s->bytes.p + at;
        uint64_t offset = cl_u64(p), info = cl_u64(p + 8);
        Elf64_Sym sym = {0};
        const char *name = "";
        struct cl_reloc reloc = {.kind = (enum cl_reloc_kind)ELF64_R_TYPE(info),
                                 .offset = offset > UINT32_MAX ? UINT32_MAX : (uint32_t)offset};
        if (s->type == SHT_RELA)
            reloc.addend = cl_u64(p + 16);
        if (!symbol_at(z, ELF64_R_SYM(info), &sym, &name) ||
            !locate_symbol(z, &sym, name, &reloc)) {
            char *clean = cl_text(name, strnlen(name, 200));
            int err =
                cl_bad(z->r, "%s: relocation at 0x%" PRIx64 " to '%s', which is %s", what, offset,
                       clean ? clean : "?",
                       is_shared_function(z, &sym)
                           ? "a function that kernels of the zebin share: not supported; compile "
                             "without IGC_EnableZEBinary"
                           : "not in this file");
            free(clean);
            return err;
        }
        int err = cl_add_reloc(z->r, what, to->bytes, to->relocs, reloc, to->in_place);
        if (err)
            return err;
    }
    return 0;
}

/* Reads the relocations in @s for the section @target, of a kernel or of data. */
static int read_relocs_of(const struct zebin *z, const struct cl_section *s, bool whole,
                          const char *target)
{
    struct cl_file *file = z->r->file;
    int data = data_of_section(target);
    bool is_text = !strncmp(target, text_prefix, sizeof text_prefix - 1);
    struct cl_kernel *k = is_text ? cl_kernel_find(file, target + sizeof text_prefix - 1) : NULL;
    struct patched to;
    char what[300];
    if (data >= 0)
        to = (struct patched){
            &file->data_relocs[data], {file->data[data], file->data_bytes[data]}, true};
    else if (k && k->code.code)
        to = (struct patched){&k->relocs, {k->code.code, k->code.size}, false};
    else
        return 0;
    if (!whole)
        return cl_bad(z->r, "truncated: the section %s reaches past the end", s->name);
    snprintf(what, sizeof what, "%s %s", k ? "kernel" : "section", k ? k->name : target);
    return read_relocs(z, s, what, &to);
}

static int read_all_relocs(const struct zebin *z)
{
    int err = 0;
    for (unsigned i = 0; i < z->elf->n && !err; i++) {
        struct cl_section s;
        bool whole = cl_elf_section(z->elf, i, &s);
        const char *prefix = s.type == SHT_REL ? ".rel" : ".rela";
        if ((s.type != SHT_REL && s.type != SHT_RELA) || strncmp(s.name, prefix, strlen(prefix)))
            continue;
        err = read_relocs_of(z, &s, whole, s.name + strlen(prefix));
    }
    return err;
}

static int read_ze_info(const struct zebin *z)
{
    struct cl_section s;
    for (unsigned i = 0; i < z->elf->n; i++) {
        bool whole = cl_elf_section(z->elf, i, &s);
        if (s.type == SECTION_ZE_INFO)
            return whole ? cl_read_info(z->r, s.bytes)
                         : cl_bad(z->r, "truncated: the section .ze_info reaches past the end");
    }
    return cl_bad(z->r, "no zebin: it has no section .ze_info");
}

/* Whether the build options include -g. With constants, or for several kernels, the compiler still
 * writes no debug information. */
static bool wants_debug(const struct zebin *z)
{
    struct cl_section s;
    for (unsigned i = 0; i < z->elf->n; i++)
        if (cl_elf_section(z->elf, i, &s) && !strcmp(s.name, ".misc.buildOptions")) {
            const char *text = (const char *)s.bytes.p, *at = memmem(text, s.bytes.n, "-g ", 3);
            return at && (at == text || at[-1] == ' ');
        }
    return false;
}

int cl_read_zebin(const struct cl_reader *r, const struct cl_elf *elf)
{
    uint32_t product;
    struct zebin z = {.r = r, .elf = elf};
    uint64_t *used = NULL;
    if (!find_product(&z, &product))
        return cl_bad(r, "no zebin, or damaged: it does not say for which device it is");
    int err = cl_set_device(r, product, false);
    if (!err)
        err = read_ze_info(&z);
    if (err)
        return err;
    r->file->wants_debug = wants_debug(&z);
    z.kernels = calloc(elf->n + 1u, sizeof *z.kernels);
    used = calloc(elf->n + 1u, sizeof *used);
    err = z.kernels && used ? find_sections(&z) : -EU_ERR_NOMEM;
    if (!err)
        err = read_symbols(&z, used);
    if (!err)
        err = read_code(&z, used);
    if (!err)
        err = read_all_relocs(&z);
    for (size_t i = 0; i < r->file->nkernels && !err; i++)
        err = cl_finish(r, &r->file->kernels[i]);
    free(z.kernels);
    free(used);
    return err;
}
