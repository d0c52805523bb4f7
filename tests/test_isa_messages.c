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
        {EU_GEN9, "sampler_flush", 0x021ff000, 2, 0},
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

/* --- registers and channels --- */
/* What the registers of a message hold is said by its descriptor alone, whatever the size of
 * `send`. */
static void shapes_follow_the_descriptor(void **state)
{
    static const struct {
        enum eu_gen gen;
        uint8_t sfid;
        uint32_t desc;
        const char *word;
        unsigned channels, wide, bytes;
    } rows[] = {
        {EU_GEN7, 10, 0x14000 | 1 << 12, "untyped_read", 16, 0, 4},
        {EU_GEN7, 10, 0x14000 | 2 << 12, "untyped_read", 8, 0, 4},
        {EU_GEN7, 10, 0x14000, "untyped_read", 0, 0, 4},
        {EU_GEN7, 5, 0x14000 | 2 << 12, "typed_read", 8, 0, 4},
        {EU_GEN75, 12, 0x14000, "typed_read", 0, 0, 4},
        {EU_GEN7, 2, 0x02000 | 2 << 17, "sample_l", 16, 0, 4},
        {EU_GEN7, 2, 0x02000, "sample_l", 0, 0, 4},
        {EU_GEN7, 3, 4, "barrier", 0, 0, 4},
        {EU_GEN7, 5, 0x30000, "target_write", 16, 0, 4},
        {EU_GEN7, 5, 0x30000 | 1 << 8, "target_write", 0, 0, 4},
        {EU_GEN7, 5, 0x30000 | 4 << 8, "target_write", 8, 0, 4},
        {EU_GEN8, 10, 0x14000 | 1 << 8, "qword_read", 16, 0, 8},
        {EU_GEN9, 12, 0x44000 | 1 << 12, "a64_untyped_read", 16, 4, 4},
        {EU_GEN9, 12, 0x40000 | 2 << 8, "a64_scattered_read", 8, 2, 8},
        {EU_GEN9, 12, 0x48000, "a64_atomic", 8, 2, 4},
        {EU_GEN9, 12, 0x48000 | 1 << 12, "a64_atomic", 8, 2, 8},
        {EU_GEN9, 12, 0x50000, "a64_block_read", 0, 0, 4},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct eu_message_info *info =
            eu_message_info(rows[i].gen, rows[i].sfid, rows[i].desc);
        assert_non_null(info);
        assert_string_equal(info->word, rows[i].word);
        struct eu_message_shape shape = eu_message_shape(rows[i].gen, info, rows[i].desc);
        assert_int_equal(shape.channels, rows[i].channels);
        assert_int_equal(shape.wide, rows[i].wide);
        assert_int_equal(shape.bytes, rows[i].bytes);
    }
}

/* Every message that has 64-bit addresses has them in the first registers, as many as its channels
 * need; nothing divides into more channels than there are. */
static void shapes_of_all_descriptors_are_possible(void **state)
{
    const struct eu_message_info *m;
    (void)state;
    for (unsigned i = 0; (m = eu_message_at(i)); i++)
        for (uint32_t bits = 0; bits < 1 << 18; bits += 0x100) {
            uint32_t desc = (bits & ~m->mask) | m->value;
            enum eu_gen gen = (enum eu_gen)(m->gens & -m->gens);
            struct eu_message_shape shape = eu_message_shape(gen, m, desc);
            assert_true(shape.channels == 0 || shape.channels == 8 || shape.channels == 16 ||
                        shape.channels == 32);
            assert_true(shape.bytes == 4 || shape.bytes == 8);
            bool a64 = strncmp(m->word, "a64", 3) == 0;
            assert_true(!shape.wide || (a64 && shape.wide == shape.channels / 4));
        }
}

/* The second payload of a sends has its length in the extended descriptor; with another length than
 * the message's, or with other bits there, it is printed as a number. */
static void sends_is_printed_by_the_messages_name(void **state)
{
    static const struct {
        const char *text, *printed;
    } t[] = {
        {"0x4c 0x02026e00", "untyped_write bti=0 simd8 x"},
        {"0x20c 0x04025000", "untyped_write bti=0 simd16 xyzw"},
        {"0x8c 0x02026e00", "untyped_write bti=0 simd8 x exmlen=2"},
        {"0x1004c 0x02026e00", "0x1004c 0x02026e00"},
        {"a0.2 0x02026e00", "a0.2 0x02026e00"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        char text[128], want[128], got[EU_DIS_MAX];
        struct eu_dis_opts opts = {.gen = EU_GEN9, .syntax = EU_DIS_MESSAGES};
        struct eu_program prog = {0};
        struct eu_insn insn;
        static const char before[] = "sends (8) null<1>:ud r2.0:ud r10.0:ud";
        snprintf(text, sizeof text, "%s %s", before, t[i].text);
        snprintf(want, sizeof want, "%s %s", before, t[i].printed);
        assemble_text(EU_GEN9, "sends", text, &prog);
        assert_int_equal(isa_decode(EU_GEN9, prog.code, prog.size, &insn), 16);
        eu_dis(&opts, &insn, 0, got);
        assert_string_equal(got, want);
        eu_program_fini(&prog);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sends_is_printed_by_the_messages_name),
        cmocka_unit_test(random_descriptors_come_back),
        cmocka_unit_test(words_make_descriptors),
        cmocka_unit_test(errors_name_the_field),
        cmocka_unit_test(shapes_follow_the_descriptor),
        cmocka_unit_test(shapes_of_all_descriptors_are_possible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
