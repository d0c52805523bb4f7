/* Pictures: any bytes are read into a surface or refused with one line. What was read is written,
 * read and written again: both files are the same. The first four bytes pick format, tiling, size
 * and kind of file; the rest is the file. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "eu/cli/picture.h"

enum { PICKS = 4, SIDE = 9, FILE_MOST = 1 << 16 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static char folder[] = "/tmp/eulab-fuzz-XXXXXX";

static void remove_folder(void)
{
    (void)rmdir(folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    if (!mkdtemp(folder) || atexit(remove_folder))
        abort();
    return 0;
}

static struct eu_surface surface(const uint8_t *pick)
{
    struct eu_surface s = {.present = true,
                           .is_2d = pick[1] < 0xf0,
                           .format = pick[0] % EU_FORMAT_COUNT,
                           .tiling = pick[1] % EU_TILING_COUNT,
                           .width = pick[2] % SIDE,
                           .height = pick[2] / SIDE % SIDE};
    uint32_t tile = eu_tile_width(s.tiling), row = s.width * eu_format_bytes(s.format);
    s.pitch = (row + tile - 1) / tile * tile;
    return s;
}

static uint8_t *saved(const struct eu_surface *s, const char *path, const uint8_t *bytes,
                      size_t *size)
{
    char why[512];
    if (!ui_picture_save(s, NULL, path, bytes, why, sizeof why))
        abort();
    uint8_t *file = ui_read_file(NULL, path, FILE_MOST, size, why, sizeof why);
    if (!file || unlink(path))
        abort();
    return file;
}

/* @bytes hold what was read. */
static void write_twice(const struct eu_surface *s, const char *path, uint8_t *bytes)
{
    char why[512];
    size_t size, again;
    uint8_t *first = saved(s, path, bytes, &size), *second;
    if (!ui_picture_load(s, path, first, size, bytes, why, sizeof why))
        abort();
    second = saved(s, path, bytes, &again);
    if (size != again || memcmp(first, second, size) != 0)
        abort();
    free(first);
    free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const char *const suffixes[] = {"png", "pgm", "ppm"};
    char path[64], why[512] = "";
    if (n < PICKS)
        return 0;
    struct eu_surface s = surface(data);
    snprintf(path, sizeof path, "%s/x.%s", folder, suffixes[data[3] % 3]);
    uint8_t *bytes = calloc(1, (size_t)eu_surface_bytes(&s) + 1);
    uint8_t *file = malloc(n - PICKS + 1); /* as long as it is: a look behind it is seen */
    if (!bytes || !file)
        abort();
    memcpy(file, data + PICKS, n - PICKS);
    if (ui_picture_load(&s, path, file, n - PICKS, bytes, why, sizeof why))
        write_twice(&s, path, bytes);
    else if (strncmp(why, path, strlen(path)) != 0 || strchr(why, '\n'))
        abort();
    free(file);
    free(bytes);
    return 0;
}
