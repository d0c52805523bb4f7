/* A launch: the machine to build, as a launch file and the options that override it describe it;
 * and the functions that build it. */
#ifndef EULAB_EU_CLI_LAUNCH_H
#define EULAB_EU_CLI_LAUNCH_H

#include "exception/exception.h"
#include "isa/program.h"
#include "sim/dispatch.h"
#include "eu/siptest.h"
#include "eu/cli/engine.h"
#include "eu/cli/opencl.h"
#include "ui/options.h"
#include "eu/cli/surface.h"
#include "eu/cli/regkeys.h"

/* LAUNCH_CSR_AT: far above everything that launches load. */
#define LAUNCH_CSR_AT 0xfe000000u
/* the most bytes of save areas */
enum { LAUNCH_CSR_BYTES = 4 * 65536 + EU_SLOTS_MAX * EU_CSR_AREA };
/* thread slots in each EU of a row, where EUs have that many */
enum { LAUNCH_ROW_THREADS = 7 };
enum { LAUNCH_SIP_AT = 0x00080000, LAUNCH_SCRATCH_AT = 0x00800000 };
/* launch_scratch_bti - the index of the scratch surface unless the launch gives one. From Gen8 on
 * 253 means stateless. */
unsigned launch_scratch_bti(enum eu_gen gen);
/* Scratch space: for each thread slot a block of the size in the manual's example (4.2.5). */
enum { LAUNCH_SLOT_BYTES = 16384 };
enum { LAUNCH_SCRATCH_BYTES = 65536, LAUNCH_THREADS_MAX = 65536 };

/* The log channels of --trace. */
enum launch_trace { TRACE_EXEC = 1, TRACE_EXC = 2, TRACE_MEM = 4, TRACE_RSP = 8, TRACE_REGS = 16 };
/* launch_trace_name - the name of bit @i; NULL: past the last one. launch_trace_bit - the bit of a
 * name; 0: there is none. */
const char *launch_trace_name(unsigned i);
unsigned launch_trace_bit(const char *name, size_t len);

/* The forms of --profile. */
enum launch_profile { PROFILE_NONE, PROFILE_LISTING, PROFILE_FOLDED, PROFILE_JSON, PROFILE_SVG };

/* Where a launch's value comes from, for messages: a key of an object in the launch file; without
 * an object, an option; without a key, an operand or a default. */
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
    char *name; /* the register's name; NULL: the dump is of memory */
    struct ui_regkey key;
    enum eu_type type; /* the type of the register's elements; EU_TYPE_NONE: bytes */
    uint32_t addr, len;
    char *path; /* the file for memory; NULL: stdout */
    struct launch_from from;
};
/* What the launch file says about the System Routine's work, for siptest. */
struct launch_proof {
    /* the effect of the routine's own instruction, computed from src0 and src1; owned; NULL: it has
     * none */
    char *effect;
    uint8_t opcode, first, last;
    uint32_t image_at, image_stride;
    char *image_number;   /* computes the slot number from sr0; owned; NULL: siptest's default */
    struct launch_saved { /* "image": where each register is kept; owned */
        uint16_t reg, bytes;
        uint32_t offset;
    } * image;
    size_t nimage;
    uint32_t record_at, record_stride;
    char **holds; /* conditions of "record"; owned */
    size_t nholds;
    struct siptest_host_rule *host; /* owned, with its contents */
    size_t nhost;
    unsigned kinds; /* the exceptions that the routine serves, a bit each; 0: not said */
    /* the label or address that serves each kind, owned; NULL: not known */
    char *services[EXC_COUNT];
};
struct launch {
    struct ui_json json; /* the launch file, for messages; root NULL: none */
    char *json_path, *json_text;
    enum eu_gen gen;
    struct ui_engine engine;
    enum eu_input input;
    char *kernel, *sip, *entry;
    struct launch_from kernel_from, sip_from, entry_from;
    uint32_t kernel_at, sip_at, csr;
    struct launch_from csr_from;
    struct launch_pairs loads; /* addresses and paths */
    struct launch_pairs quirks, matches;
    struct eu_dispatch dispatch; /* its pointers point to the next three */
    /* kind opencl: used in place of `dispatch`; owned; NULL: another kind */
    struct ui_opencl *opencl;
    size_t nopencl; /* the number of kernels, which run one after the other */
    /* debug: one file with debug information; symbols: a folder of them; NULL: none */
    char *debug, *symbols;
    struct launch_pairs args;      /* --arg NAME=VALUE */
    struct launch_pairs dump_args; /* --dump-arg NAME[=FILE]; the value "" means stdout */
    uint8_t *curbe, *inline_data;
    /* `start` is not known before the machine is built */
    struct eu_descriptor descriptors[EU_DESCRIPTORS];
    char *child_entries[EU_DESCRIPTORS]; /* the label or address of each, owned */
    const json_t *child_rows[EU_DESCRIPTORS];
    struct ui_surface *surfaces;
    size_t nsurfaces;
    struct eu_sampler samplers[EU_SAMPLER_COUNT];
    struct ui_surface scratch; /* the System Routine's scratch surface */
    bool scratch_given;
    struct launch_proof proof;
    bool sip_described; /* one launch file names the routine and describes its work */
    struct launch_set *sets;
    size_t nsets;
    struct launch_dump *dumps;
    size_t ndumps;
    bool dump_json, lint, lint_stop, eu_threads;
    unsigned trace; /* a set of enum launch_trace */
    /* Gets the log; NULL: it goes to stderr. The function gets exceptions and messages whatever
     * `trace` says. */
    void (*log)(void *ctx, const char *channel, const char *text);
    void *log_ctx;
    enum launch_profile profile;
    struct profile *counts;    /* the run's profile, owned by the runner; NULL: none */
    const char *timeline_path; /* the path of --timeline, borrowed; NULL: none */
    struct timeline *timeline; /* the run's timeline, owned by the runner */
    struct launch_step *step;  /* the state of TRACE_REGS; eu/cli/trace.c makes it; owned */
    uint64_t max_insts;
    unsigned jobs;  /* how many host threads run the launch */
    bool streams;   /* run: no client except the options above needs threads that have ended */
    size_t history; /* bytes of history; 0: no history is kept */
};
/* launch_init - fills @l from the options of @args and the launch file that they name. Returns an
 * exit status; messages are printed. Call launch_fini() in any case. */
int launch_init(struct launch *l, const struct ui_args *args);
void launch_fini(struct launch *l);
/* launch_complete - sets the fields that depend on several others. */
void launch_complete(struct eu_dispatch *d);
/* launch_read - reads the launch file: eu/cli/launch_file.c. Complaints go to @diags. */
/* launch_keys - the keys of a launch file, NULL after the last. */
const char *const *launch_keys(void);
void launch_read(struct launch *l, const char *path, struct diags *diags);
/* launch_effect - the value() of struct siptest_effect; @ctx is the text in launch_proof. */
uint32_t launch_effect(void *ctx, uint32_t src0, uint32_t src1);
/* launch_holds, launch_holds_text - siptest_record's, @ctx: the launch_proof. */
bool launch_holds(void *ctx, size_t i, const struct siptest_record_visit *visit);
const char *launch_holds_text(void *ctx, size_t i);
/* launch_number - siptest_image's number(), @ctx: launch_proof's text. */
uint32_t launch_number(void *ctx, uint32_t sr0);
/* launch_error - prints what is wrong with the value from @from, and the line where it stands.
 * Returns an exit status, which is UI_USAGE for an option. */
int launch_error(const struct launch *l, struct launch_from from, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Add to the lists of a launch. Text is copied. False: no memory. */
bool launch_add_pair(struct launch_pairs *pairs, const char *name, size_t len, const char *value,
                     struct launch_from from);
bool launch_add_set(struct launch *l, const struct ui_set *set, struct launch_from from);
/* launch_add_dumps - adds `REG,REG,…`, where each is `REG[:BYTE]`, `REG[.SUB]:TYPE` or
 * `REG-REG[:TYPE]`. False: @why says what is wrong. */
bool launch_add_dumps(struct launch *l, const char *list, char *why, size_t n);
/* Adds `ADDR,LEN[=FILE]`. */
bool launch_add_dump_mem(struct launch *l, const char *text, char *why, size_t n);
bool launch_add_surface(struct launch *l, const struct ui_surface *surface);

/* A machine that is ready to run its first instruction. */
struct ui_machine {
    struct eu *eu;
    struct eu_program *progs; /* the loaded programs: kernel, routine, --load */
    size_t nprogs;
    /* of a launch of kind opencl, see eu/cli/launch_opencl.h; NULL: another kind */
    struct launch_opencl *opencl;
    bool streams;                 /* threads are made only when there are slots for them, from: */
    struct launch_stream *stream; /* owned; NULL: all threads are made at the start */
};
/* launch_build - builds the machine. Returns an exit status; messages are printed. */
int launch_build(const struct launch *l, struct ui_machine *m);
void ui_machine_fini(struct ui_machine *m);
/* ui_address - reads a number, or a label of a program (the kernel's labels first), optionally with
 * `+N` bytes. False: it is neither. */
bool ui_address(const struct ui_machine *m, const char *text, uint32_t *addr);
/* ui_machine_match - ui_match() with an ip that may be a label. */
bool ui_machine_match(const struct ui_machine *m, const char *key, const char *value, char *why,
                      size_t n);
/* launch_dump - prints the dumps of @l on @out and to @files; returns an exit status. */
int launch_dump(const struct launch *l, const struct ui_machine *m, const struct ui_files *files,
                FILE *out);
/* launch_results - after a run, writes the surfaces that have "out" to their files, and the dumps
 * to stdout; they go to stderr when a profile that a program reads has stdout to itself. Returns an
 * exit status. */
int launch_results(const struct launch *l, const struct ui_machine *m);

#endif
