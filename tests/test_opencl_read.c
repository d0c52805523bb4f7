/* Files of Intel's OpenCL compiler: every kernel of the corpus in both containers, for two devices,
 * optimized and not; and the same files damaged. */
#include "tests/helpers.h"

#include <dirent.h>
#include <unistd.h>

#include "isa/check.h"
#include "opencl/kernels.h"

static const char *const folders[] = {"skl-O2", "skl-O0", "bdw-O2", "bdw-O0"};
/* the corpus is compiled once, whatever B is */
static const char build[] = "build/opencl-corpus";
enum { NFOLDERS = sizeof folders / sizeof *folders };

struct reading {
    struct cl_file file;
    struct diags diags;
    char *bytes;
    size_t n;
    int err;
};

static void read_path(struct reading *in, const char *path)
{
    *in = (struct reading){0};
    in->bytes = read_file(path, &in->n);
    assert_non_null(in->bytes);
    assert_true(cl_is_kernels((uint8_t *)in->bytes, in->n));
    in->err = cl_read(path, (uint8_t *)in->bytes, in->n, 0, &in->file, &in->diags);
    diags_print(&in->diags, stderr);
}

static void read_fini(struct reading *in)
{
    cl_file_fini(&in->file);
    diags_fini(&in->diags);
    free(in->bytes);
}

static const char *built(unsigned folder, const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s/%s", build, folders[folder], name);
    return path;
}

/* Gives each file of the corpus to @visit; returns their number. */
static unsigned each_file(void (*visit)(struct reading *in, const char *path, void *ctx), void *ctx)
{
    unsigned n = 0;
    for (unsigned i = 0; i < NFOLDERS; i++) {
        DIR *dir = opendir(built(i, ""));
        struct dirent *entry;
        assert_non_null(dir);
        while ((entry = readdir(dir))) {
            struct reading in;
            char path[512];
            if (entry->d_name[0] == '.')
                continue;
            snprintf(path, sizeof path, "%s", built(i, entry->d_name));
            read_path(&in, path);
            if (in.err)
                fail_msg("%s: %s", path, eu_strerror(in.err));
            visit(&in, path, ctx);
            read_fini(&in);
            n++;
        }
        closedir(dir);
    }
    return n;
}

static int compile_corpus(void **state)
{
    (void)state;
    const char *corpus = shared_path("gen9/opencl");
    char command[700];
    if (!corpus || system("command -v ocloc >/dev/null 2>&1"))
        return 0;
    snprintf(command, sizeof command, "tests/opencl.sh '%s' %s", corpus, build);
    return system(command);
}

static void require_corpus(void)
{
    require_tool("ocloc", "intel-opencl-icd");
    if (!shared_path("gen9/opencl"))
        skip_because("no corpus of OpenCL kernels");
}

/* --- text --- */
static void round_trip(struct reading *in, const char *path, void *ctx)
{
    struct eu_program prog, back;
    struct diags diags = {0};
    struct eu_asm_opts opts = {.gen = in->file.gen, .path = path};
    char *text = NULL;
    size_t n;
    unsigned *bytes = ctx;
    assert_int_equal(cl_program(&in->file, NULL, &prog), 0);
    FILE *out = open_memstream(&text, &n);
    cl_print(out, &in->file, NULL, "// ");
    assert_int_equal(eu_dis_program(out, &prog, in->file.gen, EU_DIS_MANUAL, false), 0);
    fclose(out);
    int err = eu_assemble(text, n, &opts, &back, &diags);
    diags_print(&diags, stderr);
    if (err || back.size != prog.size || memcmp(back.code, prog.code, prog.size))
        fail_msg("%s does not assemble back", path);
    for (size_t i = 0; i < in->file.nkernels; i++)
        if (eu_program_find(&prog, in->file.kernels[i].name) < 0)
            fail_msg("%s: no label %s", path, in->file.kernels[i].name);
    *bytes += prog.size;
    free(text);
    eu_program_fini(&prog);
    eu_program_fini(&back);
    diags_fini(&diags);
}

static void corpus_disassembles_and_assembles_back(void **state)
{
    (void)state;
    unsigned bytes = 0;
    require_corpus();
    unsigned files = each_file(round_trip, &bytes);
    print_message("%u files, %u bytes of code\n", files, bytes);
    assert_true(files >= 4 * 2 * 41 && bytes > 300000);
}

/* --- check --- */
/* For bdw this compiler writes Gen9's sends (0x33) at the entry of a function with a stack. Gen8
 * has no such opcode. It is the only error in its code. */
static bool is_sends_for_gen8(const struct eu_program *prog, enum eu_gen gen, uint32_t addr)
{
    return gen == EU_GEN8 && (prog->code[addr] & 0x7f) == 0x33;
}

static void check_file(struct reading *in, const char *path, void *ctx)
{
    struct eu_program prog;
    struct eu_findings found = {0};
    unsigned *sends = ctx;
    assert_int_equal(cl_program(&in->file, NULL, &prog), 0);
    assert_int_equal(eu_check(in->file.gen, &prog, true, &found), 0);
    for (size_t i = 0; i < found.n; i++) {
        const struct eu_finding *f = &found.items[i];
        if (f->severity != EU_ERROR)
            continue;
        if (!is_sends_for_gen8(&prog, in->file.gen, f->addr))
            fail_msg("%s: 0x%x: %s", path, f->addr, eu_rule_info(f->rule)->name);
        ++*sends;
    }
    eu_findings_fini(&found);
    eu_program_fini(&prog);
}

static void corpus_breaks_no_rule(void **state)
{
    (void)state;
    unsigned sends = 0;
    require_corpus();
    each_file(check_file, &sends);
    print_message("%u sends for Gen8\n", sends);
}

/* --- both containers say the same --- */
static void agrees(const struct cl_kernel *z, const struct cl_kernel *t, const char *path)
{
    if (z->simd != t->simd || z->slm != t->slm || !z->barriers != !t->barriers ||
        z->registers != t->registers || z->local_ids != t->local_ids || z->nargs != t->nargs ||
        memcmp(z->required_local, t->required_local, sizeof z->required_local))
        fail_msg("%s: %s: the containers differ", path, z->name);
    for (size_t i = 0; i < z->nargs; i++) {
        const struct cl_arg *a = &z->args[i], *b = &t->args[i];
        if (a->kind != b->kind || strcmp(a->name, b->name) || strcmp(a->type, b->type) ||
            strcmp(a->space, b->space))
            fail_msg("%s: %s: argument %zu is %s %s %s, and %s %s %s", path, z->name, i, a->space,
                     a->type, a->name, b->space, b->type, b->name);
    }
}

static void compare_containers(struct reading *in, const char *path, void *ctx)
{
    struct reading other;
    char tokens[512];
    unsigned *kernels = ctx;
    if (in->file.tokens)
        return;
    snprintf(tokens, sizeof tokens, "%.*s.bin", (int)(strrchr(path, '.') - path), path);
    read_path(&other, tokens);
    assert_int_equal(other.err, 0);
    assert_true(other.file.tokens);
    assert_int_equal(other.file.gen, in->file.gen);
    assert_int_equal(other.file.nkernels, in->file.nkernels);
    for (size_t i = 0; i < in->file.nkernels; i++, ++*kernels) {
        struct cl_kernel *k = cl_kernel_find(&other.file, in->file.kernels[i].name);
        assert_non_null(k);
        agrees(&in->file.kernels[i], k, path);
    }
    read_fini(&other);
}

static void corpus_is_the_same_in_both_containers(void **state)
{
    (void)state;
    unsigned kernels = 0;
    require_corpus();
    each_file(compare_containers, &kernels);
    assert_true(kernels >= 4 * 42);
}

/* --- details --- */
static const struct cl_entry *entry_of(const struct cl_kernel *k, enum cl_value value, int arg)
{
    for (size_t i = 0; i < k->nentries; i++)
        if (k->entries[i].value == value && k->entries[i].arg == arg && k->entries[i].size)
            return &k->entries[i];
    fail_msg("%s has no %s of argument %d", k->name, cl_value_name(value), arg);
    return NULL;
}

static void vecadd_is_read_whole(void **state)
{
    (void)state;
    struct reading in;
    require_corpus();
    read_path(&in, built(0, "vecadd.zebin"));
    assert_string_equal(in.file.device, "skl");
    assert_int_equal(in.file.gen, EU_GEN9);
    const struct cl_kernel *k = cl_kernel_find(&in.file, "vecadd");
    assert_non_null(k);
    assert_int_equal(k->simd, 32);
    assert_int_equal(k->local_ids, 192);
    assert_int_equal(k->nargs, 4);
    assert_string_equal(k->args[0].name, "a");
    assert_string_equal(k->args[0].type, "float*");
    assert_int_equal(k->args[0].kind, CL_ARG_BUFFER);
    assert_int_equal(k->args[0].access, CL_READ);
    assert_int_equal(k->args[2].bti, 2);
    assert_int_equal(k->args[3].kind, CL_ARG_VALUE);
    assert_int_equal(k->args[3].size, 4);
    assert_int_equal(entry_of(k, CL_VALUE_ARG_BYVALUE, 3)->offset, 56);
    assert_int_equal(entry_of(k, CL_VALUE_BUFFER_ADDRESS, 1)->offset, 40);
    assert_int_equal(k->cross_thread, 96);
    assert_null(cl_kernel_find(&in.file, "vecsub"));
    read_fini(&in);
}

static void constants_strings_and_relocations_are_read(void **state)
{
    (void)state;
    struct reading in;
    require_corpus();
    read_path(&in, built(0, "constant.zebin"));
    assert_int_equal(in.file.nkernels, 1);
    const struct cl_kernel *k = &in.file.kernels[0];
    assert_int_equal(in.file.data_bytes[CL_DATA_CONST], 64);
    assert_int_equal(k->relocs.n, 1);
    assert_int_equal(k->relocs.items[0].kind, CL_RELOC_64);
    assert_int_equal(k->relocs.items[0].section, CL_DATA_CONST);
    read_fini(&in);
    read_path(&in, built(1, "printf.bin"));
    assert_int_equal(in.file.nstrings, 2);
    assert_string_equal(in.file.strings[1], "str");
    entry_of(&in.file.kernels[0], CL_VALUE_PRINTF_BUFFER, -1);
    entry_of(&in.file.kernels[0], CL_VALUE_CONST_BASE, -1);
    read_fini(&in);
}

static void functions_and_memory_are_read(void **state)
{
    (void)state;
    struct reading in;
    require_corpus();
    read_path(&in, built(1, "noinline.zebin"));
    assert_true(eu_program_find(&in.file.kernels[0].code, "f") > 0);
    assert_true(eu_program_find(&in.file.kernels[0].code, "g") > 0);
    read_fini(&in);
    read_path(&in, built(1, "spill.bin"));
    assert_true(in.file.kernels[0].private_per_item);
    assert_int_equal(in.file.kernels[0].private_bytes, 296);
    read_fini(&in);
    read_path(&in, built(0, "reduce.bin"));
    const struct cl_kernel *k = &in.file.kernels[0];
    assert_int_equal(k->args[2].kind, CL_ARG_LOCAL);
    assert_int_equal(k->args[2].align, 4);
    assert_int_equal(k->args[2].size, 0);
    assert_int_equal(k->args[1].bti, 1);
    assert_int_equal(k->barriers, 1);
    read_fini(&in);
}

/* --- damage --- */
static void must_be_read_or_refused(const uint8_t *bytes, size_t n, unsigned *refused)
{
    struct cl_file file;
    struct diags diags = {0};
    struct eu_program prog;
    int err = cl_read("damaged", bytes, n, 0, &file, &diags);
    if (err != -EU_ERR_NOMEM && (err != 0) != (diags.errors == 1))
        fail_msg("%s, and %zu messages", err ? eu_strerror(err) : "read", diags.errors);
    if (!err && !cl_program(&file, NULL, &prog))
        eu_program_fini(&prog);
    *refused += err != 0;
    cl_file_fini(&file);
    diags_fini(&diags);
}

static void damaged_files_are_one_message(void **state)
{
    static const char *const names[] = {"reduce.zebin", "constant.zebin", "printf.bin",
                                        "image_copy.bin"};
    (void)state;
    unsigned refused = 0, cuts = 0, x = 1;
    require_corpus();
    for (unsigned i = 0; i < 4; i++) {
        size_t n;
        char *whole = read_file(built(i & 1, names[i]), &n);
        assert_non_null(whole);
        for (size_t cut = 0; cut < n; cut += 1 + n / 300, cuts++) {
            /* an exact copy, so that a read past the end is noticed */
            uint8_t *copy = malloc(cut ? cut : 1);
            memcpy(copy, whole, cut);
            must_be_read_or_refused(copy, cut, &refused);
            free(copy);
        }
        assert_true(refused >= cuts * 9 / 10);
        for (unsigned turn = 0; turn < 2000; turn++) {
            unsigned at[3];
            char was[3];
            for (unsigned j = 0; j < 3; j++) {
                x = x * 1664525 + 1013904223;
                at[j] = (x >> 8) % n;
                was[j] = whole[at[j]];
                whole[at[j]] = (char)(turn & 1 ? x >> 24 : 0xff);
            }
            must_be_read_or_refused((uint8_t *)whole, n, &refused);
            for (unsigned j = 3; j-- > 0;)
                whole[at[j]] = was[j];
        }
        free(whole);
    }
}

/* --- archives and other devices --- */
static size_t put_member(char *at, const char *name, const char *bytes, size_t n)
{
    int head = sprintf(at, "%-16s%-12s%-6s%-6s%-8s%-10zu`\n", name, "0", "0", "0", "644", n);
    memcpy(at + head, bytes, n);
    return (size_t)head + n + (n & 1);
}

static void an_archive_has_a_member_for_each_generation(void **state)
{
    (void)state;
    size_t n9, n8, n = 8;
    require_corpus();
    char *gen9 = read_file(built(0, "branch.bin"), &n9),
         *gen8 = read_file(built(2, "branch.bin"), &n8);
    char *archive = calloc(1, n9 + n8 + 400);
    memcpy(archive, "!<arch>\n", 8);
    n += put_member(archive + n, "pad_0/", "\0\0\0\0\0\0\0\0", 8);
    n += put_member(archive + n, "64.9.0.9/", gen9, n9);
    n += put_member(archive + n, "64.8.0.0/", gen8, n8);
    for (unsigned i = 0; i < 3; i++) {
        static const enum eu_gen asked[] = {(enum eu_gen)0, EU_GEN8, EU_GEN9};
        struct cl_file file;
        struct diags diags = {0};
        int err = cl_read("a", (uint8_t *)archive, n, asked[i], &file, &diags);
        assert_int_equal(err != 0, i == 0);
        assert_int_equal(diags.errors, i == 0);
        if (i)
            assert_int_equal(file.gen, asked[i]);
        else
            assert_non_null(strstr(diags.items[0].text, "Gen9, Gen8"));
        cl_file_fini(&file);
        diags_fini(&diags);
    }
    free(gen9);
    free(gen8);
    free(archive);
}

static void a_file_for_another_device_says_for_which(void **state)
{
    (void)state;
    size_t n;
    struct cl_file file;
    struct diags diags = {0};
    require_corpus();
    char *bytes = read_file(built(0, "branch.zebin"), &n), *note = NULL;
    for (size_t i = 0; i + 24 < n && !note; i++) /* finds the note's owner behind type 1 */
        if (!memcmp(bytes + i, "\1\0\0\0IntelGT", 12))
            note = bytes + i + 12;
    assert_non_null(note);
    *note = 29;
    assert_int_equal(cl_read("t", (uint8_t *)bytes, n, 0, &file, &diags), -EU_ERR_FORMAT);
    assert_int_equal(diags.errors, 1);
    assert_non_null(strstr(diags.items[0].text, "compiled for tgllp (Gen12)"));
    cl_file_fini(&file);
    diags_fini(&diags);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corpus_disassembles_and_assembles_back),
        cmocka_unit_test(corpus_breaks_no_rule),
        cmocka_unit_test(corpus_is_the_same_in_both_containers),
        cmocka_unit_test(vecadd_is_read_whole),
        cmocka_unit_test(constants_strings_and_relocations_are_read),
        cmocka_unit_test(functions_and_memory_are_read),
        cmocka_unit_test(damaged_files_are_one_message),
        cmocka_unit_test(an_archive_has_a_member_for_each_generation),
        cmocka_unit_test(a_file_for_another_device_says_for_which),
    };
    return cmocka_run_group_tests(tests, compile_corpus, NULL);
}
