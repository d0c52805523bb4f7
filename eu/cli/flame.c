/* Draws a flame graph. */
#include "eu/cli/flame.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1200, LINE = 17, LETTER = 7, MARGIN = 24 };

/* The frames that one caller called are a list. The root stands for the whole run. */
struct frame {
    char name[FLAME_NAME];
    uint64_t count; /* its own instructions and those of what it called */
    struct frame *callees, *next;
};
struct flame {
    struct frame all;
    unsigned depth;
    bool nomem;
};

struct flame *flame_new(void)
{
    struct flame *f = calloc(1, sizeof *f);
    if (f)
        snprintf(f->all.name, sizeof f->all.name, "all");
    return f;
}

static void free_frames(struct frame *list)
{
    while (list) {
        struct frame *next = list->next;
        free_frames(list->callees);
        free(list);
        list = next;
    }
}

void flame_free(struct flame *f)
{
    if (f)
        free_frames(f->all.callees);
    free(f);
}

/* Finds or makes the callee with that name; the list is sorted by name. NULL: no memory. */
static struct frame *callee_named(struct frame *caller, const char *name)
{
    struct frame **at = &caller->callees;
    while (*at && strcmp((*at)->name, name) < 0)
        at = &(*at)->next;
    if (*at && strcmp((*at)->name, name) == 0)
        return *at;
    struct frame *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    snprintf(f->name, sizeof f->name, "%s", name);
    f->next = *at;
    *at = f;
    return f;
}

void flame_add(struct flame *f, const char *const *names, unsigned n, uint64_t count)
{
    struct frame *at = &f->all;
    at->count += count;
    f->depth = n > f->depth ? n : f->depth;
    for (unsigned i = 0; i < n && at; i++) {
        at = callee_named(at, names[i]);
        if (at)
            at->count += count;
    }
    f->nomem |= !at;
}

static void put_escaped(FILE *out, const char *text, size_t most)
{
    for (size_t i = 0; text[i] && i < most; i++) {
        switch (text[i]) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc(text[i] >= ' ' && text[i] < 127 ? text[i] : '?', out);
        }
    }
}

/* Computes a colour of fire from the name, so that a name has the same colour everywhere. */
static unsigned color(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name; name++)
        hash = (hash ^ (uint8_t)*name) * 16777619u;
    return (205 + hash % 50) << 16 | (hash >> 8) % 200 << 8 | (hash >> 16) % 55;
}

static void put_frame(const struct flame *f, const struct frame *frame, double x, unsigned level,
                      FILE *out)
{
    double whole = f->all.count ? (double)f->all.count : 1;
    double width = (double)frame->count / whole * WIDTH;
    unsigned y = MARGIN + (f->depth - level) * LINE;
    fprintf(out, "<g><title>");
    put_escaped(out, frame->name, FLAME_NAME);
    fprintf(out, ": %" PRIu64 " instructions, %.2f %%</title>", frame->count,
            100 * (double)frame->count / whole);
    fprintf(out, "<rect x=\"%.1f\" y=\"%u\" width=\"%.1f\" height=\"%d\" fill=\"#%06x\" rx=\"2\"/>",
            x, y, width, LINE - 1, color(frame->name));
    if (width > 4 * LETTER) {
        fprintf(out, "<text x=\"%.1f\" y=\"%u\">", x + 3, y + 12);
        put_escaped(out, frame->name, (size_t)(width / LETTER));
        fprintf(out, "</text>");
    }
    fprintf(out, "</g>\n");
    for (const struct frame *c = frame->callees; c; c = c->next) {
        put_frame(f, c, x, level + 1, out);
        x += (double)c->count / whole * WIDTH;
    }
}

bool flame_print(const struct flame *f, FILE *out)
{
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%u\" "
            "font-family=\"monospace\" font-size=\"11\">\n"
            "<text x=\"3\" y=\"15\">instructions by function: %" PRIu64 " in all</text>\n",
            WIDTH, MARGIN + (f->depth + 1) * LINE, f->all.count);
    put_frame(f, &f->all, 0, 0, out);
    fprintf(out, "</svg>\n");
    return !f->nomem;
}
