/* Kernels that a GPU has run: where unknown code ends, which of them lie there still, their names
 * by the files of a folder, and where their arguments in local memory lie. */
#include "tests/gpu_code_rig.h"
#include "tests/tokens_rig.h"

#include <unistd.h>

#include "gpu/cli/kernels.h"

enum { UNKNOWN = 1 << 16 };

static const char corpus[] = "build/opencl-corpus"; /* tests/test_opencl_read.c */

/* --- code without a name --- */

/* Bytes of the unknown kernel at @at. */
static uint32_t size_of(struct gpu *gpu, uint32_t at)
{
    struct ui_kernels kernels = {0};
    struct ui_names names = {0};
    const struct ui_kernel *k =
        ui_kernels_at(&kernels, &names, gpu, &(struct gpu_walker){.kernel = CODE + at});
    assert_non_null(k);
    uint32_t size = k->is.code.size;
    ui_kernels_fini(&kernels);
    ui_names_fini(&names);
    return size;
}

static void unknown_code_ends_behind_its_last_message(void **state)
{
    static const struct {
        const char *text;
        unsigned insns;
    } rows[] = {
        {EOT MOV, 1},
        {MOV EOT MOV EOT, 2},
        {MOV SEND EOT MOV, 3}, /* a message that ends no thread */
        {"jmpi L\n" EOT "L:\n" MOV EOT EOT, 4},
        {"jmpi L\n" EOT "L:\n" EOT EOT, 3},
        {"jmpi L\n" MOV "L:\n" EOT EOT, 3}, /* up to it, and not over it */
        {"L:\n" MOV "jmpi L\n" EOT EOT, 3},
        {"jmpi L\n" MOV MOV "jmpi M\nM:\n" EOT "L:\n" EOT EOT, 6}, /* the farthest counts */
        {"break (8) L M\n" EOT "L:\n" EOT "M:\n" EOT EOT, 4},
        {"break (8) M L\n" EOT "L:\n" EOT "M:\n" EOT EOT, 4},
        {"calla (8) r2.0<1>:ud 64\n" EOT EOT EOT EOT, 2}, /* an address */
        {"jmpi 0xfff0\n" EOT EOT, UNKNOWN / 16},
        {"jmpi 0x10000\n" EOT EOT, 2}, /* nobody reads so far */
    };
    struct rig *r = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static const uint8_t none[UNKNOWN];
        put_code(r->gpu, 0, none, sizeof none);
        put_asm(r->gpu, 0, rows[i].text);
        if (size_of(r->gpu, 0) != 16 * rows[i].insns)
            fail_msg("row %zu: %u bytes", i, size_of(r->gpu, 0));
    }
}

/* Without an end it is as much as anybody reads: whole instructions of it. */
static void unknown_code_without_an_end_is_cut(void **state)
{
    struct rig *r = *state;
    uint8_t code[UNKNOWN + 32];
    struct eu_program p;
    assemble_text(EU_GEN9, "code.asm", MOV "mov (8) r2<1>:ud r3<8;8,1>:ud {Compacted}\n", &p);
    assert_int_equal(p.size, 24);
    for (size_t i = 0; i + 16 <= sizeof code; i += 16)
        memcpy(code + i, p.code, 16);
    put_code(r->gpu, 0, code, sizeof code);
    assert_int_equal(size_of(r->gpu, 0), UNKNOWN);
    memcpy(code, p.code + 16, 8);
    for (size_t i = 8; i + 16 <= sizeof code; i += 16)
        memcpy(code + i, p.code, 16);
    put_code(r->gpu, 0, code, sizeof code);
    assert_int_equal(size_of(r->gpu, 0), UNKNOWN - 8);
    eu_program_fini(&p);
}

/* Opcode 0x34 is sendsc, which ends the thread; Gen8 has no such instruction. */
static void unknown_code_is_of_the_devices_generation(void **state)
{
    struct rig *r = *state;
    struct eu_program p;
    static const uint8_t none[16];
    assemble_text(EU_GEN9, "code.asm", "sendsc (8) null:ud r5 r112 0x27 0x82000010 {EOT}\n" EOT,
                  &p);
    put_code(r->gpu, 0, p.code, p.size);
    put_code(r->gpu, p.size, none, sizeof none);
    assert_int_equal(size_of(r->gpu, 0), gpu_gen(r->gpu) == 8 ? 32 : 16);
    eu_program_fini(&p);
}

/* --- the list --- */

static struct ui_kernel *at(struct ui_kernels *ks, struct gpu *gpu, uint32_t place)
{
    static struct ui_names none;
    return ui_kernels_at(ks, &none, gpu, &(struct gpu_walker){.kernel = CODE + place});
}

static void a_kernel_is_gone_when_other_code_lies_there(void **state)
{
    struct rig *r = *state;
    struct ui_kernels ks = {0};
    put_asm(r->gpu, 0, MOV MOV EOT MOV EOT);
    struct ui_kernel *a = at(&ks, r->gpu, 0);
    assert_string_equal(a->name, "kernel_7f1234600000");
    assert_string_equal(a->is.code.path, a->name);
    assert_string_equal(a->library.name, "kernel_7f1234600000.1.elf");
    assert_true(a->library.base == CODE && a->library.code == 48 && a->fresh && !a->library.gone);
    assert_null(a->known);
    assert_int_equal(eu_program_find(&a->is.code, a->name), 0);
    a->fresh = false;
    assert_ptr_equal(at(&ks, r->gpu, 0), a); /* it was there */
    assert_false(a->fresh);
    struct ui_kernel *b = at(&ks, r->gpu, 48); /* behind it */
    assert_string_equal(b->library.name, "kernel_7f1234600030.2.elf");
    assert_false(a->library.gone);
    struct ui_kernel *c = at(&ks, r->gpu, 32); /* in the last one of the first */
    assert_true(a->library.gone && !b->library.gone && !c->library.gone);
    struct ui_kernel *again = at(&ks, r->gpu, 0);
    assert_ptr_equal(again, a);
    assert_true(!a->library.gone && c->library.gone && !b->library.gone && a->fresh);
    put_asm(r->gpu, 0, MOV EOT);
    struct ui_kernel *d = at(&ks, r->gpu, 0); /* shorter: what was in the other half stays gone */
    assert_ptr_not_equal(d, a);
    assert_true(a->library.gone && !d->library.gone && ks.n == 4);
    assert_int_equal(d->library.code, 32);
    put_asm(r->gpu, 0, MOV MOV EOT);
    assert_ptr_equal(at(&ks, r->gpu, 0), a);
    assert_true(d->library.gone);
    ui_kernels_fini(&ks);
    assert_true(!ks.items && !ks.n);
}

static void a_kernel_whose_program_is_released_goes_once(void **state)
{
    struct rig *r = *state;
    struct ui_kernels ks = {0};
    put_asm(r->gpu, 0, MOV EOT);
    put_asm(r->gpu, 32, EOT);
    struct ui_kernel *a = at(&ks, r->gpu, 0), *b = at(&ks, r->gpu, 32);
    assert_false(ui_kernels_leave(&ks)); /* nobody says */
    a->mark = strdup(folder_path("a.gone"));
    assert_false(ui_kernels_leave(&ks));
    folder_put("a.gone", "");
    assert_false(ui_kernels_leave(&ks)); /* nobody knows it yet */
    ui_kernel_publish(a, EU_GEN9);
    ui_kernel_publish(b, EU_GEN9);
    assert_true(ui_kernels_leave(&ks));
    assert_true(a->library.gone && !b->library.gone);
    assert_false(ui_kernels_leave(&ks));
    a->fresh = false;
    assert_ptr_equal(at(&ks, r->gpu, 0), a); /* the same code again */
    assert_true(a->fresh && !a->library.gone);
    assert_int_equal(access(a->mark, F_OK), -1);
    assert_false(ui_kernels_leave(&ks));
    ui_kernels_fini(&ks);
}

static void a_kernel_is_published_once_with_its_listing(void **state)
{
    struct rig *r = *state;
    struct ui_kernels ks = {0};
    char line[64] = "x";
    put_asm(r->gpu, 0, MOV EOT);
    struct ui_kernel *k = at(&ks, r->gpu, 0);
    assert_null(k->library.elf);
    ui_kernel_publish(k, EU_GEN9);
    const uint8_t *elf = k->library.elf;
    assert_non_null(elf);
    assert_memory_equal(elf, "\177ELF", 4);
    assert_int_equal(k->is.code.nfiles, 1);
    assert_non_null(strstr(k->is.code.files[0], "/eulab/"));
    assert_non_null(strstr(k->is.code.files[0], "/kernel_7f1234600000.asm"));
    assert_int_equal(access(k->is.code.files[0], R_OK), 0);
    ui_kernel_publish(k, EU_GEN9);
    assert_ptr_equal(k->library.elf, elf);
    ui_kernel_line(k, 0, line, sizeof line); /* a listing is no source */
    assert_string_equal(line, "");
    ui_kernels_fini(&ks);
}

/* --- names --- */

struct program {
    char *bytes;
    size_t n;
    struct cl_file file;
};

static void require_corpus(void)
{
    const char *sources = shared_path("gen9/opencl");
    char command[700];
    require_tool("ocloc", "intel-opencl-icd");
    if (!sources)
        skip_because("no corpus of OpenCL kernels");
    snprintf(command, sizeof command, "tests/opencl.sh '%s' %s", sources, corpus);
    assert_int_equal(system(command), 0);
}

/* A file of the corpus, and its @i-th kernel in memory at @place. */
static const struct cl_kernel *lay_kernel(struct gpu *gpu, struct program *p, const char *name,
                                          unsigned i, uint32_t place)
{
    char path[128];
    struct diags diags = {0};
    snprintf(path, sizeof path, "%s/%s", corpus, name);
    require_corpus();
    p->bytes = read_file(path, &p->n);
    assert_non_null(p->bytes);
    assert_int_equal(cl_read(path, (uint8_t *)p->bytes, p->n, 0, &p->file, &diags), 0);
    assert_true(i < p->file.nkernels);
    put_code(gpu, place, p->file.kernels[i].code.code, p->file.kernels[i].code.size);
    diags_fini(&diags);
    return &p->file.kernels[i];
}

static void program_fini(struct program *p)
{
    cl_file_fini(&p->file);
    free(p->bytes);
}

/* The folder of the layers, and one of --symbols, which is the same or another. */
static struct ui_names names_of(bool folder, bool symbols)
{
    static char path[64];
    struct ui_names names = {.symbols = symbols ? path : NULL};
    snprintf(path, sizeof path, "%s", folder_path(NULL));
    if (folder)
        memcpy(names.folder, path, sizeof path);
    return names;
}

static void kernels_are_found_by_their_code(void **state)
{
    struct rig *r = *state;
    struct program p;
    for (unsigned i = 0; i < 2; i++) {
        const struct cl_kernel *k = lay_kernel(r->gpu, &p, "skl-O2/two_kernels.bin", i, 16);
        struct ui_names names = names_of(true, false);
        const uint32_t places[] = {0, 1, k->code.size / 2, k->code.size - 1};
        assert_null(ui_names_find(&names, r->gpu, CODE + 16)); /* no file yet */
        folder_put_bytes("p.bim", p.bytes, p.n);
        folder_put_bytes(".bin", p.bytes, p.n);
        folder_put_bytes("in", p.bytes, p.n);
        folder_put("o.bin", "no program");
        assert_null(ui_names_find(&names, r->gpu, CODE + 16));
        assert_int_equal(names.nfiles, 1);
        folder_put_bytes("p.bin", p.bytes, p.n);
        const struct cl_kernel *found = ui_names_find(&names, r->gpu, CODE + 16);
        assert_non_null(found);
        assert_string_equal(found->name, k->name);
        assert_int_equal(names.nfiles, 2);
        assert_null(ui_names_find(&names, r->gpu, CODE + 8));
        for (size_t at = 0; at < sizeof places / sizeof *places; at++) {
            k->code.code[places[at]] ^= 1;
            put_code(r->gpu, 16, k->code.code, k->code.size);
            assert_null(ui_names_find(&names, r->gpu, CODE + 16));
            k->code.code[places[at]] ^= 1;
            put_code(r->gpu, 16, k->code.code, k->code.size);
            assert_ptr_equal(ui_names_find(&names, r->gpu, CODE + 16), found);
        }
        assert_int_equal(names.nfiles, 2);
        assert_null(ui_names_find(&names, r->gpu, CODE + PAGES * PAGE - 8)); /* not mapped */
        ui_names_fini(&names);
        assert_true(!names.files && !names.nfiles);
        struct ui_names all = names_of(false, true); /* --symbols: every name that is not hidden */
        assert_string_equal(ui_names_find(&all, r->gpu, CODE + 16)->name, k->name);
        assert_int_equal(all.nfiles, 4);
        ui_names_fini(&all);
        unlink(folder_path("p.bin"));
        unlink(folder_path("o.bin"));
        program_fini(&p);
    }
}

/* The driver writes addresses there, so that any bytes are right. */
static void addresses_in_code_are_any(void **state)
{
    struct rig *r = *state;
    struct program p;
    const struct cl_kernel *k = lay_kernel(r->gpu, &p, "skl-O2/constant.zebin", 0, 0);
    struct ui_names names = names_of(false, true);
    folder_put_bytes("constant", p.bytes, p.n);
    assert_true(k->relocs.n > 0);
    for (size_t i = 0; i < k->relocs.n; i++) {
        static const uint8_t ones[8] = {255, 255, 255, 255, 255, 255, 255, 255};
        uint32_t at = k->relocs.items[i].offset;
        uint32_t n = (uint32_t)cl_reloc_bytes(&k->relocs.items[i]);
        put_code(r->gpu, at, ones, n);
        assert_non_null(ui_names_find(&names, r->gpu, CODE));
        for (unsigned side = 0; side < 2; side++) { /* the byte before, the one behind */
            uint32_t odd = side ? at + n : at - 1;
            uint8_t changed = k->code.code[odd] ^ 1;
            bool other = false; /* address */
            for (size_t j = 0; j < k->relocs.n; j++)
                other |= odd - k->relocs.items[j].offset < cl_reloc_bytes(&k->relocs.items[j]);
            put_code(r->gpu, odd, &changed, 1);
            assert_int_equal(!!ui_names_find(&names, r->gpu, CODE), other);
            if (!other)
                put_code(r->gpu, odd, &k->code.code[odd], 1);
        }
    }
    struct ui_kernels ks = {0}; /* has those that the driver has written */
    const struct ui_kernel *seen =
        ui_kernels_at(&ks, &names, r->gpu, &(struct gpu_walker){.kernel = CODE});
    assert_non_null(seen);
    for (size_t i = 0; i < k->relocs.n; i++)
        assert_int_equal(seen->is.code.code[k->relocs.items[i].offset], 255);
    ui_kernels_fini(&ks);
    ui_names_fini(&names);
    program_fini(&p);
}

/* A driver's library has programs of its own, for each device, somewhere in it. */
static void kernels_of_the_drivers_library_are_found(void **state)
{
    struct rig *r = *state;
    struct program skl, bdw;
    const struct cl_kernel *k = lay_kernel(r->gpu, &bdw, "bdw-O2/vecadd.bin", 0, 0);
    const char *name = k->name;
    (void)lay_kernel(r->gpu, &skl, "skl-O2/saxpy.bin", 0, 4096);
    uint8_t *tokens[2], *at;
    size_t sizes[2], n = 0;
    struct program *of[2] = {&bdw, &skl};
    for (unsigned i = 0; i < 2; i++) {
        tokens[i] = memmem(of[i]->bytes, of[i]->n, "CTNI", 4);
        assert_non_null(tokens[i]);
        sizes[i] = of[i]->n - (size_t)((char *)tokens[i] - of[i]->bytes);
    }
    uint8_t *library = calloc(1, sizes[0] + sizes[1] + 64);
    at = library + 3;
    memcpy(at, "CTNI....", 8); /* the mark alone is no program */
    at += 8;
    for (unsigned i = 0; i < 2; i++, at += sizes[i - 1])
        memcpy(at, tokens[i], sizes[i]);
    n = (size_t)(at - library);
    struct ui_names names = {.driver = folder_put_bytes("lib.so", library, n)};
    const struct cl_kernel *found = ui_names_find(&names, r->gpu, CODE);
    assert_non_null(found);
    assert_string_equal(found->name, name);
    assert_int_equal(names.nfiles, 2);
    assert_string_equal(ui_names_find(&names, r->gpu, CODE + 4096)->name, "saxpy");
    assert_null(ui_names_find(&names, r->gpu, CODE + 8)); /* it is read once */
    assert_int_equal(names.nfiles, 2);
    assert_null(ui_names_mark(&names, found));
    ui_names_fini(&names);
    assert_null(names.driver_bytes);
    free(library);
    program_fini(&skl);
    program_fini(&bdw);
}

static void only_files_of_the_layers_folder_have_a_mark(void **state)
{
    struct rig *r = *state;
    static const struct {
        const char *file, *mark; /* in the folder */
        bool folder;             /* of the layers, too */
        size_t cut;              /* bytes that its name has less */
    } rows[] = {
        {"7.bin", "7.gone", true, 0}, {"a.b.bin", "a.b.gone", true, 0}, {"7", NULL, true, 0},
        {"7.bin", NULL, false, 0},    {"7.bin", NULL, true, 1},         {"7.zebin", NULL, true, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct program p;
        (void)lay_kernel(r->gpu, &p, "skl-O2/saxpy.bin", 0, 0);
        struct ui_names names = names_of(rows[i].folder, true);
        names.folder[strlen(names.folder) - rows[i].cut] = 0;
        folder_put_bytes(rows[i].file, p.bytes, p.n);
        const struct cl_kernel *k = ui_names_find(&names, r->gpu, CODE);
        assert_non_null(k);
        char *mark = ui_names_mark(&names, k);
        assert_null(ui_names_mark(&names, NULL));
        if (rows[i].mark)
            assert_string_equal(mark, folder_path(rows[i].mark));
        else
            assert_null(mark);
        free(mark);
        unlink(folder_path(rows[i].file));
        ui_names_fini(&names);
        program_fini(&p);
    }
}

/* --- local arguments --- */

/* Register N has 0x1000 * N: the second one is the group's local memory. */
static bool read_reg(void *ctx, unsigned reg, uint64_t *value)
{
    (void)ctx;
    *value = 0x1000 * reg;
    return true;
}

static bool read_none(void *ctx, uint64_t addr, void *buf, size_t n)
{
    (void)ctx, (void)addr, (void)buf, (void)n;
    return false;
}

/* What a kernel's variable is before its first instruction; "?": unknown there. */
static const char *text_of(const struct ui_kernel *k, const char *name)
{
    static struct cl_shown s;
    const struct cl_lane lane = {NULL, read_reg, read_none};
    return cl_variable_named(k->variables, 0, name, &lane, &s) ? s.text : "?";
}

static void kernels_with_other_local_arguments_are_others(void **state)
{
    struct rig *r = *state;
    struct program p;
    struct ui_kernels ks = {0};
    const struct cl_kernel *k = lay_kernel(r->gpu, &p, "skl-O0/reduce.bin", 0, 0);
    struct ui_names names = names_of(false, true);
    const struct cl_entry *e = NULL;
    folder_put_bytes("reduce.bin", p.bytes, p.n);
    for (size_t i = 0; i < k->nentries; i++)
        if (k->entries[i].arg == 2 && k->entries[i].value == CL_VALUE_ARG_BYPOINTER)
            e = &k->entries[i];
    assert_non_null(e);
    assert_string_equal(k->args[2].name, "tmp");
    struct gpu_walker w = {
        .kernel = CODE, .data = DATA, .data_bytes = e->offset + e->size, .simd = 32};
    struct ui_kernel *seen[4];
    static const uint64_t offsets[4] = {0, 64, 0x1fff0, 0x1fff0};
    for (unsigned i = 0; i < 4; i++) {
        put64(r->gpu, PHYS_DATA + e->offset, offsets[i]);
        w.data_bytes -= i == 3; /* there is none */
        seen[i] = ui_kernels_at(&ks, &names, r->gpu, &w);
        assert_non_null(seen[i]);
        assert_string_equal(seen[i]->name, "reduce");
        assert_true(seen[i]->locals[0] == -1 && seen[i]->locals[1] == -1);
        assert_int_equal(seen[i]->locals[2], i == 3 ? -1 : (int64_t)(offsets[i] % 65536));
        assert_ptr_equal(ui_kernels_at(&ks, &names, r->gpu, &w), seen[i]);
    }
    assert_int_equal(ks.n, 4);
    assert_int_equal(seen[0]->is.code.size, k->code.size);
    char line[128] = "x";
    ui_kernel_line(seen[0], 0, line, sizeof line);
    assert_string_equal(line, ", reduce.cl:2"); /* where the kernel begins */
    ui_kernel_line(seen[0], seen[0]->is.code.size + 4096, line, sizeof line);
    assert_true(!*line || strstr(line, "reduce.cl"));
    static const char *const tmp[4] = {"0x2000", "0x2040", "0x11ff0", "<optimized out>"};
    for (unsigned i = 0; i < 4; i++) {
        ui_kernel_publish(seen[i], EU_GEN9);
        assert_non_null(seen[i]->variables);
        assert_string_equal(text_of(seen[i], "tmp"), tmp[i]);
        assert_string_equal(text_of(seen[i], "out"), "<optimized out>");
    }
    ui_kernels_fini(&ks);
    ui_names_fini(&names);
    program_fini(&p);
}

/* Of each argument in local memory where that is said, in up to 8 bytes that are in the data. */
static void offsets_in_local_memory_are_read_from_the_payload(void **state)
{
    struct rig *r = *state;
    struct made *m = new_file(1);
    struct bytes *l = &m->kernels[0].list;
    TOKEN(l, 17, NULL, 8, 0, 8, 4, 4);       /* local memory: 4 bytes */
    TOKEN(l, 30, NULL, 1, UINT32_MAX, 0, 8); /* a buffer */
    TOKEN(l, 17, NULL, 8, 2, 16, 8, 4);      /* 8 bytes */
    TOKEN(l, 17, NULL, 8, 3, 24, 0, 4);      /* none */
    TOKEN(l, 17, NULL, 8, 4, 24, 12, 4);     /* more than a number has */
    TOKEN(l, 17, NULL, 1, 5, 8, 4, 0);       /* a value */
    TOKEN(l, 17, NULL, 4, 5, 36, 12, 0);     /* of no argument */
    TOKEN(l, 17, NULL, 8, 6, 56, 8, 4);      /* the last */
    must_be_read(m);
    const struct cl_kernel *k = &m->file.kernels[0];
    assert_int_equal(k->nentries, 8);
    folder_put_bytes("k.bin", m->all.p, m->all.n);
    put_code(r->gpu, 0, k->code.code, k->code.size);
    for (unsigned i = 0; i < 8; i++)
        put64(r->gpu, PHYS_DATA + 8 * i, 0x10100 + i);
    for (unsigned less = 0; less < 2; less++) {
        struct ui_names names = names_of(false, true);
        struct ui_kernels ks = {0};
        const struct gpu_walker w = {.kernel = CODE, .data = DATA, .data_bytes = 64 - less};
        const struct ui_kernel *got = ui_kernels_at(&ks, &names, r->gpu, &w);
        const int64_t want[] = {0x101, -1, 0x102, -1, -1, -1, less ? -1 : 0x107};
        assert_non_null(got);
        assert_memory_equal(got->locals, want, sizeof want);
        ui_kernels_fini(&ks);
        ui_names_fini(&names);
    }
    free_made(m);
}

/* Some compilations are archives, of which the member for a device that is simulated counts. */
static void kernels_of_archives_are_found(void **state)
{
    struct rig *r = *state;
    struct made *m = new_file(1);
    struct bytes *archive = calloc(1, sizeof *archive);
    char head[61];
    must_be_read(m);
    put_code(r->gpu, 0, m->file.kernels[0].code.code, m->file.kernels[0].code.size);
    snprintf(head, sizeof head, "%-48s%-10zu`\n", "64.9.0.9/", m->all.n);
    put(archive, "!<arch>\n", 8);
    put(archive, head, 60);
    put(archive, m->all.p, m->all.n);
    folder_put_bytes("k.ar", archive->p, archive->n);
    struct ui_names names = names_of(false, true);
    const struct cl_kernel *k = ui_names_find(&names, r->gpu, CODE);
    assert_non_null(k);
    assert_string_equal(k->name, "first");
    ui_names_fini(&names);
    free(archive);
    free_made(m);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, open_code, close_code)
    const struct CMUnitTest tests[] = {
        CASE(unknown_code_ends_behind_its_last_message),
        CASE(unknown_code_without_an_end_is_cut),
        CASE(unknown_code_is_of_the_devices_generation),
        cmocka_unit_test_setup_teardown(unknown_code_is_of_the_devices_generation,
                                        open_code_of_gen8, close_code),
        CASE(a_kernel_is_gone_when_other_code_lies_there),
        CASE(a_kernel_whose_program_is_released_goes_once),
        CASE(a_kernel_is_published_once_with_its_listing),
        CASE(kernels_are_found_by_their_code),
        CASE(addresses_in_code_are_any),
        CASE(kernels_of_the_drivers_library_are_found),
        CASE(only_files_of_the_layers_folder_have_a_mark),
        CASE(kernels_with_other_local_arguments_are_others),
        CASE(offsets_in_local_memory_are_read_from_the_payload),
        CASE(kernels_of_archives_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
