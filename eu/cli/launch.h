/* A launch: what machine to build, from a launch file and the options that override it, and the
 * building. */
#ifndef EULAB_EU_CLI_LAUNCH_H
#define EULAB_EU_CLI_LAUNCH_H

#include "exception/exception.h"
#include "isa/program.h"
#include "sim/dispatch.h"
#include "eu/siptest.h"
#include "eu/cli/opencl.h"
#include "ui/options.h"
#include "eu/cli/surface.h"
#include "eu/cli/regkeys.h"

/* LAUNCH_CSR_AT: far above what launches load. */
#define LAUNCH_CSR_AT 0xfe000000u
enum { LAUNCH_CSR_BYTES = 4 * 65536 + EU_SLOTS_MAX * EU_CSR_AREA }; /* at most */
enum { LAUNCH_ROW_THREADS = 7 }; /* of an EU, where its parts have as many */
enum { LAUNCH_SIP_AT = 0x00080000, LAUNCH_SCRATCH_AT = 0x00800000, LAUNCH_SCRATCH_BTI = 253 };
/* Scratch: a slot of the manual's example size (4.2.5) for each thread slot. */
enum { LAUNCH_SLOT_BYTES = 16384 };
enum { LAUNCH_SCRATCH_BYTES = 65536, LAUNCH_THREADS_MAX = 65536 };

/* Log channels of --trace. */
enum launch_trace { TRACE_EXEC = 1, TRACE_EXC = 2, TRACE_MEM = 4, TRACE_RSP = 8, TRACE_REGS = 16 };
/* Name of bit @i; NULL past the last. launch_trace_bit - of a name; 0: none. */
const char *launch_trace_name(unsigned i);
unsigned launch_trace_bit(const char *name, size_t len);

/* What --profile prints. */
enum launch_profile { PROFILE_NONE, PROFILE_LISTING, PROFILE_FOLDED, PROFILE_JSON, PROFILE_SVG };

/* Where a launch has something from: a key of an object in the launch file; without object an
 * option, without key an operand or a default. */
struct launch_from {
    const json_t *object;
    const char *key;
};
struct launch_pair { /* NAME=VALUE, owned */
    char *name, *value;
    struct launch_from from;
};
struct launch_pairs {
    struct launch_pair *items;
    size_t n;
};
struct launch_set {
    struct ui_set set;
    struct launch_from from;
};
struct launch_dump {
    char *name; /* key of a register, or NULL: memory */
    struct ui_regkey key;
    enum eu_type type; /* of the register's elements, EU_TYPE_NONE: bytes */
    uint32_t addr, len;
    char *path; /* file for memory, NULL: stdout */
    struct launch_from from;
};
/* Of the System Routine, for siptest. */
struct launch_proof {
    char *effect; /* what its own instruction does, of src0 and src1; owned; NULL: it has none */
    uint8_t opcode, first, last;
    uint32_t image_at, image_stride;
    char *image_number;   /* a slot's, of sr0; owned; NULL: as siptest has it */
    struct launch_saved { /* "image", by register; owned */
        uint16_t reg, bytes;
        uint32_t offset;
    } * image;
    size_t nimage;
    struct siptest_host_rule *host; /* owned, with what is in it */
    size_t nhost;
    char *services[EXC_COUNT]; /* label or address by kind, owned; NULL: unknown */
};
struct launch {
    struct ui_json json; /* the launch file, for messages; root NULL: none */
    char *json_path, *json_text;
    enum eu_gen gen;
    enum eu_engine engine;
    uint32_t jit_hot; /* struct eu's */
    bool lockstep;    /* run: `engine` and the reference side by side */
    enum eu_input input;
    char *kernel, *sip, *entry;
    struct launch_from kernel_from, sip_from, entry_from;
    uint32_t kernel_at, sip_at, csr;
    struct launch_from csr_from;
    struct launch_pairs loads; /* address, path */
    struct launch_pairs quirks, matches;
    struct eu_dispatch dispatch;   /* its pointers are to the next three */
    struct ui_opencl *opencl;      /* kind opencl, in place of `dispatch`; NULL: another; owned */
    size_t nopencl;                /* kernels, one after the other */
    char *debug, *symbols;         /* files with debug information: one, a folder; NULL: none */
    struct launch_pairs args;      /* --arg NAME=VALUE */
    struct launch_pairs dump_args; /* --dump-arg NAME[=FILE]; the value "" is stdout */
    uint8_t *curbe, *inline_data;
    struct eu_descriptor descriptors[EU_DESCRIPTORS]; /* start: not known before it is built */
    char *child_entries[EU_DESCRIPTORS];              /* label or address of each, owned */
    const json_t *child_rows[EU_DESCRIPTORS];
    struct ui_surface *surfaces;
    size_t nsurfaces;
    struct eu_sampler samplers[EU_SAMPLER_COUNT];
    struct ui_surface scratch; /* of the System Routine */
    bool scratch_given;
    struct launch_proof proof;
    struct launch_set *sets;
    size_t nsets;
    struct launch_dump *dumps;
    size_t ndumps;
    bool dump_json, lint, lint_stop, eu_threads, stop_at_end;
    unsigned trace; /* set of enum launch_trace */
    /* Where logs go, NULL: stderr. It hears of exceptions and messages whatever `trace` says. */
    void (*log)(void *ctx, const char *channel, const char *text);
    void *log_ctx;
    enum launch_profile profile;
    struct profile *counts;    /* of the run, the runner's; NULL: none */
    const char *timeline_path; /* of --timeline, borrowed; NULL: none */
    struct timeline *timeline; /* of the run, the runner's */
    struct launch_step *step;  /* of TRACE_REGS, eu/cli/trace.c's; owned */
    uint64_t max_insts;
    unsigned jobs;  /* host threads */
    size_t history; /* bytes; 0: none is kept */
};
/* launch_init - from the options of @args and the launch file they name. An exit status, the
 * messages printed; @l is to be given to launch_fini() in any case. */
int launch_init(struct launch *l, const struct ui_args *args);
void launch_fini(struct launch *l);
/* launch_complete - what depends on several of its fields. */
void launch_complete(struct eu_dispatch *d);
/* launch_read - the launch file's part: eu/cli/launch_file.c. Complaints in @diags. */
void launch_read(struct launch *l, const char *path, struct diags *diags);
/* launch_effect - siptest_effect's value(), @ctx: launch_proof's text. */
uint32_t launch_effect(void *ctx, uint32_t src0, uint32_t src1);
/* launch_number - siptest_image's number(), @ctx: launch_proof's text. */
uint32_t launch_number(void *ctx, uint32_t sr0);
/* launch_error - says what is wrong with what is from @from, with the line there; an exit status:
 * usage for an option. */
int launch_error(const struct launch *l, struct launch_from from, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Lists of a launch. Text is copied. False: no memory. */
bool launch_add_pair(struct launch_pairs *pairs, const char *name, size_t len, const char *value,
                     struct launch_from from);
bool launch_add_set(struct launch *l, const struct ui_set *set, struct launch_from from);
/* launch_add_dumps - `REG,REG,…`: `REG[:BYTE]`, `REG[.SUB]:TYPE` or `REG-REG[:TYPE]`. False: @why
 * says what is wrong. */
bool launch_add_dumps(struct launch *l, const char *list, char *why, size_t n);
/* `ADDR,LEN[=FILE]` */
bool launch_add_dump_mem(struct launch *l, const char *text, char *why, size_t n);
bool launch_add_surface(struct launch *l, const struct ui_surface *surface);

/* A machine ready to run its first instruction. */
struct ui_machine {
    struct eu *eu;
    struct eu_program *progs; /* kernel, routine, loads: placed */
    size_t nprogs;
    struct launch_opencl *opencl; /* of a launch of kind opencl: eu/cli/launch_opencl.h; or NULL */
};
/* launch_build - an exit status, the messages printed. */
int launch_build(const struct launch *l, struct ui_machine *m);
void ui_machine_fini(struct ui_machine *m);
/* ui_address - a number, or a label of a program (the kernel's first), with or without `+N` bytes.
 * False: neither. */
bool ui_address(const struct ui_machine *m, const char *text, uint32_t *addr);
/* ui_machine_match - ui_match() whose ip may be a label. */
bool ui_machine_match(const struct ui_machine *m, const char *key, const char *value, char *why,
                      size_t n);
/* launch_dump - the dumps of @l on @out and in @files; an exit status. */
int launch_dump(const struct launch *l, const struct ui_machine *m, const struct ui_files *files,
                FILE *out);
/* launch_results - after a run: surfaces with "out" to their files, dumps to stdout, or to stderr
 * where a profile that a program reads has that to itself. An exit status. */
int launch_results(const struct launch *l, const struct ui_machine *m);

#endif
