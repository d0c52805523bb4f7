#include "sim/message.h"

#include <stdio.h>
#include <string.h>

#include "sim/lint_state.h"
#include "sim/message_call.h"

enum { NULL_GRF = EU_GRF_COUNT };

typedef enum eu_stop handler(struct eu_call *c);
static handler *const handlers[] = {
#define MSG(id, sfid, mask, value, gens, simulated, func, name, section) eu_msg_##func,
#include "isa/messages.def"
#undef MSG
};

void eu_message_decode(const struct eu_insn *insn, uint32_t desc, uint16_t mask,
                       struct eu_message *msg)
{
    const struct eu_operand *src = &insn->src[0], *dst = &insn->dst;
    *msg = (struct eu_message){
        .sfid = insn->cmod & 15,
        .desc = desc & 0x1fffffff,
        .eot = isa_is_eot(insn),
        .header = desc >> 19 & 1,
        .mlen = desc >> 25 & 15,
        .rlen = desc >> 20 & 31,
        .src = src->file == EU_FILE_GRF ? src->reg & 127u : NULL_GRF,
        .dst = dst->file == EU_FILE_GRF ? dst->reg & 127u : NULL_GRF,
        .mask = mask,
    };
}

/* Header, payload and the present content of the response's registers. What lies outside of the
 * register file is not there: it reads 0. */
static void gather(struct eu_call *c)
{
    const struct eu_message *m = c->msg;
    const uint8_t *grf = (const uint8_t *)c->t->grf;
    unsigned room = m->src < EU_GRF_COUNT ? EU_GRF_COUNT - m->src : 0;
    unsigned regs = m->mlen < room ? m->mlen : room, first = m->header && m->mlen ? 1 : 0;
    if (first && regs)
        memcpy(c->header, grf + m->src * EU_GRF_BYTES, sizeof c->header);
    if (regs > first)
        memcpy(c->payload, grf + (m->src + first) * EU_GRF_BYTES, (regs - first) * EU_GRF_BYTES);
    c->payload_bytes = (m->mlen > first ? m->mlen - first : 0) * EU_GRF_BYTES;
    room = m->dst < EU_GRF_COUNT ? EU_GRF_COUNT - m->dst : 0;
    regs = m->rlen < 16 ? m->rlen : 16;
    regs = regs < room ? regs : room;
    c->response_bytes = regs * EU_GRF_BYTES;
    if (regs)
        memcpy(c->response, grf + m->dst * EU_GRF_BYTES, c->response_bytes);
}

/* Rules of every message. Source: 6.56. Status: spec, what a broken one does: assumed. */
static void check(struct eu_call *c)
{
    const struct eu_message *m = c->msg;
    if (m->mlen == 0) {
        call_lint(c, EU_LINT_MESSAGE_LENGTH_ZERO, "mlen is 0 (6.56): the payload reads 0");
    } else if (m->src + m->mlen > EU_GRF_COUNT) {
        call_lint(c, EU_LINT_PAYLOAD_PAST_R127,
                  "payload r%u..r%u (6.56): what is past r127 reads 0", m->src,
                  m->src + m->mlen - 1);
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

static bool noted(const struct eu *eu, const struct eu_watch *w)
{
    for (unsigned i = 0; i < eu->nwatch_hits; i++) {
        const struct eu_watch *h = &eu->watch_hits[i].watch;
        if (h->addr == w->addr && h->len == w->len && h->access == w->access &&
            h->space == w->space)
            return true;
    }
    return eu->nwatch_hits == EU_WATCH_HITS;
}

/* The first access to each counts. Differences of addresses wrap as addresses do. */
static void watch(struct eu_call *c, const struct eu_memory *mem, uint32_t addr, size_t len,
                  unsigned access)
{
    struct eu *eu = c->eu;
    unsigned space = mem == eu->slm ? EU_WATCH_SLM : mem == eu->urb ? EU_WATCH_URB : EU_WATCH_MEM;
    for (size_t i = 0; i < eu->nwatches; i++) {
        const struct eu_watch *w = &eu->watches[i];
        bool begins = w->addr - addr < len, goes_on = addr - w->addr < w->len;
        if (w->space == space && w->access & access && (begins || goes_on) && !noted(eu, w))
            eu->watch_hits[eu->nwatch_hits++] = (struct eu_watch_hit){*w, goes_on ? addr : w->addr};
    }
}

/* What --lint knows of races. The URB is none of it: who has which entry is the fixed functions'.
 */
static void race(struct eu_call *c, const struct eu_memory *mem, uint32_t addr, size_t len,
                 enum eu_race_access access)
{
    if (eu_lints(c->eu) && mem != c->eu->urb && !c->own)
        c->stop |= eu_race_access(c->eu, c->t, c->ev, mem == c->eu->slm, addr, len,
                                  c->atomic ? EU_RACE_ATOMIC : access);
}

bool eu_call_read(struct eu_call *c, struct eu_memory *mem, uint32_t addr, void *buf, size_t len)
{
    if (c->eu->nwatches)
        watch(c, mem, addr, len, EU_WATCH_READ);
    race(c, mem, addr, len, EU_RACE_READ);
    return eu_memory_read(mem, addr, buf, len);
}

bool eu_call_write(struct eu_call *c, struct eu_memory *mem, uint32_t addr, const void *buf,
                   size_t len)
{
    if (c->eu->nwatches)
        watch(c, mem, addr, len, EU_WATCH_WRITE);
    race(c, mem, addr, len, EU_RACE_WRITE);
    return eu_memory_write(mem, addr, buf, len);
}

enum eu_stop eu_msg_not_simulated(struct eu_call *c)
{
    char words[128];
    eu_message_words(c->eu->gen, c->msg->sfid, c->msg->desc, words, sizeof words);
    snprintf(c->ev->text, sizeof c->ev->text, "send to %s", words);
    return EU_STOP_NOT_SIMULATED;
}

uint32_t eu_call_dword(const struct eu_call *c, unsigned reg, unsigned n)
{
    uint32_t v = 0;
    size_t at = (size_t)reg * EU_GRF_BYTES + n * 4;
    if (at + 4 <= c->payload_bytes)
        memcpy(&v, c->payload + at, sizeof v);
    return v;
}

void eu_call_answer(struct eu_call *c, unsigned reg, unsigned n, uint32_t v)
{
    size_t at = (size_t)reg * EU_GRF_BYTES + n * 4;
    if (at + 4 <= c->response_bytes)
        memcpy(c->response + at, &v, sizeof v);
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
    if (c->eu->hooks.on_log) {
        char words[128];
        eu_message_words(c->eu->gen, c->msg->sfid, c->msg->desc, words, sizeof words);
        eu_log(c->eu, "mem", "thread %u 0x%x: send to %s, descriptor 0x%08x, mask 0x%04x", c->t->id,
               c->t->ip, words, c->msg->desc, c->msg->mask);
    }
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
    int row = eu_message_find(eu->gen, msg->sfid, msg->desc);
    struct eu_call c = {.eu = eu, .t = t, .msg = msg, .ev = ev};
    c.info = row < 0 ? NULL : eu_message_at((unsigned)row);
    check(&c);
    gather(&c);
    log_send(&c);
    enum eu_stop stop = row < 0 ? eu_msg_not_simulated(&c) : handlers[row](&c);
    if (stop != EU_STOP_NONE) {
        fill_event(&c, stop);
        return stop;
    }
    if (c.response_bytes)
        memcpy((uint8_t *)t->grf + msg->dst * EU_GRF_BYTES, c.response, c.response_bytes);
    if (msg->eot)
        eu_thread_end(eu, t);
    if (c.stop) {
        fill_event(&c, EU_STOP_LINT);
        return EU_STOP_LINT;
    }
    return EU_STOP_NONE;
}
