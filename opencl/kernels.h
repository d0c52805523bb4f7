/* The files of Intel's OpenCL compiler as one structure: kernels with their code, arguments and
 * payload, whatever container they came in. Source: files of ocloc 22.43 (IGC 1.0.12504); the ELF
 * specification. Status: inferred, where a comment does not say otherwise. */
#ifndef EULAB_OPENCL_KERNELS_H
#define EULAB_OPENCL_KERNELS_H

#include "isa/program.h"
#include "sim/sampler.h"

enum cl_value {
#define PAYLOAD(id, name, number, meaning) CL_VALUE_##id,
#include "opencl/payload.def"
#undef PAYLOAD
    CL_VALUES
};
/* One range of the cross-thread data, which is loaded to the registers behind the local ids. */
struct cl_entry {
    enum cl_value value;
    int arg;         /* the kernel's argument that it is of; -1: none */
    uint32_t offset; /* in the cross-thread data, bytes */
    uint32_t size;   /* bytes */
    uint32_t source; /* first byte of the value: 4 is Y of a size, or the 2nd dword of a struct */
    int bti;         /* of a base: surface that the code may reach the same memory by; -1: none */
    char *name;      /* of an OTHER; owned */
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
    char *name, *type; /* as the source has them; owned, "" when the file does not say */
    char *space;       /* __global, __constant, __local, __private; owned, perhaps "" */
    enum cl_access access;
    int bti;        /* binding table index; -1: the code does not reach it by a surface */
    bool stateless; /* the code reaches it by its address */
    uint32_t size;  /* VALUE: bytes that the kernel takes */
    uint32_t align; /* LOCAL */
    int sampler;    /* SAMPLER: its number in the kernel's samplers; -1: none */
};

/* A place in the code that an address is to be written to. */
enum cl_reloc_kind { CL_RELOC_64 = 1, CL_RELOC_LOW = 2, CL_RELOC_HIGH = 3 };
struct cl_reloc {
    enum cl_reloc_kind kind;
    uint32_t offset; /* in the code */
    int section;     /* enum cl_data */
    uint64_t addend; /* from the section's start */
};
/* Memory of program scope: constants, strings of printf, variables. */
enum cl_data { CL_DATA_CONST, CL_DATA_STRINGS, CL_DATA_GLOBAL, CL_DATAS };

struct cl_kernel {
    char *name;
    struct eu_program code; /* with what it calls; functions are labels. No padding behind it */
    unsigned simd, registers, barriers;
    uint32_t slm;               /* static part, bytes */
    uint32_t scratch;           /* bytes a thread */
    uint32_t private_bytes;     /* a thread */
    bool private_per_item;      /* private_bytes are of a work item instead */
    uint32_t required_local[3]; /* reqd_work_group_size; 0: none */
    uint32_t local_ids;         /* bytes of local ids a thread; 0: the kernel asks for none */
    uint32_t cross_thread;      /* bytes of cross-thread data, whole registers */
    struct cl_entry *entries;
    size_t nentries;
    struct cl_arg *args;
    size_t nargs;
    struct cl_reloc *relocs;
    size_t nrelocs;
    uint32_t samplers[EU_SAMPLER_COUNT][EU_SAMPLER_DWORDS]; /* those of the source */
    unsigned nsamplers;                                     /* with those of arguments */
};
struct cl_file {
    char *path;
    const char
        *device; /* "skl"; of patch tokens "Gen9": they do not tell devices of a core apart */
    const char *family; /* "Gen9" */
    enum eu_gen gen;    /* never 0: a file for what is not simulated is an error */
    bool tokens;        /* patch tokens, not zebin */
    struct cl_kernel *kernels;
    size_t nkernels;
    uint8_t *data[CL_DATAS];
    size_t data_bytes[CL_DATAS];
    char **strings; /* patch tokens: formats of printf by number; NULL where there is none */
    size_t nstrings;
};

/* cl_is_kernels - whether @data begins as a zebin, an OpenCL program binary, bare patch tokens or
 * ocloc's archive does. */
bool cl_is_kernels(const uint8_t *data, size_t size);
/* cl_read - such a file. @gen: of an archive for several devices the member for that generation; 0:
 * there must be one that is simulated. @file is to be given to cl_file_fini() in any case. 0, or a
 * negative enum eu_err with a message in @diags: a damaged file, one for another device. */
int cl_read(const char *path, const uint8_t *data, size_t size, enum eu_gen gen,
            struct cl_file *file, struct diags *diags);
void cl_file_fini(struct cl_file *file);
bool cl_file_is_for(const struct cl_file *file, enum eu_gen gen);
/* cl_kernel_find - by name; NULL: none. */
struct cl_kernel *cl_kernel_find(const struct cl_file *file, const char *name);
/* cl_program - the code of @only, or of all kernels one behind the other (NULL), each with a label
 * at its start. 0 or -EU_ERR_NOMEM; @prog is the caller's to eu_program_fini(). */
int cl_program(const struct cl_file *file, const struct cl_kernel *only, struct eu_program *prog);
/* cl_program_offset - where @k's code begins in the program of all kernels. */
uint32_t cl_program_offset(const struct cl_file *file, const struct cl_kernel *k);
/* cl_print - kernels as text: SIMD width, memory, arguments, each line behind @indent. */
void cl_print(FILE *out, const struct cl_file *file, const struct cl_kernel *only,
              const char *indent);

const char *cl_value_name(enum cl_value value);
const char *cl_arg_kind_name(enum cl_arg_kind kind);

#endif
