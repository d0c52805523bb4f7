/* Follows the code that computes addresses in private memory, to find the places of variables
 * there. */
#include "opencl/private.h"

#include <stdlib.h>
#include <string.h>

#include "input/list.h"

enum { REGISTER = 32, FILE_BYTES = 128 * REGISTER, ADDRESS = 8, FFTID_AT = 20, FFTID_MASK = 511 };
enum { LANES = 16, SIZE_MAX_ = 1 << 16 };

/* A known value of an element: number + thread * FFTID + base * (the beginning of private memory) +
 * frame * (the function's frame pointer). */
struct form {
    uint8_t size; /* bytes of the element that begins here; 0: not known */
    bool r0;      /* r0.5, whose low bits are the FFTID */
    int8_t base, frame;
    int32_t thread;
    int64_t number;
};
struct walk {
    const struct cl_kernel *k;
    struct form file[FILE_BYTES]; /* by byte */
    struct cl_private *p;
    unsigned pointer; /* first byte of the register with the frame pointer; 0: there is none */
    uint32_t at;      /* address of the instruction */
    bool failed;      /* no memory */
};

uint32_t cl_private_bytes(const struct cl_kernel *k)
{
    return k->private_bytes * (k->private_per_item ? k->simd : 1);
}

/* --- elements --- */
static void forget(struct walk *w, unsigned at, unsigned n)
{
    unsigned first = at < ADDRESS ? 0 : at - ADDRESS + 1;
    for (unsigned i = first; i < at + n && i < FILE_BYTES; i++)
        if (i + w->file[i].size > at)
            w->file[i].size = 0;
}

static bool immediate(const struct eu_insn *insn, const struct eu_operand *o, unsigned channel,
                      struct form *f)
{
    unsigned shift = 4 * isa_nibble(insn, channel);
    *f = (struct form){.size = ADDRESS};
    switch (o->type) {
    case EU_TYPE_V:
        f->number = (int64_t)(o->imm >> shift << 60) >> 60;
        return true;
    case EU_TYPE_UV:
        f->number = (int64_t)(o->imm >> shift & 15);
        return true;
    case EU_TYPE_W:
        f->number = (int16_t)o->imm;
        return true;
    case EU_TYPE_UW:
        f->number = (uint16_t)o->imm;
        return true;
    case EU_TYPE_D:
        f->number = (int32_t)o->imm;
        return true;
    case EU_TYPE_UD:
        f->number = (uint32_t)o->imm;
        return true;
    case EU_TYPE_Q:
    case EU_TYPE_UQ:
        f->number = (int64_t)o->imm;
        return true;
    default:
        return false;
    }
}

static bool is_number(const struct form *f)
{
    return !f->base && !f->frame && !f->thread && !f->r0;
}

static bool element(const struct walk *w, const struct eu_insn *insn, const struct eu_operand *o,
                    unsigned channel, struct form *f)
{
    unsigned size = eu_types[o->type].bytes, width = isa_width(o->w);
    if (o->file == EU_FILE_IMM)
        return immediate(insn, o, channel, f);
    if (o->file != EU_FILE_GRF || o->indirect || o->abs || o->neg || !width || o->vs > 6)
        return false;
    unsigned at =
        o->reg * REGISTER + o->sub +
        (channel / width * isa_stride(o->vs) + channel % width * isa_hstride(o->hs)) * size;
    if (w->pointer && at == w->pointer && size == ADDRESS) {
        *f = (struct form){.size = ADDRESS, .frame = 1};
        return true;
    }
    if (at >= FILE_BYTES || !w->file[at].size || w->file[at].size < size)
        return false;
    *f = w->file[at];
    /* if the value is a small number, the low part of an element is the whole */
    return f->size == size || is_number(f);
}

/* --- operations --- */
static bool operate(unsigned op, const struct form *a, const struct form *b, struct form *to)
{
    bool number = is_number(b);
    *to = *a;
    switch (op) {
    case EU_OP_MOV:
        return true;
    case EU_OP_ADD:
        to->base = (int8_t)(a->base + b->base);
        to->frame = (int8_t)(a->frame + b->frame);
        to->thread += b->thread;
        to->number = (int64_t)((uint64_t)a->number + (uint64_t)b->number);
        return !a->r0 && !b->r0 && abs(to->base) <= 1 && abs(to->frame) <= 1;
    case EU_OP_AND:
        *to = (struct form){.thread = 1};
        return a->r0 && number && b->number == FFTID_MASK;
    case EU_OP_SHL:
        if (!number || b->number < 0 || b->number > 20)
            return false;
        return operate(EU_OP_MUL, a, &(struct form){.number = INT64_C(1) << b->number}, to);
    case EU_OP_MUL:
        if (!number && is_number(a))
            return operate(op, b, a, to);
        to->thread *= (int32_t)b->number;
        to->number *= b->number;
        return number && !a->base && !a->frame && !a->r0 && llabs(b->number) < SIZE_MAX_ &&
               llabs(a->number) < SIZE_MAX_ && abs(a->thread) < SIZE_MAX_ / 2;
    default:
        return false;
    }
}

/* Computes the result of each channel; channels with an unknown result become unknown. */
static void run_channels(struct walk *w, const struct eu_insn *insn)
{
    const struct eu_operand *dst = &insn->dst;
    unsigned n = isa_exec_size(insn), size = eu_types[dst->type].bytes, step = isa_hstride(dst->hs);
    struct form results[32];
    bool plain = !insn->pred && !insn->align16 && !insn->sat && insn->op->nsrc <= 2 &&
                 insn->op->format == EU_FMT_ALU && eu_types[dst->type].kind != EU_KIND_FLOAT;
    for (unsigned c = 0; c < n; c++) {
        struct form a, b = {.size = ADDRESS};
        bool known = plain && element(w, insn, &insn->src[0], c, &a) &&
                     (insn->op->nsrc < 2 || element(w, insn, &insn->src[1], c, &b)) &&
                     operate(insn->op->id, &a, &b, &results[c]);
        results[c].size = known ? (uint8_t)size : 0;
    }
    for (unsigned c = 0; c < n; c++) {
        unsigned at = dst->reg * REGISTER + dst->sub + c * (step ? step : 1) * size;
        if (at >= FILE_BYTES)
            break;
        forget(w, at, size);
        w->file[at] = results[c];
    }
}

/* --- what is found --- */
static void add_place(struct walk *w, struct cl_private_place place)
{
    struct cl_private *p = w->p;
    struct cl_private_place *more = list_add(&p->places, &p->n, sizeof *more);
    w->failed |= !more;
    if (more)
        *more = place;
}

/* Checks whether register @reg begins addresses for all lanes, one element after another. */
static void look_at(struct walk *w, unsigned reg)
{
    const struct form *f = &w->file[reg * REGISTER];
    unsigned lanes = w->k->simd < LANES ? w->k->simd : LANES;
    int64_t size = f[ADDRESS].number - f->number;
    if ((reg * REGISTER) + lanes * ADDRESS > FILE_BYTES || size <= 0 || size >= SIZE_MAX_)
        return;
    for (unsigned i = 0; i < lanes; i++) {
        const struct form *one = &f[i * ADDRESS];
        bool frame = one->frame == 1 && !one->base && !one->thread;
        bool fixed =
            one->base == 1 && !one->frame && (uint32_t)one->thread == cl_private_bytes(w->k);
        if (one->size != ADDRESS || one->r0 || !(f->frame ? frame : fixed) ||
            one->number != f->number + (int64_t)i * size)
            return;
    }
    add_place(w, (struct cl_private_place){reg, (uint32_t)size, f->number, f->frame, w->at});
}

/* Another function's frame begins, or its caller's frame is back. */
static void forget_frame(struct walk *w)
{
    for (unsigned i = 0; i < FILE_BYTES; i++)
        if (w->file[i].frame)
            w->file[i].size = 0;
}

static bool writes_pointer(const struct walk *w, const struct eu_insn *insn)
{
    const struct eu_operand *dst = &insn->dst;
    unsigned at = dst->reg * REGISTER + dst->sub, step = isa_hstride(dst->hs);
    unsigned n = isa_exec_size(insn) * (step ? step : 1) * eu_types[dst->type].bytes;
    return at < w->pointer + ADDRESS && w->pointer < at + n;
}

static void run(struct walk *w, const struct eu_insn *insn)
{
    const struct eu_operand *dst = &insn->dst;
    uint32_t desc = (uint32_t)isa_descriptor(insn)->imm;
    if (isa_is_send(insn)) {
        bool known = isa_descriptor(insn)->file == EU_FILE_IMM;
        if (dst->file == EU_FILE_GRF)
            forget(w, dst->reg * REGISTER, (known ? desc >> 20 & 31 : 31) * REGISTER);
        return;
    }
    if (!insn->op->ndst || dst->file != EU_FILE_GRF || dst->type == EU_TYPE_NONE)
        return;
    if (dst->indirect) {
        memset(w->file, 0, sizeof w->file);
        return;
    }
    run_channels(w, insn);
    if (w->pointer && writes_pointer(w, insn))
        forget_frame(w);
    /* copies are message payloads, in registers that variables share */
    if (insn->op->id != EU_OP_ADD || (dst->type != EU_TYPE_Q && dst->type != EU_TYPE_UQ))
        return;
    unsigned lanes = w->k->simd < LANES ? w->k->simd : LANES;
    for (unsigned back = 0; back < lanes * ADDRESS / REGISTER && back <= dst->reg; back++)
        look_at(w, dst->reg - back);
}

/* Sets what is known when a thread begins. */
static void begin(struct walk *w)
{
    unsigned data = cl_data_at(w->k);
    w->file[FFTID_AT] = (struct form){.size = 4, .r0 = true};
    for (size_t i = 0; i < w->k->nentries; i++) {
        const struct cl_entry *e = &w->k->entries[i];
        if (e->value == CL_VALUE_PRIVATE_BASE && e->size == ADDRESS &&
            e->offset < FILE_BYTES - data)
            w->file[data + e->offset] = (struct form){.size = ADDRESS, .base = 1};
    }
}

int cl_private_read(const struct cl_kernel *k, enum eu_gen gen, unsigned pointer,
                    struct cl_private *p)
{
    struct walk *w = calloc(1, sizeof *w);
    *p = (struct cl_private){0};
    if (!w)
        return -EU_ERR_NOMEM;
    w->k = k;
    w->p = p;
    w->pointer = pointer;
    begin(w);
    for (uint32_t at = 0; at < k->code.size && cl_private_bytes(k) && !w->failed;) {
        struct eu_insn insn;
        int n = isa_decode(gen, k->code.code + at, k->code.size - at, &insn);
        if (n < 0)
            break;
        w->at = at;
        run(w, &insn);
        at += (uint32_t)n;
    }
    int err = w->failed ? -EU_ERR_NOMEM : 0;
    free(w);
    return err;
}

static bool is_inside(const struct cl_private_place *place, uint32_t lo, uint32_t hi)
{
    return place->at >= lo && place->at < hi;
}

/* Whether addresses point to an element of a variable: they begin inside of the variable of the
 * first lane. */
static bool is_element(const struct cl_private *p, const struct cl_private_place *place,
                       uint32_t lo, uint32_t hi)
{
    for (size_t i = 0; i < p->n; i++) {
        const struct cl_private_place *whole = &p->places[i];
        if (is_inside(whole, lo, hi) && whole->size == place->size &&
            whole->frame == place->frame && place->offset > whole->offset &&
            place->offset < whole->offset + (int64_t)whole->size)
            return true;
    }
    return false;
}

/* The lowest offset above @above of a matching place; false: there is none. */
static bool next_offset(const struct cl_private *p, const struct cl_private_sought *sought,
                        int64_t above, struct cl_private_offset *next)
{
    bool found = false;
    for (size_t i = 0; i < p->n; i++) {
        const struct cl_private_place *place = &p->places[i];
        if (place->reg == sought->reg && place->size == sought->size && place->offset > above &&
            (!found || place->offset < next->offset) && is_inside(place, sought->lo, sought->hi) &&
            !is_element(p, place, sought->lo, sought->hi)) {
            *next = (struct cl_private_offset){place->offset, place->at};
            found = true;
        }
    }
    return found;
}

size_t cl_private_offsets(const struct cl_private *p, const struct cl_private_sought *sought,
                          struct cl_private_offset *list, size_t max)
{
    struct cl_private_offset next = {INT64_MIN, 0};
    size_t n = 0;
    for (; n <= max && next_offset(p, sought, next.offset, &next); n++)
        if (n < max)
            list[n] = next;
    return n;
}

void cl_private_fini(struct cl_private *p)
{
    free(p->places);
    *p = (struct cl_private){0};
}
