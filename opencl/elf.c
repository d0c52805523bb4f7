/* Reads ELF64 files that may be damaged: each section is checked to lie inside the file. */
#include <elf.h>
#include <string.h>

#include "opencl/read_impl.h"

bool cl_elf_open(struct cl_bytes image, struct cl_elf *elf)
{
    Elf64_Ehdr head;
    if (image.n < sizeof head || memcmp(image.p, ELFMAG, SELFMAG))
        return false;
    memcpy(&head, image.p, sizeof head);
    if (head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_ident[EI_DATA] != ELFDATA2LSB ||
        head.e_shentsize != sizeof(Elf64_Shdr) || head.e_shoff > image.n ||
        head.e_shnum > (image.n - head.e_shoff) / sizeof(Elf64_Shdr))
        return false;
    *elf = (struct cl_elf){.image = image,
                           .n = head.e_shnum,
                           .type = head.e_type,
                           .machine = head.e_machine,
                           .names = head.e_shstrndx};
    return true;
}

static void header_at(const struct cl_elf *elf, unsigned index, Elf64_Shdr *head)
{
    uint64_t table = cl_u64(elf->image.p + offsetof(Elf64_Ehdr, e_shoff));
    memcpy(head, elf->image.p + table + index * sizeof *head, sizeof *head);
}

static bool bytes_of(const struct cl_elf *elf, const Elf64_Shdr *head, struct cl_bytes *bytes)
{
    *bytes = (struct cl_bytes){NULL, 0};
    if (head->sh_type == SHT_NOBITS || head->sh_type == SHT_NULL)
        return true;
    if (head->sh_offset > elf->image.n || head->sh_size > elf->image.n - head->sh_offset)
        return false;
    *bytes = (struct cl_bytes){elf->image.p + head->sh_offset, head->sh_size};
    return true;
}

static const char *name_of(const struct cl_elf *elf, uint32_t at)
{
    Elf64_Shdr head;
    struct cl_bytes names;
    if (elf->names >= elf->n)
        return "";
    header_at(elf, (unsigned)elf->names, &head);
    if (!bytes_of(elf, &head, &names) || at >= names.n || !memchr(names.p + at, 0, names.n - at))
        return "";
    return (const char *)names.p + at;
}

bool cl_elf_section(const struct cl_elf *elf, unsigned index, struct cl_section *section)
{
    Elf64_Shdr head;
    header_at(elf, index, &head);
    *section = (struct cl_section){.name = name_of(elf, head.sh_name),
                                   .type = head.sh_type,
                                   .link = head.sh_link,
                                   .info = head.sh_info,
                                   .flags = head.sh_flags,
                                   .entry_size = head.sh_entsize};
    return bytes_of(elf, &head, &section->bytes);
}
