/* The binary form, byte by byte: what each instruction and declaration is written as and read from,
 * and the message for each field that has no meaning. */
#include "tests/helpers.h"

#include "visa/visa.h"

#define HEAD                                                                                       \
    ".version 4.1\n.kernel \"k\"\n.decl A v_type=G type=d num_elts=32 align=GRF\n"                 \
    ".decl W v_type=G type=w num_elts=32 align=hword alias=<A, 64> attrs={Named=\"words\", "       \
    "Two=2}\n"                                                                                     \
    ".decl Q v_type=G type=q num_elts=32 align=wordx32\n.decl A0 v_type=A num_elts=4\n"            \
    ".decl P1 v_type=P num_elts=16\n.decl S0 v_type=S num_elts=2 v_name=sam\n"                     \
    ".decl T6 v_type=T num_elts=1 v_name=sur\n.input A offset=32 size=33\n.input S0 offset=0 "     \
    "size=4\n.input T6 offset=64 size=4\n"                                                         \
    ".kernel_attr SimdSize=16\n.kernel_attr Target=\"cm\"\n.kernel_attr Big=70000\n"               \
    ".kernel_attr Word=256\n.function \"main_0\"\nmain_0:\n"

/* Operands of both forms; the comments say what the numbers are. */
#define DST                                                                                        \
    "00200000000000"                                                                               \
    "0002" /* A(0,0)<1>: general, number 32, row, column, region <1> */
#define SRC                                                                                        \
    "00200000000000"                                                                               \
    "5502" /* A(0,0)<8;8,1> */
#define ONE                                                                                        \
    "0501"                                                                                         \
    "01000000"              /* 0x1:d: immediate, type, 4 bytes */
#define RAW "200000000000"  /* A.0 */
#define RAW2 "210000000401" /* W.260 */
#define NUL "000000000000"  /* %null.0 */

static const struct {
    const char *text, *hex;
} rows[] = {
    /* size: log2 of it, mask above, 8 for NM */
    {"mov (M1, 8) A(0,0)<1> A(0,0)<8;8,1>", "29 03 0000" DST SRC},
    {"mov (M5_NM, 16) A(0,0)<1> A(0,0)<8;8,1>", "29 c4 0000" DST SRC},
    {"mov (M1, 1) A(0,0)<1> A(0,0)<8;8,1>", "29 00 0000" DST SRC},
    {"mov (M1, 32) A(0,0)<1> A(0,0)<8;8,1>", "29 05 0000" DST SRC},
    {"mov (M8, 4) A(0,0)<1> A(0,0)<8;8,1>", "29 72 0000" DST SRC},
    /* predicate: number, any or all, inverse */
    {"(P1) mov (M1, 2) A(0,0)<1> A(0,0)<8;8,1>", "29 01 0100" DST SRC},
    {"(!P1) mov (M1, 2) A(0,0)<1> A(0,0)<8;8,1>", "29 01 0180" DST SRC},
    {"(P1.any) mov (M1, 2) A(0,0)<1> A(0,0)<8;8,1>", "29 01 0120" DST SRC},
    {"(!P1.all) mov (M1, 2) A(0,0)<1> A(0,0)<8;8,1>", "29 01 01c0" DST SRC},
    /* modifiers and regions */
    {"add.sat (M1, 8) A(1,2)<2> (abs)A(0,0)<0;1,0> (-)A(3,7)<1;1,0>",
     "01 03 0000 20 20000000 0102 0003 08 20000000 0000 2101 10 20000000 0307 2201"},
    {"mul (M1, 8) A(0,0)<4> (-abs)A(0,0)<4;4,1> (-)A(0,0)<16;16,1>",
     "10 03 0000 00 20000000 0000 0004 18 20000000 0000 4402 10 20000000 0000 6602"},
    {"and (M1, 8) A(0,0)<1> (~)A(0,0)<32;8,4> A(0,0)<2;2,1>",
     "20 03 0000" DST "28 20000000 0000 5704 00 20000000 0000 3302"},
    {"mov (M1, 8) A(0,0)<1> r[A0(1),-4]<2,1>:w", "29 03 0000" DST "03 0000 01 fcff 03 3002"},
    {"mov (M1, 8) r[A0(3),511]<1>:b A(0,0)<8;8,1>", "29 03 0000 03 0000 03 ff01 05 0002" SRC},
    /* immediates of each size */
    {"mov (M1, 8) A(0,0)<1> 0x1:d", "29 03 0000" DST ONE},
    {"mov (M1, 8) A(0,0)<1> 0xfe:ub", "29 03 0000" DST "0504fe000000"},
    {"mov (M1, 8) A(0,0)<1> 0x3ff8000000000000:df", "29 03 0000" DST "0506 000000000000f83f"},
    {"mov (M1, 8) A(0,0)<1> 0x123456789:uq", "29 03 0000" DST "050b 8967452301000000"},
    {"mov (M1, 8) A(0,0)<1> 0x3c00:hf", "29 03 0000" DST "050e 003c0000"},
    /* an instruction of each form */
    {"cmp.eq (M1, 8) P1 A(0,0)<8;8,1> 0x1:d", "2c 03 00 02 0100" SRC ONE},
    {"cmp.le (M1, 8) A(0,0)<1> A(0,0)<8;8,1> 0x1:d", "2c 03 05" DST SRC ONE},
    {"min (M1, 8) A(0,0)<1> A(0,0)<8;8,1> 0x1:d", "45 03 00" DST SRC ONE},
    {"max.sat (M1, 8) A(0,0)<1> A(0,0)<8;8,1> 0x1:d", "45 03 01 20 20000000 0000 0002" SRC ONE},
    {"mad (M1, 8) A(0,0)<1> A(0,0)<8;8,1> 0x1:d 0x1:d", "0c 03 0000" DST SRC ONE ONE},
    {"bfi (M1, 8) A(0,0)<1> 0x1:d 0x1:d 0x1:d A(0,0)<8;8,1>", "47 03 0000" DST ONE ONE ONE SRC},
    {"addc (M1, 8) A(0,0)<1> A(0,0)<1> 0x1:d 0x1:d", "49 03 0000" DST DST ONE ONE},
    {"setp (M1, 8) P1 0x1:d", "2b 03 02 0100" ONE},
    {"and (M1, 8) P1 P1 !P1", "20 03 0000 02 0100 02 0100 02 0180"},
    {"movs (M1_NM, 1) T6(0) 0x1:d", "2d 80 06 00 0600 00" ONE},
    {"movs (M1_NM, 1) A(0,0)<1> S0(1)", "2d 80" DST "06 01 0000 01"},
    {"addr_add (M1, 1) A0(2)<1> &A[44] 0x1:d", "28 00 01 0000 02 00 00 20000000 01 03 2101" ONE},
    {"addr_add (M1, 4) A0(0)<4> A0(0)<4> 0x1:d", "28 02 01 0000 00 02 01 0000 00 02" ONE},
    {"addr_add (M1, 1) A0(0)<1> &T6[8] 0x1:d", "28 00 01 0000 00 00 06 00 0600 08" ONE},
    {"addr_add (M1, 1) A0(0)<1> &S0[3] 0x1:d", "28 00 01 0000 00 00 06 01 0000 03" ONE},
    /* memory */
    {"gather4_scaled.RG (M1, 16) T6 0x1:d A.0 W.260", "74 04 0000 03 0000 06" ONE RAW RAW2},
    {"scatter4_scaled.RGBA (M1, 16) T6 0x1:d A.0 W.260", "75 04 0000 0f 0000 06" ONE RAW RAW2},
    {"gather_scaled.1 (M1, 16) T6 0x1:d A.0 W.260", "78 04 0000 00 00 0000 06" ONE RAW RAW2},
    {"scatter_scaled.4 (M1, 16) %slm 0x1:d A.0 W.260", "79 04 0000 00 02 0000 00" ONE RAW RAW2},
    {"oword_ld (8) T6 0x1:d W.260", "35 03 00 06" ONE RAW2},
    {"oword_ld.mod (1) %scratch 0x1:d W.260", "35 00 01 05" ONE RAW2},
    {"oword_ld_unaligned (2) T6 0x1:d W.260", "3c 01 00 06" ONE RAW2},
    {"oword_st (4) %bss 0x1:d W.260", "36 02 04" ONE RAW2},
    {"svm_block_ld (8) 0x10:uq A.0", "4e 01 03 050b 1000000000000000" RAW},
    {"svm_block_ld.unaligned (8) 0x10:uq A.0", "4e 01 0b 050b 1000000000000000" RAW},
    {"svm_block_st (1) 0x10:uq A.0", "4e 02 00 050b 1000000000000000" RAW},
    {"svm_gather.4.2 (M1, 8) A.0 W.260", "4e 03 03 0000 01 01" RAW RAW2},
    {"svm_scatter.8.4 (M1, 8) A.0 W.260", "4e 04 03 0000 02 02" RAW RAW2},
    {"svm_scatter.1.8 (M1, 8) A.0 W.260", "4e 04 03 0000 00 03" RAW RAW2},
    {"svm_atomic.add.64 (M1, 8) A.0 W.260 A.0 %null.0", "4e 05 03 0000 40" RAW RAW NUL RAW2},
    {"svm_gather4scaled.R (M1, 8) 0x10:uq A.0 W.260",
     "4e 06 03 0000 01 0000 050b 1000000000000000" RAW RAW2},
    {"svm_scatter4scaled.A (M1, 8) 0x10:uq A.0 W.260",
     "4e 07 03 0000 08 0000 050b 1000000000000000" RAW RAW2},
    {"dword_atomic.maxsint (M1, 8) T6 A.0 W.260 %null.0 A.0", "7d 0c 03 0000 06" RAW RAW2 NUL RAW},
    {"dword_atomic.cmpxchg.16 (M1, 8) T6 A.0 W.260 %null.0 A.0",
     "7d 27 03 0000 06" RAW RAW2 NUL RAW},
    {"gather4_typed.R (M1, 8) T6 A.0 A.0 %null.0 %null.0 W.260",
     "4b 03 0000 01 06" RAW RAW NUL NUL RAW2},
    {"scatter4_typed.RGBA (M1, 8) T6 A.0 A.0 %null.0 %null.0 W.260",
     "4c 03 0000 0f 06" RAW RAW NUL NUL RAW2},
    {"sample_lz.RGBA (M1, 8) 0x1:d S0 T6 W.260 A.0 A.0",
     "6d 1800 03 0000 0f" ONE "00 06" RAW2 "02" RAW RAW},
    {"sample_c_lz.R (M1, 8) 0x1:d S0 T6 W.260 A.0", "6d 1900 03 0000 01" ONE "00 06" RAW2 "01" RAW},
    {"sample_d.R (M1, 8) 0x1:d S0 T6 W.260 A.0 A.0 A.0 A.0 A.0 A.0",
     "6d 0400 03 0000 01" ONE "00 06" RAW2 "06" RAW RAW RAW RAW RAW RAW},
    {"sample.A (M1, 8) 0x1:d S0 T6 W.260", "6d 0000 03 0000 08" ONE "00 06" RAW2 "00"},
    {"fence_global", "5c 00"},
    {"fence_global.E.I.S.C.R.L1", "5c 5f"},
    {"fence_local.E", "5c 21"},
    {"fence_sw", "5c 80"},
    /* flow */
    {"goto (M1, 8) main_0", "6c 03 0000 0000"},
    {"(P1) jmp (M1, 1) L", "32 00 0100 0100"},
    {"call (M1, 8) main_0", "33 03 0000 0000"},
    {"fcall (M1, 8) %r0 2 1", "67 03 0000 0800 02 01"},
    {"fret (M1, 8)", "68 03 0000"},
    {"faddr %tsc A(0,0)<1>", "50 0700" DST},
    {"barrier", "59"},
    {"FILE \"%r0\"", "51 08000000"},
    {"LOC 4660", "52 34120000"},
    {"ret (M1, 1)", "34 00 0000"},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void must_parse(const char *path, const char *text, struct visa_routine *r)
{
    struct visa_diags diags = {0};
    if (visa_parse(path, text, r, &diags))
        fail_msg("%s: %u:%u: %s", path, diags.items[0].line, diags.items[0].col,
                 diags.items[0].text);
}

static uint8_t *encoded(const char *text, size_t *size)
{
    struct visa_routine r;
    struct visa_diags diags = {0};
    must_parse("text", text, &r);
    uint8_t *bytes = visa_encode(&r, size, &diags);
    if (!bytes)
        fail_msg("%s", diags.items[0].text);
    visa_routine_fini(&r);
    return bytes;
}

/* The text of all rows; a label is behind the last. */
static char *every_row(void)
{
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    fputs(HEAD, out);
    for (size_t i = 0; i < ROWS; i++)
        fprintf(out, "%s\n", rows[i].text);
    fputs("L:\n", out);
    fclose(out);
    return text;
}

static size_t bytes_of(const char *hex, uint8_t out[256])
{
    char digits[600];
    size_t n = 0;
    for (; *hex; hex++)
        if (*hex != ' ')
            digits[n++] = *hex;
    digits[n] = 0;
    return unhex(digits, out, 256);
}

static uint8_t *find(uint8_t *bytes, size_t size, const char *hex)
{
    uint8_t part[256];
    size_t n = bytes_of(hex, part);
    uint8_t *at = memmem(bytes, size, part, n);
    if (!at)
        fail_msg("%s is not in the file", hex);
    return at;
}

static void each_instruction_has_its_bytes(void **state)
{
    char *text = every_row();
    size_t size, at = 0;
    uint8_t want[256], *got = encoded(text, &size);
    (void)state;
    for (size_t i = 0; i < ROWS; i++)
        at += bytes_of(rows[i].hex, want);
    at = size - at - 6; /* both labels are 3 bytes */
    assert_memory_equal(got + at, "\x30\0\0", 3);
    at += 3;
    for (size_t i = 0; i < ROWS; i++) {
        size_t n = bytes_of(rows[i].hex, want);
        for (size_t k = 0; k < n; k++)
            if (got[at + k] != want[k])
                fail_msg("%s: byte %zu is %02x, not %02x", rows[i].text, k, got[at + k], want[k]);
        at += n;
    }
    assert_memory_equal(got + at, "\x31\1\0", 3);
    free(got);
    free(text);
}

static void each_instruction_is_read_from_its_bytes(void **state)
{
    char *text = every_row(), again[VISA_TEXT_MAX];
    struct visa_routine r;
    struct visa_diags diags = {0};
    size_t size;
    uint8_t *bytes = encoded(text, &size);
    (void)state;
    assert_int_equal(visa_binary("isa", bytes, size, 0, &r, &diags), 0);
    assert_int_equal(r.n_insns, ROWS);
    for (size_t i = 0; i < ROWS; i++) {
        visa_print_insn(&r, &r.insns[i], again);
        assert_string_equal(again, rows[i].text);
        assert_int_equal(r.insns[i].line, 0);
    }
    visa_routine_fini(&r);
    free(bytes);
    free(text);
}

/* The same text comes back: declarations with their attributes, inputs, what the routine has. */
static void the_head_is_read_from_its_bytes(void **state)
{
    size_t size, n;
    uint8_t *bytes = encoded(HEAD "ret (M1, 1)\n", &size);
    struct visa_routine r;
    struct visa_diags diags = {0};
    char *text;
    (void)state;
    assert_int_equal(visa_binary_routines(bytes, size), 1);
    assert_int_equal(visa_binary("isa", bytes, size, 0, &r, &diags), 0);
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    visa_print(out, &r);
    fclose(out);
    assert_memory_equal(text, HEAD, strstr(HEAD, "main_0:") - HEAD);
    assert_string_equal(strstr(text, ".function"),
                        ".function \"main_0\"\n\nmain_0:\n    ret (M1, 1)\n");
    assert_int_equal(r.labels[0].function, true);
    visa_routine_fini(&r);
    free(text);
    assert_int_equal(visa_binary("isa", bytes, size, 1, &r, &diags), -1);
    assert_string_equal(diags.items[0].text, "there is no routine 1 in the file");
    visa_routine_fini(&r);
    free(bytes);
}

/* A function's container: no kernels, and one function with the sizes of what goes in and out. */
static void a_function_goes_both_ways(void **state)
{
    size_t size;
    uint8_t want[256],
        *bytes = encoded(".version 4.1\n.global_function \"fun\"\n.kernel_attr ArgSize=3\n"
                         ".kernel_attr RetValSize=2\n    fret (M1, 8)\n",
                         &size);
    struct visa_routine r;
    struct visa_diags diags = {0};
    (void)state;
    size_t n = bytes_of("43495341 0401 0000 0000 0100 00 0300 66756e 1e000000", want);
    assert_memory_equal(bytes, want, n);
    assert_int_equal(bytes[n] | bytes[n + 1] << 8, size - 0x1e);
    /* behind the code's size and place; three attributes follow, one is the compiler's own */
    find(bytes, size, "03 02 0300");
    assert_int_equal(visa_binary_routines(bytes, size), 1);
    assert_int_equal(visa_binary("isa", bytes, size, 0, &r, &diags), 0);
    assert_true(r.function);
    assert_string_equal(r.name, "fun");
    assert_int_equal(visa_attr_value(&r.attrs, "ArgSize", 0), 3);
    assert_int_equal(visa_attr_value(&r.attrs, "RetValSize", 0), 2);
    assert_int_equal(r.n_insns, 1);
    assert_int_equal(r.insns[0].op, VISA_OP_FRET);
    visa_routine_fini(&r);
    free(bytes);
}

/* --- fields without a meaning --- */
/* One byte of the file is changed: the message, and where it says that is, from the bytes that are
 * looked for. */
static void a_field_without_a_meaning_is_named(void **state)
{
    static const struct {
        const char *hex;
        int at;
        uint8_t byte;
        const char *why;
        int said;
    } bad[] = {
        /* instructions */
        {"29 c4 0000", 0, 0x04, "no known instruction", 0},
        {"29 c4 0000", 0, 0xff, "no known instruction", 0},
        {"45 03 01 20", 2, 2, "no known instruction", 0},
        {"4e 07 03 0000 08", 1, 8, "no known instruction", 0},
        {"29 c4 0000", 1, 0xc6, "a size is not known", 2},
        {"29 c4 0000", 1, 0xc8, "a size is not known", 2},
        {"29 01 01c0", 3, 0x60, "a predicate is combined in no known way", 4},
        {"29 01 01c0", 2, 0, "a predicate is combined in no known way", 4},
        {"20 03 0000" DST "28", 13, 0x30, "an operand has no known modifier", 14},
        {"20 03 0000" DST "28", 13, 0x68, "an operand has no known modifier", 14},
        {"20 03 0000" DST "28", 13, 0x2c, "an operand is of no known class", 14},
        {"20 03 0000" DST "28", 13, 0x2f, "an operand is of no known class", 14},
        {"28 20000000 0000 5704", 1, 35, "a variable's number is too great", 5},
        {"28 20000000 0000 5704", 7, 0x58, "a region is not known", 9},
        {"28 20000000 0000 5704", 7, 0x87, "a region is not known", 9},
        {"28 20000000 0000 5704", 8, 0x08, "a region is not known", 9},
        {"03 0000 01 fcff 03 3002", 1, 1, "a variable's number is too great", 3},
        {"03 0000 01 fcff 03 3002", 6, 15, "a type is not known", 7},
        {"050e 003c0000", 1, 15, "a type is not known", 2},
        {"2b 03 02 0100", 3, 0, "an operand is no predicate", 5},
        {"2c 03 05", 2, 6, "a relation is not known", 3},
        {"06 01 0000 01", 1, 2, "a state operand is of no known class", 2},
        {"06 01 0000 01", 2, 1, "a variable's number is too great", 4},
        {"06 00 0600 00", 2, 7, "a variable's number is too great", 4},
        {"75 04 0000 0f", 4, 0, "channels are not known", 5},
        {"75 04 0000 0f", 4, 16, "channels are not known", 5},
        {"75 04 0000 0f 0000 06", 7, 7, "a variable's number is too great", 8},
        {"4e 04 03 0000 02 02", 5, 3, "a block's size is not known", 6},
        {"4e 04 03 0000 02 02", 6, 4, "a count of blocks is not known", 7},
        {"4e 02 00 050b", 2, 4, "a count of blocks is not known", 3},
        {"7d 0c 03", 1, 13, "an atomic operation is not known", 2},
        {"6d 1800 03 0000 0f" ONE "00 06", 13, 1, "a variable's number is too great", 14},
        {"06" RAW RAW RAW RAW RAW RAW, 0, 7, "there are too many operands", 37},
        {"32 00 0100 0100", 4, 2, "a label's number is too great", 6},
        {"50 0700", 2, 1, "a string's number is too great", 3},
        {"51 08000000", 3, 1, "a string's number is too great", 5},
        {"34 00 0000 310100", 5, 0, "a label is not known, or is there twice", 7},
        {"34 00 0000 310100", 5, 2, "a label is not known, or is there twice", 7},
        /* the file: head, strings, variables */
        {"43495341", 3, 0, "no vISA file: it does not begin with CISA", -1},
        {"43495341", 6, 0, "variables of the file are not known", 10},
        {"43495341", 14, 0xff, "the routine is behind the file's end", -1},
        {"6b00 256e756c6c 00", -1, 1, "there are too many strings", 0},
        {"73 2000 20000000 4000 00 02", -1, 1, "a string's number is too great", 0},
        {"73 2000 20000000 4000 00 02", 0, 0x7f, "a variable's type or alignment is not known", 1},
        {"73 2000 20000000 4000 00 02", 0, 0xa3, "a variable's type or alignment is not known", 1},
        {"73 2000 20000000 4000 00 02", 3, 35, "an alias' number is too great", 42},
        {"0100 1a000000 1000 00", 6, 33, "a predicate has at most 32 elements", 8},
        {"01 1c000000 0100 00 00", 8, 1, "variables of the video motion estimation are not known",
         9},
        {"03000000 00 20000000", 3, 1, "there are too many inputs", 4},
        {"02 06000000 4000 0400", 0, 3, "an input's variable is not there", 9},
        {"02 06000000 4000 0400", 1, 7, "an input's variable is not there", 9},
        {"02 06000000 4000 0400", 12, 1, "the code goes past the file's end", -1},
        {"02 06000000 4000 0400", 16, 1, "the code goes past the file's end", -1},
    };
    char *text = every_row(), why[100];
    size_t size;
    uint8_t *bytes = encoded(text, &size);
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct visa_routine r;
        struct visa_diags diags = {0};
        uint8_t *at = find(bytes, size, bad[i].hex), was = at[bad[i].at];
        at[bad[i].at] = bad[i].byte;
        assert_int_equal(visa_binary("isa", bytes, size, 0, &r, &diags), -1);
        at[bad[i].at] = was;
        snprintf(why, sizeof why, bad[i].said < 0 ? "%s" : "%s at byte 0x%zx", bad[i].why,
                 (size_t)(at - bytes + bad[i].said));
        assert_int_equal(diags.n, 1);
        if (strncmp(diags.items[0].text, why, strlen(why) + (bad[i].said >= 0)) != 0)
            fail_msg("byte %d of %s: %s, not %s", bad[i].at, bad[i].hex, diags.items[0].text, why);
        visa_routine_fini(&r);
    }
    free(bytes);
    free(text);
}

/* What a file may have and text may not: a predicate that is not declared, labels of one name. And
 * the path that the compiler writes itself. */
static void what_only_a_file_can_have(void **state)
{
    size_t size;
    uint8_t *bytes =
        encoded(".version 4.1\n.kernel \"k\"\n.decl P1 v_type=P num_elts=8\n"
                ".kernel_attr OutputAsmPath=\"x.asm\"\n.kernel_attr SimdSize=8\n"
                ".function \"main_0\"\nmain_0:\nL:\n(P1) goto (M1, 8) L\nM:\ngoto (M1, 8) M\n"
                "ret (M1, 8)\n",
                &size);
    struct visa_routine r;
    struct visa_diags diags = {0};
    char text[VISA_TEXT_MAX], why[60];
    (void)state;
    find(bytes, size, "05 782e61736d");
    assert_null(memmem(bytes, size, "k.asm", 5));
    uint8_t *labels = find(bytes, size, "0300 17000000 01 00 18000000 00 00 19000000 00 00");
    labels[14] = 0x18; /* both are L */
    find(bytes, size, "6c 03 0100 0100")[2] = 2;
    assert_int_equal(visa_binary("isa", bytes, size, 0, &r, &diags), 0);
    assert_int_equal(r.n_labels, 3);
    assert_string_equal(r.labels[1].name, "L");
    assert_string_equal(r.labels[2].name, "L$2");
    assert_int_equal(r.labels[2].at, 1);
    assert_int_equal(r.attrs.n, 1); /* SimdSize */
    visa_print_insn(&r, &r.insns[0], text);
    assert_string_equal(text, "(P2) goto (M1, 8) L");
    visa_print_insn(&r, &r.insns[1], text);
    assert_string_equal(text, "goto (M1, 8) L$2");
    visa_routine_fini(&r);
    /* without one of its labels in the code */
    uint8_t *code = find(bytes, size, "30 0000 31 0100"),
            *length = find(bytes, size, "0200 1a000000") - 8;
    length[0] = (uint8_t)(length[0] - 3);
    memmove(code + 3, code + 6, (size_t)(bytes + size - code - 6)); /* L */
    snprintf(why, sizeof why, "a label is nowhere at byte 0x%zx", size - 3);
    for (unsigned i = 0; i < 2; i++) {
        diags.n = 0;
        assert_int_equal(visa_binary("isa", bytes, size, 0, &r, &diags), -1);
        assert_string_equal(diags.items[0].text, why);
        visa_routine_fini(&r);
        memcpy(code, "\x31\1", 2); /* L, where main_0 was */
    }
    free(bytes);
}

static void a_file_begins_with_its_mark(void **state)
{
    (void)state;
    assert_true(visa_is_binary("CISA\4\1\0\0", 8));
    assert_false(visa_is_binary("CISA\4\1\0\0", 7));
    assert_false(visa_is_binary("CISB\4\1\0\0", 8));
    assert_int_equal(visa_binary_routines((const uint8_t *)"CISA\4\1\0\0", 7), 0);
    /* the head of the file says that there is one, which is missing */
    assert_int_equal(visa_binary_routines((const uint8_t *)"CISA\4\1\1\0", 8), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_begins_with_its_mark),
        cmocka_unit_test(each_instruction_has_its_bytes),
        cmocka_unit_test(each_instruction_is_read_from_its_bytes),
        cmocka_unit_test(the_head_is_read_from_its_bytes),
        cmocka_unit_test(a_function_goes_both_ways),
        cmocka_unit_test(a_field_without_a_meaning_is_named),
        cmocka_unit_test(what_only_a_file_can_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
