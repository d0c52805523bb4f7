/* Finds the frames of the private stack by following the code of prologues and epilogues. */
#include "opencl/frames.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/list.h"

enum { REGISTER = 32, POINTER = 8, RETURN = 8 }; /* RETURN: an address and a mask */
/* Stages of a function: its frame pointer is still the caller's; is its own, but the caller's is
 * only in a register; is its own; is the caller's again. */
enum stage { STAGE_BEGUN, STAGE_POINTED, STAGE_LINKED, STAGE_LEFT };
struct frame_walk {
    struct cl_frames *f;
    enum stage stage;
    uint32_t saved; /* bytes from r0 to a copy of the caller's frame pointer; CL_FRAME_OWN: none */
    bool failed;    /* no memory */
};

static void add_row(struct frame_walk *w, uint32_t from, uint32_t link)
{
    struct cl_frames *f = w->f;
    struct cl_frame_row *more = list_add(&f->rows, &f->n, sizeof *more);
    w->failed |= !more;
    if (more)
        *more = (struct cl_frame_row){from, link};
}

/* Whether the 8 bytes at @at are the first bytes of the operand. */
static bool begins_at(const struct eu_operand *o, unsigned at)
{
    return o->file == EU_FILE_GRF && !o->indirect && (unsigned)o->reg * REGISTER + o->sub == at;
}

static bool writes(const struct eu_insn *insn, unsigned at)
{
    const struct eu_operand *o = &insn->dst;
    unsigned from = o->reg * REGISTER + o->sub, step = isa_hstride(o->hs), n = isa_exec_size(insn);
    if (!insn->op->ndst || o->file != EU_FILE_GRF || o->indirect)
        return false;
    unsigned bytes = n * (step ? step : 1) * eu_types[o->type].bytes;
    if (insn->op->id == EU_OP_CALL || insn->op->id == EU_OP_CALLA)
        bytes = RETURN;
    else if (isa_is_send(insn))
        bytes = ((uint32_t)isa_descriptor(insn)->imm >> 20 & 31) * REGISTER;
    return from < at + POINTER && at < from + bytes;
}

/* The frame pointer is written: after the first write in a function it is the function's own. */
static void write_pointer(struct frame_walk *w, uint32_t next)
{
    bool own = w->stage == STAGE_BEGUN && w->saved != CL_FRAME_OWN;
    w->stage = own ? STAGE_POINTED : STAGE_LEFT;
    add_row(w, next, own ? w->saved : w->f->pointer);
}

static void walk_insn(struct frame_walk *w, const struct eu_insn *insn, uint32_t next)
{
    const unsigned pointer = w->f->pointer;
    if (insn->op->id == EU_OP_RET || isa_is_eot(insn)) {
        w->stage = STAGE_BEGUN;
        w->saved = CL_FRAME_OWN;
        add_row(w, next, pointer);
    } else if (writes(insn, pointer)) {
        write_pointer(w, next);
    } else if (insn->op->id == EU_OP_MOV && w->stage == STAGE_BEGUN &&
               begins_at(&insn->src[0], pointer) && insn->dst.file == EU_FILE_GRF) {
        w->saved = insn->dst.reg * REGISTER + insn->dst.sub;
    } else if (isa_is_send(insn) && w->stage == STAGE_POINTED) {
        w->stage = STAGE_LINKED; /* the first message stores the caller's pointer */
        add_row(w, next, CL_FRAME_OWN);
    }
}

int cl_frames_read(const struct cl_kernel *k, enum eu_gen gen, unsigned pointer,
                   struct cl_frames *f)
{
    /* the kernel itself has no caller */
    struct frame_walk w = {.f = f, .stage = STAGE_LINKED, .saved = CL_FRAME_OWN};
    *f = (struct cl_frames){.pointer = pointer};
    for (uint32_t at = 0; pointer && at < k->code.size && !w.failed;) {
        struct eu_insn insn;
        int n = isa_decode(gen, k->code.code + at, k->code.size - at, &insn);
        if (n < 0)
            break;
        at += (uint32_t)n;
        if (w.f->n || insn.op->id == EU_OP_RET || isa_is_eot(&insn))
            walk_insn(&w, &insn, at);
    }
    return w.failed ? -EU_ERR_NOMEM : 0;
}

void cl_frames_fini(struct cl_frames *f)
{
    free(f->rows);
    *f = (struct cl_frames){.rows = NULL};
}

uint32_t cl_frames_link(const struct cl_frames *f, uint32_t at)
{
    uint32_t link = CL_FRAME_OWN;
    for (size_t i = 0; i < f->n && f->rows[i].from <= at; i++)
        link = f->rows[i].link;
    return link;
}

static bool has_label(const struct eu_program *code, uint32_t at)
{
    const struct eu_label *label = eu_program_label_at(code, at);
    return label && label->addr == at;
}

int cl_functions_label(enum eu_gen gen, struct eu_program *code)
{
    int err = 0;
    for (uint32_t at = 0; at < code->size && !err;) {
        struct eu_insn insn;
        int32_t jip = 0, uip = 0;
        char name[32];
        int n = isa_decode(gen, code->code + at, code->size - at, &insn);
        if (n < 0)
            break;
        unsigned has = insn.op->id == EU_OP_CALL ? isa_branch(gen, &insn, &jip, &uip) : 0;
        int64_t to = (int64_t)at + jip;
        at += (uint32_t)n;
        if (!(has & ISA_HAS_JIP) || to < 0 || to >= code->size || has_label(code, (uint32_t)to))
            continue;
        snprintf(name, sizeof name, "function_%" PRIx64, to);
        err = eu_program_add_label(code, name, strlen(name), (uint32_t)to);
    }
    return err;
}
