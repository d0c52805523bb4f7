/* The cache of micro-ops. Only the files that keep micro-ops include this. */
#ifndef EULAB_SIM_FAST_CACHE_H
#define EULAB_SIM_FAST_CACHE_H

#include "sim/fast/core.h"
#include "sim/fast/form.h"
#include "sim/fast/share.h"

enum { FAST_DIRECTORY = 1024 };

struct fast_page {
    struct fast_page *next;
    uint32_t addr;
    const void *held; /* eu_memory_hold() */
    struct fast_uop *at[FAST_PAGE_SLOTS];
    uint8_t marks[FAST_PAGE_SLOTS];
};

/* The page of graphics memory that messages accessed last; valid until memory changes. */
#define FAST_NO_PAGE UINT64_MAX
struct fast_view {
    uint64_t page; /* its number */
    uint8_t *bytes;
};

/* A surface whose state in memory was decoded. */
enum { FAST_SURFACES = 16 };
struct fast_surface {
    bool there;
    uint64_t stamp; /* when it was decoded: see `stamps` below */
    /* where the entry of the binding table and the state were found, for an epoch of the TLB */
    uint64_t at, epoch;
    const uint8_t *entry, *state;
    uint32_t offset; /* the value of the entry */
    uint32_t dw[EU_SURFACE_DWORDS];
    struct eu_surface s;
};

/* Where the levels of a surface are, in elements and rows, and their sizes; those that do not exist
 * have none. */
enum { FAST_LEVELS = 16 };
struct fast_levels {
    uint32_t x[FAST_LEVELS], y[FAST_LEVELS], width[FAST_LEVELS], height[FAST_LEVELS];
};

/* One part of an element: in which of its dwords and where it is, and what it becomes. */
enum fast_part_kind {
    FAST_PART_WHOLE,
    FAST_PART_SIGNED,
    FAST_PART_UNORM,
    FAST_PART_SNORM,
    FAST_PART_HALF
};
struct fast_part {
    uint8_t word, up, down, kind;
    /* normalised: its bytes of a dword, lowest or (with a sign) highest, of which these bits count;
     * times these, the reciprocal of its largest number */
    uint8_t bytes[16];
    uint32_t bits;
    float high, low;
};
/* How components come from an element. */
struct fast_layout {
    struct fast_part parts[4];
    uint8_t nparts;
    uint8_t from[4]; /* of red to alpha: the part, 4: 0, 5: 1 */
    uint32_t one;
};

/* What messages need of a surface, prepared by texel.c from the surface @s of @stamp. */
struct fast_texels {
    const struct eu_surface *s; /* NULL: nothing is prepared */
    uint64_t stamp;
    /* sampled: texel.c has it; otherwise only s and stamp are valid. known: it has one level, and
     * not one dimension: those are for the sampler and for typed messages. */
    bool sampled, known;
    bool plain;     /* a sampler returns the components as the format has them */
    bool whole;     /* no element lies in two pages */
    uint8_t stores; /* the components that a store needs, a bit each; 0: message.c stores */
    bool red;       /* an element is a byte from 0 to 1 or a dword of it, and nothing else */
    bool rgba;      /* its parts are red, green, blue and alpha, in order */
    uint8_t kind;   /* enum eu_format_kind */
    uint8_t shape;  /* enum texel_shape */
    uint8_t log2;   /* of the bytes of an element */
    const struct eu_format_part *parts;
    struct fast_layout layout;
    unsigned bytes;         /* of an element */
    uint32_t width, height; /* in elements */
    uint32_t slices;        /* of an array or of a 3D surface; otherwise 1 */
    unsigned levels;
    struct fast_levels level;
    uint32_t low;      /* where in its page the surface begins */
    float size[2];     /* width and height */
    bool shifts[2];    /* that is a power of 2 */
    float limit[2];    /* coordinates as large as these are 2^21 texels away */
    const float *srgb; /* eu_format_linear() of 256 values; NULL if the format has none */
    /* The host's pages to read and to write, from the surface's first page on, for one epoch of the
     * TLB of graphics memory; NULL: not yet known. Allocated, since there may be many. */
    uint8_t **pages[2];
    uint32_t npages, room[2];
    uint64_t epoch;
    /* The first one if they all lie side by side: eu_memory_row(). NULL: not, or not yet known.
     * looks: how often pages were looked at in this epoch. */
    uint8_t *row[2];
    uint32_t looks[2];
};

/* A sampler whose state in memory was decoded. */
struct fast_sampler {
    bool there;
    uint64_t stamp;     /* as above */
    uint64_t at, epoch; /* as above */
    const uint8_t *state;
    uint32_t dw[EU_SAMPLER_DWORDS];
    struct eu_sampler s; /* its border is not read: */
    uint32_t border;     /* where it is, from the base of dynamic state on */
};

/* One coordinate of samples, for eight lanes: see sampling.c. */
struct fast_axis {
    float scale[8];
    int32_t wrap[8], least[8], most[8], last[8], end[8];
    double by;       /* scale, if the size is no power of two */
    float texels;    /* a coordinate of 1 */
    uint32_t inside; /* a coordinate for lanes that are off */
    uint32_t size;   /* in texels */
    bool repeats;    /* EU_WRAP_WRAP */
};

/* What levels.c needs to find the levels of each lane. In 1/256 of a level: least and most, within
 * those that exist; base: up to there the texture is magnified. */
struct fast_detail {
    const struct eu_surface *surface;
    float size[2]; /* of level 0 */
    int32_t bias, least, most, base;
    bool preclamp;
    uint8_t mip, wrap[3]; /* enum eu_mip; enum eu_wrap */
    /* FILTER_STEPS - 1 if lanes that are magnified are linear, or others; or 0 */
    int32_t linear[2];
    bool texels;                          /* coordinates are in texels */
    const struct fast_sampler *border_of; /* its border is in memory; NULL: the border is */
    float border[4];
    uint8_t element;
    uint8_t kind; /* enum eu_format_kind */
    struct fast_levels level;
    uint32_t low[FAST_LEVELS]; /* of surfaces in rows: where a level begins, in the first page */
    /* Sizes are powers of two, and wrap modes CLAMP or WRAP. Then: the last texels of level 0; what
     * its coordinates are multiplied with, as bits of a float, and the least such factor of a
     * level. */
    bool usual;
    int32_t last[2], scale[2], unit;
};

/* A surface with a sampler, prepared by sampling.c for messages that come often. Arrays of eight
 * have the same value for each lane. */
enum { FAST_SAMPLINGS = 16 };
struct fast_sampling;
typedef enum fast_leave fast_sampling_run(FAST_ARGS, const struct fast_sampling *s);
struct fast_sampling {
    /* what the message asks for, and what it was prepared from; epoch 0: nothing */
    uint32_t key;
    uint64_t epoch, stamp;
    /* States in tables: the surface, its entry of the binding table and its state; the sampler's
     * state; bases of both tables, and the thread's offsets from there. */
    const struct fast_surface *surface;
    const uint8_t *entry, *state, *sampler_state;
    uint32_t offset, sampler_dw[EU_SAMPLER_DWORDS];
    uint64_t bases[2], tables;
    fast_sampling_run *run[3]; /* enum sampling_mode */
    struct fast_axis axis[2];
    struct fast_detail detail; /* if levels.c has it */
    bool flat;                 /* one dimension: v is not a coordinate */
    bool volume;               /* slices are found, wrapped and weighed as rows are */
    bool sliced;               /* an array or a volume: slices are `apart` rows from one another */
    bool exact;                /* all sizes are powers of two, or coordinates are in texels */
    bool gathers;
    uint8_t compare;    /* enum eu_compare */
    const uint8_t *row; /* the surface's pages: fast_texels.row */
    const double *wide; /* fast_cache.wide */
    uint32_t slices, apart;
    float last_slice;
    struct fast_layout layout;
    uint8_t bytes; /* of an element */
    const float *srgb;
    uint32_t low[8], pitch[8], shift[8], behind[8]; /* of linear surfaces */
    /* of tiled ones: from a column's byte and from a row to the places */
    uint32_t column_shift[8], column_mask[8], column_up[8], column_low[8];
    uint32_t row_shift[8], row_low[8], row_bytes[8], tiles[8];
    struct fast_axis depth;   /* of a volume */
    fast_sampling_run *other; /* what takes channels that `run` does not */
};

/* Whose views native code has, and of which thread. */
struct fast_viewer {
    struct jit_sites *of; /* NULL: none are valid */
    uint64_t epoch[EU_TLBS];
    uint32_t table, group;
};

struct fast_cache {
    struct fast_viewer viewer;
    struct fast_view views[2]; /* to read, to write */
    struct eu_tlb tlbs[EU_TLBS];
    struct fast_surface surfaces[FAST_SURFACES];
    struct fast_texels texels[FAST_SURFACES];
    /* Counts runs, before which the host may have changed surfaces, and decoded surfaces. began:
     * its value when the run began. */
    uint64_t stamps, began;
    struct fast_sampler samplers[EU_SAMPLER_COUNT];
    struct fast_sampling samplings[FAST_SAMPLINGS];
    float srgb[512];  /* if has_srgb: eu_format_linear(), and bytes as parts of 255 */
    double wide[256]; /* the former */
    _Alignas(64) uint8_t planes[4][256]; /* byte n of each of the first 256 of srgb */
    bool has_srgb;
    uint32_t detail[256];                   /* detail_table() */
    struct fast_page **dir[FAST_DIRECTORY]; /* by addr 31:22, then 21:12 */
    struct fast_page *pages, *last;
    struct block *uops, *colds;
    struct fast_share odds, plans;
    unsigned csr;          /* the host's floating point control before the run */
    bool uncounted;        /* result of struct fast_engine, uncounted; `native` likewise */
    struct jit *jit;       /* native code of decoded loops; NULL: none yet */
    uint64_t marked;       /* counts changes of marks */
    uint64_t native, full; /* full: in visits that ended with all channels active */
    uint64_t rows, turns;  /* how often jit_row() found one; how often jit_turn() was asked */
    /* The decoded form is valid for these values. */
    uint64_t changes, instruction_base;
    bool heads;      /* heads of loops are marked, for native code */
    bool far_breaks; /* some `break` was decoded with the `while` of another page */
    uint32_t stale;  /* micro-ops that were decoded from code that changed, and take room */
    uint32_t settings, end_ip, host_at_set;
    struct fast_form forms[FAST_FORMS];
    struct fast_ctx ctx;       /* of the chain that runs, or that ran last */
    struct fast_block scratch; /* its first micro-op, for one use */
    struct fast_cold scratch_cold;
    struct fast_parts scratch_parts;
};

struct fast_cache *fast_cache_new(void); /* NULL: no memory */
void fast_cache_free(struct fast_cache *c);
/* Makes a view invalid, with the window in it. */
static inline void fast_forget_view(struct fast_cache *c, bool write)
{
    c->views[write].page = FAST_NO_PAGE;
    c->ctx.windows[write].key = 0;
}

/* What is about to run is not native code: nothing is known of what it writes. */
static inline void fast_untrace(struct fast_ctx *x)
{
    x->cache->viewer.of = NULL;
    x->t->traced = false;
}

/* Goes on with the instruction's own handler, at a head where native code does not begin. */
static inline enum fast_leave fast_by_chain(FAST_ARGS)
{
    fast_untrace(x);
    return fast_rest(u)->real(FAST_PASS);
}

/* Makes all views invalid, and what the TLBs know: a snapshot may have been taken. */
void fast_forget_views(struct fast_cache *c);

/* fast_page - the page of @addr, which becomes the view. NULL: not mapped, or out of memory. */
uint8_t *fast_page(struct fast_cache *c, struct eu_memory *mem, uint64_t addr, bool write);

/* Drops what is no longer valid because memory changed. */
void fast_cache_renew(struct fast_cache *c, struct eu *eu);
static inline void fast_cache_refresh(struct fast_cache *c, struct eu *eu)
{
    if (eu_memory_changes(eu->mem) != c->changes)
        fast_cache_renew(c, eu);
}

/* Whether @u stays until the cache is refreshed. If not, it only stays until the next look-up. */
static inline bool fast_is_kept(const struct fast_cache *c, const struct fast_uop *u)
{
    return u != c->scratch.uops;
}

/* way.c */
void fast_say_way(struct eu *eu, const uint8_t bytes[16], char *text, size_t n);

#endif
