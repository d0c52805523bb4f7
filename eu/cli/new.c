/* eulab new KIND NAME: writes a commented example that runs (eu/cli/templates.def). */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "eu/cli/tools.h"
#include "ui/files.h"
#include "ui/near.h"

enum kind {
#define TEMPLATE(id, word, what) NEW_##id,
#define FILE_OF(kind, ending, text)
#define NEXT(kind, text)
#include "eu/cli/templates.def"
#undef TEMPLATE
    KINDS
};
static const char *const kinds[] = {
#define TEMPLATE(id, word, what) [NEW_##id] = word,
#include "eu/cli/templates.def"
#undef TEMPLATE
#undef NEXT
};
static const char *const next[] = {
#define TEMPLATE(id, word, what)
#define NEXT(id, text) [NEW_##id] = text,
#include "eu/cli/templates.def"
#undef TEMPLATE
#undef FILE_OF
#undef NEXT
};
static const struct {
    enum kind kind;
    const char *ending, *text;
} files[] = {
#define TEMPLATE(id, word, what)
#define FILE_OF(id, end, body) {.kind = NEW_##id, .ending = end, .text = body},
#define NEXT(kind, text)
#include "eu/cli/templates.def"
#undef TEMPLATE
#undef FILE_OF
#undef NEXT
};
enum { FILES = sizeof files / sizeof *files, NAME_MAX_LEN = 48, PATH_ROOM = 64 };

struct words {
    const char *name, *gen; /* what stands in place of NAME and of GEN */
};

static void put_text(FILE *out, const char *text, const struct words *w)
{
    for (; *text; text++)
        if (strncmp(text, "NAME", 4) == 0) {
            fputs(w->name, out);
            text += 3;
        } else if (strncmp(text, "GEN", 3) == 0) {
            fputs(w->gen, out);
            text += 2;
        } else {
            fputc(*text, out);
        }
}

/* A label, an OpenCL function and a file must be able to have this name. */
static bool is_name(const char *name)
{
    size_t n = strlen(name);
    bool good = n && n <= NAME_MAX_LEN && !isdigit((unsigned char)name[0]);
    for (size_t i = 0; i < n; i++)
        good &= isalnum((unsigned char)name[i]) || name[i] == '_';
    return good;
}

static bool write_one(const char *path, const char *text, const struct words *w)
{
    struct ui_output o;
    char why[512];
    if (!ui_output_begin(&o, NULL, path, false, why, sizeof why)) {
        ui_error("%s", why);
        return false;
    }
    put_text(o.f, text, w);
    if (!ui_output_end(&o, true, why, sizeof why)) {
        ui_error("%s", why);
        return false;
    }
    printf("%s\n", path);
    return true;
}

static int create_files(enum kind kind, const struct words *w)
{
    char path[PATH_ROOM];
    for (int writing = 0; writing < 2; writing++) {
        for (unsigned i = 0; i < FILES; i++) {
            if (files[i].kind != kind)
                continue;
            snprintf(path, sizeof path, "%s%s", w->name, files[i].ending);
            if (!writing && access(path, F_OK) == 0) {
                ui_error("%s is there already: nothing was written", path);
                return UI_BAD_INPUT;
            }
            if (writing && !write_one(path, files[i].text, w))
                return UI_BAD_INPUT;
        }
    }
    printf("\n");
    put_text(stdout, next[kind], w);
    return ui_flush(stdout, "stdout");
}

int ui_main_NEW(const struct ui_args *args)
{
    enum eu_gen gen;
    if (args->nrest != 2)
        return ui_usage(args, "a kind and a name, please: kernel, sip or opencl NAME");
    const char *kind = args->rest[0], *name = args->rest[1];
    struct ui_near near = {.word = kind};
    unsigned i = 0;
    for (; i < KINDS && strcmp(kinds[i], kind) != 0; i++)
        ui_near_try(&near, kinds[i]);
    if (i == KINDS)
        return ui_usage(args, "no kind '%.64s'%s: kernel, sip or opencl", kind,
                        ui_near_hint(&near));
    if (!is_name(name))
        return ui_usage(
            args, "a name is letters, digits and _, at most %d, and begins with no digit: '%.64s'",
            NAME_MAX_LEN, name);
    if (i == NEW_OPENCL && ui_has(args, OPT_GEN))
        return ui_usage(args, "--gen: an OpenCL program runs on any (eulab cl --gpu NAME)");
    int status = ui_gen(args, &gen);
    const struct words w = {name, eu_gen_name(gen)};
    return status == UI_OK ? create_files((enum kind)i, &w) : status;
}
