/* A machine with one thread that sends messages, for tests of the shared functions. */
#ifndef EULAB_TESTS_MESSAGE_RIG_H
#define EULAB_TESTS_MESSAGE_RIG_H

#include "tests/helpers.h"

#include "sim/lint.h"
#include "sim/message.h"

/* The next random number; *@x is never 0. */
static inline uint32_t next_random(uint64_t *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 7;
    *x ^= *x << 17;
    return (uint32_t)(*x >> 16);
}

static inline uint32_t float_bits(float v)
{
    uint32_t b;
    memcpy(&b, &v, sizeof b);
    return b;
}

/* The thread, and surfaces: a buffer at index 0 (address 0x10000, 256 bytes), 64x64 bytes at 1
 * (0x20000), 8x4 pixels of 4 bytes at 2 (0x30000, pitch 64), 16 pixels of 2 bytes at 3. The names
 * of lint rules that are reported go to `lints`. */
struct rig {
    struct eu *eu;
    struct eu_thread *t;
    struct eu_event ev;
    char lints[1024];
};

static inline void on_log(void *ctx, const char *channel, const char *text)
{
    struct rig *r = ctx;
    if (strcmp(channel, "lint") == 0 && strlen(r->lints) + 2 < sizeof r->lints) {
        strncat(r->lints, text, sizeof r->lints - strlen(r->lints) - 2);
        strcat(r->lints, "\n");
    }
}

/* Forgets the findings so far, so that they are reported again. */
static inline void forget_findings(struct rig *r)
{
    r->lints[0] = 0;
    eu_findings_forget(r->eu);
}

static inline int setup_gen(void **state, enum eu_gen gen)
{
    struct rig *r = calloc(1, sizeof *r);
    r->eu = eu_new(gen, 1);
    r->t = r->eu->threads;
    eu_thread_start(r->eu, 0, 0, 0xffff, 0);
    r->eu->lint = true;
    r->eu->hooks.on_log = on_log;
    r->eu->hooks.observer_ctx = r;
    r->eu->surfaces[0] =
        (struct eu_surface){.present = true, .width = 256, .height = 1, .address = 0x10000};
    r->eu->surfaces[1] = (struct eu_surface){.present = true,
                                             .is_2d = true,
                                             .width = 64,
                                             .height = 64,
                                             .pitch = 64,
                                             .address = 0x20000,
                                             .format = EU_FORMAT_R8_UINT};
    r->eu->surfaces[2] = (struct eu_surface){.present = true,
                                             .is_2d = true,
                                             .width = 8,
                                             .height = 4,
                                             .pitch = 64,
                                             .address = 0x30000,
                                             .format = EU_FORMAT_R8G8B8A8_UNORM};
    r->eu->surfaces[3] = (struct eu_surface){.present = true,
                                             .is_2d = true,
                                             .width = 16,
                                             .height = 4,
                                             .pitch = 64,
                                             .address = 0x30000,
                                             .format = EU_FORMAT_R16_UINT};
    eu_memory_map(r->eu->mem, 0x10000, 0x30000);
    for (uint32_t i = 0; i < 0x30000; i++) {
        uint8_t v = (uint8_t)(i ^ i >> 8);
        eu_memory_write(r->eu->mem, 0x10000 + i, &v, 1);
    }
    *state = r;
    return 0;
}

static inline int setup(void **state)
{
    return setup_gen(state, EU_GEN7);
}

static inline int teardown(void **state)
{
    struct rig *r = *state;
    eu_free(r->eu);
    free(r);
    return 0;
}

static inline uint8_t pattern(uint32_t addr)
{
    uint32_t i = addr - 0x10000;
    return (uint8_t)(i ^ i >> 8);
}

static inline uint8_t peek(struct rig *r, uint32_t addr)
{
    uint8_t v;
    eu_memory_read(r->eu->mem, addr, &v, 1);
    return v;
}

static inline void set_header(struct rig *r, uint32_t m0, uint32_t m1, uint32_t m2, uint32_t m5)
{
    uint32_t h[8] = {m0, m1, m2, 0, 0, m5};
    memcpy(r->t->grf[10], h, sizeof h);
}

/* Sends a message with header or payload from r10 on and the response at r50 (or null). */
static inline enum eu_stop send(struct rig *r, unsigned sfid, uint32_t desc, uint16_t mask)
{
    unsigned rlen = desc >> 20 & 31;
    struct eu_message m = {.sfid = (uint8_t)sfid,
                           .desc = desc & 0x1fffffff,
                           .header = desc >> 19 & 1,
                           .mlen = desc >> 25 & 15,
                           .rlen = rlen,
                           .src = 10,
                           .dst = rlen ? 50 : 128,
                           .mask = mask};
    return eu_message_send(r->eu, r->t, &m, &r->ev);
}

static inline uint32_t peek32(struct rig *r, uint32_t addr)
{
    uint32_t v;
    eu_memory_read(r->eu->mem, addr, &v, sizeof v);
    return v;
}

static inline void poke32(struct rig *r, uint32_t addr, uint32_t v)
{
    eu_memory_write(r->eu->mem, addr, &v, sizeof v);
}

/* Reads dword @n, counted from the start of register @reg on through the registers behind it. */
static inline uint32_t get_dword(struct rig *r, unsigned reg, unsigned n)
{
    uint32_t v;
    memcpy(&v, (uint8_t *)r->t->grf + reg * EU_GRF_BYTES + n * 4, sizeof v);
    return v;
}

static inline void set_dword(struct rig *r, unsigned reg, unsigned n, uint32_t v)
{
    memcpy((uint8_t *)r->t->grf + reg * EU_GRF_BYTES + n * 4, &v, sizeof v);
}

static inline uint8_t slm_byte(struct rig *r, uint32_t at)
{
    uint8_t v;
    eu_memory_read(r->eu->slm, at, &v, 1);
    return v;
}

#endif
