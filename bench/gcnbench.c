/* Speed of the GCN machine: gcnbench WORKLOAD - runs it and prints `nanoseconds-of-CPU-time
 * wave-instructions`. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "gcn/asm.h"
#include "gcn/hsa.h"

enum { OUT_AT = 0x100000, GROUPS = 64 };

/* What each work item does first: its number in v1, the address of its dword in v[2:3], LDS's in
 * v4. */
#define HEAD                                                                                       \
    "s_lshl_b32 s8, s0, 6\n"                                                                       \
    "v_add_u32 v1, vcc, s8, v0\n"                                                                  \
    "v_lshlrev_b32 v4, 2, v1\n"                                                                    \
    "v_add_u32 v2, vcc, 0x100000, v4\n"                                                            \
    "v_mov_b32 v3, 0\n"                                                                            \
    "v_lshlrev_b32 v4, 2, v0\n"                                                                    \
    "s_mov_b32 m0, -1\n"                                                                           \
    "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_mov_b32 s6, -1\ns_mov_b32 s7, 0x27fac\n"           \
    "v_lshlrev_b32 v8, 2, v1\n"                                                                    \
    "s_movk_i32 s9, 2000\n"                                                                        \
    "loop:\n"
#define TAIL                                                                                       \
    "s_sub_u32 s9, s9, 1\n"                                                                        \
    "s_cmp_lg_u32 s9, 0\n"                                                                         \
    "s_cbranch_scc1 loop\n"                                                                        \
    "s_endpgm\n"
static const struct {
    const char *name, *text;
} workloads[] = {
    {"arithmetic", HEAD "v_mul_f32 v5, v1, v1\nv_mac_f32 v6, v5, v5\nv_add_u32 v7, vcc, v7, v5\n"
                        "v_xor_b32 v5, v7, v6\n" TAIL},
    {"flat", HEAD "flat_load_dword v5, v[2:3]\ns_waitcnt vmcnt(0)\nv_add_f32 v5, v5, v6\n"
                  "v_max_f32 v5, v5, v1\nflat_store_dword v[2:3], v5\n" TAIL},
    {"buffer", HEAD "buffer_load_dword v5, v8, s[4:7], 0 offen\ns_waitcnt vmcnt(0)\n"
                    "v_add_f32 v5, v5, v6\nv_max_f32 v5, v5, v1\n"
                    "buffer_store_dword v5, v8, s[4:7], 0 offen\n" TAIL},
    {"lds", HEAD "ds_read_b32 v5, v4\ns_waitcnt lgkmcnt(0)\nv_add_f32 v5, v5, v6\n"
                 "v_max_f32 v5, v5, v1\nds_write_b32 v4, v5\n" TAIL},
    {"scattered", HEAD "v_mul_u32_u24 v9, 0x67, v1\nv_and_b32 v9, 0xfff, v9\n"
                       "v_lshlrev_b32 v9, 2, v9\nv_add_u32 v10, vcc, 0x100000, v9\n"
                       "v_mov_b32 v11, 0\nflat_load_dword v5, v[10:11]\ns_waitcnt vmcnt(0)\n"
                       "v_add_f32 v6, v5, v6\n" TAIL},
};

static const char *workload(const char *name)
{
    for (size_t i = 0; i < sizeof workloads / sizeof *workloads; i++)
        if (!strcmp(workloads[i].name, name))
            return workloads[i].text;
    return NULL;
}

int main(int argc, char **argv)
{
    const char *text = argc == 2 ? workload(argv[1]) : NULL;
    struct gcn *m = gcn_new(GCN_GFX803);
    struct gcn_code code = {0};
    struct gcn_wave *w;
    uint64_t budget = UINT64_MAX;
    char why[128];
    struct gcn_launch launch = {
        .kernel = {.lds = 4096, .rsrc1 = 3 | 3 << 6 | 0xc0 << 12, .rsrc2 = 1 << 7},
        .grid = {GROUPS, 1, 1},
        .local = {64, 1, 1},
        .raw = true};
    if (!text || !m || gcn_asm(GCN_GFX803, text, &code)) {
        fprintf(stderr, "gcnbench: %s\n", text ? "cannot assemble" : "no such workload");
        return 1;
    }
    gcn_memory_map(m->memory, 0, code.size);
    gcn_memory_write(m->memory, 0, code.bytes, code.size);
    gcn_memory_map(m->memory, OUT_AT, GROUPS * 256);
    if (gcn_dispatch(m, &launch, NULL, 0, why)) {
        fprintf(stderr, "gcnbench: %s\n", why);
        return 1;
    }
    clock_t start = clock();
    enum gcn_stop stop = gcn_run(m, &budget, &w);
    clock_t took = clock() - start;
    if (stop != GCN_STOP_DONE) {
        fprintf(stderr, "gcnbench: stop %d %s\n", (int)stop, m->why);
        return 1;
    }
    printf("%.0f %llu\n", (double)took * (1e9 / CLOCKS_PER_SEC), (unsigned long long)m->insts);
    gcn_code_fini(&code);
    gcn_free(m);
    return 0;
}
