/* Sends a message: decodes it, gathers payload and response, checks the rules of all messages,
 * calls the handler, and reports accesses to watchpoints and lints. */
#include "sim/message.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "sim/lint_state.h"
#include "sim/message_call.h"

enum { NULL_GRF = EU_GRF_COUNT };

typedef enum eu_stop handler(struct eu_call *c);
static handler *const handlers[] = {
#define MSG(id, sfid, mask, value, gens, simulated, func, name, section, layout, word)             \
    eu_msg_##func,
#include "isa/messages.def"
#undef MSG
};

static unsigned grf_of(const struct eu_operand *op)
{
    return op->file == EU_FILE_GRF ? op->reg & 127u : NULL_GRF;
}

/* Dword @n of a0; 0 past the last. */
static uint32_t address_dword(const struct eu_thread *t, unsigned n)
{
    uint32_t v = 0;
    if (n * 4 + 4 <= sizeof t->a0)
        memcpy(&v, &t->a0[n * 2], sizeof v);
    return v;
}

void eu_message_decode(const struct isa_gen *isa, const struct eu_thread *t,
                       const struct eu_insn *insn, uint32_t desc, uint16_t mask,
                       struct eu_message *msg)
{
    bool split = insn->op->format == EU_FMT_SENDS;
    uint32_t ex = insn->ex_indirect ? address_dword(t, insn->ex_sub) : insn->ex_desc;
    *msg = (struct eu_message){
        .sfid = insn->cmod & 15,
        .desc = desc & isa->descriptor,
        .ex_desc = ex,
        .eot = isa_is_eot(insn),
        .header = desc >> 19 & 1,
        .mlen = desc >> 25 & 15,
        .rlen = desc >> 20 & 31,
        .src = grf_of(&insn->src[0]),
        .dst = grf_of(&insn->dst),
        .src1 = split ? grf_of(&insn->src[1]) : (unsigned)NULL_GRF,
        .len1 = split ? ex >> 6 & 15 : 0,
        .mask = mask,
    };
}

void eu_message_of(const struct isa_gen *isa, const struct eu_thread *t, const struct eu_insn *insn,
                   uint16_t mask, struct eu_message *msg)
{
    const struct eu_operand *desc = isa_descriptor(insn);
    uint32_t value = desc->file == EU_FILE_IMM ? (uint32_t)desc->imm : address_dword(t, 0);
    eu_message_decode(isa, t, insn, value, mask, msg);
}

/* Copies @n registers one by one: a copy of variable length is slower to begin. */
static inline void move_registers(uint8_t *to, const uint8_t *from, unsigned n)
{
    for (unsigned i = 0; i < n; i++, to += EU_GRF_BYTES, from += EU_GRF_BYTES)
        memcpy(to, from, EU_GRF_BYTES);
}

/* Copies registers [@reg, @reg + @n) to @to; registers outside of the file read 0. */
static void copy_registers(const struct eu_thread *t, unsigned reg, unsigned n, void *to)
{
    static const uint8_t zero[EU_GRF_BYTES];
    uint8_t *out = to;
    for (unsigned i = 0; i < n; i++, reg++)
        move_registers(out + i * EU_GRF_BYTES, reg < EU_GRF_COUNT ? t->grf[reg] : zero, 1);
}

/* Finds the payload, without the header, which is the first register of either part. Only one that
 * is in two parts, too short, or ends after r127 is copied. */
static void gather_payload(struct eu_call *c)
{
    enum { LEAST = 2 };
    const struct eu_message *m = c->msg;
    bool first = m->header && m->mlen, second = m->header && !m->mlen && m->len1;
    unsigned n = m->mlen - first, n1 = m->len1 - second;
    copy_registers(c->t, first ? m->src : second ? m->src1 : (unsigned)NULL_GRF, 1, c->header);
    c->payload_bytes = (n + n1) * EU_GRF_BYTES;
    if (!n1 && n >= LEAST && m->src + m->mlen <= EU_GRF_COUNT) {
        c->payload = (const uint8_t *)c->t->grf + (m->src + first) * EU_GRF_BYTES;
        return;
    }
    copy_registers(c->t, m->src + first, n, c->copied);
    copy_registers(c->t, m->src1 + second, n1, c->copied + n * EU_GRF_BYTES);
    if (n + n1 < LEAST)
        copy_registers(c->t, NULL_GRF, LEAST - n - n1, c->copied + c->payload_bytes);
    c->payload = c->copied;
}

/* Copies header and the present contents of the response's registers, and finds the payload. */
static void gather_registers(struct eu_call *c)
{
    const struct eu_message *m = c->msg;
    gather_payload(c);
    unsigned room = m->dst < EU_GRF_COUNT ? EU_GRF_COUNT - m->dst : 0, regs;
    regs = m->rlen < 16 ? m->rlen : 16;
    regs = regs < room ? regs : room;
    c->response_bytes = regs * EU_GRF_BYTES;
    move_registers(c->response, (const uint8_t *)c->t->grf + m->dst * EU_GRF_BYTES, regs);
}

/* Checks the rules of every message. Source: 6.56. Status: spec; what a message that breaks one
 * does: assumed. */
static void check_message(struct eu_call *c)
{
    const struct eu_message *m = c->msg;
    if (m->mlen == 0) {
        call_lint(c, EU_LINT_MESSAGE_LENGTH_ZERO, "mlen is 0 (6.56): the payload reads 0");
    } else if (m->src + m->mlen > EU_GRF_COUNT) {
        call_lint(c, EU_LINT_PAYLOAD_PAST_R127,
                  "payload r%u..r%u (6.56): what is past r127 reads 0", m->src,
                  m->src + m->mlen - 1);
    }
    if (m->len1 && m->src1 + m->len1 > EU_GRF_COUNT) {
        call_lint(c, EU_LINT_PAYLOAD_PAST_R127,
                  "payload r%u..r%u (6.56): what is past r127 reads 0", m->src1,
                  m->src1 + m->len1 - 1);
    }
    if (m->rlen > 16) {
        call_lint(c, EU_LINT_RESPONSE_LENGTH, "rlen is %u, more than 16 (6.56)", m->rlen);
    } else if (m->rlen && m->dst == NULL_GRF) {
        call_lint(c, EU_LINT_RESPONSE_TO_NULL,
                  "rlen is %u and there is no destination (6.56): dropped", m->rlen);
    } else if (m->dst != NULL_GRF && m->dst + m->rlen > EU_GRF_COUNT) {
        call_lint(c, EU_LINT_RESPONSE_PAST_R127,
                  "response r%u..r%u (6.56): what is past r127 is dropped", m->dst,
                  m->dst + m->rlen - 1);
    }
    if (m->eot && m->src < 112) {
        call_lint(c, EU_LINT_EOT_PAYLOAD, "EOT with its payload at r%u, not in r112..r127 (6.56)",
                  m->src);
    }
    bool no_eot = m->sfid == EU_SFID_SAMPLER || m->sfid == EU_SFID_SAMPLER_CACHE ||
                  m->sfid == EU_SFID_CONSTANT_CACHE;
    if (m->eot && no_eot)
        call_lint(c, EU_LINT_EOT_TARGET, "EOT to a shared function that takes none (6.56)");
}

static bool is_noted(const struct eu *eu, const struct eu_watch *w)
{
    for (unsigned i = 0; i < eu->nwatch_hits; i++) {
        const struct eu_watch *h = &eu->watch_hits[i].watch;
        if (h->addr == w->addr && h->len == w->len && h->access == w->access &&
            h->space == w->space)
            return true;
    }
    return eu->nwatch_hits == EU_WATCH_HITS;
}

/* Records the first access to each watched range. Differences of addresses wrap as addresses do. */
static void note_watches(struct eu_call *c, const struct eu_memory *mem, uint64_t addr, size_t len,
                         unsigned access)
{
    struct eu *eu = c->eu;
    uint64_t width = UINT64_MAX >> (64 - eu_memory_address_bits(mem));
    unsigned space = mem == eu->slm ? EU_WATCH_SLM : mem == eu->urb ? EU_WATCH_URB : EU_WATCH_MEM;
    for (size_t i = 0; i < eu->nwatches; i++) {
        const struct eu_watch *w = &eu->watches[i];
        bool begins = ((w->addr - addr) & width) < len;
        bool goes_on = ((addr - w->addr) & width) < w->len;
        if (w->space == space && w->access & access && (begins || goes_on) && !is_noted(eu, w))
            eu->watch_hits[eu->nwatch_hits++] =
                (struct eu_watch_hit){*w, goes_on ? addr & width : w->addr};
    }
}

/* Reports an access to the race lint. The URB is left out, because fixed functions decide which
 * thread owns an entry. */
static void note_race(struct eu_call *c, const struct eu_memory *mem, uint64_t addr, size_t len,
                      enum eu_race_access access)
{
    if (eu_lints(c->eu) && mem != c->eu->urb && !c->own)
        c->stop |= eu_race_access(c->eu, c->t, c->ev, mem == c->eu->slm, addr, len,
                                  c->atomic ? EU_RACE_ATOMIC : access);
}

/* Reports a write of the program to loaded code: usually the program did not mean to write to
 * stateless memory. */
static void note_code(struct eu_call *c, const struct eu_memory *mem, uint64_t addr, size_t len)
{
    const struct eu *eu = c->eu;
    for (unsigned i = 0; eu_lints(eu) && mem == eu->mem && !c->own && i < eu->ncode; i++) {
        const struct eu_code_range *code = &eu->code[i];
        if (addr < (uint64_t)code->addr + code->size && code->addr < addr + len)
            c->stop |= eu_lint(c->eu, c->t, c->ev, EU_LINT_CODE_OVERWRITTEN,
                               "0x%llx is written, which is code at 0x%x to 0x%x",
                               (unsigned long long)addr, code->addr, code->addr + code->size - 1);
    }
}

/* The page of an address may have changed: looks it up again. */
static void look_again(struct eu_call *c)
{
    for (unsigned i = 0; c->tlbs && i < EU_TLBS; i++)
        eu_tlb_begin(&c->tlbs[i]);
}

/* After a fault, nothing more is accessed. */
bool eu_call_read(struct eu_call *c, struct eu_memory *mem, uint64_t addr, void *buf, size_t len)
{
    const uint8_t *at = eu_call_bytes(c, mem, addr, len, false);
    if (at) {
        memcpy(buf, at, len);
        return true;
    }
    if (c->faulted) {
        memset(buf, 0, len);
        return true;
    }
    if (c->eu->nwatches)
        note_watches(c, mem, addr, len, EU_WATCH_READ);
    note_race(c, mem, addr, len, EU_RACE_READ);
    return eu_memory_read(mem, addr, buf, len);
}

bool eu_call_write(struct eu_call *c, struct eu_memory *mem, uint64_t addr, const void *buf,
                   size_t len)
{
    uint8_t *at = eu_call_bytes(c, mem, addr, len, true);
    if (at) {
        memcpy(at, buf, len);
        return true;
    }
    if (c->faulted)
        return true;
    if (c->eu->nwatches)
        note_watches(c, mem, addr, len, EU_WATCH_WRITE);
    note_race(c, mem, addr, len, EU_RACE_WRITE);
    note_code(c, mem, addr, len);
    bool all = eu_memory_write(mem, addr, buf, len);
    look_again(c);
    return all;
}

enum eu_stop eu_msg_not_simulated(struct eu_call *c)
{
    char words[128];
    eu_message_words(c->eu->gen, c->msg->sfid, c->msg->desc, words, sizeof words);
    snprintf(c->ev->text, sizeof c->ev->text, "send to %s", words);
    return EU_STOP_NOT_SIMULATED;
}

enum eu_stop eu_call_not_simulated(struct eu_call *c, const char *part)
{
    eu_msg_not_simulated(c);
    size_t n = strlen(c->ev->text);
    snprintf(c->ev->text + n, sizeof c->ev->text - n, ": %s", part);
    return EU_STOP_NOT_SIMULATED;
}

enum eu_stop eu_msg_nothing(struct eu_call *c)
{
    if (c->msg->rlen)
        call_lint(c, EU_LINT_RESPONSE_FROM_NULL, "the null function sends no response (6.56)");
    return EU_STOP_NONE;
}

static void log_send(struct eu_call *c)
{
    char words[128];
    eu_message_words(c->eu->gen, c->msg->sfid, c->msg->desc, words, sizeof words);
    eu_log(c->eu, "mem", "thread %u 0x%x: send to %s, descriptor 0x%08x, mask 0x%04x", c->t->id,
           c->t->ip, words, c->msg->desc, c->msg->mask);
}

static void fill_event(struct eu_call *c, enum eu_stop stop)
{
    c->ev->stop = stop;
    c->ev->thread = c->t->id;
    c->ev->ip = c->t->ip;
}

enum eu_stop eu_message_send(struct eu *eu, struct eu_thread *t, const struct eu_message *msg,
                             struct eu_event *ev)
{
    return eu_message_perform(eu, t, msg, eu_message_find(eu->gen, msg->sfid, msg->desc), NULL, ev);
}

enum eu_stop eu_message_perform(struct eu *eu, struct eu_thread *t, const struct eu_message *msg,
                                int row, struct eu_tlb tlbs[EU_TLBS], struct eu_event *ev)
{
    struct eu_call c;
    c.eu = eu;
    c.t = t;
    c.msg = msg;
    c.ev = ev;
    c.info = row < 0 ? NULL : eu_message_at((unsigned)row);
    c.tlbs = tlbs;
    c.refused = NULL;
    c.outside = c.unmapped = c.unaligned = c.stop = c.atomic = c.own = c.faulted = false;
    look_again(&c);
    if (eu_lints(eu))
        check_message(&c);
    gather_registers(&c);
    if (eu->hooks.on_log)
        log_send(&c);
    enum eu_stop stop = row < 0 ? eu_msg_not_simulated(&c) : handlers[row](&c);
    if (c.refused && stop == EU_STOP_NONE)
        stop = eu_call_not_simulated(&c, c.refused);
    stop = c.faulted ? EU_STOP_FAULT : stop;
    if (stop != EU_STOP_NONE) {
        fill_event(&c, stop);
        return stop;
    }
    move_registers((uint8_t *)t->grf + msg->dst * EU_GRF_BYTES, c.response,
                   (unsigned)(c.response_bytes / EU_GRF_BYTES));
    if (msg->eot) {
        t->sent_eot = true;
        eu_thread_end(eu, t);
    }
    if (c.stop) {
        fill_event(&c, EU_STOP_LINT);
        return EU_STOP_LINT;
    }
    return EU_STOP_NONE;
}
