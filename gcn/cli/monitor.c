/* gdb's `monitor` on AMD GCN: the machine's own views. The EU's commands are not for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug/dbg.h"
#include "gcn/cli/cli.h"

struct answer {
    void *ctx;
    void (*puts)(void *ctx, const char *text);
    struct machine *m;
    struct dbg_focus f;
};

static void say(const struct answer *a, const char *text)
{
    a->puts(a->ctx, text);
}

static bool reg_bytes(const struct answer *a, const char *name, unsigned lane, uint64_t *v,
                      unsigned *bytes)
{
    const struct machine_reg *r;
    for (unsigned i = 0; (r = a->m->ops->reg(a->m, i)); i++)
        if (!strcmp(r->name, name)) {
            *v = 0;
            *bytes = r->bytes;
            return r->bytes <= 8 && !a->m->ops->reg_read(a->m, a->f.thread, lane, r, v);
        }
    return false;
}

/* One register across the lanes of the wave. */
static void cmd_lanes(const struct answer *a, const char *name)
{
    char line[200];
    uint64_t v;
    unsigned bytes;
    for (unsigned l = 0; l < MACHINE_LANES; l++) {
        if (!reg_bytes(a, name, l, &v, &bytes)) {
            say(a, "lanes REG: a register of the wave, as v0\n");
            return;
        }
        struct machine_lane info;
        a->m->ops->lane(a->m, a->f.thread, l, &info);
        snprintf(line, sizeof line, "%s%02u%c 0x%0*llx%s", l % 4 ? "  " : "", l, info.why->letter,
                 (int)(2 * bytes), (unsigned long long)v, l % 4 == 3 ? "\n" : "");
        say(a, line);
    }
}

static void cmd_masks(const struct answer *a)
{
    struct machine_mask masks[MACHINE_MASKS];
    char line[200];
    unsigned n = a->m->ops->masks(a->m, a->f.thread, masks);
    for (unsigned i = 0; i < n; i++) {
        snprintf(line, sizeof line, "%-9s 0x%016llx\n", masks[i].name,
                 (unsigned long long)masks[i].value);
        say(a, line);
    }
    struct machine_lane info;
    char row[MACHINE_LANES + 1] = "";
    for (unsigned l = 0; l < MACHINE_LANES; l++) {
        a->m->ops->lane(a->m, a->f.thread, l, &info);
        row[l] = info.why->letter;
    }
    snprintf(line, sizeof line, "lanes     %s\n", row);
    say(a, line);
}

static void cmd_why(const struct answer *a)
{
    struct machine_lane info;
    char line[300];
    a->m->ops->lane(a->m, a->f.thread, a->f.channel, &info);
    snprintf(line, sizeof line, "lane %u %s\n", a->f.channel, info.why->text);
    say(a, line);
}

static void cmd_spaces(const struct answer *a)
{
    struct machine_space s;
    char line[300];
    for (unsigned i = 0; a->m->ops->space(a->m, i, &s); i++) {
        snprintf(line, sizeof line, "%-7s 0x%016llx %s%s, stride 0x%llx\n", s.name,
                 (unsigned long long)s.base, s.owner, s.meaning, (unsigned long long)s.stride);
        say(a, line);
    }
}

/* x ADDR [WORDS]: memory and windows, whose addresses gdb's pointers do not hold. */
static void cmd_x(const struct answer *a, const char *args)
{
    char *end, line[80];
    uint64_t addr = strtoull(args, &end, 0), n = *end ? strtoull(end, NULL, 0) : 4;
    for (uint64_t i = 0; i < n && i < 1024; i++, addr += 4) {
        uint32_t w;
        if (a->m->ops->mem_read(a->m, addr, &w, 4)) {
            say(a, "nothing is mapped there\n");
            return;
        }
        snprintf(line, sizeof line, "0x%llx: 0x%08x\n", (unsigned long long)addr, w);
        say(a, line);
    }
}

static void cmd_raise(const struct answer *a, const char *name)
{
    const struct machine_exception *e;
    for (unsigned k = 0; (e = a->m->ops->exception(a->m, k)); k++)
        if (!strcmp(e->name, name)) {
            say(a, a->m->ops->raise(a->m, a->f.thread, k) ? "not in this wave\n" : "");
            return;
        }
    say(a, "raise KIND:");
    for (unsigned k = 0; (e = a->m->ops->exception(a->m, k)); k++) {
        say(a, " ");
        say(a, e->name);
    }
    say(a, "\n");
}

static void cmd_catch(const struct answer *a, const char *name)
{
    const struct machine_exception *e;
    uint64_t kinds = a->m->ops->catches(a->m);
    for (unsigned k = 0; (e = a->m->ops->exception(a->m, k)); k++)
        if (!strcmp(name, "all") || !strcmp(e->name, name))
            kinds |= 1ull << k;
    if (!strcmp(name, "none"))
        kinds = 0;
    a->m->ops->set_catches(a->m, kinds);
}

void ui_gcn_monitor(struct dbg *dbg, void *ctx, void (*puts)(void *ctx, const char *text),
                    const char *line)
{
    struct answer a = {ctx, puts, dbg_machine(dbg), dbg_last(dbg)->focus};
    char word[16] = "";
    size_t n = strcspn(line, " ");
    const char *args = line + n + strspn(line + n, " ");
    if (n < sizeof word)
        memcpy(word, line, n);
    if (!strcmp(word, "lanes"))
        cmd_lanes(&a, args);
    else if (!strcmp(word, "masks"))
        cmd_masks(&a);
    else if (!strcmp(word, "why"))
        cmd_why(&a);
    else if (!strcmp(word, "spaces"))
        cmd_spaces(&a);
    else if (!strcmp(word, "x"))
        cmd_x(&a, args);
    else if (!strcmp(word, "raise")) {
        cmd_raise(&a, args);
        dbg_changed(dbg);
    } else if (!strcmp(word, "catch"))
        cmd_catch(&a, args);
    else
        say(&a, "on AMD GCN: lanes REG, masks, why, spaces, x ADDR [WORDS], raise KIND, catch "
                "KIND|all|none\n");
}
