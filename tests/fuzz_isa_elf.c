/* Any bytes as an ELF file, and as a line table, are read or refused; what was read is written. */
#include <stdint.h>
#include <stdlib.h>

#include "isa/dwarf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct eu_program prog = {0}, table = {.size = 4096};
    struct diags diags = {0};
    uint8_t *image = NULL;
    size_t n = 0;
    int err = eu_elf_read(data, size, &prog, &diags);
    if ((err == -EU_ERR_FORMAT) != (diags.errors > 0))
        abort();
    if (!err && prog.size && eu_elf_image(&prog, 1, NULL, &image, &n))
        abort();
    free(image);
    if (eu_dwarf_read_lines(data, size, &table))
        abort();
    for (size_t i = 1; i < table.nlines; i++)
        if (table.lines[i].addr <= table.lines[i - 1].addr)
            abort();
    eu_program_fini(&prog);
    eu_program_fini(&table);
    diags_fini(&diags);
    return 0;
}
