/* Counts the work of each kernel for --stats and --profile, and prints the two reports. */
#include "gpu/cli/uses.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/profile.h"
#include "input/hash.h"

enum { CODE_BYTES = 1 << 16 };

/* The work of one kernel: its code and its address. */
struct ui_use {
    uint64_t kernel;
    uint64_t begins; /* the first bytes of its code */
    unsigned simd;
    const struct cl_kernel *known; /* NULL: the kernel has no name */
    uint64_t walkers, groups, threads, insts, ns;
    struct profile *profile; /* NULL: not made yet, or not asked for */
    uint32_t start;          /* the profile's first IP */
    uint8_t *code;           /* CODE_BYTES of it */
};

void ui_uses_fini(struct ui_uses *uses)
{
    for (size_t i = 0; i < uses->n; i++) {
        profile_free(uses->items[i]->profile);
        free(uses->items[i]->code);
        free(uses->items[i]);
    }
    free(uses->items);
    *uses = (struct ui_uses){0};
}

static uint64_t digest_code(struct gpu *gpu, uint64_t at)
{
    uint8_t code[256];
    (void)gpu_virtual_read(gpu, at, code, sizeof code);
    return hash_more(HASH_NONE, code, sizeof code);
}

struct ui_use *ui_uses_of(struct ui_uses *uses, struct ui_names *names, struct gpu *gpu,
                          const struct gpu_walker *w)
{
    uint64_t begins = digest_code(gpu, w->kernel);
    for (size_t i = 0; i < uses->n; i++) {
        struct ui_use *use = uses->items[i];
        if (use->kernel == w->kernel && use->begins == begins && use->simd == w->simd)
            return use;
    }
    struct ui_use **more = realloc(uses->items, (uses->n + 1) * sizeof *more);
    struct ui_use *use = malloc(sizeof *use);
    uint8_t *code = malloc(CODE_BYTES);
    uses->items = more ? more : uses->items;
    if (!more || !use || !code) {
        free(use);
        free(code);
        return NULL;
    }
    (void)gpu_virtual_read(gpu, w->kernel, code, CODE_BYTES);
    *use = (struct ui_use){.kernel = w->kernel,
                           .begins = begins,
                           .simd = w->simd,
                           .known = ui_names_find(names, gpu, w->kernel),
                           .code = code};
    uses->items[uses->n++] = use;
    return use;
}

const char *ui_use_name(const struct ui_use *use)
{
    return use->known ? use->known->name : NULL;
}

void ui_use_add(struct ui_use *use, const struct gpu_work *before, const struct gpu_work *after,
                uint64_t ns)
{
    use->walkers++;
    use->groups += after->groups - before->groups;
    use->threads += after->threads - before->threads;
    use->insts += after->insts - before->insts;
    use->ns += ns;
}

/* --- the report --- */

static void print_use(const struct ui_use *use, FILE *out)
{
    double seconds = (double)use->ns / 1e9;
    fprintf(out,
            "stats: %s at 0x%" PRIx64 ", SIMD%u: %" PRIu64 " walkers, %" PRIu64 " groups, %" PRIu64
            " threads, %" PRIu64 " instructions, %.3f s, %.1f million/s\n",
            use->known ? use->known->name : "a kernel", use->kernel, use->simd, use->walkers,
            use->groups, use->threads, use->insts, seconds,
            seconds > 0 ? (double)use->insts / 1e6 / seconds : 0.0);
}

void ui_uses_print(const struct ui_uses *uses, FILE *out)
{
    for (size_t i = 0; i < uses->n; i++)
        print_use(uses->items[i], out);
}

/* --- profiles --- */

static void saw_insn(void *ctx, struct eu *eu, struct eu_thread *t, const struct eu_insn *insn)
{
    const struct ui_uses *uses = ctx;
    profile_insn(uses->current->profile, eu, t, insn);
}

void ui_uses_profile(struct ui_uses *uses, struct eu *eu)
{
    struct ui_use *use = uses->current;
    eu->hooks.on_insn = NULL;
    if (use && !use->profile) {
        use->profile = profile_new(eu);
        use->start = (uint32_t)(use->kernel - eu->bases.instruction);
    }
    if (use && use->profile) {
        eu->hooks.on_insn = saw_insn;
        eu->hooks.observer_ctx = uses;
    }
}

/* The profile is printed from a machine that has the kernel's code at its old address. */
static void print_profile(const struct ui_use *use, enum eu_gen gen, enum launch_profile form,
                          FILE *out)
{
    struct launch l = {.profile = form};
    struct eu_program code = {.base = use->start, .size = CODE_BYTES, .path = NULL};
    struct ui_machine m = {.eu = eu_new(gen, 1), .progs = &code, .nprogs = 1};
    const char *name = use->known ? use->known->name : "kernel";
    if (m.eu && eu_load_code(m.eu, use->start, use->code, CODE_BYTES) == 0 &&
        eu_program_add_label(&code, name, strlen(name), 0) == 0) {
        m.eu->insts = use->insts;
        ui_profile_print(use->profile, &l, &m, out);
    }
    eu_program_fini(&code);
    eu_free(m.eu);
}

void ui_uses_print_profile(const struct ui_uses *uses, enum eu_gen gen, enum launch_profile form,
                           FILE *out)
{
    for (size_t i = 0; i < uses->n; i++)
        if (uses->items[i]->profile)
            print_profile(uses->items[i], gen, form, out);
}
