/* Rows of "program, state before, state after" for the reference engine.
 * Blanks separate the items of a state. An item is NAME.INDEX[UNIT]=HEX[*COUNT]: COUNT elements
 * from INDEX on have the value. UNIT is b, w or q; without it an element is a dword. Names are rN,
 * fN, sr0, cr0, n0, tdr0; a0 counts words; accN counts lanes of 64 bits with their guard bits.
 * `dmask=HEX`, `tm=HEX` (TmEvent) and `ip=HEX` have no index. */
#ifndef EULAB_TESTS_REF_ROWS_H
#define EULAB_TESTS_REF_ROWS_H

#include "tests/ref_fixture.h"

struct ref_row {
    enum eu_gen gen;
    const char *set, *text, *want;
};

/* The address of an item's first element; NULL for names that have no index. */
static uint8_t *ref_rows_place(struct eu_thread *t, const char *item, unsigned *bytes)
{
    char name[8] = "", unit = 0;
    unsigned index = 0;
    if (sscanf(item, "%7[a-z0-9].%u%c", name, &index, &unit) < 2)
        return NULL;
    *bytes = unit == 'b' ? 1 : unit == 'w' ? 2 : unit == 'q' ? 8 : 4;
    unsigned num = (unsigned)strtoul(name + strcspn(name, "0123456789"), NULL, 10);
    uint8_t *base = NULL;
    if (strncmp(name, "acc", 3) == 0)
        base = (uint8_t *)t->acc[num & 1], *bytes = 8;
    else if (strcmp(name, "a0") == 0)
        base = (uint8_t *)t->a0, *bytes = 2;
    else if (strncmp(name, "sr", 2) == 0)
        base = (uint8_t *)t->sr;
    else if (strncmp(name, "cr", 2) == 0)
        base = (uint8_t *)t->cr;
    else if (strncmp(name, "tdr", 3) == 0)
        base = (uint8_t *)t->tdr;
    else if (name[0] == 'r')
        base = t->grf[num & 127];
    else if (name[0] == 'f')
        base = (uint8_t *)&t->f[num & 1];
    else if (name[0] == 'n')
        base = (uint8_t *)t->n;
    if (!base)
        fail_msg("item %s", item);
    return base + index * *bytes;
}

static void ref_rows_set(struct eu *eu, char *item, uint64_t v, unsigned count)
{
    struct eu_thread *t = &eu->threads[0];
    unsigned bytes;
    uint8_t *p = ref_rows_place(t, item, &bytes);
    if (p) {
        for (unsigned i = 0; i < count; i++)
            memcpy(p + i * bytes, &v, bytes);
    } else if (strncmp(item, "dmask", 5) == 0) {
        t->sr[2] = (uint32_t)v;
        t->sr[3] = eu_vmask(t->sr[2]);
    } else if (strncmp(item, "tm", 2) == 0) {
        t->tm_event = v;
    } else {
        fail_msg("item %s", item);
    }
}

static bool ref_rows_check(struct eu *eu, char *item, uint64_t v, unsigned count)
{
    struct eu_thread *t = &eu->threads[0];
    unsigned bytes;
    uint8_t *p = ref_rows_place(t, item, &bytes);
    if (strncmp(item, "ip", 2) == 0)
        return t->ip == v;
    if (strncmp(item, "tm", 2) == 0)
        return t->tm_event == (bool)v;
    if (!p)
        fail_msg("item %s", item);
    for (unsigned i = 0; i < count; i++) {
        uint64_t got = 0, mask = bytes == 8 ? UINT64_MAX : (1ull << 8 * bytes) - 1;
        memcpy(&got, p + i * bytes, bytes);
        if (got == (v & mask))
            continue;
        print_message("%s: element %u is %llx\n", item, i, (unsigned long long)got);
        return false;
    }
    return true;
}

/* Checks whether every item holds; with @check false it sets the items. */
static bool ref_rows_items(struct eu *eu, const char *items, bool check)
{
    char buf[512], *save = NULL;
    bool ok = true;
    assert_true(strlen(items) < sizeof buf);
    snprintf(buf, sizeof buf, "%s", items);
    for (char *p = strtok_r(buf, " ", &save); p; p = strtok_r(NULL, " ", &save)) {
        char *end, *eq = strchr(p, '=');
        assert_non_null(eq);
        uint64_t v = strtoull(eq + 1, &end, 16);
        unsigned count = *end == '*' ? (unsigned)strtoul(end + 1, NULL, 10) : 1;
        if (check)
            ok = ref_rows_check(eu, p, v, count) && ok;
        else
            ref_rows_set(eu, p, v, count);
    }
    return ok;
}

static void ref_rows_run(const struct ref_row *rows, size_t n)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < n; i++) {
        struct eu_event ev;
        struct eu *eu = ref_machine(rows[i].gen, rows[i].text, 1, 0xffff);
        ref_rows_items(eu, rows[i].set, false);
        enum eu_stop stop = eu_run(eu, 1000, &ev);
        bool ok = stop == EU_STOP_DONE;
        if (!ok)
            print_message("%s: %s\n", eu_stop_name(stop), ev.text);
        ok = ref_rows_items(eu, rows[i].want, true) && ok;
        if (!ok)
            print_message("WRONG: %s%s\n", rows[i].text, rows[i].set);
        wrong += !ok;
        eu_free(eu);
    }
    assert_int_equal(wrong, 0);
}
#define REF_ROWS_RUN(rows) ref_rows_run(rows, sizeof(rows) / sizeof((rows)[0]))

#endif
