/* zebin files made by hand: what .ze_info says of kernels, symbols and relocations, and what is
 * refused. Layout: the ELF specification; names: intel-graphics-compiler's ZEInfo. */
#include "tests/helpers.h"

#include <elf.h>

#include "opencl/kernels.h"
#include "sim/sampler.h"

enum { MACHINE = 205, ZE_INFO = 0xff000011, SECTIONS_MAX = 16, FILE_ROOM = 1 << 16 };

struct section {
    const char *name;
    uint32_t type;
    const void *bytes;
    size_t n;
    uint32_t link;
};
/* A file while it is made; section 0 is none. */
struct zebin {
    struct section sections[SECTIONS_MAX];
    unsigned n;
    uint8_t image[FILE_ROOM];
    size_t size;
    struct cl_file file;
    struct diags diags;
};

static unsigned add(struct zebin *z, const char *name, uint32_t type, const void *bytes, size_t n)
{
    assert_true(z->n + 2 < SECTIONS_MAX);
    z->sections[++z->n] = (struct section){name, type, bytes, n, 0};
    return z->n;
}

static size_t place(struct zebin *z, const void *bytes, size_t n)
{
    size_t at = (z->size + 7) / 8 * 8;
    assert_true(at + n <= FILE_ROOM);
    if (n)
        memcpy(z->image + at, bytes, n);
    z->size = at + n;
    return at;
}

static void make_image(struct zebin *z)
{
    Elf64_Shdr heads[SECTIONS_MAX] = {{0}};
    char names[512] = "";
    size_t used = 1;
    z->size = sizeof(Elf64_Ehdr);
    add(z, ".shstrtab", SHT_STRTAB, names, sizeof names);
    for (unsigned i = 1; i <= z->n; i++) {
        strcpy(names + used, z->sections[i].name);
        heads[i] = (Elf64_Shdr){.sh_name = (uint32_t)used,
                                .sh_type = z->sections[i].type,
                                .sh_link = z->sections[i].link};
        used += strlen(z->sections[i].name) + 1;
    }
    for (unsigned i = 1; i <= z->n; i++) {
        heads[i].sh_offset = place(z, z->sections[i].bytes, z->sections[i].n);
        heads[i].sh_size = z->sections[i].n;
    }
    Elf64_Ehdr head = {.e_machine = MACHINE,
                       .e_shentsize = sizeof(Elf64_Shdr),
                       .e_shnum = (uint16_t)(z->n + 1),
                       .e_shstrndx = (uint16_t)z->n};
    memcpy(head.e_ident, ELFMAG, SELFMAG);
    head.e_ident[EI_CLASS] = ELFCLASS64;
    head.e_ident[EI_DATA] = ELFDATA2LSB;
    head.e_shoff = place(z, heads, (z->n + 1) * sizeof *heads);
    memcpy(z->image, &head, sizeof head);
}

static int read_zebin(struct zebin *z)
{
    make_image(z);
    uint8_t *copy = malloc(z->size); /* so that a read past the end is noticed */
    memcpy(copy, z->image, z->size);
    int err = cl_read("f.zebin", copy, z->size, 0, &z->file, &z->diags);
    free(copy);
    return err;
}

static void free_zebin(struct zebin *z)
{
    cl_file_fini(&z->file);
    diags_fini(&z->diags);
    free(z);
}

static void must_be_read(struct zebin *z)
{
    int err = read_zebin(z);
    diags_print(&z->diags, stderr);
    assert_int_equal(err, 0);
}

/* @z is refused by one message that has @why. Frees it. */
static void must_be_refused(struct zebin *z, const char *why)
{
    int err = read_zebin(z);
    if (!err || z->diags.errors != 1 || !strstr(z->diags.items[0].text, why))
        fail_msg("%s, not '%s'", err && z->diags.n ? z->diags.items[0].text : "read", why);
    free_zebin(z);
}

/* The note of a Skylake: name, number 1, product family 18. */
static const uint8_t note[] = "\10\0\0\0\4\0\0\0\1\0\0\0IntelGT\0\22\0\0";
static const uint8_t code[64] = {[0] = 1, [47] = 0xee};

/* A file with kernel k of that description. */
static struct zebin *with_info(const char *info)
{
    struct zebin *z = calloc(1, sizeof *z);
    assert_non_null(z);
    (void)add(z, ".note.intelgt.compat", SHT_NOTE, note, sizeof note);
    (void)add(z, ".ze_info", ZE_INFO, info, strlen(info));
    (void)add(z, ".text.k", SHT_PROGBITS, code, 48);
    return z;
}

#define KERNEL "kernels:\n - name: k\n   execution_env:\n    simd_size: 16\n"
#define PAYLOAD(rows) KERNEL "   payload_arguments:\n" rows
#define ROW(text) "    - {" text "}\n"

static const char two_kernels[] =
    "kernels:\n"
    " - name: k\n"
    "   execution_env: {simd_size: 32, grf_count: 128, slm_size: 100, barrier_count: 2,\n"
    "     required_work_group_size: [4, 0x5, 6]}\n"
    "   per_thread_payload_arguments:\n"
    "    - {arg_type: local_id, offset: 0, size: 192}\n"
    "   per_thread_memory_buffers:\n"
    "    - {type: scratch, usage: spill_fill_space, size: 2048}\n"
    "    - {type: global, usage: private_space, size: 296, is_simt_thread: true}\n"
    " - name: Intel_Symbol_Table_Void_Program\n"
    " - name: other\n"
    "   execution_env: {simd_size: 8}\n"
    "   per_thread_memory_buffers:\n"
    "    - {type: global, usage: private_space, size: 8}\n";

static void kernels_are_as_described(void **state)
{
    (void)state;
    struct zebin *z = with_info(two_kernels);
    (void)add(z, ".text.other", SHT_PROGBITS, code, 16);
    must_be_read(z);
    assert_int_equal(z->file.nkernels, 2);
    const struct cl_kernel *k = &z->file.kernels[0];
    assert_string_equal(k->name, "k");
    assert_true(k->simd == 32 && k->registers == 128 && k->slm == 100 && k->barriers == 2);
    assert_true(k->required_local[0] == 4 && k->required_local[1] == 5 &&
                k->required_local[2] == 6);
    assert_true(k->local_ids == 192 && k->scratch == 2048);
    assert_true(k->private_bytes == 296 && k->private_per_item);
    assert_int_equal(k->code.size, 48);
    k = &z->file.kernels[1];
    assert_true(k->simd == 8 && k->private_bytes == 8 && !k->private_per_item);
    assert_int_equal(k->code.size, 8); /* zeros behind it are none */
    assert_string_equal(z->file.device, "skl");
    assert_false(z->file.tokens);
    free_zebin(z);
}

static const char arguments[] =
    "kernels:\n"
    " - name: k\n"
    "   execution_env:\n"
    "    simd_size: 16\n"
    "   payload_arguments:\n"
    "    - {arg_type: global_id_offset, offset: 0, size: 12}\n"
    "    - {arg_type: arg_bypointer, offset: 20, size: 8, arg_index: 2, "
    "addrmode: stateful, addrspace: global, access_type: readwrite}\n"
    "    - {arg_type: arg_bypointer, offset: 30, size: 8, arg_index: 3, "
    "addrmode: stateless, addrspace: constant, access_type: readonly}\n"
    "    - {arg_type: arg_bypointer, offset: 40, size: 8, arg_index: 4, addrmode: slm, "
    "addrspace: local, slm_alignment: 16}\n"
    "    - {arg_type: arg_bypointer, offset: 50, size: 8, arg_index: 5, addrspace: image, "
    "access_type: writeonly}\n"
    "    - {arg_type: arg_bypointer, offset: 60, size: 8, arg_index: 6, "
    "addrspace: sampler, sampler_index: 4}\n"
    "    - {arg_type: arg_byvalue, offset: 72, size: 4, arg_index: 7, source_offset: 8}\n"
    "    - {arg_type: private_base_stateless, offset: 80, size: 8}\n"
    "    - {arg_type: nobody_knows, offset: 88, size: 4}\n"
    "   binding_table_indices:\n"
    "    - {bti_value: 7, arg_index: 2}\n"
    "    - {bti_value: 255, arg_index: 3}\n"
    "    - {bti_value: 256, arg_index: 5}\n"
    "   inline_samplers:\n"
    "    - {sampler_index: 0, addrmode: repeat, filtermode: linear, normalized: true}\n"
    "    - {sampler_index: 2, addrmode: clamp_edge, filtermode: nearest, normalized: false}\n"
    "    - {sampler_index: 3, addrmode: mirror, filtermode: linear, normalized: true}\n"
    "    - {sampler_index: 4, addrmode: clamp_border, filtermode: nearest, normalized: true}\n"
    "    - {sampler_index: 5, addrmode: none, filtermode: nearest, normalized: false}\n"
    "kernels_misc_info:\n"
    " - name: nothing\n"
    "   args_info:\n"
    "    - {index: 0, name: no}\n"
    " - name: k\n"
    "   args_info:\n"
    "    - {index: 2, name: a, address_qualifier: __global, type_name: 'float*;8'}\n"
    "    - {index: 7, name: v, address_qualifier: __private, type_name: int4}\n";

static const struct {
    enum cl_arg_kind kind;
    enum cl_access access;
    int bti, sampler;
    bool stateless;
    uint32_t align, size, bytes;
    const char *name, *type, *space;
} wanted[] = {
    {CL_ARG_UNUSED, CL_READ_WRITE, -1, -1, false, 0, 0, 0, "", "", ""},
    {CL_ARG_UNUSED, CL_READ_WRITE, -1, -1, false, 0, 0, 0, "", "", ""},
    {CL_ARG_BUFFER, CL_READ_WRITE, 7, -1, false, 0, 0, 8, "a", "float*", "__global"},
    {CL_ARG_BUFFER, CL_READ, 255, -1, true, 0, 0, 0, "", "", ""},
    {CL_ARG_LOCAL, CL_READ_WRITE, -1, -1, false, 16, 0, 0, "", "", ""},
    {CL_ARG_IMAGE, CL_WRITE, -1, -1, false, 0, 0, 0, "", "", ""},
    {CL_ARG_SAMPLER, CL_READ_WRITE, -1, 4, false, 0, 0, 0, "", "", ""},
    {CL_ARG_VALUE, CL_READ_WRITE, -1, -1, false, 0, 12, 0, "v", "int4", "__private"},
};

static void arguments_are_of_their_kind(void **state)
{
    (void)state;
    struct zebin *z = with_info(arguments);
    must_be_read(z);
    const struct cl_kernel *k = &z->file.kernels[0];
    assert_int_equal(k->nargs, sizeof wanted / sizeof *wanted);
    for (size_t i = 0; i < k->nargs; i++) {
        const struct cl_arg *a = &k->args[i];
        assert_int_equal(a->kind, wanted[i].kind);
        assert_int_equal(a->access, wanted[i].access);
        assert_int_equal(a->bti, wanted[i].bti);
        assert_int_equal(a->sampler, wanted[i].sampler);
        assert_int_equal(a->stateless, wanted[i].stateless);
        assert_int_equal(a->align, wanted[i].align);
        assert_int_equal(a->size, wanted[i].size);
        assert_int_equal(a->bytes, wanted[i].bytes);
        assert_string_equal(a->name, wanted[i].name);
        assert_string_equal(a->type, wanted[i].type);
        assert_string_equal(a->space, wanted[i].space);
    }
    assert_int_equal(k->nentries, 9);
    assert_int_equal(k->entries[0].value, CL_VALUE_GLOBAL_ID_OFFSET);
    assert_int_equal(k->entries[0].arg, -1);
    assert_int_equal(k->entries[6].source, 8);
    assert_int_equal(k->entries[7].value, CL_VALUE_PRIVATE_BASE);
    assert_string_equal(k->entries[8].name, "nobody_knows");
    assert_int_equal(k->cross_thread, 96);
    assert_int_equal(k->nsamplers, 6);
    for (unsigned i = 0; i < 6; i++) {
        static const struct {
            bool texels, linear;
            enum eu_wrap wrap;
        } rows[] = {{false, true, EU_WRAP_WRAP},    {0},
                    {true, false, EU_WRAP_CLAMP},   {false, true, EU_WRAP_MIRROR},
                    {false, false, EU_WRAP_BORDER}, {true, false, EU_WRAP_BORDER}};
        uint32_t dw[EU_SAMPLER_DWORDS] = {0};
        const struct eu_sampler s = {.present = true,
                                     .texels = rows[i].texels,
                                     .mag = rows[i].linear,
                                     .min = rows[i].linear,
                                     .max_lod = EU_LOD_MAX,
                                     .wrap = {rows[i].wrap, rows[i].wrap, rows[i].wrap}};
        if (i != 1)
            eu_sampler_encode(&s, 0, dw);
        assert_memory_equal(k->samplers[i], dw, sizeof dw);
    }
    free_zebin(z);
}

static void descriptions_are_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *info, *why;
    } rows[] = {
        {"", ".ze_info: damaged: no mapping"},
        {"[1, 2]", ".ze_info: damaged: no mapping"},
        {"kernels: [", ".ze_info: line "},
        {"a: b", "there is no kernel in this file"},
        {"kernels:\n - {simd_size: 8}", ".ze_info: a kernel has no name"},
        {KERNEL " - name: k\n", ".ze_info: kernel k is there twice"},
        {"kernels:\n - name: k\n", "kernel k: SIMD0; 8, 16 and 32 exist"},
        {"kernels:\n - name: k\n   execution_env: {simd_size: 64}", "kernel k: SIMD64"},
        {"kernels:\n - name: k\n   execution_env: {simd_size: -1}",
         ".ze_info: kernel k: simd_size is no number from 0 to 2147483647"},
        {"kernels:\n - name: k\n   execution_env: {simd_size: 2147483648}",
         "simd_size is no number"},
        {"kernels:\n - name: k\n   execution_env: {simd_size: 8x}", "simd_size is no number"},
        {"kernels:\n - name: k\n   execution_env: {simd_size: ''}", "simd_size is no number"},
        {"kernels:\n - name: k\n   execution_env: {simd_size: [8]}", "simd_size is no number"},
        {"kernels:\n - name: none\n   execution_env: {simd_size: 8}", "kernel none has no code"},
        {PAYLOAD(ROW("arg_type: arg_byvalue, arg_index: 4096, size: 4")),
         ".ze_info: kernel k: argument 4096 is too many"},
        {PAYLOAD(ROW("arg_type: arg_byvalue, arg_index: x, size: 4")), "arg_index is no number"},
        {PAYLOAD(ROW("arg_type: arg_byvalue, arg_index: 1, size: 4, offset: 4064")),
         "kernel k: arg_byvalue at 4064, 4 bytes, is outside of the registers"},
        {PAYLOAD(ROW("arg_type: arg_byvalue, arg_index: 1, size: 5, offset: 4060")),
         "is outside of the registers"},
        {PAYLOAD(ROW("arg_type: arg_bypointer, arg_index: 1, size: 8, addrspace: sampler, "
                     "sampler_index: 16")),
         ".ze_info: kernel k: sampler 16 is too many"},
        {PAYLOAD(ROW("arg_type: arg_byvalue, arg_index: 1, size: 4, offset: 4060")) "   "
                                                                                    "per_thread_"
                                                                                    "payload_"
                                                                                    "arguments:"
                                                                                    "\n" ROW(
                                                                                        "arg_type: "
                                                                                        "local_id, "
                                                                                        "size: 32"),
         "kernel k: 4096 bytes of payload do not fit into the registers"},
        {KERNEL "   per_thread_payload_arguments:\n" ROW("arg_type: local_id, size: 33"),
         "kernel k: 33 bytes of local ids are no whole registers"},
        {KERNEL "   per_thread_payload_arguments:\n" ROW("arg_type: global_id, size: 32"),
         ".ze_info: kernel k: per-thread data 'global_id' is not known"},
        {KERNEL "   per_thread_memory_buffers:\n" ROW("type: global, usage: other, size: 32"),
         ".ze_info: kernel k: memory for 'other' is not known"},
        {KERNEL "   inline_samplers:\n" ROW("sampler_index: 16"), "sampler 16 is too many"},
        {KERNEL "   binding_table_indices:\n" ROW("bti_value: x, arg_index: 1"), "bti_value is no"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        must_be_refused(with_info(rows[i].info), rows[i].why);
    /* as much as fits behind r0 and the register that is there without local ids, too */
    struct zebin *z =
        with_info(PAYLOAD(ROW("arg_type: arg_byvalue, arg_index: 4095, size: 4, "
                              "offset: 4028") ROW("arg_type: arg_bypointer, arg_index: 1, size: 8, "
                                                  "addrspace: sampler, sampler_index: 15")));
    must_be_read(z);
    assert_int_equal(z->file.kernels[0].nargs, 4096);
    assert_int_equal(z->file.kernels[0].cross_thread, 126 * 32);
    free_zebin(z);
}

static void a_file_says_for_which_device_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t n;
        const char *why; /* NULL: it does */
    } rows[] = {
        {"\10\0\0\0\4\0\0\0\1\0\0\0IntelGT\0\20\0\0", 24, NULL},
        {"\10\0\0\0\4\0\0\0\1\0\0\0IntelGT\0\20\0\0", 23, "does not say for which device"},
        {"\10\0\0\0\4\0\0\0\2\0\0\0IntelGT\0\20\0\0", 24, "does not say for which device"},
        {"\10\0\0\0\4\0\0\0\1\0\0\0IntelGX\0\20\0\0", 24, "does not say for which device"},
        {"\7\0\0\0\4\0\0\0\1\0\0\0IntelGT\0\20\0\0", 24, NULL}, /* rounded up */
        {"\4\0\0\0\4\0\0\0\1\0\0\0Inte\20\0\0", 20, "does not say for which device"},
        {"\10\0\0\0\0\0\0\0\1\0\0\0IntelGT\0", 20, "does not say for which device"},
        {"\0\0\0\0\2\0\0\0\1\0\0\0ab\0\0\10\0\0\0\4\0\0\0\1\0\0\0IntelGT\0\20\0\0", 40, NULL},
        {"\10\0\0\0\4\0\0\0\1\0\0\0IntelGT\0\32\0\0", 24,
         "compiled for icllp (Gen11), which is not"},
        {"\10\0\0\0\4\0\0\0\1\0\0\0IntelGT\0\143\0\0", 24,
         "compiled for a device that is not known here (product family 99)"},
        {"\xff\xff\xff\xff\xff\xff\xff\xff\1\0\0\0IntelGT\0\20\0\0", 24, "does not say for which"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct zebin *z = with_info(KERNEL);
        z->sections[1].bytes = rows[i].bytes;
        z->sections[1].n = rows[i].n;
        if (rows[i].why) {
            must_be_refused(z, rows[i].why);
            continue;
        }
        must_be_read(z);
        assert_string_equal(z->file.device, "bdw");
        free_zebin(z);
    }
    struct zebin *z = with_info(KERNEL);
    z->sections[1].type = SHT_PROGBITS;
    must_be_refused(z, "does not say for which device it is");
    z = with_info(KERNEL);
    z->sections[1].name = ".note.other";
    must_be_refused(z, "does not say for which device it is");
    z = with_info(KERNEL);
    z->sections[2].type = SHT_PROGBITS;
    must_be_refused(z, "no zebin: it has no section .ze_info");
    z = with_info(KERNEL);
    (void)add(z, ".text.k", SHT_PROGBITS, code, 48);
    must_be_refused(z, "kernel k has code twice");
}

/* --- symbols and relocations --- */

#define FUNC(name, section, value, size)                                                           \
    {                                                                                              \
        name, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, section, value, size                         \
    }
#define OBJECT(name, section, value)                                                               \
    {                                                                                              \
        name, ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT), 0, section, value, 8                          \
    }
enum { K = 3, CONSTANTS = 4, VARIABLES = 5 }; /* sections */
static const char strings[] = "\0k\0inner\0.data.const\0table\0";
enum { S_K = 1, S_INNER = 3, S_DATA = 9, S_TABLE = 21 };

/* Kernel k with a function behind it at 16, constants and variables. */
static struct zebin *with_symbols(const Elf64_Sym *symbols, size_t n)
{
    static const uint8_t data[32] = {[8] = 5, [15] = 1};
    struct zebin *z = with_info(KERNEL);
    assert_int_equal(add(z, ".data.const", SHT_PROGBITS, data, 24), CONSTANTS);
    assert_int_equal(add(z, ".data.global", SHT_PROGBITS, data, 32), VARIABLES);
    unsigned names = add(z, ".strtab", SHT_STRTAB, strings, sizeof strings);
    z->sections[add(z, ".symtab", SHT_SYMTAB, symbols, n * sizeof *symbols)].link = names;
    return z;
}

static const Elf64_Sym symbols[] = {{0, 0, 0, 0, 0, 0},
                                    FUNC(S_K, K, 0, 16),
                                    FUNC(S_INNER, K, 16, 32),
                                    OBJECT(S_DATA, 0, 77), /* a section by its name */
                                    OBJECT(S_TABLE, VARIABLES, 8),
                                    OBJECT(S_TABLE, K, 8)};

static void symbols_are_labels_and_targets(void **state)
{
    (void)state;
    static const Elf64_Rel of_code[] = {
        {8, ELF64_R_INFO(3, 1)}, {20, ELF64_R_INFO(4, 2)}, {24, ELF64_R_INFO(4, 3)}};
    static const Elf64_Rela of_data[] = {{8, ELF64_R_INFO(4, 1), 3}};
    static const Elf64_Rel of_others[] = {{UINT32_MAX, ELF64_R_INFO(9, 9)}};
    struct zebin *z = with_symbols(symbols, 6);
    (void)add(z, ".rel.text.k", SHT_REL, of_code, sizeof of_code);
    (void)add(z, ".rela.data.const", SHT_RELA, of_data, sizeof of_data);
    (void)add(z, ".rel.debug_info", SHT_REL, of_others, sizeof of_others);
    must_be_read(z);
    const struct cl_kernel *k = &z->file.kernels[0];
    assert_int_equal(k->code.nlabels, 1); /* the kernel's own is no other function */
    assert_string_equal(k->code.labels[0].name, "inner");
    assert_int_equal(k->code.labels[0].addr, 16);
    static const struct cl_reloc want[] = {{CL_RELOC_64, 8, CL_DATA_CONST, 0},
                                           {CL_RELOC_LOW, 20, CL_DATA_GLOBAL, 8},
                                           {CL_RELOC_HIGH, 24, CL_DATA_GLOBAL, 8}};
    assert_int_equal(k->relocs.n, 3);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(k->relocs.items[i].kind, want[i].kind);
        assert_int_equal(k->relocs.items[i].offset, want[i].offset);
        assert_int_equal(k->relocs.items[i].section, want[i].section);
        assert_int_equal(k->relocs.items[i].addend, want[i].addend);
    }
    assert_int_equal(z->file.data_relocs[CL_DATA_CONST].n, 1);
    const struct cl_reloc *r = z->file.data_relocs[CL_DATA_CONST].items;
    assert_true(r->kind == CL_RELOC_64 && r->offset == 8 && r->section == CL_DATA_GLOBAL);
    assert_true(r->addend == 8 + 3 + UINT64_C(0x0100000000000005)); /* and what lies there */
    assert_true(z->file.data_bytes[CL_DATA_CONST] == 24 &&
                z->file.data_bytes[CL_DATA_GLOBAL] == 32);
    free_zebin(z);
}

static void symbols_that_lead_nowhere_are_refused(void **state)
{
    (void)state;
    static const struct {
        Elf64_Rel rel;
        const char *why;
    } rows[] = {
        {{0x10, ELF64_R_INFO(5, 1)},
         "kernel k: relocation at 0x10 to 'table', which is not in this file"},
        {{0, ELF64_R_INFO(6, 1)}, "kernel k: relocation at 0x0 to '', which is not in this file"},
        {{0, ELF64_R_INFO(4, 4)}, "kernel k: relocation of type 4 at 0x0 is not known"},
        {{0, ELF64_R_INFO(4, 0)}, "kernel k: relocation of type 0 at 0x0 is not known"},
        {{41, ELF64_R_INFO(4, 1)}, "kernel k: relocation outside of it"},
        {{45, ELF64_R_INFO(4, 2)}, "kernel k: relocation outside of it"},
        {{UINT64_MAX, ELF64_R_INFO(4, 3)}, "kernel k: relocation outside of it"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct zebin *z = with_symbols(symbols, 6);
        (void)add(z, ".rel.text.k", SHT_REL, &rows[i].rel, sizeof rows[i].rel);
        must_be_refused(z, rows[i].why);
    }
    struct zebin *shared = with_symbols(symbols, 6);
    unsigned stub = add(shared, ".text.Intel_Symbol_Table_Void_Program", SHT_PROGBITS, strings, 16);
    Elf64_Sym inner[] = {{0, 0, 0, 0, 0, 0}, FUNC(S_INNER, stub, 8, 8)};
    unsigned names = add(shared, ".strtab", SHT_STRTAB, strings, sizeof strings);
    shared->sections[add(shared, ".symtab", SHT_SYMTAB, inner, sizeof inner)].link = names;
    (void)add(shared, ".rel.text.k", SHT_REL, &(Elf64_Rel){0x10, ELF64_R_INFO(1, 1)},
              sizeof(Elf64_Rel));
    must_be_refused(shared, "kernel k: relocation at 0x10 to 'inner', which is a function that "
                            "kernels of the zebin share: not supported; compile without "
                            "IGC_EnableZEBinary");
    static const Elf64_Sym far[] = {{0, 0, 0, 0, 0, 0}, FUNC(S_INNER, K, 16, 33)},
                           behind[] = {{0, 0, 0, 0, 0, 0}, FUNC(S_INNER, K, 48, 0)};
    must_be_refused(with_symbols(far, 2), "kernel k: a symbol lies outside of its code");
    must_be_refused(with_symbols(behind, 2), "kernel k: a symbol lies outside of its code");
    struct zebin *z = with_symbols(symbols, 6);
    z->sections[z->n].link = 99;
    must_be_refused(z, "damaged: the names of its symbols are not in the file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_are_as_described),
        cmocka_unit_test(arguments_are_of_their_kind),
        cmocka_unit_test(descriptions_are_refused_by_name),
        cmocka_unit_test(a_file_says_for_which_device_it_is),
        cmocka_unit_test(symbols_are_labels_and_targets),
        cmocka_unit_test(symbols_that_lead_nowhere_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
