/* Decodes instructions of the binary form, complete and damaged ones. */
#include <stdlib.h>
#include <string.h>

#include "visa/binary.h"
#include "visa/decode.h"

/* --- operands --- */
static uint32_t check_id(struct visa_decoder *d, uint64_t id, enum visa_class class)
{
    if (!d->failed && id >= d->r->vars[class].n)
        visa_decode_fail(d, "a variable's number is too great");
    return (uint32_t)id;
}

static void take_predicate(struct visa_decoder *d, struct visa_opnd *o)
{
    unsigned v = (unsigned)visa_decode_take(d, 2);
    if (!v)
        return;
    o->kind = VISA_O_PREDICATE;
    o->id = v & 0xfff;
    o->combine = (enum visa_combine)(v >> 13 & 3);
    o->inverse = v >> 15;
    if (!d->failed && (o->combine > VISA_ALL || !o->id))
        visa_decode_fail(d, "a predicate is combined in no known way");
    if (!d->failed && o->id >= d->r->vars[VISA_PREDICATE].n) {
        char name[16];
        snprintf(name, sizeof name, "P%u", o->id);
        o->id = VISA_UNDECLARED;
        o->name = strdup(name);
    }
}

static void take_region(struct visa_decoder *d, struct visa_opnd *o)
{
    unsigned v = (unsigned)visa_decode_take(d, 2);
    if ((v & 15) > 7 || (v >> 4 & 15) > 7 || v >> 8 > 7) {
        visa_decode_fail(d, "a region is not known");
        return;
    }
    o->vs = visa_strides[v & 15];
    o->w = visa_strides[v >> 4 & 15];
    o->hs = visa_strides[v >> 8];
}

static void take_general_operand(struct visa_decoder *d, bool address_of, struct visa_opnd *o)
{
    o->id = check_id(d, visa_decode_take(d, 4), VISA_GENERAL);
    o->row = (int)visa_decode_take(d, 1);
    o->col = (int)visa_decode_take(d, 1);
    take_region(d, o);
    if (d->failed)
        return;
    o->type = d->r->vars[VISA_GENERAL].items[o->id].type;
    o->kind = address_of ? VISA_O_ADDRESS_OF : VISA_O_GENERAL;
    if (address_of)
        o->offset = o->row * VISA_GRF + o->col * (int)visa_types[o->type].bytes;
}

static void take_state_operand(struct visa_decoder *d, bool address_of, struct visa_opnd *o)
{
    unsigned class = (unsigned)visa_decode_take(d, 1);
    o->class = class ? VISA_SAMPLER : VISA_SURFACE;
    o->kind = address_of ? VISA_O_ADDRESS_OF : VISA_O_STATE;
    if (class > 1)
        visa_decode_fail(d, "a state operand is of no known class");
    o->id = check_id(d, visa_decode_take(d, 2), o->class);
    o->col = (int)visa_decode_take(d, 1);
    o->offset = address_of ? o->col : 0; /* in bytes, as GenX_IR takes it */
}

static void take_type(struct visa_decoder *d, struct visa_opnd *o)
{
    unsigned v = (unsigned)visa_decode_take(d, 1) & 15;
    if (v >= VISA_TYPES)
        visa_decode_fail(d, "a type is not known");
    else
        o->type = (enum visa_type)v;
}

static void take_vector(struct visa_decoder *d, bool address_of, struct visa_opnd *o)
{
    unsigned tag = (unsigned)visa_decode_take(d, 1);
    o->mod = (enum visa_modifier)(tag >> 3 & 7);
    if (tag >> 6 || o->mod > VISA_MOD_NOT) {
        visa_decode_fail(d, "an operand has no known modifier");
        return;
    }
    switch (tag & 7) {
    case VISA_B_GENERAL:
        take_general_operand(d, address_of, o);
        break;
    case VISA_B_ADDRESS:
        o->kind = VISA_O_ADDRESS;
        o->id = check_id(d, visa_decode_take(d, 2), VISA_ADDRESS);
        o->col = (int)visa_decode_take(d, 1);
        o->w = 1 << ((int)visa_decode_take(d, 1) & 15);
        break;
    case VISA_B_PREDICATE:
        take_predicate(d, o);
        if (!o->kind)
            visa_decode_fail(d, "an operand is no predicate");
        break;
    case VISA_B_INDIRECT:
        o->kind = VISA_O_INDIRECT;
        o->id = check_id(d, visa_decode_take(d, 2), VISA_ADDRESS);
        o->col = (int)visa_decode_take(d, 1);
        o->offset = (int16_t)visa_decode_take(d, 2);
        take_type(d, o);
        take_region(d, o);
        break;
    case VISA_B_IMMEDIATE:
        o->kind = VISA_O_IMMEDIATE;
        take_type(d, o);
        o->imm = visa_decode_take(d, visa_types[o->type].bytes == 8 ? 8 : 4);
        break;
    case VISA_B_STATE:
        take_state_operand(d, address_of, o);
        break;
    default:
        visa_decode_fail(d, "an operand is of no known class");
    }
}

static void take_operand(struct visa_decoder *d, char letter, struct visa_opnd *o)
{
    const char *name;
    switch (letter) {
    case 'r':
    case 'w':
        o->kind = VISA_O_RAW;
        o->id = check_id(d, visa_decode_take(d, 4), VISA_GENERAL);
        o->offset = (int)visa_decode_take(d, 2);
        o->type = d->failed ? VISA_UD : d->r->vars[VISA_GENERAL].items[o->id].type;
        break;
    case 't':
    case 'p':
        o->kind = letter == 't' ? VISA_O_SURFACE : VISA_O_SAMPLER;
        o->class = letter == 't' ? VISA_SURFACE : VISA_SAMPLER;
        o->id = check_id(d, visa_decode_take(d, 1), o->class);
        break;
    case 'l':
        o->kind = VISA_O_LABEL;
        o->id = (uint32_t)visa_decode_take(d, 2);
        if (!d->failed && o->id >= d->r->n_labels)
            visa_decode_fail(d, "a label's number is too great");
        break;
    case 'n':
        name = visa_decode_text(d, visa_decode_take(d, 2));
        o->kind = VISA_O_NAME;
        o->name = name ? strdup(name) : NULL;
        break;
    default:
        take_vector(d, letter == 'a', o);
        break;
    }
}

/* --- instructions --- */
static void take_size(struct visa_decoder *d, struct visa_insn *in)
{
    unsigned v = (unsigned)visa_decode_take(d, 1);
    in->size = (uint8_t)(1u << (v & 15 & (v & 8 ? 0 : 7)));
    in->mask = v >> 4 & 7;
    in->nomask = v >> 7;
    if (!d->failed && ((v & 15) > 5))
        visa_decode_fail(d, "a size is not known");
}

static void take_count(struct visa_decoder *d, struct visa_insn *in, bool owords)
{
    unsigned v = (unsigned)visa_decode_take(d, 1);
    in->flag |= owords && (v & 8);
    in->count = (uint8_t)(1u << (v & 7 & (owords ? 7 : 3)));
    if (!d->failed && (v & 7) > 3)
        visa_decode_fail(d, "a count of blocks is not known");
}

static void take_field(struct visa_decoder *d, struct visa_insn *in, char letter)
{
    static const uint8_t blocks[] = {1, 4, 8, 0};
    unsigned number;
    switch (letter) {
    case 'E':
        take_size(d, in);
        break;
    case 'P':
        take_predicate(d, &in->pred);
        break;
    case 'R':
        in->relation = (uint8_t)visa_decode_take(d, 1);
        if (!d->failed && !visa_relation_name(in->relation))
            visa_decode_fail(d, "a relation is not known");
        break;
    case 'K':
        in->channels = (uint8_t)visa_decode_take(d, 1);
        if (!d->failed && (!in->channels || in->channels > 15))
            visa_decode_fail(d, "channels are not known");
        break;
    case 'Z':
        visa_decode_take(d, 2);
        break;
    case 'X':
    case 'z':
        visa_decode_take(d, 1);
        break;
    case 'B':
        in->block = blocks[visa_decode_take(d, 1) & 3];
        if (!in->block)
            visa_decode_fail(d, "a block's size is not known");
        break;
    case 'N':
        take_count(d, in, false);
        break;
    case 'O':
        take_count(d, in, true);
        break;
    case 'M':
        in->flag = visa_decode_take(d, 1) & 1;
        break;
    case 'A':
        in->atomic = (uint8_t)visa_decode_take(d, 1);
        if (!d->failed && !visa_atomic_name(in->atomic & 0x1f))
            visa_decode_fail(d, "an atomic operation is not known");
        break;
    case 'F':
        in->fence = (uint8_t)visa_decode_take(d, 1);
        break;
    case 'S':
        number = (unsigned)visa_decode_take(d, 2);
        in->sample = number & 31;
        in->sample_flags = (uint8_t)(number >> 5);
        break;
    case 'G':
        in->args = (uint8_t)visa_decode_take(d, 1);
        break;
    case 'H':
        in->rets = (uint8_t)visa_decode_take(d, 1);
        break;
    case 'L':
        in->value = (uint32_t)visa_decode_take(d, 4);
        break;
    case 'f': {
        const char *name = visa_decode_text(d, visa_decode_take(d, 4));
        in->opnds[0].kind = VISA_O_NAME;
        in->opnds[0].name = name ? strdup(name) : NULL;
        break;
    }
    default:
        break;
    }
}

/* Reads an opcode, with its sub-opcode, and returns its row; -1: there is none. */
static int take_opcode(struct visa_decoder *d)
{
    unsigned code = (unsigned)visa_decode_take(d, 1);
    for (int i = 0; i < VISA_OPS && !d->failed; i++) {
        const struct visa_op *op = &visa_ops[i];
        size_t sub = d->at;
        if (op->code != code)
            continue;
        if (op->sub < 0)
            return i;
        /* the sub-opcode is after the opcode, or where X is */
        for (const char *f = op->form; strchr(op->form, 'X') && *f != 'X'; f++)
            sub += *f == 'P' ? 2 : 1;
        if (sub < d->size && d->file[sub] == op->sub) {
            d->at += !strchr(op->form, 'X');
            return i;
        }
    }
    d->at--;
    visa_decode_fail(d, "no known instruction");
    return -1;
}

unsigned visa_lost_operands(enum visa_opcode op)
{
    unsigned n = 0;
    for (const char *f = visa_ops[op].form; *f; f++)
        n += *f == 'E' || *f == 'P';
    return n;
}

/* How much of @form a damaged file has: its last parts are missing. Lists are only shorter. */
static size_t form_length(const struct visa_decoder *d, enum visa_opcode op)
{
    const char *form = visa_ops[op].form;
    size_t n = strlen(form);
    unsigned less = d->damaged && !strchr(form, 'v') ? visa_lost_operands(op) : 0;
    return n > less ? n - less : 0;
}

static unsigned take_list(struct visa_decoder *d, struct visa_insn *in, unsigned k)
{
    unsigned n = (unsigned)visa_decode_take(d, 1),
             less = d->damaged ? visa_lost_operands(in->op) : 0;
    for (n = n > less ? n - less : 0; n > 0 && k < VISA_OPNDS && !d->failed; n--)
        take_operand(d, 'r', &in->opnds[k++]);
    if (n)
        visa_decode_fail(d, "there are too many operands");
    return k;
}

static void take_insn(struct visa_decoder *d, struct visa_insn *in)
{
    int i = take_opcode(d);
    if (i < 0)
        return;
    in->op = (enum visa_opcode)i;
    const char *form = visa_ops[i].form;
    size_t n = form_length(d, in->op);
    unsigned k = 0;
    for (size_t f = 0; f < n && !d->failed; f++)
        if (form[f] == 'v')
            k = take_list(d, in, k);
        else if (visa_is_operand(form[f]) && form[f] != 'f') {
            take_operand(d, form[f], &in->opnds[visa_text_place(in->op, k)]);
            k++;
        } else
            take_field(d, in, form[f]);
    in->n = (uint8_t)k;
}

static void take_label(struct visa_decoder *d)
{
    bool function = visa_decode_take(d, 1) == VISA_B_SUBROUTINE;
    uint64_t id = visa_decode_take(d, 2);
    if (d->failed)
        return;
    if (id >= d->r->n_labels || d->r->labels[id].placed) {
        visa_decode_fail(d, "a label is not known, or is there twice");
        return;
    }
    struct visa_label *l = &d->r->labels[id];
    l->placed = true;
    l->function = function;
    l->at = (uint32_t)d->r->n_insns;
}

void visa_decode_drop(struct visa_routine *r, size_t from)
{
    for (size_t i = from; i < r->n_insns; i++) {
        free(r->insns[i].pred.name);
        for (unsigned k = 0; k < VISA_OPNDS; k++)
            free(r->insns[i].opnds[k].name);
    }
    r->n_insns = from;
}

/* Decodes all instructions up to the end of the code. What a damaged file has after its last
 * instruction is not initialised, so once a return was seen, anything invalid ends the code. */
bool visa_decode_code(struct visa_decoder *d)
{
    size_t returned = 0;
    while (d->at < d->size && !d->failed) {
        size_t at = d->at;
        if (d->file[at] == VISA_B_SUBROUTINE || d->file[at] == VISA_B_LABEL) {
            take_label(d);
            continue;
        }
        struct visa_insn *in = visa_insn_add(d->r);
        if (!in)
            return visa_decode_fail(d, "out of memory") != NULL;
        in->line = (unsigned)(at - d->code);
        take_insn(d, in);
        if (!d->failed && (in->op == VISA_OP_RET || in->op == VISA_OP_FRET))
            returned = d->r->n_insns;
    }
    if (d->failed && d->damaged && returned) {
        visa_decode_drop(d->r, returned);
        d->failed = false;
        return true;
    }
    for (size_t i = 0; i < d->r->n_labels && !d->damaged && !d->failed; i++)
        if (!d->r->labels[i].placed)
            visa_decode_fail(d, "a label is nowhere");
    return !d->failed;
}
