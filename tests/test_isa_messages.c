/* Messages by name: the text gives the descriptor, and the descriptor gives the text. */
#include "isa/message.h"
#include "isa/program.h"
#include "tests/helpers.h"

static const enum eu_gen generations[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
enum { GENS = sizeof generations / sizeof *generations, TEXT = 400 };

/* Assembles one instruction to its bytes, or gives the assembler's message. */
static bool assemble(const char *text, enum eu_gen gen, uint8_t code[16], char why[256])
{
    struct eu_asm_opts opts = {.gen = gen, .path = "row"};
    struct diags diags = {0};
    struct eu_program prog;
    int err = eu_assemble(text, strlen(text), &opts, &prog, &diags);
    snprintf(why, 256, "%s", diags.n ? diags.items[0].text : "");
    if (!err) {
        assert_int_equal(prog.size, 16);
        memcpy(code, prog.code, 16);
    }
    diags_fini(&diags);
    eu_program_fini(&prog);
    return !err;
}

static uint32_t next(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(*seed >> 32);
}

/* The descriptor as a number and the message's name must give the same bytes. */
static void expect_same(enum eu_gen gen, bool two, unsigned sfid, uint32_t desc, unsigned ex_mlen,
                        const char *name)
{
    const char *op = two                                ? "sends (8) r4.0<1>:ud r10.0:ud r20.0:ud"
                     : gen == EU_GEN9 || gen == EU_GEN8 ? "send (8) r4.0<1>:ud r10.0:ud"
                                                        : "send (8) r4.0<1>:ud r10.0<8;8,1>:ud";
    char numbers[TEXT], words[TEXT], why[256];
    uint8_t a[16], b[16];
    snprintf(numbers, sizeof numbers, "%s 0x%x 0x%08x\n", op, ex_mlen << 6 | sfid, desc);
    snprintf(words, sizeof words, "%s %s\n", op, name);
    if (!assemble(numbers, gen, a, why))
        fail_msg("%s: %s", numbers, why);
    if (!assemble(words, gen, b, why))
        fail_msg("%s: %s", words, why);
    if (memcmp(a, b, sizeof a) != 0)
        fail_msg("%s is not %s", words, numbers);
}

static void random_descriptors_come_back(void **state)
{
    (void)state;
    uint64_t seed = 1;
    unsigned said = 0;
    for (unsigned i = 0; i < 400000; i++) {
        enum eu_gen gen = generations[i % GENS];
        unsigned sfid = next(&seed) & 15;
        bool two = gen == EU_GEN9 && i & 4;
        unsigned ex_mlen = two ? next(&seed) & 15 : 0;
        uint32_t desc = next(&seed) & next(&seed) & 0x1fffffff;
        char name[TEXT];
        if (!eu_message_text(gen, sfid, desc, ex_mlen, two, name, sizeof name))
            continue;
        said++;
        expect_same(gen, two, sfid, desc, ex_mlen, name);
    }
    print_message("%u of 400000 random descriptors are said by name\n", said);
    assert_in_range(said, 40000, 400000);
}

/* The words alone must make the whole descriptor, lengths and header included. */
static void words_make_descriptors(void **state)
{
    (void)state;
    static const struct {
        enum eu_gen gen;
        const char *text;
        uint32_t desc;
        unsigned sfid, ex_mlen;
    } rows[] = {
        {EU_GEN7, "untyped_read bti=1 simd8 xyzw", 0x02416001, 10, 0},
        {EU_GEN75, "untyped_read bti=1 simd8 xyzw", 0x02406001, 12, 0},
        {EU_GEN7, "untyped_write bti=2 simd16 x", 0x08035e02, 10, 0},
        {EU_GEN9, "untyped_write bti=2 simd16 x", 0x04025e02, 12, 2},
        {EU_GEN7, "dp_dc oword_read bti=255 owords=8", 0x024804ff, 10, 0},
        {EU_GEN7, "dp_dc oword_write bti=3 owords=2", 0x040a0203, 10, 0},
        {EU_GEN7, "untyped_atomic bti=0 simd8 inc return", 0x0211b500, 10, 0},
        {EU_GEN7, "untyped_atomic bti=0 simd8 cmpwr", 0x06019e00, 10, 0},
        {EU_GEN7, "scratch read regs=2 offset=4", 0x022c1004, 10, 0},
        {EU_GEN8, "scratch write regs=8 offset=4", 0x120e3004, 10, 0},
        {EU_GEN7, "barrier", 0x02000004, 3, 0},
        {EU_GEN7, "dereference resource=1", 0x02000010, 7, 0},
        {EU_GEN9, "a64_untyped_read bti=255 simd8 x", 0x04146eff, 12, 0},
        {EU_GEN7, "sampler sample bti=1 sampler=3 simd16 mlen=5", 0x0a840301, 2, 0},
        {EU_GEN7, "dp_rc fence commit", 0x0219e000, 5, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_same(rows[i].gen, rows[i].ex_mlen > 0, rows[i].sfid, rows[i].desc, rows[i].ex_mlen,
                    rows[i].text);
}

static void errors_name_the_field(void **state)
{
    (void)state;
    static const struct {
        enum eu_gen gen;
        const char *text, *why;
    } rows[] = {
        {EU_GEN7, "untyped_raed bti=1",
         "unknown message 'untyped_raed'; did you mean 'untyped_read'?"},
        {EU_GEN7, "untyped_read bti=256 simd8", "bti 256 is not in 0..255"},
        {EU_GEN7, "untyped_read bit=1",
         "untyped_read has no field 'bit' (eulab info messages untyped_read)"},
        {EU_GEN7, "untyped_read simd9",
         "untyped_read has no field 'simd9' (eulab info messages untyped_read)"},
        {EU_GEN7, "untyped_read bti=1 bti=2", "untyped_read is said twice: bits 7:0"},
        {EU_GEN7, "dp_dc oword_read owords=3", "owords is one of 1, high, 2, 4, 8, not '3'"},
        {EU_GEN7, "oword_read owords=2",
         "oword_read is a message of dp_cc and of dp_dc: write one of them before it"},
        {EU_GEN7, "sample bti=0 simd8",
         "how much sample sends is not said by its fields: mlen= does"},
        {EU_GEN7, "barrier exmlen=1", "exmlen is of sends: a second payload"},
        {EU_GEN7, "barrier 5", "expected a field of barrier, got '5'"},
        {EU_GEN7, "untyped_read bti=0 x",
         "untyped_read needs simd4x2|simd16|simd8 (eulab info messages untyped_read)"},
        {EU_GEN7, "untyped_read",
         "untyped_read needs bti=N, simd4x2|simd16|simd8, xyzw or fewer (eulab info messages "
         "untyped_read)"},
        {EU_GEN7, "untyped_atomic bti=0 simd8",
         "untyped_atomic needs operation (eulab info messages untyped_atomic)"},
        {EU_GEN7, "scratch regs=1",
         "scratch needs read|write, offset=N (eulab info messages scratch)"},
        {EU_GEN7, "dp_cc untyped_read", "untyped_read is no message of that shared function"},
        {EU_GEN7, "a64_untyped_read simd8", "a64_untyped_read is a message of Gen8 9, not of Gen7"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[TEXT], why[256];
        uint8_t code[16];
        snprintf(text, sizeof text, "send (8) r4 r10 %s\n", rows[i].text);
        assert_false(assemble(text, rows[i].gen, code, why));
        assert_string_equal(why, rows[i].why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_descriptors_come_back),
        cmocka_unit_test(words_make_descriptors),
        cmocka_unit_test(errors_name_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
