/* Packets that read, write and search memory. */
#include <stdio.h>
#include <string.h>

#include "machine/persona.h"
#include "stub/stub_impl.h"

/* The text of the instruction at A can be read from STUB_TEXTS + A on: by eulab-gdb.py, whose other
 * ways to ask run a gdb command, and with it the commands of the breakpoint that gdb is reporting.
 * Source: gdb 13.1, python/python.c, bpstat_do_actions(). */
#define STUB_TEXTS (MACHINE_WINDOWS - (UINT64_C(1) << 48))

static bool range_fits(uint64_t addr, uint64_t n)
{
    return !n || n - 1 <= UINT64_MAX - addr;
}

/* "SIZE;TEXT" of the instruction at an address, and zeros behind it, to @n bytes. */
static bool read_text(struct stub *s, uint64_t addr, size_t n)
{
    char text[512] = "", said[sizeof text + 16];
    int size = s->machine->ops->disassemble(s->machine, addr, text, sizeof text);
    if (size <= 0)
        return false;
    size_t length = (size_t)snprintf(said, sizeof said, "%x;%s", (unsigned)size, text);
    memset(s->scratch, 0, n);
    memcpy(s->scratch, said, n < length ? n : length);
    return true;
}

static bool read_range(struct stub *s, uint64_t addr, size_t n)
{
    if (n && addr >= STUB_TEXTS && addr < MACHINE_WINDOWS)
        return read_text(s, addr - STUB_TEXTS, n);
    uint64_t at = machine_mem_place(s->machine, s->general.thread, addr);
    return range_fits(at, n) && s->machine->ops->mem_read(s->machine, at, s->scratch, n) == 0;
}

static bool is_insn(struct machine *m, uint64_t addr)
{
    uint64_t start = addr;
    return addr % m->traits->insn_align == 0 &&
           (!m->ops->insn_start || (m->ops->insn_start(m, addr, &start) == 0 && start == addr));
}

/* If gdb reads a byte 0xcc where an instruction begins, it takes it for its own int3 and steps
 * over it by one byte. Source: experiment with gdb 13.1, `break *A` on such a byte. */
static void hide_int3(struct stub *s, uint64_t addr, size_t n)
{
    if (n == 1 && s->scratch[0] == MACHINE_TRAP_BYTE && is_insn(s->machine, addr))
        s->scratch[0] = MACHINE_NO_TRAP_BYTE;
}

static void read_memory(struct stub *s, struct stub_args *a, size_t most, bool hex)
{
    size_t n = a->n[1] < most ? (size_t)a->n[1] : most;
    if (!read_range(s, a->n[0], n)) {
        stub_error(s, "memory is not mapped");
        return;
    }
    stub_reply_begin(s);
    if (hex) {
        hide_int3(s, a->n[0], n);
        stub_put_hex_runs(s, s->scratch, n);
    } else {
        if (s->binary_upload)
            stub_put(s, "b", 1);
        stub_put_binary(s, s->scratch, n);
    }
    stub_reply_end(s);
}

void stub_pkt_read_hex(struct stub *s, struct stub_args *a)
{
    if (a->n[1])
        read_memory(s, a, STUB_PACKET_SIZE / 2, true);
    else
        stub_error(s, "no length");
}

void stub_pkt_read_bin(struct stub *s, struct stub_args *a)
{
    if (a->n[1] || s->binary_upload)
        read_memory(s, a, STUB_PACKET_SIZE / 2 - 1, false);
    else
        stub_ok(s); /* lldb tests whether the packet is supported */
}

static void write_memory(struct stub *s, struct stub_args *a)
{
    uint64_t at = machine_mem_place(s->machine, s->general.thread, a->n[0]);
    if (a->ndata != a->n[1])
        stub_error(s, "not the length of the data");
    else if (!range_fits(at, a->ndata))
        stub_error(s, "memory is not mapped");
    else if (a->ndata && dbg_mem_write(s->dbg, at, a->data, a->ndata))
        stub_error(s, "memory cannot be written there");
    else
        stub_ok(s);
}

void stub_pkt_write_hex(struct stub *s, struct stub_args *a)
{
    write_memory(s, a);
}

void stub_pkt_write_bin(struct stub *s, struct stub_args *a)
{
    write_memory(s, a);
}

/* Searches in windows that overlap by the length of the pattern less one byte, so that no match at
 * a boundary is missed. */
void stub_pkt_search(struct stub *s, struct stub_args *a)
{
    uint64_t addr = a->n[0], left = a->n[1];
    const size_t window = STUB_PACKET_SIZE;
    if (!a->ndata || a->ndata > window / 2 || !range_fits(addr, left)) {
        stub_error(s, "bad pattern or range");
        return;
    }
    while (left >= a->ndata) {
        size_t n = left < window ? (size_t)left : window;
        if (!read_range(s, addr, n)) {
            stub_error(s, "memory is not mapped");
            return;
        }
        const uint8_t *hit = memmem(s->scratch, n, a->data, a->ndata);
        if (hit) {
            stub_reply_begin(s);
            stub_putf(s, "1,%llx", (unsigned long long)(addr + (size_t)(hit - s->scratch)));
            stub_reply_end(s);
            return;
        }
        if (n == left)
            break;
        addr += n - (a->ndata - 1);
        left -= n - (a->ndata - 1);
    }
    stub_reply_begin(s);
    stub_putf(s, "0");
    stub_reply_end(s);
}

/* CRC-32 with 0x04c11db7, most significant bit first, start all ones, not inverted.
 * Source: gdb manual, appendix "Separate Debug Files" and qCRC. */
static uint32_t crc_update(uint32_t crc, const uint8_t *p, size_t n)
{
    for (; n; n--, p++) {
        crc ^= (uint32_t)*p << 24;
        for (unsigned i = 0; i < 8; i++)
            crc = crc << 1 ^ (crc >> 31 ? 0x04c11db7u : 0);
    }
    return crc;
}

void stub_pkt_crc(struct stub *s, struct stub_args *a)
{
    uint64_t addr = a->n[0], left = a->n[1];
    uint32_t crc = UINT32_MAX;
    bool ok = range_fits(addr, left);
    for (size_t n; ok && left; addr += n, left -= n) {
        n = left < STUB_PACKET_SIZE ? (size_t)left : STUB_PACKET_SIZE;
        ok = read_range(s, addr, n);
        if (ok)
            crc = crc_update(crc, s->scratch, n);
    }
    if (!ok) {
        stub_error(s, "memory is not mapped");
        return;
    }
    stub_reply_begin(s);
    stub_putf(s, "C%x", (unsigned)crc);
    stub_reply_end(s);
}
