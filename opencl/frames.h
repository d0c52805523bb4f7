/* Frames on the private stack, found in the code that makes and leaves them. The frame pointer is
 * the caller's from a function's first instruction to the end of its prologue, and again after its
 * epilogue has restored it. Source: code of ocloc 22.43 at -cl-opt-disable. Status: inferred. */
#ifndef EULAB_OPENCL_FRAMES_H
#define EULAB_OPENCL_FRAMES_H

#include "opencl/kernels.h"

/* The pointer is the function's own, and the frame's first word is the caller's pointer. */
#define CL_FRAME_OWN UINT32_MAX
/* Holds from an instruction up to that of the next row. */
struct cl_frame_row {
    uint32_t from; /* bytes after the kernel's first instruction */
    uint32_t link; /* bytes from r0 to the caller's frame pointer, or CL_FRAME_OWN */
};
struct cl_frames {
    unsigned pointer;          /* bytes from r0 to the frame pointer; 0: there is no stack */
    struct cl_frame_row *rows; /* by address; owned */
    size_t n;
};
/* cl_frames_read - reads the frames of @k, whose functions follow it. Returns 0 or -EU_ERR_NOMEM;
 * the caller must call cl_frames_fini() in any case. */
int cl_frames_read(const struct cl_kernel *k, enum eu_gen gen, unsigned pointer,
                   struct cl_frames *f);
void cl_frames_fini(struct cl_frames *f);
/* cl_frames_link - the link of the row that contains @at. */
uint32_t cl_frames_link(const struct cl_frames *f, uint32_t at);
/* cl_functions_label - gives called functions without a name one, such as function_11c0: a debugger
 * that finds no name takes them for the function before. Returns 0 or -EU_ERR_NOMEM. */
int cl_functions_label(enum eu_gen gen, struct eu_program *code);

#endif
