/* Any bytes, judged as each generation: no fault, and findings that name their rule. */
#include <stdlib.h>
#include <string.h>

#include "isa/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    uint32_t size = n > 4096 ? 4096 : (uint32_t)n;
    uint8_t *code = malloc(size + 1u);

    if (!code)
        return 0;
    if (size)
        memcpy(code, data, size);
    for (unsigned i = 0; i < 8; i++) {
        struct eu_program prog = {.code = code, .size = size};
        struct eu_findings found = {0};
        char text[256];
        if (eu_check(gens[i % 4], &prog, i / 4, &found) ||
            (i / 4 && eu_check_routine(gens[i % 4], &prog, &found)))
            abort();
        for (size_t k = 0; k < found.n; k++)
            if (!*eu_finding_text(&found.items[k], text, sizeof text) || !*found.items[k].section)
                abort();
        eu_findings_fini(&found);
    }
    free(code);
    return 0;
}
