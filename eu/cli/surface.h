/* Surfaces and samplers as keys of launch files and requests, and their files. */
#ifndef EULAB_EU_CLI_SURFACE_H
#define EULAB_EU_CLI_SURFACE_H

#include "sim/sim.h"
#include "ui/files.h"
#include "ui/json.h"

/* One row of "surfaces". */
struct ui_surface {
    struct eu_surface s;
    unsigned bti;
    int fill;          /* byte, -1: none */
    char *in, *out;    /* owned; NULL: none */
    const json_t *row; /* that said so */
};
/* @files: "in" and "out" are keys. @seen: those before, EU_BTI_SLM of them, for ui_json_once().
 * False with a complaint. */
bool ui_json_surface(struct ui_json *j, const json_t *row, bool files, const json_t **seen,
                     struct ui_surface *surface);
/* ui_json_image - the same of an image: neither "bti" nor "address", but "depth", images of an
 * array or slices. */
bool ui_json_image(struct ui_json *j, const json_t *row, struct ui_surface *surface);
/* The code in @eu that @surface lies over; NULL: none. */
const struct eu_code_range *ui_surface_over(const struct eu *eu, const struct eu_surface *surface);
/* ui_surface_place - map and fill it in @eu. 0 or a negative enum eu_err. */
int ui_surface_place(struct eu *eu, const struct ui_surface *surface);
/* ui_json_samplers - the key "samplers"; what is not named there stays. */
void ui_json_samplers(struct ui_json *j, struct eu_sampler samplers[EU_SAMPLER_COUNT]);

/* ui_json_sampler - the same of one, without "index". */
void ui_json_sampler(struct ui_json *j, const json_t *row, struct eu_sampler *s);

/* ui_surface_read - the file @path, one of @files, as the surface's bytes in memory,
 * eu_surface_bytes() of them, to be freed: those of @eu where the file has none. A picture
 * (eu/cli/picture.h) by its suffix, else raw: rows of pitch bytes, not tiled. NULL: @why begins
 * with the path. ui_surface_write - the reverse; false: @why. */
uint8_t *ui_surface_read(const struct eu *eu, const struct eu_surface *s,
                         const struct ui_files *files, const char *path, char *why, size_t n);
bool ui_surface_write(const struct eu *eu, const struct eu_surface *s, const struct ui_files *files,
                      const char *path, char *why, size_t n);

#endif
