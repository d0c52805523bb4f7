/* Any bytes: decode, print, assemble the print; the same bytes must come back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/program.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void check(enum eu_gen gen, uint8_t *code, uint32_t size)
{
    struct eu_program prog = {.code = code, .size = size}, back = {0};
    struct eu_asm_opts opts = {.gen = gen, .path = "fuzz"};
    struct diags diags = {0};
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);

    if (!out || eu_dis_program(out, &prog, gen, EU_DIS_MANUAL, true))
        abort();
    fclose(out);
    if (eu_assemble(text, len, &opts, &back, &diags) || back.size != size ||
        memcmp(back.code, code, size))
        abort();
    eu_program_fini(&back);
    diags_fini(&diags);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    uint32_t size = n > 4096 ? 4096 : (uint32_t)n & ~3u;
    uint8_t *code = malloc(size + 1u);

    if (!code || !size) {
        free(code);
        return 0;
    }
    memcpy(code, data, size);
    for (unsigned i = 0; i < 4; i++) {
        struct eu_program prog = {.code = code, .size = size};
        char *text = NULL;
        size_t len = 0;
        FILE *out = open_memstream(&text, &len);
        check(gens[i], code, size);
        eu_dis_json(out, &prog, gens[i]);
        if (eu_dis_program(out, &prog, gens[i], EU_DIS_IGA, true))
            abort();
        fclose(out);
        free(text);
    }
    free(code);
    return 0;
}
