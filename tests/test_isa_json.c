/* `eulab dis --json`: what forms of instructions have besides the fields of all. Other forms are
 * compared with an independent decoder's (test_isa_decode.c). */
#include "tests/helpers.h"

#include "isa/isa.h"

/* A copy of a line without what is the same in all rows. */
static void cut(char *line, const char *what)
{
    char *at = strstr(line, what);
    if (at)
        memmove(at, at + strlen(what), strlen(at + strlen(what)) + 1);
}

static const struct {
    enum eu_gen gen;
    const char *text, *fields;
} printed[] = {
    {EU_GEN7, "brd (8) +32", "\"jip\":4"},
    {EU_GEN7, "brc (8) +48 +64", "\"jip\":6,\"uip\":8"},
    {EU_GEN7, "brd (1) r1.0<0;1,0>:d",
     "\"src0\":{\"file\":\"grf\",\"type\":\"d\",\"neg\":0,\"abs\":0,\"vstride\":0,\"width\":1,"
     "\"hstride\":0,\"reg\":1,\"sub_bytes\":0}"},
    {EU_GEN7, "brc (1) r2.0<0;1,0>:d",
     "\"src0\":{\"file\":\"grf\",\"type\":\"d\",\"neg\":0,\"abs\":0,\"vstride\":0,\"width\":1,"
     "\"hstride\":0,\"reg\":2,\"sub_bytes\":0}"},
    {EU_GEN7, "if (8) +48 +64", "\"jip\":6,\"uip\":8"},
    {EU_GEN7, "else (8) +32", "\"jip\":4,\"uip\":0"},
    {EU_GEN7, "endif (8) +16", "\"jip\":2"},
    {EU_GEN7, "break (8) +32 -48", "\"jip\":4,\"uip\":-6"},
    {EU_GEN7, "cont (8) +32 -48", "\"jip\":4,\"uip\":-6"},
    {EU_GEN7, "halt (8) +32 +64", "\"jip\":4,\"uip\":8"},
    {EU_GEN7, "while (8) -64", "\"jip\":-8"},
    {EU_GEN7, "jmpi (1) -128 {NoMask}",
     "\"src1\":{\"file\":\"imm\",\"type\":\"d\",\"imm\":\"0xffffffee\"},\"jip\":-18"},
    {EU_GEN7, "jmpi (1) r3.1<0;1,0>:d {NoMask}",
     "\"src1\":{\"file\":\"grf\",\"type\":\"d\",\"neg\":0,\"abs\":0,\"vstride\":0,\"width\":1,"
     "\"hstride\":0,\"reg\":3,\"sub_bytes\":4}"},
    {EU_GEN7, "call (1) r4.0<1>:ud +80",
     "\"dst\":{\"file\":\"grf\",\"type\":\"ud\",\"hstride\":1,\"reg\":4,\"sub_bytes\":0},"
     "\"jip\":10"},
    {EU_GEN7, "call (1) r4.0<1>:ud r5.0<0;1,0>:ud",
     "\"dst\":{\"file\":\"grf\",\"type\":\"ud\",\"hstride\":1,\"reg\":4,\"sub_bytes\":0},"
     "\"src1\":{\"file\":\"grf\",\"type\":\"ud\",\"neg\":0,\"abs\":0,\"vstride\":0,\"width\":1,"
     "\"hstride\":0,\"reg\":5,\"sub_bytes\":0}"},
    {EU_GEN7, "ret (1) r6.0<2;2,1>:ud",
     "\"dst\":{\"file\":\"arf\",\"type\":\"d\",\"hstride\":1,\"reg\":0,\"sub_bytes\":0,\"arf\":"
     "\"null\",\"arf_nr\":0},\"src0\":{\"file\":\"grf\",\"type\":\"ud\",\"neg\":0,\"abs\":0,"
     "\"vstride\":2,\"width\":2,\"hstride\":1,\"reg\":6,\"sub_bytes\":0},\"src1\":{\"file\":"
     "\"arf\",\"type\":\"ud\",\"neg\":0,\"abs\":0,\"vstride\":0,\"width\":1,\"hstride\":0,"
     "\"reg\":0,\"sub_bytes\":0,\"arf\":\"null\",\"arf_nr\":0}"},
    {EU_GEN7, "send (8) r7.0<1>:ud r8.0<8;8,1>:ud 0xa 0x02106e01",
     "\"sfid\":\"dp_dc\",\"sfid_nr\":10,\"dst\":{\"file\":\"grf\",\"type\":\"ud\",\"hstride\":"
     "1,\"reg\":7,\"sub_bytes\":0},\"src0\":{\"file\":\"grf\",\"type\":\"ud\",\"neg\":0,"
     "\"abs\":0,\"vstride\":8,\"width\":8,\"hstride\":1,\"reg\":8,\"sub_bytes\":0},\"eot\":0,"
     "\"desc\":\"0x02106e01\",\"mlen\":1,\"rlen\":1,\"hdr\":0,\"fctl\":\"0x06e01\""},
    {EU_GEN7, "send (8) null<1>:ud r8.0<8;8,1>:ud 0x2a a0.0<0;1,0>:ud",
     "\"sfid\":\"dp_dc\",\"sfid_nr\":10,\"dst\":{\"file\":\"arf\",\"type\":\"ud\",\"hstride\":"
     "1,\"reg\":0,\"sub_bytes\":0,\"arf\":\"null\",\"arf_nr\":0},\"src0\":{\"file\":\"grf\","
     "\"type\":\"ud\",\"neg\":0,\"abs\":0,\"vstride\":8,\"width\":8,\"hstride\":1,\"reg\":8,"
     "\"sub_bytes\":0},\"eot\":1,\"desc\":\"a0\",\"src1\":{\"file\":\"arf\",\"type\":\"ud\","
     "\"neg\":0,\"abs\":0,\"vstride\":0,\"width\":1,\"hstride\":0,\"reg\":16,\"sub_bytes\":0,"
     "\"arf\":\"a\",\"arf_nr\":0}"},
    {EU_GEN7, "nop", "\"raw\":\"0000000000000000000000000000007e\""},
    {EU_GEN7, "wait n0.0",
     "\"dst\":{\"file\":\"arf\",\"type\":\"ud\",\"hstride\":1,\"reg\":144,\"sub_bytes\":0,"
     "\"arf\":\"n\",\"arf_nr\":0},\"src0\":{\"file\":\"arf\",\"type\":\"ud\",\"neg\":0,\"abs\":"
     "0,\"vstride\":0,\"width\":1,\"hstride\":0,\"reg\":144,\"sub_bytes\":0,\"arf\":\"n\","
     "\"arf_nr\":0}"},
    {EU_GEN7, "math.idiv (8) r1.0<1>:ud r2.0<8;8,1>:ud r3.0<8;8,1>:ud",
     "\"mathfn\":\"idiv\",\"dst\":{\"file\":\"grf\",\"type\":\"ud\",\"hstride\":1,\"reg\":1,"
     "\"sub_bytes\":0},\"src0\":{\"file\":\"grf\",\"type\":\"ud\",\"neg\":0,\"abs\":0,"
     "\"vstride\":8,\"width\":8,\"hstride\":1,\"reg\":2,\"sub_bytes\":0},\"src1\":{\"file\":"
     "\"grf\",\"type\":\"ud\",\"neg\":0,\"abs\":0,\"vstride\":8,\"width\":8,\"hstride\":1,"
     "\"reg\":3,\"sub_bytes\":0}"},
    {EU_GEN9, "brd (8) +32", "\"jip\":32"},
    {EU_GEN9, "brc (8) +48 +64", "\"jip\":48,\"uip\":64"},
    {EU_GEN9, "if (8) +48 +64", "\"jip\":48,\"uip\":64"},
    {EU_GEN9, "else (8) +32 +32", "\"jip\":32,\"uip\":32"},
    {EU_GEN9, "endif (8) +16", "\"jip\":16"},
    {EU_GEN9, "while (8) -64", "\"jip\":-64"},
    {EU_GEN9, "jmpi (1) -128 {NoMask}",
     "\"src1\":{\"file\":\"imm\",\"type\":\"d\",\"imm\":\"0xffffff70\"},\"jip\":-144"},
    {EU_GEN9, "call (1) r4.0<1>:ud +80",
     "\"dst\":{\"file\":\"grf\",\"type\":\"ud\",\"hstride\":1,\"reg\":4,\"sub_bytes\":0},"
     "\"jip\":80"},
    {EU_GEN9, "send (8) r7.0<1>:ud r8.0<8;8,1>:ud 0xa 0x02106e01",
     "\"sfid\":\"dp_dc\",\"sfid_nr\":10,\"dst\":{\"file\":\"grf\",\"type\":\"ud\",\"hstride\":"
     "1,\"reg\":7,\"sub_bytes\":0},\"src0\":{\"file\":\"grf\",\"type\":\"ud\",\"neg\":0,"
     "\"abs\":0,\"vstride\":0,\"width\":1,\"hstride\":0,\"reg\":8,\"sub_bytes\":0},\"eot\":0,"
     "\"exdesc\":\"0x00000000\",\"desc\":\"0x02106e01\",\"mlen\":1,\"rlen\":1,\"hdr\":0,"
     "\"fctl\":\"0x06e01\""},
    {EU_GEN9, "sends (8) null<1>:ud r0.0<8;8,1>:ud r2.0<8;8,1>:ud 0x8c 0x020a01fd",
     "\"sfid\":\"dp_dc1\",\"sfid_nr\":12,\"dst\":{\"file\":\"arf\",\"type\":\"ud\",\"hstride\":"
     "1,\"reg\":0,\"sub_bytes\":0,\"arf\":\"null\",\"arf_nr\":0},\"src0\":{\"file\":\"grf\","
     "\"type\":\"ud\",\"neg\":0,\"abs\":0,\"vstride\":0,\"width\":1,\"hstride\":0,\"reg\":0,"
     "\"sub_bytes\":0},\"eot\":0,\"src1\":{\"file\":\"grf\",\"type\":\"ud\",\"neg\":0,\"abs\":"
     "0,\"vstride\":0,\"width\":1,\"hstride\":0,\"reg\":2,\"sub_bytes\":0},\"exdesc\":"
     "\"0x00000080\",\"desc\":\"0x020a01fd\",\"mlen\":1,\"rlen\":0,\"hdr\":1,\"fctl\":"
     "\"0x201fd\""},
    {EU_GEN9, "sends (8) null<1>:ud r0.0<8;8,1>:ud r2.0<8;8,1>:ud a0.2 0x020a01fd",
     "\"sfid\":\"null\",\"sfid_nr\":0,\"dst\":{\"file\":\"arf\",\"type\":\"ud\",\"hstride\":1,"
     "\"reg\":0,\"sub_bytes\":0,\"arf\":\"null\",\"arf_nr\":0},\"src0\":{\"file\":\"grf\","
     "\"type\":\"ud\",\"neg\":0,\"abs\":0,\"vstride\":0,\"width\":1,\"hstride\":0,\"reg\":0,"
     "\"sub_bytes\":0},\"eot\":0,\"src1\":{\"file\":\"grf\",\"type\":\"ud\",\"neg\":0,\"abs\":"
     "0,\"vstride\":0,\"width\":1,\"hstride\":0,\"reg\":2,\"sub_bytes\":0},\"exdesc_sub\":2,"
     "\"desc\":\"0x020a01fd\",\"mlen\":1,\"rlen\":0,\"hdr\":1,\"fctl\":\"0x201fd\""},
    {EU_GEN9, "sends (8) null<1>:ud r0.0<8;8,1>:ud r2.0<8;8,1>:ud 0x4c a0.0",
     "\"sfid\":\"dp_dc1\",\"sfid_nr\":12,\"dst\":{\"file\":\"arf\",\"type\":\"ud\",\"hstride\":"
     "1,\"reg\":0,\"sub_bytes\":0,\"arf\":\"null\",\"arf_nr\":0},\"src0\":{\"file\":\"grf\","
     "\"type\":\"ud\",\"neg\":0,\"abs\":0,\"vstride\":0,\"width\":1,\"hstride\":0,\"reg\":0,"
     "\"sub_bytes\":0},\"eot\":0,\"src1\":{\"file\":\"grf\",\"type\":\"ud\",\"neg\":0,\"abs\":"
     "0,\"vstride\":0,\"width\":1,\"hstride\":0,\"reg\":2,\"sub_bytes\":0},\"exdesc\":"
     "\"0x00000040\",\"desc\":\"a0\""},
    {EU_GEN9, "mov (1) r1.0<1>:q 0x123456789abcdef0:q",
     "\"dst\":{\"file\":\"grf\",\"type\":\"q\",\"hstride\":1,\"reg\":1,\"sub_bytes\":0},"
     "\"src0\":{\"file\":\"imm\",\"type\":\"q\",\"imm\":\"0x123456789abcdef0\"}"},
    {EU_GEN9, "mov (4) r1.0<1>:hf 1:hf",
     "\"dst\":{\"file\":\"grf\",\"type\":\"hf\",\"hstride\":1,\"reg\":1,\"sub_bytes\":0},"
     "\"src0\":{\"file\":\"imm\",\"type\":\"hf\",\"imm\":\"0x3c003c00\"}"},
};

/* Targets are as encoded: in units of the generation, for jmpi from the next instruction on. */
static void fields_of_branches_and_messages(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof printed / sizeof *printed; i++) {
        struct eu_program prog = {0};
        char *line = NULL;
        size_t n = 0;
        assemble_text(printed[i].gen, "test", printed[i].text, &prog);
        FILE *out = open_memstream(&line, &n);
        assert_int_equal(eu_dis_json(out, &prog, printed[i].gen), 0);
        fclose(out);
        cut(line, "\"flag\":\"f0.0\",");
        cut(line, "\"cmod\":\"\",");
        char *first =
            strstr(line, "\"raw\"") ? strstr(line, "\"raw\"") : strstr(line, "\"nib\":0,") + 8;
        char *end = strstr(line, ",\"text\"");
        assert_non_null(end);
        *end = 0;
        assert_string_equal(first, printed[i].fields);
        free(line);
        eu_program_fini(&prog);
    }
}

/* What a line has of every instruction. */
static void fields_of_all_instructions(void **state)
{
    static const struct {
        enum eu_gen gen;
        const char *text, *fields;
    } t[] = {
        {EU_GEN7, "add (8) r1.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:d",
         "\"compact\":0,\"op\":\"add\",\"opnum\":64,\"align\":1,\"nomask\":0,\"noddclr\":0,"
         "\"noddchk\":0,"
         "\"qtr\":0,\"thread\":0,\"exec\":8,\"accwr\":0,\"pred\":\"\",\"predinv\":0,\"debug\":0,"
         "\"sat\":0,"
         "\"nib\":0,\"cmod\":\"\",\"flag\":\"f0.0\""},
        {EU_GEN7,
         "(-f1.1) add.sat.ge.f1.1 (8) r1.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:d "
         "{NoMask, NoDDClr, NoDDChk, SecHalf, Switch, AccWrEn, Breakpoint}",
         "\"compact\":0,\"op\":\"add\",\"opnum\":64,\"align\":1,\"nomask\":1,\"noddclr\":1,"
         "\"noddchk\":1,"
         "\"qtr\":1,\"thread\":2,\"exec\":8,\"accwr\":1,\"pred\":\"norm\",\"predinv\":1,\"debug\":"
         "1,\"sat\":1,"
         "\"nib\":0,\"cmod\":\"ge\",\"flag\":\"f1.1\""},
        {EU_GEN7, "(f0.1.any4h) mov.o.f0.1 (4) r1.0<1>.xy:f r2.0<4>.wzyx:f {Align16, Atomic}",
         "\"opnum\":1,\"align\":16,\"nomask\":0,\"noddclr\":0,\"noddchk\":0,\"qtr\":0,\"thread\":1,"
         "\"exec\":4,"
         "\"accwr\":0,\"pred\":\"any4h\",\"predinv\":0,\"debug\":0,\"sat\":0,\"nib\":0,\"cmod\":"
         "\"o\",\"flag\":"
         "\"f0.1\",\"dst\":{\"file\":\"grf\",\"type\":\"f\",\"hstride\":1,\"wrmask\":3,\"reg\":1,"
         "\"sub_bytes\":0},"
         "\"src0\":{\"file\":\"grf\",\"type\":\"f\",\"neg\":0,\"abs\":0,\"vstride\":4,\"swizzle\":"
         "\"wzyx\",\"reg\":2,"
         "\"sub_bytes\":0}"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        struct eu_program prog = {0};
        char *line = NULL;
        size_t n = 0;
        assemble_text(t[i].gen, "test", t[i].text, &prog);
        FILE *out = open_memstream(&line, &n);
        assert_int_equal(eu_dis_json(out, &prog, t[i].gen), 0);
        fclose(out);
        if (!strstr(line, t[i].fields))
            fail_msg("%s", line);
        free(line);
        eu_program_fini(&prog);
    }
}

/* Numbers that have no name, in bits of an instruction that has one. */
static void fields_of_reserved_numbers(void **state)
{
    static const struct {
        const char *text;
        unsigned bit, number;
        const char *field;
    } t[] = {
        {"add (8) r1:d r2:d r3:d", 24, 8, "\"cmod\":\"o\""},
        {"add (8) r1:d r2:d r3:d", 24, 7, "\"cmod\":\"reserved\""},
        {"add (8) r1:d r2:d r3:d", 24, 10, "\"cmod\":\"reserved\""},
        {"(f0.0) mov (8) r1:d r2:d", 16, 11, "\"pred\":\"all16h\""},
        {"(f0.0) mov (8) r1:d r2:d", 16, 14, "\"pred\":\"reserved\""},
        {"math.idiv (8) r1:d r2:d r3:d", 24, 13, "\"mathfn\":\"irem\""},
        {"math.idiv (8) r1:d r2:d r3:d", 24, 14, "\"mathfn\":\"reserved\""},
        {"math.idiv (8) r1:d r2:d r3:d", 24, 0, "\"mathfn\":\"reserved\""},
        {"send (8) r1:d r2:d 2 0x02106e01", 24, 11, "\"sfid\":\"sfid11\",\"sfid_nr\":11"},
        {"send (8) r1:d r2:d 2 0x02106e01", 24, 15, "\"sfid\":\"sfid15\",\"sfid_nr\":15"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        struct eu_program prog = {0};
        uint32_t word;
        char *line = NULL;
        size_t n = 0;
        assemble_text(EU_GEN7, "test", t[i].text, &prog);
        memcpy(&word, prog.code, 4);
        word = (word & ~(15u << t[i].bit)) | t[i].number << t[i].bit;
        memcpy(prog.code, &word, 4);
        FILE *out = open_memstream(&line, &n);
        assert_int_equal(eu_dis_json(out, &prog, EU_GEN7), 0);
        fclose(out);
        if (!strstr(line, t[i].field))
            fail_msg("%s: %s", t[i].field, line);
        free(line);
        eu_program_fini(&prog);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_of_branches_and_messages),
        cmocka_unit_test(fields_of_all_instructions),
        cmocka_unit_test(fields_of_reserved_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
