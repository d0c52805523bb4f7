/* A launch of vISA: its file, the options that override it, and the machine that is made from
 * them. */
#ifndef EULAB_VISA_CLI_LAUNCH_H
#define EULAB_VISA_CLI_LAUNCH_H

#include "ui/json.h"
#include "ui/options.h"
#include "visa/exec.h"
#include "visa/machine.h"
#include "visa/memory.h"

struct visa_buffer {
    unsigned bti;
    uint64_t address, size;
    int fill; /* byte, or -1 */
    char *in, *out;
};
struct visa_load {
    uint64_t address;
    char *path;
};
struct visa_dump {
    bool memory;
    char *name; /* for a variable */
    uint64_t addr, len;
    char *path; /* for memory; NULL: stdout */
};
struct visa_cl; /* a launch of kind opencl */
struct visa_file;
/* Operations for launches of kind opencl, whose inputs, surfaces and memory are those that the
 * kernel's Gen code would have: program/visa_opencl.c. asked: whether the launch file @path is one.
 * The others do the work of the functions visa_file_...(). */
struct visa_cl_ops {
    bool (*asked)(const char *path);
    int (*init)(struct visa_file *f, const struct ui_args *args);
    int (*build)(struct visa_file *f);
    int (*results)(struct visa_file *f);
    void (*fini)(struct visa_file *f);
};
struct visa_file {
    struct ui_json json;
    char *json_text;
    const struct visa_cl_ops *cl_ops;
    struct visa_cl *cl;  /* NULL: it is a raw launch; owned */
    char *path, *kernel; /* the file; the name that the kernel must have, or NULL */
    unsigned simd;       /* 0: the file decides */
    uint64_t dmask, max_insts, threads;
    bool dmask_given, lint, lint_stop, dump_json, eu_threads;
    bool no_memory; /* a part of the launch could not be kept */
    size_t history;
    struct visa_buffer *buffers;
    size_t n_buffers;
    struct visa_load *loads;
    size_t n_loads;
    struct visa_dump *dumps;
    size_t n_dumps;
    struct visa_routine routines[VISA_UNITS]; /* the kernel first, then functions */
    unsigned n_routines;
    struct visa_image im;
    struct visa_machine m;
    struct visa_pages *pages;
    struct visa_rewind rewind;
    size_t lints;             /* how many were found */
    uint32_t linted;          /* the instruction of the last one */
    bool (*told)[VISA_LINTS]; /* for each instruction, the rules that were reported */
};
/* visa_file_init - reads the options and the launch file that they name; @cl_ops NULL: only
 * launches of kind raw. Returns an exit status, and prints messages; call visa_file_fini() in any
 * case. visa_file_build - makes the machine: f->m is before its first instruction.
 * visa_file_results - after a run: writes buffers with "out", and dumps. */
int visa_file_init(struct visa_file *f, const struct ui_args *args,
                   const struct visa_cl_ops *cl_ops);
int visa_file_build(struct visa_file *f);
int visa_file_results(struct visa_file *f);
void visa_file_fini(struct visa_file *f);
/* build.c: links the routines into f->im. */
int visa_file_link(struct visa_file *f);
/* visa_file_complain - prints one line on stderr about how a run ended. Returns UI_GUEST. */
int visa_file_complain(const struct visa_file *f, enum visa_stop stop,
                       const struct visa_thread *at);

#endif
