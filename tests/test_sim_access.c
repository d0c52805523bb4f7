/* Compares what an instruction is said to read and write with what it does, for any word on noise:
 * nothing else may change, and nothing else may influence what it writes. */
#include "tests/helpers.h"

#include "isa/program.h"
#include "sim/access.h"
#include "sim/refusal.h"
#include "sim/snapshot.h"
#include "tests/random_words.h"

enum { WORDS = 30000, REG_BYTES = EU_GRF_COUNT * EU_GRF_BYTES };

/* Flags for each byte of the registers. The GRF is one area, which begins with r0. */
struct map {
    uint8_t reg[REG_BYTES];
    uint8_t arf[EU_REG_COUNT][32];
};

static void note_access(void *ctx, enum eu_watch_access access, unsigned reg, unsigned at,
                        unsigned n, int channel)
{
    struct map *map = ctx;
    assert_true(n > 0);
    assert_in_range(channel + 1, 0, EU_CHANNELS);
    if (reg == EU_REG_GRF0)
        assert_true(at + n <= REG_BYTES);
    else
        assert_true(reg > EU_REG_GRF_LAST && at + n <= eu_reg_info(reg)->bytes);
    uint8_t *p = reg == EU_REG_GRF0 ? map->reg : map->arf[reg];
    for (unsigned i = 0; i < n; i++)
        p[at + i] |= (uint8_t)access;
}

/* Registers that only instructions change. */
static const unsigned watched[] = {EU_REG_A0,  EU_REG_ACC0, EU_REG_ACC1, EU_REG_F0,  EU_REG_F1,
                                   EU_REG_SR0, EU_REG_CR0,  EU_REG_N0,   EU_REG_TDR0};
enum { WATCHED = sizeof watched / sizeof *watched };

struct state {
    uint8_t grf[REG_BYTES];
    uint8_t arf[WATCHED][32];
    uint32_t ip;
};

static void copy_state(struct eu *eu, struct state *s)
{
    memset(s, 0, sizeof *s);
    memcpy(s->grf, eu->threads[0].grf, sizeof s->grf);
    for (size_t i = 0; i < WATCHED; i++)
        assert_int_equal(eu_reg_read(eu, &eu->threads[0], watched[i], s->arf[i]), 0);
    s->ip = eu->threads[0].ip;
}

/* Changes everything that is said to be neither read nor written. */
static void disturb(struct eu *eu, const struct map *map)
{
    struct eu_thread *t = &eu->threads[0];
    uint8_t *grf = &t->grf[0][0], none[2 * 32] = {0};
    for (unsigned i = 0; i < REG_BYTES; i++)
        if (!map->reg[i])
            grf[i] ^= 0x5a;
    for (unsigned i = 0; i < 8; i++)
        if (!map->arf[EU_REG_A0][2 * i] && !map->arf[EU_REG_A0][2 * i + 1])
            t->a0[i] ^= 0x15a;
    for (unsigned i = 0; i < 8; i++)
        if (!map->arf[EU_REG_F0 + i / 4][i % 4])
            t->f[i / 4] ^= 0x5au << i % 4 * 8;
    if (memcmp(map->arf[EU_REG_ACC0], none, sizeof none) == 0)
        for (unsigned i = 0; i < EU_ACC_LANES; i++)
            t->acc[0][i] ^= 0x5a5a, t->acc[1][i] ^= 0x5a5a;
}

static void print_word(const struct eu_insn *insn, const char *what)
{
    char text[EU_DIS_MAX];
    struct eu_dis_opts opts = {.gen = EU_GEN7};
    eu_dis(&opts, insn, RANDOM_WORD_ADDR, text);
    print_message("%s: %016llx %016llx %s\n", what, (unsigned long long)insn->word[0],
                  (unsigned long long)insn->word[1], text);
}

/* Whether only bytes that are said to be written differ. */
static bool kept(const struct state *a, const struct state *b, const struct map *map,
                 const struct eu_insn *insn)
{
    for (unsigned i = 0; i < REG_BYTES; i++)
        if (a->grf[i] != b->grf[i] && !(map->reg[i] & EU_WATCH_WRITE)) {
            print_message("r%u byte %u: ", i / 32, i % 32);
            print_word(insn, "written");
            return false;
        }
    for (unsigned r = 0; r < WATCHED; r++)
        for (unsigned i = 0; i < 32; i++)
            if (a->arf[r][i] != b->arf[r][i] && !(map->arf[watched[r]][i] & EU_WATCH_WRITE) &&
                /* a barrier changes n0 */
                !(watched[r] == EU_REG_N0 && insn->op->format == EU_FMT_SEND)) {
                print_message("%s byte %u: ", eu_reg_info(watched[r])->name, i);
                print_word(insn, "written");
                return false;
            }
    return true;
}

/* Whether everything that is said to be written is the same in both. */
static bool equal(const struct state *a, const struct state *b, const struct map *map,
                  const struct eu_insn *insn)
{
    bool same = a->ip == b->ip;
    for (unsigned i = 0; i < REG_BYTES; i++)
        same &= !(map->reg[i] & EU_WATCH_WRITE) || a->grf[i] == b->grf[i];
    for (unsigned r = 0; r < WATCHED; r++)
        for (unsigned i = 0; i < 32; i++)
            same &= !(map->arf[watched[r]][i] & EU_WATCH_WRITE) || a->arf[r][i] == b->arf[r][i];
    for (unsigned i = 0; i < REG_BYTES; i++)
        if (map->reg[i] & EU_WATCH_WRITE && a->grf[i] != b->grf[i])
            print_message("r%u byte %u %02x %02x, ", i / 32, i % 32, a->grf[i], b->grf[i]);
    if (!same)
        print_word(insn, "depends on more");
    return same;
}

/* Returns whether the word was an instruction that did something. */
static bool one_word(struct eu *eu, const uint8_t *word, uint64_t *seed, unsigned *wrong)
{
    struct map map = {0};
    struct state before, after, other;
    struct eu_event ev;
    struct eu_insn insn;
    random_word_ready(eu, word, seed);
    for (unsigned i = 2; i < 8; i++) /* these registers hold 12 bits */
        eu->threads[0].a0[i] &= 0xfff;
    (void)isa_decode(eu->gen, word, RANDOM_WORD_BYTES, &insn);
    isa_as_executed(eu->gen, &insn);
    struct eu_snapshot *snap = eu_snapshot_take(eu);
    assert_non_null(snap);
    eu_ref_accesses(eu, &eu->threads[0], &insn, note_access, &map);
    copy_state(eu, &before);
    eu_run(eu, 1, &ev);
    copy_state(eu, &after);
    bool done = eu->threads[0].insts == 1;
    if (done) {
        *wrong += !kept(&before, &after, &map, &insn);
        assert_int_equal(eu_snapshot_restore(eu, snap), 0);
        disturb(eu, &map);
        eu_run(eu, 1, &ev);
        copy_state(eu, &other);
        *wrong += !equal(&after, &other, &map, &insn);
    }
    eu_snapshot_free(snap);
    return done;
}

static unsigned pick(uint64_t *seed, unsigned n)
{
    return (unsigned)(random_word_next(seed) >> 20) % n;
}

static void make_operand(uint64_t *seed, const struct eu_insn *insn, struct eu_operand *op,
                         unsigned type, bool imm)
{
    static const uint8_t arfs[] = {0x00, 0x10, 0x20, 0x20, 0x21, 0x30, 0x31, 0x70, 0x80, 0x90};
    bool dst = op == &insn->dst, three = insn->op->format == EU_FMT_3SRC;
    op->type = (uint8_t)type;
    op->file = EU_FILE_GRF;
    op->reg &= 127;
    op->sub = (uint8_t)(op->sub / eu_types[type].bytes * eu_types[type].bytes);
    op->w = (uint8_t)pick(seed, 5);
    op->vs = (uint8_t)pick(seed, 7);
    if (op->indirect && !dst && !insn->align16 && pick(seed, 3) == 0)
        op->vs = EU_VS_VXH;
    op->hs = (uint8_t)(dst ? 1 + pick(seed, 3) : pick(seed, 4));
    if (three)
        op->indirect = false;
    else if (imm && pick(seed, 5) == 0)
        op->file = EU_FILE_IMM;
    else if (!op->indirect && pick(seed, 4) == 0) {
        op->file = EU_FILE_ARF;
        op->reg = arfs[pick(seed, sizeof arfs)];
    }
}

/* Makes a word with any opcode and sensible operands. */
static void make_word(enum eu_gen gen, uint64_t *seed, uint8_t word[RANDOM_WORD_BYTES])
{
    static const uint8_t types[] = {EU_TYPE_UD, EU_TYPE_D, EU_TYPE_UW, EU_TYPE_W,
                                    EU_TYPE_UB, EU_TYPE_B, EU_TYPE_F,  EU_TYPE_DF};
    static const uint8_t threes[] = {EU_TYPE_F, EU_TYPE_F, EU_TYPE_D, EU_TYPE_UD};
    uint64_t w[2] = {random_word_next(seed), random_word_next(seed)};
    struct eu_insn insn;
    unsigned n = 0;
    while (eu_op_at(n))
        n++;
    const struct eu_op *op = eu_op_at(pick(seed, n));
    w[0] = (w[0] & ~UINT64_C(0x7f)) | op->hw;
    (void)isa_decode(gen, (const uint8_t *)w, sizeof w, &insn);
    insn.size = 16;
    insn.exec = (uint8_t)pick(seed, 5);
    insn.pred = (uint8_t)(pick(seed, 2) ? 0 : pick(seed, 8));
    insn.cmod = (uint8_t)(op->format == EU_FMT_MATH ? 1 + pick(seed, 13) : pick(seed, 7));
    insn.align16 &= (op->flags & EU_OPF_ALIGN16) != 0;
    insn.noddclr = insn.debug = false;
    bool three = op->format == EU_FMT_3SRC;
    unsigned type = three ? threes[pick(seed, sizeof threes)] : types[pick(seed, sizeof types)];
    make_operand(seed, &insn, &insn.dst, type, false);
    for (unsigned i = 0; i < 3; i++) {
        bool mixed = !three && type != EU_TYPE_DF && pick(seed, 4) == 0;
        make_operand(seed, &insn, &insn.src[i], mixed ? types[pick(seed, 6)] : type,
                     i + 1u == op->nsrc);
    }
    isa_encode(gen, &insn, w);
    memcpy(word, w, sizeof w);
}

static void eu_ref_accesses_are_all_that_an_instruction_does(void **state)
{
    (void)state;
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75};
    for (size_t g = 0; g < 2; g++) {
        uint64_t seed = 0x2545f4914f6cdd1d + g;
        unsigned done = 0, wrong = 0;
        struct eu *eu = random_word_machine(gens[g]);
        assert_non_null(eu);
        for (unsigned i = 0; i < WORDS && wrong < 10; i++) {
            uint8_t word[RANDOM_WORD_BYTES];
            make_word(gens[g], &seed, word);
            done += one_word(eu, word, &seed, &wrong);
        }
        eu_free(eu);
        print_message("%u of %u words were instructions\n", done, WORDS);
        assert_int_equal(wrong, 0);
        assert_true(done > WORDS / 20);
    }
}

static void count_access(void *ctx, enum eu_watch_access access, unsigned reg, unsigned at,
                         unsigned n, int channel)
{
    (void)access, (void)reg, (void)at, (void)n, (void)channel;
    ++*(unsigned *)ctx;
}

/* Words that are no instructions are asked, too, because a watchpoint looks at every place of the
 * code. */
static void eu_ref_accesses_of_what_is_refused_are_none(void **state)
{
    (void)state;
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    for (size_t g = 0; g < sizeof gens / sizeof *gens; g++) {
        uint64_t seed = 7 + g;
        unsigned refused = 0, reserved = 0;
        struct eu *eu = random_word_machine(gens[g]);
        assert_non_null(eu);
        for (unsigned i = 0; i < WORDS; i++) {
            uint8_t word[RANDOM_WORD_BYTES];
            struct eu_insn insn;
            unsigned accesses = 0;
            make_word(gens[g], &seed, word);
            (void)isa_decode(gens[g], word, sizeof word, &insn);
            insn.pred = (uint8_t)pick(&seed, 16);
            eu_ref_accesses(eu, &eu->threads[0], &insn, count_access, &accesses);
            eu_ref_operands(eu, &eu->threads[0], &insn, count_access, &accesses);
            if (eu_refusal_of(gens[g], &insn).reason) {
                assert_int_equal(accesses, 0);
                refused++;
                reserved += insn.pred > 13;
            }
        }
        eu_free(eu);
        assert_true(refused > WORDS / 20 && reserved > WORDS / 20);
    }
}

/* --- not more than that --- */

struct told {
    char text[1024];
};

/* Pieces that follow one another are one. */
static void write_access(void *ctx, enum eu_watch_access access, unsigned reg, unsigned at,
                         unsigned n, int channel)
{
    struct told *told = ctx;
    char *end = told->text + strlen(told->text), *last = strrchr(told->text, ' ');
    char kind = access == EU_WATCH_READ ? 'R' : 'W';
    char name[16], piece[64];
    unsigned from = at, first, bytes;
    (void)channel;
    if (reg == EU_REG_GRF0)
        snprintf(name, sizeof name, "r%u", at / 32), from = at % 32;
    else
        snprintf(name, sizeof name, "%s", eu_reg_info(reg)->name);
    if (last && last[1] == kind && strncmp(last + 2, name, strlen(name)) == 0 &&
        sscanf(last + 2 + strlen(name), ".%u:%u", &first, &bytes) == 2 && first + bytes == from) {
        end = last;
        n += bytes;
        from = first;
    }
    snprintf(piece, sizeof piece, " %c%s.%u:%u", kind, name, from, n);
    if (last && strcmp(last, piece) == 0)
        return;
    snprintf(end, (size_t)(told->text + sizeof told->text - end), "%s", piece);
}

static void tell_accesses(enum eu_gen gen, const char *text, bool operands, struct told *told)
{
    struct eu_program prog = {0};
    struct diags diags = {0};
    struct eu_asm_opts opts = {.gen = gen, .path = "text"};
    struct eu_insn insn;
    struct eu *eu = eu_new(gen, 1);
    assert_non_null(eu);
    assert_int_equal(eu_assemble(text, strlen(text), &opts, &prog, &diags), 0);
    assert_int_equal(eu_load_code(eu, 0, prog.code, prog.size), 0);
    eu_thread_start(eu, 0, 0, 0x0f0f, 0);
    for (unsigned i = 0; i < 8; i++)
        eu->threads[0].a0[i] = (uint16_t)(0x200 + 64 * i);
    (void)isa_decode(gen, prog.code, prog.size, &insn);
    isa_as_executed(gen, &insn);
    told->text[0] = '\0';
    (operands ? eu_ref_operands : eu_ref_accesses)(eu, &eu->threads[0], &insn, write_access, told);
    eu_program_fini(&prog);
    diags_fini(&diags);
    eu_free(eu);
}

/* Channels 0 to 3 and 8 to 11 are on; a0.N is 0x200 + 64 N. */
static const struct {
    enum eu_gen gen;
    const char *text, *accesses, *operands; /* of all channels */
} rows[] = {
    {EU_GEN7, "mov (8) r10.0<1>:d r4.0<8;8,1>:d\n", " Rr4.0:16 Wr10.0:16", " Rr4.0:32 Wr10.0:32"},
    {EU_GEN7, "mov (16) r10.0<1>:d r4.0<8;8,1>:w\n", " Rr4.0:8 Rr4.16:8 Wr10.0:16 Wr11.0:16",
     " Rr4.0:32 Wr10.0:32 Wr11.0:32"},
    {EU_GEN7, "add (16) r10.0<2>:b r4.1<16;16,1>:b r6.0<0;1,0>:uw\n",
     " Rr4.1:4 Rr4.9:4 Rr6.0:2 Wr10.0:1 Wr10.2:1 Wr10.4:1 Wr10.6:1 Wr10.16:1 Wr10.18:1 "
     "Wr10.20:1 Wr10.22:1",
     " Rr4.1:16 Rr6.0:2 Wr10.0:1 Wr10.2:1 Wr10.4:1 Wr10.6:1 Wr10.8:1 Wr10.10:1 Wr10.12:1 "
     "Wr10.14:1 Wr10.16:1 Wr10.18:1 Wr10.20:1 Wr10.22:1 Wr10.24:1 Wr10.26:1 Wr10.28:1 "
     "Wr10.30:1"},
    {EU_GEN7, "mov (4) r10.0<1>:ud acc0.0<4;4,1>:ud\n", " Racc0.0:16 Wr10.0:16",
     " Racc0.0:16 Wr10.0:16"},
    {EU_GEN7, "mov (8) acc0.0<1>:f r4.0<8;8,1>:f\n", " Rr4.0:16 Wacc0.0:16",
     " Rr4.0:32 Wacc0.0:32"},
    {EU_GEN7, "mac (8) r10.0<1>:f r4.0<8;8,1>:f r5.0<8;8,1>:f\n",
     " Rr4.0:16 Rr5.0:16 Racc0.0:16 Wr10.0:16", " Rr4.0:32 Rr5.0:32 Racc0.0:32 Wr10.0:32"},
    {EU_GEN7, "mov (16) acc0.0<1>:uw r4.0<16;16,1>:uw\n", " Rr4.0:8 Rr4.16:8 Wacc0.0:8 Wacc0.16:8",
     " Rr4.0:32 Wacc0.0:32"},
    {EU_GEN7, "add (8) r10.0<1>:d r4.0<8;8,1>:d r5.0<8;8,1>:d {AccWrEn}\n",
     " Rr4.0:16 Rr5.0:16 Wr10.0:16 Wacc0.0:16", " Rr4.0:32 Rr5.0:32 Wr10.0:32 Wacc0.0:32"},
    {EU_GEN7, "(f0.1) cmp.l.f0.1 (8) null<1>:d r4.0<8;8,1>:d 3:d {Switch}\n", " Rf0.2:2",
     " Rf0.2:2 Rr4.0:32 Wf0.2:2"},
    {EU_GEN7, "mov (16) r10.0<1>:uw f0.0<0;1,0>:uw\n", " Rf0.0:2 Wr10.0:8 Wr10.16:8",
     " Rf0.0:2 Wr10.0:32"},
    {EU_GEN7, "(f0.0) sel (16) r10.0<1>:f r4.0<8;8,1>:f r6.0<8;8,1>:f\n",
     " Rf0.0:2 Rr4.0:16 Rr5.0:16 Rr6.0:16 Rr7.0:16 Wr10.0:16 Wr11.0:16",
     " Rf0.0:2 Rr4.0:32 Rr5.0:32 Rr6.0:32 Rr7.0:32 Wr10.0:32 Wr11.0:32"},
    {EU_GEN7, "sel.ge (8) r10.0<1>:f r4.0<8;8,1>:f r6.0<8;8,1>:f\n", " Rr4.0:16 Rr6.0:16 Wr10.0:16",
     " Rr4.0:32 Rr6.0:32 Wr10.0:32"},
    {EU_GEN7, "mov (8) r10.0<1>:d r[a0.1, 32]<8;8,1>:d\n",
     " Ra0.2:2 Rr19.0:4 Ra0.2:2 Rr19.4:4 Ra0.2:2 Rr19.8:4 Ra0.2:2 Rr19.12:4 Wr10.0:16",
     " Ra0.2:2 Rr19.0:4 Ra0.2:2 Rr19.4:4 Ra0.2:2 Rr19.8:4 Ra0.2:2 Rr19.12:4 Ra0.2:2 Rr19.16:4 "
     "Ra0.2:2 Rr19.20:4 Ra0.2:2 Rr19.24:4 Ra0.2:2 Rr19.28:4 Wr10.0:32"},
    {EU_GEN7, "mov (4) r10.0<1>:d r[a0.2, 0]<1,0>:d\n",
     " Ra0.4:2 Rr20.0:4 Ra0.6:2 Rr22.0:4 Ra0.8:2 Rr24.0:4 Ra0.10:2 Rr26.0:4 Wr10.0:16",
     " Ra0.4:2 Rr20.0:4 Ra0.6:2 Rr22.0:4 Ra0.8:2 Rr24.0:4 Ra0.10:2 Rr26.0:4 Wr10.0:16"},
    {EU_GEN7, "mov (8) r[a0.3]<1>:d r4.0<8;8,1>:d\n",
     " Rr4.0:16 Ra0.6:2 Wr22.0:4 Ra0.6:2 Wr22.4:4 Ra0.6:2 Wr22.8:4 Ra0.6:2 Wr22.12:4",
     " Rr4.0:32 Ra0.6:2 Wr22.0:4 Ra0.6:2 Wr22.4:4 Ra0.6:2 Wr22.8:4 Ra0.6:2 Wr22.12:4 Ra0.6:2 "
     "Wr22.16:4 Ra0.6:2 Wr22.20:4 Ra0.6:2 Wr22.24:4 Ra0.6:2 Wr22.28:4"},
    {EU_GEN7, "mov (8) a0.0<1>:uw r4.0<8;8,1>:uw\n", " Rr4.0:8 Wa0.0:8", " Rr4.0:16 Wa0.0:16"},
    {EU_GEN7, "mov (1) r10.0<1>:ud a0.1<0;1,0>:ud\n", " Ra0.4:4 Wr10.0:4", " Ra0.4:4 Wr10.0:4"},
    {EU_GEN7, "math.idiv (8) r10.0<1>:d r4.0<8;8,1>:d r5.0<8;8,1>:d\n",
     " Rr4.0:16 Rr5.0:16 Wr10.0:16", " Rr4.0:32 Rr5.0:32 Wr10.0:32"},
    {EU_GEN7, "math.inv (4) r10.0<1>:f r4.0<4;4,1>:f\n", " Rr4.0:16 Wr10.0:16",
     " Rr4.0:16 Wr10.0:16"},
    {EU_GEN7, "mad (8) r10.0<1>.xy:f r4.0<4>.xyzw:f r5.0<4>.xxxx:f r6.0<4>.yyyy:f {Align16}\n",
     " Rr4.0:8 Rr5.0:4 Rr6.4:4 Wr10.0:8", " Rr4.0:32 Rr5.0:4 Rr5.16:4 Rr6.4:4 Rr6.20:4 Wr10.0:32"},
    {EU_GEN7, "dp4 (8) r10.0<1>.x:f r4.0<4>.xyzw:f r5.0<4>.xyzw:f {Align16}\n",
     " Rr4.0:16 Rr5.0:16 Wr10.0:4", " Rr4.0:32 Rr5.0:32 Wr10.0:32"},
    {EU_GEN7, "mov (4) r10.0<1>:df r4.0<4;4,1>:df\n", " Rr4.0:16 Wr10.0:16", " Rr4.0:16 Wr10.0:16"},
    {EU_GEN7, "send (8) r20.0<1>:ud r112.0<8;8,1>:ud 0xa 0x02116e00\n", " Rr112.0:32 Wr20.0:32",
     " Rr112.0:32 Wr20.0:32"},
    {EU_GEN7, "send (16) null<1>:ud r126.0<8;8,1>:ud 0xa 0x0a25ee00\n", " Rr126.0:64",
     " Rr126.0:64"},
    {EU_GEN7, "send (8) r20.0<1>:ud r112.0<8;8,1>:ud 0xa a0.0\n", " Ra0.0:4 Rr112.0:32 Wr20.0:128",
     " Ra0.0:4 Rr112.0:32 Wr20.0:128"},
    {EU_GEN7, "send (8) r20.0<1>:ud r112.0<8;8,1>:ud 0xa a0.2\n", " Ra0.8:4 Rr112.0:32 Wr20.0:640",
     " Ra0.8:4 Rr112.0:32 Wr20.0:640"},
    {EU_GEN7, "jmpi (1) 16\n", "", ""},
    {EU_GEN7, "(f0.0) jmpi (1) 16\n", " Rf0.0:4", " Rf0.0:4"},
    {EU_GEN7, "(f0.0) if (16) 32 32\n", " Rf0.0:4", " Rf0.0:4"},
    {EU_GEN7, "mov (1) cr0.0<1>:ud 0:ud {Switch}\n", " Wcr0.0:4", " Wcr0.0:4"},
    {EU_GEN7, "mov (8) r10.0<1>:ud sr0.0<0;1,0>:ud\n", " Rsr0.0:4 Wr10.0:16",
     " Rsr0.0:4 Wr10.0:32"},
    {EU_GEN7, "wait (1) n0.0<0;1,0>:ud\n", " Rn0.0:4 Wn0.0:4", " Rn0.0:4 Wn0.0:4"},
    {EU_GEN7, "pln (8) r10.0<1>:f r4.0<0;1,0>:f r6.0<8;8,1>:f\n",
     " Rr4.0:4 Rr4.0:16 Rr6.0:4 Rr7.0:4 Rr6.4:4 Rr7.4:4 Rr6.8:4 Rr7.8:4 Rr6.12:4 Rr7.12:4 "
     "Wr10.0:16",
     " Rr4.0:4 Rr4.0:16 Rr6.0:4 Rr7.0:4 Rr6.4:4 Rr7.4:4 Rr6.8:4 Rr7.8:4 Rr6.12:4 Rr7.12:4 "
     "Rr6.16:4 Rr7.16:4 Rr6.20:4 Rr7.20:4 Rr6.24:4 Rr7.24:4 Rr6.28:4 Rr7.28:4 Wr10.0:32"},
    {EU_GEN7, "addc (8) r10.0<1>:ud r4.0<8;8,1>:ud r5.0<8;8,1>:ud {AccWrEn}\n",
     " Rr4.0:16 Rr5.0:16 Wr10.0:16 Wacc0.0:16", " Rr4.0:32 Rr5.0:32 Wr10.0:32 Wacc0.0:32"},
    {EU_GEN7, "lrp (8) r10.0<1>.xyzw:f r4.0<4>.xyzw:f r5.0<4>.xyzw:f r6.0<4>.xyzw:f {Align16}\n",
     " Rr4.0:16 Rr5.0:16 Rr6.0:16 Wr10.0:16", " Rr4.0:32 Rr5.0:32 Rr6.0:32 Wr10.0:32"},
    {EU_GEN9, "mov (8) r10.0<1>:q r4.0<4;4,1>:q\n", " Rr4.0:32 Wr10.0:32",
     " Rr4.0:32 Rr5.0:32 Wr10.0:32 Wr11.0:32"},
    {EU_GEN9, "sends (8) null<1>:ud r112.0 r20.0 0x4c 0x02026efe\n", " Rr112.0:32 Rr20.0:32",
     " Rr112.0:32 Rr20.0:32"},
    {EU_GEN9, "mov (8) r10.0<1>:hf r4.0<8;8,1>:f\n", " Rr4.0:16 Wr10.0:8", " Rr4.0:32 Wr10.0:16"},
    {EU_GEN75, "mov (8) r10.0<1>:d -r4.0<8;8,1>:d {2Q}\n", " Rr4.0:16 Wr10.0:16",
     " Rr4.0:32 Wr10.0:32"},
};

static void eu_ref_accesses_are_no_more_than_that(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct told told;
        tell_accesses(rows[i].gen, rows[i].text, false, &told);
        assert_string_equal(told.text, rows[i].accesses);
        tell_accesses(rows[i].gen, rows[i].text, true, &told);
        assert_string_equal(told.text, rows[i].operands);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eu_ref_accesses_of_what_is_refused_are_none),
        cmocka_unit_test(eu_ref_accesses_are_no_more_than_that),
        cmocka_unit_test(eu_ref_accesses_are_all_that_an_instruction_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
