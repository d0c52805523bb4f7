/* Bytes from a hostile client. The first byte says whether they come in one piece. */
#include <stdint.h>
#include <stdlib.h>

#include "stub/stub.h"
#include "tests/fake_machine.h"

static void nowhere(void *ctx, const void *bytes, size_t n)
{
    unsigned *sum = ctx;
    for (size_t i = 0; i < n; i++) /* the sanitizer sees every byte read */
        *sum += ((const uint8_t *)bytes)[i];
}

static void run_some(struct stub *stub)
{
    for (int i = 0; i < 4 && stub_poll(stub) == STUB_RUNNING; i++)
        ;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const struct stub_ops ops = {.send = nowhere};
    unsigned sum = 0;
    struct fake *fake = malloc(sizeof *fake);
    if (!fake || n < 1)
        return free(fake), 0;
    fake_init(fake);
    struct dbg *dbg = dbg_new(&fake->m, data[0] & 2);
    struct stub *stub = stub_new(dbg, &ops, &sum);
    size_t step = data[0] & 1 ? n : 1 + data[0] / 4;
    stub_feed(stub, "$QStartNoAckMode#b0",
              data[0] & 4 ? 19 : 0); /* without: checksums are looked at */
    for (size_t i = 1; i < n; i += step) {
        stub_feed(stub, data + i, n - i < step ? n - i : step);
        run_some(stub);
    }
    stub_reset(stub);
    stub_feed(stub, "$g#67", 5);
    stub_free(stub);
    dbg_free(dbg);
    free(fake);
    return 0;
}
