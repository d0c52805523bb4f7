/* What the tables of instructions make of many words, opcode by opcode: how many words are as the
 * assembler would encode their text, have a compact form, are refused by the engines, and how long
 * their texts are. That texts and words are right is for other tests (vectors, round trips); these
 * sums are in a golden file, so that no change of a table or a rule goes unseen. */
#include "tests/helpers.h"

#include "isa/gen.h"
#include "isa/message.h"
#include "isa/optypes.h"
#include "sim/refusal.h"
#include "tests/random_words.h"

enum { WORDS = 300 };

struct sums {
    unsigned canonical, bits;                           /* words; bits that differ in the others */
    unsigned compact, refused, why, branches, executed; /* why: characters */
    unsigned manual, iga, named; /* characters; named: of sends by the names of messages */
};

static unsigned characters(enum eu_gen gen, enum eu_syntax syntax, const struct eu_insn *insn)
{
    char text[EU_DIS_MAX];
    struct eu_dis_opts opts = {.gen = gen, .syntax = syntax, .words = syntax == EU_DIS_MESSAGES};
    return (unsigned)eu_dis(&opts, insn, 0x100, text);
}

static void add_word(enum eu_gen gen, const uint64_t word[2], struct sums *s)
{
    struct eu_insn insn, usual;
    uint64_t again[2], compact, differs;
    int32_t jip = 0, uip = 0;
    assert_int_equal(isa_decode(gen, (const uint8_t *)word, 16, &insn), 16);
    usual = insn;
    isa_canon(gen, &usual);
    isa_encode(gen, &usual, again);
    differs = (word[0] ^ again[0]) | (word[1] ^ again[1]);
    s->canonical += !differs;
    s->bits += (unsigned)(__builtin_popcountll(word[0] ^ again[0]) +
                          __builtin_popcountll(word[1] ^ again[1]));
    s->compact += isa_compact(gen, word, &compact);
    if (eu_refusal_of(gen, &insn).reason) {
        static const struct eu_thread t;
        struct eu_event ev;
        assert_int_equal(eu_refuse(gen, &t, &insn, &ev), EU_STOP_NOT_SIMULATED);
        s->refused++;
        s->why += (unsigned)strlen(ev.text);
    }
    s->branches += isa_branch(gen, &insn, &jip, &uip);
    s->manual += characters(gen, EU_DIS_MANUAL, &insn);
    s->iga += gen == EU_GEN7 ? 0 : characters(gen, EU_DIS_IGA, &insn);
    s->named += isa_is_send(&insn) ? characters(gen, EU_DIS_MESSAGES, &insn) : 0;
    isa_as_executed(gen, &insn);
    isa_encode(gen, &insn, again);
    s->executed += (unsigned)(__builtin_popcountll(word[0] ^ again[0]) +
                              __builtin_popcountll(word[1] ^ again[1]));
}

/* Most words are those of a plain instruction, but for a few bits. */
static struct sums sums_of(enum eu_gen gen, const struct eu_op *op)
{
    struct sums s = {0};
    struct eu_insn plain = {.op = op, .opcode = op->hw, .exec = 3};
    const struct eu_type_pair *pair = eu_op_types(gen, op->id);
    uint8_t dst = pair->dst ? (uint8_t)__builtin_ctz(pair->dst) : EU_TYPE_F;
    uint8_t src = pair->src ? (uint8_t)__builtin_ctz(pair->src) : EU_TYPE_F;
    uint64_t seed = 1, base[2];
    plain.dst = (struct eu_operand){.file = EU_FILE_GRF, .reg = 10, .type = dst, .hs = 1};
    for (unsigned i = 0; i < op->nsrc; i++)
        plain.src[i] =
            (struct eu_operand){.file = EU_FILE_GRF, .reg = (uint8_t)(12 + 2 * i), .type = src};
    isa_canon(gen, &plain);
    isa_encode(gen, &plain, base);
    for (unsigned i = 0; i < WORDS; i++) {
        uint64_t word[2] = {base[0], base[1]};
        for (unsigned flips = i % 8; flips > 0; flips--) {
            unsigned bit = (unsigned)(random_word_next(&seed) >> 20) % 121 + 7;
            word[bit / 64] ^= UINT64_C(1) << bit % 64;
        }
        if (i % 8 == 7) {
            word[0] = (random_word_next(&seed) << 7) | op->hw;
            word[1] = random_word_next(&seed);
        }
        word[0] &= ~(UINT64_C(1) << 29); /* not compact */
        add_word(gen, word, &s);
    }
    return s;
}

/* How many of a generation's descriptors mean a message, and how many characters their texts
 * have. */
struct message_sums {
    unsigned n, texts;
    unsigned long characters;
};

static void add_descriptors(enum eu_gen gen, unsigned sfid, struct message_sums *sums)
{
    char text[256];
    for (uint32_t code = 0; code < 1u << 12; code++)
        for (unsigned way = 0; way < 4; way++) {
            uint32_t desc =
                code << 8 | (way & 1 ? 255u : 3u) | (way & 2 ? 0x0a400000u : 0x04000000u);
            int row = eu_message_find(gen, sfid, desc);
            if (row < 0)
                continue;
            sums[row].n++;
            if (eu_message_text(gen, sfid, desc, 0, false, text, sizeof text)) {
                sums[row].texts++;
                sums[row].characters += strlen(text);
            }
        }
}

static void messages_are_as_the_golden_file_says(void **state)
{
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    char *text = NULL;
    size_t n;
    (void)state;
    FILE *out = open_memstream(&text, &n);
    for (unsigned g = 0; g < 4; g++) {
        struct message_sums sums[256] = {{0}};
        for (unsigned sfid = 0; sfid < 16; sfid++)
            add_descriptors(gens[g], sfid, sums);
        for (unsigned i = 0; eu_message_at(i); i++)
            if (sums[i].n)
                fprintf(out, "Gen%s %u %s: %u, named %u, characters %lu\n", eu_gen_name(gens[g]),
                        eu_message_at(i)->sfid, eu_message_at(i)->name, sums[i].n, sums[i].texts,
                        sums[i].characters);
    }
    fclose(out);
    assert_golden("tests/golden/message_sums.txt", text);
    free(text);
}

static void instructions_are_as_the_golden_file_says(void **state)
{
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    const struct eu_op *op;
    char *text = NULL;
    size_t n;
    (void)state;
    FILE *out = open_memstream(&text, &n);
    for (unsigned g = 0; g < 4; g++)
        for (unsigned i = 0; (op = eu_op_at(i)); i++) {
            if (!(op->gens & gens[g]) || eu_op_by_hw(gens[g], op->hw) != op)
                continue;
            struct sums s = sums_of(gens[g], op);
            fprintf(
                out,
                "Gen%s %s: canonical %u, other bits %u, compact %u, refused %u (%u), branches %u, "
                "executed %u, characters %u %u %u\n",
                eu_gen_name(gens[g]), op->name, s.canonical, s.bits, s.compact, s.refused, s.why,
                s.branches, s.executed, s.manual, s.iga, s.named);
        }
    fclose(out);
    assert_golden("tests/golden/sums.txt", text);
    free(text);
}

/* The text of a macro says null, whatever the number and the rest of the operand. */
static void null_of_a_macro_has_no_number(void **state)
{
    static const struct eu_operand grf = {.file = EU_FILE_GRF, .reg = 12, .type = EU_TYPE_F};
    static const struct eu_operand null = {0};
    const struct eu_op *op = eu_op_by_id(EU_GEN9, EU_OP_MATH);
    (void)state;
    for (uint8_t reg = 0; reg < 32; reg++) {
        struct eu_insn insn = {.op = op,
                               .opcode = op->hw,
                               .exec = 3,
                               .cmod = EU_MATH_INVM,
                               .align16 = true,
                               .dst = grf,
                               .src = {grf, {.reg = reg, .type = EU_TYPE_F}}};
        isa_canon(EU_GEN9, &insn);
        if ((memcmp(&insn.src[1], &null, sizeof null) == 0) != (reg < 16))
            fail_msg("architecture register 0x%02x", reg);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_of_a_macro_has_no_number),
        cmocka_unit_test(instructions_are_as_the_golden_file_says),
        cmocka_unit_test(messages_are_as_the_golden_file_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
