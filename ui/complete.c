/* Completes the last word of a command line from the schemas of ui/cmds.def. */
#include "ui/complete.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ui/cmd_impl.h"
#include "ui/expr.h"

struct completion {
    struct ui_session *s;
    const char *word; /* the part of the word that is typed, behind its quote */
    size_t len;
    bool quoted;
    struct ui_candidates *out;
};

/* --- candidates --- */
static void add_candidate(struct completion *c, const char *prefix, const char *name)
{
    char text[512];
    int n = snprintf(text, sizeof text, "%s%s", prefix, name);
    if (n < 0 || (size_t)n >= sizeof text || strncmp(text, c->word, c->len) != 0)
        return;
    char **more = realloc(c->out->items, (c->out->n + 1) * sizeof *more);
    if (!more)
        return;
    c->out->items = more;
    more[c->out->n] = strdup(text);
    c->out->n += more[c->out->n] != NULL;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort_candidates(struct ui_candidates *c)
{
    size_t n = 0;
    if (c->n)
        qsort(c->items, c->n, sizeof *c->items, compare);
    for (size_t i = 0; i < c->n; i++)
        if (n && strcmp(c->items[n - 1], c->items[i]) == 0)
            free(c->items[i]);
        else
            c->items[n++] = c->items[i];
    c->n = n;
}

void ui_candidates_fini(struct ui_candidates *c)
{
    for (size_t i = 0; i < c->n; i++)
        free(c->items[i]);
    free(c->items);
    *c = (struct ui_candidates){0};
}

size_t ui_candidates_common(const struct ui_candidates *c)
{
    size_t common = c->n ? strlen(c->items[0]) : 0;
    for (size_t i = 1; i < c->n; i++)
        while (strncmp(c->items[0], c->items[i], common) != 0)
            common--;
    return common;
}

/* --- kinds of values: the words in capitals in a schema --- */
static void commands(struct completion *c, const char *prefix)
{
    const struct cmd_row *r;
    for (size_t i = 0; (r = cmd_row_nth(c->s, i)); i++)
        if (cmd_row_fits(c->s, r))
            add_candidate(c, prefix, r->name);
}

static void kinds(struct completion *c, const char *prefix)
{
    struct machine *m = dbg_machine(c->s->dbg);
    const struct machine_exception *e;
    for (unsigned k = 0; m->ops->exception && (e = m->ops->exception(m, k)); k++)
        add_candidate(c, prefix, e->name);
}

static void numbers(struct completion *c, const char *prefix, uint32_t n, uint64_t which)
{
    char text[16];
    for (uint32_t i = 0; i < n && i < 64; i++) {
        snprintf(text, sizeof text, "%u", i);
        if (which >> i & 1)
            add_candidate(c, prefix, text);
    }
}

static void threads(struct completion *c, const char *prefix)
{
    struct machine *m = dbg_machine(c->s->dbg);
    numbers(c, prefix, m->ops->nthreads(m), UINT64_MAX);
}

static void channels(struct completion *c, const char *prefix)
{
    struct machine *m = dbg_machine(c->s->dbg);
    numbers(c, prefix, m->traits->lanes, ui_thread(c->s, c->s->focus.thread).dispatched);
}

static void labels(struct completion *c, const char *prefix)
{
    struct machine *m = dbg_machine(c->s->dbg);
    const char *label;
    uint64_t addr;
    for (unsigned i = 0; m->ops->label_nth && (label = m->ops->label_nth(m, i, &addr)); i++)
        add_candidate(c, prefix, label);
}

static void registers(struct completion *c, const char *prefix)
{
    struct machine *m = dbg_machine(c->s->dbg);
    const struct machine_reg *r;
    for (unsigned i = 0; (r = m->ops->reg(m, i)); i++)
        if (ui_reg_usable(r))
            add_candidate(c, prefix, r->name);
}

static void expressions(struct completion *c, const char *prefix)
{
    registers(c, prefix);
    labels(c, prefix);
    add_candidate(c, prefix, "pc");
}

static void opcodes(struct completion *c, const char *prefix)
{
    const struct ui_rows *rows = c->s->rows;
    const char *name;
    for (unsigned i = 0; rows && rows->opcode && (name = rows->opcode(c->s, i)); i++)
        add_candidate(c, prefix, name);
}

/* Entries of the folder that the word names so far; folders end with a slash, other files with the
 * quote that the word began with. Names with blanks need one. */
static void files(struct completion *c, const char *prefix)
{
    char folder[400], path[700];
    const char *slash = memrchr(c->word, '/', c->len);
    const char *name = slash ? slash + 1 : c->word;
    int n = (int)(name - c->word);
    bool hidden = name < c->word + c->len && *name == '.';
    (void)prefix;
    if (n >= (int)sizeof folder)
        return;
    snprintf(folder, sizeof folder, "%.*s", n, c->word);
    DIR *dir = opendir(n ? folder : ".");
    for (struct dirent *e; dir && (e = readdir(dir));) {
        struct stat st;
        snprintf(path, sizeof path, "%s%s", folder, e->d_name);
        if ((e->d_name[0] == '.' && !hidden) || strpbrk(e->d_name, c->quoted ? "\"" : CMD_BLANKS))
            continue;
        bool is_folder = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
        strncat(path, is_folder ? "/" : c->quoted ? "\"" : "", sizeof path - strlen(path) - 1);
        add_candidate(c, "", path);
    }
    if (dir)
        closedir(dir);
}

static const struct {
    const char *name;
    void (*complete)(struct completion *c, const char *prefix);
} kinds_of_values[] = {
    {"COMMAND", commands},  {"KIND", kinds},   {"THREAD", threads}, {"CHANNEL", channels},
    {"SLOT", threads},      {"LABEL", labels}, {"REG", registers},  {"EXPR", expressions},
    {"PLACE", expressions}, {"NAME", opcodes}, {"OPCODE", opcodes}, {"FILE", files},
};

/* --- schemas --- */
/* Adds the candidates for one of a schema's alternatives of @len characters: a word, a kind, or a
 * word= before a kind. */
static void alternative(struct completion *c, const char *text, size_t len)
{
    char prefix[32] = "", word[32];
    const char *equals = memchr(text, '=', len);
    if (equals && (size_t)(equals + 1 - text) < len) {
        snprintf(prefix, sizeof prefix, "%.*s", (int)(equals + 1 - text), text);
        len -= (size_t)(equals + 1 - text);
        text = equals + 1;
    }
    snprintf(word, sizeof word, "%.*s", (int)len, text);
    word[strcspn(word, ",[")] = '\0';
    if (!isupper((unsigned char)word[0])) {
        add_candidate(c, prefix, word);
        return;
    }
    for (size_t i = 0; i < sizeof kinds_of_values / sizeof *kinds_of_values; i++)
        if (strcmp(kinds_of_values[i].name, word) == 0)
            kinds_of_values[i].complete(c, prefix);
}

/* The @k-th argument of a schema. The last one is used again if it is repeated, or is an
 * expression, which may contain blanks. Its length is in *@len; NULL: there is none. */
static const char *argument(const char *schema, size_t k, size_t *len)
{
    const char *at = schema + strspn(schema, " [");
    while (*at) {
        *len = strcspn(at, " ");
        const char *next = at + *len + strspn(at + *len, " [");
        bool repeated = *len > 3 && strncmp(at + *len - 3, "...", 3) == 0;
        if (*at == '/') { /* the format, which belongs to the first word */
            at = next;
            continue;
        }
        if (k == 0 || (!*next && (repeated || strncmp(at, "EXPR", 4) == 0))) {
            *len = strcspn(at, " ].");
            return at;
        }
        k--;
        at = next;
    }
    return NULL;
}

static void arguments(struct completion *c, const char *schema, size_t k)
{
    size_t len;
    const char *at = argument(schema, k, &len);
    for (const char *end = at ? at + len : NULL; at && at < end;) {
        size_t one = strcspn(at, "| ].");
        if (at + one > end)
            one = (size_t)(end - at);
        alternative(c, at, one);
        at += one + 1;
    }
}

/* Finds the word to complete, the last one of @text, whose arguments begin at @from. Returns how
 * many arguments are before it. */
static size_t find_word(struct completion *c, const char *text, size_t from)
{
    const char *word = text + from, *end, *open;
    size_t before = 0;
    for (;; before++, word = end) {
        word += strspn(word, CMD_BLANKS);
        end = ui_cmd_unquoted(word, CMD_BLANKS, &open);
        if (!*end)
            break;
    }
    c->quoted = open;
    c->word = open ? open + 1 : word;
    c->len = (size_t)(end - c->word);
    return before;
}

/* Expressions and lists are divided not only by blanks. */
static void cut_to_name(struct completion *c)
{
    const char *end = c->word + c->len, *at = end;
    while (at > c->word && !strchr(",()[]{}<>;:+*/%&|^~!?", at[-1]))
        at--;
    c->len = (size_t)(end - at);
    c->word = at;
}

void ui_complete(struct ui_session *s, const char *line, size_t cursor, struct ui_candidates *out)
{
    struct completion c = {.s = s, .out = out};
    char first[CMD_LINE];
    size_t begin = strspn(line, " \t"), end = begin + strcspn(line + begin, " \t"), len;
    *out = (struct ui_candidates){.start = cursor};
    if (begin >= cursor || cursor <= end) {
        out->start = begin < cursor ? begin : cursor;
        c.word = line + out->start;
        c.len = cursor - out->start;
        commands(&c, "");
        sort_candidates(out);
        return;
    }
    snprintf(first, sizeof first, "%.*s", (int)(end - begin), line + begin);
    first[strcspn(first, "/")] = '\0';
    const struct cmd_row *r = cmd_find(s, first);
    char *text = r && cmd_row_fits(s, r) ? strndup(line, cursor) : NULL;
    if (!text)
        return;
    size_t k = find_word(&c, text, end);
    const char *schema = argument(r->args, k, &len);
    if (!schema || len != strlen("FILE") || strncmp(schema, "FILE", len) != 0)
        cut_to_name(&c);
    out->start = (size_t)(c.word - text);
    arguments(&c, r->args, k);
    sort_candidates(out);
    free(text);
}
