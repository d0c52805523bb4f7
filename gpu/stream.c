/* The command streamer: reads commands from a ring and from batches, and calls the handler of each.
 */
#include "gpu/impl.h"

#include <stdio.h>
#include <string.h>

enum { NAME_BYTES = 40 };

static const struct gpu_command_info commands[GPU_COMMANDS] = {
#define CMD(id, name, header, mask, length, least, handler)                                        \
    [GPU_##id] = {name, header, mask, GPU_##length, least, gpu_do_##handler},
#include "gpu/commands.def"
};

const struct gpu_command_info *gpu_command_of(uint32_t header, enum gpu_command *id)
{
    for (unsigned i = 0; i < GPU_COMMANDS; i++) {
        if ((header & commands[i].mask) == commands[i].header) {
            *id = i;
            return &commands[i];
        }
    }
    return NULL;
}

static unsigned dwords_of(const struct gpu_command_info *info, uint32_t header)
{
    switch (info->length) {
    case GPU_LOW8:
        return (header & 0xff) + 2;
    case GPU_LOW10:
        return (header & 0x3ff) + 2;
    default:
        return 1;
    }
}

/* Reads the next @n dwords of @s; the ring wraps at its end. False: not mapped. */
static bool fetch_dwords(struct gpu_stream *s, unsigned n)
{
    if (!s->in_ring)
        return gpu_space_read(s->gpu, false, s->at, s->dw, n * 4u);
    for (unsigned i = 0; i < n; i++)
        if (!gpu_space_read(s->gpu, true, s->ring + (s->at + 4 * i) % s->ring_bytes, &s->dw[i], 4))
            return false;
    return true;
}

static enum gpu_stop fault_of(struct gpu_stream *s)
{
    return gpu_fail(s->gpu, GPU_FAULT, "the %s at 0x%llx is not mapped",
                    s->in_ring ? "ring" : "batch", (unsigned long long)s->here);
}

static void advance_head(struct gpu_stream *s)
{
    if (s->jumped)
        return;
    s->at += s->n * 4u;
    if (s->in_ring)
        s->at %= s->ring_bytes;
}

static enum gpu_stop step_command(struct gpu_stream *s)
{
    enum gpu_command id;
    s->here = s->in_ring ? s->ring + s->at : s->at;
    if (!fetch_dwords(s, 1))
        return fault_of(s);
    const struct gpu_command_info *info = gpu_command_of(s->dw[0], &id);
    if (!info)
        return gpu_fail(s->gpu, GPU_UNKNOWN_COMMAND, "unknown command 0x%08x at 0x%llx", s->dw[0],
                        (unsigned long long)s->here);
    s->n = dwords_of(info, s->dw[0]);
    s->jumped = false;
    if (s->n < info->least)
        return gpu_fail(s->gpu, GPU_BAD_COMMAND, "%s at 0x%llx has %u dwords, %u are needed",
                        info->name, (unsigned long long)s->here, s->n, info->least);
    if (!fetch_dwords(s, s->n))
        return fault_of(s);
    if (s->gpu->hooks.log && !s->waits)
        gpu_trace(s, id, info->name);
    s->waits = false;
    enum gpu_stop stop = info->handler(s);
    if (s->waits)
        return stop;
    s->gpu->commands++;
    advance_head(s);
    return stop;
}

/* A batch that loops and has walkers may run longer than its driver lives. */
static bool abandoned(const struct gpu_stream *s, unsigned count)
{
    enum { BETWEEN = 4096 };
    return count % BETWEEN == BETWEEN - 1 && gpu_abandoned(s->gpu);
}

enum gpu_stop gpu_stream_run(struct gpu_stream *s)
{
    uint32_t tail = s->tail % s->ring_bytes;
    for (unsigned count = 0; !s->in_ring || s->at != tail; count++) {
        if (count == GPU_COMMANDS_MAX)
            return gpu_fail(s->gpu, GPU_LIMIT, "%d commands without an end, the last at 0x%llx",
                            GPU_COMMANDS_MAX, (unsigned long long)s->here);
        if (abandoned(s, count))
            return gpu_fail(s->gpu, GPU_ABANDONED, "the driver has gone");
        enum gpu_stop stop = step_command(s);
        if (stop || s->waits)
            return stop;
    }
    return GPU_DONE;
}

/* --- flow of the stream itself --- */

enum gpu_stop gpu_do_none(struct gpu_stream *s)
{
    (void)s;
    return GPU_DONE;
}

/* From the ring a batch start is a call; from a batch it is a jump, or, with second level, a call.
 */
enum gpu_stop gpu_do_batch_start(struct gpu_stream *s)
{
    if (gpu_MI_BATCH_BUFFER_START_predicated(s->dw))
        return gpu_fail(s->gpu, GPU_NOT_SIMULATED, "a predicated MI_BATCH_BUFFER_START at 0x%llx",
                        (unsigned long long)s->here);
    uint64_t next = s->at + s->n * 4u;
    if (s->in_ring || gpu_MI_BATCH_BUFFER_START_second_level(s->dw)) {
        if (s->depth == GPU_CALLS_MAX)
            return gpu_fail(s->gpu, GPU_LIMIT,
                            "batches call one another more than %d deep, at 0x%llx", GPU_CALLS_MAX,
                            (unsigned long long)s->here);
        s->back[s->depth++] = s->in_ring ? next % s->ring_bytes : next;
    }
    s->in_ring = false;
    s->at = gpu_MI_BATCH_BUFFER_START_address(s->dw);
    s->jumped = true;
    return GPU_DONE;
}

enum gpu_stop gpu_do_batch_end(struct gpu_stream *s)
{
    if (s->in_ring)
        return gpu_fail(s->gpu, GPU_BAD_COMMAND, "MI_BATCH_BUFFER_END in the ring, at 0x%llx",
                        (unsigned long long)s->here);
    s->at = s->back[--s->depth];
    s->in_ring = s->depth == 0;
    s->jumped = true;
    return GPU_DONE;
}
