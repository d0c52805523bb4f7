/* Commands over an EU's data: surfaces, and dumps like those of `run`. */
#include <stdlib.h>
#include <string.h>

#include "eu/cli/cmds.h"
#include "eu/cli/surface.h"

/* --- surfaces --- */
/* The surface that the first of two arguments names; NULL: a message was printed. */
static const struct eu_surface *surface_of(struct ui_session *s, int argc, char **argv)
{
    uint64_t bti;
    if (argc != 3)
        cmd_usage(s, argv[0]);
    else if (!ui_parse_number(argv[1], EU_BTI_COUNT - 1, &bti) || !eu_of(s)->surfaces[bti].present)
        cmd_say(s, "no surface '%.20s'; `surfaces` lists them\n", argv[1]);
    else
        return &eu_of(s)->surfaces[bti];
    return NULL;
}

bool eu_cmd_SAVE(struct ui_session *s, int argc, char **argv)
{
    char why[CMD_LINE + 128];
    const struct eu_surface *f = surface_of(s, argc, argv);
    if (!f)
        return false;
    if (ui_surface_write(eu_of(s), f, s->files, argv[2], why, sizeof why)) {
        cmd_say(s, "%s: %u x %u\n", argv[2], f->width, f->height);
        return true;
    }
    cmd_say(s, "%s\n", why);
    return false;
}

bool eu_cmd_LOAD(struct ui_session *s, int argc, char **argv)
{
    char why[CMD_LINE + 128];
    const struct eu_surface *f = surface_of(s, argc, argv);
    uint8_t *bytes = f ? ui_surface_read(eu_of(s), f, s->files, argv[2], why, sizeof why) : NULL;
    if (!f)
        return false;
    int rc = -MACHINE_ERR_NOMEM;
    if (bytes)
        rc = dbg_mem_write(s->dbg, f->address, bytes, (size_t)eu_surface_bytes(f));
    if (bytes && rc == 0)
        cmd_say(s, "surface %s: %s\n", argv[1], argv[2]);
    else
        cmd_say(s, "%s\n", bytes ? machine_strerror(rc) : why);
    free(bytes);
    return rc == 0;
}

/* --- dump --- */
bool eu_cmd_DUMP(struct ui_session *s, int argc, char **argv)
{
    const struct eu_session *e = s->own;
    struct launch l = {.gen = e->eu->gen};
    char why[160], *text = NULL;
    size_t size;
    bool ok = true;
    for (int i = 1; i < argc && ok; i++) {
        ok = strchr("0123456789", argv[i][0]) ? launch_add_dump_mem(&l, argv[i], why, sizeof why)
                                              : launch_add_dumps(&l, argv[i], why, sizeof why);
        if (!ok)
            cmd_caret(s, cmd_rest(s, argc, argv, i), why);
    }
    FILE *out = ok ? open_memstream(&text, &size) : NULL;
    ok = ok && out && launch_dump(argc > 1 ? &l : e->launch, e->machine, s->files, out) == UI_OK;
    if (out && fclose(out) == 0)
        s->puts(s->ctx, text);
    free(text);
    launch_fini(&l);
    return ok;
}
