/* Corrects the times of events. A driver without a kernel driver cannot read a GPU clock when a
 * command is queued: its queue and submit times are leftovers from its stack. Start and end are the
 * GPU's own (EnableDeviceBasedTimestamps), but the driver adds one period of the GPU's counter if
 * its queue time is later than the start. Simulated time stands still between two walkers, so this
 * layer reports that a command was queued and submitted when it started. Work that the driver did
 * on the host has the host's time. Source: compute-runtime 22.43, event.cpp. Status: spec (seen).
 */
#include "gpu/layer/opencl/times.h"

#include <stdlib.h>
#include <string.h>

/* CL_PROFILING_COMMAND_...; number of bits of the GPU's counter that the driver uses. */
enum { QUEUED = 0x1280, SUBMIT, START, END, COMPLETE, MOMENTS = COMPLETE - QUEUED + 1 };
enum { COUNTER_BITS = 36, PICOSECONDS = 1000 };
#define HOUR (UINT64_C(3600) * 1000000000)

/* Period of the GPU's counter in nanoseconds; 0: not known. EULAB_CL_TICK: picoseconds per tick. */
static uint64_t counter_round(void)
{
    const char *tick = getenv("EULAB_CL_TICK");
    return tick ? (strtoull(tick, NULL, 10) << COUNTER_BITS) / PICOSECONDS : 0;
}

/* Whether the times come from one clock, the host's. */
static int of_host(const uint64_t at[MOMENTS])
{
    const uint64_t queued = at[0], submit = at[SUBMIT - QUEUED], start = at[START - QUEUED];
    return queued <= submit && submit <= start && start - queued < HOUR;
}

int32_t times_of_event(times_function *driver, void *event, uint32_t what, size_t size, void *value,
                       size_t *had)
{
    uint64_t at[MOMENTS], all = counter_round();
    int32_t error = driver(event, what, size, value, had);
    if (error || !value || !all || what < QUEUED || what > COMPLETE)
        return error;
    for (uint32_t i = 0; i < MOMENTS; i++)
        if (driver(event, QUEUED + i, sizeof *at, &at[i], NULL))
            return error;
    if (of_host(at))
        return error;
    uint64_t start = at[START - QUEUED], beyond = start >= all ? all : 0;
    uint64_t moment = what < START ? start : at[what - QUEUED];
    moment -= beyond;
    memcpy(value, &moment, sizeof moment);
    return error;
}
