/* What the layers beside a program share: they leave its programs in a folder, for eulab to read.
 */
#ifndef EULAB_GPU_LAYER_LEAVE_H
#define EULAB_GPU_LAYER_LEAVE_H

#include <stddef.h>
#include <stdint.h>

uint64_t leave_name(const uint8_t *bytes, size_t n);
/* leave_file - @bytes to NAME.SUFFIX in the folder of EULAB_CL_FOLDER, unless it is there already;
 * whole, or not at all. */
void leave_file(uint64_t name, const char *suffix, const void *bytes, size_t n);
/* leave_mark, leave_no_mark - whether the program of that name is gone: NAME.gone is there. */
void leave_mark(uint64_t name);
void leave_no_mark(uint64_t name);

#endif
