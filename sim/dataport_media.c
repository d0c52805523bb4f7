/* Media blocks: rectangles of a 2D surface. Source: SNB vol. 4 part 1, 3.9.6. */
#include <string.h>

#include "sim/dataport.h"

enum { MEDIA_BLOCK_BYTES = 256 };

struct media {
    const struct eu_surface *s;
    int64_t x, y;           /* bytes, rows */
    unsigned width, height; /* bytes, rows */
    unsigned pitch;         /* of a row in the registers, in bytes */
    int64_t bytes, rows;    /* size of the surface */
    unsigned skip, from;    /* vertical line stride, and its offset */
};

/* Reads from header and descriptor which block is meant. Source: 3.9.6, 3.9.6.1, 3.9.6.2. Status:
 * spec; a block that is too high is cut to the rows that fit. */
static bool media_block(struct eu_call *c, struct media *m)
{
    dp_need_header(c);
    *m = (struct media){.x = (int32_t)c->header[0],
                        .y = (int32_t)c->header[1],
                        .width = (c->header[2] & 63) + 1,
                        .height = (c->header[2] >> 16 & 63) + 1,
                        .pitch = 4};
    while (m->pitch < m->width)
        m->pitch *= 2;
    if (m->height > MEDIA_BLOCK_BYTES / m->pitch) {
        call_lint(c, EU_LINT_MEDIA_BLOCK_SIZE,
                  "block of %u bytes x %u rows (3.9.6.2): %u rows are moved", m->width, m->height,
                  MEDIA_BLOCK_BYTES / m->pitch);
        m->height = MEDIA_BLOCK_BYTES / m->pitch;
    }
    if (dp_is_special(c)) {
        call_lint(c, EU_LINT_MEDIA_BLOCK_SURFACE,
                  "media block to binding table index %u (3.9.6): dropped", dp_bti(c));
        return false;
    }
    m->s = dp_surface(c);
    if (!m->s)
        return false;
    if (!m->s->is_2d) {
        call_lint(c, EU_LINT_MEDIA_BLOCK_SURFACE,
                  "media block on a buffer (3.9.6): taken as one row");
    }
    unsigned element = m->s->is_2d ? eu_format_bytes(m->s->format) : 1;
    m->bytes = (int64_t)m->s->width * element;
    m->rows = m->s->is_2d ? m->s->height : 1;
    if (c->msg->desc >> 10 & 1 && c->msg->desc >> 9 & 1) {
        m->skip = 1;
        m->from = c->msg->desc >> 8 & 1;
        m->rows = (m->rows + 1) / 2;
    }
    return m->bytes > 0 && m->rows > 0;
}

static uint64_t media_address(const struct media *m, int64_t x, int64_t y)
{
    uint32_t row = (uint32_t)y * (m->skip + 1) + m->from;
    return eu_surface_address(m->s, (uint32_t)x, row);
}

/* Moves @n bytes of a row between memory and @read or @write, in pieces that are contiguous in
 * memory. Returns false if not all is mapped. */
static bool move_row(struct eu_call *c, const struct media *m, int64_t x, int64_t y, size_t n,
                     uint8_t *read, const uint8_t *write)
{
    bool mapped = true;
    for (size_t at = 0; at < n;) {
        uint32_t run = eu_surface_run(m->s, (uint32_t)x + (uint32_t)at);
        uint64_t addr = media_address(m, x + (int64_t)at, y);
        size_t piece = n - at < run ? n - at : run;
        mapped &= write ? eu_call_write(c, c->eu->mem, addr, write + at, piece)
                        : eu_call_read(c, c->eu->mem, addr, read + at, piece);
        at += piece;
    }
    return mapped;
}

static int64_t clamp(int64_t v, int64_t lo, int64_t hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

/* Byte @x of a row; outside of the surface, the nearest pixel is repeated (its byte, word or
 * dword). */
static int64_t edge_byte(const struct media *m, int64_t x)
{
    int64_t pixel = m->s->is_2d ? eu_format_bytes(m->s->format) : 1;
    pixel = pixel > 4 ? 4 : pixel;
    int64_t in_pixel = ((x % pixel) + pixel) % pixel, at = (x - in_pixel) / pixel;
    return clamp(at, 0, m->bytes / pixel - 1) * pixel + in_pixel;
}

static void media_read_row(struct eu_call *c, const struct media *m, int64_t y, uint8_t *row)
{
    bool mapped = true;
    if (m->x >= 0 && m->x + m->width <= m->bytes)
        mapped = move_row(c, m, m->x, y, m->width, row, NULL);
    else
        for (unsigned i = 0; i < m->width; i++)
            mapped &= move_row(c, m, edge_byte(m, m->x + i), y, 1, row + i, NULL);
    if (!mapped)
        dp_unmapped(c, media_address(m, 0, y));
}

/* The execution mask is ignored. Bytes between a row's width and its pitch become 0. Source: 3.9.6;
 * the padding: assumed. */
enum eu_stop eu_msg_media_read(struct eu_call *c)
{
    struct media m;
    uint8_t data[MEDIA_BLOCK_BYTES] = {0};
    bool known = media_block(c, &m);
    for (unsigned r = 0; known && r < m.height; r++)
        media_read_row(c, &m, clamp(m.y + r, 0, m.rows - 1), data + r * m.pitch);
    unsigned need = dp_regs(m.pitch * m.height);
    dp_check_length(c, "response", c->msg->rlen, need);
    size_t n = need * EU_GRF_BYTES < c->response_bytes ? need * EU_GRF_BYTES : c->response_bytes;
    memcpy(c->response, data, n);
    return EU_STOP_NONE;
}

enum eu_stop eu_msg_media_write(struct eu_call *c)
{
    struct media m;
    bool known = media_block(c, &m);
    if (m.x % 4 != 0 || m.width % 4 != 0) {
        call_lint(c, EU_LINT_MEDIA_BLOCK_ALIGNMENT, "write at x %d of %u bytes, not dwords (3.9.6)",
                  (int)m.x, m.width);
    }
    dp_check_length(c, "payload", dp_regs((unsigned)c->payload_bytes), dp_regs(m.pitch * m.height));
    for (unsigned r = 0; known && r < m.height; r++) {
        int64_t left = clamp(m.x, 0, m.bytes), right = clamp(m.x + m.width, 0, m.bytes);
        size_t at = r * m.pitch + (size_t)(left - m.x);
        if (m.y + r < 0 || m.y + r >= m.rows || left >= right || at >= c->payload_bytes)
            continue;
        size_t n = (size_t)(right - left), have = c->payload_bytes - at;
        if (!move_row(c, &m, left, m.y + r, n < have ? n : have, NULL, c->payload + at))
            dp_unmapped(c, media_address(&m, left, m.y + r));
    }
    return EU_STOP_NONE;
}
