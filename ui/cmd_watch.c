/* Watchpoints of the shell's. */
#include "ui/cmd_impl.h"

#include <string.h>

static const struct {
    const char *name;
    unsigned access;
} accesses[] = {
    {"write", MACHINE_WRITE},
    {"read", MACHINE_READ},
    {"access", MACHINE_READ | MACHINE_WRITE},
};
enum { ACCESSES = sizeof accesses / sizeof *accesses };

static bool list_watches(struct ui_session *s)
{
    const struct machine_watch *w;
    for (size_t i = 0; (w = dbg_watch_nth(s->dbg, i)); i++)
        for (unsigned k = 0; k < ACCESSES; k++)
            if (accesses[k].access == w->access)
                cmd_say(s, "0x%08x, %u bytes: %s\n", w->addr, w->len, accesses[k].name);
    if (!dbg_watch_nth(s->dbg, 0))
        cmd_say(s, "no watchpoints\n");
    return true;
}

/* Behind the address: `[LEN] [write|read|access]` */
static bool watch_words(int argc, char **argv, struct machine_watch *w)
{
    uint64_t len = 4;
    int i = 2;
    if (i < argc && ui_parse_number(argv[i], UINT32_MAX, &len))
        i++;
    w->len = (uint32_t)len;
    w->access = MACHINE_WRITE;
    if (i == argc)
        return true;
    for (unsigned k = 0; k < ACCESSES && i == argc - 1; k++)
        if (strncmp(accesses[k].name, argv[i], strlen(argv[i])) == 0) {
            w->access = accesses[k].access;
            return true;
        }
    return false;
}

bool cmd_WATCH(struct ui_session *s, int argc, char **argv)
{
    struct machine_watch w = {0};
    if (argc == 1)
        return list_watches(s);
    if (argc == 2 && strcmp(argv[1], "off") == 0) {
        dbg_watch_clear(s->dbg);
        return true;
    }
    if (!watch_words(argc, argv, &w))
        return cmd_usage(s, argv[0]);
    if (!cmd_address(s, argv[1], &w.addr))
        return false;
    int rc = dbg_watch_insert(s->dbg, w);
    if (rc)
        return cmd_caret(s, cmd_rest(s, argc, argv, 1),
                         rc == -EU_ERR_RANGE         ? "no bytes, or past the end of memory"
                         : rc == -EU_ERR_UNAVAILABLE ? "this cannot be watched"
                                                     : eu_strerror(rc));
    cmd_say(s, "watching 0x%08x, %u bytes\n", w.addr, w.len);
    return true;
}
