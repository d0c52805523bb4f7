/* Reads "host" of a launch file: what a host does while its System Routine waits, for siptest. */
#include <stdlib.h>
#include <string.h>

#include "eu/cli/launch_impl.h"

/* A number, or text with a number; false: neither, or it has more than 32 bits. */
static bool number_of(const json_t *value, uint64_t *v)
{
    if (json_is_string(value))
        return ui_parse_number(json_string_value(value), UINT32_MAX, v);
    *v = json_is_integer(value) ? (uint64_t)json_integer_value(value) : 0;
    return json_is_integer(value) && json_integer_value(value) >= 0 && *v <= UINT32_MAX;
}

/* {OFFSET: DWORD, ...} */
static void read_words(struct ui_json *j, const json_t *rule, const char *name,
                       struct siptest_words *words)
{
    const json_t *object = ui_json_object(j, rule, name);
    struct siptest_word *items =
        ui_json_got(j, rule, name, calloc(json_object_size(object) + 1, sizeof *items));
    const char *key;
    json_t *value;
    words->items = items;
    json_object_foreach((json_t *)object, key, value)
    {
        uint64_t offset = 0, v = 0;
        if (!ui_parse_number(key, UINT32_MAX, &offset) || !number_of(value, &v))
            ui_json_error(j, object, key, "an offset in the slot and its dword, please");
        else if (items)
            items[words->n++] = (struct siptest_word){(uint32_t)offset, (uint32_t)v};
    }
}

/* Adds the image's rows of the registers `REG` or `REG-REG`. False: one of them is not in the
 * image. */
static bool add_edits(const struct launch *l, const char *text, size_t len, uint32_t *edits,
                      size_t *n)
{
    size_t first = strcspn(text, "-,"), was = *n;
    const char *last = first < len ? text + first + 1 : text;
    int a = eu_reg_by_name(l->gen, text, first);
    int b = eu_reg_by_name(l->gen, last, (size_t)(text + len - last));
    for (size_t i = 0; i < l->proof.nimage && a >= 0; i++)
        if (l->proof.image[i].reg >= a && (int)l->proof.image[i].reg <= b)
            edits[(*n)++] = (uint32_t)i;
    return a >= 0 && b >= a && *n - was == (size_t)(b - a) + 1;
}

static void read_edits(struct ui_json *j, const struct launch *l, const json_t *rule,
                       struct siptest_host_rule *to)
{
    const char *text = ui_json_string(j, rule, "edit");
    size_t parts = 1;
    for (const char *at = text; at && *at; at++)
        parts += *at == ',';
    uint32_t *edits =
        ui_json_got(j, rule, "edit", calloc(l->proof.nimage * parts + 1, sizeof *edits));
    to->edits = edits;
    for (const char *at = text; edits && at && *at;) {
        size_t len = strcspn(at, ",");
        if (!add_edits(l, at, len, edits, &to->nedits)) {
            ui_json_error(j, rule, "edit", "'%.*s' is not in \"image\"", (int)len, at);
            return;
        }
        at += len + (at[len] == ',');
    }
}

void launch_read_host(struct ui_json *j, struct launch *l)
{
    static const char *const keys[] = {"attention", "when", "edit", "write", NULL};
    const json_t *list = ui_json_array(j, j->root, "host"), *rule;
    struct launch_proof *p = &l->proof;
    size_t i;
    if (!list)
        return;
    if (!p->nimage || json_array_size(list) > SIPTEST_HOST_RULES) {
        ui_json_error(j, j->root, "host", p->nimage ? "too many of them" : "\"image\", please");
        return;
    }
    p->host = ui_json_got(j, j->root, "host", calloc(json_array_size(list) + 1, sizeof *p->host));
    if (!p->host)
        return;
    json_array_foreach(list, i, rule)
    {
        struct siptest_host_rule *to = &p->host[p->nhost];
        if (!json_is_object(rule)) {
            ui_json_error(j, j->root, "host", "a list of objects, please");
            return;
        }
        p->nhost++;
        ui_json_keys(j, rule, keys);
        read_words(j, rule, "when", &to->when);
        read_words(j, rule, "write", &to->writes);
        read_edits(j, l, rule, to);
        to->attention = !to->when.n || ui_json_bool(j, rule, "attention");
    }
}

void launch_host_fini(struct launch_proof *p)
{
    for (size_t i = 0; i < p->nhost; i++) {
        free((void *)p->host[i].when.items);
        free((void *)p->host[i].writes.items);
        free((void *)p->host[i].edits);
    }
    free(p->host);
}
