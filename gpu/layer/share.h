/* Tells the library of the wire (gpu/layer/wire/shared.h) which memory the program shares with the
 * GPU. Without that library, as with --tcp, this does nothing. */
#ifndef EULAB_GPU_LAYER_SHARE_H
#define EULAB_GPU_LAYER_SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void share_memory(const void *at, size_t n); /* NULL: not allocated */
/* share_found - shares memory of the driver's own, the last that it reads back while @ask runs.
 * Returns how many bytes there are, from *@at on; 0: none. */
size_t share_found(void (*ask)(void *what), void *what, const void **at);
void unshare_memory(const void *at);
void renew_memory(const void *at, size_t n);
/* meet_gpu - whether a GPU waits for the program (eulab_meet()). */
bool meet_gpu(void);
/* read_clock - the time of the GPU (eulab_clock()). False: without the library nobody knows. */
bool read_clock(uint64_t *ticks);

#endif
