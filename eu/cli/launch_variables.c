#include "eu/cli/launch_variables.h"

#include <string.h>

#include "opencl/variables.h"

struct place {
    struct machine *m;
    unsigned thread, lane;
};

static const struct cl_variables *variables_of(struct launch_opencl *lo)
{
    if (lo && !lo->variables)
        lo->variables = cl_variables_new(&lo->debug.units);
    return lo ? lo->variables : NULL;
}

/* A register of opencl/location.h: gdb's numbers are in the order of the core registers, but its
 * debug information has those of DWARF. */
static bool read_register(void *ctx, unsigned reg, uint64_t *value)
{
    static const enum machine_role roles[] = {MACHINE_ROLE_NONE,  MACHINE_ROLE_SCRATCH,
                                              MACHINE_ROLE_LOCAL, MACHINE_ROLE_FRAME,
                                              MACHINE_ROLE_INDEX, MACHINE_ROLE_REGISTERS};
    const struct place *p = ctx;
    const struct machine_reg *r;
    *value = 0;
    if (reg >= sizeof roles / sizeof *roles || roles[reg] == MACHINE_ROLE_NONE)
        return false;
    for (unsigned i = 0; (r = p->m->ops->reg(p->m, i)); i++)
        if (r->role == roles[reg])
            return !p->m->ops->reg_read(p->m, p->thread, p->lane, r, value);
    return false;
}

static bool read_memory(void *ctx, uint64_t addr, void *buf, size_t n)
{
    const struct place *p = ctx;
    uint64_t at = machine_mem_place(p->m, p->thread, addr);
    return !p->m->ops->mem_read(p->m, at, buf, n);
}

bool launch_variable(void *ctx, struct machine *m, unsigned thread, unsigned lane, unsigned i,
                     const char *name, struct machine_variable *v)
{
    struct ui_machine *machine = ctx;
    const struct cl_variables *vs = variables_of(machine->opencl);
    struct place place = {m, thread, lane};
    const struct cl_lane from = {&place, read_register, read_memory};
    uint64_t pc = m->ops->lane_ip(m, thread, lane);
    struct cl_shown s;
    if (!vs || !(name ? cl_variable_named(vs, pc, name, &from, &s)
                      : cl_variable_nth(vs, pc, i, &from, &s)))
        return false;
    *v = (struct machine_variable){.argument = s.argument,
                                   .known = s.known,
                                   .number = s.number && s.known,
                                   .real = s.real,
                                   .i = s.i,
                                   .f = s.f};
    _Static_assert(sizeof v->name == sizeof s.name && sizeof v->text == sizeof s.text, "copied");
    memcpy(v->name, s.name, sizeof s.name);
    memcpy(v->text, s.text, sizeof s.text);
    return true;
}

bool launch_variable_known(void *ctx, const char *name)
{
    struct ui_machine *machine = ctx;
    const struct cl_variables *vs = variables_of(machine->opencl);
    return vs && cl_variable_known(vs, name);
}
