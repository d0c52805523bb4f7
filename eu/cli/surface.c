/* Reads surfaces and samplers from launch files, and moves surfaces between files and memory. */
#include "eu/cli/surface.h"

#include <stdlib.h>
#include <string.h>

#include "ui/near.h"
#include "ui/options.h"
#include "eu/cli/picture.h"
#include "eu/cli/tools.h"
#include "ui/values.h"

enum { IMAGE_MAX = 16384 };
/* bytes; the limit keeps a file from exhausting the host's memory */
/* of an image, and of a surface with contents, which are kept in the host's memory at once; other
 * surfaces take what is written to them */
enum { SURFACE_MAX = 256 << 20 };

/* --- surfaces --- */
static void unknown_format(struct ui_json *j, const json_t *row, const char *name)
{
    /* .most is larger because names of formats are long */
    struct ui_near near = {.word = name, .most = 4};
    for (unsigned i = 0; i < EU_FORMAT_COUNT; i++)
        ui_near_try(&near, eu_format_name(i));
    ui_json_error(j, row, "format", "unknown surface format '%.40s'%s", name,
                  near.best ? ui_near_hint(&near) : ": `man eulab` lists them under surfaces");
}

static const char *tiling_name(unsigned i)
{
    return i < EU_TILING_COUNT ? eu_tiling_name(i) : NULL;
}

static void surface_tiling(struct ui_json *j, const json_t *row, struct eu_surface *s)
{
    const json_t *value = json_object_get(row, "tiling");
    int tiling = value ? ui_json_word(j, row, "tiling", value, tiling_name) : EU_TILING_LINEAR;
    if (tiling > 0 && !s->is_2d)
        ui_json_error(j, row, "tiling", "a buffer is linear: no \"height\"");
    else if (tiling > 0)
        s->tiling = (uint8_t)tiling;
}

/* Reads "levels", and "align", which counts columns and rows. */
static void surface_levels(struct ui_json *j, const json_t *row, struct eu_surface *s)
{
    const json_t *list = ui_json_array(j, row, "align");
    uint64_t v[2] = {4, 2}, levels;
    bool ok = !list || json_array_size(list) == 2;
    for (size_t i = 0; list && ok && i < 2; i++)
        ok = ui_json_value(json_array_get(list, i), 8, &v[i]) && (v[i] == 4 || v[i] == (i ? 2 : 8));
    if (!ok)
        ui_json_error(j, row, "align", "4 or 8 columns and 2 or 4 rows, in an array");
    s->halign = (uint8_t)v[0];
    s->valign = (uint8_t)v[1];
    if (!ui_json_number(j, row, "levels", EU_LEVELS_MAX, &levels))
        return;
    s->levels = (uint8_t)levels;
    uint32_t most = s->width > s->height ? s->width : s->height;
    if (!s->is_2d)
        ui_json_error(j, row, "levels", "a buffer has one: no \"height\"");
    else if (!levels || most >> (levels - 1) == 0)
        ui_json_error(j, row, "levels", "from 1 to a level of one element");
}

static void surface_shape(struct ui_json *j, const json_t *row, struct eu_surface *s)
{
    uint64_t v = 0;
    const char *name = ui_json_string(j, row, "format");
    int format = name ? eu_format_by_name(name) : EU_FORMAT_RAW;
    if (format < 0)
        unknown_format(j, row, name);
    s->format = (uint8_t)(format < 0 ? EU_FORMAT_RAW : format);
    s->is_2d = json_object_get(row, "height") != NULL;
    surface_tiling(j, row, s);
    if (ui_json_number(j, row, "width", UINT32_MAX, &v))
        s->width = (uint32_t)v;
    s->height = ui_json_number(j, row, "height", UINT32_MAX, &v) ? (uint32_t)v : 1;
    surface_levels(j, row, s);
    uint64_t line, rows;
    eu_surface_extent(s, &line, &rows);
    line *= eu_format_bytes(s->format);
    uint64_t tile = eu_tile_width(s->tiling), whole = (line + tile - 1) / tile * tile;
    s->pitch = (uint32_t)(whole <= UINT32_MAX ? whole : UINT32_MAX);
    if (ui_json_number(j, row, "pitch", UINT32_MAX, &v))
        s->pitch = (uint32_t)v;
    if (s->is_2d && s->pitch < line)
        ui_json_error(j, row, "pitch", "smaller than a row of %llu bytes",
                      (unsigned long long)line);
    if (s->pitch % tile)
        ui_json_error(j, row, "pitch", "no multiple of a tile's %u bytes", (unsigned)tile);
    if (ui_json_number(j, row, "address", UINT32_MAX, &v))
        s->address = (uint32_t)v;
    if (s->tiling && s->address % EU_PAGE_BYTES)
        ui_json_error(j, row, "address", "a tiled surface begins at a multiple of 4096");
}

/* The most bytes that a raw file of @s can have. */
static size_t raw_bytes(const struct eu_surface *s)
{
    struct eu_surface linear = *s;
    linear.tiling = EU_TILING_LINEAR;
    return (size_t)eu_surface_bytes(&linear);
}

static void read_numbers(struct ui_json *j, const json_t *row, const char *key,
                         const struct eu_surface *s, struct ui_numbers *numbers)
{
    ui_json_numbers(j, row, key, numbers);
    if (numbers->size > raw_bytes(s))
        ui_json_error(j, row, key, "%zu bytes, and the surface has %zu", numbers->size,
                      raw_bytes(s));
}

/* Reads the contents before the run, and those expected after it. */
static void read_content(struct ui_json *j, const json_t *row, struct ui_surface *surface)
{
    surface->in = ui_json_path(j, row, "in");
    surface->out = ui_json_path(j, row, "out");
    read_numbers(j, row, "data", &surface->s, &surface->data);
    if (surface->in && surface->data.bytes)
        ui_json_error(j, row, "data", "\"in\" says already what is there");
    if (json_is_string(json_object_get(row, "expect")))
        surface->expect = ui_json_path(j, row, "expect");
    else
        read_numbers(j, row, "expect", &surface->s, &surface->want);
}

void ui_surface_fini(struct ui_surface *surface)
{
    free(surface->in);
    free(surface->out);
    free(surface->expect);
    free(surface->data.bytes);
    free(surface->want.bytes);
}

bool ui_surface_has_content(const struct ui_surface *surface)
{
    return surface->in || surface->fill >= 0 || surface->data.bytes;
}

/* Whether contents are given, or expected. */
static bool has_content(const json_t *row)
{
    static const char *const keys[] = {"fill", "in", "out", "data", "expect"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (json_object_get(row, keys[i]))
            return true;
    return false;
}

bool ui_json_surface(struct ui_json *j, const json_t *row, bool files, const json_t **seen,
                     struct ui_surface *surface)
{
    static const char *const keys[] = {"bti",    "format",  "width", "height", "pitch",
                                       "tiling", "address", "fill",  "in",     "out",
                                       "levels", "align",   "data",  "expect", NULL};
    static const char *const bare[] = {"bti",     "format", "width",  "height", "pitch", "tiling",
                                       "address", "fill",   "levels", "align",  NULL};
    static const char *const needed[] = {"bti", "width", "address"};
    size_t before = j->diags->errors;
    uint64_t v = 0;
    *surface = (struct ui_surface){.s.present = true, .fill = -1, .row = row};
    if (!json_is_object(row)) {
        ui_json_error(j, j->root, "surfaces", "not an array of objects");
        return false;
    }
    ui_json_keys(j, row, files ? keys : bare);
    for (size_t i = 0; i < 3; i++)
        if (!json_object_get(row, needed[i]))
            ui_json_error(j, j->root, "surfaces", "a surface needs \"%s\"", needed[i]);
    if (ui_json_number(j, row, "bti", EU_BTI_SLM - 1, &v) && ui_json_once(j, row, "bti", v, seen))
        surface->bti = (unsigned)v;
    if (ui_json_number(j, row, "fill", 255, &v))
        surface->fill = (int)v;
    surface_shape(j, row, &surface->s);
    uint64_t bytes = eu_surface_bytes(&surface->s);
    if (surface->s.address + bytes > UINT64_C(1) << 32)
        ui_json_error(j, row, "width", "the surface has %llu bytes and ends past 4 GiB",
                      (unsigned long long)bytes);
    if (bytes > SURFACE_MAX && has_content(row))
        ui_json_error(j, row, "width", "the surface has %llu bytes; with contents it can have %u",
                      (unsigned long long)bytes, (unsigned)SURFACE_MAX);
    if (j->diags->errors != before)
        return false;
    if (files)
        read_content(j, row, surface);
    if (j->diags->errors == before)
        return true;
    ui_surface_fini(surface);
    return false;
}

bool ui_json_image(struct ui_json *j, const json_t *row, struct ui_surface *surface)
{
    static const char *const keys[] = {"format", "width", "height", "pitch", "tiling",
                                       "depth",  "fill",  "in",     NULL};
    struct eu_surface *s = &surface->s;
    size_t before = j->diags->errors;
    uint64_t v = 0;
    *surface = (struct ui_surface){.s.present = true, .fill = -1, .row = row};
    ui_json_keys(j, row, keys);
    if (!json_object_get(row, "width") || !json_object_get(row, "format")) {
        ui_json_error(j, row, "image", "an image needs \"format\" and \"width\"");
        return false;
    }
    if (ui_json_number(j, row, "fill", 255, &v))
        surface->fill = (int)v;
    surface_shape(j, row, s);
    if (!s->width || !s->height || s->width > IMAGE_MAX || s->height > IMAGE_MAX)
        ui_json_error(j, row, "width", "an image has 1 to %d columns and rows", IMAGE_MAX);
    if (ui_json_range(j, row, "depth", 1, 2048, &v)) {
        uint32_t rows = s->tiling ? eu_tile_height(s->tiling) : 4;
        s->depth = (uint32_t)v;
        s->qpitch = (s->height + rows - 1) / rows * rows;
    }
    s->is_2d = true;
    if (eu_surface_bytes(s) > SURFACE_MAX)
        ui_json_error(j, row, "width", "the image has more than %u bytes", (unsigned)SURFACE_MAX);
    if (j->diags->errors != before)
        return false;
    surface->in = ui_json_copy(j, row, "in");
    return true;
}

const struct eu_code_range *ui_surface_over(const struct eu *eu, const struct eu_surface *surface)
{
    uint64_t from = surface->address, end = from + eu_surface_bytes(surface);
    for (unsigned i = 0; i < eu->ncode; i++) {
        const struct eu_code_range *code = &eu->code[i];
        if (from < (uint64_t)code->addr + code->size && code->addr < end)
            return code;
    }
    return NULL;
}

/* --- files --- */
/* Copies the first @n bytes of @raw to the surface's memory, or the reverse; @to: to memory. */
static void move_raw(const struct eu_surface *s, uint8_t *memory, uint8_t *raw, size_t n, bool to)
{
    for (size_t at = 0; at < n;) {
        bool tiled = s->is_2d && s->tiling;
        uint32_t x = tiled ? (uint32_t)(at % s->pitch) : 0;
        size_t run = tiled ? eu_surface_run(s, x) : n;
        size_t piece = n - at < run ? n - at : run;
        size_t place =
            tiled ? eu_surface_address(s, x, (uint32_t)(at / s->pitch)) - s->address : at;
        memcpy(to ? memory + place : raw + at, to ? raw + at : memory + place, piece);
        at += piece;
    }
}

static uint8_t *surface_bytes(const struct eu *eu, const struct eu_surface *s, char *why, size_t n)
{
    size_t size = (size_t)eu_surface_bytes(s);
    uint8_t *bytes = size <= SURFACE_MAX ? malloc(size + 1) : NULL;
    if (bytes)
        eu_memory_read(eu->mem, s->address, bytes, size);
    else
        snprintf(why, n, "a surface of %zu bytes: there is no memory for it", size);
    return bytes;
}

static int place_numbers(struct eu *eu, const struct ui_surface *surface)
{
    char why[80];
    uint8_t *bytes = surface_bytes(eu, &surface->s, why, sizeof why);
    if (!bytes)
        return -EU_ERR_NOMEM;
    move_raw(&surface->s, bytes, surface->data.bytes, surface->data.size, true);
    eu_memory_write(eu->mem, surface->s.address, bytes, (size_t)eu_surface_bytes(&surface->s));
    free(bytes);
    return 0;
}

int ui_surface_place(struct eu *eu, const struct ui_surface *surface)
{
    uint8_t page[EU_PAGE_BYTES];
    uint64_t bytes = eu_surface_bytes(&surface->s);
    int rc = eu_memory_map(eu->mem, surface->s.address, bytes);
    if (rc)
        return rc;
    eu->surfaces[surface->bti] = surface->s;
    memset(page, surface->fill < 0 ? 0 : surface->fill, sizeof page);
    for (uint64_t at = 0; surface->fill >= 0 && at < bytes; at += sizeof page) {
        uint64_t left = bytes - at;
        eu_memory_write(eu->mem, surface->s.address + (uint32_t)at, page,
                        left < sizeof page ? (size_t)left : sizeof page);
    }
    return surface->data.bytes ? place_numbers(eu, surface) : 0;
}

uint8_t *ui_surface_read(const struct eu *eu, const struct eu_surface *s,
                         const struct ui_files *files, const char *path, char *why, size_t n)
{
    bool picture = ui_is_picture(path), ok;
    size_t size = 0, most = picture ? (size_t)PICTURE_FILE_MAX : raw_bytes(s);
    uint8_t *file = ui_read_file(files, path, most, &size, why, n);
    uint8_t *bytes = file ? surface_bytes(eu, s, why, n) : NULL;
    if (bytes && picture) {
        ok = ui_picture_load(s, path, file, size, bytes, why, n);
        if (!ok) {
            free(bytes);
            bytes = NULL;
        }
    } else if (bytes) {
        move_raw(s, bytes, file, size, true);
    }
    free(file);
    return bytes;
}

bool ui_surface_write(const struct eu *eu, const struct eu_surface *s, const struct ui_files *files,
                      const char *path, char *why, size_t n)
{
    uint8_t *bytes = surface_bytes(eu, s, why, n), *raw;
    bool ok = bytes != NULL;
    if (ok && ui_is_picture(path)) {
        ok = ui_picture_save(s, files, path, bytes, why, n);
    } else if (ok && s->is_2d && s->tiling) {
        ok = (raw = malloc(raw_bytes(s) + 1)) != NULL;
        if (ok) {
            move_raw(s, bytes, raw, raw_bytes(s), false);
            ok = ui_write_file(files, path, raw, raw_bytes(s), why, n);
        } else {
            snprintf(why, n, "%s: out of memory", path);
        }
        free(raw);
    } else if (ok) {
        ok = ui_write_file(files, path, bytes, raw_bytes(s), why, n);
    }
    free(bytes);
    return ok;
}

/* --- contents expected after a run --- */
static bool same_file(const struct eu *eu, const struct ui_surface *surface, const uint8_t *have,
                      char *why, size_t n)
{
    size_t size = (size_t)eu_surface_bytes(&surface->s), at = 0;
    uint8_t *want = ui_surface_read(eu, &surface->s, NULL, surface->expect, why, n);
    while (want && at < size && have[at] == want[at])
        at++;
    if (want && at < size)
        snprintf(why, n, "surface %u is not as expected: byte %zu is 0x%02x, and 0x%02x in %s",
                 surface->bti, at, have[at], want[at], surface->expect);
    free(want);
    return want && at == size;
}

/* Names the first element that differs, and counts them. */
static bool same_numbers(const struct ui_surface *surface, const uint8_t *have, char *why, size_t n)
{
    const struct ui_numbers *want = &surface->want;
    size_t size = eu_types[want->type].bytes, all = want->size / size, first = all, differ = 0;
    for (size_t i = 0; i < all; i++) {
        if (memcmp(have + i * size, want->bytes + i * size, size) != 0) {
            first = first < i ? first : i;
            differ++;
        }
    }
    if (!differ)
        return true;
    char is[48], not [48];
    ui_number_text(want->type, have, first, is, sizeof is);
    ui_number_text(want->type, want->bytes, first, not, sizeof not );
    snprintf(why, n, "surface %u is not as expected: element %zu is %s, not %s; %zu of %zu differ",
             surface->bti, first, is, not, differ, all);
    return false;
}

bool ui_surface_expected(const struct eu *eu, const struct ui_surface *surface, char *why, size_t n)
{
    if (!surface->expect && !surface->want.bytes)
        return true;
    uint8_t *bytes = surface_bytes(eu, &surface->s, why, n), *raw = NULL;
    bool same = false;
    if (bytes && surface->expect) {
        same = same_file(eu, surface, bytes, why, n);
    } else if (bytes && (raw = malloc(raw_bytes(&surface->s) + 1))) {
        move_raw(&surface->s, bytes, raw, raw_bytes(&surface->s), false);
        same = same_numbers(surface, raw, why, n);
    }
    free(raw);
    free(bytes);
    return same;
}

/* --- samplers --- */
static void sampler_word(struct ui_json *j, const json_t *row, const char *key,
                         const char *(*name)(unsigned), uint8_t *out)
{
    const json_t *value = json_object_get(row, key);
    int word = value ? ui_json_word(j, row, key, value, name) : -1;
    if (word >= 0)
        *out = (uint8_t)word;
}

/* Reads one word for all directions, or an array of two or three; of two, the last is also r's. */
static void sampler_wrap(struct ui_json *j, const json_t *row, struct eu_sampler *s)
{
    const json_t *value = json_object_get(row, "wrap");
    size_t words = json_array_size(value);
    if (json_is_array(value) && words != 2 && words != 3)
        ui_json_error(j, row, "wrap", "one word, or two or three in an array");
    else if (value)
        for (unsigned i = 0; i < 3; i++) {
            const json_t *one = words ? json_array_get(value, i < words ? i : words - 1) : value;
            int wrap = ui_json_word(j, row, "wrap", one, eu_wrap_name);
            if (wrap < 0)
                return;
            s->wrap[i] = (uint8_t)wrap;
        }
}

static void sampler_border(struct ui_json *j, const json_t *row, struct eu_sampler *s)
{
    const json_t *list = ui_json_array(j, row, "border"), *item;
    size_t i;
    if (list && json_array_size(list) != 4)
        ui_json_error(j, row, "border", "four numbers: red, green, blue, alpha");
    else
        json_array_foreach(list, i, item)
        {
            if (!json_is_number(item))
                ui_json_error(j, row, "border", "element %zu is no number", i);
            s->border[i] = (float)json_number_value(item);
        }
}

/* Reads a number of levels in fixed point, where @one stands for one level. */
static int sampler_level(struct ui_json *j, const json_t *row, const char *key, double least,
                         double most, int one, int otherwise)
{
    const json_t *item = json_object_get(row, key);
    double v = json_number_value(item);
    if (!item)
        return otherwise;
    if (!json_is_number(item) || v < least || v > most) {
        ui_json_error(j, row, key, "not a number from %g to %g", least, most);
        return otherwise;
    }
    return (int)(v * one + (v < 0 ? -0.5 : 0.5));
}

static void sampler_levels(struct ui_json *j, const json_t *row, struct eu_sampler *s)
{
    s->min_lod = (uint16_t)sampler_level(j, row, "min_lod", 0, 14, 256, 0);
    s->max_lod = (uint16_t)sampler_level(j, row, "max_lod", 0, 14, 256, EU_LOD_MAX);
    s->bias = (int16_t)sampler_level(j, row, "bias", -16, 15.99, 256, 0);
    s->base = (uint8_t)sampler_level(j, row, "base", 0, 14, 2, 0);
    s->preclamp = !json_object_get(row, "preclamp") || ui_json_bool(j, row, "preclamp");
}

static const char *coordinate_name(unsigned i)
{
    static const char *const names[] = {"normalized", "texels"};
    return i < 2 ? names[i] : NULL;
}

static void sampler_row(struct ui_json *j, const json_t *row, struct eu_sampler *s)
{
    uint8_t texels = 0;
    *s = (struct eu_sampler){.present = true};
    sampler_word(j, row, "filter", eu_filter_name, &s->mag);
    s->min = s->mag;
    sampler_word(j, row, "min", eu_filter_name, &s->min);
    sampler_word(j, row, "mip", eu_mip_name, &s->mip);
    sampler_levels(j, row, s);
    sampler_word(j, row, "compare", eu_compare_name, &s->compare);
    sampler_word(j, row, "coordinates", coordinate_name, &texels);
    s->texels = texels;
    sampler_wrap(j, row, s);
    sampler_border(j, row, s);
    if (s->texels && s->mip)
        ui_json_error(j, row, "coordinates", "coordinates in texels are for mip none");
    if (s->texels)
        for (unsigned i = 0; i < 3; i++)
            if (s->wrap[i] != EU_WRAP_CLAMP && s->wrap[i] != EU_WRAP_BORDER)
                ui_json_error(j, row, "coordinates",
                              "coordinates in texels are for wrap clamp and border");
}

static const char *const sampler_keys[] = {
    "index", "filter",  "wrap",    "border", "coordinates", "compare",  "min",
    "mip",   "min_lod", "max_lod", "bias",   "base",        "preclamp", NULL};

void ui_json_sampler(struct ui_json *j, const json_t *row, struct eu_sampler *s)
{
    ui_json_keys(j, row, sampler_keys + 1);
    sampler_row(j, row, s);
}

void ui_json_samplers(struct ui_json *j, struct eu_sampler samplers[EU_SAMPLER_COUNT])
{
    const json_t *list = ui_json_array(j, j->root, "samplers"), *row;
    const json_t *seen[EU_SAMPLER_COUNT] = {NULL};
    size_t i;
    json_array_foreach(list, i, row)
    {
        uint64_t index = 0;
        if (!json_is_object(row)) {
            ui_json_error(j, j->root, "samplers", "not an array of objects");
            continue;
        }
        ui_json_keys(j, row, sampler_keys);
        if (!json_object_get(row, "index"))
            ui_json_error(j, j->root, "samplers", "a sampler needs \"index\"");
        else if (ui_json_number(j, row, "index", EU_SAMPLER_COUNT - 1, &index) &&
                 ui_json_once(j, row, "index", index, seen))
            sampler_row(j, row, &samplers[index]);
    }
}
