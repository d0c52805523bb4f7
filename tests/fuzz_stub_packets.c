/* Any bytes from a client leave the server standing. */
#include <stdint.h>
#include <stdlib.h>

#include "debug/dbg.h"
#include "eu/machine.h"
#include "exception/exception.h"
#include "stub/stub.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ignore(void *ctx, const void *bytes, size_t n)
{
    (void)ctx, (void)bytes, (void)n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct stub_ops ops = {.send = ignore};
    static const uint8_t code[64]; /* four times opcode 0 */
    struct eu *eu = eu_new(EU_GEN7, 2);
    eu_load_code(eu, 0, code, sizeof code);
    exc_install(eu);
    eu_thread_start(eu, 0, 0, 0xff, 0);
    eu_thread_start(eu, 1, 0, 0xff, 1u << 12);
    struct machine *m = eu_machine_new(eu, NULL, 0);
    struct dbg *dbg = dbg_new(m, size % 2);
    dbg_history(dbg, size % 3 << 15);
    struct stub *stub = stub_new(dbg, &ops, NULL);
    enum stub_state state = stub_feed(stub, data, size);
    for (unsigned i = 0; i < 4 && state == STUB_RUNNING; i++)
        state = stub_poll(stub);
    stub_free(stub);
    dbg_free(dbg);
    eu_machine_free(m);
    eu_free(eu);
    return 0;
}
