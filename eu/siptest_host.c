/* The host's part of a visit, as the launch file describes it: it detects that the thread waits, or
 * what the thread has written to memory, edits registers in the save area, and writes replies. */
#include <string.h>

#include "eu/random.h"
#include "eu/siptest_impl.h"
#include "sim/regs.h"

static uint64_t mix(uint64_t v)
{
    return random_splitmix(&v);
}

uint32_t siptest_image_slot(const struct siptest *s, const struct eu_thread *t)
{
    const struct siptest_image *image = s->opts->image;
    uint32_t sr0 = t->sr[0], slot = (sr0 >> 8 & 31) * EU_EU_THREADS + (sr0 & 7);
    if (image->number)
        slot = image->number(image->ctx, sr0);
    return image->at + slot * image->stride;
}

static bool has_written(const struct siptest *s, uint32_t slot, const struct siptest_words *words)
{
    for (size_t i = 0; i < words->n; i++) {
        uint32_t v = 0;
        eu_memory_read(s->eu->mem, slot + words->items[i].offset, &v, sizeof v);
        if (v != words->items[i].value)
            return false;
    }
    return true;
}

/* A byte of the value that a register gets; it differs from the one of the trial before. */
static uint8_t edited(const struct siptest *s, const struct siptest_image_row *row, unsigned byte)
{
    return (uint8_t)mix(s->trial.seed + row->reg * 4096u + byte);
}

static void edit_registers(struct siptest *s, uint32_t slot, const struct siptest_host_rule *rule)
{
    for (size_t i = 0; i < rule->nedits; i++) {
        const struct siptest_image_row *row = &s->opts->image->rows[rule->edits[i]];
        for (unsigned n = 0; n < row->bytes; n++) {
            uint8_t v = edited(s, row, n);
            eu_memory_write(s->eu->mem, slot + row->offset + n, &v, 1);
        }
    }
}

static void write_reply(struct siptest *s, uint32_t slot, const struct siptest_host_rule *rule)
{
    for (size_t k = 0; k < rule->writes.n; k++)
        eu_memory_write(s->eu->mem, slot + rule->writes.items[k].offset,
                        &rule->writes.items[k].value, sizeof(uint32_t));
}

/* Whether the rule was already applied since the entry. It is applied again if the routine has
 * overwritten the reply: the first request was then left over from the visit before. */
static bool had_turn(const struct siptest *s, unsigned who, size_t i, uint32_t slot)
{
    const struct siptest_words *writes = &s->opts->host->rules[i].writes;
    return s->had_turn[who] >> i & 1 && (!writes->n || has_written(s, slot, writes));
}

/* Registers of another slot's thread are not edited: nothing checks them. */
void siptest_host_serve(struct siptest *s, const struct eu_thread *t, bool waits)
{
    const struct siptest_host *host = s->opts->host;
    unsigned who = s->stranger ? 2 : t == s->subjects[1].t && s->nsubjects > 1;
    for (size_t i = 0; host && i < host->nrules; i++) {
        const struct siptest_host_rule *rule = &host->rules[i];
        uint32_t slot = siptest_image_slot(s, t);
        if (rule->attention != waits || had_turn(s, who, i, slot) ||
            !has_written(s, slot, &rule->when))
            continue;
        s->had_turn[who] |= 1u << i;
        s->served_by_host[who] |= 1u << i;
        if (!s->stranger)
            edit_registers(s, slot, rule);
        write_reply(s, slot, rule);
    }
}

void siptest_host_reply(struct siptest *s, const struct eu_thread *t, bool waits)
{
    const struct siptest_host *host = s->opts->host;
    for (size_t i = 0; host && i < host->nrules; i++) {
        uint32_t slot = siptest_image_slot(s, t);
        if (host->rules[i].attention == waits && has_written(s, slot, &host->rules[i].when))
            write_reply(s, slot, &host->rules[i]);
    }
}

bool siptest_host_polls(const struct siptest *s)
{
    for (size_t i = 0; s->opts->host && i < s->opts->host->nrules; i++)
        if (!s->opts->host->rules[i].attention)
            return true;
    return false;
}

bool siptest_host_edits(const struct siptest *s, size_t row)
{
    for (size_t i = 0; s->opts->host && i < s->opts->host->nrules; i++)
        for (size_t k = 0; s->served_by_host[0] >> i & 1 && k < s->opts->host->rules[i].nedits; k++)
            if (s->opts->host->rules[i].edits[k] == row)
                return true;
    return false;
}

/* The register's value when all its bytes are edited: some registers do not have all bits. */
static void edited_value(const struct siptest *s, const struct eu_thread *t,
                         const struct siptest_image_row *row, uint8_t value[128])
{
    for (unsigned n = 0; n < row->bytes; n++)
        value[n] = edited(s, row, n);
    if (row->reg < EU_REG_GRF0 + EU_GRF_COUNT)
        return;
    struct eu_thread other = *t;
    uint8_t whole[128];
    eu_reg_read(s->eu, &other, row->reg, whole);
    memcpy(whole, value, row->bytes);
    (void)eu_reg_write(s->eu, &other, row->reg, whole);
    eu_reg_read(s->eu, &other, row->reg, value);
}

/* Checks that the thread has what the host put into the image, then sets the expected value for the
 * comparison. */
static enum siptest_verdict check_edit(struct siptest *s, struct siptest_subject *of,
                                       const struct siptest_image_row *row)
{
    uint8_t found[128], want[128], value[128];
    edited_value(s, of->t, row, value);
    eu_reg_read(s->eu, of->t, row->reg, found);
    eu_reg_read(s->eu, &of->want, row->reg, want);
    for (unsigned n = 0; n < row->bytes; n++) {
        if (row->reg == EU_REG_GRF0 && n / 4 == SIPTEST_R0_4 / 4)
            continue;
        if (found[n] != value[n])
            return siptest_fault(
                s, "%s byte %u is 0x%02x, and the host wrote 0x%02x for it (\"host\")",
                eu_reg_info(row->reg)->name, n, found[n], value[n]);
        found[n] = want[n];
    }
    size_t bytes;
    const void *stored = eu_reg_stored(of->t, row->reg, &bytes);
    eu_thread_touch(of->t);
    memcpy((uint8_t *)of->t + ((const uint8_t *)stored - (const uint8_t *)of->t), found,
           row->bytes < bytes ? row->bytes : bytes);
    return SIPTEST_PASS;
}

enum siptest_verdict siptest_host_holds(struct siptest *s)
{
    const struct siptest_host *host = s->opts->host;
    enum siptest_verdict v = SIPTEST_PASS;
    for (unsigned who = 0; who < s->nsubjects; who++)
        for (size_t i = 0; host && i < host->nrules; i++)
            for (size_t k = 0;
                 s->served_by_host[who] >> i & 1 && k < host->rules[i].nedits && v == SIPTEST_PASS;
                 k++)
                v = check_edit(s, &s->subjects[who],
                               &s->opts->image->rows[host->rules[i].edits[k]]);
    return v;
}
