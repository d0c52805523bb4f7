/* Writes the ELF file by which gdb knows the labels of assembled programs. The order in the file:
 * header, section headers, symbols, names. */
#include "gcn/symbols.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEFORE = 1, BEHIND = 2 }; /* sections before and behind those of the programs */

struct symbols_file {
    Elf64_Shdr *sections;
    Elf64_Sym *syms;
    size_t n_sections, n_syms;
    uint64_t origin;
    FILE *names;
};

static Elf64_Word put_name(struct symbols_file *f, const char *name, size_t len)
{
    long at = ftell(f->names);
    fprintf(f->names, "%.*s%c", (int)len, name, 0);
    return (Elf64_Word)at;
}

static void put_symbol(struct symbols_file *f, size_t section, Elf64_Word name, uint64_t at,
                       uint64_t end)
{
    f->syms[f->n_syms++] = (Elf64_Sym){.st_name = name,
                                       .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                                       .st_shndx = (Elf64_Half)section,
                                       .st_value = at - f->origin,
                                       .st_size = end - at};
}

/* Labels are in the order of their addresses; each is as long as there is no other one. */
static void put_program(struct symbols_file *f, const struct gcn_program *p)
{
    const char *slash = p->path ? strrchr(p->path, '/') : NULL, *stem = slash     ? slash + 1
                                                                        : p->path ? p->path
                                                                                  : "";
    size_t section = f->n_sections;
    uint64_t end = p->base + p->size, at = end;
    f->sections[f->n_sections++] =
        (Elf64_Shdr){.sh_name = put_name(f, p->handler ? ".handler" : ".text", sizeof ".handler"),
                     .sh_type = SHT_NOBITS,
                     .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
                     .sh_addr = p->base - f->origin,
                     .sh_size = p->size,
                     .sh_addralign = 4};
    for (size_t i = p->labels.n; i--;) {
        const struct gcn_label *l = &p->labels.items[i];
        end = l->at < at ? at : end;
        at = l->at;
        put_symbol(f, section, put_name(f, l->name, sizeof l->name), at, end);
    }
    if (at > p->base)
        put_symbol(f, section, put_name(f, stem, strcspn(stem, ".")), p->base, at);
}

static void put_tables(struct symbols_file *f, size_t symbols_at, size_t names_bytes)
{
    size_t bytes = f->n_syms * sizeof *f->syms, table = f->n_sections;
    f->sections[f->n_sections++] = (Elf64_Shdr){.sh_name = 0,
                                                .sh_type = SHT_SYMTAB,
                                                .sh_offset = symbols_at,
                                                .sh_size = bytes,
                                                .sh_link = (Elf64_Word)table + 1,
                                                .sh_info = 1, /* the first that is not local */
                                                .sh_addralign = 8,
                                                .sh_entsize = sizeof *f->syms};
    f->sections[f->n_sections++] = (Elf64_Shdr){.sh_type = SHT_STRTAB,
                                                .sh_offset = symbols_at + bytes,
                                                .sh_size = names_bytes,
                                                .sh_addralign = 1};
}

static uint8_t *join(const struct symbols_file *f, uint64_t entry, const char *names, size_t n,
                     size_t *size)
{
    const Elf64_Ehdr head = {
        .e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
        .e_type = ET_EXEC,
        .e_machine = EM_X86_64, /* the machine that gdb takes it for: machine/persona.h */
        .e_version = EV_CURRENT,
        .e_entry = entry,
        .e_shoff = sizeof head,
        .e_ehsize = sizeof head,
        .e_shentsize = sizeof *f->sections,
        .e_shnum = (Elf64_Half)f->n_sections,
        .e_shstrndx = (Elf64_Half)(f->n_sections - 1)};
    uint8_t *file = NULL;
    size_t all = 0;
    FILE *out = open_memstream((char **)&file, &all);
    if (!out)
        return NULL;
    fwrite(&head, sizeof head, 1, out);
    fwrite(f->sections, sizeof *f->sections, f->n_sections, out);
    fwrite(f->syms, sizeof *f->syms, f->n_syms, out);
    fwrite(names, 1, n, out);
    if (fclose(out)) {
        free(file);
        return NULL;
    }
    *size = all;
    return file;
}

uint8_t *gcn_symbols_for_gdb(const struct gcn_program *progs, size_t n, uint64_t origin,
                             size_t *size)
{
    size_t labels = 1 + n, names_bytes = 0;
    char *names = NULL;
    uint8_t *file = NULL;
    for (size_t i = 0; i < n; i++)
        labels += progs[i].labels.n;
    struct symbols_file f = {.sections = calloc(BEFORE + n + BEHIND, sizeof *f.sections),
                             .syms = calloc(labels, sizeof *f.syms),
                             .n_sections = BEFORE,
                             .origin = origin,
                             .n_syms = 1,
                             .names = open_memstream(&names, &names_bytes)};
    if (f.sections && f.syms && f.names) {
        put_name(&f, "", 0);
        for (size_t i = 0; i < n; i++)
            put_program(&f, &progs[i]);
        fflush(f.names);
        put_tables(&f, sizeof(Elf64_Ehdr) + (f.n_sections + BEHIND) * sizeof *f.sections,
                   names_bytes);
        file = join(&f, n ? progs[0].base - origin : 0, names, names_bytes, size);
    }
    if (f.names)
        fclose(f.names);
    free(names);
    free(f.sections);
    free(f.syms);
    return file;
}
