/* Data ports: OWord blocks, media blocks, fence. Source: SNB vol. 4 part 1, 3.9; the formats are
 * the same in Gen7. */
#include <string.h>

#include "sim/message_call.h"

enum { SFID_DATA_CACHE = 10, OWORD = 16, MEDIA_BLOCK_BYTES = 256 };

/* What a binding table index stands for: @size bytes from @base, in graphics memory or in SLM. */
struct target {
    bool slm;
    uint32_t base;
    uint64_t size;
};

static unsigned call_bti(const struct eu_call *c)
{
    return c->msg->desc & 0xff;
}

static void need_header(struct eu_call *c)
{
    if (!c->msg->header) {
        call_lint(c, "header-required", "%s without a header (%s): its fields read 0",
                  c->info->name, c->info->section);
    }
}

/* The surface of the call, or NULL: unknown. */
static const struct eu_surface *find_surface(struct eu_call *c)
{
    const struct eu_surface *s = &c->eu->surfaces[call_bti(c)];
    if (!s->present) {
        call_lint(c, "unknown-binding-table-index",
                  "binding table index %u has no surface (%s): reads 0, writes are dropped",
                  call_bti(c), c->info->section);
        return NULL;
    }
    return s;
}

/* A buffer. Its size counts in whole OWords. Source: 3.9.3, 3.9.2.1. Status: spec; SLM: assumed. */
static struct target find_buffer(struct eu_call *c)
{
    unsigned bti = call_bti(c);
    if (bti == EU_BTI_STATELESS) {
        return (struct target){.base = c->header[5] & ~0x3ffu, .size = UINT64_MAX};
    }
    if (bti == EU_BTI_SLM && c->msg->sfid == SFID_DATA_CACHE) {
        return (struct target){.slm = true, .size = EU_SLM_BYTES};
    }
    const struct eu_surface *s = find_surface(c);
    if (!s) {
        return (struct target){0};
    }
    if (s->is_2d) {
        call_lint(c, "buffer-surface", "%s on a 2D surface (%s): taken as a buffer of its bytes",
                  c->info->name, c->info->section);
    }
    return (struct target){.base = s->address, .size = eu_surface_bytes(s) / OWORD * OWORD};
}

static void unmapped(struct eu_call *c, uint32_t addr)
{
    call_lint(c, "unmapped-memory", "%s at 0x%08x: not mapped, reads 0, writes are dropped",
              c->info->name, addr);
}

/* One dword of a buffer. False: it is outside. */
static bool load(struct eu_call *c, const struct target *to, uint64_t off, uint8_t *dword)
{
    if (off > to->size || to->size - off < 4) {
        memset(dword, 0, 4);
        return false;
    }
    if (to->slm) {
        memcpy(dword, c->eu->slm + off, 4);
    } else if (!eu_memory_read(c->eu->mem, to->base + (uint32_t)off, dword, 4)) {
        unmapped(c, to->base + (uint32_t)off);
    }
    return true;
}

static bool store(struct eu_call *c, const struct target *to, uint64_t off, const uint8_t *dword)
{
    if (off > to->size || to->size - off < 4) {
        return false;
    }
    if (to->slm) {
        memcpy(c->eu->slm + off, dword, 4);
    } else if (!eu_memory_write(c->eu->mem, to->base + (uint32_t)off, dword, 4)) {
        unmapped(c, to->base + (uint32_t)off);
    }
    return true;
}

/* --- OWord blocks
 * --------------------------------------------------------------------------------- */

/* Where the block's bytes are in payload or response: [@first, @end). Source: 3.9.3.1. */
struct block {
    unsigned first, end;
};

static struct block block_of(struct eu_call *c)
{
    static const uint8_t owords[8] = {1, 1, 2, 4, 8};
    unsigned code = c->msg->desc >> 8 & 7, first = code == 1 ? OWORD : 0;
    if (!owords[code]) {
        call_lint(c, "reserved-block-size", "block size %u (3.9.3.1): nothing is transferred",
                  code);
    }
    return (struct block){first, first + owords[code] * OWORD};
}

/* Mask bits of the four dwords of the OWord at byte @pos: 7:0 go to the first and third register of
 * data, 15:8 to the second and fourth. Source: 3.9.3. Status: spec; a switch, oword-mask. */
static unsigned oword_bits(const struct eu_call *c, unsigned pos)
{
    if (!c->eu->quirks[EU_QUIRK_OWORD_MASK]) {
        return 15;
    }
    return c->msg->mask >> ((pos / EU_GRF_BYTES & 1) * 8 + (pos / OWORD & 1) * 4) & 15;
}

static void out_of_bounds(struct eu_call *c, uint64_t off, const struct target *to)
{
    if (to->size) { /* else the missing surface was reported */
        call_lint(c, "out-of-bounds", "%s at byte 0x%llx of 0x%llx (%s)", c->info->name,
                  (unsigned long long)off, (unsigned long long)to->size, c->info->section);
    }
}

static void check_length(struct eu_call *c, const char *what, unsigned have, unsigned need)
{
    if (have < need) {
        call_lint(c, "message-length", "%s: %s has %u registers, needs %u (%s)", c->info->name,
                  what, have, need, c->info->section);
    }
}

static unsigned regs(unsigned bytes)
{
    return (bytes + EU_GRF_BYTES - 1) / EU_GRF_BYTES;
}

static enum eu_stop oword_load(struct eu_call *c, uint64_t off, bool masked)
{
    need_header(c);
    struct target from = find_buffer(c);
    struct block b = block_of(c);
    check_length(c, "response", c->msg->rlen, regs(b.end));
    bool inside = true;
    for (unsigned pos = b.first; pos < b.end && pos < c->response_bytes; pos += OWORD) {
        for (unsigned i = 0; i < OWORD && (!masked || oword_bits(c, pos)); i += 4) {
            inside &= load(c, &from, off + (pos - b.first) + i, c->response + pos + i);
        }
    }
    if (!inside) {
        out_of_bounds(c, off, &from);
    }
    return EU_STOP_NONE;
}

enum eu_stop eu_msg_oword_read(struct eu_call *c)
{
    return oword_load(c, (uint64_t)c->header[2] * OWORD, true);
}

/* The offset is in bytes, the mask does not count. Source: 3.9.4. */
enum eu_stop eu_msg_oword_unaligned(struct eu_call *c)
{
    return oword_load(c, c->header[2] & ~3u, false);
}

enum eu_stop eu_msg_oword_write(struct eu_call *c)
{
    need_header(c);
    struct target to = find_buffer(c);
    struct block b = block_of(c);
    uint64_t off = (uint64_t)c->header[2] * OWORD;
    check_length(c, "payload", (unsigned)regs((unsigned)c->payload_bytes), regs(b.end));
    bool inside = true;
    for (unsigned pos = b.first; pos < b.end && pos < c->payload_bytes; pos += OWORD) {
        unsigned bits = oword_bits(c, pos);
        for (unsigned i = 0; i < OWORD; i += 4) {
            if (bits >> i / 4 & 1) {
                inside &= store(c, &to, off + (pos - b.first) + i, c->payload + pos + i);
            }
        }
    }
    if (!inside) {
        out_of_bounds(c, off, &to);
    }
    return EU_STOP_NONE;
}

/* --- media blocks
 * ----------------------------------------------------------------------------------- */

struct media {
    const struct eu_surface *s;
    int64_t x, y;           /* bytes, rows */
    unsigned width, height; /* bytes, rows */
    unsigned pitch;         /* of a row in the registers */
    int64_t bytes, rows;    /* of the surface */
    unsigned skip, from;    /* vertical line stride, its offset */
};

/* The block that header and descriptor ask for. Source: 3.9.6, 3.9.6.1, 3.9.6.2. Status: spec; too
 * high a block: the rows that fit. */
static bool media_block(struct eu_call *c, struct media *m)
{
    need_header(c);
    *m = (struct media){.x = (int32_t)c->header[0],
                        .y = (int32_t)c->header[1],
                        .width = (c->header[2] & 63) + 1,
                        .height = (c->header[2] >> 16 & 63) + 1,
                        .pitch = 4};
    while (m->pitch < m->width) {
        m->pitch *= 2;
    }
    if (m->height > MEDIA_BLOCK_BYTES / m->pitch) {
        call_lint(c, "media-block-size", "block of %u bytes x %u rows (3.9.6.2): %u rows are moved",
                  m->width, m->height, MEDIA_BLOCK_BYTES / m->pitch);
        m->height = MEDIA_BLOCK_BYTES / m->pitch;
    }
    if (call_bti(c) >= EU_BTI_SLM) {
        call_lint(c, "media-block-surface",
                  "media block to binding table index %u (3.9.6): dropped", call_bti(c));
        return false;
    }
    m->s = find_surface(c);
    if (!m->s) {
        return false;
    }
    if (!m->s->is_2d) {
        call_lint(c, "media-block-surface", "media block on a buffer (3.9.6): taken as one row");
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

static uint32_t media_address(const struct media *m, int64_t x, int64_t y)
{
    uint32_t row = (uint32_t)y * (m->skip + 1) + m->from;
    return m->s->address + row * m->s->pitch + (uint32_t)x;
}

static int64_t clamp(int64_t v, int64_t lo, int64_t hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

/* Byte @x of a row, as the nearest pixel of the surface has it: bytes, words or dwords repeat. */
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
    if (m->x >= 0 && m->x + m->width <= m->bytes) {
        mapped = eu_memory_read(c->eu->mem, media_address(m, m->x, y), row, m->width);
    } else {
        for (unsigned i = 0; i < m->width; i++) {
            uint32_t addr = media_address(m, edge_byte(m, m->x + i), y);
            mapped &= eu_memory_read(c->eu->mem, addr, row + i, 1);
        }
    }
    if (!mapped) {
        unmapped(c, media_address(m, 0, y));
    }
}

/* The execution mask does not count. Bytes of a row's pitch behind its width become 0.
 * Source: 3.9.6; the padding: assumed. */
enum eu_stop eu_msg_media_read(struct eu_call *c)
{
    struct media m;
    uint8_t data[MEDIA_BLOCK_BYTES] = {0};
    bool known = media_block(c, &m);
    for (unsigned r = 0; known && r < m.height; r++) {
        media_read_row(c, &m, clamp(m.y + r, 0, m.rows - 1), data + r * m.pitch);
    }
    unsigned need = regs(m.pitch * m.height);
    check_length(c, "response", c->msg->rlen, need);
    size_t n = need * EU_GRF_BYTES < c->response_bytes ? need * EU_GRF_BYTES : c->response_bytes;
    memcpy(c->response, data, n);
    return EU_STOP_NONE;
}

enum eu_stop eu_msg_media_write(struct eu_call *c)
{
    struct media m;
    bool known = media_block(c, &m);
    if (m.x % 4 != 0 || m.width % 4 != 0) {
        call_lint(c, "media-block-alignment", "write at x %d of %u bytes, not dwords (3.9.6)",
                  (int)m.x, m.width);
    }
    check_length(c, "payload", regs((unsigned)c->payload_bytes), regs(m.pitch * m.height));
    for (unsigned r = 0; known && r < m.height; r++) {
        int64_t left = clamp(m.x, 0, m.bytes), right = clamp(m.x + m.width, 0, m.bytes);
        size_t at = r * m.pitch + (size_t)(left - m.x);
        if (m.y + r < 0 || m.y + r >= m.rows || left >= right || at >= c->payload_bytes) {
            continue;
        }
        size_t n = (size_t)(right - left), have = c->payload_bytes - at;
        uint32_t addr = media_address(&m, left, m.y + r);
        if (!eu_memory_write(c->eu->mem, addr, c->payload + at, n < have ? n : have)) {
            unmapped(c, addr);
        }
    }
    return EU_STOP_NONE;
}

/* --- fence
 * ------------------------------------------------------------------------------------------- */

/* Every earlier access was done at once already. The commit's response changes no register. */
enum eu_stop eu_msg_fence(struct eu_call *c)
{
    need_header(c);
    return EU_STOP_NONE;
}
