/* Prints instructions as JSON. */
#include "isa/program.h"

#include <inttypes.h>
#include <jansson.h>

#include "isa/gen.h"

static void set_int(json_t *o, const char *key, json_int_t value)
{
    json_object_set_new(o, key, json_integer(value));
}

static void set_text(json_t *o, const char *key, const char *value)
{
    json_object_set_new(o, key, json_string(value));
}

static void set_hex(json_t *o, const char *key, int digits, uint64_t value)
{
    char text[32];

    snprintf(text, sizeof text, "0x%0*" PRIx64, digits, value);
    set_text(o, key, text);
}

static json_t *new_operand(const struct eu_operand *op)
{
    static const char *const files[] = {"arf", "grf", "reserved", "imm"};
    json_t *o = json_object();

    set_text(o, "file", files[op->file & 3]);
    set_text(o, "type", eu_types[op->type].name);
    return o;
}

static void set_register(json_t *o, enum eu_gen gen, const struct eu_operand *op)
{
    if (op->indirect) {
        set_int(o, "indirect", 1);
        set_int(o, "addr_sub", op->addr_sub);
        set_int(o, "addr_imm", op->addr_imm);
        return;
    }
    set_int(o, "reg", op->reg);
    set_int(o, "sub_bytes", op->sub);
    if (op->file == EU_FILE_ARF) {
        const char *name = isa_gen(gen)->arf[op->reg >> 4].name;
        set_text(o, "arf", name ? name : "reserved");
        set_int(o, "arf_nr", op->reg & 15);
    }
}

static json_t *json_dst(enum eu_gen gen, const struct eu_insn *insn)
{
    json_t *o = new_operand(&insn->dst);
    bool three = insn->op->format == EU_FMT_3SRC;

    if (!three)
        set_int(o, "hstride", isa_hstride(insn->dst.hs));
    if (three || insn->align16)
        set_int(o, "wrmask", insn->dst.chan_en);
    set_register(o, gen, &insn->dst);
    return o;
}

static void set_swizzle(json_t *o, unsigned swizzle)
{
    char text[5] = {"xyzw"[swizzle & 3], "xyzw"[swizzle >> 2 & 3], "xyzw"[swizzle >> 4 & 3],
                    "xyzw"[swizzle >> 6 & 3], 0};

    set_text(o, "swizzle", text);
}

static json_t *json_src(enum eu_gen gen, const struct eu_insn *insn, const struct eu_operand *op)
{
    json_t *o = new_operand(op);

    if (op->file == EU_FILE_IMM) {
        set_hex(o, "imm",
                insn->op->format == EU_FMT_IMM64 || eu_types[op->type].bytes == 8 ? 16 : 8,
                op->imm);
        return o;
    }
    set_int(o, "neg", op->neg);
    set_int(o, "abs", op->abs);
    if (insn->op->format == EU_FMT_3SRC) {
        set_int(o, "rep", op->rep);
        set_swizzle(o, op->swizzle);
    } else if (op->vs == EU_VS_VXH) {
        set_text(o, "vstride", "vxh");
    } else {
        set_int(o, "vstride", isa_stride(op->vs));
    }
    if (insn->op->format != EU_FMT_3SRC && insn->align16) {
        set_swizzle(o, op->swizzle);
    } else if (insn->op->format != EU_FMT_3SRC) {
        set_int(o, "width", isa_width(op->w));
        set_int(o, "hstride", isa_hstride(op->hs));
    }
    set_register(o, gen, op);
    return o;
}

static void set_src(json_t *o, const char *key, enum eu_gen gen, const struct eu_insn *insn,
                    unsigned i)
{
    json_object_set_new(o, key, json_src(gen, insn, &insn->src[i]));
}

static void json_control(json_t *o, const struct eu_insn *insn)
{
    const char *pred = isa_pred_name(insn->pred, insn->align16);

    set_int(o, "compact", insn->size == 8);
    set_text(o, "op", insn->op->name);
    set_int(o, "opnum", insn->opcode);
    set_int(o, "align", insn->align16 ? 16 : 1);
    set_int(o, "nomask", insn->nomask);
    set_int(o, "noddclr", insn->noddclr);
    set_int(o, "noddchk", insn->noddchk);
    set_int(o, "qtr", insn->qtr);
    set_int(o, "thread", insn->thread_ctrl);
    set_int(o, "exec", isa_exec_size(insn));
    set_int(o, "accwr", insn->acc_wr);
    set_text(o, "pred", insn->pred == 1 ? "norm" : pred ? pred : "reserved");
    set_int(o, "predinv", insn->pred_inv);
    set_int(o, "debug", insn->debug);
    set_int(o, "sat", insn->sat);
    set_int(o, "nib", insn->nib);
}

static void json_function(json_t *o, enum eu_gen gen, const struct eu_insn *insn)
{
    char text[16];
    const char *name;

    switch (insn->op->format) {
    case EU_FMT_MATH:
        name = isa_math_name(gen, insn->cmod);
        set_text(o, "mathfn", name ? name : "reserved");
        break;
    case EU_FMT_SEND:
    case EU_FMT_SENDS:
        name = isa_sfid_name(gen, insn->cmod);
        snprintf(text, sizeof text, "sfid%u", insn->cmod);
        set_text(o, "sfid", name ? name : text);
        set_int(o, "sfid_nr", insn->cmod);
        break;
    default:
        name = isa_cmod_name(insn->cmod);
        set_text(o, "cmod", name ? name : "reserved");
    }
    snprintf(text, sizeof text, "f%u.%u", insn->flag_reg, insn->flag_sub);
    set_text(o, "flag", text);
}

static void json_message(json_t *o, enum eu_gen gen, const struct eu_insn *insn)
{
    const struct eu_operand *op = isa_descriptor(insn);
    uint32_t desc = (uint32_t)op->imm;

    json_object_set_new(o, "dst", json_dst(gen, insn));
    set_src(o, "src0", gen, insn, 0);
    set_int(o, "eot", desc >> 31);
    if (insn->op->format == EU_FMT_SENDS)
        set_src(o, "src1", gen, insn, 1);
    if (insn->ex_indirect)
        set_int(o, "exdesc_sub", insn->ex_sub);
    else if (isa_gen(gen)->extended_send)
        set_hex(o, "exdesc", 8, insn->ex_desc);
    if (op->file != EU_FILE_IMM) {
        set_text(o, "desc", "a0");
        if (op == &insn->src[1])
            set_src(o, "src1", gen, insn, 1);
        return;
    }
    set_hex(o, "desc", 8, desc);
    set_int(o, "mlen", desc >> 25 & 15);
    set_int(o, "rlen", desc >> 20 & 31);
    set_int(o, "hdr", desc >> 19 & 1);
    set_hex(o, "fctl", 5, desc & 0x7ffff);
}

/* Adds the offsets as they are encoded, in the units of the instruction. */
static void json_offsets(json_t *o, enum eu_gen gen, const struct eu_insn *insn)
{
    const struct isa_gen *g = isa_gen(gen);
    bool call = insn->op->format == EU_FMT_CALL;
    bool src0 = insn->op->format == EU_FMT_BRANCH && insn->src[0].file == EU_FILE_IMM;
    uint64_t imm = insn->src[src0 ? 0 : 1].imm;
    struct isa_step jip = {1, call ? g->call.bits : g->jip.bits};

    set_int(o, "jip", isa_step_bytes(jip, (uint32_t)imm));
    if (insn->op->format == EU_FMT_JIP_UIP || insn->op->id == EU_OP_ELSE ||
        insn->op->id == EU_OP_BRC)
        set_int(o, "uip", isa_step_bytes(jip, (uint32_t)(imm >> jip.bits)));
}

static void json_operands(json_t *o, enum eu_gen gen, const struct eu_insn *insn)
{
    int32_t jip, uip;
    bool branch = isa_branch(gen, insn, &jip, &uip);
    bool jmpi = insn->op->format == EU_FMT_JMPI, call = insn->op->format == EU_FMT_CALL;
    bool ret = insn->op->format == EU_FMT_RET;

    if (isa_is_send(insn)) {
        json_message(o, gen, insn);
        return;
    }
    if (insn->op->ndst || ret)
        json_object_set_new(o, "dst", json_dst(gen, insn));
    if (insn->op->nsrc && !jmpi && !(branch && !call))
        set_src(o, "src0", gen, insn, 0);
    if (jmpi || ret || insn->op->nsrc > 1 || (call && !branch))
        set_src(o, "src1", gen, insn, 1);
    if (insn->op->nsrc > 2)
        set_src(o, "src2", gen, insn, 2);
    if (branch)
        json_offsets(o, gen, insn);
}

static json_t *json_insn(enum eu_gen gen, const struct eu_insn *insn, const uint8_t *bytes,
                         uint32_t addr)
{
    struct eu_dis_opts opts = {.gen = gen};
    char text[EU_DIS_MAX], hex[33];
    json_t *o = json_object();

    for (unsigned i = 0; i < insn->size; i++)
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    set_int(o, "addr", addr);
    set_text(o, "hex", hex);
    json_control(o, insn);
    if (insn->op->format == EU_FMT_NONE) {
        snprintf(hex, sizeof hex, "%016" PRIx64 "%016" PRIx64, insn->word[1], insn->word[0]);
        set_text(o, "raw", hex);
    } else {
        json_function(o, gen, insn);
        json_operands(o, gen, insn);
    }
    eu_dis(&opts, insn, addr, text);
    set_text(o, "text", text);
    return o;
}

int eu_dis_json(FILE *out, const struct eu_program *prog, enum eu_gen gen)
{
    struct eu_insn insn;
    int n;

    for (uint32_t addr = 0; addr < prog->size; addr += (uint32_t)n) {
        n = isa_decode(gen, prog->code + addr, prog->size - addr, &insn);
        if (n < 0)
            return n;
        json_t *o = json_insn(gen, &insn, prog->code + addr, addr);
        int failed = json_dumpf(o, out, JSON_COMPACT);
        json_decref(o);
        if (failed || fputc('\n', out) == EOF)
            return -EU_ERR_IO;
    }
    return 0;
}
