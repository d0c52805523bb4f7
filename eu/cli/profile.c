/* Prints a profile as a listing, as folded stacks, as JSON or as a flame graph. */
#include "eu/cli/profile.h"

#include <inttypes.h>
#include <string.h>

#include "eu/cli/flame.h"
#include "eu/cli/run.h"

static const char *const forms[] = {[PROFILE_LISTING] = "listing",
                                    [PROFILE_FOLDED] = "folded",
                                    [PROFILE_JSON] = "json",
                                    [PROFILE_SVG] = "svg"};

enum launch_profile ui_profile_form(const char *word)
{
    if (!word)
        return PROFILE_LISTING;
    for (unsigned i = PROFILE_LISTING; i <= PROFILE_SVG; i++)
        if (strcmp(forms[i], word) == 0)
            return (enum launch_profile)i;
    return PROFILE_NONE;
}

static const struct eu_program *program_at(const struct ui_machine *m, uint32_t addr)
{
    for (size_t i = 0; i < m->nprogs; i++)
        if (addr - m->progs[i].base < m->progs[i].size)
            return &m->progs[i];
    return NULL;
}

/* Writes the name of the function at @addr: its label, else its program's file name at the
 * program's start, else a number. */
static void function_name(const struct ui_machine *m, uint32_t addr, char *buf, size_t n)
{
    const struct eu_program *p = program_at(m, addr);
    const struct eu_label *label = p ? eu_program_label_at(p, addr - p->base) : NULL;
    const char *slash = p && p->path ? strrchr(p->path, '/') : NULL;
    if (label && label->addr == addr - p->base)
        snprintf(buf, n, "%s", label->name);
    else if (p && p->path && addr == p->base)
        snprintf(buf, n, "%s", slash ? slash + 1 : p->path);
    else
        snprintf(buf, n, "0x%08x", addr);
    for (char *c = buf; *c; c++) /* these two characters separate frames and counts */
        if (*c == ';' || *c == ' ')
            *c = '_';
}

/* --- listing --- */

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_listing(const struct profile *p, const struct ui_machine *m, FILE *out)
{
    struct profile_row row;
    uint64_t next = 0, total = m->eu->insts;
    fprintf(out, "%12s %6s %6s %6s  %s\n", "executed", "%", "lanes%", "diver%", "instruction");
    while (next <= UINT32_MAX && profile_next(p, (uint32_t)next, &row)) {
        const struct eu_program *prog = program_at(m, row.addr);
        const struct eu_label *label =
            prog ? eu_program_label_at(prog, row.addr - prog->base) : NULL;
        char text[EU_DIS_MAX];
        if (label && label->addr == row.addr - prog->base)
            fprintf(out, "%36s%s:\n", "", label->name);
        ui_insn_text(m->eu, row.addr, text, sizeof text);
        fprintf(out, "%12" PRIu64 " %6.2f %6.1f %6.1f  0x%08x %s\n", row.count,
                percent(row.count, total), percent(row.channels, row.lanes),
                percent(row.divergent, row.count), row.addr, text);
        next = (uint64_t)row.addr + 8;
    }
    if (profile_elsewhere(p))
        fprintf(out, "%12" PRIu64 " outside the loaded code\n", profile_elsewhere(p));
}

/* --- folded stacks --- */

struct folding {
    const struct ui_machine *m;
    FILE *out;
    struct flame *flame;
};

static void print_folded(void *ctx, const uint32_t *funcs, unsigned n, uint64_t count)
{
    const struct folding *f = ctx;
    char name[128];
    for (unsigned i = 0; i < n; i++) {
        function_name(f->m, funcs[i], name, sizeof name);
        fprintf(f->out, "%s%s", i ? ";" : "", name);
    }
    fprintf(f->out, " %" PRIu64 "\n", count);
}

/* --- JSON --- */

static json_t *json_row(const struct profile_row *row, const struct ui_machine *m)
{
    char text[EU_DIS_MAX];
    ui_insn_text(m->eu, row->addr, text, sizeof text);
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:s}", "addr", (json_int_t)row->addr, "executed",
                     (json_int_t)row->count, "channels", (json_int_t)row->channels, "lanes",
                     (json_int_t)row->lanes, "divergent", (json_int_t)row->divergent, "text", text);
}

static void print_json(const struct profile *p, const struct ui_machine *m, FILE *out)
{
    struct profile_row row;
    uint64_t next = 0;
    while (next <= UINT32_MAX && profile_next(p, (uint32_t)next, &row)) {
        json_t *o = json_row(&row, m);
        if (o) {
            json_dumpf(o, out, JSON_COMPACT);
            fprintf(out, "\n");
        }
        json_decref(o);
        next = (uint64_t)row.addr + 8;
    }
}

/* --- picture --- */

static void add_stack(void *ctx, const uint32_t *funcs, unsigned n, uint64_t count)
{
    const struct folding *f = ctx;
    char names[PROFILE_FRAMES + 1][FLAME_NAME];
    const char *frames[PROFILE_FRAMES + 1];
    for (unsigned i = 0; i < n; i++) {
        function_name(f->m, funcs[i], names[i], sizeof names[i]);
        frames[i] = names[i];
    }
    flame_add(f->flame, frames, n, count);
}

static void print_svg(const struct profile *p, const struct ui_machine *m, FILE *out)
{
    struct flame *flame = flame_new();
    struct folding f = {.m = m, .flame = flame};
    if (flame)
        profile_stacks(p, add_stack, &f);
    if (!flame || !flame_print(flame, out))
        ui_error("--profile: out of memory, the picture is not whole");
    flame_free(flame);
}

void ui_profile_print(const struct profile *p, const struct launch *l, const struct ui_machine *m,
                      FILE *out)
{
    struct folding f = {.m = m, .out = out};
    if (l->profile == PROFILE_LISTING)
        print_listing(p, m, out);
    else if (l->profile == PROFILE_JSON)
        print_json(p, m, out);
    else if (l->profile == PROFILE_SVG)
        print_svg(p, m, out);
    else
        profile_stacks(p, print_folded, &f);
}
