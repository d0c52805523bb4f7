/* Media blocks in the chain: rectangles of an image, which lie in it and in one page a piece, as
 * copies of what is contiguous. Source: as sim/dataport_media.c. */
#include "sim/fast/texel_load.h"

#ifdef FAST_WIDE

enum { BLOCK_BYTES = 256, ROWS = 64 };

struct media {
    struct fast_texels *t;
    uint32_t x, y, width, height; /* bytes, rows */
    uint32_t pitch;               /* of a row in the registers */
    uint32_t row[ROWS];           /* how far each row is from the surface's first page */
};

#define COPY_PART(size)                                                                            \
    if (n & (size)) {                                                                              \
        memcpy(to, from, size);                                                                    \
        to += (size);                                                                              \
        from += (size);                                                                            \
    }
/* Copies up to 64 bytes. */
INLINE void copy(uint8_t *to, const uint8_t *from, unsigned n){
    COPY_PART(64) COPY_PART(32) COPY_PART(16) COPY_PART(8) COPY_PART(4) COPY_PART(2) COPY_PART(1)}

INLINE uint32_t row_of(const struct eu_surface *s, uint32_t y)
{
    if (s->tiling == EU_TILING_LINEAR)
        return y * s->pitch;
    if (s->tiling == EU_TILING_X)
        return (y >> 3) * (s->pitch >> 9) * 4096 + (y & 7) * 512;
    return (y >> 5) * (s->pitch >> 7) * 4096 + (y & 31) * 16;
}

INLINE uint32_t column_of(const struct eu_surface *s, uint32_t x)
{
    if (s->tiling == EU_TILING_LINEAR)
        return x;
    return s->tiling == EU_TILING_X ? (x >> 9) * 4096 + (x & 511)
                                    : (x >> 7) * 4096 + (x >> 4 & 7) * 512 + (x & 15);
}

/* The bytes from @x on that are contiguous in each row. */
INLINE uint32_t run_of(const struct eu_surface *s, uint32_t x)
{
    return s->tiling == EU_TILING_LINEAR ? UINT32_MAX
           : s->tiling == EU_TILING_X    ? 512 - x % 512
                                         : 16 - x % 16;
}

/* Finds the block that the header means. Returns false if message.c must move it. */
static bool find_block(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                       struct media *m)
{
    uint32_t size = port_header(p, grf, 2);
    eu_tlb_begin(&x->cache->tlbs[EU_TLB_MEM]);
    m->t = texels_known(x, p->bti);
    m->x = port_header(p, grf, 0);
    m->y = port_header(p, grf, 1);
    m->width = (size & 63) + 1;
    m->height = (size >> 16 & 63) + 1;
    m->pitch = m->width <= 4 ? 4 : 1u << (32 - __builtin_clz(m->width - 1));
    if (!m->t || m->t->slices > 1 || !m->t->s->is_2d || !m->t->npages ||
        m->height * m->pitch > BLOCK_BYTES)
        return false;
    uint64_t row = (uint64_t)m->t->width * m->t->bytes;
    for (unsigned r = 0; r < m->height; r++)
        m->row[r] = row_of(m->t->s, m->y + r) + m->t->low;
    return (uint64_t)m->x + m->width <= row && (uint64_t)m->y + m->height <= m->t->height;
}

/* Moves a piece of each row. Returns false if a page is not mapped, or a piece is in two. */
INLINE bool move_pieces(struct fast_ctx *x, const struct media *m, uint32_t column, unsigned n,
                        uint8_t *data, bool write)
{
    for (unsigned r = 0; r < m->height; r++, data += m->pitch) {
        uint32_t rel = m->row[r] + column, in = rel % EU_PAGE_BYTES;
        uint8_t **pages = m->t->pages[write];
        uint8_t *bytes = FAST_UNLIKELY(!pages) ? NULL : pages[rel / EU_PAGE_BYTES];
        if (FAST_UNLIKELY(!bytes))
            bytes = texels_page(x, m->t, rel / EU_PAGE_BYTES, write);
        if (FAST_UNLIKELY(!bytes || in + n > EU_PAGE_BYTES))
            return false;
        copy(write ? bytes + in : data, write ? data : bytes + in, n);
    }
    return true;
}

/* Moves between the block's bytes and @data, in which rows are `pitch` bytes apart. */
INLINE bool move_block(struct fast_ctx *x, const struct media *m, uint8_t *data, bool write)
{
    for (uint32_t at = 0, n; at < m->width; at += n) {
        uint32_t run = run_of(m->t->s, m->x + at), left = m->width - at;
        uint32_t column = column_of(m->t->s, m->x + at);
        bool moved;
        n = run < left ? run : left;
        if (n == 16) /* a column of a Y tile */
            moved = move_pieces(x, m, column, 16, data + at, write);
        else if (n == 32)
            moved = move_pieces(x, m, column, 32, data + at, write);
        else
            moved = move_pieces(x, m, column, n, data + at, write);
        if (!moved)
            return false;
    }
    return true;
}

/* The execution mask is ignored. Bytes between a row's width and its pitch become 0. */
static bool read_work(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on)
{
    const struct fast_port *p = port_of(u);
    _Alignas(32) uint8_t data[BLOCK_BYTES];
    struct media m;
    (void)on;
    if (!find_block(x, p, grf, &m))
        return false;
    unsigned bytes = (m.pitch * m.height + EU_GRF_BYTES - 1) / EU_GRF_BYTES * EU_GRF_BYTES;
    if (bytes > p->owords * EU_GRF_BYTES)
        return false;
    if (m.width != m.pitch || bytes != m.pitch * m.height)
        for (unsigned i = 0; i < bytes; i += EU_GRF_BYTES)
            put(data + i, all(0));
    if (!move_block(x, &m, data, false))
        return false;
    for (unsigned i = 0; i < bytes; i += EU_GRF_BYTES)
        put(grf + p->to + i, load(data + i));
    return true;
}
PORT_READER(read_handler, read_work)

/* What message.c does again, if a page is not mapped, is the same. */
static bool write_work(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on)
{
    const struct fast_port *p = port_of(u);
    struct media m;
    (void)on;
    return find_block(x, p, grf, &m) && m.pitch * m.height <= p->owords * EU_GRF_BYTES &&
           move_block(x, &m, grf + p->data, true);
}
PORT_HANDLER(write_handler, write_work)

fast_handler *texel_media(const struct eu *eu, struct fast_cold *cold)
{
    const struct eu_message *m = &cold->msg;
    struct fast_port *p = &cold->port;
    bool read = cold->message == PORT_ROW_SC_MEDIA_READ ||
                cold->message == PORT_ROW_RC_MEDIA_READ || cold->message == PORT_ROW_DC1_MEDIA_READ;
    bool write =
        cold->message == PORT_ROW_RC_MEDIA_WRITE || cold->message == PORT_ROW_DC1_MEDIA_WRITE;
    bool every_other = m->desc >> 9 & 1 && m->desc >> 10 & 1;
    unsigned n = m->mlen + m->len1;
    if (!(read || write) || p->bti >= eu->isa->bti_special || every_other || !m->header || !n ||
        !port_registers(m, 0, 1, &p->header) || !port_registers(m, 1, n - 1, &p->data) ||
        m->dst + m->rlen > EU_GRF_COUNT || (write && m->rlen))
        return fast_slow;
    p->to = (uint16_t)(m->dst * EU_GRF_BYTES);
    p->owords = (uint8_t)(write ? n - 1 : m->rlen); /* registers */
    return write ? write_handler : read_handler;
}

#endif
