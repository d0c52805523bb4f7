/* Messages of the data port that move elements of each channel: bytes, words, dwords and qwords,
 * one or several for a channel. Places are found by port.c before anything changes. */
#include "sim/fast/port.h"

#ifdef FAST_WIDE

enum { MOST = 32 }; /* bytes of a channel */

/* Gives the channels that are off a place of their own, so that all can be written. */
INLINE void fill_places(uint8_t *place[16], uint32_t on, unsigned width, uint8_t *nowhere)
{
    for (uint32_t off = ~on & ((1u << width) - 1); off; off &= off - 1)
        place[__builtin_ctz(off)] = nowhere;
}

INLINE uint32_t dword_at(const uint8_t *at, unsigned bytes)
{
    uint32_t v = 0;
    memcpy(&v, at, bytes);
    return v;
}

INLINE void put_lanes(uint8_t *to, v8u v, uint32_t on)
{
    put(to, blend(load(to), v, mask_of(on)));
}

/* --- an element for each channel, in a dword --- */

INLINE v8u gather(uint8_t *const place[8], unsigned bytes)
{
    return (v8u){dword_at(place[0], bytes), dword_at(place[1], bytes), dword_at(place[2], bytes),
                 dword_at(place[3], bytes), dword_at(place[4], bytes), dword_at(place[5], bytes),
                 dword_at(place[6], bytes), dword_at(place[7], bytes)};
}

/* Whether the channels @on have addresses of elements of @bytes side by side; *@first becomes the
 * one of channel 0, or where that would be. */
INLINE bool is_row(const struct fast_port *p, const uint8_t *from, uint32_t on, unsigned width,
                   unsigned bytes, uint64_t *first)
{
    v8u wrong = all(0);
    unsigned lane = (unsigned)__builtin_ctz(on);
    if (p->form & PORT_A64) {
        memcpy(first, from + 8 * lane, sizeof *first);
        *first -= lane * bytes;
        v4q row = (v4q){0, 1, 2, 3} * bytes + *first;
        for (unsigned n = 0; n < width; n += 4, row += 4 * bytes) {
            __m128i some = _mm_load_si128((const void *)fast_masks[on >> n & 15]);
            wrong |= (load(from + 8 * n) ^ (v8u)row) & (v8u)_mm256_cvtepi32_epi64(some);
        }
    } else {
        uint32_t low, step = bytes >> p->unit;
        memcpy(&low, from + 4 * lane, sizeof low);
        low -= lane * step;
        v8u row = (v8u){0, 1, 2, 3, 4, 5, 6, 7} * step + low;
        for (unsigned n = 0; n < width; n += 8, row += 8 * step)
            wrong |= (load(from + 4 * n) ^ row) & mask_of(on >> n);
        *first = low;
    }
    return _mm256_testz_si256((__m256i)wrong, (__m256i)wrong);
}

/* Where a row of elements lies that is in one page and inside of its target, with the elements of
 * channels that are off; NULL: it does not lie so, or is no row. */
INLINE uint8_t *find_row(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                         uint32_t on, unsigned width, unsigned bytes, bool write)
{
    struct port_target to = {.tlb = &x->cache->tlbs[EU_TLB_MEM], .size = UINT64_MAX};
    uint64_t off;
    unsigned n = width * bytes, low = p->form & PORT_ALIGNS ? bytes - 1 : 0;
    if (!on || !is_row(p, grf + p->at, on, width, bytes, &off))
        return NULL;
    if (p->form & PORT_A64) {
        eu_tlb_begin(to.tlb);
        off &= to.tlb->mask;
    } else {
        off = (off + (p->form & PORT_OFFSET ? port_header(p, grf, 2) : 0)) << p->unit;
        if (!port_find_target(x, p, grf, &to))
            return NULL;
        off &= to.wrap == UINT32_MAX ? UINT64_MAX : to.wrap;
        if (off + n > (to.wrap == UINT32_MAX ? UINT32_MAX : to.wrap))
            return NULL;
    }
    uint64_t at = to.base + off;
    if (off & low || to.size < n || off > to.size - n || at % EU_PAGE_BYTES > EU_PAGE_BYTES - n)
        return NULL;
    uint8_t *mem = port_page(&to, at, write);
    return mem ? mem + at % EU_PAGE_BYTES : NULL;
}

INLINE v8u row_lanes(const uint8_t *mem, unsigned bytes)
{
    if (bytes == 1)
        return (v8u)_mm256_cvtepu8_epi32(_mm_loadl_epi64((const void *)mem));
    if (bytes == 2)
        return (v8u)_mm256_cvtepu16_epi32(_mm_loadu_si128((const void *)mem));
    return load(mem);
}

/* The contrary, of channels that are all on. */
INLINE void put_row(uint8_t *mem, v8u v, unsigned bytes)
{
    const __m256i low =
        bytes == 1 ? _mm256_set1_epi32(0x0c080400) : _mm256_set1_epi64x(0x0d0c090805040100);
    __m256i part = _mm256_shuffle_epi8((__m256i)v, low);
    __m128i a = _mm256_castsi256_si128(part), b = _mm256_extracti128_si256(part, 1);
    if (bytes == 1)
        _mm_storel_epi64((void *)mem, _mm_unpacklo_epi32(a, b));
    else if (bytes == 2)
        _mm_storeu_si128((void *)mem, _mm_unpacklo_epi64(a, b));
    else
        put(mem, v);
}

/* Moves a row. Returns false if it is none. */
INLINE bool move_row(struct fast_ctx *x, const struct fast_port *p, uint8_t *grf, uint32_t on,
                     unsigned width, unsigned bytes, bool write)
{
    uint8_t *mem = find_row(x, p, grf, on, width, bytes, write);
    uint8_t *data = grf + (write ? p->data : p->to);
    for (unsigned n = 0; mem && n < width; n += 8, data += 32, mem += 8 * bytes)
        if (!write)
            put_lanes(data, row_lanes(mem, bytes), on >> n);
        else if ((on >> n & 255) == 255)
            put_row(mem, load(data), bytes);
        else
            _mm256_maskstore_epi32((int *)mem, (__m256i)mask_of(on >> n), (__m256i)load(data));
    return mem;
}

INLINE bool move_one(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on,
                     unsigned width, unsigned bytes, bool write)
{
    const struct fast_port *p = port_of(u);
    uint8_t *place[16];
    bool whole = on == (1u << width) - 1;
    if ((bytes == 4 || !write || whole) && move_row(x, p, grf, on, width, bytes, write))
        return true;
    if (!on || !port_find_places(x, p, grf, on, place))
        return !on;
    uint8_t *data = grf + (write ? p->data : p->to);
    if (write && !whole)
        for (; on; on &= on - 1)
            memcpy(place[__builtin_ctz(on)], data + 4 * __builtin_ctz(on), bytes);
    else if (write)
        for (unsigned n = 0; n < width; n++)
            memcpy(place[n], data + 4 * n, bytes);
    else
        for (unsigned n = 0; n < width; n += 8)
            put_lanes(data + 4 * n, gather(place + n, bytes), on >> n);
    return true;
}

/* --- several dwords for each channel: rows of memory, columns of registers --- */

INLINE __m128i row_at(const uint8_t *at, unsigned count)
{
    if (count == 4)
        return _mm_loadu_si128((const void *)at);
    __m128i low = _mm_loadl_epi64((const void *)at);
    return count == 3 ? _mm_insert_epi32(low, (int)dword_at(at + 8, 4), 2) : low;
}

INLINE __m256 rows_at(uint8_t *const place[8], unsigned n, unsigned count)
{
    return (__m256)_mm256_inserti128_si256(_mm256_castsi128_si256(row_at(place[n], count)),
                                           row_at(place[n + 4], count), 1);
}

INLINE bool move_several(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on,
                         unsigned width, unsigned count, bool write)
{
    const struct fast_port *p = port_of(u);
    uint8_t *place[16], nowhere[MOST];
    if (!on || !port_find_places(x, p, grf, on, place))
        return !on;
    if (write && on != (1u << width) - 1)
        fill_places(place, on, width, nowhere);
    for (unsigned n = 0; n < width; n += 8) {
        v8u column[4];
        __m256 r[4];
        if (write) {
            store_columns(place + n, grf + p->data + 4 * n, 4 * width, count);
            continue;
        }
        for (unsigned k = 0; k < 4; k++)
            r[k] = rows_at(place + n, k, count);
        columns_of(r, column);
        for (unsigned k = 0; k < count; k++)
            put_lanes(grf + p->to + 4 * n + k * 4 * width, column[k], on >> n);
    }
    return true;
}

/* --- qwords, two channels at a time --- */

INLINE __m128i two_halves(const uint8_t *low, const uint8_t *high)
{
    __m128 v = _mm_castsi128_ps(_mm_loadl_epi64((const void *)low));
    return _mm_castps_si128(_mm_loadh_pi(v, (const void *)high));
}

INLINE void put_halves(uint8_t *low, uint8_t *high, __m128i v)
{
    _mm_storel_epi64((void *)low, v);
    _mm_storeh_pi((void *)high, _mm_castsi128_ps(v));
}

/* Reads @count qwords for each of two channels: the columns of them at @data are @step apart. */
INLINE void read_two(uint8_t *const place[2], uint8_t *data, unsigned step, unsigned count)
{
    if (count == 1)
        _mm_storeu_si128((void *)data, two_halves(place[0], place[1]));
    for (unsigned k = 0; k + 1 < count; k += 2, data += 2 * step) {
        __m128i a = _mm_loadu_si128((const void *)(place[0] + 8 * k));
        __m128i b = _mm_loadu_si128((const void *)(place[1] + 8 * k));
        _mm_storeu_si128((void *)data, _mm_unpacklo_epi64(a, b));
        _mm_storeu_si128((void *)(data + step), _mm_unpackhi_epi64(a, b));
    }
}

/* The same to memory, all of the first channel before the second, which may overwrite it. */
INLINE void write_two(uint8_t *const place[2], const uint8_t *data, unsigned step, unsigned count)
{
    __m128i row[2][2];
    if (count == 1)
        put_halves(place[0], place[1], _mm_loadu_si128((const void *)data));
    for (unsigned k = 0; k < count / 2; k++, data += 2 * step) {
        __m128i a = _mm_loadu_si128((const void *)data);
        __m128i b = _mm_loadu_si128((const void *)(data + step));
        row[0][k] = _mm_unpacklo_epi64(a, b);
        row[1][k] = _mm_unpackhi_epi64(a, b);
    }
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; k < count / 2; k++)
            _mm_storeu_si128((void *)(place[i] + 16 * k), row[i][k]);
}

/* All channels. */
INLINE void move_twos(uint8_t *const *place, uint8_t *data, unsigned width, unsigned count,
                      bool write)
{
    for (unsigned n = 0; n < width; n += 2)
        if (write)
            write_two(place + n, data + 8 * n, 8 * width, count);
        else
            read_two(place + n, data + 8 * n, 8 * width, count);
}

/* --- dwords that are not side by side, and what is rare --- */

INLINE bool move_each(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on,
                      unsigned width, unsigned bytes, bool write)
{
    const struct fast_port *p = port_of(u);
    uint8_t *place[16];
    if (!on || !port_find_places(x, p, grf, on, place))
        return !on;
    uint8_t *data = grf + (write ? p->data : p->to);
    if (bytes == 8 && on == (1u << width) - 1) {
        move_twos(place, data, width, p->count, write);
        return true;
    }
    for (; on; on &= on - 1) {
        unsigned n = (unsigned)__builtin_ctz(on);
        uint8_t *lane = data + n * bytes;
        for (unsigned parts = p->parts; parts; parts &= parts - 1, lane += width * bytes) {
            uint8_t *mem = place[n] + (unsigned)__builtin_ctz(parts) * bytes;
            memcpy(write ? mem : lane, write ? lane : mem, bytes);
        }
    }
    return true;
}

/* --- handlers --- */

#define MOVER(name, how, width, what, write, ends)                                                 \
    static bool name##_work(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf,            \
                            uint32_t on)                                                           \
    {                                                                                              \
        return how(x, u, grf, on, width, what, write);                                             \
    }                                                                                              \
    ends(name, name##_work)
#define MOVERS(name, how, what)                                                                    \
    MOVER(read_##name##_8, how, 8, what, false, PORT_READER)                                       \
    MOVER(read_##name##_16, how, 16, what, false, PORT_READER)                                     \
    MOVER(write_##name##_8, how, 8, what, true, PORT_HANDLER)                                      \
    MOVER(write_##name##_16, how, 16, what, true, PORT_HANDLER)
#define MOVERS_OF(name)                                                                            \
    {                                                                                              \
        {read_##name##_8, read_##name##_16},                                                       \
        {                                                                                          \
            write_##name##_8, write_##name##_16                                                    \
        }                                                                                          \
    }
MOVERS(byte, move_one, 1)
MOVERS(word, move_one, 2)
MOVERS(dword, move_one, 4)
MOVERS(two, move_several, 2)
MOVERS(three, move_several, 3)
MOVERS(four, move_several, 4)
MOVERS(dwords, move_each, 4)
MOVERS(qwords, move_each, 8)

fast_handler *port_mover(const struct fast_uop *u, const struct fast_cold *cold)
{
    static fast_handler *const of_bytes[9][2][2] = {[1] = MOVERS_OF(byte),
                                                    [2] = MOVERS_OF(word),
                                                    [4] = MOVERS_OF(dwords),
                                                    [8] = MOVERS_OF(qwords)};
    static fast_handler *const of_dwords[5][2][2] = {[1] = MOVERS_OF(dword),
                                                     [2] = MOVERS_OF(two),
                                                     [3] = MOVERS_OF(three),
                                                     [4] = MOVERS_OF(four)};
    const struct fast_port *p = &cold->port;
    bool write = p->form & PORT_WRITE, wide = p->form & PORT_16;
    (void)u;
    bool holes = p->parts & (p->parts + 1u);
    if (p->bytes == 4 && p->count <= 4 && !holes)
        return of_dwords[p->count][write][wide];
    return of_bytes[p->bytes][write][wide];
}

#endif
