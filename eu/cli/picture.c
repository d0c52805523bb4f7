/* Reads and writes PNG, PGM and PPM files of surfaces. */
#include "eu/cli/picture.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { ALPHA = 3, ONLY_ALPHA = 8, COLOURS = 7 };

static const char *suffix(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && !strchr(dot, '/') ? dot : "";
}

bool ui_is_picture(const char *path)
{
    const char *s = suffix(path);
    return strcasecmp(s, ".png") == 0 || strcasecmp(s, ".pgm") == 0 || strcasecmp(s, ".ppm") == 0;
}

/* --- pixels --- */

/* The format without the sRGB curve: the numbers in a picture are those in memory. */
static unsigned stored_format(unsigned format)
{
    char name[40];
    const char *curve = strstr(eu_format_name(format), "_SRGB");
    if (!curve)
        return format;
    snprintf(name, sizeof name, "%.*s", (int)(curve - eu_format_name(format)),
             eu_format_name(format));
    int linear = eu_format_by_name(name);
    return linear < 0 ? format : (unsigned)linear;
}

/* Writes the colours of a pixel, which are numbers from 0 to @max. */
static void put_pixel(const struct eu_surface *s, uint8_t *bytes, uint32_t x, uint32_t y,
                      const unsigned rgba[4], unsigned max)
{
    unsigned format = stored_format(s->format), size = eu_format_bytes(format);
    uint32_t element[4];
    for (unsigned k = 0; k < 4; k++) {
        unsigned from = eu_format_channels(format) == ONLY_ALPHA ? 0 : k;
        float share = (float)rgba[from] / (float)max;
        element[k] = rgba[from];
        if (!eu_format_is_integer(format))
            memcpy(&element[k], &share, sizeof share);
    }
    eu_element_store(format, element, bytes + (eu_surface_address(s, x * size, y) - s->address));
}

static unsigned clamped(uint32_t v, unsigned format, unsigned max)
{
    float share;
    memcpy(&share, &v, sizeof share);
    if (eu_format_is_integer(format))
        return strstr(eu_format_name(format), "SINT") && v >> 31 ? 0 : v < max ? v : max;
    return !(share > 0) ? 0 : share >= 1 ? max : (unsigned)floor((double)share * max + 0.5);
}

static void get_pixel(const struct eu_surface *s, const uint8_t *bytes, uint32_t x, uint32_t y,
                      unsigned rgba[4], unsigned max)
{
    unsigned format = stored_format(s->format), size = eu_format_bytes(format);
    uint32_t element[4];
    eu_element_load(format, bytes + (eu_surface_address(s, x * size, y) - s->address), element);
    for (unsigned k = 0; k < 4; k++)
        rgba[k] = clamped(element[k], format, max);
    if (!(eu_format_channels(format) >> ALPHA & 1))
        rgba[ALPHA] = max;
    if (eu_format_channels(format) == ONLY_ALPHA)
        rgba[0] = rgba[ALPHA]; /* such a picture is grey */
}

/* True when the surface has red alone, or one value for all colours. */
static bool is_gray(const struct eu_surface *s)
{
    static const float probe[4] = {0.25f, 0.5f, 0.75f, 1};
    unsigned colours = eu_format_channels(s->format) & COLOURS;
    uint8_t bytes[EU_ELEMENT_MAX] = {0};
    uint32_t rgba[4];
    memcpy(rgba, probe, sizeof rgba);
    eu_element_store(s->format, rgba, bytes);
    eu_element_load(s->format, bytes, rgba);
    return colours <= 1 ||
           (rgba[0] == rgba[1] && rgba[1] == rgba[2] && !eu_format_is_integer(s->format));
}

static bool has_size(const struct eu_surface *s, const char *path, uint32_t width, uint32_t height,
                     char *why, size_t n)
{
    if (!s->is_2d)
        snprintf(why, n, "%s: a picture is for a surface of two dimensions, this is a buffer",
                 path);
    else if ((uint64_t)s->width * s->height > PICTURE_PIXELS_MAX)
        snprintf(why, n, "%s: %u x %u pixels are too many for a picture", path, s->width,
                 s->height);
    else if (width != s->width || height != s->height)
        snprintf(why, n, "%s: the picture has %u x %u pixels, the surface %u x %u", path, width,
                 height, s->width, s->height);
    else if (!width || !height)
        snprintf(why, n, "%s: a surface without pixels is no picture", path);
    else
        return true;
    return false;
}

/* --- PGM and PPM --- */

struct pnm {
    const uint8_t *at, *end;
    bool text, bad;
    unsigned max;
};

/* Reads the next number in the text; a comment ends with its line. */
static unsigned next_number(struct pnm *p)
{
    unsigned v = 0;
    while (p->at < p->end && memchr("# \t\r\n\v\f", *p->at, 7))
        if (*p->at++ == '#')
            while (p->at < p->end && *p->at != '\n')
                p->at++;
    const uint8_t *first = p->at;
    while (p->at < p->end && *p->at >= '0' && *p->at <= '9' && v <= UINT32_MAX / 16)
        v = v * 10 + *p->at++ - '0';
    p->bad |= p->at == first;
    return v;
}

static unsigned next_sample(struct pnm *p)
{
    unsigned v;
    if (p->text) {
        v = next_number(p);
    } else if (p->end - p->at < (p->max > 255 ? 2 : 1)) {
        p->bad = true;
        return 0;
    } else {
        v = *p->at++;
        if (p->max > 255)
            v = v << 8 | *p->at++;
    }
    p->bad |= v > p->max;
    return v;
}

static bool load_pnm(const struct eu_surface *s, const char *path, const uint8_t *file, size_t size,
                     uint8_t *bytes, char *why, size_t n)
{
    struct pnm p = {.at = file + 2, .end = file + size};
    if (size < 3 || file[0] != 'P' || !memchr("2356", file[1], 4)) {
        snprintf(why, n, "%s: no PGM or PPM file: it begins with none of P2, P3, P5, P6", path);
        return false;
    }
    bool gray = file[1] == '2' || file[1] == '5';
    p.text = file[1] < '4';
    uint32_t width = next_number(&p), height = next_number(&p);
    p.max = next_number(&p);
    p.at += !p.text; /* skips the one blank after the header */
    if (p.bad || !p.max || p.max > UINT16_MAX || p.at > p.end) {
        snprintf(why, n, "%s: no width, height and largest number up to 65535 at its beginning",
                 path);
        return false;
    }
    if (!has_size(s, path, width, height, why, n))
        return false;
    for (uint32_t i = 0; i < width * height && !p.bad; i++) {
        unsigned rgba[4] = {0, 0, 0, p.max};
        rgba[0] = next_sample(&p);
        rgba[1] = gray ? rgba[0] : next_sample(&p);
        rgba[2] = gray ? rgba[0] : next_sample(&p);
        put_pixel(s, bytes, i % width, i / width, rgba, p.max);
        if (p.bad)
            snprintf(why, n, "%s: pixel %u,%u is not there or no number up to %u", path, i % width,
                     i / width, p.max);
    }
    return !p.bad;
}

static bool save_pnm(const struct eu_surface *s, const struct ui_files *files, const char *path,
                     const uint8_t *bytes, char *why, size_t n)
{
    enum { HEAD_MAX = 64 };
    bool gray = strcasecmp(suffix(path), ".pgm") == 0, equal = is_gray(s);
    unsigned max = eu_format_bits(s->format) > 8 ? UINT16_MAX : 255, wide = max > 255;
    unsigned components = gray ? 1 : 3;
    size_t room = (size_t)s->width * s->height * components * (1 + wide) + HEAD_MAX, at;
    uint8_t *out = malloc(room);
    if (!out) {
        snprintf(why, n, "%s: out of memory", path);
        return false;
    }
    at = (size_t)snprintf((char *)out, room, "P%c\n%u %u\n%u\n", gray ? '5' : '6', s->width,
                          s->height, max);
    for (uint32_t i = 0; i < s->width * s->height; i++) {
        unsigned rgba[4];
        get_pixel(s, bytes, i % s->width, i / s->width, rgba, max);
        if (equal)
            rgba[1] = rgba[2] = rgba[0];
        for (unsigned k = 0; k < components; k++) {
            if (wide)
                out[at++] = (uint8_t)(rgba[k] >> 8);
            out[at++] = (uint8_t)rgba[k];
        }
    }
    bool ok = ui_write_file(files, path, out, at, why, n);
    free(out);
    return ok;
}

/* --- PNG --- */

static bool load_png(const struct eu_surface *s, const char *path, const uint8_t *file, size_t size,
                     uint8_t *bytes, char *why, size_t n)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    uint8_t *pixels = NULL;
    bool ok = false;
    if (!png_image_begin_read_from_memory(&image, file, size)) {
        snprintf(why, n, "%s: no PNG file: %s", path, image.message);
    } else if (image.format & PNG_FORMAT_FLAG_LINEAR) {
        snprintf(why, n, "%s: 16 bits a component; a PNG with 8 is read, or a PGM or PPM", path);
    } else if (has_size(s, path, image.width, image.height, why, n)) {
        image.format = PNG_FORMAT_RGBA;
        pixels = malloc(PNG_IMAGE_SIZE(image));
        ok = pixels && png_image_finish_read(&image, NULL, pixels, 0, NULL);
        if (!ok)
            snprintf(why, n, "%s: %s", path, pixels ? image.message : "out of memory");
    }
    for (uint32_t i = 0; ok && i < s->width * s->height; i++) {
        const uint8_t *p = pixels + (size_t)i * 4;
        put_pixel(s, bytes, i % s->width, i / s->width, (unsigned[]){p[0], p[1], p[2], p[3]}, 255);
    }
    png_image_free(&image);
    free(pixels);
    return ok;
}

static bool save_png(const struct eu_surface *s, const struct ui_files *files, const char *path,
                     const uint8_t *bytes, char *why, size_t n)
{
    bool alpha =
        eu_format_channels(s->format) >> ALPHA & 1 && eu_format_channels(s->format) != ONLY_ALPHA;
    unsigned parts = (is_gray(s) ? 1 : 3) + alpha;
    png_image image = {.version = PNG_IMAGE_VERSION, .width = s->width, .height = s->height};
    image.format = (is_gray(s) ? 0 : PNG_FORMAT_FLAG_COLOR) | (alpha ? PNG_FORMAT_FLAG_ALPHA : 0);
    uint8_t *pixels = malloc((size_t)s->width * s->height * parts);
    if (!pixels) {
        snprintf(why, n, "%s: out of memory", path);
        return false;
    }
    for (uint32_t i = 0; i < s->width * s->height; i++) {
        unsigned rgba[4];
        get_pixel(s, bytes, i % s->width, i / s->width, rgba, 255);
        for (unsigned k = 0; k < parts; k++)
            pixels[(size_t)i * parts + k] =
                (uint8_t)(alpha && k == parts - 1 ? rgba[ALPHA] : rgba[k]);
    }
    char *file = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&file, &size);
    bool ok = f && png_image_write_to_stdio(&image, f, 0, pixels, 0, NULL);
    if (f)
        ok = fclose(f) == 0 && ok;
    if (!ok)
        snprintf(why, n, "%s: %s", path, image.message[0] ? image.message : "out of memory");
    png_image_free(&image);
    free(pixels);
    ok = ok && ui_write_file(files, path, file, size, why, n);
    free(file);
    return ok;
}

/* --- */

bool ui_picture_load(const struct eu_surface *s, const char *path, const uint8_t *file, size_t size,
                     uint8_t *bytes, char *why, size_t n)
{
    bool png = strcasecmp(suffix(path), ".png") == 0;
    return (png ? load_png : load_pnm)(s, path, file, size, bytes, why, n);
}

bool ui_picture_save(const struct eu_surface *s, const struct ui_files *files, const char *path,
                     const uint8_t *bytes, char *why, size_t n)
{
    bool png = strcasecmp(suffix(path), ".png") == 0;
    return has_size(s, path, s->width, s->height, why, n) &&
           (png ? save_png : save_pnm)(s, files, path, bytes, why, n);
}
