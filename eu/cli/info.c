/* `eulab info`: prints the tables that eulab is built from. */
#include "eu/cli/tools.h"
#include "ui/files.h"

#include <string.h>

#include "exception/exception.h"
#include "isa/message.h"
#include "isa/regs.h"
#include "sim/sim.h"
#include "eu/cli/code.h"
#include "ui/near.h"
#include "eu/cli/opcode.h"

static void info_opcodes(FILE *out, enum eu_gen gen, bool chosen)
{
    const struct eu_op *op;
    char gens[EU_GENS_TEXT_MAX];
    fprintf(out, "%-4s %-9s %-9s %-3s %-3s %-8s %s\n", "hex", "name", "gen", "src", "dst",
            "section", "what it does");
    for (unsigned i = 0; (op = eu_op_at(i)); i++)
        if (!chosen || op->gens & gen)
            fprintf(out, "0x%02x %-9s %-9s %-3u %-3u %-8s %s\n", op->hw, op->name,
                    eu_gens_text(op->gens, gens), op->nsrc, op->ndst, op->section, op->sem);
}

static void info_registers(FILE *out, enum eu_gen gen, bool chosen)
{
    char gens[EU_GENS_TEXT_MAX];
    fprintf(out, "%-10s %5s %-8s %s\n", "name", "bytes", "gen", "meaning");
    fprintf(out, "%-10s %5d %-8s %s\n", "r0..r127", EU_GRF_BYTES, eu_gens_text(EU_GEN_ALL, gens),
            "general registers");
    for (unsigned i = EU_GRF_COUNT; i < EU_REG_COUNT; i++) {
        const struct eu_reg *r = eu_reg_info(i);
        const struct eu_reg_field *f;
        if (chosen && !(r->gens & gen))
            continue;
        fprintf(out, "%-10s %5u %-8s %s\n", r->name, r->bytes, eu_gens_text(r->gens, gens),
                r->meaning);
        for (unsigned j = 0; (f = eu_reg_field_at(chosen ? gen : EU_GEN_ALL, i, j)); j++)
            fprintf(out, "  %s.%u %2u:%-2u   %-13s %s\n", r->name, f->dword, f->hi, f->lo, f->name,
                    f->meaning);
    }
}

static void info_exceptions(FILE *out, enum eu_gen gen, bool chosen)
{
    (void)gen, (void)chosen;
    fprintf(out, "%-16s %-7s %-7s %-6s %-7s %s\n", "name", "status", "enable", "AIP", "section",
            "gdb signal");
    for (unsigned i = 0; i < EXC_COUNT; i++) {
        const struct exc_info *e = &exc_table[i];
        char status[8] = "-", enable[8] = "-";
        if (e->status_bit >= 0)
            snprintf(status, sizeof status, "%d", e->status_bit);
        if (e->enable_bit >= 0)
            snprintf(enable, sizeof enable, "%d", e->enable_bit);
        fprintf(out, "%-16s %-7s %-7s %-6s %-7s %u\n", e->name, status, enable,
                e->aip_next ? "next" : "this", e->section, e->gdb_signal);
    }
    fprintf(out, "status and enable are bits of cr0.1; rows by priority, highest first\n");
}

static void info_messages(FILE *out, enum eu_gen gen, bool chosen)
{
    const struct eu_message_info *m;
    char gens[EU_GENS_TEXT_MAX];
    fprintf(out, "%-4s %-14s %-7s %-7s %-9s %-10s %-24s %-34s %s\n", "SFID", "function", "mask",
            "value", "gen", "simulated", "word", "message", "section");
    for (unsigned i = 0; (m = eu_message_at(i)); i++) {
        const char *function = isa_sfid_name((enum eu_gen)m->gens, m->sfid);
        if (!chosen || m->gens & gen)
            fprintf(out, "%-4u %-14s 0x%05x 0x%05x %-9s %-10s %-24s %-34s %s\n", m->sfid,
                    function ? function : "?", m->mask, m->value, eu_gens_text(m->gens, gens),
                    m->simulated ? "yes" : "no", m->word, m->name, m->section);
    }
    fprintf(out, "a message is the first row of its SFID with (descriptor & mask) == value\n"
                 "send may name it by its word: eulab info messages WORD\n");
}

static void put_field(FILE *out, const struct eu_msgfield *f)
{
    char bits[16], word[16];
    unsigned high = f->low + f->bits - 1u;
    snprintf(bits, sizeof bits, high > f->low ? "%u:%u" : "%u", high, (unsigned)f->low);
    fprintf(out, "  %-7s %-14s", bits, f->name);
    if (!f->words) {
        fprintf(out, " 0 .. %u", (1u << f->bits) - 1);
    } else if (!strcmp(f->words, "xyzw")) {
        fprintf(out, " those of x, y, z, w that are there; a set bit leaves one out");
    } else {
        const char *comma = "";
        for (unsigned v = 0; v < 1u << f->bits; v++) {
            if (eu_msgfield_word(f, v, word)) {
                fprintf(out, "%s %u: %s", comma, v, word[0] ? word : "nothing");
                comma = ",";
            }
        }
    }
    fprintf(out, "%s\n", eu_msgfield_required(f) ? "; needed" : "");
}

void ui_message_put(FILE *out, enum eu_gen gen, const struct eu_message_info *m)
{
    const struct eu_msgfield *f;
    const char *function = isa_sfid_name(gen, m->sfid);
    fprintf(out, "%s %s: %s (Gen%s; %s; %s)\n", function ? function : "?", m->word, m->name,
            eu_gen_name(gen), m->section, m->simulated ? "simulated" : "not simulated");
    fprintf(out, "  descriptor: (descriptor & 0x%05x) == 0x%05x, SFID %u\n", m->mask, m->value,
            m->sfid);
    bool needed = false;
    for (unsigned i = 0; (f = eu_message_field(gen, m, i)); i++) {
        put_field(out, f);
        needed |= eu_msgfield_required(f);
    }
    fprintf(out, "  %-7s %-14s 1: the payload begins with a header\n", "19", "header");
    fprintf(out, "  %-7s %-14s registers of the response\n", "24:20", "rlen=");
    fprintf(out,
            "  %-7s %-14s registers of the payload; exmlen= those of the second one of sends\n",
            "28:25", "mlen=");
    fprintf(out, "  payload:    %s\n  response:   %s\n", eu_message_payload(m),
            eu_message_response(m));
    if (strstr(eu_message_payload(m), "W registers") ||
        strstr(eu_message_response(m), "W registers"))
        fprintf(out, "  W is 2 with simd16, 1 with simd8\n");
    if (needed)
        fprintf(out, "  send needs the fields so marked; another that is left out is 0\n");
}

/* Lists the messages of a generation that have the word in their name. */
static int info_messages_named(const struct ui_args *args, enum eu_gen gen)
{
    const char *word = args->rest[1];
    const struct eu_message_info *m;
    struct ui_near near = {.word = word};
    unsigned n = 0;
    for (; (m = eu_message_named(gen, -1, word, strlen(word), n)); n++)
        ui_message_put(stdout, gen, m);
    if (n)
        return ui_flush(stdout, "stdout");
    for (unsigned i = 0; (m = eu_message_at(i)); i++)
        if (m->gens & gen)
            ui_near_try(&near, m->word);
    return ui_usage(args, "Gen%s has no message '%s'%s", eu_gen_name(gen), word,
                    ui_near_hint(&near));
}

static void info_assumptions(FILE *out, enum eu_gen gen, bool chosen)
{
    static const struct {
        const char *where, *status, *text;
    } rows[] = {
#define ASSUMPTION(where, status, text) {where, status, text},
#include "eu/cli/assumptions.def"
#undef ASSUMPTION
    };
    const struct eu_quirk_info *q;
    (void)gen, (void)chosen;
    fprintf(out, "switches (--quirk NAME=VALUE):\n");
    for (unsigned i = 0; (q = eu_quirk_at(i)); i++) {
        const char *def = q->values;
        for (unsigned skip = q->def; skip && strchr(def, '|'); skip--)
            def = strchr(def, '|') + 1;
        fprintf(out, "  %-17s %-20s default %.*s: %s\n", q->name, q->values, (int)strcspn(def, "|"),
                def, q->text);
    }
    fprintf(out, "fixed choices:\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        fprintf(out, "  %-17s %-20s %s\n", rows[i].where, rows[i].status, rows[i].text);
}

static const struct {
    const char *name;
    void (*print)(FILE *out, enum eu_gen gen, bool chosen);
    bool lookup; /* the shell's `info` also has it; it does not describe the state of a machine */
} tables[] = {
    {"opcodes", info_opcodes, true},         {"registers", info_registers, false},
    {"exceptions", info_exceptions, false},  {"messages", info_messages, true},
    {"assumptions", info_assumptions, true},
};

bool ui_info_lookup(FILE *out, const char *name, enum eu_gen gen, bool chosen)
{
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (tables[i].lookup && strcmp(tables[i].name, name) == 0) {
            if (out)
                tables[i].print(out, gen, chosen);
            return true;
        }
    return false;
}

int ui_main_INFO(const struct ui_args *args)
{
    enum eu_gen gen;
    if (ui_gen(args, &gen))
        return UI_USAGE;
    if (args->nrest == 2 && !strcmp(args->rest[0], "kernels"))
        return ui_kernels_info(args, args->rest[1]);
    if (args->nrest == 2 && !strcmp(args->rest[0], "messages"))
        return info_messages_named(args, gen);
    if (args->nrest != 1 || !strcmp(args->rest[0], "kernels"))
        return ui_usage(args,
                        "one of opcodes, registers, exceptions, messages [WORD], assumptions, "
                        "visa, or kernels FILE, please");
    struct ui_near near = {.word = args->rest[0]};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (strcmp(tables[i].name, args->rest[0]) == 0) {
            tables[i].print(stdout, gen, ui_has(args, OPT_GEN));
            return ui_flush(stdout, "stdout");
        }
        ui_near_try(&near, tables[i].name);
    }
    ui_near_try(&near, "visa");
    ui_near_try(&near, "kernels");
    if (near.best)
        return ui_usage(args, "no table '%s'%s", args->rest[0], ui_near_hint(&near));
    return ui_usage(
        args,
        "no table '%s': opcodes, registers, exceptions, messages, assumptions, visa, or "
        "kernels FILE",
        args->rest[0]);
}
