/* Every message in the forms of bench/messages.def, with addresses at random and at the edges of
 * pages, buffers and images, on all engines: the state, the memory, the stop and the counts are
 * those of the reference engine. */
#include "tests/engine_rig.h"

#include "bench/message_forms.h"
#include "sim/fast/fast.h"
#include "exception/exception.h"

enum { HOLE = 0x5000, ODD_BYTES = 0xff36 };
enum { SECOND = 40, MOST = 16 }; /* register of a second part; registers of a payload */

static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};

/* --- payloads --- */

static uint32_t random_offset(uint64_t *s, unsigned kind)
{
    static const uint16_t near[] = {0, 1, 2, 3, 4, 8, 12, 16, 31, 64};
    uint32_t at = (uint32_t)(next(s) % BUFFER_BYTES);
    unsigned back = near[next(s) % 10];
    switch (kind % 8) {
    case 0:
        return at;
    case 1:
        return (at & ~(uint32_t)(EU_PAGE_BYTES - 1)) - back;
    case 2:
        return ODD_BYTES - back;
    case 3:
        return BUFFER_BYTES - back;
    case 4:
        return next(s) % 16 ? at & ~3u : (uint32_t)next(s);
    default:
        return at & ~3u & (HOLE - 1);
    }
}

static uint32_t random_float(uint64_t *s)
{
    static const uint32_t odd[] = {0,          0x80000000, 0x7fc00000, 0x7f800000,
                                   0xff800000, 1,          0x3f800000};
    float v = (float)(next(s) % 2000) / 1000 - 0.5f;
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return next(s) % 8 ? bits : odd[next(s) % 7];
}

/* A dword of a group, as bench/messages.def names groups; @kind: where addresses lie; @row: of the
 * first channel, if they lie in a row, as most do then. */
static uint32_t random_dword(char group, unsigned n, unsigned kind, uint32_t row, uint64_t *s)
{
    bool in_row = kind & 8 && next(s) % 24;
    switch (group) {
    case 'o':
    case 's':
    case 'p':
        return in_row ? row + 4 * n : random_offset(s, kind);
    case 'b':
        return in_row ? row + n * (1 << kind % 3) + (kind & 1) : random_offset(s, kind);
    case 'd':
    case 'x':
        return in_row ? row / 4 + n : random_offset(s, kind) / 4;
    case 'i':
    case 't':
        return (uint32_t)next(s) % (kind & 1 ? 80 : SIDE);
    case 'z':
        return kind & 1 ? 0 : kind & 2 ? random_float(s) : (uint32_t)next(s) % 3;
    case 'u':
    case 'v':
    case 'w':
        return random_float(s);
    default:
        return 0;
    }
}

static void random_header(char group, uint32_t m[8], uint64_t *s)
{
    for (unsigned i = 0; i < 8; i++)
        m[i] = (uint32_t)next(s) % 60;
    m[7] = next(s) % 4 ? 0xffff : (uint32_t)next(s);
    switch (group) {
    case 'h':
        m[2] = random_offset(s, (unsigned)next(s)) / (next(s) % 4 ? 16 : 1);
        m[5] = 0x80000;
        break;
    case 'H':
        m[0] = BUFFER + random_offset(s, (unsigned)next(s));
        m[1] = 0;
        break;
    case 'm':
        m[2] = (uint32_t)(next(s) % 8 << 16 | next(s) % 32);
        m[0] -= 8, m[1] -= 2;
        if (next(s) % 4 == 0)
            m[0] = SIDE - m[2] % 64; /* it ends one byte behind the edge */
        break;
    case 'f':
        m[4] = 0;
        m[5] = (uint32_t)(120 * 32 + next(s) % 16) << 16 | (uint32_t)(next(s) % 5) << 8;
        break;
    case 'G':
        m[5] = 120u << 21;
        break;
    case 'D':
        m[0] = random_offset(s, 5) / 16;
        m[4] = random_offset(s, 5) / 16;
        break;
    default:
        break;
    }
}

static void random_payload(struct eu_thread *t, const char *payload, uint64_t *s)
{
    unsigned reg = PAYLOAD, seen = 0, kind = 0;
    uint32_t row = 0;
    char before = 0;
    for (const char *p = payload; *p; before = *p++) {
        uint32_t m[16] = {0};
        bool qwords = strchr("aAP", *p);
        seen = *p == before ? seen + 8 : 0;
        kind = seen ? kind : (unsigned)next(s) % 16;
        row = seen ? row : random_offset(s, kind) & ~3u;
        if (strchr("hHmgDfG", *p))
            random_header(*p, m, s);
        for (unsigned n = 0; n < 8 && !strchr("hHmgDfG", *p); n++) {
            uint64_t at = BUFFER + random_dword('o', seen + n, kind, row, s);
            at += next(s) % 64 ? 0 : next(s);
            m[n] = random_dword(*p, seen + n, kind, row, s);
            if (qwords)
                memcpy(m + 2 * n, &at, sizeof at);
        }
        memcpy(t->grf[reg], m, qwords ? 64 : 32);
        reg += qwords ? 2 : 1;
    }
}

/* --- messages in two parts --- */

/* Splits the message of a line of Gen9 behind @cut registers; the others are at SECOND. Returns
 * false, and the line is as it was, if it has no more. */
static bool split_line(const struct form *form, const char *before, unsigned cut, char *line,
                       size_t n)
{
    struct eu_program prog = {0};
    uint32_t w[4];
    assert_true(form_assembles(EU_GEN9, line, &prog));
    memcpy(w, prog.code, sizeof w);
    eu_program_fini(&prog);
    unsigned mlen = w[3] >> 25 & 15, rlen = w[3] >> 20 & 31;
    if (!cut || cut >= mlen)
        return false;
    snprintf(line, n, "%ssends (%u) %s<1>:ud r%u.0:ud r%u.0:ud 0x%x 0x%x", before, form->channels,
             rlen ? "r90.0" : "null", PAYLOAD, SECOND, (mlen - cut) << 6 | (w[0] >> 24 & 15),
             (w[3] & ~(15u << 25)) | cut << 25);
    return true;
}

static void split_payload(struct eu_thread *t, unsigned cut, uint64_t *s)
{
    memcpy(t->grf[SECOND], t->grf[PAYLOAD + cut], sizeof t->grf[0] * MOST);
    for (unsigned r = PAYLOAD + cut; r < PAYLOAD + MOST; r++)
        for (unsigned i = 0; i < 32; i += 4)
            memcpy(t->grf[r] + i, &(uint32_t){(uint32_t)next(s)}, 4);
}

/* --- the machines --- */

static void fill_memory(struct eu *eu, uint64_t *s)
{
    static uint8_t bytes[IMAGE_BYTES + 64];
    assert_int_equal(eu_memory_map(eu->mem, 0, BUFFER + HOLE), 0);
    assert_int_equal(eu_memory_map(eu->mem, BUFFER + HOLE + EU_PAGE_BYTES,
                                   STATES + 0x20000 - BUFFER - HOLE - EU_PAGE_BYTES),
                     0);
    for (size_t i = 0; i < sizeof bytes; i += 8) {
        uint64_t v = next(s);
        memcpy(bytes + i, &v, sizeof v);
    }
    for (unsigned i = 0; i < SURFACES; i++)
        (void)eu_memory_write(eu->mem, IMAGES + i * IMAGE_BYTES, bytes, IMAGE_BYTES);
    (void)eu_memory_write(eu->mem, BUFFER, bytes + 64, BUFFER_BYTES / 2);
}

/* Samplers that wrap and compare in all ways. */
static void set_samplers(struct eu *eu, uint64_t *s)
{
    for (unsigned i = 0; i < SAMPLER_COUNT; i++) {
        struct eu_sampler *sampler = &eu->samplers[i];
        uint32_t dw[EU_SAMPLER_DWORDS];
        sampler->compare = (uint8_t)(next(s) % EU_COMPARE_COUNT);
        for (unsigned axis = 0; i != 2 && axis < 2; axis++)
            sampler->wrap[axis] = (uint8_t)(next(s) % EU_WRAP_COUNT);
        sampler->texels = next(s) % 4 == 0;
        eu_sampler_encode(sampler, 0x1000, dw);
        (void)eu_memory_write(eu->mem, SAMPLERS + 16 * i, dw, sizeof dw);
    }
}

/* Texels of one byte, as blocks of media often have: one byte more is one texel too many. */
static void set_bytes(struct eu *eu)
{
    for (unsigned i = 1; i < SURFACES; i++) {
        uint32_t dw[EU_SURFACE_DWORDS];
        eu->surfaces[i].format = EU_FORMAT_R8_UINT;
        eu_surface_encode(eu->isa, &eu->surfaces[i], dw);
        (void)eu_memory_write(eu->mem, STATES + 0x1000 + 64 * i, dw, sizeof dw);
    }
}

/* A kernel that sends the message to all channels, to those of the flag and to the others, or to
 * some of these, because what one of them writes another one may write again; blocks of other
 * sizes. @cut: registers of its first part; 0: it has only one. */
static struct eu *machine_of(const struct form *form, enum eu_gen gen, unsigned cut, uint64_t *s)
{
    static const char *const before[] = {"", "(f0.1) ", "(-f0.1) "};
    char text[1024] = "", line[200];
    struct eu_program prog = {0};
    struct eu *eu = eu_new(gen, 1);
    unsigned which = 1 + next(s) % 7;
    assert_non_null(eu);
    exc_install(eu);
    for (unsigned i = 0; i < 3; i++) {
        assert_true(form_line(form, gen, before[i], line, sizeof line));
        if (cut)
            (void)split_line(form, before[i], cut, line, sizeof line);
        if (which >> i & 1)
            strcat(strcat(text, line), "\n");
        if (form->payload[0] != 'm')
            continue;
        snprintf(line, sizeof line, "xor (1) r%u.2<1>:ud r%u.2<0;1,0>:ud 0x%x:ud {NoMask}\n",
                 PAYLOAD, PAYLOAD, i ? 0x10016 : 0x5000d);
        strcat(text, line);
    }
    strcat(text, "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"
                 "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n");
    assert_true(form_assembles(gen, text, &prog));
    assert_int_equal(eu_load_code(eu, KERNEL, prog.code, prog.size), 0);
    eu_program_fini(&prog);
    fill_memory(eu, s);
    set_states(eu);
    set_samplers(eu, s);
    if (form->payload[0] == 'm' && next(s) % 2)
        set_bytes(eu);
    if (!eu->bases.tables && next(s) % 2)
        eu->surfaces[0].width = ODD_BYTES;
    return eu;
}

static void compare_engines(const struct form *form, enum eu_gen gen, uint64_t seed)
{
    uint64_t s = (seed << 16 | (uint64_t)(form - forms)) * 0x9e3779b97f4a7c15u | 1;
    char name[256];
    unsigned cut = gen == EU_GEN9 ? next(&s) % 4 : 0;
    struct eu *eu = machine_of(form, gen, cut, &s);
    snprintf(name, sizeof name, "gen%s (%u) %s, split behind %u, seed %llu", isa_gen(gen)->name,
             form->channels, form->message, cut, (unsigned long long)seed);
    eu_thread_start(eu, 0, KERNEL, next(&s) % 3 ? 0xffff : (uint32_t)next(&s) & 0xffff, 0);
    for (unsigned r = 80; r < 112; r++)
        for (unsigned i = 0; i < 32; i += 4)
            memcpy(eu->threads[0].grf[r] + i, &(uint32_t){(uint32_t)next(&s)}, 4);
    random_payload(&eu->threads[0], form->payload, &s);
    if (cut)
        split_payload(&eu->threads[0], cut, &s);
    eu->threads[0].f[0] = (uint32_t)next(&s) << 16;
    compare_all_engines(eu, name);
}

static void every_form_does_the_same_on_all_engines(void **state)
{
    const char *seeds = getenv("SEEDS");
    uint64_t first = seeds ? strtoull(seeds, NULL, 10) : 1, n = seeds ? 200 : 4;
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        for (unsigned g = 0; g < 4; g++)
            for (uint64_t k = 0; forms[i].gens & gens[g] && k < n; k++)
                compare_engines(&forms[i], gens[g], first + k);
}

/* Elements @step bytes apart, of all channels and of some, where pages and the buffer end. If they
 * are not side by side, channels that are off have offsets far outside. */
static void compare_row(const struct form *form, unsigned step, uint32_t first, uint32_t mask)
{
    uint64_t s = first * 0x9e3779b97f4a7c15u | 1;
    struct eu *eu = machine_of(form, EU_GEN9, 0, &s);
    char name[128];
    snprintf(name, sizeof name, "%s, row of %u at 0x%x", form->message, step, first);
    eu->bases.tables = false;
    eu->surfaces[0].width = ODD_BYTES;
    eu_thread_start(eu, 0, KERNEL, mask, 0);
    random_payload(&eu->threads[0], form->payload, &s);
    for (uint32_t n = 0; n < form->channels; n++) {
        bool outside = step > 4 && !(mask >> n & 1);
        uint32_t at = outside ? 0xfffffff0 : first + step * n;
        memcpy(eu->threads[0].grf[PAYLOAD] + 4 * n, &at, sizeof at);
    }
    eu->threads[0].f[0] = (uint32_t)next(&s) << 16;
    compare_all_engines(eu, name);
}

static void rows_at_edges_do_the_same_on_all_engines(void **state)
{
    static const char *const payloads[2][2] = {{"b", "bb"}, {"bw", "bbww"}};
    static const uint32_t masks[] = {0xffff, 0xff00, 0xfff8, 0x7f81};
    (void)state;
    for (unsigned k = 0; k < 3 * 2 * 2 * 4; k++) {
        unsigned bytes = 1u << k % 3, write = k / 3 & 1, wide = k / 6 & 1,
                 n = bytes * (wide ? 16 : 8);
        uint32_t ends[] = {EU_PAGE_BYTES, ODD_BYTES, BUFFER_BYTES, 64, 0};
        char message[64];
        snprintf(message, sizeof message, "byte_%s bti=%u simd%u bytes=%u",
                 write ? "write" : "read", k / 12 % 2 ? 254 : 0, wide ? 16 : 8, bytes);
        const struct form form = {EU_GEN9, wide ? 16 : 8, payloads[write][wide], message, ""};
        for (unsigned i = 0; i < 5 * 5; i++) {
            compare_row(&form, bytes, ends[i / 5] - n + i % 5 - 2, masks[(i + k) % 4]);
            compare_row(&form, 36, ends[i / 5] - 9 * n + i % 5 - 2, masks[(i + k) % 4]);
        }
    }
}

/* --- the table --- */

/* Whether a row can be timed in a loop. */
static bool goes_on(const struct eu_message_info *row)
{
    return row->simulated && row->sfid != EU_SFID_SPAWNER;
}

static void table_has_every_message(void **state)
{
    (void)state;
    for (unsigned g = 0; g < 4; g++) {
        bool has[256] = {false};
        for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
            struct eu_program prog = {0};
            char line[200];
            uint32_t word[4];
            if (!(forms[i].gens & gens[g]))
                continue;
            assert_true(form_line(&forms[i], gens[g], "", line, sizeof line));
            assert_true(form_assembles(gens[g], line, &prog));
            memcpy(word, prog.code, sizeof word);
            eu_program_fini(&prog);
            unsigned sfid = word[0] >> 24 & 15;
            int row = eu_message_find(gens[g], sfid, word[3]);
            assert_true(row >= 0);
            has[row] = true;
        }
        for (unsigned i = 0; eu_message_at(i); i++) {
            const struct eu_message_info *row = eu_message_at(i);
            if (row->gens & gens[g] && goes_on(row) && !has[i])
                fail_msg("bench/messages.def has no %s (sfid %u) of gen%s", row->name, row->sfid,
                         isa_gen(gens[g])->name);
        }
    }
}

/* How many registers the first group of a payload has: its header or its addresses. Compilers split
 * messages there. */
static unsigned registers_alike(const char *payload)
{
    return (unsigned)strspn(payload, (char[]){payload[0], 0}) * (strchr("aAP", payload[0]) ? 2 : 1);
}

static void print_way(FILE *out, const struct form *form, enum eu_gen gen, const char *line,
                      const char *split)
{
    char way[128];
    struct eu_program prog = {0};
    struct eu *eu = eu_new(gen, 1);
    assert_non_null(eu);
    assert_true(form_assembles(gen, line, &prog));
    assert_int_equal(eu_load_code(eu, 0, prog.code, prog.size), 0);
    assert_int_equal(eu_fast_open(eu, true), 0);
    eu->fast_engine->way(eu, prog.code, way, sizeof way);
    fprintf(out, "Gen%s (%u) %s%s: %s\n", eu_gen_name(gen), form->channels, form->message, split,
            way);
    eu_free(eu);
    eu_program_fini(&prog);
}

/* Which way each form takes in the chain of a host with AVX2 and in native code is in a golden
 * file: it does not show in what the message does. */
static void ways_are_as_the_golden_file_says(void **state)
{
    static const char path[] = "tests/golden/message_ways.txt";
    char *text = NULL, line[256];
    size_t n;
    (void)state;
    if (!eu_fast_host_is_wide())
        skip_because("this processor has no AVX2");
    FILE *out = open_memstream(&text, &n);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        for (unsigned g = 0; g < 4; g++) {
            if (!(forms[i].gens & gens[g]) || !form_line(&forms[i], gens[g], "", line, sizeof line))
                continue;
            print_way(out, &forms[i], gens[g], line, "");
            unsigned cut = registers_alike(forms[i].payload);
            if (gens[g] == EU_GEN9 && split_line(&forms[i], "", cut, line, sizeof line))
                print_way(out, &forms[i], gens[g], line, " split");
        }
    fclose(out);
    assert_golden(path, text);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_are_as_the_golden_file_says),
        cmocka_unit_test(table_has_every_message),
        cmocka_unit_test(every_form_does_the_same_on_all_engines),
        cmocka_unit_test(rows_at_edges_do_the_same_on_all_engines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
