/* vISA, the language that Intel's compiler writes before it assigns registers: its tables, a
 * routine in memory, text and binary forms. Sources: vISA specification (documentation of IGC
 * 1.0.12504), chapters 2 to 6; text forms as GenX_IR reads them. */
#ifndef VISA_VISA_H
#define VISA_VISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { VISA_GRF = 32, VISA_LANES = 32, VISA_OPNDS = 10, VISA_TEXT_MAX = 512 };
enum { VISA_USER_VARIABLE = 32, VISA_USER_SURFACE = 6, VISA_USER_PREDICATE = 1 };

enum visa_type {
#define TYPE(id, code, ...) VISA_##id = (code),
#include "visa/types.def"
#undef TYPE
    VISA_TYPES
};
enum visa_kind { VISA_KIND_U, VISA_KIND_S, VISA_KIND_F };
struct visa_type_info {
    const char *name;
    unsigned bytes;
    enum visa_kind kind;
};
extern const struct visa_type_info visa_types[VISA_TYPES];
int visa_type_by_name(const char *name, size_t len); /* -1: none */

enum visa_opcode {
#define OP(id, ...) VISA_OP_##id,
#include "visa/opcodes.def"
#undef OP
    VISA_OPS
};
enum visa_flag {
    VISA_LOGIC = 1, /* takes ~ instead of - and abs */
    VISA_SAT = 2,   /* may have .sat */
    VISA_PLAIN = 4, /* takes no modifier */
    VISA_FLOW = 8,
    VISA_MEM = 16,
    VISA_NOSIZE = 32 /* text has no size and mask */
};
struct visa_op {
    const char *name;
    uint8_t code;
    int sub; /* -1: none */
    const char *form;
    unsigned flags;
    const char *meaning;
};
extern const struct visa_op visa_ops[VISA_OPS];

enum visa_rule {
#define RULE(id, ...) VISA_RULE_##id,
#include "visa/rules.def"
#undef RULE
    VISA_RULES
};
struct visa_rule_info {
    const char *name, *text;
};
extern const struct visa_rule_info visa_rules[VISA_RULES];

enum visa_predefined {
#define PREDEFINED(id, ...) VISA_PRE_##id,
#include "visa/predefined.def"
#undef PREDEFINED
    VISA_PREDEFINED
};
enum { VISA_T_SLM = 0, VISA_T_BSS = 4, VISA_T_SCRATCH = 5 };

/* Words by their number; NULL past the last. */
const char *visa_atomic_name(unsigned code);
const char *visa_relation_name(unsigned code);
const char *visa_align_name(unsigned code, unsigned *bytes);
enum { VISA_EQ, VISA_NE, VISA_GT, VISA_GE, VISA_LT, VISA_LE };
enum {
    VISA_FENCE_SW = 0x80,
    VISA_FENCE_LOCAL = 0x20,
};

/* What the binary form has for name="text" or name=number after a declaration or a routine. */
struct visa_attr {
    char *name, *text; /* text: of a string, otherwise NULL */
    uint32_t value;
    uint8_t size; /* in the binary form */
};
struct visa_attrs {
    struct visa_attr *items;
    size_t n;
};

enum visa_class {
    VISA_GENERAL,
    VISA_ADDRESS,
    VISA_PREDICATE,
    VISA_SAMPLER,
    VISA_SURFACE,
    VISA_CLASSES
};
struct visa_var {
    char *name;  /* in text */
    char *other; /* v_name=: the name in the binary form; NULL: the same */
    enum visa_class class;
    enum visa_type type; /* for a general variable */
    uint32_t n;          /* number of elements */
    uint8_t align;
    bool aliased, predefined;
    uint32_t alias, alias_offset; /* a general variable's number; offset in bytes */
    struct visa_attrs attrs;
    unsigned line;
    /* set by visa_layout(): */
    /* the variable that has the bytes; the position of this one in it */
    uint32_t root, offset;
    uint32_t bytes; /* size of this one */
};
struct visa_vars {
    struct visa_var *items;
    size_t n, cap;
};
struct visa_input {
    uint8_t class; /* 0 general, 1 sampler, 2 surface */
    uint32_t id;
    int16_t offset; /* in bytes from r0.0 */
    uint16_t size;
};
struct visa_label {
    char *name; /* in text */
    bool function;
    bool placed;
    uint32_t at;        /* index of the instruction that follows it */
    unsigned line, col; /* until it is placed: of its first use; col is 0 then */
};

enum visa_operand {
    VISA_NONE,
    VISA_O_GENERAL,
    VISA_O_ADDRESS,
    VISA_O_PREDICATE,
    VISA_O_INDIRECT,
    VISA_O_IMMEDIATE,
    VISA_O_STATE,
    VISA_O_ADDRESS_OF, /* address of a general variable or a state */
    VISA_O_RAW,
    VISA_O_SURFACE,
    VISA_O_SAMPLER,
    VISA_O_LABEL,
    VISA_O_NAME
};
enum visa_modifier {
    VISA_MOD_NONE,
    VISA_MOD_ABS,
    VISA_MOD_NEG,
    VISA_MOD_NEGABS,
    VISA_MOD_SAT,
    VISA_MOD_NOT
};
enum visa_combine { VISA_SEQUENTIAL, VISA_ANY, VISA_ALL };
enum { VISA_NULL_STRIDE = -1 };
enum { VISA_UNDECLARED = UINT32_MAX };
/* An operand. Regions count in elements; VISA_NULL_STRIDE if the text leaves one out. */
struct visa_opnd {
    enum visa_operand kind;
    enum visa_modifier mod;
    enum visa_type type;
    enum visa_class class; /* for a state operand */
    uint32_t id;   /* number in its class; VISA_UNDECLARED: a predicate that is not declared */
    int row, col;  /* for general variables; the element of an address or state is col */
    int offset;    /* in bytes: indirect, raw, address of */
    int vs, w, hs; /* an address only has w */
    enum visa_combine combine;
    bool inverse;
    uint64_t imm;
    char *name; /* owned: a symbol, or an undeclared name */
};
struct visa_insn {
    enum visa_opcode op;
    uint8_t size; /* number of channels */
    uint8_t mask; /* 0 .. 7: M1 .. M8 */
    bool nomask;
    struct visa_opnd pred; /* kind VISA_NONE: there is none */
    uint8_t relation, channels, atomic, fence, args, rets, sample, sample_flags;
    uint8_t block; /* bytes of a block */
    uint8_t count; /* number of blocks, OWords */
    bool flag;     /* modified; unaligned */
    uint8_t n;     /* number of operands, in text order */
    struct visa_opnd opnds[VISA_OPNDS];
    unsigned line;  /* line of the text, from 1 */
    uint32_t value; /* of LOC */
};
struct visa_routine {
    char *path; /* for messages */
    uint8_t major, minor;
    char *name;
    bool function; /* .global_function */
    struct visa_vars vars[VISA_CLASSES];
    struct visa_input *inputs;
    size_t n_inputs;
    struct visa_attrs attrs;
    struct visa_label *labels;
    size_t n_labels;
    struct visa_insn *insns;
    size_t n_insns;
    char **callees; /* names of .funcdecl */
    size_t n_callees;
};
/* visa_attr_value - the value of a routine's attribute; @other if there is none. */
uint32_t visa_attr_value(const struct visa_attrs *attrs, const char *name, uint32_t other);

struct visa_diag {
    unsigned line, col; /* from 1; 0: none */
    char text[192];
};
enum { VISA_DIAGS = 64 };
struct visa_diags {
    struct visa_diag items[VISA_DIAGS];
    size_t n, lost; /* lost: messages for which there was no room */
};
void visa_diag(struct visa_diags *d, unsigned line, unsigned col, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* visa_parse - parses one routine from @text, terminated. Returns 0, or -1: errors are in @diags,
 * or memory ran out. Call visa_routine_fini() in any case. */
int visa_parse(const char *path, const char *text, struct visa_routine *r,
               struct visa_diags *diags);
void visa_routine_fini(struct visa_routine *r);
/* visa_routine_begin - makes an empty routine with the predefined variables. Returns false if
 * memory runs out. */
bool visa_routine_begin(struct visa_routine *r, const char *path);
/* visa_layout - finds the bytes of each variable, by its aliases. Returns false if an alias leads
 * nowhere or in a circle; then @diags has the error. */
bool visa_layout(struct visa_routine *r, struct visa_diags *diags);
struct visa_var *visa_var_add(struct visa_routine *r, enum visa_class class, const char *name,
                              size_t len);
/* The number of a name in its class, or VISA_UNDECLARED. */
uint32_t visa_var_find(const struct visa_routine *r, enum visa_class class, const char *name,
                       size_t len);
struct visa_insn *visa_insn_add(struct visa_routine *r);
struct visa_label *visa_label_add(struct visa_routine *r, const char *name, size_t len);
bool visa_attr_add(struct visa_attrs *attrs, const char *name, size_t len, const char *text,
                   size_t text_len, uint32_t value);

/* visa_print - prints the whole text. visa_print_insn - writes one instruction, without blanks
 * around it. */
void visa_print(FILE *out, const struct visa_routine *r);
void visa_print_insn(const struct visa_routine *r, const struct visa_insn *in,
                     char text[VISA_TEXT_MAX]);
/* visa_print_operand - writes an operand as visa_print_insn() does. */
int visa_print_operand(const struct visa_routine *r, const struct visa_insn *in,
                       const struct visa_opnd *o, bool dst, char *text, size_t n);

/* visa_check - calls @found for each broken rule. Returns how many there are. */
typedef void visa_found(void *ctx, const struct visa_insn *in, enum visa_rule rule,
                        const char *text);
unsigned visa_check(const struct visa_routine *r, visa_found *found, void *ctx);

/* --- binary --- */
/* visa_binary - reads the @index-th routine of a file. Returns 0; -1: errors are in @diags, or
 * memory ran out; 1: the file is damaged in the way of GenX_IR 1.0.12504. Then @r has those parts
 * of its instructions that exist, and the line of each is its offset in the code. Call
 * visa_routine_fini() in any case.
 * visa_lost_operands - how many operands, its last ones, an instruction has lost in such a file. */
int visa_binary(const char *path, const uint8_t *bytes, size_t size, unsigned index,
                struct visa_routine *r, struct visa_diags *diags);
unsigned visa_lost_operands(enum visa_opcode op);
bool visa_is_binary(const void *bytes, size_t size);
/* How many routines a file has; 0: it is not a vISA file. */
unsigned visa_binary_routines(const uint8_t *bytes, size_t size);
/* visa_encode - makes a file of one routine; the caller frees it. NULL: @diags has the error, or
 * memory ran out. */
uint8_t *visa_encode(const struct visa_routine *r, size_t *size, struct visa_diags *diags);

/* Converts an operand's position in the binary form to that in text. */
static inline unsigned visa_text_place(enum visa_opcode op, unsigned i)
{
    /* svm_atomic: address, source, source, destination; in text, the destination is second */
    static const uint8_t swap[] = {0, 2, 3, 1};
    return op == VISA_OP_SVM_ATOMIC && i < 4 ? swap[i] : i;
}
/* Whether a letter of a form stands for an operand. */
static inline bool visa_is_operand(char letter)
{
    return letter >= 'a' && letter != 'z' && letter != 'v' && letter != 'f' && letter != 'y';
}

#endif
