/* Packets of a recording: the effect of each, and what is said of damaged ones. */
#include "tests/helpers.h"

#include "gpu/aub.h"
#include "gpu/aub_packets.h"
#include "gpu/impl.h"

#define HEAD(kind, dwords) (7u << 29 | 0x2eu << 23 | (uint32_t)AUB_##kind << 16 | ((dwords)-1u))
#define PHYSICAL (2u << 28)
#define ENTRY (4u << 28)

static struct gpu *new_gpu(void)
{
    struct gpu *gpu = gpu_new(gpu_device_by_name("skl"), NULL);
    assert_non_null(gpu);
    return gpu;
}

static void each_packet_has_its_effect(void **state)
{
    static const uint32_t packets[] = {
        HEAD(VERSION, 3),
        0,
        0x1200,
        HEAD(COMMENT, 1),
        HEAD(POLL, 2),
        1,
        HEAD(COMPARE_REGISTER, 1),
        HEAD(COMPARE_MEMORY, 1),
        HEAD(MEMORY, 8),
        0x5000,
        0,
        PHYSICAL,
        12,
        0x11111111,
        0x22222222,
        0x33333333,
        HEAD(MEMORY, 7),
        0x6000,
        1,
        PHYSICAL,
        5,
        0x44444444,
        0x55555555, /* above 4 GiB */
        HEAD(MEMORY, 5),
        0x7000,
        0,
        PHYSICAL,
        0, /* nothing */
        HEAD(MEMORY, 9),
        0x80,
        0,
        ENTRY,
        16,
        0x5001,
        0,
        0x6001,
        1, /* of pages 16, 17 */
        HEAD(MEMORY, 7),
        0x90,
        0,
        ENTRY,
        7,
        0x7001,
        0, /* less than an entry */
        HEAD(REGISTER, 6),
        0x2600,
        0,
        0,
        0,
        77,
    };
    struct gpu *gpu = new_gpu();
    uint32_t v[3];
    uint64_t at;
    (void)state;
    assert_int_equal(gpu_aub_replay(gpu, (const uint8_t *)packets, sizeof packets), GPU_DONE);
    gpu_physical_read(gpu, 0x5000, v, 12);
    assert_memory_equal(v, ((uint32_t[]){0x11111111, 0x22222222, 0x33333333}), 12);
    gpu_physical_read(gpu, UINT64_C(0x100006000), v, 8);
    assert_memory_equal(v, ((uint32_t[]){0x44444444, 0x55}), 8);
    assert_true(gpu_ggtt_translate(gpu, 0x10004, &at));
    assert_int_equal(at, 0x5004);
    assert_true(gpu_ggtt_translate(gpu, 0x11000, &at));
    assert_int_equal(at, UINT64_C(0x100006000));
    assert_false(gpu_ggtt_translate(gpu, 0x12000, &at));
    assert_int_equal(gpu_register_read(gpu, 0x2600), 77);
    gpu_free(gpu);
}

static void damage_is_named_with_its_place(void **state)
{
    static const struct {
        uint32_t dw[8];
        size_t bytes;
        enum gpu_stop stop;
        const char *why;
    } rows[] = {
        {{0}, 4, GPU_BAD_COMMAND, "the recording is damaged at byte 4: no packet begins here"},
        {{HEAD(COMMENT, 1)},
         3,
         GPU_BAD_COMMAND,
         "the recording is damaged at byte 4: no packet begins here"},
        {{HEAD(COMMENT, 2)},
         4,
         GPU_BAD_COMMAND,
         "the recording is damaged at byte 4: the last packet is cut off"},
        {{HEAD(COMMENT, 2), 0},
         7,
         GPU_BAD_COMMAND,
         "the recording is damaged at byte 4: the last packet is cut off"},
        {{HEAD(MEMORY, 4), 0, 0, PHYSICAL},
         16,
         GPU_BAD_COMMAND,
         "the recording is damaged at byte 4: a memory write is too short"},
        {{HEAD(MEMORY, 6), 0, 0, PHYSICAL, 5, 0},
         24,
         GPU_BAD_COMMAND,
         "the recording is damaged at byte 4: a memory write has fewer bytes than it says"},
        {{HEAD(MEMORY, 6), 0, 0, PHYSICAL | 1, 4, 0},
         24,
         GPU_NOT_SIMULATED,
         "a memory write at byte 4 of the recording repeats its data"},
        {{HEAD(REGISTER, 5), 0x2600, 0, 0, 0},
         20,
         GPU_BAD_COMMAND,
         "the recording is damaged at byte 4: a register write is too short"},
        {{7u << 29 | 0x2eu << 23 | 0x7fu << 16},
         4,
         GPU_BAD_COMMAND,
         "the recording is damaged at byte 4: an unknown packet"},
        {{HEAD(COMMENT, 1) ^ 1u << 29},
         4,
         GPU_BAD_COMMAND,
         "the recording is damaged at byte 4: no packet begins here"},
        {{HEAD(COMMENT, 1) ^ 1u << 23},
         4,
         GPU_BAD_COMMAND,
         "the recording is damaged at byte 4: no packet begins here"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gpu *gpu = new_gpu();
        uint32_t dw[9] = {HEAD(COMMENT, 1)}; /* before each a whole one */
        memcpy(dw + 1, rows[i].dw, sizeof rows[i].dw);
        assert_int_equal(gpu_aub_replay(gpu, (uint8_t *)dw, 4 + rows[i].bytes), rows[i].stop);
        assert_string_equal(gpu_why(gpu), rows[i].why);
        gpu_free(gpu);
    }
}

static void a_recording_names_its_device(void **state)
{
    static const char none[] = "this is no recording: it does not begin with a version packet";
    static const char other[] =
        "it is of a device that is not simulated: bdw, skl, kbl, cfl, bxt and glk are";
    static const struct {
        uint32_t dw[3];
        size_t n;
        const char *why;
    } rows[] = {{{HEAD(VERSION, 3), 0, 0xff00}, 12, other},
                {{HEAD(VERSION, 3), 0, 0xff00}, 11, none},
                {{HEAD(COMMENT, 3), 0, 0xff00}, 12, none},
                {{0, 0, 0}, 12, none}};
    const char *why;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_null(gpu_aub_device((const uint8_t *)rows[i].dw, rows[i].n, &why));
        assert_string_equal(why, rows[i].why);
    }
}

/* Aligned entries from 512 MiB on are kept apart from data. */
static void entries_of_tables_have_a_store_of_their_own(void **state)
{
    static const struct {
        uint64_t address;
        size_t n;
        bool entry;
    } rows[] = {
        {0x20000000, 8, true},   {0x1ffffff8, 8, false}, {0x20000000, 7, false},
        {0x20000000, 9, false},  {0x20000004, 8, false}, {0x20000ff8, 8, true},
        {0x20000000, 16, false},
    };
    static const uint8_t bytes[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gpu *gpu = new_gpu();
        uint64_t at = rows[i].address;
        uint8_t got[16];
        assert_int_equal(gpu_physical_write(gpu, at, bytes, rows[i].n), 0);
        assert_int_equal(!eu_memory_page(gpu->physical, at), rows[i].entry);
        assert_int_equal(eu_memory_mapped(gpu->tables, at, 1), rows[i].entry);
        gpu_physical_read(gpu, at, got, rows[i].n);
        assert_memory_equal(got, bytes, rows[i].n);
        gpu_free(gpu);
    }
}

static void the_global_table_has_an_end(void **state)
{
    const uint64_t end = (uint64_t)GPU_GGTT_PAGES << 12;
    struct gpu *gpu = new_gpu();
    uint64_t at;
    (void)state;
    assert_int_equal(gpu_ggtt_write(gpu, GPU_GGTT_PAGES - 1, 0x5001), 0);
    assert_int_equal(gpu_ggtt_write(gpu, GPU_GGTT_PAGES, 0x6001), 0); /* the first again */
    assert_true(gpu_ggtt_translate(gpu, end - 1, &at));
    assert_int_equal(at, 0x5fff);
    assert_true(gpu_ggtt_translate(gpu, 0, &at));
    assert_int_equal(at, 0x6000);
    assert_false(gpu_ggtt_translate(gpu, end, &at));
    gpu_free(gpu);
}

static void all_translations_are_forgotten(void **state)
{
    struct gpu *gpu = new_gpu();
    (void)state;
    for (unsigned i = 0; i < GPU_TLB; i++)
        gpu->tlb[i] = 1;
    gpu_forget_translations(gpu);
    for (unsigned i = 0; i < GPU_TLB; i++)
        assert_int_equal(gpu->tlb[i], 0);
    gpu_free(gpu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_packet_has_its_effect),
        cmocka_unit_test(damage_is_named_with_its_place),
        cmocka_unit_test(a_recording_names_its_device),
        cmocka_unit_test(entries_of_tables_have_a_store_of_their_own),
        cmocka_unit_test(the_global_table_has_an_end),
        cmocka_unit_test(all_translations_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
