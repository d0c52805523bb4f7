/* What the readers of the containers share. Only for opencl/. */
#ifndef EULAB_OPENCL_READ_IMPL_H
#define EULAB_OPENCL_READ_IMPL_H

#include "opencl/kernels.h"

struct cl_bytes {
    const uint8_t *p;
    size_t n;
};
struct cl_reader {
    struct cl_file *file;
    struct diags *diags;
    enum eu_gen gen; /* generation asked for; 0: any */
};
/* cl_bad - adds a message about the file; returns -EU_ERR_FORMAT. */
int cl_bad(const struct cl_reader *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* cl_text - copies at most @n bytes, up to a zero byte, made safe to print. NULL: out of memory. */
char *cl_text(const void *bytes, size_t n);

/* Add an item, which is zero, to a list. NULL: out of memory. */
struct cl_kernel *cl_add_kernel(struct cl_file *file);
struct cl_entry *cl_add_entry(struct cl_kernel *k, enum cl_value value, int arg);
/* cl_add_reloc - adds @reloc of @bytes, which belong to @what: "kernel vadd". @in_place: the value
 * in @bytes is added to its addend. Returns 0, -EU_ERR_NOMEM, or an error that was reported. */
int cl_add_reloc(const struct cl_reader *r, const char *what, struct cl_bytes bytes,
                 struct cl_relocs *relocs, struct cl_reloc reloc, bool in_place);
/* cl_is_stub - whether a kernel has the name that the compiler uses for symbols of program scope;
 * it is never dispatched. */
bool cl_is_stub(const char *name);
/* cl_arg_at - argument @index of @k; if necessary, makes it and those before it. NULL: out of
 * memory, or a number that no compiler writes. */
struct cl_arg *cl_arg_at(struct cl_kernel *k, uint64_t index);
/* cl_set_text - replaces @field by a copy; returns false if memory runs out. */
bool cl_set_text(char **field, const void *bytes, size_t n);
/* cl_set_type - splits "short;2" into the type short and its size of 2 bytes. False: out of memory.
 */
bool cl_set_type(struct cl_arg *arg, const void *bytes, size_t n);
/* cl_set_code - sets the code of @k: the first @used of @bytes, and further bytes up to the last
 * that is not zero. */
int cl_set_code(const struct cl_reader *r, struct cl_kernel *k, struct cl_bytes bytes, size_t used);
int cl_set_data(struct cl_file *file, enum cl_data which, struct cl_bytes bytes);
/* cl_finish - derives the rest, and checks that nothing contradicts it. */
int cl_finish(const struct cl_reader *r, struct cl_kernel *k);
/* cl_set_device - sets the device from a product (zebin) or a core (patch tokens). */
int cl_set_device(const struct cl_reader *r, uint32_t number, bool is_core);
enum cl_value cl_value_find(const char *name, uint32_t number);

/* --- the containers --- */
struct cl_elf {
    struct cl_bytes image;
    unsigned n, type, machine;
    size_t names; /* index of the section with section names */
};
struct cl_section {
    const char *name; /* "" if there is none */
    uint32_t type, link, info;
    uint64_t flags, entry_size;
    struct cl_bytes bytes;
};
/* cl_elf_open - reads an ELF64 file's header; returns false if it is not one, or its section table
 * is not inside the file. */
bool cl_elf_open(struct cl_bytes image, struct cl_elf *elf);
/* cl_elf_section - returns false if its bytes are not all in the file. */
bool cl_elf_section(const struct cl_elf *elf, unsigned index, struct cl_section *section);

int cl_read_zebin(const struct cl_reader *r, const struct cl_elf *elf);
int cl_read_tokens(const struct cl_reader *r, struct cl_bytes bytes);
int cl_read_info(const struct cl_reader *r, struct cl_bytes text);

/* A little-endian dword or qword; the caller has checked that it exists. */
static inline uint32_t cl_u32(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}
static inline uint64_t cl_u64(const uint8_t *p)
{
    return cl_u32(p) | (uint64_t)cl_u32(p + 4) << 32;
}

#endif
