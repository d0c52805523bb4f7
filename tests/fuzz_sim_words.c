/* Words that nobody checked, on the reference engine: any end is fine, as long as it has a name. */
#include "sim/sim.h"
#include "tests/random_words.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void run_words(enum eu_gen gen, const uint8_t *data, size_t n)
{
    uint64_t seed = 0x9e3779b97f4a7c15u;
    struct eu *eu = random_word_machine(gen);
    if (!eu)
        return;
    for (size_t at = 0; at + RANDOM_WORD_BYTES <= n; at += RANDOM_WORD_BYTES) {
        struct eu_event ev;
        enum eu_stop stop = random_word_run(eu, data + at, &seed, 64, &ev);
        if (stop <= EU_STOP_NONE || stop >= EU_STOP_COUNT || stop != ev.stop || !ev.text[0])
            abort();
    }
    eu_free(eu);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n > 4096)
        return 0;
    run_words(EU_GEN7, data, n);
    run_words(EU_GEN75, data, n);
    return 0;
}
