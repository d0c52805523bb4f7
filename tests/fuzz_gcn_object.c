/* Any bytes as a code object are read or refused; what is loaded runs a little. */
#include <stdlib.h>

#include "gcn/dwarf.h"
#include "gcn/hsa.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gcn *m = gcn_new(GCN_GFX803);
    struct gcn_launch launch = {.grid = {1, 1, 1}, .local = {64, 1, 1}};
    struct gcn_object_text text = {.elf = data, .size = size};
    char why[128], name[64];
    gcn_code_object_gen(data, size);
    if (gcn_code_object_text(&text))
        gcn_code_object_symbol(&text, text.addr, name, sizeof name);
    free(gcn_code_object_for_gdb(data, size));
    if (m && !gcn_code_object_load(m, data, size, why) &&
        !gcn_kernel_find(data, size, "collatz", &launch.kernel, why) &&
        !gcn_dispatch(m, &launch, NULL, 0, why)) {
        uint64_t budget = 200;
        struct gcn_wave *w;
        gcn_run(m, &budget, &w);
    }
    gcn_free(m);
    return 0;
}
