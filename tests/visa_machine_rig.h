/* A vISA machine as a debugger has it: of a kernel's text, and of a function's in another file. */
#ifndef EULAB_TESTS_VISA_MACHINE_RIG_H
#define EULAB_TESTS_VISA_MACHINE_RIG_H

#include "tests/helpers.h"

#include "visa/machine.h"
#include "visa/machine_impl.h"
#include "visa/memory.h"

#define DECLS                                                                                      \
    ".decl A v_type=G type=d num_elts=8 align=GRF\n.decl P1 v_type=P num_elts=8\n"                 \
    ".decl A0 v_type=A num_elts=1\n.kernel_attr SimdSize=8\n"
#define KERNEL ".version 4.1\n.kernel \"k\"\n" DECLS ".function \"main_0\"\nmain_0:\n"

struct rig {
    struct visa_routine routines[2];
    struct visa_image im;
    struct visa_machine m;
    struct visa_pages *pages;
    struct machine *machine;
};

static inline void rig_parse(struct visa_routine *r, const char *path, const char *text)
{
    struct visa_diags diags = {0};
    if (visa_parse(path, text, r, &diags))
        fail_msg("%u: %s", diags.items[0].line, diags.items[0].text);
}

/* The machine of a kernel, and of a function or NULL, with @n threads in one group. */
static inline void rig_begin(struct rig *g, const char *kernel, const char *function, uint32_t n)
{
    struct visa_routine *list[] = {&g->routines[0], &g->routines[1]};
    struct visa_diags diags = {0};
    *g = (struct rig){.pages = visa_pages_new()};
    rig_parse(&g->routines[0], "k.visaasm", kernel);
    if (function)
        rig_parse(&g->routines[1], "f.visaasm", function);
    if (!visa_link(&g->im, list, function ? 2 : 1, &diags))
        fail_msg("%s", diags.items[0].text);
    assert_true(visa_machine_init(&g->m, &g->im, n, n));
    g->m.memory = (struct visa_memory){.ctx = g->pages,
                                       .read = visa_pages_read,
                                       .write = visa_pages_write,
                                       .surface = visa_pages_surface};
    for (uint32_t i = 0; i < n; i++)
        visa_thread_begin(&g->m, &g->m.threads[i], 0xff, NULL, 0);
    g->machine = visa_machine_new(&g->m, &(struct visa_rewind){.ctx = g->pages,
                                                               .take = visa_pages_take,
                                                               .restore = visa_pages_restore,
                                                               .drop = visa_pages_drop,
                                                               .bytes = visa_pages_kept});
    assert_non_null(g->machine);
}

static inline void rig_end(struct rig *g)
{
    visa_machine_free(g->machine);
    visa_machine_fini(&g->m);
    visa_image_fini(&g->im);
    visa_pages_free(g->pages);
    visa_routine_fini(&g->routines[0]);
    visa_routine_fini(&g->routines[1]);
}

static inline enum machine_stop go(struct rig *g, int only, int step, struct machine_event *ev)
{
    struct machine_run plan = {.fresh = true,
                               .resumed_thread = only >= 0 ? only : 0,
                               .only_thread = only,
                               .step_thread = step,
                               .step_any = true};
    assert_true(g->machine->ops->run(g->machine, &plan, 100000, ev));
    return ev->stop;
}

static inline uint64_t reg(struct rig *g, unsigned thread, unsigned lane, const char *name)
{
    const struct machine_reg *r;
    uint64_t v = 0;
    for (unsigned i = 0; (r = g->machine->ops->reg(g->machine, i)); i++)
        if (!strcmp(r->name, name)) {
            assert_int_equal(g->machine->ops->reg_read(g->machine, thread, lane, r, &v), 0);
            return v;
        }
    fail_msg("no register %s", name);
    return 0;
}

static inline const struct machine_reg *reg_of(struct rig *g, enum machine_role role)
{
    const struct machine_reg *r;
    for (unsigned i = 0; (r = g->machine->ops->reg(g->machine, i)); i++)
        if (r->role == role)
            return r;
    fail_msg("no register has role %d", role);
    return NULL;
}

static inline int32_t element(const struct rig *g, unsigned thread, unsigned i)
{
    uint32_t id = visa_var_find(&g->routines[0], VISA_GENERAL, "A", 1);
    int32_t v;
    memcpy(&v, g->m.threads[thread].store + g->im.units[0].places[VISA_GENERAL][id].at + 4 * i, 4);
    return v;
}

#endif
