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
static const char *const words[] = {
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

/* Prints @text with @name in place of each NAME. */
static void put_text(FILE *out, const char *text, const char *name)
{
    const char *at;
    for (; (at = strstr(text, "NAME")); text = at + 4)
        fprintf(out, "%.*s%s", (int)(at - text), text, name);
    fputs(text, out);
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

static bool write_one(const char *path, const char *text, const char *name)
{
    struct ui_output o;
    char why[512];
    if (!ui_output_begin(&o, NULL, path, false, why, sizeof why)) {
        ui_error("%s", why);
        return false;
    }
    put_text(o.f, text, name);
    if (!ui_output_end(&o, true, why, sizeof why)) {
        ui_error("%s", why);
        return false;
    }
    printf("%s\n", path);
    return true;
}

static int create_files(enum kind kind, const char *name)
{
    char path[PATH_ROOM];
    for (int writing = 0; writing < 2; writing++) {
        for (unsigned i = 0; i < FILES; i++) {
            if (files[i].kind != kind)
                continue;
            snprintf(path, sizeof path, "%s%s", name, files[i].ending);
            if (!writing && access(path, F_OK) == 0) {
                ui_error("%s is there already: nothing was written", path);
                return UI_BAD_INPUT;
            }
            if (writing && !write_one(path, files[i].text, name))
                return UI_BAD_INPUT;
        }
    }
    printf("\n");
    put_text(stdout, next[kind], name);
    return ui_flush(stdout, "stdout");
}

int ui_main_NEW(const struct ui_args *args)
{
    if (args->nrest != 2)
        return ui_usage(args, "a kind and a name, please: kernel, sip or opencl NAME");
    struct ui_near near = {.word = args->rest[0]};
    for (unsigned i = 0; i < KINDS; i++) {
        if (strcmp(words[i], args->rest[0]) != 0) {
            ui_near_try(&near, words[i]);
            continue;
        }
        if (!is_name(args->rest[1]))
            return ui_usage(
                args,
                "a name is letters, digits and _, at most %d, and begins with no digit: '%.64s'",
                NAME_MAX_LEN, args->rest[1]);
        return create_files((enum kind)i, args->rest[1]);
    }
    return ui_usage(args, "no kind '%.64s'%s: kernel, sip or opencl", args->rest[0],
                    ui_near_hint(&near));
}
