/* Frames on the private stack, from the code that makes and leaves them. Between a function's first
 * instruction and the end of its prologue, and again from where its epilogue restores the frame
 * pointer on, that pointer is the caller's. Source: code of ocloc 22.43 at -cl-opt-disable. Status:
 * inferred. */
#ifndef EULAB_OPENCL_FRAMES_H
#define EULAB_OPENCL_FRAMES_H

#include "opencl/kernels.h"

/* The pointer is the function's own, and the frame's first word is the caller's. */
#define CL_FRAME_OWN UINT32_MAX
/* From an instruction on, up to that of the next row. */
struct cl_frame_row {
    uint32_t from; /* bytes behind the kernel's first instruction */
    uint32_t link; /* bytes from r0 to the caller's frame pointer, or CL_FRAME_OWN */
};
struct cl_frames {
    unsigned pointer;          /* bytes from r0 to the frame pointer; 0: there is no stack */
    struct cl_frame_row *rows; /* by address; owned */
    size_t n;
};
/* cl_frames_read - of @k, whose functions lie behind it. 0 or -EU_ERR_NOMEM; @f is to be given to
 * cl_frames_fini() in any case. */
int cl_frames_read(const struct cl_kernel *k, enum eu_gen gen, unsigned pointer,
                   struct cl_frames *f);
void cl_frames_fini(struct cl_frames *f);
/* cl_frames_link - link of the row that @at is in. */
uint32_t cl_frames_link(const struct cl_frames *f, uint32_t at);
/* cl_functions_label - functions that are called and have no name get one, such as function_11c0:
 * a debugger that finds none takes them for the one before. 0 or -EU_ERR_NOMEM. */
int cl_functions_label(enum eu_gen gen, struct eu_program *code);

#endif
