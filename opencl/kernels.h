/* The files of Intel's OpenCL compiler as one structure: kernels with their code, arguments and
 * payload, whatever their container. Source: files of ocloc 22.43 (IGC 1.0.12504); the ELF
 * specification. Status: inferred, unless a comment says otherwise. */
#ifndef EULAB_OPENCL_KERNELS_H
#define EULAB_OPENCL_KERNELS_H

#include "isa/program.h"
#include "isa/regs.h"
#include "sim/sampler.h"

enum cl_value {
#define PAYLOAD(id, name, number, meaning) CL_VALUE_##id,
#include "opencl/payload.def"
#undef PAYLOAD
    CL_VALUES
};
/* A range of the cross-thread data, which is loaded into the registers after the local ids. */
struct cl_entry {
    enum cl_value value;
    int arg;         /* the argument to which it belongs; -1: none */
    uint32_t offset; /* in the cross-thread data, bytes */
    uint32_t size;   /* bytes */
    /* first byte of the value: 4 is Y of a size, or the second dword of a struct */
    uint32_t source;
    /* for a base: the surface by which the code may access the same memory; -1: none */
    int bti;
    char *name; /* name of an OTHER; owned */
};

enum cl_arg_kind {
    CL_ARG_UNUSED,
    CL_ARG_BUFFER,
    CL_ARG_LOCAL,
    CL_ARG_VALUE,
    CL_ARG_IMAGE,
    CL_ARG_SAMPLER
};
enum cl_access { CL_READ_WRITE, CL_READ, CL_WRITE };
struct cl_arg {
    enum cl_arg_kind kind;
    char *name, *type; /* as in the source; owned, "" if the file does not have it */
    char *space;       /* __global, __constant, __local, __private; owned, may be "" */
    enum cl_access access;
    int bti;        /* binding table index; -1: the code does not use a surface for it */
    bool stateless; /* the code uses its address */
    uint32_t size;  /* VALUE: size of the kernel's argument */
    uint32_t bytes; /* size of its type, which is smaller where registers hold whole dwords; 0: not
                       known */
    uint32_t align; /* LOCAL */
    int sampler;    /* SAMPLER: its index in the kernel's samplers; -1: none */
};

/* A position in code or data to which an address must be written. */
enum cl_reloc_kind { CL_RELOC_64 = 1, CL_RELOC_LOW = 2, CL_RELOC_HIGH = 3 };
struct cl_reloc {
    enum cl_reloc_kind kind;
    uint32_t offset; /* in the code or the data */
    int section;     /* enum cl_data */
    uint64_t addend; /* from the section's start */
};
struct cl_relocs {
    struct cl_reloc *items;
    size_t n;
};
static inline size_t cl_reloc_bytes(const struct cl_reloc *r)
{
    return r->kind == CL_RELOC_64 ? 8 : 4;
}
/* Memory of program scope: constants, strings for printf, variables. */
enum cl_data { CL_DATA_CONST, CL_DATA_STRINGS, CL_DATA_GLOBAL, CL_DATAS };

struct cl_kernel {
    char *name;
    /* with the functions that it calls, which are labels; without padding at the end */
    struct eu_program code;
    unsigned simd, registers, barriers;
    uint32_t slm;               /* size of the static part, in bytes */
    uint32_t scratch;           /* bytes for each thread */
    uint32_t private_bytes;     /* bytes for each thread */
    bool private_per_item;      /* private_bytes are for each work item instead */
    uint32_t required_local[3]; /* reqd_work_group_size; 0: none */
    uint32_t local_ids;         /* bytes of local ids for each thread; 0: the kernel needs none */
    uint32_t cross_thread;      /* bytes of cross-thread data, in whole registers */
    struct cl_entry *entries;
    size_t nentries;
    struct cl_arg *args;
    size_t nargs;
    struct cl_relocs relocs;
    /* those that the source declares */
    uint32_t samplers[EU_SAMPLER_COUNT][EU_SAMPLER_DWORDS];
    unsigned nsamplers; /* including those of arguments */
};
struct cl_file {
    char *path;
    const char
        /* "skl"; for patch tokens "Gen9", because they do not distinguish devices with the same
         * core */
        *device;
    const char *family; /* "Gen9" */
    enum eu_gen gen;    /* never 0: a file for a device that is not simulated is an error */
    bool tokens;        /* patch tokens, not zebin */
    bool wants_debug;   /* zebin: built with -g */
    struct cl_kernel *kernels;
    size_t nkernels;
    uint8_t *data[CL_DATAS];
    size_t data_bytes[CL_DATAS];
    struct cl_relocs data_relocs[CL_DATAS]; /* pointers in the data */
    char **strings; /* patch tokens: formats of printf by number; NULL if there is none */
    size_t nstrings;
};

/* cl_data_at - the byte of the registers at which the cross-thread data begin: behind r0 and the
 * local ids or, because a thread has at least one register of its own, one that is not used.
 * Status: inferred from IGC's code and what its driver sends. */
static inline uint32_t cl_data_at(const struct cl_kernel *k)
{
    return EU_GRF_BYTES + (k->local_ids ? k->local_ids : EU_GRF_BYTES);
}

/* cl_is_kernels - whether @data begins like a zebin, an OpenCL program binary, bare patch tokens,
 * or ocloc's archive. */
bool cl_is_kernels(const uint8_t *data, size_t size);
/* cl_read - reads such a file. @gen: which member of an archive for several devices; 0: the only
 * one that is simulated. Call cl_file_fini() in any case. Returns 0, or a negative enum eu_err with
 * a message in @diags: a damaged file, or one for another device. */
int cl_read(const char *path, const uint8_t *data, size_t size, enum eu_gen gen,
            struct cl_file *file, struct diags *diags);
void cl_file_fini(struct cl_file *file);
bool cl_file_is_for(const struct cl_file *file, enum eu_gen gen);
/* cl_kernel_find - finds a kernel by name; NULL: none. */
struct cl_kernel *cl_kernel_find(const struct cl_file *file, const char *name);
/* cl_program - the code of @only or, if that is NULL, of all kernels one after the other, each with
 * a label at its start. Returns 0 or -EU_ERR_NOMEM; the caller calls eu_program_fini() for @prog.
 */
int cl_program(const struct cl_file *file, const struct cl_kernel *only, struct eu_program *prog);
/* cl_program_offset - where @k's code begins in the program of all kernels. */
uint32_t cl_program_offset(const struct cl_file *file, const struct cl_kernel *k);
/* cl_print - prints kernels as text: SIMD width, memory, arguments; each line begins with
 * @indent. */
void cl_print(FILE *out, const struct cl_file *file, const struct cl_kernel *only,
              const char *indent);

const char *cl_value_name(enum cl_value value);
const char *cl_arg_kind_name(enum cl_arg_kind kind);

#endif
