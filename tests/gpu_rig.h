/* A GPU with a context made by hand: its ring, one page of commands and one of data. */
#ifndef EULAB_TESTS_GPU_RIG_H
#define EULAB_TESTS_GPU_RIG_H

#include "tests/helpers.h"

#include "gpu/gpu.h"

enum {
    CONTEXT = 0x10,       /* GGTT page of the context */
    RING = 0x20,          /* GGTT page of the ring */
    PHYS_IMAGE = 0x11000, /* physical addresses */
    PHYS_RING = 0x20000,
    PHYS_BATCH = 0x30000,
    PHYS_DATA = 0x31000,
};
#define PML4 (UINT64_C(1) << 29)
#define BATCH UINT64_C(0x7f1234560000)
#define DATA UINT64_C(0x7f1234561000)
#define END 0x05000000u
#define START 0x18800101u

struct rig {
    struct gpu *gpu;
    uint32_t tail;
};

static inline void put64(struct gpu *gpu, uint64_t at, uint64_t v)
{
    assert_int_equal(gpu_physical_write(gpu, at, &v, 8), 0);
}

static inline void put32(struct gpu *gpu, uint64_t at, uint32_t v)
{
    assert_int_equal(gpu_physical_write(gpu, at, &v, 4), 0);
}

/* Makes the tables for one page where a driver puts them. */
static inline void map(struct gpu *gpu, uint64_t address, uint64_t physical)
{
    static const unsigned shifts[] = {39, 30, 21, 12};
    uint64_t base = PML4;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t next = PML4 << (i + 1), index = address >> shifts[i];
        put64(gpu, base + 8 * index, (i == 3 ? physical : next + 8 * (index << 9)) | 3);
        base = next;
    }
}

static inline int open_device(void **state, const char *name)
{
    struct rig *r = calloc(1, sizeof *r);
    r->gpu = gpu_new(gpu_device_by_name(name), NULL);
    if (!r->gpu)
        return -1;
    gpu_ggtt_write(r->gpu, CONTEXT, 0x10000 | 1);
    gpu_ggtt_write(r->gpu, CONTEXT + 1, PHYS_IMAGE | 1);
    for (unsigned i = 0; i < 4; i++)
        gpu_ggtt_write(r->gpu, RING + i, (PHYS_RING + i * 0x1000) | 1);
    put32(r->gpu, PHYS_IMAGE + 0x24, RING << 12);
    put32(r->gpu, PHYS_IMAGE + 0x2c, 0x3001);
    put32(r->gpu, PHYS_IMAGE + 0xc4, (uint32_t)(PML4 >> 32));
    put32(r->gpu, PHYS_IMAGE + 0xcc, (uint32_t)PML4);
    map(r->gpu, BATCH, PHYS_BATCH);
    map(r->gpu, DATA, PHYS_DATA);
    put32(r->gpu, PHYS_DATA, 0);
    *state = r;
    return 0;
}

static inline int open_rig(void **state)
{
    return open_device(state, "skl");
}

static inline int close_rig(void **state)
{
    struct rig *r = *state;
    gpu_free(r->gpu);
    free(r);
    return 0;
}

static inline void ring_put(struct rig *r, const uint32_t *dw, size_t n)
{
    for (size_t i = 0; i < n; i++, r->tail = (r->tail + 4) % 0x4000)
        put32(r->gpu, PHYS_RING + r->tail, dw[i]);
}

/* Lets the GPU begin, which may have to wait. */
static inline enum gpu_stop begin_work(struct rig *r)
{
    enum gpu_stop stop = GPU_DONE;
    static const uint32_t port[4] = {0, 0, 0, CONTEXT << 12 | 0x119};
    put32(r->gpu, PHYS_IMAGE + 0x1c, r->tail);
    for (unsigned i = 0; i < 4; i++)
        stop = gpu_register_write(r->gpu, 0x2230, port[i]);
    return stop;
}

static inline enum gpu_stop submit(struct rig *r)
{
    enum gpu_stop stop = begin_work(r);
    return stop ? stop : gpu_give_up(r->gpu);
}

/* The ring calls the batch. */
static inline void call_batch(struct rig *r, const uint32_t *dw, size_t n)
{
    const uint32_t call[] = {START, (uint32_t)BATCH, (uint32_t)(BATCH >> 32), 0};
    for (size_t i = 0; i < n; i++)
        put32(r->gpu, PHYS_BATCH + 4 * i, dw[i]);
    ring_put(r, call, 4);
}

static inline enum gpu_stop run_batch(struct rig *r, const uint32_t *dw, size_t n)
{
    call_batch(r, dw, n);
    return submit(r);
}
#define RUN(r, ...)                                                                                \
    run_batch(r, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)
#define LOW(a) ((uint32_t)(a))
#define HIGH(a) ((uint32_t)((a) >> 32))

#endif
