/* The device's clock. Without a kernel driver, Intel's driver cannot read it. */
#include <time.h>

#include "gpu/layer/share.h"
#include "gpu/layer/zero/driver.h"

enum { TIMESTAMPS = 14 }; /* place in its table */
enum {
    HAS_TIMESTAMPS = 1 << 16 | 1,
    DEVICE_LOST = 0x70000001
}; /* from 1.1 on; ZE_RESULT_ERROR_... */

typedef uint32_t timestamps_function(void *device, uint64_t *host, uint64_t *ticks);
static timestamps_function *reads;

uint32_t zeGetDeviceProcAddrTable(uint32_t version, any_function **table);

/* The host's clock is the one of Intel's driver. */
static uint32_t read_timestamps(void *device, uint64_t *host, uint64_t *ticks)
{
    enum { SECOND = 1000000000 };
    struct timespec now;
    uint32_t result = reads(device, host, ticks);
    if (result != DEVICE_LOST || !read_clock(ticks))
        return result;
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    *host = (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
    return 0;
}

uint32_t zeGetDeviceProcAddrTable(uint32_t version, any_function **table)
{
    uint32_t result = zero_fill_table("zeGetDeviceProcAddrTable", version, table);
    if (!result && version >= HAS_TIMESTAMPS && table[TIMESTAMPS])
        WRAP(table, TIMESTAMPS, read_timestamps, reads);
    return result;
}
