/* OpenCL's memory that program and GPU share: SVM, and Intel's host and shared USM. */
#ifndef EULAB_GPU_LAYER_OPENCL_MEMORY_H
#define EULAB_GPU_LAYER_OPENCL_MEMORY_H

#include <stddef.h>
#include <stdint.h>

typedef void memory_any(void);
typedef void *memory_svm(void *context, uint64_t flags, size_t n, uint32_t alignment);
typedef void memory_svm_free(void *context, void *at);
typedef int32_t memory_svm_free_later(void *queue, uint32_t n, void **at, void *done, void *ctx,
                                      uint32_t nwaits, void *const *waits, void **event);

/* What the layer's entries do around those of the driver. */
void *memory_alloc(memory_svm *driver, void *context, uint64_t flags, size_t n, uint32_t alignment);
void memory_free(memory_svm_free *driver, void *context, void *at);
int32_t memory_free_later(memory_svm_free_later *driver, void *queue, uint32_t n, void **at,
                          void *done, void *ctx, uint32_t nwaits, void *const *waits, void **event);
/* The function for an extension's @name instead of the driver's; @driver: none is needed. */
void *memory_extension(const char *name, void *driver);

#endif
