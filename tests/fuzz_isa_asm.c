/* Any text assembles or is refused with a message. */
#include <stdint.h>
#include <stdlib.h>

#include "isa/program.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct eu_asm_opts opts = {
        .gen = (enum eu_gen)(EU_GEN7 << size % 4), .compact = size & 4, .path = "fuzz"};
    struct eu_program prog = {0};
    struct diags diags = {0};
    int err = eu_assemble((const char *)data, size, &opts, &prog, &diags);
    if ((err == -EU_ERR_SYNTAX) != (diags.errors > 0))
        abort();
    eu_program_fini(&prog);
    diags_fini(&diags);
    return 0;
}
