/* Reads a kernel's variables for a lane of an EU machine. */
#include "eu/cli/variables.h"

#include <string.h>

#include "eu/spaces.h"
#include "exception/exception.h"

/* A register of opencl/location.h: gdb's numbers are in the order of the core registers, but its
 * debug information has those of DWARF. */
static bool read_register(void *ctx, unsigned reg, uint64_t *value)
{
    static const enum machine_role roles[] = {MACHINE_ROLE_NONE,  MACHINE_ROLE_SCRATCH,
                                              MACHINE_ROLE_LOCAL, MACHINE_ROLE_FRAME,
                                              MACHINE_ROLE_INDEX, MACHINE_ROLE_REGISTERS};
    const struct ui_lane_at *at = ctx;
    const struct machine_reg *r;
    *value = 0;
    if (reg >= sizeof roles / sizeof *roles || roles[reg] == MACHINE_ROLE_NONE)
        return false;
    for (unsigned i = 0; (r = at->m->ops->reg(at->m, i)); i++)
        if (r->role == roles[reg])
            return !at->m->ops->reg_read(at->m, at->thread, at->lane, r, value);
    return false;
}

static bool read_memory(void *ctx, uint64_t addr, void *buf, size_t n)
{
    const struct ui_lane_at *at = ctx;
    uint64_t place = machine_mem_place(at->m, at->thread, addr);
    return !at->m->ops->mem_read(at->m, place, buf, n);
}

bool ui_variable(const struct cl_variables *vs, const struct ui_lane_at *at, unsigned i,
                 const char *name, struct machine_variable *v)
{
    struct ui_lane_at here = *at;
    const struct cl_lane from = {&here, read_register, read_memory};
    struct cl_shown s;
    if (!vs || !(name ? cl_variable_named(vs, at->past, name, &from, &s)
                      : cl_variable_nth(vs, at->past, i, &from, &s)))
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

uint64_t ui_frame(const struct cl_frames *f, const struct eu_thread *t, uint32_t start)
{
    uint32_t ip = exc_in_routine(t) ? t->cr[2] : t->ip;
    uint32_t link = cl_frames_link(f, ip - start);
    uint64_t frame;
    if (link != CL_FRAME_OWN)
        return eu_space_reg(t->id, link / EU_GRF_BYTES) + link % EU_GRF_BYTES;
    memcpy(&frame, (const uint8_t *)t->grf + f->pointer, sizeof frame);
    return frame;
}
