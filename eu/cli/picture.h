/* Surfaces as picture files: PNG, and PGM and PPM, text or binary. */
#ifndef EULAB_EU_CLI_PICTURE_H
#define EULAB_EU_CLI_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/surface.h"
#include "ui/files.h"

enum { PICTURE_FILE_MAX = 256 << 20, PICTURE_PIXELS_MAX = 1 << 26 };

/* By its suffix: .png, .pgm, .ppm. */
bool ui_is_picture(const char *path);
/* ui_picture_load - the @size bytes of file @path into @bytes, the surface's memory. The picture
 * has the surface's size; an integer format gets its numbers, another their share of the largest,
 * SRGB formats as they are; a gray picture is red, green and blue, or alpha where that is all.
 * PNG: 8 bits a component. False: @why begins with the path, and @bytes may have changed.
 * ui_picture_save - the reverse, clamped: a PGM is gray from red, or from alpha where that is all;
 * PGM and PPM have 16 bits where the format has more than 8; a PNG has as many components as it. */
bool ui_picture_load(const struct eu_surface *s, const char *path, const uint8_t *file, size_t size,
                     uint8_t *bytes, char *why, size_t n);
bool ui_picture_save(const struct eu_surface *s, const struct ui_files *files, const char *path,
                     const uint8_t *bytes, char *why, size_t n);

#endif
