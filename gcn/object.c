/* AMDGPU code objects: loads segments into memory, finds kernels by name. Uses libelf. */
#include "gcn/hsa.h"

#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcn/dwarf.h"

enum { MACHINE_AMDGPU = 224, R_ABS64 = 3, R_RELATIVE64 = 13, OBJECT_MAX = 256 << 20 };

static Elf *open_elf(const void *elf, size_t size)
{
    elf_version(EV_CURRENT);
    Elf *e = elf_memory((char *)(uintptr_t)elf, size);
    GElf_Ehdr h;
    if (e && (elf_kind(e) != ELF_K_ELF || !gelf_getehdr(e, &h) || h.e_machine != MACHINE_AMDGPU ||
              h.e_ident[EI_CLASS] != ELFCLASS64)) {
        elf_end(e);
        return NULL;
    }
    return e;
}

/* Source: L, e_flags. */
static int gen_of(unsigned mach)
{
    if (mach >= 0x20 && mach <= 0x21)
        return GCN_GFX600;
    if (mach == 0x3a)
        return GCN_GFX600;
    if ((mach >= 0x22 && mach <= 0x26) || mach == 0x3b)
        return GCN_GFX700;
    if (mach == 0x28 || mach == 0x29 || mach == 0x2a || mach == 0x2b || mach == 0x3c)
        return GCN_GFX803;
    return -1;
}

int gcn_code_object_gen(const void *elf, size_t size)
{
    GElf_Ehdr h;
    Elf *e = open_elf(elf, size);
    if (!e)
        return -1;
    gelf_getehdr(e, &h);
    elf_end(e);
    return gen_of(h.e_flags & 0xff);
}

static int set_error(char why[128], const char *text)
{
    snprintf(why, 128, "%s", text);
    return -1;
}

/* Applies the relocations of a section, with the symbols of the section to which it is linked. */
static void apply_relocations(struct gcn *m, Elf *e, Elf_Scn *scn, const GElf_Shdr *sh)
{
    Elf_Data *data = elf_getdata(scn, NULL),
             *symbols = elf_getdata(elf_getscn(e, sh->sh_link), NULL);
    for (int i = 0; data && sh->sh_entsize && i < (int)(sh->sh_size / sh->sh_entsize); i++) {
        GElf_Rela r;
        GElf_Sym s = {0};
        if (!gelf_getrela(data, i, &r))
            break;
        if (symbols && GELF_R_SYM(r.r_info))
            gelf_getsym(symbols, (int)GELF_R_SYM(r.r_info), &s);
        uint64_t v = (uint64_t)r.r_addend + s.st_value;
        if (GELF_R_TYPE(r.r_info) == R_ABS64 || GELF_R_TYPE(r.r_info) == R_RELATIVE64)
            gcn_memory_write(m->memory, r.r_offset, &v, 8);
    }
}

int gcn_code_object_load(struct gcn *m, const void *elf, size_t size, char why[128])
{
    Elf *e = open_elf(elf, size);
    size_t n = 0;
    uint64_t total = 0;
    if (!e)
        return set_error(why, "no AMDGPU code object");
    elf_getphdrnum(e, &n);
    for (size_t i = 0; i < n; i++) {
        GElf_Phdr p;
        if (!gelf_getphdr(e, (int)i, &p) || p.p_type != PT_LOAD)
            continue;
        total += p.p_memsz < OBJECT_MAX ? p.p_memsz : OBJECT_MAX + 1;
        if (p.p_offset > size || p.p_filesz > size - p.p_offset || p.p_memsz < p.p_filesz ||
            total > OBJECT_MAX || gcn_memory_map(m->memory, p.p_vaddr, p.p_memsz)) {
            elf_end(e);
            return set_error(why, "a segment of the code object does not fit into memory");
        }
        gcn_memory_write(m->memory, p.p_vaddr, (const uint8_t *)elf + p.p_offset, p.p_filesz);
    }
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(e, scn));) {
        GElf_Shdr sh;
        if (gelf_getshdr(scn, &sh) && sh.sh_type == SHT_RELA)
            apply_relocations(m, e, scn, &sh);
    }
    elf_end(e);
    return 0;
}

/* Finds a symbol by name, in the dynamic or the static table. */
static bool symbol_find(Elf *e, const char *name, GElf_Sym *s)
{
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(e, scn));) {
        GElf_Shdr sh;
        if (!gelf_getshdr(scn, &sh) || (sh.sh_type != SHT_DYNSYM && sh.sh_type != SHT_SYMTAB) ||
            !sh.sh_entsize)
            continue;
        Elf_Data *data = elf_getdata(scn, NULL);
        for (int i = 0; data && i < (int)(sh.sh_size / sh.sh_entsize); i++) {
            const char *text =
                gelf_getsym(data, i, s) ? elf_strptr(e, sh.sh_link, s->st_name) : NULL;
            if (text && !strcmp(text, name))
                return true;
        }
    }
    return false;
}

/* The bytes of the file for an address; NULL: none. */
static const uint8_t *bytes_at(Elf *e, const void *elf, size_t size, uint64_t addr, size_t n)
{
    size_t count = 0;
    elf_getphdrnum(e, &count);
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr p;
        if (gelf_getphdr(e, (int)i, &p) && p.p_type == PT_LOAD && addr >= p.p_vaddr &&
            addr - p.p_vaddr < p.p_filesz && n <= p.p_filesz - (addr - p.p_vaddr) &&
            p.p_offset <= size && p.p_filesz <= size - p.p_offset)
            return (const uint8_t *)elf + p.p_offset + (addr - p.p_vaddr);
    }
    return NULL;
}

int gcn_kernel_find(const void *elf, size_t size, const char *name, struct gcn_kernel *k,
                    char why[128])
{
    Elf *e = open_elf(elf, size);
    char kd[200];
    GElf_Sym s;
    if (!e)
        return set_error(why, "no AMDGPU code object");
    snprintf(kd, sizeof kd, "%s.kd", name);
    const uint8_t *d = symbol_find(e, kd, &s) ? bytes_at(e, elf, size, s.st_value, 64) : NULL;
    elf_end(e);
    if (!d) {
        snprintf(why, 128, "no kernel %.80s in the code object", name);
        return -1;
    }
    int64_t entry;
    memcpy(&k->lds, d, 4);
    memcpy(&k->scratch, d + 4, 4);
    memcpy(&k->kernarg, d + 8, 4);
    memcpy(&entry, d + 16, 8);
    memcpy(&k->rsrc1, d + 48, 4);
    memcpy(&k->rsrc2, d + 52, 4);
    memcpy(&k->properties, d + 56, 2);
    k->entry = s.st_value + (uint64_t)entry;
    return 0;
}

bool gcn_code_object_text(struct gcn_object_text *t)
{
    Elf *e = open_elf(t->elf, t->size);
    bool found = false;
    for (Elf_Scn *scn = NULL; e && !found && (scn = elf_nextscn(e, scn));) {
        GElf_Shdr sh;
        found = gelf_getshdr(scn, &sh) && sh.sh_type == SHT_PROGBITS &&
                sh.sh_flags & SHF_EXECINSTR && sh.sh_offset <= t->size &&
                sh.sh_size <= t->size - sh.sh_offset;
        if (found) {
            t->code = (const uint8_t *)t->elf + sh.sh_offset;
            t->bytes = sh.sh_size;
            t->addr = sh.sh_addr;
        }
    }
    if (e)
        elf_end(e);
    return found;
}

bool gcn_code_object_symbol(const struct gcn_object_text *t, uint64_t addr, char *name, size_t n)
{
    Elf *e = open_elf(t->elf, t->size);
    bool found = false;
    for (Elf_Scn *scn = NULL; e && !found && (scn = elf_nextscn(e, scn));) {
        GElf_Shdr sh;
        GElf_Sym s;
        if (!gelf_getshdr(scn, &sh) || sh.sh_type != SHT_SYMTAB || !sh.sh_entsize)
            continue;
        Elf_Data *data = elf_getdata(scn, NULL);
        for (int i = 0; data && !found && i < (int)(sh.sh_size / sh.sh_entsize); i++) {
            bool code = gelf_getsym(data, i, &s) && GELF_ST_TYPE(s.st_info) == STT_FUNC &&
                        s.st_value == addr;
            const char *text = code ? elf_strptr(e, sh.sh_link, s.st_name) : NULL;
            found = text && snprintf(name, n, "%s", text) > 0;
        }
    }
    if (e)
        elf_end(e);
    return found;
}

bool gcn_code_object_labels(const void *elf, size_t size, struct gcn_labels *labels)
{
    Elf *e = open_elf(elf, size);
    bool ok = true;
    for (Elf_Scn *scn = NULL; e && (scn = elf_nextscn(e, scn));) {
        GElf_Shdr sh;
        GElf_Sym s;
        if (!gelf_getshdr(scn, &sh) || sh.sh_type != SHT_SYMTAB || !sh.sh_entsize)
            continue;
        Elf_Data *data = elf_getdata(scn, NULL);
        for (int i = 0; data && ok && i < (int)(sh.sh_size / sh.sh_entsize); i++) {
            bool code = gelf_getsym(data, i, &s) && GELF_ST_TYPE(s.st_info) == STT_FUNC;
            const char *name = code ? elf_strptr(e, sh.sh_link, s.st_name) : NULL;
            ok = !name || gcn_labels_add(labels, name, s.st_value);
        }
    }
    if (e)
        elf_end(e);
    return ok;
}

/* Stock gdb reports an internal error for the rules of AMDGPU's frames, and assumes 32-bit
 * addresses for a machine that it does not know. Source: gdb 13.1, tried. */
uint8_t *gcn_code_object_for_gdb(const void *elf, size_t size)
{
    static const char *const hidden[] = {".debug_frame", ".eh_frame"};
    uint8_t *copy = malloc(size ? size : 1);
    Elf *e = open_elf(elf, size);
    GElf_Ehdr h;
    size_t names = 0;
    if (copy)
        memcpy(copy, elf, size);
    if (copy && e) { /* the machine that gdb takes it for: machine/persona.h */
        copy[EI_OSABI] = 0;
        copy[offsetof(Elf64_Ehdr, e_machine)] = EM_X86_64;
        copy[offsetof(Elf64_Ehdr, e_machine) + 1] = 0;
    }
    bool good = copy && e && gelf_getehdr(e, &h) && !elf_getshdrstrndx(e, &names);
    for (Elf_Scn *scn = NULL; good && (scn = elf_nextscn(e, scn));) {
        GElf_Shdr sh;
        const char *name = gelf_getshdr(scn, &sh) ? elf_strptr(e, names, sh.sh_name) : NULL;
        uint64_t at = h.e_shoff + elf_ndxscn(scn) * sizeof(Elf64_Shdr);
        bool places = name && (!strcmp(name, ".debug_info") || !strcmp(name, ".debug_loclists"));
        if (places && sh.sh_type == SHT_PROGBITS && !(sh.sh_flags & SHF_COMPRESSED) &&
            sh.sh_offset <= size && sh.sh_size <= size - sh.sh_offset)
            gcn_dwarf_for_gdb(copy + sh.sh_offset, sh.sh_size);
        for (size_t i = 0; name && i < 2; i++)
            if (!strcmp(name, hidden[i]) && at <= size - sizeof(Elf64_Shdr))
                memset(copy + at + offsetof(Elf64_Shdr, sh_size), 0, 8);
    }
    if (e)
        elf_end(e);
    return copy;
}
