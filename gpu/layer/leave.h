/* What the layers inside an OpenCL or Level Zero program share: they leave its programs in a
 * folder, for eulab to read. */
#ifndef EULAB_GPU_LAYER_LEAVE_H
#define EULAB_GPU_LAYER_LEAVE_H

#include <stddef.h>
#include <stdint.h>

uint64_t leave_name(const uint8_t *bytes, size_t n);
/* leave_file - writes @bytes to NAME.SUFFIX in the folder of EULAB_CL_FOLDER, unless the file
 * exists. The file appears whole, or not at all. */
void leave_file(uint64_t name, const char *suffix, const void *bytes, size_t n);
/* leave_mark, leave_no_mark - the file NAME.gone says that the program of that name was released.
 */
void leave_mark(uint64_t name);
void leave_no_mark(uint64_t name);

#endif
