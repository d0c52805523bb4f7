/* Threads of pixel shaders: triangles on a screen, in subspans of four pixels; a pixel is lit if
 * its centre is inside. The volume of the manual that describes this payload is not at hand: it is
 * what Mesa's compiler expects, and what the pixel interpolator's messages and the render target
 * write's header contain (IVB vol. 4 part 2, chapter 4). Status: inferred. */
#include "sim/dispatch_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SUBPIXEL = 256,
    COORDINATE_MAX = 32768,
    FLOATS = 4,
    SPANS_MAX = 8,
    BOXES_MAX = 1 << 21,
    BACK_FACING = 1 << 15
};

struct span {
    uint32_t x, y; /* upper left pixel */
    unsigned lit;  /* bit 0 upper left, 1 upper right, 2 lower left, 3 lower right */
};

struct raster {
    const struct eu_dispatch *d;
    size_t triangle; /* index of the next one */
    /* in 1/256 pixels; area: twice the area, negative if counterclockwise */
    int64_t x[3], y[3], area;
    double w[3], z[3];
    /* bounding box of the triangle, in pixels, aligned to subspans */
    uint32_t first, end_x, end_y;
    uint32_t at_x, at_y;
    /* for each subspan of the screen: number + 1 of the last thread that has it */
    uint32_t *last;
};

static float float_at(const struct eu_dispatch *d, size_t vertex, size_t i)
{
    float v;
    memcpy(&v, d->inline_data + vertex * d->inline_bytes + i * sizeof v, sizeof v);
    return v;
}

/* --- coverage --- */

/* Twice the area that the point spans with the edge opposite to vertex @i, positive inside; *@owns:
 * whether it is a top or left edge. */
static int64_t edge_area(const struct raster *r, unsigned i, int64_t px, int64_t py, bool *owns)
{
    unsigned a = (i + 1) % 3, b = (i + 2) % 3;
    int64_t dx = r->x[b] - r->x[a], dy = r->y[b] - r->y[a];
    int64_t sign = r->area < 0 ? -1 : 1;
    *owns = dy * sign < 0 || (dy == 0 && dx * sign > 0);
    return dx * (py - r->y[a]) - dy * (px - r->x[a]);
}

static bool is_covered(const struct raster *r, uint32_t x, uint32_t y)
{
    for (unsigned i = 0; i < 3; i++) {
        bool owns;
        int64_t e = edge_area(r, i, (int64_t)x * SUBPIXEL + SUBPIXEL / 2,
                              (int64_t)y * SUBPIXEL + SUBPIXEL / 2, &owns);
        e = r->area < 0 ? -e : e;
        if (e < 0 || (e == 0 && !owns))
            return false;
    }
    return x < r->d->screen[0] && y < r->d->screen[1];
}

static uint32_t clamp_to(int64_t v, uint32_t most)
{
    return v < 0 ? 0 : v > most ? most : (uint32_t)v;
}

/* Goes to the next triangle; returns false if there is none. */
static bool next_triangle(struct raster *r)
{
    const struct eu_dispatch *d = r->d;
    if (r->triangle * 3 >= d->objects)
        return false;
    int64_t low[2] = {INT64_MAX, INT64_MAX}, high[2] = {INT64_MIN, INT64_MIN};
    for (unsigned i = 0; i < 3; i++) {
        size_t v = r->triangle * 3 + i;
        int64_t at[2];
        for (unsigned k = 0; k < 2; k++) {
            at[k] = llround((double)float_at(d, v, k) * SUBPIXEL);
            low[k] = at[k] < low[k] ? at[k] : low[k];
            high[k] = at[k] > high[k] ? at[k] : high[k];
        }
        r->x[i] = at[0];
        r->y[i] = at[1];
        r->z[i] = float_at(d, v, 2);
        r->w[i] = float_at(d, v, 3);
    }
    r->triangle++;
    r->area = (r->x[1] - r->x[0]) * (r->y[2] - r->y[0]) - (r->y[1] - r->y[0]) * (r->x[2] - r->x[0]);
    r->first = clamp_to(low[0] / SUBPIXEL, d->screen[0]) & ~1u;
    r->at_x = r->first;
    r->at_y = clamp_to(low[1] / SUBPIXEL, d->screen[1]) & ~1u;
    r->end_x = clamp_to(high[0] / SUBPIXEL + 1, d->screen[0]);
    r->end_y = r->area ? clamp_to(high[1] / SUBPIXEL + 1, d->screen[1]) : 0;
    return true;
}

/* Finds the triangle's next subspan with a lit pixel, row by row (assumed); returns false if there
 * are no more. */
static bool next_span(struct raster *r, struct span *s)
{
    while (r->at_y < r->end_y) {
        if (r->at_x >= r->end_x) {
            r->at_x = r->first;
            r->at_y += 2;
            continue;
        }
        *s = (struct span){r->at_x, r->at_y, 0};
        r->at_x += 2;
        for (unsigned i = 0; i < 4; i++)
            s->lit |= (unsigned)is_covered(r, s->x + (i & 1), s->y + (i >> 1)) << i;
        if (s->lit)
            return true;
    }
    return false;
}

/* Collects the subspans of the next thread, all of one triangle; returns 0 if there are no more
 * threads. */
static unsigned next_thread(struct raster *r, struct span spans[SPANS_MAX])
{
    do {
        unsigned n = 0;
        while (n < r->d->simd / 4 && next_span(r, &spans[n]))
            n++;
        if (n)
            return n;
    } while (next_triangle(r));
    return 0;
}

struct raster *raster_new(const struct eu_dispatch *d)
{
    struct raster *r = calloc(1, sizeof *r);
    size_t spans = (size_t)((d->screen[0] + 1) / 2) * ((d->screen[1] + 1) / 2);
    if (r) {
        r->d = d;
        r->last = calloc(spans, sizeof *r->last);
    }
    if (r && !r->last) {
        free(r);
        return NULL;
    }
    return r;
}

void raster_free(struct raster *r)
{
    if (r) {
        free(r->last);
        free(r);
    }
}

/* --- the launch --- */

static const char *check_vertices(const struct eu_dispatch *d)
{
    for (size_t v = 0; v < d->objects; v++) {
        for (size_t i = 0; i < 2; i++)
            if (!(fabsf(float_at(d, v, i)) <= COORDINATE_MAX))
                return "a vertex lies outside of -32768 to 32768";
        float w = float_at(d, v, 3);
        if (!(w > 0) || !isfinite(w) || !isfinite(float_at(d, v, 2)))
            return "a vertex needs a finite depth and a w above 0";
    }
    return NULL;
}

/* Limits the work, so that a launch file is answered soon: the number of subspans examined is
 * bounded, lit or not. */
static const char *check_boxes(const struct eu_dispatch *d)
{
    struct raster r = {.d = d};
    uint64_t spans = 0;
    while (next_triangle(&r)) {
        uint64_t rows = r.end_y > r.at_y ? (r.end_y - r.at_y + 1) / 2 : 0;
        spans += rows * (r.end_x > r.first ? (r.end_x - r.first + 1) / 2 : 0);
    }
    return spans > BOXES_MAX ? "the triangles' boxes hold more than 8 million pixels" : NULL;
}

const char *dispatch_ps_check(const struct eu_dispatch *d)
{
    if (d->dmask || !d->simd)
        return "ps needs simd; the masks follow from the pixels: no dmask";
    if (!d->screen[0] || !d->screen[1] || d->screen[0] > EU_SCREEN_MAX ||
        d->screen[1] > EU_SCREEN_MAX)
        return "ps needs a screen of 1 to 4096 pixels each way";
    if (!d->objects || d->objects % 3)
        return "ps takes triangles: three vertices each";
    if (d->inline_bytes < FLOATS * sizeof(float) || d->inline_bytes % (FLOATS * sizeof(float)))
        return "a vertex is x, y, depth, w and attributes of four";
    return check_vertices(d) ? check_vertices(d) : check_boxes(d);
}

uint64_t dispatch_ps_count(const struct eu_dispatch *d)
{
    struct raster r = {.d = d};
    struct span spans[SPANS_MAX];
    uint64_t n = 0;
    while (n <= EU_DISPATCH_MAX && next_thread(&r, spans))
        n++;
    return n;
}

static unsigned count_modes(const struct eu_dispatch *d)
{
    unsigned n = 0;
    for (unsigned i = 0; i < EU_BARYCENTRICS; i++)
        n += d->barycentrics >> i & 1;
    return n;
}

/* Registers: r1 (for 32 pixels, r2 as well), the coordinates of each pixel, and two registers for
 * each attribute. */
uint64_t dispatch_ps_size(const struct eu_dispatch *d)
{
    uint64_t places = d->simd == 32 ? 2 : 1;
    uint64_t floats = count_modes(d) * 2u + d->source_depth + d->source_w;
    return places + floats * (d->simd / 8) + (d->inline_bytes / 16 - 1) * 2;
}

/* --- the payload --- */

/* The values that are delivered for one pixel. */
struct point {
    /* barycentric coordinates of vertices 1 and 2: perspective, then linear */
    float u[2], v[2];
    float depth, w;
};

/* Computes a pixel's values at its centre, whether it is lit or not. There is one sample, so pixel,
 * centroid and sample positions agree. */
static struct point point_at(const struct raster *r, uint32_t x, uint32_t y)
{
    double b[3], over_w = 0;
    bool owns;
    for (unsigned i = 0; i < 3; i++) {
        int64_t e = edge_area(r, i, (int64_t)x * SUBPIXEL + SUBPIXEL / 2,
                              (int64_t)y * SUBPIXEL + SUBPIXEL / 2, &owns);
        b[i] = (double)e / (double)r->area;
        over_w += b[i] / r->w[i];
    }
    return (struct point){
        .u = {(float)(b[1] / r->w[1] / over_w), (float)b[1]},
        .v = {(float)(b[2] / r->w[2] / over_w), (float)b[2]},
        .depth = (float)(b[0] * r->z[0] + b[1] * r->z[1] + b[2] * r->z[2]),
        .w = (float)(1 / over_w),
    };
}

/* Writes r1 and r2: for each, the corners of four subspans, and the lit pixels. */
static void put_places(struct dispatching *x, const struct span *spans, unsigned n)
{
    uint32_t lit = 0;
    for (unsigned half = 0; half < (x->d->simd == 32 ? 2 : 1); half++) {
        uint32_t place[8] = {0};
        for (unsigned i = 0; i < 4 && half * 4 + i < n; i++) {
            const struct span *s = &spans[half * 4 + i];
            place[2 + i] = s->y << 16 | s->x;
            place[7] |= s->lit << i * 4;
        }
        lit |= place[7] << half * 16;
        place[7] |= place[7] << 16;
        dispatch_put(x, place, sizeof place);
    }
    x->t->sr[2] = x->t->dispatched = lit;
    x->t->sr[3] = eu_vmask(lit);
}

/* Writes a register with eight pixels from @first on; @which: offset of the float in struct
 * point. */
static void put_floats(struct dispatching *x, const struct point *points, unsigned first,
                       size_t which)
{
    float row[8];
    for (unsigned i = 0; i < 8; i++)
        memcpy(&row[i], (const char *)&points[first + i] + which, sizeof row[i]);
    dispatch_put(x, row, sizeof row);
}

/* Writes sixteen pixels at a time: for each mode both coordinates of eight, then of the other
 * eight; then depth and w. */
static void put_points(struct dispatching *x, const struct point *points)
{
    const struct eu_dispatch *d = x->d;
    const unsigned width = d->simd < 16 ? 8 : 16;
    for (unsigned first = 0; first < d->simd; first += width) {
        for (unsigned mode = 0; mode < EU_BARYCENTRICS; mode++) {
            size_t linear = mode < EU_BARYCENTRICS / 2 ? 0 : sizeof(float);
            for (unsigned n = 0; n < width && d->barycentrics >> mode & 1; n += 8) {
                put_floats(x, points, first + n, offsetof(struct point, u) + linear);
                put_floats(x, points, first + n, offsetof(struct point, v) + linear);
            }
        }
        for (unsigned n = 0; n < width && d->source_depth; n += 8)
            put_floats(x, points, first + n, offsetof(struct point, depth));
        for (unsigned n = 0; n < width && d->source_w; n += 8)
            put_floats(x, points, first + n, offsetof(struct point, w));
    }
}

/* Writes a plane for each float of each attribute, for pln: p * u + q * v + r. */
static void put_planes(struct dispatching *x)
{
    const struct eu_dispatch *d = x->d;
    size_t v = (x->raster->triangle - 1) * 3;
    for (size_t i = FLOATS; i < d->inline_bytes / sizeof(float); i += 2) {
        float planes[8] = {0};
        for (size_t k = 0; k < 2; k++) {
            float a0 = float_at(d, v, i + k);
            planes[k * 4] = float_at(d, v + 1, i + k) - a0;
            planes[k * 4 + 1] = float_at(d, v + 2, i + k) - a0;
            planes[k * 4 + 3] = a0;
        }
        dispatch_put(x, planes, sizeof planes);
    }
}

/* Makes the thread depend on those that had its subspans before, so that `sendc` waits for them.
 * With eight subspans there are at most eight. They go to tdr0 when the thread gets its slot. */
static void set_dependencies(struct dispatching *x, const struct span *spans, unsigned n)
{
    unsigned known = 0;
    for (unsigned i = 0; i < n; i++) {
        uint32_t pitch = (x->d->screen[0] + 1) / 2;
        uint32_t *last = &x->raster->last[(size_t)(spans[i].y / 2) * pitch + spans[i].x / 2];
        unsigned k = 0;
        while (k < known && x->t->depends[k] != *last)
            k++;
        if (*last && *last != x->i + 1 && k == known)
            x->t->depends[known++] = *last;
        *last = x->i + 1;
    }
}

void dispatch_ps(struct dispatching *x)
{
    struct span spans[SPANS_MAX] = {{0}};
    struct point points[32];
    unsigned n = next_thread(x->raster, spans);
    uint32_t facing = x->raster->area < 0 ? BACK_FACING : 0;
    memcpy(x->t->grf[0], &facing, sizeof facing);
    for (unsigned i = 0; i < x->d->simd; i++) {
        const struct span *s = &spans[i / 4 < n ? i / 4 : 0];
        points[i] = point_at(x->raster, s->x + (i & 1), s->y + (i >> 1 & 1));
    }
    put_places(x, spans, n);
    put_points(x, points);
    dispatch_constants(x);
    put_planes(x);
    set_dependencies(x, spans, n);
    if (x->d->vector_mask)
        x->t->cr[0] |= EU_CR0_VME;
}
