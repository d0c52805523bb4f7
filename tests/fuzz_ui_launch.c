/* Launch files: any bytes make a machine or are refused with messages, and what was made runs some
 * instructions. The first byte picks a frame around the others, since few random bytes are JSON.
 * Runs in the project's folder. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/launched.h"

enum { INSTRUCTIONS = 200 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static int file;
static char path[32];

static const char *const frames[][2] = {
    {"", ""},
    {"{", "}"},
    {"{\"surfaces\":[{", "}]}"},
    {"{\"surfaces\":[{\"bti\":0,\"address\":1048576,\"width\":4,\"height\":2,\"pitch\":16,", "}]}"},
    {"{\"samplers\":[{", "}]}"},
    {"{\"dispatch\":{", "}}"},
    {"{\"dispatch\":{\"kind\":\"gpgpu\",", "}}"},
    {"{\"dispatch\":{\"kind\":\"media\",", "}}"},
    {"{\"dispatch\":{\"kind\":\"ps\",", "}}"},
    {"{\"dispatch\":{\"kind\":\"vs\",", "}}"},
    {"{\"scratch\":{", "}}"},
    {"{\"set\":{", "}}"},
    {"{\"enable\":[", "]}"},
    {"{\"match\":{", "}}"},
    {"{\"quirk\":{", "}}"},
    {"{\"load\":{", "}}"},
    {"{\"dump\":[", "]}"},
};

/* Messages are for people: they would be most of the time. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    file = memfd_create("launch", MFD_CLOEXEC);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    stderr = fopen("/dev/null", "w");
    if (file < 0 || !stderr || !freopen("/dev/null", "r", stdin))
        abort();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *const *frame = frames[n ? data[0] % (sizeof frames / sizeof frames[0]) : 0];
    const char *const words[] = {"--launch", path, "samples/calls.asm", NULL};
    static struct launched w;
    struct eu_event ev;
    if (ftruncate(file, 0) || lseek(file, 0, SEEK_SET) ||
        write(file, frame[0], strlen(frame[0])) < 0 || (n && write(file, data + 1, n - 1) < 0) ||
        write(file, frame[1], strlen(frame[1])) < 0)
        abort();
    if (launched_build(&w, UI_RUN, words))
        eu_run(w.built.eu, INSTRUCTIONS, &ev);
    ui_machine_fini(&w.built);
    launch_fini(&w.launch);
    return 0;
}
