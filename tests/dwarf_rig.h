/* Debug information made by hand: one unit of DWARF 4, whose entries each have an abbreviation of
 * their own; and a lane whose registers and memory are known. */
#ifndef EULAB_TESTS_DWARF_RIG_H
#define EULAB_TESTS_DWARF_RIG_H

#include "tests/helpers.h"

#include "opencl/dwarf_tree.h"
#include "opencl/variables.h"

enum { UNIT_ROOM = 1 << 16, MEMORY_AT = 0x1000, MEMORY_BYTES = 0x1000, REGISTERS = 10 };
enum { LEXICAL_BLOCK = 0x0b, ENUMERATION = 0x04, MEMBER = 0x0d, MEMBER_LOCATION = 0x38 };
enum { UNSIGNED = 7, SIGNED = 5, SIGNED_CHAR = 6, UNSIGNED_CHAR = 8, BOOLEAN = 2, FLOAT = 4 };

struct unit {
    uint8_t info[UNIT_ROOM], abbrev[UNIT_ROOM], memory[MEMORY_BYTES];
    size_t n, nabbrev;
    unsigned code;
    struct eu_dwarf_units units;
    struct cl_variables *vs;
};

/* An attribute; @name 0: none. */
struct given {
    uint32_t name, form;
    uint64_t v;       /* a number, an offset */
    const void *text; /* a name; or @v bytes of an expression */
};

static inline void put_bytes(uint8_t *to, size_t *at, const void *bytes, size_t n)
{
    assert_true(*at + n <= UNIT_ROOM);
    memcpy(to + *at, bytes, n);
    *at += n;
}

static inline void put_uleb(uint8_t *to, size_t *at, uint64_t v)
{
    do {
        uint8_t byte = (uint8_t)((v & 127) | (v > 127 ? 128 : 0));
        put_bytes(to, at, &byte, 1);
        v >>= 7;
    } while (v);
}

static inline void put_value(struct unit *u, const struct given *a)
{
    switch (a->form) {
    case FORM_string:
        put_bytes(u->info, &u->n, a->text, strlen(a->text) + 1);
        break;
    case FORM_exprloc:
        put_uleb(u->info, &u->n, a->v);
        put_bytes(u->info, &u->n, a->text, a->v);
        break;
    case FORM_udata:
        put_uleb(u->info, &u->n, a->v);
        break;
    case FORM_addr:
    case FORM_data8:
        put_bytes(u->info, &u->n, &a->v, 8);
        break;
    case FORM_flag_present:
        break;
    default:
        put_bytes(u->info, &u->n, &a->v, 4);
    }
}

/* Adds an entry; returns its offset, for references. */
static inline uint32_t put_die(struct unit *u, uint32_t tag, bool children, const struct given *a,
                               size_t n)
{
    uint32_t offset = (uint32_t)u->n;
    const uint8_t has = children;
    put_uleb(u->info, &u->n, ++u->code);
    put_uleb(u->abbrev, &u->nabbrev, u->code);
    put_uleb(u->abbrev, &u->nabbrev, tag);
    put_bytes(u->abbrev, &u->nabbrev, &has, 1);
    for (size_t i = 0; i < n && a[i].name; i++) {
        put_uleb(u->abbrev, &u->nabbrev, a[i].name);
        put_uleb(u->abbrev, &u->nabbrev, a[i].form);
        put_value(u, &a[i]);
    }
    put_bytes(u->abbrev, &u->nabbrev, "\0\0", 2);
    return offset;
}
#define DIE(u, tag, children, ...)                                                                 \
    put_die(u, tag, children, (const struct given[]){__VA_ARGS__},                                 \
            sizeof((const struct given[]){__VA_ARGS__}) / sizeof(struct given))
#define NAME(t)                                                                                    \
    {                                                                                              \
        AT_name, FORM_string, 0, t                                                                 \
    }
#define TYPE(offset)                                                                               \
    {                                                                                              \
        AT_type, FORM_ref4, offset, NULL                                                           \
    }
#define BYTES(n)                                                                                   \
    {                                                                                              \
        AT_byte_size, FORM_udata, n, NULL                                                          \
    }
#define AT(bytes)                                                                                  \
    {                                                                                              \
        AT_location, FORM_exprloc, sizeof(bytes) - 1, bytes                                        \
    }
#define CODE(lo, size)                                                                             \
    {AT_low_pc, FORM_addr, lo, NULL},                                                              \
    {                                                                                              \
        AT_high_pc, FORM_data4, size, NULL                                                         \
    }
#define NUMBER(name, value)                                                                        \
    {                                                                                              \
        name, FORM_udata, value, NULL                                                              \
    }

static inline void end_children(struct unit *u)
{
    put_bytes(u->info, &u->n, "", 1);
}

/* A unit with one function, at 0x100 to 0x200, which is open. */
static inline struct unit *new_unit(void)
{
    struct unit *u = calloc(1, sizeof *u);
    assert_non_null(u);
    u->n = 11;
    (void)DIE(u, TAG_compile_unit, true, CODE(0x100, 0x100));
    return u;
}

static inline uint32_t put_base(struct unit *u, const char *name, unsigned encoding, unsigned bytes)
{
    return DIE(u, TAG_base_type, false, NAME(name), NUMBER(AT_encoding, encoding), BYTES(bytes));
}

static inline void begin_function(struct unit *u)
{
    (void)DIE(u, TAG_subprogram, true, NAME("f"), CODE(0x100, 0x100));
}

/* Closes the function and the unit. */
static inline void read_unit(struct unit *u)
{
    end_children(u);
    end_children(u);
    uint32_t length = (uint32_t)u->n - 4;
    memcpy(u->info, &length, 4);
    memcpy(u->info + 4, "\4\0\0\0\0\0\10", 7);
    put_bytes(u->abbrev, &u->nabbrev, "", 1);
    u->units.info = (struct eu_dwarf_section){u->info, u->n};
    u->units.abbrev = (struct eu_dwarf_section){u->abbrev, u->nabbrev};
    u->vs = cl_variables_new(&u->units);
    assert_non_null(u->vs);
}

static inline void free_unit(struct unit *u)
{
    cl_variables_free(u->vs);
    free(u);
}

/* Register N has 0x1000 + 0x100 * N. */
static inline bool lane_reg(void *ctx, unsigned reg, uint64_t *value)
{
    (void)ctx;
    *value = MEMORY_AT + 0x100 * reg;
    return reg < REGISTERS;
}

static inline bool lane_mem(void *ctx, uint64_t addr, void *buf, size_t n)
{
    const struct unit *u = ctx;
    if (addr < MEMORY_AT || addr >= MEMORY_AT + MEMORY_BYTES || n > MEMORY_AT + MEMORY_BYTES - addr)
        return false;
    memcpy(buf, u->memory + (addr - MEMORY_AT), n);
    return true;
}

static inline struct cl_lane lane_of(struct unit *u)
{
    return (struct cl_lane){u, lane_reg, lane_mem};
}

static inline void put_memory(struct unit *u, uint64_t address, uint64_t v, size_t n)
{
    memcpy(u->memory + (address - MEMORY_AT), &v, n);
}

/* What @path is at 0x100; "?" where there is no such. */
static inline struct cl_shown shown_of(struct unit *u, const char *path)
{
    struct cl_lane lane = lane_of(u);
    struct cl_shown s = {.text = "?"};
    if (!cl_variable_named(u->vs, 0x100, path, &lane, &s))
        snprintf(s.text, sizeof s.text, "?");
    return s;
}

#endif
