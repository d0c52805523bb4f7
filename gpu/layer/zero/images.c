/* Images: how many bytes of memory a copy to one reads. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#include "gpu/layer/zero/driver.h"

enum { CREATE = 1, DESTROY = 2 };                            /* places in its table */
enum { ARRAY_1D = 1, IMAGE_2D, ARRAY_2D, IMAGE_3D, BUFFER }; /* ZE_IMAGE_TYPE_... */

struct image_desc {
    uint32_t stype;
    const void *next;
    uint32_t flags, type, layout, format_type, swizzle[4];
    uint64_t width;
    uint32_t height, depth, levels;
};
typedef uint32_t create_function(void *context, void *device, const struct image_desc *desc,
                                 void **image);
typedef uint32_t destroy_function(void *image);
static create_function *creates;
static destroy_function *destroys;

uint32_t zeGetImageProcAddrTable(uint32_t version, any_function **table);

static struct image {
    struct image *next;
    void *image;
    struct image_desc desc;
} * images;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct image **place_of(const void *image)
{
    struct image **p = &images;
    while (*p && (*p)->image != image)
        p = &(*p)->next;
    return p;
}

/* Of a pixel, by its layout, ZE_IMAGE_FORMAT_LAYOUT_...; 0: of a media format. */
static size_t pixel_bytes(uint32_t layout)
{
    static const uint8_t bytes[] = {1, 2, 4, 2, 4, 4, 8, 8, 16, 4, 4, 2, 2, 2};
    return layout < sizeof bytes ? bytes[layout] : 0;
}

static size_t pixels_of(const struct image_desc *d)
{
    const size_t rows = d->type < IMAGE_2D || d->type == BUFFER ? 1 : d->height;
    const bool array = d->type == ARRAY_1D || d->type == ARRAY_2D;
    return d->width * rows * (d->type == IMAGE_3D ? d->depth : array ? d->levels : 1);
}

size_t zero_image_bytes(const void *image, const struct zero_region *region)
{
    size_t n = 0;
    pthread_mutex_lock(&lock);
    const struct image *i = *place_of(image);
    if (i)
        n = pixel_bytes(i->desc.layout) *
            (region ? (size_t)region->width * region->height * region->depth : pixels_of(&i->desc));
    pthread_mutex_unlock(&lock);
    return n;
}

static uint32_t create(void *context, void *device, const struct image_desc *desc, void **image)
{
    uint32_t result = creates(context, device, desc, image);
    struct image *i = result ? NULL : malloc(sizeof *i);
    if (i) {
        pthread_mutex_lock(&lock);
        *i = (struct image){images, *image, *desc};
        images = i;
        pthread_mutex_unlock(&lock);
    }
    return result;
}

static uint32_t destroy(void *image)
{
    pthread_mutex_lock(&lock);
    struct image **place = place_of(image), *i = *place;
    if (i) {
        *place = i->next;
        free(i);
    }
    pthread_mutex_unlock(&lock);
    return destroys(image);
}

uint32_t zeGetImageProcAddrTable(uint32_t version, any_function **table)
{
    uint32_t result = zero_fill_table("zeGetImageProcAddrTable", version, table);
    if (result)
        return result;
    WRAP(table, CREATE, create, creates);
    WRAP(table, DESTROY, destroy, destroys);
    return 0;
}
