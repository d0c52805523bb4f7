/* Messages in the chain. */
#include "sim/fast/core.h"

fast_handler *fast_send_handler(const struct fast_cold *cold)
{
    (void)cold;
    return fast_slow;
}
