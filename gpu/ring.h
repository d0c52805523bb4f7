/* A connection of a driver through memory that both processes share. Two rings of bytes replace the
 * two directions of its socket, which costs a system call and often a process switch for each
 * message. The socket stays open: it shows when a side has closed, and a byte on it wakes a side
 * that sleeps. The driver's side is gpu/layer/wire/, the server's gpu/link.c. */
#ifndef EULAB_GPU_RING_H
#define EULAB_GPU_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { GPU_RING_LINE = 64, GPU_RING_UP_BYTES = 1 << 20, GPU_RING_DOWN_BYTES = 1 << 21 };

/* The driver's side asks by sending these bytes, alone, on a new socket. The server answers with
 * the place of the memory, a file of its own process. The driver's side then sends one byte:
 * whether it found the memory. */
#define GPU_RING_ASK "eulab rings 1\n\0"
enum { GPU_RING_ASK_BYTES = sizeof GPU_RING_ASK, GPU_RING_KEY_BYTES = 16 };
enum { GPU_RING_NO = 'n', GPU_RING_YES = 'y' };
struct gpu_ring_offer {
    uint32_t pid;
    int32_t fd;
    uint8_t key[GPU_RING_KEY_BYTES]; /* the memory begins with it */
};

/* How many bytes were put in and taken out, in all. Only one side writes each of the two. */
struct gpu_ring {
    _Alignas(GPU_RING_LINE) _Atomic uint64_t put;
    _Alignas(GPU_RING_LINE) _Atomic uint64_t taken;
};

/* One side: the number of its threads that are about to wait for a byte on the socket, because
 * there is nothing to take or no room to put; and the processor on which a thread last waited for
 * the other side. */
struct gpu_ring_side {
    _Alignas(GPU_RING_LINE) _Atomic uint32_t hungry, stuck;
    _Atomic int32_t processor;
};

struct gpu_rings {
    uint8_t key[GPU_RING_KEY_BYTES];
    struct gpu_ring up, down; /* to the server; to the driver */
    struct gpu_ring_side server, driver;
    _Alignas(GPU_RING_LINE) uint8_t up_bytes[GPU_RING_UP_BYTES];
    uint8_t down_bytes[GPU_RING_DOWN_BYTES];
};

/* Number of waiting bytes; more than @size: the other side writes nonsense. */
static inline uint64_t gpu_ring_filled(const struct gpu_ring *r)
{
    return atomic_load(&r->put) - atomic_load(&r->taken);
}

/* gpu_ring_put - puts as many of @n bytes as there is room for; returns how many. One thread at a
 * time. */
static inline size_t gpu_ring_put(struct gpu_ring *r, uint8_t *ring, size_t size, const void *bytes,
                                  size_t n)
{
    uint64_t at = atomic_load_explicit(&r->put, memory_order_relaxed);
    uint64_t filled = gpu_ring_filled(r), room = filled > size ? 0 : size - filled;
    size_t begin = at % size, before_end = size - begin;
    n = n < room ? n : (size_t)room;
    size_t first = n < before_end ? n : before_end;
    memcpy(ring + begin, bytes, first);
    memcpy(ring, (const uint8_t *)bytes + first, n - first);
    if (n)
        atomic_store(&r->put, at + n);
    return n;
}

/* gpu_ring_first - the first waiting bytes, as far as they are contiguous; NULL: none. One thread
 * at a time; the caller reports by gpu_ring_drop() how many of them it has used. */
static inline const uint8_t *gpu_ring_first(const struct gpu_ring *r, const uint8_t *ring,
                                            size_t size, size_t *n)
{
    uint64_t at = atomic_load_explicit(&r->taken, memory_order_relaxed);
    uint64_t filled = atomic_load(&r->put) - at;
    size_t begin = at % size, before_end = size - begin;
    *n = filled < before_end ? (size_t)filled : before_end;
    return *n ? ring + begin : NULL;
}

static inline void gpu_ring_drop(struct gpu_ring *r, size_t n)
{
    atomic_store(&r->taken, atomic_load_explicit(&r->taken, memory_order_relaxed) + n);
}

/* A short pause while the other side is likely to continue. */
static inline void gpu_ring_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    atomic_signal_fence(memory_order_seq_cst);
#endif
}

#endif
