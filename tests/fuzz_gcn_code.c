/* Any bytes: decode, print, assemble the print; the same bytes must come back. Then they run, with
 * a lint that looks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcn/asm.h"
#include "gcn/hsa.h"
#include "gcn/lint.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void back_again(enum gcn_gen gen, const uint8_t *bytes, size_t size)
{
    struct gcn_dis_options opt = {.bytes = false};
    struct gcn_code code;
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    if (!out || gcn_dis(gen, bytes, size, &opt, out))
        abort();
    fclose(out);
    if (gcn_asm(gen, text, &code) || code.size != size || memcmp(code.bytes, bytes, size))
        abort();
    gcn_code_fini(&code);
    free(text);
}

static void run(enum gcn_gen gen, const uint8_t *bytes, size_t size)
{
    struct gcn *m = gcn_new(gen);
    struct gcn_launch launch = {.kernel = {.lds = 512, .entry = 0x1000, .rsrc1 = 1 | 1 << 6},
                                .grid = {2, 1, 1},
                                .local = {100, 1, 1},
                                .salt = 3,
                                .raw = true};
    struct gcn_wave *w;
    uint64_t budget = 300;
    char why[128];
    if (!m || gcn_memory_map(m->memory, 0x1000, size))
        abort();
    gcn_memory_write(m->memory, 0x1000, bytes, size);
    if (gcn_handler_set(m, bytes, size) || gcn_dispatch(m, &launch, NULL, 0, why) ||
        gcn_lint_new(m, GCN_LINT_REPORT) || gcn_lint_code(m, 0x1000, bytes, size))
        abort();
    gcn_run(m, &budget, &w);
    gcn_free(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    size_t size = n > 1024 ? 1024 : n & ~(size_t)3;
    if (!size)
        return 0;
    for (int g = 0; g < GCN_GENS; g++) {
        back_again((enum gcn_gen)g, data, size);
        run((enum gcn_gen)g, data, size);
    }
    return 0;
}
