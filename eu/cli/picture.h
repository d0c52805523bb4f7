/* Surfaces as picture files: PNG, PGM and PPM, the latter two as text or binary. */
#ifndef EULAB_EU_CLI_PICTURE_H
#define EULAB_EU_CLI_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/surface.h"
#include "ui/files.h"

enum { PICTURE_FILE_MAX = 256 << 20, PICTURE_PIXELS_MAX = 1 << 26 };

/* True when the suffix is .png, .pgm or .ppm. */
bool ui_is_picture(const char *path);
/* ui_picture_load - decodes file @path, whose @size bytes are at @file, into @bytes, the surface's
 * memory. The picture must have the surface's size. An integer format gets the picture's numbers,
 * another format their fraction of the largest number; sRGB values stay as they are. A gray picture
 * fills red, green and blue, or alpha when the format has nothing else. PNG has 8 bits a component.
 * False: @why begins with the path, and @bytes may have changed.
 * ui_picture_save - the reverse; values are clamped. A PGM takes its gray from red, or from alpha
 * when the format has nothing else. PGM and PPM have 16 bits when the format has more than 8; a PNG
 * has as many components as the format. */
bool ui_picture_load(const struct eu_surface *s, const char *path, const uint8_t *file, size_t size,
                     uint8_t *bytes, char *why, size_t n);
bool ui_picture_save(const struct eu_surface *s, const struct ui_files *files, const char *path,
                     const uint8_t *bytes, char *why, size_t n);

#endif
