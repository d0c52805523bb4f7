/* Makes the threads of a launch one group, or one thread, after the other; cl_dispatch() makes the
 * same threads all at once. In an even range each group has the payload of the first group, except
 * for its position. */
#include "opencl/stream.h"

#include <stdlib.h>
#include <string.h>

struct cl_stream {
    struct cl_launch launch;
    uint32_t start, enables;
    uint32_t groups[3];
    /* Threads in a group, a row and a layer of groups. Index 1 is for the last of its kind, which
     * may be smaller, in X, Y, Z. */
    uint32_t group[2][2][2];
    uint64_t row[2][2], layer[2];
    bool together, even;
    unsigned used;   /* registers of payload */
    uint32_t *masks; /* even range: for each thread of a group */
    uint8_t
        *registers;  /* even range: `used` registers for each, and one zero register at the end */
    uint64_t differ; /* even range: bit n is set if threads of a group differ in r2n or r2n+1 */
    uint8_t own[EU_GRF_COUNT], nown; /* even range: the registers in which threads differ */
    bool uniform;                    /* even range: the masks are all the same */
};
enum { PAIR = 2 };

/* How many whole @of are in @n; *@n becomes the rest. */
static uint32_t parts(uint64_t *n, uint64_t of)
{
    uint64_t times = *n < of ? 0 : (*n | of) >> 32 ? *n / of : (uint32_t)*n / (uint32_t)of;
    *n -= times * of;
    return (uint32_t)times;
}

/* Finds the position of group or thread @n of the range, without its size; returns the number of
 * the group's first thread. */
static uint64_t find_group(const struct cl_stream *s, uint64_t n, bool threads, struct cl_thread *t)
{
    uint64_t layer = threads ? s->layer[0] : (uint64_t)s->groups[0] * s->groups[1];
    uint32_t z = s->groups[2] > 1 ? parts(&n, layer) : 0, last_z = z + 1 == s->groups[2];
    uint64_t row = threads ? s->row[0][last_z] : s->groups[0];
    uint32_t y = s->groups[1] > 1 ? parts(&n, row) : 0, last_y = y + 1 == s->groups[1];
    uint32_t each = s->group[0][last_y][last_z];
    uint32_t x = threads ? parts(&n, each) : (uint32_t)n;
    t->number = threads ? (uint32_t)n : 0;
    uint64_t first = z * s->layer[0] + y * s->row[0][last_z] + (uint64_t)x * each;
    t->group[0] = x;
    t->group[1] = y;
    t->group[2] = z;
    return first;
}

/* Sets the size of a group; the last ones may be smaller. */
static void find_size(const struct cl_stream *s, struct cl_thread *t)
{
    for (unsigned i = 0; i < 3; i++) {
        uint32_t left = s->launch.global[i] - t->group[i] * s->launch.local[i];
        t->size[i] = t->group[i] + 1 == s->groups[i] ? left : s->launch.local[i];
    }
}

/* --- a group --- */

static const uint8_t *payload_of(const struct cl_stream *s, uint32_t thread)
{
    return s->registers + (size_t)thread * (s->used + 1) * EU_GRF_BYTES;
}

static void put_place(struct eu_thread *t, const struct cl_thread *place)
{
    const uint32_t at[2] = {place->group[1], place->group[2]};
    memcpy(t->grf[0] + 4, &place->group[0], sizeof place->group[0]);
    memcpy(t->grf[0] + 24, at, sizeof at);
}

static uint32_t start_even(const struct cl_stream *s, struct eu *eu, struct eu_thread *t,
                           const struct cl_thread *place)
{
    uint32_t mask = s->masks[place->number];
    eu_thread_queue(eu, (uint32_t)(t - eu->threads), s->start, mask, s->enables);
    memcpy(t->grf, payload_of(s, place->number), s->used * EU_GRF_BYTES);
    put_place(t, place);
    eu_thread_trace(t, s->used);
    return mask;
}

static uint32_t start_uneven(const struct cl_stream *s, struct eu *eu, struct eu_thread *t,
                             const struct cl_thread *place)
{
    uint8_t registers[EU_GRF_COUNT][EU_GRF_BYTES];
    uint32_t mask;
    unsigned used = cl_thread_payload(&s->launch, place, registers, &mask);
    eu_thread_queue(eu, (uint32_t)(t - eu->threads), s->start, mask, s->enables);
    memcpy(t->grf, registers, used * EU_GRF_BYTES);
    eu_thread_trace(t, used);
    return mask;
}

static void fill_group(const void *ctx, struct eu *eu, struct eu_thread *t, uint32_t n,
                       uint64_t number)
{
    const struct cl_stream *s = ctx;
    struct cl_thread place;
    uint64_t first = find_group(s, number, !s->together, &place);
    if (!s->even)
        find_size(s, &place);
    for (uint32_t i = 0; i < n; i++, t++, place.number++) {
        t->dispatched = (s->even ? start_even : start_uneven)(s, eu, t, &place);
        t->number = first + place.number;
        t->group = (place.group[2] * s->groups[1] + place.group[1]) * s->groups[0] + place.group[0];
        cl_thread_header(t, eu, &s->launch);
    }
}

/* Writes the pairs of payload registers that have changed, and those that differ between threads.
 */
static void fill_again(const void *ctx, struct eu *eu, struct eu_thread *t, uint32_t n,
                       uint64_t number)
{
    const struct cl_stream *s = ctx;
    struct cl_thread place;
    uint64_t first = find_group(s, number, !s->together, &place);
    uint32_t group =
        (place.group[2] * s->groups[1] + place.group[1]) * s->groups[0] + place.group[0];
    for (uint32_t i = 0; i < n; i++, t++, place.number++) {
        const uint8_t *from = payload_of(s, place.number);
        uint64_t pairs = (t->wrote & eu_payload_pairs(s->used)) | s->differ;
        eu_thread_again(t, s->start, s->used);
        for (; pairs; pairs &= pairs - 1) {
            size_t pair = (unsigned)__builtin_ctzll(pairs);
            memcpy(t->grf[PAIR * pair], from + PAIR * pair * EU_GRF_BYTES, PAIR * EU_GRF_BYTES);
        }
        put_place(t, &place);
        t->number = first + place.number;
        t->group = group;
        t->sr[2] = t->dispatched = s->masks[place.number];
        t->sr[3] = eu_vmask(t->sr[2]);
        cl_thread_header(t, eu, &s->launch);
    }
}

static void describe(const void *ctx, uint64_t number, struct eu_series *to)
{
    const struct cl_stream *s = ctx;
    struct cl_thread place;
    (void)find_group(s, number, true, &place);
    *to = (struct eu_series){.payload = s->registers,
                             .step = (size_t)(s->used + 1) * EU_GRF_BYTES,
                             .own = s->own,
                             .nown = s->nown,
                             .each = s->group[0][0][0],
                             .thread = place.number};
    memcpy(to->groups, s->groups, sizeof to->groups);
    memcpy(to->place, place.group, sizeof to->place);
}

static uint32_t size_of(const void *ctx, uint64_t number)
{
    const struct cl_stream *s = ctx;
    const uint32_t *g = s->groups;
    uint64_t z = number / g[0] / g[1], y = number / g[0] % g[1], x = number % g[0];
    return s->group[x + 1 == g[0]][y + 1 == g[1]][z + 1 == g[2]];
}

/* --- the launch --- */

static void count_threads(struct cl_stream *s)
{
    const struct cl_launch *l = &s->launch;
    for (unsigned i = 0; i < 8; i++) {
        uint32_t items = 1;
        for (unsigned axis = 0; axis < 3; axis++) {
            uint32_t left = l->global[axis] % l->local[axis];
            items *= i >> axis & 1 && left ? left : l->local[axis];
        }
        s->group[i & 1][i >> 1 & 1][i >> 2] = (items + l->kernel->simd - 1) / l->kernel->simd;
    }
    for (unsigned i = 0; i < 4; i++)
        s->row[i & 1][i >> 1] =
            (s->groups[0] - 1) * (uint64_t)s->group[0][i & 1][i >> 1] + s->group[1][i & 1][i >> 1];
    for (unsigned i = 0; i < 2; i++)
        s->layer[i] = (s->groups[1] - 1) * s->row[0][i] + s->row[1][i];
}

static void list_own(struct cl_stream *s, uint32_t n)
{
    for (unsigned i = 0; s->masks && i < s->used; i++) {
        bool own = false;
        for (uint32_t k = 1; k < n && !own; k++)
            own = memcmp(payload_of(s, k) + i * EU_GRF_BYTES, payload_of(s, 0) + i * EU_GRF_BYTES,
                         EU_GRF_BYTES) != 0;
        s->own[s->nown] = (uint8_t)i;
        s->nown += own;
    }
}

/* Makes the payload of the first group's threads. False: no memory. */
static bool make_payload(struct cl_stream *s)
{
    uint32_t n = s->group[0][0][0];
    uint8_t registers[EU_GRF_COUNT][EU_GRF_BYTES];
    struct cl_thread place;
    cl_launch_group(&s->launch, 0, &place);
    s->masks = calloc(n, sizeof *s->masks);
    for (; s->masks && place.number < n; place.number++) {
        s->used = cl_thread_payload(&s->launch, &place, registers, &s->masks[place.number]);
        size_t bytes = (size_t)(s->used + 1) * EU_GRF_BYTES;
        if (!s->registers && !(s->registers = calloc(n, bytes)))
            return false;
        memcpy(s->registers + place.number * bytes, registers, bytes - EU_GRF_BYTES);
        s->uniform = (!place.number || s->uniform) && s->masks[place.number] == s->masks[0];
        for (unsigned i = 0; i < s->used; i++)
            if (memcmp(registers[i], s->registers + i * EU_GRF_BYTES, EU_GRF_BYTES))
                s->differ |= UINT64_C(1) << i / PAIR;
    }
    list_own(s, n);
    return s->masks;
}

struct cl_stream *cl_stream_new(const struct cl_launch *l, uint32_t start, uint32_t enables,
                                struct eu_source *source)
{
    struct cl_stream *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->launch = *l;
    s->start = start;
    s->enables = enables;
    cl_launch_groups(l, s->groups);
    count_threads(s);
    s->together = l->kernel->barriers > 0;
    s->even = true;
    for (unsigned i = 0; i < 3; i++)
        s->even = s->even && l->global[i] % l->local[i] == 0;
    if (s->even && !make_payload(s)) {
        cl_stream_free(s);
        return NULL;
    }
    *source = (struct eu_source){.most = s->together ? s->group[0][0][0] : 1,
                                 .size = s->together && !s->even ? size_of : NULL,
                                 .fill = fill_group,
                                 .again = s->even ? fill_again : NULL,
                                 .series = s->even && s->uniform && !s->together ? describe : NULL,
                                 .ctx = s,
                                 .local = s->together || s->group[0][0][0] == 1};
    source->groups = s->together ? (uint64_t)s->groups[0] * s->groups[1] * s->groups[2]
                                 : (s->groups[2] - 1) * s->layer[0] + s->layer[1];
    return s;
}

void cl_stream_free(struct cl_stream *s)
{
    if (s) {
        free(s->masks);
        free(s->registers);
        free(s);
    }
}
