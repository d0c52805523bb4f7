/* Reads and writes the windows: maps addresses to registers, local memory, URB and return
 * addresses. */
#include "eu/spaces.h"

#include <string.h>

#include "eu/calls.h"
#include "exception/exception.h"

/* The place of an architecture register follows from its kind (the high nibble of RegNum) and its
 * number. Some kinds have more registers than fit: mme and fc come after all other kinds, msg
 * registers are close together. */
enum { ARF_KIND = 0x40, ARF_NUMBER = 0x20, ARF_MSG = 4, ARF_MME = 0x400, ARF_FC = 0x500 };
enum { ARF_FC1 = 0x80 }; /* fc1 comes after fc0; each further one is ARF_NUMBER higher */
enum { REG_BYTES_MAX = 128 };

typedef int read_fn(const struct eu *eu, uint64_t addr, void *buf, size_t len);
typedef int write_fn(struct eu *eu, uint64_t addr, const void *buf, size_t len);
#define SPACE(id, ...)                                                                             \
    static read_fn read_##id;                                                                      \
    static write_fn write_##id;
#include "eu/spaces.def"
#undef SPACE

static const struct row {
    struct eu_space space;
    read_fn *read;
    write_fn *write;
} rows[EU_SPACE_COUNT] = {
#define SPACE(id, name, base, size, stride, per, writable, watchable, meaning)                     \
    {{name, meaning, base, size, stride, EU_PER_##per, writable, watchable}, read_##id, write_##id},
#include "eu/spaces.def"
#undef SPACE
};

_Static_assert(CALLS_BEGIN == 0xffff000100000000 && CALLS_END == 0xffff000110000000 &&
                   CALLS_SPAN == 0x4000,
               "eu/calls.h and the row of eu/spaces.def");

/* --- the table --- */
const struct eu_space *eu_space_at(unsigned i)
{
    return i < EU_SPACE_COUNT ? &rows[i].space : NULL;
}

static const struct row *row_of(uint64_t addr)
{
    for (size_t i = 0; i < EU_SPACE_COUNT; i++)
        if (addr >= rows[i].space.base && addr - rows[i].space.base < rows[i].space.size)
            return &rows[i];
    return NULL;
}

const struct eu_space *eu_space_of(uint64_t addr)
{
    const struct row *r = row_of(addr);
    return r ? &r->space : NULL;
}

const char *eu_space_owner(const struct eu_space *s)
{
    return s->per == EU_PER_MACHINE ? "" : s->per == EU_PER_GROUP ? "group" : "thread";
}

uint32_t eu_space_owners(const struct eu *eu, const struct eu_space *s, uint32_t *shown)
{
    uint32_t n = eu->nthreads;
    if (s->per == EU_PER_MACHINE)
        n = 1;
    else if (s->per == EU_PER_GROUP && n)
        n = eu->threads[n - 1].group + 1;
    *shown = (uint32_t)(n < s->size / s->stride ? n : s->size / s->stride);
    return n;
}

bool eu_space_has(const struct eu *eu, const struct eu_space *s, uint64_t addr, size_t len)
{
    uint32_t shown;
    eu_space_owners(eu, s, &shown);
    uint64_t bytes = (uint64_t)shown * s->stride;
    uint64_t first = s->per == EU_PER_DOWN ? s->base + s->size - bytes : s->base;
    return addr >= first && addr - first < bytes && len <= bytes - (addr - first);
}

int eu_space_read(const struct eu *eu, uint64_t addr, void *buf, size_t len)
{
    const struct row *r = row_of(addr);
    if (!r || !eu_space_has(eu, &r->space, addr, len))
        return -EU_ERR_UNAVAILABLE;
    return r->read(eu, addr, buf, len);
}

int eu_space_write(struct eu *eu, uint64_t addr, const void *buf, size_t len)
{
    const struct row *r = row_of(addr);
    if (!r || !eu_space_has(eu, &r->space, addr, len))
        return -EU_ERR_UNAVAILABLE;
    return r->space.writable ? r->write(eu, addr, buf, len) : -EU_ERR_READONLY;
}

/* --- registers --- */
/* The offset from the thread's place to the register with this RegNum. */
static unsigned arf_place(unsigned arf)
{
    unsigned kind = arf >> 4, n = arf & 15;
    if (kind == EU_ARF_ACC && n >= 2)
        return ARF_MME + (n - 2) * ARF_NUMBER;
    if (kind == EU_ARF_FC)
        return n ? ARF_FC + ARF_FC1 + (n - 1) * ARF_NUMBER : ARF_FC;
    return kind * ARF_KIND + n * (kind == EU_ARF_MSG ? ARF_MSG : ARF_NUMBER);
}

uint64_t eu_space_reg(uint32_t thread, unsigned id)
{
    const struct eu_reg *reg = eu_reg_info(id);
    bool grf = id <= EU_REG_GRF_LAST;
    const struct eu_space *s = &rows[grf ? EU_SPACE_GRF : EU_SPACE_ARF].space;
    if (!reg || (!grf && reg->arf < 0) || thread >= s->size / s->stride)
        return 0;
    return s->base + thread * s->stride + (grf ? id * EU_GRF_BYTES : arf_place((unsigned)reg->arf));
}

int eu_space_reg_at(const struct eu *eu, uint64_t addr, uint32_t *thread, unsigned *offset)
{
    const struct eu_space *s = eu_space_of(addr);
    if (!s || !eu_space_has(eu, s, addr, 1))
        return -EU_ERR_UNAVAILABLE;
    *thread = (uint32_t)((addr - s->base) / s->stride);
    if (s == &rows[EU_SPACE_GRF].space) {
        *offset = (unsigned)(addr % EU_GRF_BYTES);
        return (int)(addr % s->stride / EU_GRF_BYTES);
    }
    for (unsigned id = EU_REG_GRF_LAST + 1; id < EU_REG_COUNT; id++) {
        uint64_t at = eu_space_reg(*thread, id);
        if (!(eu_reg_info(id)->gens & eu->gen) || !at || addr < at ||
            addr - at >= eu_reg_info(id)->bytes)
            continue;
        *offset = (unsigned)(addr - at);
        return (int)id;
    }
    return -EU_ERR_UNAVAILABLE;
}

/* Takes the next register's part of an access: *@n bytes of the register at @addr, at most @len,
 * from its byte *@offset on. */
static int next_piece(const struct eu *eu, uint64_t addr, size_t len, uint32_t *thread,
                      unsigned *offset, size_t *n)
{
    int id = eu_space_reg_at(eu, addr, thread, offset);
    if (id < 0)
        return id;
    size_t left = eu_reg_info((unsigned)id)->bytes - *offset;
    *n = left < len ? left : len;
    return id;
}

static int read_GRF(const struct eu *eu, uint64_t addr, void *buf, size_t len)
{
    uint8_t *out = buf, bytes[REG_BYTES_MAX];
    size_t n;
    for (; len; addr += n, out += n, len -= n) {
        uint32_t thread;
        unsigned offset;
        int id = next_piece(eu, addr, len, &thread, &offset, &n);
        if (id < 0)
            return id;
        int rc = eu_reg_read(eu, &eu->threads[thread], (unsigned)id, bytes);
        if (rc)
            return rc;
        memcpy(out, bytes + offset, n);
    }
    return 0;
}

static int read_ARF(const struct eu *eu, uint64_t addr, void *buf, size_t len)
{
    return read_GRF(eu, addr, buf, len);
}

static int put_part(struct eu *eu, struct eu_thread *t, unsigned id, unsigned offset,
                    const void *bytes, size_t n)
{
    uint8_t whole[REG_BYTES_MAX];
    int rc = eu_reg_read(eu, t, id, whole);
    if (rc)
        return rc;
    memcpy(whole + offset, bytes, n);
    rc = eu_reg_write(eu, t, id, whole);
    exc_update_attention(eu, t);
    return rc;
}

static int write_GRF(struct eu *eu, uint64_t addr, const void *buf, size_t len)
{
    const uint8_t *in = buf;
    uint32_t thread;
    unsigned offset;
    size_t n;
    for (uint64_t at = addr; at - addr < len; at += n) {
        int id = next_piece(eu, at, len - (at - addr), &thread, &offset, &n);
        if (id < 0)
            return id;
    }
    for (; len; addr += n, in += n, len -= n) {
        int id = next_piece(eu, addr, len, &thread, &offset, &n);
        int rc = put_part(eu, &eu->threads[thread], (unsigned)id, offset, in, n);
        if (rc)
            return rc;
    }
    return 0;
}

static int write_ARF(struct eu *eu, uint64_t addr, const void *buf, size_t len)
{
    return write_GRF(eu, addr, buf, len);
}

/* --- the others --- */
static int read_CALLS(const struct eu *eu, uint64_t addr, void *buf, size_t len)
{
    return calls_read(eu, addr, buf, len);
}

static int write_CALLS(struct eu *eu, uint64_t addr, const void *buf, size_t len)
{
    (void)eu, (void)addr, (void)buf, (void)len;
    return -EU_ERR_READONLY;
}

/* Pages that nobody has written to do not exist yet; they read 0, as they do for the EU. */
static int read_URB(const struct eu *eu, uint64_t addr, void *buf, size_t len)
{
    (void)eu_memory_read(eu->urb, addr - rows[EU_SPACE_URB].space.base, buf, len);
    return 0;
}

static int read_SLM(const struct eu *eu, uint64_t addr, void *buf, size_t len)
{
    (void)eu_memory_read(eu->slm, addr - rows[EU_SPACE_SLM].space.base, buf, len);
    return 0;
}

static int put_memory(struct eu_memory *mem, uint64_t at, const void *buf, size_t len)
{
    int rc = eu_memory_map(mem, at, len);
    if (rc)
        return rc;
    return eu_memory_write(mem, at, buf, len) ? 0 : -EU_ERR_NOMEM;
}

static int write_URB(struct eu *eu, uint64_t addr, const void *buf, size_t len)
{
    return put_memory(eu->urb, addr - rows[EU_SPACE_URB].space.base, buf, len);
}

static int write_SLM(struct eu *eu, uint64_t addr, const void *buf, size_t len)
{
    return put_memory(eu->slm, addr - rows[EU_SPACE_SLM].space.base, buf, len);
}
