/* Any text assembles or is refused with a message. */
#include <stdlib.h>
#include <string.h>

#include "gcn/asm.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gcn_code code;
    char *text = strndup((const char *)data, size);
    int rc = text ? gcn_asm((enum gcn_gen)(size % GCN_GENS), text, &code) : 0;
    if (text && rc >= 0 && (rc != 0) != (code.n_diags > 0))
        abort();
    if (text)
        gcn_code_fini(&code);
    free(text);
    return 0;
}
