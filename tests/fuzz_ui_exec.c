/* Lines of the test protocol: any bytes have one answer, which is a line of JSON. The first byte
 * picks a frame around the others, since few random bytes are JSON. */
#include "eu/cli/exec.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#define CODE "{\"code\":\"01000000000000000000000000000000\",\"max\":64,"
static const char *const frames[][2] = {
    {"", ""},
    {"{\"max\":64,\"asm\":\"", "\"}"},
    {"{\"max\":64,\"code\":\"", "\",\"enable\":[\"illegal-opcode\"]}"},
    {CODE "\"set\":{", "}}"},
    {CODE "\"mem\":{", "}}"},
    {CODE "\"get\":[", "]}"},
    {CODE "\"surfaces\":[{", "}]}"},
    {CODE "\"match\":[{", "}]}"},
    {CODE "\"raise\":[{", "}]}"},
    {CODE "\"enable\":[\"software\",\"breakpoint\",\"illegal-opcode\"],\"sip\":", "}"},
    {CODE "\"dmask\":", "}"},
    {CODE "\"quirk\":{", "}}"},
    {CODE "\"gen\":\"7.5\",", "}"},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *const *frame = frames[n ? data[0] % (sizeof frames / sizeof frames[0]) : 0];
    size_t before = strlen(frame[0]), after = strlen(frame[1]), body = n ? n - 1 : 0;
    char *line = malloc(before + body + after + 1);
    if (!line)
        return 0;
    memcpy(line, frame[0], before);
    if (body)
        memcpy(line + before, data + 1, body);
    memcpy(line + before + body, frame[1], after + 1);
    char *answer = ui_exec_line(line, before + body + after);
    if (!answer || answer[0] != '{' || strchr(answer, '\n'))
        abort();
    free(answer);
    free(line);
    return 0;
}
