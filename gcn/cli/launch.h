/* A launch of AMD GCN: its file, the options that override it, and the machine that is made from
 * them. */
#ifndef EULAB_GCN_CLI_LAUNCH_H
#define EULAB_GCN_CLI_LAUNCH_H

#include "gcn/hsa.h"
#include "gcn/machine.h"
#include "gcn/regs.h"
#include "ui/json.h"
#include "ui/options.h"

struct gcn_buffer {
    char *name, *in, *out; /* paths relative to the launch file; NULL: none */
    uint64_t address, size;
    int fill; /* byte, or -1 */
    const json_t *row;
};
struct gcn_set {
    struct gcn_reg reg;
    uint32_t v[GCN_LANES][2]; /* a VGPR: by lane; otherwise only the first is used */
    unsigned n;               /* number of values given */
};
struct gcn_dump {
    bool memory;
    struct gcn_reg reg;
    uint64_t addr, len;
    char *path; /* for memory; NULL: stdout */
};
struct gcn_file {
    struct ui_json json;
    char *json_text;
    enum gcn_gen gen;
    bool gen_known;
    char *kernel, *entry, *sip;
    uint64_t tma, max_insts;
    struct gcn_launch launch;
    uint64_t vgprs, sgprs,
        lds; /* of a raw launch; if registers are 0, or lds is all ones: as many as exist */
    uint8_t args[4096];
    size_t args_size;
    struct gcn_buffer *buffers;
    size_t n_buffers;
    struct gcn_set *sets;
    size_t n_sets;
    struct gcn_dump *dumps;
    size_t n_dumps;
    bool dump_json;
    uint8_t *object; /* the kernel's file */
    size_t object_size;
    struct gcn *m;
    size_t history;  /* bytes kept for going back in time */
    bool eu_threads; /* gdb's threads are waves, not lanes */
    bool no_memory;  /* a part of the launch could not be kept */
    struct gcn_program programs[2];
    size_t n_programs;
};

/* gcn_file_init - reads the options and the launch file that they name. Returns an exit status;
 * messages were printed. Call gcn_file_fini() in any case. gcn_file_build - makes the machine: f->m
 * is before its first instruction. */
int gcn_file_init(struct gcn_file *f, const struct ui_args *args);
int gcn_file_build(struct gcn_file *f);
void gcn_file_fini(struct gcn_file *f);
/* gcn_file_results - after a run: writes buffers with "out" to their files, and dumps to stdout.
 * Returns an exit status. */
int gcn_file_results(struct gcn_file *f);

#endif
