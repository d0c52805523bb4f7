/* The user's watchpoints: registers by name, or addresses. */
#include <stdlib.h>
#include <string.h>

#include "ui/cmd_impl.h"
#include "ui/types.h"

static const char *const kinds[] = {"", "read", "written", "accessed"};

/* Parses `.SUB[:TYPE]` after a register's name: *@at and *@n are the bytes; all of the register if
 * it is missing. */
static bool part_of(const char *text, unsigned bytes, unsigned *at, unsigned *n)
{
    char *end;
    unsigned size = 4;
    *at = 0;
    *n = bytes;
    if (!*text)
        return true;
    unsigned long sub = *text == '.' && text[1] >= '0' && text[1] <= '9'
                            ? strtoul(text + 1, &end, 10)
                            : (end = (char *)text, bytes);
    if (*end == ':') {
        size = ui_types[ui_type_by_name(end + 1, strlen(end + 1))].bytes;
        end = "";
    }
    if (*end || !size || sub >= bytes / size)
        return false;
    *at = (unsigned)sub * size;
    *n = size;
    return true;
}

static const struct machine_reg *reg_by_name(struct machine *m, const char *name, size_t len)
{
    const struct machine_reg *r;
    for (unsigned i = 0; (r = m->ops->reg(m, i)); i++)
        if (r->available && strlen(r->name) == len && !memcmp(r->name, name, len))
            return r;
    return NULL;
}

static bool register_of(struct ui_session *s, const char *text, uint32_t thread,
                        struct machine_watch *w)
{
    struct machine *m = dbg_machine(s->dbg);
    size_t len = strcspn(text, ".:");
    unsigned at, n;
    const struct machine_reg *r = reg_by_name(m, text, len);
    uint64_t addr = r && m->ops->reg_addr ? m->ops->reg_addr(m, thread, s->focus.channel, r) : 0;
    if (!addr)
        return false;
    if (!part_of(text + len, r->bytes, &at, &n)) {
        cmd_say(s, "no '%.40s': REG or REG.SUB[:TYPE]\n", text);
        return false;
    }
    w->addr = addr + at;
    w->len = n;
    return true;
}

/* A register's name takes precedence over a label. If the part does not exist, a message was
 * printed. */
static bool parse_place(struct ui_session *s, char *text, uint32_t thread, struct machine_watch *w)
{
    uint64_t len = 4;
    if (reg_by_name(dbg_machine(s->dbg), text, strcspn(text, ".:")))
        return register_of(s, text, thread, w);
    char *comma = strchr(text, ',');
    if (comma) {
        *comma = 0;
        if (!ui_parse_number(comma + 1, UINT32_MAX, &len)) {
            cmd_say(s, "'%.40s' is no length\n", comma + 1);
            return false;
        }
    }
    w->len = len;
    return cmd_address(s, text, &w->addr);
}

/* "r4 byte 4 of thread 2", or the address. */
static void say_place(struct ui_session *s, const struct machine_watch *w)
{
    struct machine *m = dbg_machine(s->dbg);
    unsigned thread, offset;
    const struct machine_reg *r =
        m->ops->reg_at ? m->ops->reg_at(m, w->addr, &thread, &offset) : NULL;
    cmd_say(s, "0x%08llx, %llu byte%s", (unsigned long long)w->addr, (unsigned long long)w->len,
            w->len == 1 ? "" : "s");
    if (r)
        cmd_say(s, " (%s from byte %u, thread %u)", r->name, offset, thread);
}

static void say_watch(struct ui_session *s, const struct dbg_watch *w)
{
    if (w->number)
        cmd_say(s, "%u ", w->number);
    else
        cmd_say(s, "gdb's ");
    say_place(s, &w->watch);
    cmd_say(s, ": %s%s: stopped %llu time%s\n", kinds[w->watch.access & 3],
            w->off ? ", disabled" : "", (unsigned long long)w->hits, w->hits == 1 ? "" : "s");
}

bool cmd_say_watches(struct ui_session *s)
{
    const struct dbg_watch *w;
    for (size_t i = 0; (w = dbg_watch_nth(s->dbg, i)); i++)
        say_watch(s, w);
    return dbg_watch_nth(s->dbg, 0);
}

static bool add_watch(struct ui_session *s, int argc, char **argv, unsigned access)
{
    struct machine_watch w = {.access = access};
    uint32_t thread = s->focus.thread, end;
    if (argc == 1) {
        if (!cmd_say_watches(s))
            cmd_say(s, "no watchpoints\n");
        return true;
    }
    if ((argc > 2 && !cmd_threads(s, argc, argv, 2, &thread, &end)) ||
        !parse_place(s, argv[1], thread, &w))
        return false;
    int n = dbg_watch_add(s->dbg, w);
    if (n < 0) {
        cmd_say(s, "0x%08llx cannot be watched: %s\n", (unsigned long long)w.addr,
                n == -MACHINE_ERR_UNAVAILABLE ? "`info spaces` lists what is there"
                : n == -MACHINE_ERR_BUSY      ? "as many are set as there can be: `delete` one"
                                              : machine_strerror(n));
        return false;
    }
    cmd_say(s, "watchpoint %d ", n);
    say_place(s, &w);
    cmd_say(s, ": %s\n", kinds[access]);
    return true;
}

bool cmd_WATCH(struct ui_session *s, int argc, char **argv)
{
    return add_watch(s, argc, argv, MACHINE_WRITE);
}

bool cmd_RWATCH(struct ui_session *s, int argc, char **argv)
{
    return add_watch(s, argc, argv, MACHINE_READ);
}

bool cmd_AWATCH(struct ui_session *s, int argc, char **argv)
{
    return add_watch(s, argc, argv, MACHINE_READ | MACHINE_WRITE);
}
