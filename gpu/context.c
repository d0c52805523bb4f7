/* Makes and frees a GPU; its registers with the submit port; its contexts with their rings. */
#include "gpu/impl.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gpu *gpu_new(const struct gpu_device *device, const struct gpu_hooks *hooks)
{
    struct gpu *gpu = calloc(1, sizeof *gpu);
    if (!gpu)
        return NULL;
    gpu->device = device;
    gpu->hooks = hooks ? *hooks : (struct gpu_hooks){0};
    gpu->physical = eu_memory_new(48);
    gpu->tables = eu_memory_new(48);
    gpu->ggtt = eu_memory_new(32);
    gpu->registers = calloc(GPU_REGISTER_BYTES / 4, sizeof *gpu->registers);
    if (gpu->hooks.take_seat)
        gpu->hooks.walker_ctx = gpu->hooks.take_seat(gpu->hooks.walker_ctx);
    bool seated = !gpu->hooks.take_seat || gpu->hooks.walker_ctx;
    if (gpu->physical && gpu->tables && gpu->ggtt && gpu->registers && seated) {
        eu_memory_gather(gpu->physical);
        return gpu;
    }
    gpu_free(gpu);
    return NULL;
}

void gpu_free(struct gpu *gpu)
{
    if (!gpu)
        return;
    if (gpu->hooks.leave_seat && gpu->hooks.walker_ctx)
        gpu->hooks.leave_seat(gpu->hooks.walker_ctx);
    for (unsigned i = 0; i < GPU_CONTEXTS; i++)
        free(gpu->contexts[i].waits);
    eu_memory_free(gpu->physical);
    eu_memory_free(gpu->tables);
    eu_memory_free(gpu->ggtt);
    free(gpu->registers);
    free(gpu);
}

enum gpu_stop gpu_fail(struct gpu *gpu, enum gpu_stop stop, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(gpu->why, sizeof gpu->why, fmt, args);
    va_end(args);
    return stop;
}

const char *gpu_why(const struct gpu *gpu)
{
    return gpu->why;
}

uint64_t gpu_submissions(const struct gpu *gpu)
{
    return gpu->submissions;
}

uint64_t gpu_walkers(const struct gpu *gpu)
{
    return gpu->walkers;
}

bool gpu_abandoned(const struct gpu *gpu)
{
    return gpu->hooks.abandoned && gpu->hooks.abandoned(gpu->hooks.abandoned_ctx);
}

unsigned gpu_gen(const struct gpu *gpu)
{
    return gpu->device->gen;
}

struct eu_memory *gpu_physical(struct gpu *gpu)
{
    return gpu->physical;
}

/* --- registers --- */

/* Low dword of an element of the submit port. Elements come high dword first, element 1 first. */
enum { ELEMENT_VALID = 1, ELEMENT_1_LOW = 1, ELEMENT_0_LOW = 3 };

void gpu_register_store(struct gpu *gpu, uint32_t offset, uint32_t value)
{
    if (offset < GPU_REGISTER_BYTES)
        gpu->registers[offset / 4] = value;
}

enum gpu_stop gpu_register_write(struct gpu *gpu, uint32_t offset, uint32_t value)
{
    gpu_register_store(gpu, offset, value);
    if (offset != GPU_REG_SUBMIT)
        return GPU_DONE;
    gpu->submit[gpu->nsubmit++] = value;
    if (gpu->nsubmit < 4)
        return GPU_DONE;
    gpu->nsubmit = 0;
    static const unsigned order[] = {ELEMENT_0_LOW, ELEMENT_1_LOW};
    for (unsigned i = 0; i < 2; i++) {
        uint32_t low = gpu->submit[order[i]];
        enum gpu_stop stop = low & ELEMENT_VALID ? gpu_execute(gpu, low >> 12) : GPU_DONE;
        if (stop)
            return stop;
    }
    return gpu_go_on(gpu); /* rings that waited for what these have written */
}

/* Never returns the same value twice. */
uint64_t gpu_clock(struct gpu *gpu)
{
    enum { PICOSECONDS = 1000 };
    uint64_t ticks = gpu->ns * PICOSECONDS / gpu->device->tick;
    gpu->ticks = ticks > gpu->ticks ? ticks : gpu->ticks + 1;
    return gpu->ticks;
}

void gpu_pass_time(struct gpu *gpu, uint64_t ns)
{
    gpu->ns += ns;
}

uint32_t gpu_register_read(struct gpu *gpu, uint32_t offset)
{
    switch (offset & ~3u) {
    case GPU_REG_STATUS:
        return gpu_waits(gpu) ? 0 : GPU_STATUS_IDLE;
    case GPU_REG_TIMESTAMP:
    case GPU_REG_CTX_TIMESTAMP:
        return (uint32_t)gpu_clock(gpu);
    case GPU_REG_TIMESTAMP + 4:
        return (uint32_t)(gpu->ticks >> 32);
    default:
        return offset < GPU_REGISTER_BYTES ? gpu->registers[offset / 4] : 0;
    }
}

/* --- contexts --- */

/* Bytes in the image's second page, where the driver always has them. */
enum {
    IMAGE_RING_TAIL = 0x101c,
    IMAGE_RING_START = 0x1024,
    IMAGE_RING_CTL = 0x102c,
    IMAGE_PML4_HIGH = 0x10c4,
    IMAGE_PML4_LOW = 0x10cc,
};

static struct gpu_context *context_of(struct gpu *gpu, uint32_t page)
{
    for (unsigned i = 0; i < GPU_CONTEXTS; i++) {
        struct gpu_context *c = &gpu->contexts[i];
        if (c->present && c->page == page)
            return c;
        if (!c->present) {
            *c = (struct gpu_context){.page = page, .present = true};
            return c;
        }
    }
    return NULL;
}

static uint32_t image_dword(struct gpu *gpu, uint32_t page, uint32_t at)
{
    uint32_t v = 0;
    (void)gpu_space_read(gpu, true, ((uint64_t)page << 12) + at, &v, sizeof v);
    return v;
}

static void enter_context(struct gpu *gpu, struct gpu_context *c)
{
    gpu->context = c;
    gpu->pml4 = ((uint64_t)image_dword(gpu, c->page, IMAGE_PML4_HIGH) << 32 |
                 image_dword(gpu, c->page, IMAGE_PML4_LOW)) &
                ~UINT64_C(4095);
    gpu_forget_translations(gpu);
}

/* Commands after a stop would run on half-finished work: skips them. */
static void end_ring(struct gpu_context *c, struct gpu_stream *s)
{
    c->head = s->tail;
    c->waits = NULL;
    free(s);
}

/* Takes ownership of @s, whose place @c keeps if it waits. */
static enum gpu_stop run_ring(struct gpu_context *c, struct gpu_stream *s)
{
    enum gpu_stop stop = gpu_stream_run(s);
    c->waits = s;
    if (stop || !s->waits)
        end_ring(c, s);
    return stop;
}

enum gpu_stop gpu_execute(struct gpu *gpu, uint32_t page)
{
    uint64_t physical;
    struct gpu_context *c = context_of(gpu, page);
    if (!c)
        return gpu_fail(gpu, GPU_LIMIT, "more than %d contexts", GPU_CONTEXTS);
    if (!gpu_ggtt_translate(gpu, ((uint64_t)page + 1) << 12, &physical))
        return gpu_fail(gpu, GPU_FAULT, "the context image at GGTT 0x%x000 is not mapped", page);
    uint32_t ctl = image_dword(gpu, page, IMAGE_RING_CTL);
    struct gpu_stream *s = c->waits ? c->waits : calloc(1, sizeof *s);
    if (!s)
        return gpu_fail(gpu, GPU_NO_MEMORY, "no memory");
    enter_context(gpu, c);
    gpu->submissions++;
    if (!c->waits)
        *s = (struct gpu_stream){.gpu = gpu,
                                 .context = c,
                                 .in_ring = true,
                                 .at = c->head,
                                 .ring = image_dword(gpu, page, IMAGE_RING_START),
                                 .ring_bytes = ((ctl >> 12 & 0x1ff) + 1) << 12};
    s->tail = image_dword(gpu, page, IMAGE_RING_TAIL);
    return run_ring(c, s);
}

/* --- waiting --- */

static struct gpu_context *next_waiting(struct gpu *gpu, unsigned *i)
{
    while (*i < GPU_CONTEXTS && !gpu->contexts[*i].waits)
        ++*i;
    return *i < GPU_CONTEXTS ? &gpu->contexts[*i] : NULL;
}

bool gpu_waits(const struct gpu *gpu)
{
    bool waits = false;
    for (unsigned i = 0; i < GPU_CONTEXTS && gpu->contexts[i].present; i++)
        waits |= gpu->contexts[i].waits != NULL;
    return waits;
}

static enum gpu_stop end_waiting(struct gpu *gpu)
{
    struct gpu_context *c;
    for (unsigned i = 0; (c = next_waiting(gpu, &i)); i++)
        end_ring(c, c->waits);
    return gpu_fail(gpu, GPU_LIMIT, "%d commands of rings that signal one another without an end",
                    GPU_COMMANDS_MAX);
}

/* A ring that goes on may signal another one. */
enum gpu_stop gpu_go_on(struct gpu *gpu)
{
    enum gpu_stop stop = GPU_DONE;
    bool any = gpu_waits(gpu);
    const uint64_t first = gpu->commands;
    while (any && !stop) {
        struct gpu_context *c;
        const uint64_t before = gpu->commands;
        if (before - first > GPU_COMMANDS_MAX)
            return end_waiting(gpu);
        for (unsigned i = 0; !stop && (c = next_waiting(gpu, &i)); i++) {
            enter_context(gpu, c);
            stop = run_ring(c, c->waits);
        }
        any = gpu->commands != before;
    }
    return stop;
}

enum gpu_stop gpu_give_up(struct gpu *gpu)
{
    enum gpu_stop stop = GPU_DONE;
    struct gpu_context *c;
    for (unsigned i = 0; (c = next_waiting(gpu, &i)); i++) {
        struct gpu_stream *s = c->waits;
        uint32_t have = 0;
        uint64_t address = gpu_MI_SEMAPHORE_WAIT_address(s->dw);
        enter_context(gpu, c);
        (void)gpu_space_read(gpu, gpu_MI_SEMAPHORE_WAIT_ggtt(s->dw), address, &have, sizeof have);
        if (!stop)
            stop = gpu_fail(gpu, GPU_HANG,
                            "MI_SEMAPHORE_WAIT at 0x%llx: 0x%llx holds 0x%x, and nobody changes it",
                            (unsigned long long)s->here, (unsigned long long)address, have);
        end_ring(c, s);
    }
    return stop;
}
