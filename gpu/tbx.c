/* Decodes the messages of a driver and answers them. Sockets are in gpu/serve.c. */
#include "gpu/tbx.h"

#include <string.h>
#include <time.h>

enum {
    TBX_MMIO = 0,
    TBX_MMIO_ANSWER = 1,
    TBX_GTT = 2,
    TBX_WRITE = 4,
    TBX_READ = 5,
    TBX_READ_ANSWER = 6,
    TBX_CONTROL = 11
};
enum { HEADER_BYTES = 12, WORDS_MAX = 4, WHOLE_MAX = 4096, READ_CHUNK = 65536, READ_MAX = 1 << 26 };

struct message {
    uint32_t type, id;
    uint32_t w[WORDS_MAX];
};

/* Number of words in a message's body; the bytes after the words of a WRITE do not count. */
static uint32_t words_of(uint32_t type)
{
    switch (type) {
    case TBX_MMIO:
    case TBX_WRITE:
    case TBX_READ:
        return 3;
    case TBX_GTT:
        return 4;
    case TBX_CONTROL:
        return 1;
    default:
        return 0; /* unknown type */
    }
}

static uint64_t address_of(const uint32_t w[WORDS_MAX])
{
    return (uint64_t)(w[0] >> 24) << 32 | w[1];
}

static void answer_client(struct gpu_tbx *c, uint32_t type, uint32_t id, const uint32_t *words,
                          uint32_t n)
{
    uint32_t m[3 + WORDS_MAX] = {type, id, n * 4};
    memcpy(m + 3, words, n * 4);
    c->send(c->ctx, m, (3 + n) * 4);
}

static void report_stop(struct gpu_tbx *c, enum gpu_stop stop)
{
    if (stop && c->stopped)
        c->stopped(c->ctx, stop);
}

/* The driver reads: it may be waiting for a GPU that waits for it. */
static void lose_patience(struct gpu_tbx *c)
{
    enum { SECOND = 1000000000 };
    struct timespec now;
    if (!gpu_waits(c->gpu)) {
        c->since = 0;
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    const uint64_t ns = (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
    c->since = c->since ? c->since : ns;
    if (ns - c->since >= c->patience)
        report_stop(c, gpu_give_up(c->gpu));
}

static void mmio(struct gpu_tbx *c, const struct message *m)
{
    if (!(m->w[0] & 1)) {
        lose_patience(c);
        uint32_t v = gpu_register_read(c->gpu, m->w[1]);
        answer_client(c, TBX_MMIO_ANSWER, m->id, &v, 1);
        return;
    }
    gpu_record_register(c->record, m->w[1], m->w[2]);
    report_stop(c, gpu_register_write(c->gpu, m->w[1], m->w[2]));
}

static void store_bytes(struct gpu_tbx *c, uint64_t address, const uint8_t *bytes, size_t n)
{
    gpu_record_memory(c->record, address, bytes, n);
    if (n && gpu_physical_write(c->gpu, address, bytes, n))
        c->error = "no memory for what the driver wrote";
    report_stop(c, gpu_go_on(c->gpu));
}

static void store_ggtt(struct gpu_tbx *c, const struct message *m)
{
    uint64_t entry = (uint64_t)m->w[3] << 32 | m->w[2];
    if (!(m->w[0] & 1))
        return;
    gpu_record_ggtt(c->record, m->w[1], entry);
    if (gpu_ggtt_write(c->gpu, m->w[1], entry))
        c->error = "no memory for what the driver wrote";
}

static void read_memory(struct gpu_tbx *c, const struct message *m)
{
    uint8_t bytes[READ_CHUNK];
    uint64_t address = address_of(m->w);
    uint32_t left = m->w[2];
    if (left > READ_MAX) {
        c->error = "a read of more than 64 MiB";
        return;
    }
    lose_patience(c);
    answer_client(c, TBX_READ_ANSWER, m->id, m->w, 3);
    while (left) {
        uint32_t part = left < READ_CHUNK ? left : READ_CHUNK;
        gpu_physical_read(c->gpu, address, bytes, part);
        c->send(c->ctx, bytes, part);
        address += part, left -= part;
    }
}

/* Takes a part of a long write; returns how many bytes it took. */
static size_t go_on_writing(struct gpu_tbx *c, const uint8_t *bytes, size_t n)
{
    size_t part = n < c->left ? n : (size_t)c->left;
    store_bytes(c, c->address, bytes, part);
    c->address += part;
    c->left -= part;
    return part;
}

/* Intel's driver repeats a pattern of one byte or two to four, which its kernels read (FillBuffer),
 * but writes no more bytes than the pattern's. A page holds one allocation, and this is all of it:
 * nobody else uses the bytes after it. Source: compute-runtime 22.43, enqueue_fill_buffer.h.
 * Status: seen. */
static void store_whole(struct gpu_tbx *c, uint64_t address, const uint8_t *bytes, uint32_t n)
{
    enum { PATTERN = 4, SMALL = 2, PAGE = 4096 };
    uint8_t pattern[PATTERN];
    bool small = n && n <= SMALL && address % PAGE == 0;
    for (uint32_t i = 0; small && i < PATTERN; i++)
        pattern[i] = bytes[i % n];
    store_bytes(c, address, small ? pattern : bytes, small ? PATTERN : n);
}

/* Takes the bytes after a WRITE's words. A short write is taken only as a whole, so that a
 * page-table entry is never half written. Returns how many were taken, or -1: not all have come. */
static long write_memory(struct gpu_tbx *c, const struct message *m, const uint8_t *bytes, size_t n)
{
    uint32_t size = m->w[2];
    if (size <= WHOLE_MAX && n < size)
        return -1;
    if (size <= WHOLE_MAX) {
        store_whole(c, address_of(m->w), bytes, size);
        return (long)size;
    }
    c->address = address_of(m->w);
    c->left = size;
    return (long)go_on_writing(c, bytes, n);
}

/* Handles one message at the start of @bytes. Returns its length, or 0: it is incomplete. */
static size_t handle_message(struct gpu_tbx *c, const uint8_t *bytes, size_t n)
{
    struct message m;
    uint32_t header[3];
    if (n < HEADER_BYTES)
        return 0;
    memcpy(header, bytes, sizeof header);
    uint32_t words = words_of(header[0]);
    if (!words || header[2] != words * 4) {
        c->error = words ? "a message of a wrong size" : "a message of an unknown type";
        return 0;
    }
    size_t length = HEADER_BYTES + header[2];
    if (n < length)
        return 0;
    m = (struct message){.type = header[0], .id = header[1]};
    memcpy(m.w, bytes + HEADER_BYTES, header[2]);
    long behind = 0;
    if (m.type != TBX_CONTROL && !c->begun && c->begins)
        c->begins(c->ctx);
    c->begun |= m.type != TBX_CONTROL;
    switch (m.type) {
    case TBX_MMIO:
        mmio(c, &m);
        break;
    case TBX_GTT:
        store_ggtt(c, &m);
        break;
    case TBX_WRITE:
        behind = write_memory(c, &m, bytes + length, n - length);
        break;
    case TBX_READ:
        read_memory(c, &m);
        break;
    default: /* CONTROL has no effect here */
        break;
    }
    return behind < 0 ? 0 : length + (size_t)behind;
}

size_t gpu_tbx_feed(struct gpu_tbx *c, const uint8_t *bytes, size_t n)
{
    size_t at = c->left && !c->error ? go_on_writing(c, bytes, n) : 0;
    size_t took = 1;
    while (took && !c->error) {
        took = handle_message(c, bytes + at, n - at);
        at += took;
    }
    return at;
}
