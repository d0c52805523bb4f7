/* Conditions that gdb sends with a breakpoint, as agent expressions. */
#include "stub/condition.h"

#include <stdlib.h>
#include <string.h>

#include "stub/agent.h"

enum { EXPRESSIONS = 64 }; /* at most, in one list */

struct code {
    uint8_t *bytes;
    size_t n;
};
struct list {
    struct code *codes;
    size_t n;
};
struct condition {
    struct dbg_condition base;
    struct stub *s;
    struct list tests, commands;
    /* Valid only while it is evaluated: */
    struct dbg_focus focus;
    uint64_t ip;
    bool by_channel; /* a value that was read depends on the channel */
};

/* --- where values come from --- */
static const struct machine_reg *reg_of(const struct condition *c, unsigned regnum)
{
    for (size_t i = 0; i < c->s->nregs; i++)
        if (c->s->regs[i]->regnum == (int)regnum)
            return c->s->regs[i];
    return NULL;
}

static unsigned reg_bytes(void *ctx, unsigned regnum)
{
    const struct machine_reg *r = reg_of(ctx, regnum);
    return r ? r->bytes : 0;
}

/* Reads a register. The channels that are asked for are at IP; if none is, rip reads as IP. */
static bool read_reg(void *ctx, unsigned regnum, uint64_t *value)
{
    struct condition *c = ctx;
    struct machine *m = c->s->machine;
    const struct machine_reg *r = reg_of(c, regnum);
    uint8_t bytes[8];
    *value = c->ip;
    if (r == c->s->pc)
        return true;
    c->by_channel |= r->per_lane;
    if (!r->available || m->ops->reg_read(m, c->focus.thread, c->focus.channel, r, bytes))
        return false;
    *value = 0;
    for (unsigned i = r->bytes; i-- > 0;)
        *value = *value << 8 | bytes[i];
    return true;
}

static bool read_mem(void *ctx, uint64_t addr, void *buf, size_t n)
{
    const struct condition *c = ctx;
    addr = machine_mem_place(c->s->machine, c->focus.thread, addr);
    return c->s->machine->ops->mem_read(c->s->machine, addr, buf, n) == 0;
}

static struct agent_source source_of(struct condition *c, struct text *out)
{
    return (struct agent_source){
        .ctx = c, .reg_bytes = reg_bytes, .reg = read_reg, .mem = read_mem, .out = out};
}

/* --- at the breakpoint --- */
/* One expression that is true suffices. So does one that fails, because gdb then evaluates its own
 * condition. */
static bool is_true(struct condition *c)
{
    const struct agent_source src = source_of(c, NULL);
    for (size_t i = 0; i < c->tests.n; i++) {
        int64_t value;
        if (!agent_run(c->tests.codes[i].bytes, c->tests.codes[i].n, &src, &value) || value)
            return true;
    }
    return c->tests.n == 0;
}

static void run_commands(struct condition *c)
{
    struct text out = {0};
    const struct agent_source src = source_of(c, &out);
    for (size_t i = 0; i < c->commands.n; i++) {
        int64_t value;
        if (!agent_run(c->commands.codes[i].bytes, c->commands.codes[i].n, &src, &value))
            text_addf(&out, "a command of the breakpoint at 0x%08llx failed\n",
                      (unsigned long long)c->ip);
    }
    if (out.data && !out.failed)
        stub_puts(c->s, out.data);
    text_free(&out);
}

/* A breakpoint with commands never stops: it runs its commands instead. Source: gdb 13.1's
 * dprintf-style agent, and gdbserver. */
static uint64_t channels_that_hold(struct dbg_condition *base, unsigned thread, uint64_t channels,
                                   bool past)
{
    struct condition *c = (struct condition *)base;
    struct machine_thread info;
    uint64_t yes = 0;
    c->s->machine->ops->thread(c->s->machine, thread, &info);
    c->ip = info.ip;
    c->by_channel = false;
    for (unsigned i = 0; i < MACHINE_LANES; i++) {
        if (!(channels >> i & 1))
            continue;
        c->focus = (struct dbg_focus){thread, i};
        if (is_true(c))
            yes |= UINT64_C(1) << i;
        if (!c->by_channel) {
            yes = yes ? channels : 0;
            break;
        }
    }
    if (!c->commands.n)
        return yes;
    if (yes && !past) {
        while (!(yes >> c->focus.channel & 1)) /* the highest of them */
            c->focus.channel--;
        run_commands(c);
    }
    return 0;
}

/* --- parsing --- */
static void free_list(struct list *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->codes[i].bytes);
    free(l->codes);
}

static void free_condition(struct dbg_condition *base)
{
    struct condition *c = (struct condition *)base;
    free_list(&c->tests);
    free_list(&c->commands);
    free(c);
}

static bool add_code(struct list *l, const uint8_t *hex, size_t n)
{
    struct code *more = realloc(l->codes, (l->n + 1) * sizeof *more);
    if (!more)
        return false;
    l->codes = more;
    struct code *code = &more[l->n];
    *code = (struct code){malloc(n ? n : 1), n};
    if (!code->bytes)
        return false;
    l->n++;
    for (size_t i = 0; i < n; i++) {
        int hi = text_hex_digit(hex[2 * i]), lo = text_hex_digit(hex[2 * i + 1]);
        if (hi < 0 || lo < 0)
            return false;
        code->bytes[i] = (uint8_t)(hi << 4 | lo);
    }
    return true;
}

/* Parses `X len,bytes` at *p. */
static const char *parse_code(struct condition *c, const uint8_t **p, const uint8_t *end,
                              bool commands)
{
    struct list *l = commands ? &c->commands : &c->tests;
    const struct agent_source src = source_of(c, NULL);
    uint64_t n;
    ++*p;
    if (!text_number(p, end, &n) || *p == end || *(*p)++ != ',')
        return "an expression is Xlength,bytes";
    if (n > (uint64_t)(end - *p) / 2)
        return "an expression longer than the packet";
    if (l->n == EXPRESSIONS)
        return "more than 64 expressions";
    if (!add_code(l, *p, (size_t)n))
        return "an expression of something else than hexadecimal bytes";
    *p += 2 * n;
    return agent_check(l->codes[l->n - 1].bytes, (size_t)n, !commands, &src);
}

static const char *parse_condition(struct condition *c, const uint8_t *p, const uint8_t *end)
{
    static const char cmds[] = "cmds:";
    const char *why = NULL;
    bool commands = false;
    uint64_t persist;
    while (p < end && !why) {
        if (*p == ';') {
            p++;
        } else if (*p == 'X') {
            why = parse_code(c, &p, end, commands);
        } else if ((size_t)(end - p) >= sizeof cmds - 1 && !memcmp(p, cmds, sizeof cmds - 1)) {
            p += sizeof cmds - 1;
            commands = true;
            if (!text_number(&p, end, &persist) || p == end || *p++ != ',')
                why = "commands are cmds:persist,Xlength,bytes";
        } else {
            why = "neither a condition nor a command";
        }
    }
    return why;
}

const char *stub_condition_parse(struct stub *s, const uint8_t *p, size_t n,
                                 struct dbg_condition **out)
{
    struct condition *c = calloc(1, sizeof *c);
    *out = NULL;
    if (!c)
        return "out of memory";
    c->s = s;
    c->base = (struct dbg_condition){
        .holds = channels_that_hold, .free = free_condition, .text = "if gdb's"};
    const char *why = parse_condition(c, p, p + n);
    if (why || (!c->tests.n && !c->commands.n))
        free_condition(&c->base);
    else
        *out = &c->base;
    return why;
}
