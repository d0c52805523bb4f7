/* Tells the library of the wire (gpu/layer/wire/shared.h) which memory the program shares with the
 * GPU. Without that library, as with --tcp, this does nothing. */
#ifndef EULAB_GPU_LAYER_SHARE_H
#define EULAB_GPU_LAYER_SHARE_H

#include <stddef.h>

void share_memory(const void *at, size_t n); /* NULL: not allocated */
void unshare_memory(const void *at);
void renew_memory(const void *at, size_t n);

#endif
