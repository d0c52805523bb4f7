/* Any descriptor with any header and payload to any surface: each has one outcome, and the host
 * stays intact. */
#include "tests/message_rig.h"

enum { THREADS = 4, CHILDREN = 8, MESSAGES = 1000000 };

/* Often a number near a limit, else any number. */
static uint32_t odd_number(uint64_t *x)
{
    static const uint32_t edges[] = {0,       1,          4,          0xff,       0x1000,    0xfffc,
                                     0x10000, 0x7fffffff, 0x80000000, 0xfffffffc, UINT32_MAX};
    uint32_t v = next_random(x);
    return v & 1 ? v : edges[(v >> 1) % (sizeof edges / sizeof edges[0])] + (v >> 8) % 3 - 1;
}

static void shuffle_surfaces(struct eu *eu, uint64_t *x)
{
    for (unsigned i = 0; i < 8; i++) {
        eu->surfaces[i] =
            (struct eu_surface){.present = next_random(x) % 8 != 0,
                                .is_2d = next_random(x) & 1,
                                .format = (uint8_t)(next_random(x) % (EU_FORMAT_COUNT + 1)),
                                .tiling = (uint8_t)(next_random(x) % (EU_TILING_COUNT + 1)),
                                .width = odd_number(x),
                                .height = odd_number(x),
                                .levels = (uint8_t)(next_random(x) % 17),
                                .halign = (uint8_t)(next_random(x) % 9),
                                .valign = (uint8_t)(next_random(x) % 5),
                                .pitch = odd_number(x),
                                .is_1d = next_random(x) % 8 == 0,
                                .is_3d = next_random(x) % 8 == 0,
                                .depth = next_random(x) & 1 ? 0 : odd_number(x),
                                .qpitch = odd_number(x),
                                .select = {next_random(x) % 9, next_random(x) % 9,
                                           next_random(x) % 9, next_random(x) % 9},
                                .address = odd_number(x)};
    }
}

/* Any address, or one near the first pages, where the memory is. */
static uint64_t odd_address(uint64_t *x)
{
    uint64_t v = (uint64_t)next_random(x) << 32 | next_random(x);
    return next_random(x) & 1 ? next_random(x) & 0x1ffff : v >> next_random(x) % 64;
}

/* Tables and states consist of what lies in memory: words of any bits, and zeros. */
static void shuffle_bases(struct eu *eu, uint64_t *x)
{
    if (!eu->isa->states64)
        return;
    eu->bases = (struct eu_bases){.general = next_random(x) & 1 ? 0 : odd_address(x),
                                  .surface = odd_address(x),
                                  .dynamic = odd_address(x),
                                  .bindless = odd_address(x),
                                  .tables = next_random(x) & 1};
    for (unsigned i = 0; i < eu->nthreads; i++) {
        eu->threads[i].binding_table = next_random(x) & 1 ? next_random(x) & 0xffe0 : odd_number(x);
        eu->threads[i].sampler_table = next_random(x) & 1 ? next_random(x) & 0xffe0 : odd_number(x);
    }
    for (uint32_t at = 0; at < 0x20000; at += 4) {
        uint32_t word = next_random(x) & 3 ? odd_number(x) : next_random(x) & 0x1ffff;
        eu_memory_write(eu->mem, at, &word, sizeof word);
    }
}

/* Codes beyond the last one, and a border of any bits: the host may have set such a state. */
static void shuffle_samplers(struct eu *eu, uint64_t *x)
{
    for (unsigned i = 0; i < EU_SAMPLER_COUNT; i++) {
        struct eu_sampler *s = &eu->samplers[i];
        *s = (struct eu_sampler){.present = next_random(x) % 8 != 0,
                                 .texels = next_random(x) % 4 == 0,
                                 .mag = (uint8_t)(next_random(x) % (EU_FILTER_COUNT + 1)),
                                 .min = (uint8_t)(next_random(x) % (EU_FILTER_COUNT + 1)),
                                 .mip = (uint8_t)(next_random(x) % (EU_MIP_COUNT + 1)),
                                 .bias = (int16_t)next_random(x),
                                 .min_lod = (uint16_t)next_random(x),
                                 .max_lod = (uint16_t)next_random(x),
                                 .base = (uint8_t)next_random(x),
                                 .preclamp = next_random(x) & 1,
                                 .disabled = next_random(x) % 16 == 0,
                                 .wrap = {(uint8_t)(next_random(x) % (EU_WRAP_COUNT + 1)),
                                          (uint8_t)(next_random(x) % (EU_WRAP_COUNT + 1))},
                                 .compare = (uint8_t)(next_random(x) % (EU_COMPARE_COUNT + 1))};
        uint32_t border[4] = {next_random(x), next_random(x), next_random(x), next_random(x)};
        memcpy(s->border, border, sizeof border);
    }
    eu->sampler_state = next_random(x) % 4 ? 0 : odd_number(x);
}

/* Descriptors of any bits; children may be spawned again. */
static void shuffle_children(struct eu *eu, uint64_t *x)
{
    for (unsigned i = 0; i < EU_DESCRIPTORS; i++) {
        uint32_t dw[8];
        for (unsigned k = 0; k < 8; k++)
            dw[k] = odd_number(x);
        if (next_random(x) & 1)
            dw[4] = next_random(x) % 160 << 16 | next_random(x) % 160;
        eu_memory_write(eu->rob, i * 32, dw, sizeof dw);
        eu->child_masks[i] = next_random(x);
    }
    eu->ndescriptors = next_random(x) % (EU_DESCRIPTORS + 1);
    for (uint32_t i = 0; i < THREADS; i++)
        eu->threads[i].status = EU_THREAD_READY;
    for (uint32_t i = THREADS; i < THREADS + CHILDREN; i++)
        eu->threads[i].status = EU_THREAD_FREE;
    eu->spawned = eu->seated = 0;
}

static void random_message(struct rig *r, uint64_t *x)
{
    for (unsigned n = 0; n < 32; n++)
        set_dword(r, 10, n, odd_number(x));
    for (unsigned n = 0; n < 32 && next_random(x) & 1; n += 2) { /* 64-bit addresses */
        uint64_t v = odd_address(x);
        memcpy((uint8_t *)r->t->grf[10] + n * 4, &v, sizeof v);
    }
    uint32_t bti = next_random(x), desc = next_random(x) & r->eu->isa->descriptor & 0xffffff00;
    desc &= next_random(x) & 1 ? UINT32_MAX : 0x1fffffff;
    desc |= bti % 4 == 0 ? 252 + (bti >> 4 & 3) : bti >> 8 & 7;
    bool split = r->eu->isa->extended_send && next_random(x) & 1;
    struct eu_message m = {.sfid = next_random(x) & 15,
                           .desc = desc,
                           .header = desc >> 19 & 1,
                           .mlen = desc >> 25 & 15,
                           .rlen = desc >> 20 & 31,
                           .src = next_random(x) % 8 ? 10 : next_random(x) % 129,
                           .dst = next_random(x) % 8 ? 50 : next_random(x) % 129,
                           .ex_desc = next_random(x),
                           .src1 = next_random(x) % 8 ? 12 : next_random(x) % 129,
                           .len1 = split ? next_random(x) & 15 : 0,
                           .mask = (uint16_t)next_random(x)};
    enum eu_stop stop = eu_message_send(r->eu, r->t, &m, &r->ev);
    assert_true(stop == EU_STOP_NONE || stop == EU_STOP_NOT_SIMULATED ||
                (stop == EU_STOP_FAULT && r->eu->isa->page_faults));
    assert_true(stop == EU_STOP_NONE || r->ev.text[0]);
}

static void message_of_any_kind_leaves_the_host_whole(void **state)
{
    struct rig *r = *state;
    uint64_t x = 88172645463325252u;
    eu_free(r->eu);
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    enum { ROUNDS = sizeof gens / sizeof gens[0] };
    for (unsigned round = 0; round < ROUNDS; round++) {
        r->eu = eu_new(gens[round], THREADS + CHILDREN);
        r->eu->nchildren = CHILDREN;
        r->eu->eus = 1; /* eight slots, so that children wait */
        eu_memory_map(r->eu->rob, 0, 0x2000);
        for (uint32_t i = 0; i < THREADS; i++)
            eu_thread_start(r->eu, i, 0, 0xffff, 0);
        r->eu->lint = true;
        eu_memory_map(r->eu->mem, 0, 0x20000);
        eu_memory_map(r->eu->mem, 0xffff0000, 0x10000);
        for (unsigned i = 0; i < MESSAGES / 2; i++) {
            if (i % 1000 == 0) {
                shuffle_bases(r->eu, &x);
                shuffle_surfaces(r->eu, &x);
                shuffle_samplers(r->eu, &x);
                shuffle_children(r->eu, &x);
            }
            r->t = &r->eu->threads[i % (THREADS + r->eu->spawned)];
            random_message(r, &x);
        }
        if (round + 1 < ROUNDS)
            eu_free(r->eu);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(message_of_any_kind_leaves_the_host_whole, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
