/* How micro-ops are executed. */
#ifndef EULAB_SIM_FAST_HANDLER_H
#define EULAB_SIM_FAST_HANDLER_H

#include <stdint.h>

struct fast_ctx;
struct fast_uop;

/* A handler executes its micro-op and calls the handler of the next one, so that values needed
 * everywhere stay in host registers: the register file, the active channels, and the number of
 * instructions left. It returns if none is left, or if the micro-op needs a full step. PASSED:
 * native code was left; fast_visit_end() was called. */
#define FAST_ARGS struct fast_ctx *x, struct fast_uop *u, uint8_t *grf, uint32_t act, uint64_t left
#define FAST_PASS x, u, grf, act, left
enum fast_leave { FAST_LIMIT, FAST_SLOW, FAST_PASSED };
typedef enum fast_leave fast_handler(FAST_ARGS);

#endif
