#include "tests/helpers.h"

#include "isa/program.h"

static size_t text_of(enum eu_gen gen, const uint8_t *bytes, size_t n, char *text)
{
    struct eu_dis_opts opts = {.gen = gen};
    struct eu_insn insn;

    assert_true(isa_decode(gen, bytes, n, &insn) > 0);
    return eu_dis(&opts, &insn, 0, text);
}

static void dis_known_words_gives_their_text(void **state)
{
    static const struct {
        enum eu_gen gen;
        const char *hex, *text;
    } t[] = {
        {EU_GEN7, "40028000296dc0202800280010100011",
         "add (16) r6.0<1>:uw r1.4<1;4,0>:uw 0x11001010:v {NoMask}"},
        {EU_GEN7, "40006000bd77c02540058d0090400000",
         "add (8) r46.0<1>:f r42.0<8;8,1>:f -r4.4<0;1,0>:f"},
        {EU_GEN7, "05016001200c0f20200160001f000000",
         "and.z.f0.0 (8) null<1>:ud r9.0<4>.x:ud 31:ud {Align16}"},
        {EU_GEN7, "1801600000281e21c82103398020c707",
         "bfe (8) r33.0<1>:ud r50.0<4>.xyzw:ud r64.0<4>.xyzw:ud r31.0<4>.xyzw:ud {Align16}"},
        {EU_GEN7, "28008000841c002000008d0004000a00", "break (16) +32 +80"},
        {EU_GEN7, "01020000210060260080000000000000",
         "mov (1) r51.0<1>:ud r[a0.0, 0]<0;1,0>:ud {NoMask}"},
        {EU_GEN7, "310060022900802fe0008d0000020000",
         "send (8) r124.0<1>:uw r7.0<8;8,1>:ud 0x2 a0.0<0;1,0>:ud"},
        {EU_GEN7, "31016006bc0f0f20240e6e0000c00886",
         "send (8) null<1>:f r113.0<4>.xyzw:f 0x26 0x0608c000 {Align16, EOT}"},
        {EU_GEN7, "2a009600841c002000008d0204000400", "(-f0.1.any4h) halt (16) +32 +32"},
        {EU_GEN7, "20020100001c0034001400002c000000", "(f0.0) jmpi (1) +368 {NoMask}"},
        {EU_GEN75, "2c002000011c60210000490060040000", "call (2) r11.0<1>:ud +1120"},
        {EU_GEN7, "2d002000240000206001450000000000", "ret (2) r11.0<2;2,1>:ud"},
        /* An odd type of the offset, which the fuzzer found. */
        {EU_GEN75, "2c002c002c2c2c010000000000000000",
         "(f0.0.any32h) call (2) null.6<0>:w +0 {Raw 0x4900000120302000000000}"},
        {EU_GEN7, "7e000000000000000000000000000000", "nop"},
        {EU_GEN7, "7e000040000000000000000000000000", "nop {Breakpoint}"},
        {EU_GEN7, "00000000000000000000000000000000", "illegal"},
        {EU_GEN7, "26000000000000000000000000000001",
         "illegal {Raw 0x1000000000000000000000000000026}"},
        {EU_GEN7, "2600002000000001", "illegal {Compacted, Raw 0x100000020000026}"},
        {EU_GEN75, "0a020000f97380200000000000001840",
         "dim (1) r4.0<1>:df 0x4018000000000000:df {NoMask}"},
        {EU_GEN7, "0000002000000000", "illegal {Compacted, Raw 0x20000000}"},
        {EU_GEN7, "7e00002000000000", "nop {Compacted, Raw 0x2000007e}"},
        {EU_GEN7, "010b0120070a0b00", "mov (8) r10.0<1>:f r11.0<8;8,1>:f {Compacted}"},
    };
    char text[EU_DIS_MAX];

    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        uint8_t code[16];
        text_of(t[i].gen, code, unhex(t[i].hex, code, sizeof code), text);
        assert_string_equal(text, t[i].text);
    }
}

static void dis_words_of_a_message_follow_in_a_comment(void **state)
{
    static const struct {
        const char *hex, *text;
        enum eu_gen gen;
    } t[] = {
        {"3300600c1880000281010000ffa71404",
         "sends (8) r16.0<1>:ud r12.0:ud r8.0:ud 0x4c 0x0414a7ff "
         "// data cache 1: A64 untyped atomic (type 18) bti 255 (stateless, coherent) mlen 2 + 1 "
         "rlen "
         "1",
         EU_GEN9},
        {"3100600c2843602160000006ff022404",
         "send (8) r11.0<1>:q r3.0:uq 0xc 0x042402ff "
         "// data cache 1: A64 scattered read (type 16) bti 255 (stateless, coherent) mlen 2 rlen "
         "2",
         EU_GEN9},
        {"31000007200c00202000000010000082",
         "send (1) null<1>:ud r1.0<0;1,0>:ud 0x27 0x02000010 {EOT} "
         "// thread spawner: dereference resource (type 0) mlen 1 rlen 0",
         EU_GEN7},
        {"3101600abc0f0f20240e6e0000c00806",
         "send (8) null<1>:f r113.0<4>.xyzw:f 0xa 0x0608c000 {Align16} "
         "// data cache: dword scattered read (type 3) bti 0 mlen 3 rlen 0 header",
         EU_GEN7},
        {"310060022900802fe0008d0000020000",
         "send (8) r124.0<1>:uw r7.0<8;8,1>:ud 0x2 a0.0<0;1,0>:ud "
         "// sampler: descriptor in a register",
         EU_GEN7},
    };
    char text[EU_DIS_MAX];

    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        enum eu_gen gen = t[i].gen;
        struct eu_dis_opts opts = {.gen = gen, .words = true};
        struct eu_insn insn;
        uint8_t code[16];
        isa_decode(gen, code, unhex(t[i].hex, code, sizeof code), &insn);
        assert_int_equal(eu_dis(&opts, &insn, 0, text), strlen(t[i].text));
        assert_string_equal(text, t[i].text);
    }
}

/* Small numbers are decimal; others have as many digits as their type has bits. */
static void dis_immediates_are_decimal_or_hexadecimal(void **state)
{
    static const struct {
        const char *type, *value, *printed; /* printed NULL: the same */
    } t[] = {
        {"d", "9999", NULL},
        {"d", "10000", "0x00002710"},
        {"d", "-9999", NULL},
        {"d", "-10000", "0xffffd8f0"},
        {"ud", "9999", NULL},
        {"ud", "0xffffffff", NULL},
        {"w", "-9999", NULL},
        {"w", "-10000", "0xd8f0"},
        {"uw", "9999", NULL},
        {"uw", "10000", "0x2710"},
        {"q", "-9999", NULL},
        {"q", "10000", "0x0000000000002710"},
        {"uq", "0xffffffffffffffff", NULL},
        {"uq", "0x8000000000000000", NULL},
        {"hf", "1.0", "0x3c00"},
        {"df", "1.0", "0x3ff0000000000000"},
        {"f", "1", "1.0"},
        {"f", "1.5", NULL},
        {"f", "0x7f800000", NULL},
        {"v", "0x12345678", NULL},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        char line[128], text[EU_DIS_MAX], want[128];
        struct eu_program prog = {0};
        snprintf(line, sizeof line, "mov (1) r10.0<1>:%s %s:%s",
                 strcmp(t[i].type, "v") == 0 ? "w" : t[i].type, t[i].value, t[i].type);
        snprintf(want, sizeof want, "mov (1) r10.0<1>:%s %s:%s",
                 strcmp(t[i].type, "v") == 0 ? "w" : t[i].type,
                 t[i].printed ? t[i].printed : t[i].value, t[i].type);
        assemble_text(EU_GEN9, "test", line, &prog);
        text_of(EU_GEN9, prog.code, prog.size, text);
        assert_string_equal(text, want);
        eu_program_fini(&prog);
    }
}

/* Immediates of a mov: type code, bits, text. */
static void dis_immediates_read_back(void **state)
{
    static const struct {
        unsigned type;
        uint32_t bits;
        const char *text;
    } t[] = {
        {0, 5, "5:ud"},
        {0, 9999, "9999:ud"},
        {0, 10000, "0x00002710:ud"},
        {1, 0xfffffffb, "-5:d"},
        {1, 0x80000000, "0x80000000:d"},
        {2, 0x004c004c, "76:uw"},
        {2, 0x0001004c, "76:uw {Raw 0x4d0000000000000000000000000000}"},
        {3, 0xffffffff, "-1:w"},
        {3, 0x80008000, "0x8000:w"},
        {4, 0x12, "0x00000012:uv"},
        {5, 0x30, "0x00000030:vf"},
        {6, 0x89abcdef, "0x89abcdef:v"},
        {7, 0x3fc00000, "1.5:f"},
        {7, 0, "0.0:f"},
        {7, 0x80000000, "-0.0:f"},
        {7, 0x7fc00001, "0x7fc00001:f"},
        {7, 0x7f800000, "0x7f800000:f"},
        {7, 0x00000001, "1.40129846e-45:f"},
        {7, 0x3dcccccd, "0.100000001:f"},
    };
    char text[EU_DIS_MAX], want[128];

    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        uint32_t dw[4] = {1, 0x20000061 | t[i].type << 7, 0, t[i].bits};
        snprintf(want, sizeof want, "mov (1) r0.0<1>:ud %s", t[i].text);
        text_of(EU_GEN7, (const uint8_t *)dw, 16, text);
        assert_string_equal(text, want);
    }
}

/* A move of Align16 names its macro register by channels. Both syntaxes print its number; channels
 * that are no such number stay channels of acc2. */
static void dis_macro_register_of_a_move_reads_back(void **state)
{
    static const struct {
        const char *hex, *text, *iga;
    } t[] = {
        {"01016000e03a4504a4006e0000000000", "mov (8) mme5<0>:f r5.0<4>.xyzw:f {Align16}",
         "mov (8|M0) mme5.0<1>:f r5.0<1;1,0>:f"},
        {"01016000e838af00450465000000000000", "mov (8) r5.0<0>:f mme5<4>:f {Align16}",
         "mov (8|M0) r5.0<1>:f mme5.0<1;1,0>:f"},
        {"01016000e0384f04440465000000000000", "mov (8) mme7<0>:f mme4<4>:f {Align16}",
         "mov (8|M0) mme7.0<1>:f mme4.0<1;1,0>:f"},
        {"01016000e838af004e0465000000000000", "mov (8) r5.0<0>:f acc2<4>.zwyy:f {Align16}", NULL},
        {"01016000e0384a04440465000000000000", "mov (8) acc2<0>.yw:f mme4<4>:f {Align16}", NULL},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        const char *texts[] = {t[i].text, t[i].iga};
        uint8_t code[16];
        char text[EU_DIS_MAX];
        unhex(t[i].hex, code, sizeof code);
        text_of(EU_GEN9, code, sizeof code, text);
        assert_string_equal(text, t[i].text);
        for (unsigned k = 0; k < 2 && texts[k]; k++) {
            struct eu_asm_opts opts = {.gen = EU_GEN9, .path = "move"};
            struct eu_program prog = {0};
            struct diags diags = {0};
            assert_int_equal(eu_assemble(texts[k], strlen(texts[k]), &opts, &prog, &diags), 0);
            assert_int_equal(prog.size, sizeof code);
            assert_memory_equal(prog.code, code, sizeof code);
            diags_fini(&diags);
            eu_program_fini(&prog);
        }
    }
}

/* IGA's syntax has neither swizzles nor channels of Align16: iga64 would read another instruction.
 */
static void dis_iga_leaves_what_it_cannot_say_in_the_manuals_form(void **state)
{
    static const struct {
        const char *text, *iga;
    } t[] = {
        {"mov (8) r20.0<1>.xy:f r14.0<4>.xyzw:f {Align16}", NULL},
        {"mov (8) r20.0<1>:f r14.0<4>.wwyz:f {Align16}", NULL},
        {"mov (8) r20.0<1>:f r14.0<0>.xyzw:f {Align16}", NULL},
        {"add (8) r20.0<1>:f r14.0<4>.xyzw:f r15.0<4>.x:f {Align16}", NULL},
        {"mad (8) r20.0<1>.x:f r14.0<4>.xyzw:f r15.0<4>.xyzw:f r16.0<4>.xyzw:f {Align16}", NULL},
        {"mad (8) r20.0<1>:f r14.0<4>.xyzw:f r15.0<4>.xyzw:f r16.0<4>.wzyx:f {Align16}", NULL},
        {"mad (4) r20.0<1>:df r14.0<4>.zwxy:df r15.0<4>.xyzw:df r16.0<4>.xyzw:df {Align16}", NULL},
        {"mov (8) r20.0<1>:f r14.0<4>.xyzw:f {Align16}", "mov (8|M0) r20.0<1>:f r14.0<1;1,0>:f"},
        {"add (8) r20.0<1>:f r14.0<4>.xyzw:f 1.0:f {Align16}",
         "add (8|M0) r20.0<1>:f r14.0<1;1,0>:f 1.0:f"},
        {"mad (4) r20.0<1>.x:f r14.1<0;1,0>:f r15.0<4>.xyzw:f r16.0<4>.xyzw:f {Align16}",
         "mad (1|M0) r20.0<1>:f r14.1<0;0>:f r15.0<2;1>:f r16.0<1>:f"},
        {"mad (4) r20.0<1>:df r14.0<4>.xyxy:df r15.0<4>.xyzw:df r16.0<4>.zwzw:df {Align16}",
         "mad (4|M0) r20.0<1>:df r14.0<0;0>:df r15.0<2;1>:df r16.1<0>:df"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        struct eu_asm_opts opts = {.gen = EU_GEN9, .path = "iga"};
        struct eu_dis_opts iga = {.gen = EU_GEN9, .syntax = EU_DIS_IGA};
        struct eu_program prog = {0};
        struct diags diags = {0};
        struct eu_insn insn;
        char text[EU_DIS_MAX];
        assert_int_equal(eu_assemble(t[i].text, strlen(t[i].text), &opts, &prog, &diags), 0);
        assert_int_equal(isa_decode(EU_GEN9, prog.code, prog.size, &insn), 16);
        eu_dis(&iga, &insn, 0, text);
        assert_string_equal(text, t[i].iga ? t[i].iga : t[i].text);
        diags_fini(&diags);
        eu_program_fini(&prog);
    }
}

static void dis_program_names_targets_and_keeps_the_tail(void **state)
{
    uint32_t dw[] = {0x00600022, 0x20003c84, 0,          0x00040004, 0x00600025,
                     0x20003c84, 0x008d0000, 0x00000000, 0x00600022, 0x20003c84,
                     0,          0x01000100, 0x0000007e};
    struct eu_label labels[] = {{(char *)"done", 0x20}, {(char *)"r10", 0x10}};
    struct eu_program prog = {
        .code = (uint8_t *)dw, .size = sizeof dw, .labels = labels, .nlabels = 2};
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);

    (void)state;
    assert_int_equal(eu_dis_program(out, &prog, EU_GEN7, EU_DIS_MANUAL, true), 0);
    fclose(out);
    assert_string_equal(text,
                        "    if (8) done done // 0000: 00600022 20003c84 00000000 00040004\n"
                        "L0010:\n"
                        "    endif (8) L0010 // 0010: 00600025 20003c84 008d0000 00000000\n"
                        "done:\n"
                        "    if (8) +2048 +2048 // 0020: 00600022 20003c84 00000000 01000100\n"
                        "    .dword 0x0000007e\n");
    free(text);
}

static void dis_program_empty_prints_nothing(void **state)
{
    struct eu_program prog = {0};
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);

    (void)state;
    assert_int_equal(eu_dis_program(out, &prog, EU_GEN7, EU_DIS_MANUAL, true), 0);
    assert_int_equal(eu_dis_json(out, &prog, EU_GEN7), 0);
    fclose(out);
    assert_int_equal(n, 0);
    free(text);
}

/* --- everything printed assembles back --- */
/* Prints and assembles it again; false, with a message, when the bytes differ. */
static bool round_trips(enum eu_gen gen, const uint8_t *code, uint32_t size, bool quiet)
{
    struct eu_program prog = {.code = (uint8_t *)code, .size = size}, back = {0};
    struct diags diags = {0};
    struct eu_asm_opts opts = {.gen = gen, .path = "listing"};
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);

    assert_int_equal(eu_dis_program(out, &prog, gen, EU_DIS_MANUAL, true), 0);
    fclose(out);
    int err = eu_assemble(text, n, &opts, &back, &diags);
    bool same = !err && back.size == size && !memcmp(back.code, code, size);
    if (!same && !quiet) {
        print_message("%.*s  -> error %d\n", 300, text, err);
        if (err)
            diags_print(&diags, stdout);
        for (uint32_t i = 0; !err && i < back.size && i < 16; i++)
            print_message("%02x", back.code[i]);
        print_message("\n");
    }
    free(text);
    diags_fini(&diags);
    eu_program_fini(&back);
    return same;
}

static void check_vectors(enum eu_gen gen, const char *name)
{
    const char *path = shared_path(name);
    char *line = NULL, *field[12], text[EU_DIS_MAX];
    size_t cap = 0;
    unsigned rows = 0, bad = 0, raw = 0;

    require_shared(path);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    while (getline(&line, &cap, in) > 0) {
        uint8_t code[16];
        if (split_tabs(line, field, 12) < 5 || !strcmp(field[0], "id"))
            continue;
        size_t n = unhex(field[3], code, sizeof code);
        text_of(gen, code, n, text);
        raw += strstr(text, "Raw") != NULL;
        rows++;
        bad += !round_trips(gen, code, (uint32_t)n, bad >= 10);
    }
    free(line);
    fclose(in);
    print_message("%s: %u rows, %u with Raw, %u do not round-trip\n", name, rows, raw, bad);
    assert_true(rows > 900);
    assert_int_equal(bad, 0);
}

static void dis_corpus_vectors_assemble_back(void **state)
{
    (void)state;
    check_vectors(EU_GEN7, "corpus/vectors-gen7.tsv");
    check_vectors(EU_GEN75, "corpus/vectors-gen75.tsv");
}

static void dis_corpus_kernels_assemble_back(void **state)
{
    const char *path = shared_path("corpus/kernels/manifest.tsv");
    char *line = NULL, *field[12], text[EU_DIS_MAX], name[256];
    size_t cap = 0;
    unsigned files = 0, insns = 0, raw = 0, bad = 0;

    (void)state;
    require_shared(path);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    while (getline(&line, &cap, in) > 0) {
        if (split_tabs(line, field, 12) < 3 || !strcmp(field[0], "name"))
            continue;
        enum eu_gen gen = strcmp(field[1], "7") ? EU_GEN75 : EU_GEN7;
        size_t size;
        snprintf(name, sizeof name, "corpus/kernels/%s.bin", field[0]);
        char *code = read_file(shared_path(name), &size);
        assert_non_null(code);
        for (size_t at = 0; at < size;) {
            size_t n = ((uint8_t)code[at + 3] & 0x20) ? 8 : 16;
            text_of(gen, (uint8_t *)code + at, size - at, text);
            if (strstr(text, "Raw") && raw++ < 5)
                print_message("%s %04zx %s\n", field[0], at, text);
            at += n;
            insns++;
        }
        files++;
        bad += !round_trips(gen, (uint8_t *)code, (uint32_t)size, bad >= 3);
        free(code);
    }
    free(line);
    fclose(in);
    print_message("kernels: %u files, %u instructions, %u with Raw, %u files do not round-trip\n",
                  files, insns, raw, bad);
    assert_true(insns > 16000);
    assert_true(raw * 100 < insns);
    assert_int_equal(bad, 0);
}

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed ^ *seed >> 29;
}

/* Any bytes are instructions; what no text can say is printed as Raw. */
static void dis_random_words_assemble_back(void **state)
{
    uint64_t seed = 11;
    unsigned bad = 0, n = 0;

    (void)state;
    for (unsigned i = 0; i < 80000; i++, n++) {
        uint64_t word[2] = {next_random(&seed), next_random(&seed)};
        enum eu_gen gen = (enum eu_gen)(EU_GEN7 << (i & 3));
        if (i / 4 % 8)
            word[0] = (word[0] & ~UINT64_C(0xff)) |
                      eu_op_at((unsigned)(next_random(&seed) >> 40) % 77)->hw;
        uint32_t size = word[0] >> 29 & 1 ? 8 : 16;
        bad += !round_trips(gen, (const uint8_t *)word, size, bad >= 10);
    }
    print_message("random words: %u, %u do not round-trip\n", n, bad);
    assert_int_equal(bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dis_known_words_gives_their_text),
        cmocka_unit_test(dis_words_of_a_message_follow_in_a_comment),
        cmocka_unit_test(dis_immediates_are_decimal_or_hexadecimal),
        cmocka_unit_test(dis_immediates_read_back),
        cmocka_unit_test(dis_macro_register_of_a_move_reads_back),
        cmocka_unit_test(dis_iga_leaves_what_it_cannot_say_in_the_manuals_form),
        cmocka_unit_test(dis_program_names_targets_and_keeps_the_tail),
        cmocka_unit_test(dis_program_empty_prints_nothing),
        cmocka_unit_test(dis_corpus_vectors_assemble_back),
        cmocka_unit_test(dis_corpus_kernels_assemble_back),
        cmocka_unit_test(dis_random_words_assemble_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
