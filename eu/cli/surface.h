/* Surfaces and samplers: their keys in launch files and requests, and their files. */
#ifndef EULAB_EU_CLI_SURFACE_H
#define EULAB_EU_CLI_SURFACE_H

#include "sim/sim.h"
#include "eu/cli/numbers.h"
#include "ui/files.h"
#include "ui/json.h"

/* One row of "surfaces" in a launch file. */
struct ui_surface {
    struct eu_surface s;
    unsigned bti;
    int fill;       /* the byte that fills it; -1: none */
    char *in, *out; /* owned; NULL: none */
    /* "data": contents before the run; "expect": contents after it; numbers, or a file's bytes;
     * owned */
    struct ui_numbers data, want;
    char *expect;
    const json_t *row; /* the row that describes it */
};
/* @files: the keys "in" and "out" are allowed. @seen: the rows before, by binding table index
 * (EU_BTI_SLM of them), for ui_json_once(). False: a complaint was made. */
bool ui_json_surface(struct ui_json *j, const json_t *row, bool files, const json_t **seen,
                     struct ui_surface *surface);
/* ui_json_image - does the same for an image, which has neither "bti" nor "address" but "depth":
 * the number of images in an array, or of slices. */
bool ui_json_image(struct ui_json *j, const json_t *row, struct ui_surface *surface);
/* Frees what the surface owns. */
void ui_surface_fini(struct ui_surface *surface);
/* Whether the launch writes something into it before the run: fill, in or data. */
bool ui_surface_has_content(const struct ui_surface *surface);
/* ui_surface_expected - whether the surface contains what "expect" says; true if there is no
 * "expect". False: see @why. */
bool ui_surface_expected(const struct eu *eu, const struct ui_surface *surface, char *why,
                         size_t n);
/* The code in @eu that @surface overlaps; NULL: none. */
const struct eu_code_range *ui_surface_over(const struct eu *eu, const struct eu_surface *surface);
/* ui_surface_place - maps it in @eu and fills it. Returns 0 or a negative enum eu_err. */
int ui_surface_place(struct eu *eu, const struct ui_surface *surface);
/* ui_json_samplers - reads the key "samplers"; samplers that it does not name keep their values. */
void ui_json_samplers(struct ui_json *j, struct eu_sampler samplers[EU_SAMPLER_COUNT]);

/* ui_json_sampler - reads one sampler without "index". */
void ui_json_sampler(struct ui_json *j, const json_t *row, struct eu_sampler *s);

/* ui_surface_read - reads the file @path, one of @files, and returns the surface's bytes as they
 * lie in memory (eu_surface_bytes() of them); the caller frees them. Bytes that the file lacks come
 * from @eu. The suffix tells whether the file is a picture (eu/cli/picture.h); else it is raw: rows
 * of pitch bytes, not tiled. NULL: @why begins with the path. ui_surface_write - the reverse;
 * false: see @why. */
uint8_t *ui_surface_read(const struct eu *eu, const struct eu_surface *s,
                         const struct ui_files *files, const char *path, char *why, size_t n);
bool ui_surface_write(const struct eu *eu, const struct eu_surface *s, const struct ui_files *files,
                      const char *path, char *why, size_t n);

#endif
