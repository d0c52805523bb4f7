/* Launch files, register settings and what is built from them. */
#include "tests/helpers.h"

#include <unistd.h>

#include "eu/cli/launch.h"

static const struct {
    const char *text, *message;
    unsigned line, col;
} wrong[] = {
    {"{\"kernal\": 1}", "\"kernal\": unknown key; did you mean 'kernel'?", 1, 2},
    {"{\"dispatch\": {\"simmd\": 8}}", "unknown key; did you mean 'simd'?", 1, 15},
    {"{\"enable\": [\"sofware\"]}", "did you mean 'software'?", 1, 2},
    {"{\n \"gen\": \"10\"}", "\"gen\"", 2, 2},
    {"{\"kernel\": \"a\",\n\n  \"dispatch\": {\"kind\": \"hs\"}}", "\"kind\": 'hs' is none of raw",
     3, 16},
    {"{\"dispatch\": {\"kind\": \"gpgpu\",\n\"screen\": [8, 8]}}", "not for kind gpgpu", 2, 1},
    {"{\"dispatch\": {\"eus\": 33}}", "not a number from 1 to 32", 1, 15},
    {"{\"dispatch\": {\"kind\": \"medai\"}}", "; did you mean 'media'?", 1, 15},
    {"{\"max_insts\": 0}", "not a number from 1 to", 1, 2},
    {"{\"dispatch\": {\"eu_threads\": 0}}", "not a number from 1 to 8", 1, 15},
    {"{\"dispatch\": {\"grid\": [0]}}", "element 0 is no number above 0", 1, 15},
    {"{\"dispatch\": {\"grid\": [1, 2, 3, 4]}}", "one to 3 numbers", 1, 15},
    {"{\n\"dispatch\": {\"kind\": \"gpgpu\", \"grid\": [4000000000, 4000000000, "
     "9],\"threads\": 1}}",
     "more than 65536 threads", 2, 1},
    {"{\"dispatch\": {\"kind\": \"gpgpu\", \"grid\": [1], \"local\": [4096, 4096, 4096]}}",
     "a thread group needs more", 1, 2},
    {"{\"dispatch\": {\"kind\": \"media\", \"inline\": [[1]], \"grid\": [2]}}",
     "the inline records say", 1, 49},
    {"{\"dispatch\": {\"kind\": \"media\", \"inline\": [[1]], \"threads\": 2}}",
     "there are 1 inline records", 1, 49},
    {"{\"dispatch\": {\"kind\": \"vs\"}}", "no vertices", 1, 2},
    {"{\"dispatch\": {\"kind\": \"vs\", \"vertices\": [[1, 2, 3]]}}", "attributes of four", 1, 2},
    {"{\"dispatch\": {\"kind\": \"vs\", \"vertices\": [[1, 2, 3, \"x\"]]}}", "no dword", 1, 29},
    {"{\"dispatch\": {\"kind\": \"vs\", \"urb_handle\": 4095, \"vertices\": "
     "[[1, 2, 3, 4], [1, 2, 3, 4]]}}",
     "URB's 4096 handles", 1, 2},
    {"{\"dispatch\": {\"kind\": \"gs\", \"vertices\": [[1, 2, 3, 4]]}}", "whole primitives", 1, 2},
    {"{\"dispatch\": {\"kind\": \"ps\", \"vertices\": [[1, 2, 3, 4]]}}", "needs a screen", 1, 2},
    {"{\"dispatch\": {\"kind\": \"ps\", \"screen\": [9, 9], \"vertices\": [[1, 2, 3, 4]]}}",
     "three vertices", 1, 2},
    {"{\"dispatch\": {\"kind\": \"ps\", \"screen\": [9, 9], \"vertices\": [[0, 0, 0, 1], "
     "[9, 0, 0, 1], [0, 9, 0, 0]]}}",
     "w above 0", 1, 2},
    {"{\"dispatch\": {\"kind\": \"ps\", \"screen\": [9, 9], \"vertices\": [[0, 0, 0, 1], "
     "[9, 0, 0, 1], [0, 1e30, 0, 1]]}}",
     "outside of -32768", 1, 2},
    {"{\"dispatch\": {\"kind\": \"ps\", \"barycentric\": [\"flat\"]}}", "'flat' is none", 1, 29},
    {"{\"dispatch\": {\"kind\": \"ps\", \"barycentric\": [\"linear-pixl\"]}}",
     "; did you mean 'linear-pixel'?", 1, 29},
    {"{\"dispatch\": {\"kind\": \"ps\", \"barycentric\": [\"perspective-centroids\"]}}",
     "'perspective-centroids' is none", 1, 29},
    {"{\"dispatch\": {\"kind\": \"ps\", \"barycentric\": [7]}}", "no string is none of perspective",
     1, 29},
    {"{\"dispatch\": {\"kind\": 7}}", "no string is none of raw", 1, 15},
    {"{\"samplers\": [{\"index\": 0, \"filter\": null}]}", "no string is none of nearest", 1, 28},
    {"{\"dispatch\": {\"kind\": \"media\", \"descriptors\": [{\"enrty\": 0}]}}",
     "did you mean 'entry'?", 1, 49},
    {"{\"dispatch\": {\"kind\": \"media\", \"descriptors\": [{\"entry\": 0, \"rounding\": "
     "\"nearst\"}]}}",
     "'nearst' is none of nearest, up, down, zero; did you mean 'nearest'?", 1, 61},
    {"{\"dispatch\": {\"kind\": \"ps\", \"source_w\": 1}}", "not true or false", 1, 29},
    /* the same key in an earlier object, and the key's text in a string */
    {"{\"surfaces\": [{\"bti\": 0, \"width\": 4, \"address\": 0},\n{\"bti\": 1, \"width\": 4, "
     "\"address\": \"x\"}]}",
     "\"address\"", 2, 24},
    {"{\"kernel\": \"\\\"simd\\\":\",\n \"dispatch\": {\"simd\": -8}}", "\"simd\"", 2, 15},
    {"{\"surfaces\": [{\"bti\": 254, \"width\": 4, \"address\": 0}]}", "\"bti\"", 1, 16},
    {"{\"surfaces\": [{\"bti\": 0, \"format\": \"Q\", \"width\": 4, \"address\": 0}]}", "format", 1,
     26},
    {"{\"surfaces\": [{\"bti\": 0, \"format\": \"R8_UNROM\", \"width\": 4, \"address\": 0}]}",
     "did you mean 'R8_UNORM'?", 1, 26},
    {"{\"surfaces\": [{\"bti\": 0, \"width\": 4, \"height\": 4, \"address\": 0, \"tiling\": "
     "\"z\"}]}",
     "'z' is none of linear, x, y", 1, 0},
    {"{\"surfaces\": [{\"bti\": 0, \"width\": 4, \"address\": 0, \"tiling\": \"x\"}]}",
     "a buffer is linear", 1, 0},
    {"{\"surfaces\": [{\"bti\": 0, \"width\": 4, \"height\": 4, \"address\": 64, \"tiling\": "
     "\"x\"}]}",
     "a tiled surface begins at a multiple of 4096", 1, 0},
    {"{\"surfaces\": [{\"bti\": 0, \"width\": 4, \"height\": 4, \"address\": 0, \"pitch\": 64, "
     "\"tiling\": \"y\"}]}",
     "no multiple of a tile's 128 bytes", 1, 0},
    {"{\"surfaces\": [{\"bti\": 3, \"width\": 4, \"address\": 0},\n{\"width\": 4, \"bti\": "
     "\"0x3\", \"address\": 64}]}",
     "\"bti\": 3 is taken at line 1, column 16", 2, 14},
    {"{\"samplers\": [{\"index\": 2},\n {\"index\": 1}, {\"index\": 2}]}",
     "\"index\": 2 is taken at line 1, column 16", 2, 17},
    {"{\"samplers\": {}}", "\"samplers\"", 1, 2},
    {"{\"samplers\": [1]}", "not an array of objects", 1, 2},
    {"{\"samplers\": [{\"filter\": \"linear\"}]}", "a sampler needs \"index\"", 1, 2},
    {"{\"samplers\": [{\"indx\": 1}]}", "did you mean 'index'?", 1, 16},
    {"{\"samplers\": [{\"index\": 0, \"filter\": \"liner\"}]}", "did you mean 'linear'?", 1, 28},
    {"{\"samplers\": [{\"index\": 16}]}", "\"index\"", 1, 16},
    {"{\"samplers\": [{\"index\": 0, \"filter\": \"cubic\"}]}",
     "'cubic' is none of nearest, linear", 1, 28},
    {"{\"samplers\": [{\"index\": 0, \"wrap\": [\"wrap\"]}]}", "one word, or two", 1, 28},
    {"{\"samplers\": [{\"index\": 0, \"wrap\": [\"wrap\", 3]}]}", "is none of wrap, mirror", 1, 28},
    {"{\"samplers\": [{\"index\": 0, \"border\": [1, 2, 3]}]}", "four numbers", 1, 28},
    {"{\"samplers\": [{\"index\": 0, \"border\": [1, 2, 3, \"4\"]}]}", "element 3 is no number", 1,
     28},
    {"{\"samplers\": [{\"index\": 0, \"coordinates\": \"texels\"}]}", "wrap clamp and border", 1,
     28},
    {"{\"samplers\": [{\"index\": 0, \"lod\": 1}]}", "\"lod\": unknown key", 1, 28},
    {"{\"samplers\": [{\"index\": 0, \"mip\": \"cubic\"}]}", "none, nearest, linear", 1, 28},
    {"{\"samplers\": [{\"index\": 0, \"max_lod\": 15}]}", "number from 0 to 14", 1, 28},
    {"{\"samplers\": [{\"index\": 0, \"bias\": \"1\"}]}", "number from -16", 1, 28},
    {"{\"samplers\": [{\"index\": 0, \"preclamp\": 1}]}", "not true or false", 1, 28},
    {"{\"surfaces\": [{\"bti\": 0, \"width\": 8, \"height\": 9, \"address\": 0, \"levels\": "
     "5}]}",
     "level of one element", 1, 65},
    {"{\"surfaces\": [{\"bti\": 0, \"width\": 8, \"height\": 9, \"address\": 0, \"levels\": "
     "0}]}",
     "level of one element", 1, 65},
    {"{\"surfaces\": [{\"bti\": 0, \"width\": 8, \"address\": 0, \"levels\": 2}]}",
     "a buffer has one", 1, 52},
    {"{\"surfaces\": [{\"bti\": 0, \"width\": 8, \"height\": 9, \"address\": 0, \"align\": [4, "
     "3]}]}",
     "2 or 4 rows", 1, 65},
    {"{\"surfaces\": [{\"bti\": 0, \"width\": 8, \"height\": 9, \"address\": 0, \"align\": "
     "4}]}",
     "\"align\"", 1, 65},
    {"{\"gen\": 6}", "7, 7.5, 8 or 9, please", 1, 2},
    {"{\"dispatch\": {\"kind\": \"gpgpu\", \"local\": [8], \"simd\": 8, \"threads\": 2}}",
     "\"local\" says already how many there are", 1, 57},
    {"{\"dispatch\": {\"kind\": \"raw\", \"grid\": [8], \"threads\": 2}}",
     "\"grid\" says already how many there are", 1, 43},
    {"{\"surfaces\": [{\"bti\": 0, \"width\": 8, \"address\": 0, \"data\": [1]}]}",
     "a type with a list of numbers", 1, 52},
    {"{\"surfaces\": [{\"bti\": 0, \"width\": 8, \"address\": 0, \"data\": {\"x\": [1]}}]}",
     "a type with a list of numbers", 1, 52},
    {"{\"surfaces\": [{\"bti\": 0, \"width\": 8, \"address\": 0, \"data\": {\"ub\": [1, 256]}}]}",
     "element 1 is no value of type ub", 1, 52},
    {"{\"surfaces\": [{\"bti\": 0, \"width\": 8, \"address\": 0, \"expect\": {\"f\": [1, 2, 3]}}]}",
     "12 bytes, and the surface has 8", 1, 52},
    {"{\"surfaces\": [{\"bti\": 0, \"width\": 8, \"address\": 0, \"in\": \"a\", \"data\": {\"f\": "
     "[1]}}]}",
     "\"in\" says already what is there", 1, 63},
    {"{\"dispatch\": {\"kind\": \"raw\", \"sampler_state\": 32}}", "not for kind raw", 1, 30},
    {"{\"set\": {\"r200\": \"00\"}}", "no register", 1, 10},
    {"{\"set\": {\"r2.0:uw\": 65536}}", "no value of type uw", 1, 10},
    {"{\"dump\": [\"r1\", 7]}", "\"dump\"", 1, 2},
    {"{\"enable\": [\"external-halt\"]}", "external-halt", 1, 2},
    {"{\"curbe\": \"123\"}", "\"curbe\"", 1, 2},
    {"{\"curbe\": [1, \"z\"]}", "\"curbe\": element 1", 1, 2},
    {"{\"entry\": true}", "neither a string nor a whole number", 1, 2},
    {"{\"load\": {\"0x1000\": 1}}", "\"0x1000\": not a string", 1, 11},
    {"{\"match\": {\"ip\": 1.5}}", "neither a string", 1, 12},
    {"{\"quirk\": {\"suppress\": 1}}", "\"suppress\"", 1, 12},
    {"{\"dispatch\": {\"kind\": \"media\", \"inline\": [[1], 2]}}", "\"inline\"", 1, 32},
    {"{\"lint\": 1}", "\"lint\": not true or false", 1, 2},
    {"{\"kernel\": \"a\", \"kernel\": \"b\"}", "duplicate", 1, 0},
    {"{\"kernel\": ", "no JSON", 1, 0},
    {"", "no JSON", 1, 0},
};

static void launch_read_wrong_values_are_named_with_line_and_column(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct launch l = {.gen = EU_GEN7};
        struct diags diags = {0};
        launch_read(&l, folder_put("l.json", wrong[i].text), &diags);
        if (diags.errors == 0 || !strstr(diags.items[0].text, wrong[i].message))
            fail_msg("%s: %s", wrong[i].text, diags.errors ? diags.items[0].text : "no complaint");
        assert_int_equal(diags.items[0].line, wrong[i].line);
        if (wrong[i].col)
            assert_int_equal(diags.items[0].col, wrong[i].col);
        diags_fini(&diags);
        launch_fini(&l);
    }
}

static void launch_read_paths_are_beside_the_file(void **state)
{
    (void)state;
    struct launch l = {.gen = EU_GEN7};
    struct diags diags = {0};
    launch_read(
        &l,
        folder_put(
            "l.json",
            "{\"kernel\":\"k.asm\",\"sip\":\"/abs/s.asm\",\"surfaces\":[{\"bti\":3,\"width\":4,"
            "\"address\":\"0x1000\",\"out\":\"o.bin\"}],\"dump_mem\":[\"0,4=m.bin\",\"0,4\"]}"),
        &diags);
    assert_int_equal(diags.errors, 0);
    assert_string_equal(l.kernel, folder_path("k.asm"));
    assert_string_equal(l.sip, "/abs/s.asm");
    assert_int_equal(l.nsurfaces, 1);
    assert_string_equal(l.surfaces[0].out, folder_path("o.bin"));
    assert_int_equal(l.ndumps, 2);
    assert_string_equal(l.dumps[0].path, folder_path("m.bin"));
    assert_null(l.dumps[1].path);
    assert_int_equal(l.surfaces[0].bti, 3);
    assert_int_equal(l.surfaces[0].s.address, 0x1000);
    diags_fini(&diags);
    launch_fini(&l);
}

/* The command line @words ("" ends it) to a machine. */
static int build(const char *const *words, struct launch *l, struct ui_machine *m)
{
    char *argv[16] = {(char *)"run"};
    int argc = 1, status;
    struct ui_args args;
    for (; words[argc - 1][0]; argc++)
        argv[argc] = (char *)words[argc - 1];
    *m = (struct ui_machine){0};
    *l = (struct launch){0};
    status = ui_args_parse(&args, UI_RUN, argc, argv);
    if (status == UI_OK)
        status = launch_init(l, &args);
    if (status == UI_OK)
        status = launch_build(l, m);
    ui_args_fini(&args);
    return status;
}

static void launch_build_places_programs_by_the_address_rules(void **state)
{
    (void)state;
    struct launch l;
    struct ui_machine m;
    char kernel[96], sip[96];
    strcpy(kernel, folder_put("k.asm", "nop\nhere:\nnop\n"));
    strcpy(sip, folder_put("s.asm", "nop\n"));
    const char *const words[] = {"--sip", sip, "--load", "0x2000=/dev/null", kernel, ""};
    const char *const fine[] = {"--sip", sip,        "--entry",  "here", "--threads",
                                "3",     "--enable", "software", kernel, ""};
    const char *const overlap[] = {"--sip", sip, "--sip-at", "0x10", kernel, ""};
    assert_int_equal(build(words, &l, &m), UI_OK); /* an empty load is nothing */
    ui_machine_fini(&m);
    launch_fini(&l);
    assert_int_equal(build(fine, &l, &m), UI_OK);
    assert_int_equal(m.eu->nthreads, 3);
    assert_int_equal(m.eu->sip, 0x80000);
    assert_true(m.eu->has_sip);
    assert_int_equal(m.progs[1].base, 0x80000);
    assert_int_equal(m.eu->threads[2].ip, 0x10);
    assert_int_equal(m.eu->threads[2].cr[1], 1u << 13);
    assert_int_equal(m.eu->threads[0].sr[2], 0xffff);
    assert_true(m.eu->surfaces[253].present);
    assert_int_equal(m.eu->surfaces[253].address, 0x00800000);
    ui_machine_fini(&m);
    launch_fini(&l);
    assert_int_equal(build(overlap, &l, &m), UI_BAD_INPUT);
    ui_machine_fini(&m);
    launch_fini(&l);
}

/* A program by its suffix; other files are bytes, which may be no code. */
static void launch_build_loads_are_programs_behind_the_kernel_and_the_routine(void **state)
{
    (void)state;
    struct launch l;
    struct ui_machine m;
    uint8_t bytes[4] = {0};
    char kernel[96], sip[96], program[110], raw[110];
    strcpy(kernel, folder_put("k.asm", "nop\n"));
    strcpy(sip, folder_put("s.asm", "nop\nnop\n"));
    snprintf(program, sizeof program, "0x3000=%s", folder_put("p.asm", "nop\nnop\nnop\n"));
    snprintf(raw, sizeof raw, "0x4000=%s", folder_put("raw.dat", "abc"));
    const char *const words[] = {"--sip", sip, "--load", raw, "--load", program, kernel, ""};
    assert_int_equal(build(words, &l, &m), UI_OK);
    const struct {
        uint32_t base, size;
        const char *path;
        bool data;
    } rows[] = {{0, 16, kernel, false},
                {0x80000, 32, sip, false},
                {0x4000, 3, raw + 7, true},
                {0x3000, 48, program + 7, false}};
    assert_int_equal(m.nprogs, 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(m.progs[i].base, rows[i].base);
        assert_int_equal(m.progs[i].size, rows[i].size);
        assert_string_equal(m.progs[i].path, rows[i].path);
        assert_int_equal(m.progs[i].data, rows[i].data);
    }
    assert_true(eu_memory_read(m.eu->mem, 0x4000, bytes, 3));
    assert_string_equal((char *)bytes, "abc");
    ui_machine_fini(&m);
    launch_fini(&l);
}

/* Where a label may be, an address is a number or the text of one. */
static void launch_build_addresses_are_numbers_or_text(void **state)
{
    (void)state;
    static const char *const entries[] = {"64", "\"64\"", "\"0x40\"", "\"there\""};
    struct launch l;
    struct ui_machine m;
    folder_put("k.asm", "nop\n.align 64\nthere: nop\n");
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        char text[512], file[96];
        snprintf(text, sizeof text,
                 "{\"kernel\": \"k.asm\", \"entry\": %s, \"match\": {\"ip\": %s}, \"dispatch\": "
                 "{\"kind\": \"media\", \"children\": 1, \"descriptors\": [{\"entry\": %s}]}}",
                 entries[i], entries[i], entries[i]);
        strcpy(file, folder_put("l.json", text));
        const char *const words[] = {"--launch", file, ""};
        assert_int_equal(build(words, &l, &m), UI_OK);
        assert_int_equal(m.eu->threads[0].ip, 64);
        ui_machine_fini(&m);
        launch_fini(&l);
    }
}

static void launch_build_surfaces_take_fill_and_file(void **state)
{
    (void)state;
    struct launch l;
    struct ui_machine m;
    char file[96];
    uint8_t got[6];
    folder_put("k.asm", "nop\n");
    folder_put("in.bin", "ab");
    strcpy(file,
           folder_put("l.json",
                      "{\"kernel\":\"k.asm\",\"curbe\":[1,\"0x20000\"],\"dispatch\":{\"kind\":"
                      "\"media\",\"inline\":[[7],[8,9]]},"
                      "\"surfaces\":[{\"bti\":0,\"format\":\"R8_UINT\",\"width\":3,\"height\":2,"
                      "\"address\":\"0x5000\",\"fill\":196,\"in\":\"in.bin\"}]}"));
    const char *const words[] = {"--launch", file, ""};
    assert_int_equal(build(words, &l, &m), UI_OK);
    eu_memory_read(m.eu->mem, 0x5000, got, sizeof got);
    assert_memory_equal(got, "ab\xc4\xc4\xc4\xc4", 6);
    assert_int_equal(m.eu->nthreads, 2);
    assert_memory_equal(m.eu->threads[0].grf[1], "\1\0\0\0\0\0\2\0", 8);
    assert_memory_equal(m.eu->threads[1].grf[2], "\10\0\0\0\11\0\0\0", 8);
    ui_machine_fini(&m);
    launch_fini(&l);
}

static void parse_set_values_become_bytes_in_memory_order(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value;
        unsigned byte, n;
        uint8_t bytes[8];
    } rows[] = {
        {"r10", "0000803f", 0, 4, {0, 0, 0x80, 0x3f}},
        {"cr0:4", "00900000", 4, 4, {0, 0x90, 0, 0}},
        {"r2.1:f", "1.0,-2.0", 4, 8, {0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0}},
        {"r2.3:uw", "1,0xffff", 6, 4, {1, 0, 0xff, 0xff}},
        {"r2.0:b", "-128,255", 0, 2, {0x80, 0xff}},
        {"f0.1:uw", "0xa5a5", 2, 2, {0xa5, 0xa5}},
        {"r2:d", "-1", 0, 4, {0xff, 0xff, 0xff, 0xff}},
        {"r2.3:df", "1", 24, 8, {0, 0, 0, 0, 0, 0, 0xf0, 0x3f}},
    };
    static const char *const bad[][2] = {
        {"r10", ""},        {"r10", "0"},    {"r10", "0x00"},
        {"r10:32", "00"},   {"r10:", "00"},  {"r128", "00"},
        {"q1", "00"},       {"r2.8:f", "1"}, {"r2.7:f", "1,2"},
        {"r2.0:q", "1"},    {"r2.0:v", "1"}, {"r2.0:b", "256"},
        {"r2.0:b", "-129"}, {"r2.0:f", "x"}, {"r2.0:d", "1,"},
        {"r2.:d", "1"},     {"r2.0", "00"},  {"r2.99999999999:d", "1"},
    };
    char why[160];
    struct ui_set set;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(ui_parse_set(EU_GEN7, rows[i].key, rows[i].value, &set, why, sizeof why));
        assert_int_equal(set.key.byte, rows[i].byte);
        assert_int_equal(set.n, rows[i].n);
        assert_memory_equal(set.bytes, rows[i].bytes, rows[i].n);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (ui_parse_set(EU_GEN7, bad[i][0], bad[i][1], &set, why, sizeof why))
            fail_msg("%s=%s was taken", bad[i][0], bad[i][1]);
}

static void add_dump_mem_takes_address_length_and_file(void **state)
{
    (void)state;
    static const char *const bad[] = {"",        "0x10", "0x10,",    "0x10,0",       ",4",
                                      "0x10,4=", "x,4",  "0x10,4,5", "0x100000000,1"};
    struct launch l = {.gen = EU_GEN7};
    char why[160];
    assert_true(launch_add_dump_mem(&l, "0x1000,16=a=b", why, sizeof why));
    assert_true(launch_add_dump_mem(&l, "7,1", why, sizeof why));
    assert_int_equal(l.dumps[0].addr, 0x1000);
    assert_int_equal(l.dumps[0].len, 16);
    assert_string_equal(l.dumps[0].path, "a=b");
    assert_null(l.dumps[1].path);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (launch_add_dump_mem(&l, bad[i], why, sizeof why))
            fail_msg("%s was taken", bad[i]);
    launch_fini(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launch_read_wrong_values_are_named_with_line_and_column),
        cmocka_unit_test(launch_read_paths_are_beside_the_file),
        cmocka_unit_test(launch_build_places_programs_by_the_address_rules),
        cmocka_unit_test(launch_build_loads_are_programs_behind_the_kernel_and_the_routine),
        cmocka_unit_test(launch_build_addresses_are_numbers_or_text),
        cmocka_unit_test(launch_build_surfaces_take_fill_and_file),
        cmocka_unit_test(parse_set_values_become_bytes_in_memory_order),
        cmocka_unit_test(add_dump_mem_takes_address_length_and_file),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_drop);
}
