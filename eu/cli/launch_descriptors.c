/* Launch files: "descriptors" of "dispatch", which say how child threads start. */
#include <stdlib.h>
#include <string.h>

#include "exception/exception.h"
#include "eu/cli/launch_impl.h"
#include "eu/cli/tools.h"

enum { ROB_REGISTERS = 2016 };

/* Reads "curbe": [first, count], counted in registers of the launch's constants. */
static void read_window(struct ui_json *j, const json_t *object, struct eu_descriptor *d)
{
    const json_t *list = ui_json_array(j, object, "curbe");
    uint64_t v[2] = {0, 0};
    bool ok = !list || json_array_size(list) == 2;
    for (size_t i = 0; list && i < 2; i++)
        ok = ok && ui_json_value(json_array_get(list, i), ROB_REGISTERS, &v[i]);
    if (!ok)
        ui_json_error(j, object, "curbe", "the first register of the constants and how many");
    d->first = (uint32_t)v[0];
    d->count = (uint32_t)v[1];
}

static const char *rounding_name(unsigned i)
{
    static const char *const names[] = {"nearest", "up", "down", "zero"};
    return i < sizeof names / sizeof *names ? names[i] : NULL;
}

static void read_rounding(struct ui_json *j, const json_t *object, struct eu_descriptor *d)
{
    const json_t *value = json_object_get(object, "rounding");
    int mode = value ? ui_json_word(j, object, "rounding", value, rounding_name) : -1;
    if (mode >= 0)
        d->rounding = (uint32_t)mode;
}

/* Sets masks like those of media root threads: all channels, under SPF. */
static void read_masks(struct ui_json *j, const json_t *object, struct eu_descriptor *d)
{
    uint64_t simd = 16;
    if (ui_json_number(j, object, "simd", 32, &simd) && simd != 8 && simd != 16 && simd != 32) {
        ui_json_error(j, object, "simd", "8, 16 or 32");
        simd = 16;
    }
    d->spf = ui_json_bool(j, object, "spf");
    d->dmask = d->spf ? UINT32_MAX : UINT32_MAX >> (32 - simd);
}

static void read_one(struct ui_json *j, const json_t *object, struct eu_descriptor *d, char **entry)
{
    static const char *const keys[] = {"entry", "curbe",    "simd",   "spf",
                                       "alt",   "rounding", "enable", NULL};
    ui_json_keys(j, object, keys);
    *entry = ui_json_text(j, object, "entry");
    read_window(j, object, d);
    read_masks(j, object, d);
    read_rounding(j, object, d);
    d->alt = ui_json_bool(j, object, "alt");
    ui_json_enables(j, object, "enable", &d->enables);
    if (d->enables & ~EU_DESCRIPTOR_ENABLES)
        ui_json_error(j, object, "enable",
                      "a descriptor enables illegal-opcode, stack-overflow and software only");
}

void launch_read_descriptors(struct ui_json *j, const json_t *object, struct launch *l)
{
    const json_t *list = ui_json_array(j, object, "descriptors"), *row;
    size_t i, n = json_array_size(list);
    if (list && (n < 1 || n > EU_DESCRIPTORS)) {
        ui_json_error(j, object, "descriptors", "1 to %d objects, please", EU_DESCRIPTORS);
        return;
    }
    json_array_foreach(list, i, row)
    {
        l->child_rows[i] = row;
        if (!json_is_object(row))
            ui_json_error(j, object, "descriptors", "element %zu is no object", i);
        else
            read_one(j, row, &l->descriptors[i], &l->child_entries[i]);
        if (json_is_object(row) && !json_object_get(row, "entry"))
            ui_json_error(j, object, "descriptors", "element %zu has no \"entry\"", i);
    }
    l->dispatch.descriptors = l->descriptors;
    l->dispatch.ndescriptors = (uint32_t)n;
}

int launch_place_descriptors(const struct launch *l, const struct ui_machine *m,
                             struct eu_descriptor *out)
{
    for (uint32_t i = 0; i < l->dispatch.ndescriptors; i++) {
        const char *entry = l->child_entries[i] ? l->child_entries[i] : "";
        struct launch_from from = {l->child_rows[i], "entry"};
        out[i] = l->descriptors[i];
        if (!ui_address(m, entry, &out[i].start))
            return launch_error(l, from, "'%s' is neither a label nor a number", entry);
        if (out[i].start % 64)
            return launch_error(l, from, "'%s' is 0x%x, no multiple of 64 (.align 64)", entry,
                                out[i].start);
    }
    return UI_OK;
}
