/* Rules of System Routines: what each instruction keeps, writes and brings back, over every way
 * through the routine, and both sides of each rule. */
#include "tests/helpers.h"

#include "isa/check.h"

#define MOV(dst, src) "mov (1) " dst "<1>:ud " src ":ud {NoMask}\n"
#define FROM(reg) reg "<0;1,0>"
#define NOWHERE "null"
#define SKIP "(f0.0) jmpi (1) +32 {NoMask}\n" /* perhaps over the next instruction */
#define SELF "jmpi (1) +0 {NoMask}\n"         /* the end of what never returns */
#define CR(op, n, src) op " (1) cr0." n "<1>:ud cr0." n "<0;1,0>:ud " src ":ud {NoMask, Switch}\n"
#define SET_CR(n, value) "mov (1) cr0." n "<1>:ud " value ":ud {NoMask, Switch}\n"
#define ACKNOWLEDGE CR("xor", "1", "r0.4<0;1,0>")
#define SERVE ACKNOWLEDGE CR("or", "0", "r0.4<0;1,0>")
#define LEAVE CR("and", "0", "0x7fffffff")
#define BACK SERVE LEAVE "nop\n"
#define SEAT MOV("r0.4", FROM("sr0.0"))
#define STORE "send (16) null<1>:uw r0.0<8;8,1>:ud 0xa 0x060a03fd {NoMask}\n" /* r1, r2 */
#define LOAD "send (16) r1.0<1>:uw r0.0<8;8,1>:ud 0xa 0x022803fd {NoMask}\n"  /* r1, r2 */
#define STORE_4 "send (16) null<1>:uw r4.0<8;8,1>:ud 0x5 0x060a03fd {NoMask}\n"
#define LOAD_12 "send (16) r12.0<1>:uw r0.0<8;8,1>:ud 0xa 0x022803fd {NoMask}\n"
#define ASK "mov (1) r0.8<1>:uw cr0.3<0;1,0>:uw {NoMask, Switch}\n" /* into r0.4 */
#define BRANCH "if (8) +32 +32\nnop\nendif (8) +16\n"
#define JUMP "jmpi (1) r0.4<0;1,0>:d {NoMask}\n" /* somewhere */

/* What the rules of routines find: "sip-lost@40 r0.2; ...". */
static void find(enum eu_gen gen, const char *text, char *out, size_t size)
{
    struct eu_program prog = {0};
    struct eu_findings found = {0};
    size_t len = 0;
    assemble_text(gen, "test", text, &prog);
    assert_int_equal(eu_check_routine(gen, &prog, &found), 0);
    out[0] = 0;
    for (size_t i = 0; i < found.n && len < size; i++) {
        const struct eu_finding *f = &found.items[i];
        len += (size_t)snprintf(out + len, size - len, "%s%s@%x%s%s", i ? "; " : "",
                                eu_rule_info(f->rule)->name, f->addr, f->who[0] ? " " : "", f->who);
    }
    eu_findings_fini(&found);
    eu_program_fini(&prog);
}

struct row {
    enum eu_gen gen; /* 0: Ivy Bridge */
    const char *text, *found;
};

static void assert_rows(const struct row *rows, size_t n)
{
    char out[256];
    unsigned wrong = 0;
    for (size_t i = 0; i < n; i++) {
        find(rows[i].gen ? rows[i].gen : EU_GEN7, rows[i].text, out, sizeof out);
        if (strcmp(out, rows[i].found) != 0 && ++wrong)
            print_message("%s  found:    %s\n  expected: %s\n", rows[i].text, out, rows[i].found);
    }
    assert_int_equal(wrong, 0);
}
#define ASSERT_ROWS(t) assert_rows(t, sizeof(t) / sizeof *(t))

/* --- what instructions keep and write --- */

/* Appends dword @d of the GRF to a list of ranges. */
static void add_dword(char *out, size_t size, unsigned d, bool goes_on)
{
    size_t len = strlen(out);
    snprintf(out + len, size - len, "%sr%u.%u", goes_on ? "-" : len ? " " : "", d / 8, d % 8);
}

enum { DWORDS = 5 * 8 }; /* of r0 .. r4 */

/* Whether a write of dword @d behind @insn is no finding: it was kept, or found there already. */
static bool is_kept(enum eu_gen gen, const char *insn, unsigned d)
{
    char text[512], out[256];
    snprintf(text, sizeof text, "%smov (1) r%u.%u<1>:ud 1:ud {NoMask}\n" SELF, insn, d / 8, d % 8);
    find(gen, text, out, sizeof out);
    return !strstr(out, "sip-unsaved@10");
}

/* Whether @insn writes dword @d: all others of r0 .. r4 were kept. */
static bool is_written(enum eu_gen gen, const char *insn, unsigned d)
{
    char text[4096] = "", out[256];
    for (unsigned k = 0; k < DWORDS; k++)
        if (k != d) {
            size_t len = strlen(text);
            snprintf(text + len, sizeof text - len,
                     "mov (1) null<1>:ud r%u.%u<0;1,0>:ud {NoMask}\n", k / 8, k % 8);
        }
    size_t len = strlen(text);
    snprintf(text + len, sizeof text - len, "%s" SELF, insn);
    find(gen, text, out, sizeof out);
    return strstr(out, "sip-unsaved") != NULL;
}

static void instructions_keep_and_write_these_dwords(void **state)
{
    static const struct {
        enum eu_gen gen;
        const char *insn, *kept, *written; /* r0.4 is the routine's: it counts as kept */
    } t[] = {
        {EU_GEN7, "mov (8) null<1>:uw r1.0<4;2,1>:uw {NoMask}\n", "r0.4 r1.0-r1.6", ""},
        {EU_GEN7, "mov (8) null<1>:ud r1.0<8;8,1>:ud {NoMask}\n", "r0.4 r1.0-r1.7", ""},
        {EU_GEN7, "mov (16) null<1>:ud r1.0<8;8,1>:ud {NoMask}\n", "r0.4 r1.0-r2.7", ""},
        {EU_GEN7, "mov (4) null<1>:ud r1.4<8;4,2>:ud {NoMask}\n", "r0.4 r1.4-r2.2", ""},
        {EU_GEN7, "mov (2) null<1>:ud r1.3<8;8,1>:ud {NoMask}\n", "r0.4 r1.3-r1.4", ""},
        {EU_GEN7, "mov (8) null<1>:ud r1.5<0;1,0>:ud {NoMask}\n", "r0.4 r1.5", ""},
        {EU_GEN7, "mov (1) null<1>:ub r1.31<0;1,0>:ub {NoMask}\n", "r0.4 r1.7", ""},
        {EU_GEN7, "mov (1) null<1>:f -r2.1<0;1,0>:f {NoMask}\n", "r0.4 r2.1", ""},
        {EU_GEN7, "mov (8) null<1>:f r1.0<4>.xyzw:f {NoMask, Align16}\n", "r0.4 r1.0-r1.7", ""},
        {EU_GEN7, "mov (8) null<1>:ud r[a0.0]<8;8,1>:ud {NoMask}\n", "r0.4", ""},
        {EU_GEN7, "add (8) null<1>:ud r1.0<8;8,1>:ud 1:ud {NoMask}\n", "r0.4", ""},
        {EU_GEN7, STORE, "r0.4 r1.0-r2.7", ""},
        {EU_GEN7, "send (16) null<1>:uw r1.0<8;8,1>:ud 0xa 0x060203fd {NoMask}\n", "r0.4 r1.0-r3.7",
         ""},
        {EU_GEN7, LOAD, "r0.4", ""},
        {EU_GEN9, "sends (8) null<1>:ud r0.0<8;8,1>:ud r2.0<8;8,1>:ud 0x8c 0x020a01fd {NoMask}\n",
         "r0.4 r2.0-r3.7", ""},
        {EU_GEN7, "mov (8) r1.0<1>:uw 1:uw {NoMask}\n", "r0.4 r1.0-r1.3", "r1.0-r1.3"},
        {EU_GEN7, "mov (8) r1.0<2>:uw 1:uw {NoMask}\n", "r0.4 r1.0-r1.7", "r1.0-r1.7"},
        {EU_GEN7, "mov (4) r1.2<2>:ud 1:ud {NoMask}\n", "r0.4 r1.2-r2.0", "r1.2-r2.0"},
        {EU_GEN7, "mov (16) r1.0<1>:ud 1:ud {NoMask}\n", "r0.4 r1.0-r2.7", "r1.0-r2.7"},
        {EU_GEN7, "mov (8) r1.0<1>:ud r3.0<8;8,1>:ud {NoMask}\n", "r0.4 r1.0-r1.7 r3.0-r3.7",
         "r1.0-r1.7"},
        {EU_GEN7, "mov (8) r3.0<1>.xyzw:f r1.0<4>.xyzw:f {NoMask, Align16}\n",
         "r0.4 r1.0-r1.7 r3.0-r3.7", "r3.0-r3.7"},
        {EU_GEN7, "mov (8) r[a0.0]<1>:ud 1:ud {NoMask}\n", "r0.4", ""},
        {EU_GEN7, "math.sqt (8) r1.0<1>:f r2.0<8;8,1>:f {NoMask}\n", "r0.4 r1.0-r1.7", "r1.0-r1.7"},
        {EU_GEN7, "mad (8) r1.0<1>:f r2.0<4>:f r3.0<4>:f r4.0<4>:f {NoMask}\n", "r0.4 r1.0-r1.7",
         "r1.0-r1.7"},
        {EU_GEN8, "mov (1) r1.0<1>:df 1:df {NoMask}\n", "r0.4 r1.0-r1.1", "r1.0-r1.1"},
        {EU_GEN7, "wait n0.0\n", "r0.4", ""},
    };
    unsigned wrong = 0;
    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        char kept[128] = "", written[128] = "";
        for (unsigned what = 0; what < 2; what++) {
            char *out = what ? written : kept;
            unsigned first = DWORDS;
            for (unsigned d = 0; d <= DWORDS; d++) {
                bool is = d < DWORDS && (what ? is_written : is_kept)(t[i].gen, t[i].insn, d);
                if (is && first == DWORDS)
                    add_dword(out, sizeof kept, first = d, false);
                if (is || first == DWORDS)
                    continue;
                if (d - 1 > first)
                    add_dword(out, sizeof kept, d - 1, true);
                first = DWORDS;
            }
        }
        if ((strcmp(kept, t[i].kept) != 0 || strcmp(written, t[i].written) != 0) && ++wrong)
            print_message("%s  kept: %s, written: %s\n", t[i].insn, kept, written);
    }
    assert_int_equal(wrong, 0);
}

static void registers_that_are_no_grf(void **state)
{
#define ACC(dst, src) "mov (8) " dst "<1>:d " src ":d {NoMask}\n"
    static const struct row t[] = {
        {0, "cmp.z.f0.1 (8) null<1>:ud r1.0<8;8,1>:ud 1:ud {NoMask}\n" SELF, "sip-unsaved@0 f0"},
        {0, "cmp.z.f1.0 (8) null<1>:ud r1.0<8;8,1>:ud 1:ud {NoMask}\n" SELF, "sip-unsaved@0 f1"},
        {0, "add.z.f1.0 (1) r0.4<1>:ud r0.4<0;1,0>:ud 1:ud {NoMask}\n" SELF, "sip-unsaved@0 f1"},
        {0, "sel.l.f0.0 (1) r0.4<1>:ud r0.4<0;1,0>:ud 1:ud {NoMask}\n" SELF, ""},
        {0, "math.sqt (1) r0.4<1>:f r0.4<0;1,0>:f {NoMask}\n" SELF, ""},
        {0, "mov (1) f0.1<1>:uw 1:uw {NoMask}\n" SELF, "sip-unsaved@0 f0"},
        {0, "mov (1) f1.0<1>:uw 1:uw {NoMask}\n" SELF, "sip-unsaved@0 f1"},
        {0, "mov (1) a0.7<1>:uw 1:uw {NoMask}\n" SELF, "sip-unsaved@0 a0"},
        {0, ACC("acc0.0", "1") SELF, "sip-unsaved@0 acc0"},
        {0, ACC("acc1.0", "1") SELF, "sip-unsaved@0 acc1"},
        {0, "add (8) null<1>:d r1.0<8;8,1>:d 1:d {NoMask, AccWrEn}\n" SELF, "sip-unsaved@0 acc0"},
        {0,
         MOV("r0.4", FROM("f0.0")) "cmp.z.f0.0 (8) null<1>:ud r1.0<8;8,1>:ud 1:ud {NoMask}\n"
                                   "cmp.z.f1.0 (8) null<1>:ud r1.0<8;8,1>:ud 1:ud {NoMask}\n" SELF,
         "sip-unsaved@20 f1"},
        {0, MOV("r0.4", FROM("a0.0")) MOV("a0.0", "1") SELF, ""},
        {0, ACC(NOWHERE, "acc1.0<8;8,1>") ACC("acc1.0", "1") ACC("acc0.0", "1") SELF,
         "sip-unsaved@20 acc0"},
        /* acc0's upper bits are read by arithmetic only */
        {0, ACC(NOWHERE, "acc0.0<8;8,1>") ACC("acc0.0", "1") SELF, "sip-guard-bits@10 acc0"},
        {0,
         ACC(NOWHERE, "acc0.0<8;8,1>") "asr (8) null<1>:d acc0.0<8;8,1>:d 16:d {NoMask}\n" ACC(
             "acc0.0", "1") SELF,
         ""},
        {0,
         ACC(NOWHERE, "acc0.0<8;8,1>") "mach (8) null<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d "
                                       "{NoMask}\n" ACC("acc0.0", "1") SELF,
         ""},
        /* no context is lost that way: acc0 comes back by arithmetic */
        {0, ACC(NOWHERE, "acc1.0<8;8,1>") ACC("acc1.0", "1") BACK, ""},
        /* one finding names a register once */
        {0, MOV("r1.0", "1") MOV("r1.0", "2") MOV("r1.1", "2") SELF,
         "sip-unsaved@0 r1.0; sip-unsaved@20 r1.1"},
        /* registers behind r15 */
        {0, MOV("r15.7", "1") SELF, "sip-unsaved@0 r15.7"},
        {0, MOV("r16.0", "1") SELF, "sip-register@0 r16.0"},
        {0, MOV("r127.7", FROM("r0.4")) SELF, "sip-register@0 r127.7"},
        {0, "send (16) r20.0<1>:uw r0.0<8;8,1>:ud 0xa 0x022803fd {NoMask}\n" SELF, ""},
        {EU_GEN8, MOV("r16.0", "1") SELF, "sip-unsaved@0 r16.0"},
        {EU_GEN8, MOV("r127.7", "1") SELF, "sip-unsaved@0 r127.7"},
        {0, MOV("r0.4", FROM("r20.3")) MOV("r20.3", "1") BACK, "sip-register@10 r20.3"},
        {EU_GEN8, MOV("r0.4", FROM("r20.3")) MOV("r20.3", "1") BACK, "sip-lost@40 r20.3"},
    };
    (void)state;
    ASSERT_ROWS(t);
}

/* --- ways through the routine --- */

#define KEEP MOV("r0.4", FROM("r0.2"))
#define TAKE MOV("r0.2", "1")
#define GIVE MOV("r0.2", FROM("r0.4"))
#define BAD MOV("r0.5", "1")

static void ways_that_meet(void **state)
{
    static const struct row t[] = {
        /* what is so on one way is enough */
        {0, SKIP KEEP TAKE GIVE BACK, ""},
        {0, SKIP "nop\n" TAKE GIVE BACK, "sip-unsaved@20 r0.2"},
        {0, KEEP TAKE SKIP GIVE BACK, ""},
        {0, KEEP TAKE SKIP "nop\n" BACK, "sip-lost@60 r0.2"},
        {0, SKIP ACKNOWLEDGE CR("or", "0", "r0.4<0;1,0>") LEAVE "nop\n", ""},
        {0, SKIP CR("or", "0", "4") BRANCH BACK, ""},
        {0, SKIP CR("or", "0", "8") BRANCH BACK, "sip-simd-flow@20"},
        {0, SKIP CR("or", "0", "0x8000") BACK, ""},
        {0, CR("or", "0", "0x8000") SKIP "nop\n" BACK, "sip-suppress-always@50"},
        {0, CR("or", "0", "0x8000") SKIP CR("and", "0", "0xffff7fff") BACK, ""},
        /* backwards, too: the state in front of the loop is what its end brings */
        {0, KEEP TAKE "(f0.0) jmpi (1) -16 {NoMask}\n" GIVE BACK, ""},
        {0, TAKE KEEP "(f0.0) jmpi (1) -32 {NoMask}\n" GIVE BACK, ""},
        /* behind a jump that is always taken, nothing is reached */
        {0, "jmpi (1) +32 {NoMask}\n" BAD SELF, ""},
        {0, SKIP BAD SELF, "sip-unsaved@10 r0.5"},
        {0, "(f0.0) jmpi (1) +48 {NoMask}\n" SELF BAD SELF, ""},
        {0, "(f0.0) jmpi (1) +32 {NoMask}\n" SELF BAD SELF, "sip-unsaved@20 r0.5"},
        {0, "(f0.0) jmpi (1) +0x1000 {NoMask}\n" SELF BAD, ""},
        {0, "(f0.0) jmpi (1) -16 {NoMask}\n" SELF BAD, ""},
        {0, LEAVE "nop\n" BAD, "sip-status@0; sip-no-suppress@0"},
        {0, "illegal\n" BAD, ""},
        {0, CR("or", "0", "4") "if (8) +48 +32\n" SELF BAD SELF, "sip-unsaved@30 r0.5"},
        {0, CR("or", "0", "4") "if (8) +32 +48\n" SELF "illegal\n" BAD SELF, "sip-unsaved@40 r0.5"},
        /* a computed jump goes over up to four instructions, or into the jumps behind it */
        {0, JUMP "illegal\nillegal\nillegal\n" BAD SELF, "sip-unsaved@40 r0.5"},
        {0, JUMP "illegal\nillegal\nillegal\nillegal\n" BAD SELF, ""},
        {0, JUMP BAD SELF, "sip-unsaved@10 r0.5"},
        {0, JUMP "jmpi (1) +32 {NoMask}\n" SELF BAD SELF, "sip-unsaved@30 r0.5"},
        {0, JUMP "jmpi (1) +48 {NoMask}\njmpi (1) +32 {NoMask}\n" BAD SELF, ""},
        {0, JUMP SELF "jmpi (1) +32 {NoMask}\nillegal\n" BAD SELF, "sip-unsaved@40 r0.5"},
        {0, "mov (1) ip<1>:ud r0.4<0;1,0>:ud {NoMask}\nillegal\n" BAD SELF, "sip-unsaved@20 r0.5"},
        {0, "mov (1) ip<1>:ud r0.4<0;1,0>:ud {NoMask}\n" SELF "illegal\n" BAD SELF, ""},
    };
    (void)state;
    ASSERT_ROWS(t);
}

/* --- each rule, on both sides --- */

static void writes_of_cr0_that_leave(void **state)
{
#define CR_OF(op, src0, src) op " (1) cr0.0<1>:ud " src0 "<0;1,0>:ud " src ":ud {NoMask, Switch}\n"
    static const char *const leave[] = {LEAVE, CR("and", "0", "0"), CR("xor", "0", "0x80000000"),
                                        SET_CR("0", "0x7fffffff"), CR_OF("or", "null", "0")};
    static const char *const stay[] = {
        CR("and", "0", "0x80000000"),
        CR("and", "0", "r0.4<0;1,0>"),
        CR("and", "1", "0x00ffffff"),
        CR("xor", "0", "0x7fffffff"),
        SET_CR("0", "0x80000000"),
        SET_CR("0", "r0.4<0;1,0>"),
        SET_CR("2", "0"),
        CR_OF("or", "null", "0x80000000"),
        CR_OF("or", "r0.4", "0"),
        CR("add", "0", "0"),
    };
    char text[512], out[256];
    (void)state;
    for (unsigned i = 0; i < sizeof leave / sizeof *leave; i++) {
        snprintf(text, sizeof text, SERVE "%s", leave[i]);
        find(EU_GEN7, text, out, sizeof out);
        assert_string_equal(out, "sip-return-nop@20");
    }
    for (unsigned i = 0; i < sizeof stay / sizeof *stay; i++) {
        snprintf(text, sizeof text, SERVE "%s", stay[i]);
        find(EU_GEN7, text, out, sizeof out);
        assert_string_equal(out, "sip-no-return@20");
    }
}

static void rules_of_instructions(void **state)
{
    static const struct row t[] = {
        /* channels */
        {0, "mov (1) r0.4<1>:ud 1:ud\n" SELF, "sip-mask@0"},
        {0, "mov (1) null<1>:ud 1:ud\n" SELF, ""},
        {0, "mov (1) r[a0.0]<1>:ud 1:ud\n" SELF, ""},
        {0, "jmpi (1) +0\n", "sip-mask@0"},
        {0, "wait n0.0\n" SELF, ""},
        {0, "send (16) null<1>:uw r0.0<8;8,1>:ud 0x5 0x060a03fd\n" SELF, "sip-mask@0"},
        {0, "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}\n", "sip-eot@0"},
        /* flow */
        {0, BRANCH SELF, "sip-simd-flow@0"},
        {0, CR("or", "0", "r0.4<0;1,0>") BRANCH SELF, ""},
        {0, CR("and", "0", "0x80000004") BRANCH SELF, "sip-simd-flow@10"},
        {0, SET_CR("0", "0x80000004") BRANCH SELF, ""},
        {0, "endif (8) +16\n" SELF, ""},
        /* ends */
        {0, "nop\n", "sip-no-return@0"},
        {0, "nop\nillegal\n", "sip-no-return@0"},
        {0, "mov (1) ip<1>:ud r0.4<0;1,0>:ud {NoMask}\n", ""},
        {0, "(f0.0) jmpi (1) +0 {NoMask}\n", "sip-no-return@0"},
        /* exception enables */
        {0, CR("and", "1", "0x0000f800") SELF, ""},
        {0, CR("and", "1", "0x0000f000") SELF, "sip-enables@0"},
        {0, CR("and", "1", "0x00007800") SELF, "sip-enables@0"},
        {0, CR("and", "1", "r0.4<0;1,0>") SELF, ""},
        {0, SET_CR("1", "0xf800") SELF, ""},
        {0, SET_CR("1", "0") SELF, "sip-enables@0"},
        {0, CR("or", "1", "0") SELF, ""},
        {0, SET_CR("0", "0x80000000") SELF, ""},
        {0, "mov (1) cr0.2<1>:uw 0:uw {NoMask, Switch}\n" SELF, ""},
        /* suppress */
        {0, ACKNOWLEDGE LEAVE "nop\n", "sip-no-suppress@10"},
        {0, ACKNOWLEDGE CR("or", "0", "4") LEAVE "nop\n", "sip-no-suppress@20"},
        {0, ACKNOWLEDGE CR("or", "0", "0x8000") LEAVE "nop\n", "sip-suppress-always@20"},
        {0, ACKNOWLEDGE CR("or", "0", "0x8000") CR("and", "0", "0xffffffff") LEAVE "nop\n",
         "sip-suppress-always@30"},
        {0, ACKNOWLEDGE CR("or", "0", "0x8000") CR("and", "0", "r0.4<0;1,0>") LEAVE "nop\n",
         "sip-suppress-always@30"},
        {0, ACKNOWLEDGE CR("or", "0", "0x8000") CR("and", "0", "0xffff7fff") LEAVE "nop\n", ""},
        {0, ACKNOWLEDGE "(f0.0) " CR("or", "0", "0x8000") LEAVE "nop\n", ""},
        {0, ACKNOWLEDGE CR_OF("or", "null", "0x8000") "nop\n", "sip-suppress-always@10"},
        {0, ACKNOWLEDGE CR_OF("or", "null", "0") "nop\n", ""},
        {0, CR("or", "0", "r0.4<0;1,0>") LEAVE "nop\n", "sip-status@10"},
        /* where it stores */
        {0, STORE SELF, "sip-slot@0"},
        {0, STORE STORE SELF, "sip-slot@0"},
        {0, SEAT STORE SELF, ""},
        {0, MOV("r0.4", FROM("sr0.1")) STORE SELF, ""},
        {0, MOV("r0.4", FROM("sr0.2")) STORE SELF, "sip-slot@10"},
        {0, "send (16) null<1>:uw r0.0<8;8,1>:ud 0xa 0x060e03fd {NoMask}\n" SELF, ""},
        {0, "send (16) null<1>:uw r0.0<8;8,1>:ud 0x5 0x060a03fd {NoMask}\n" SELF, ""},
        {0, LOAD SELF, ""},
    };
    (void)state;
    ASSERT_ROWS(t);
}

/* A routine that looks at the requests of cr0.1 also saves and restores contexts: what it does on
 * these ways is no fault. */
static void routines_that_serve_contexts(void **state)
{
#define AND_CR1(mask)                                                                              \
    "and (1) r0.4<1>:ud cr0.1<0;1,0>:ud " mask ":ud {NoMask, Switch}\n" ACKNOWLEDGE LEAVE "nop\n"
    static const struct row t[] = {
        {0, AND_CR1("0x03000000"), ""},
        {0, AND_CR1("0x01000000"), ""},
        {0, AND_CR1("0x04000000"), "sip-no-suppress@20"},
        {0, AND_CR1("0x03000800"), "sip-no-suppress@20"},
        {0, ASK ACKNOWLEDGE LEAVE "nop\n", ""},
        {0, "mov (1) r0.8<1>:uw cr0.2<0;1,0>:uw {NoMask, Switch}\n" ACKNOWLEDGE LEAVE "nop\n",
         "sip-no-suppress@20"},
        /* a context that was saved needs nothing back; one that was loaded does */
        {0, ASK KEEP TAKE BACK, ""},
        {0, KEEP TAKE BACK, "sip-lost@40 r0.2"},
        {0, ASK KEEP TAKE LOAD BACK, "sip-lost@60 r0.2"},
        /* behind r127 there is no register; an accumulator behind acc1 is a macro's */
        {0,
         MOV("r0.4", FROM("f0.0")) MOV(
             "f0.0", "1") "send (16) r127.0<1>:uw r0.0<8;8,1>:ud 0xa 0x022803fd {NoMask}\n" BACK,
         "sip-lost@50 f0"},
        {EU_GEN9, "mov (8) mme1<1>:ud 1:ud {NoMask}\n" SELF, ""},
        {EU_GEN9, "mov (8) mme0<1>:ud 1:ud {NoMask}\n" SELF, ""},
        /* r12 and r13 come back */
        {0, MOV("r0.4", FROM("r11.0")) MOV("r11.0", "1") LOAD_12 BACK, "sip-lost@50 r11.0"},
        {0, MOV("r0.4", FROM("r12.0")) MOV("r12.0", "1") LOAD_12 BACK, ""},
        {0, MOV("r0.4", FROM("r13.0")) MOV("r13.0", "1") LOAD_12 BACK, ""},
        {0, MOV("r0.4", FROM("r14.0")) MOV("r14.0", "1") LOAD_12 BACK, "sip-lost@50 r14.0"},
        /* r5 and r6 are stored, behind the header */
        {0, STORE_4 MOV("r2.0", "1") SELF, "sip-unsaved@10 r2.0"},
        {0, STORE_4 MOV("r4.0", "1") SELF, "sip-unsaved@10 r4.0"},
        {0, STORE_4 MOV("r5.0", "1") SELF, ""},
        {0, STORE_4 MOV("r6.0", "1") SELF, ""},
        {0, STORE_4 MOV("r7.0", "1") SELF, "sip-unsaved@10 r7.0"},
        /* what reads no accumulator does not keep its upper bits */
        {0,
         ACC(NOWHERE, "acc0.0<8;8,1>") "add (8) null<1>:d r1.0<8;8,1>:d 1:d {NoMask}\n" ACC(
             "acc0.0", "1") SELF,
         "sip-guard-bits@20 acc0"},
        /* what is loaded into null gives nothing back */
        {0, KEEP TAKE "send (16) null<1>:uw r0.0<8;8,1>:ud 0xa 0x022803fd {NoMask}\n" BACK,
         "sip-lost@50 r0.2"},
        {0, KEEP TAKE "send (16) r0.0<1>:uw r0.0<8;8,1>:ud 0xa 0x022803fd {NoMask}\n" BACK, ""},
        /* before it is loaded, nothing is the application's; unless it is stored first */
        {0, ASK BAD LOAD SELF, ""},
        {0, BAD LOAD SELF, "sip-unsaved@0 r0.5"},
        {0, ASK SEAT BAD STORE LOAD SELF, "sip-unsaved@20 r0.5"},
        {0, ASK BAD SELF, "sip-unsaved@10 r0.5"},
        {0, ASK LOAD BAD SELF, "sip-unsaved@20 r0.5"},
    };
    (void)state;
    ASSERT_ROWS(t);
}

/* For each rule of System Routines: code that breaks it, beside similar code that does not. */
static void check_routine_each_rule_named_where_it_breaks(void **state)
{
    static const struct {
        const char *text;
        int rule;
        uint32_t addr;
    } t[] = {
        {BACK, -1, 0},
        {"mov (1) r0.4<1>:ud 1:ud {NoMask}\n" BACK, -1, 0},
        {"mov (1) r0.5<1>:ud 1:ud {NoMask}\n" BACK, EU_RULE_ROUTINE_UNSAVED, 0},
        {"mov (1) a0.0<1>:uw 1:uw {NoMask}\n" BACK, EU_RULE_ROUTINE_UNSAVED, 0},
        {"mov (1) r0.4<1>:ud r0.2<0;1,0>:ud {NoMask}\nmov (1) r0.2<1>:ud 1:ud {NoMask}\n"
         "mov (1) r0.2<1>:ud r0.4<0;1,0>:ud {NoMask}\n" BACK,
         -1, 0},
        {"mov (1) r0.4<1>:ud r0.2<0;1,0>:ud {NoMask}\nmov (1) r0.2<1>:ud 1:ud {NoMask}\n" BACK,
         EU_RULE_ROUTINE_LOST, 64},
        {SEAT STORE "mov (8) r1.0<1>:ud 1:ud {NoMask}\n" LOAD BACK, -1, 0},
        {SEAT STORE "mov (8) r3.0<1>:ud 1:ud {NoMask}\n" LOAD BACK, EU_RULE_ROUTINE_UNSAVED, 32},
        {STORE LOAD BACK, EU_RULE_ROUTINE_SLOT, 0},
        {SEAT STORE "mov (8) r1.0<1>:d acc0.0<8;8,1>:d {NoMask}\n"
                    "mov (8) acc0.0<1>:d r1.0<8;8,1>:d {NoMask}\n" LOAD BACK,
         EU_RULE_ROUTINE_GUARD, 48},
        {SEAT "mov (1) r16.0<1>:ud 1:ud {NoMask}\n" BACK, EU_RULE_ROUTINE_HIGH, 16},
        {"mov (1) r0.4<1>:ud 1:ud\n" BACK, EU_RULE_ROUTINE_MASK, 0},
        {"if (8) +32 +32\nnop\nendif (8) +16\n" BACK, EU_RULE_ROUTINE_FLOW, 0},
        {SERVE LEAVE, EU_RULE_ROUTINE_NOP, 32},
        {SERVE LEAVE "mov (1) r0.4<1>:ud 1:ud {NoMask}\n", EU_RULE_ROUTINE_NOP, 32},
        /* the first return is never reached */
        {"jmpi (1) +32 {NoMask}\n" LEAVE "nop\n" BACK, -1, 0},
        {"(f0.0) jmpi (1) +80 {NoMask}\n" BACK "nop\n", EU_RULE_ROUTINE_OFF_END, 80},
        {SERVE "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}\n", EU_RULE_ROUTINE_EOT,
         32},
        {"and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x00ffffff:ud {NoMask, Switch}\n" BACK, -1, 0},
        {"and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x00ff0fff:ud {NoMask, Switch}\n" BACK,
         EU_RULE_ROUTINE_ENABLES, 0},
        {"or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud r0.4<0;1,0>:ud {NoMask, Switch}\n" LEAVE "nop\n",
         EU_RULE_ROUTINE_STATUS, 16},
        {"or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x8000:ud {NoMask, Switch}\n" BACK,
         EU_RULE_ROUTINE_STICKY, 48},
        {"(f0.0) jmpi (1) +32 {NoMask}\n"
         "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x8000:ud {NoMask, Switch}\n" BACK,
         -1, 0},
        {"and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x00ffffff:ud {NoMask, Switch}\n" LEAVE "nop\n",
         EU_RULE_ROUTINE_SUPPRESS, 16},
        {"mov (1) r0.4<1>:ud cr0.1<0;1,0>:ud {NoMask}\n" BACK, EU_RULE_CR_SWITCH, 0},
    };
    bool rows_of[EU_RULE_COUNT] = {false};
    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        struct eu_program prog = {0};
        struct eu_findings found = {0};
        if (t[i].rule >= 0)
            rows_of[t[i].rule] = true;
        assemble_text(EU_GEN7, "test", t[i].text, &prog);
        assert_int_equal(eu_check(EU_GEN7, &prog, true, &found), 0);
        assert_int_equal(eu_check_routine(EU_GEN7, &prog, &found), 0);
        size_t n = 0;
        for (size_t k = 0; k < found.n; k++) {
            if (found.items[k].rule < EU_RULE_ROUTINE_UNSAVED &&
                found.items[k].rule != EU_RULE_CR_SWITCH)
                continue;
            n++;
            if ((int)found.items[k].rule != t[i].rule || found.items[k].addr != t[i].addr)
                fail_msg("row %u: %s at %u", i, eu_rule_info(found.items[k].rule)->name,
                         found.items[k].addr);
        }
        if (n != (t[i].rule >= 0))
            fail_msg("row %u: %zu findings", i, n);
        eu_findings_fini(&found);
        eu_program_fini(&prog);
    }
    for (unsigned rule = EU_RULE_ROUTINE_UNSAVED; rule < EU_RULE_COUNT; rule++)
        assert_true(rows_of[rule]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_routine_each_rule_named_where_it_breaks),
        cmocka_unit_test(instructions_keep_and_write_these_dwords),
        cmocka_unit_test(registers_that_are_no_grf),
        cmocka_unit_test(ways_that_meet),
        cmocka_unit_test(writes_of_cr0_that_leave),
        cmocka_unit_test(rules_of_instructions),
        cmocka_unit_test(routines_that_serve_contexts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
