/* Lines of the test protocol: any bytes have one answer, which is a line of JSON. */
#include "ui/exec.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char *answer = ui_exec_line((const char *)data, n);
    if (!answer || answer[0] != '{' || strchr(answer, '\n'))
        abort();
    free(answer);
    return 0;
}
