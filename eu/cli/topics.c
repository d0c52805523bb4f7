/* help WORD: the assembly language by topics. */
#include "eu/cli/topics.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "isa/gen.h"
#include "isa/isa.h"
#include "isa/regs.h"

static void put_none(FILE *out)
{
    (void)out;
}

static void put_types(FILE *out)
{
    fprintf(out, "\n  type  bytes  register       immediate\n");
    for (unsigned t = 0; t < EU_TYPE_COUNT; t++) {
        static const enum isa_codes forms[] = {ISA_CODE_REG, ISA_CODE_IMM};
        const char *when[2];
        for (unsigned i = 0; i < 2; i++)
            when[i] = isa_type_code(EU_GEN7, forms[i], t) >= 0   ? "yes"
                      : isa_type_code(EU_GEN9, forms[i], t) >= 0 ? "from Gen8 on"
                                                                 : "no";
        fprintf(out, "  :%-4s %-6u %-14s %s\n", eu_types[t].name, eu_types[t].bytes, when[0],
                when[1]);
    }
}

static void put_math(FILE *out)
{
    fprintf(out, "\n ");
    for (unsigned code = 0; code < 16; code++) {
        const char *name = isa_math_name(EU_GEN9, code);
        if (name)
            fprintf(out, " %s%s", name, isa_math_name(EU_GEN7, code) ? "" : " (from Gen8 on)");
    }
    fputc('\n', out);
}

static void put_functions(FILE *out)
{
    fprintf(out, "\n  function  name\n");
    for (unsigned sfid = 0; sfid < 16; sfid++) {
        const char *name = isa_sfid_name(EU_GEN9, sfid);
        if (name)
            fprintf(out, "  %-9u %-12s %s\n", sfid, name, isa_sfid_unit(EU_GEN9, sfid));
    }
}

static void put_registers(FILE *out)
{
    const struct eu_reg *reg;
    char gens[EU_GENS_TEXT_MAX];
    fputc('\n', out);
    for (unsigned i = 0; (reg = eu_reg_info(i)); i++)
        if (reg->arf >= 0)
            fprintf(out, "  %-6s Gen %-10s %s\n", reg->name, eu_gens_text(reg->gens, gens),
                    reg->meaning);
}

static const struct topic {
    const char *word, *words, *title, *text;
    void (*table)(FILE *out);
} topics[] = {
#define TABLE_NONE put_none
#define TABLE_TYPES put_types
#define TABLE_MATH put_math
#define TABLE_SFIDS put_functions
#define TABLE_REGISTERS put_registers
#define TOPIC(id, name, leads, more, head, body)                                                   \
    {.word = name, .words = leads, .title = head, .text = body, .table = TABLE_##more},
#include "eu/cli/topics.def"
#undef TOPIC
};
enum { TOPICS = sizeof topics / sizeof *topics };

static bool leads_to(const struct topic *t, const char *word)
{
    size_t len = strlen(word);
    if (strcasecmp(t->word, word) == 0)
        return true;
    for (const char *p = t->words; *p; p += strspn(p, " ")) {
        size_t n = strcspn(p, " ");
        if (n == len && strncasecmp(p, word, n) == 0)
            return true;
        p += n;
    }
    return false;
}

static void put_list(FILE *out)
{
    fprintf(out, "topics - the assembly language, one at a time: eulab help WORD\n\n");
    for (unsigned i = 0; i < TOPICS; i++)
        fprintf(out, "  %-12s %s\n", topics[i].word, topics[i].title);
}

char *ui_topic_text(const char *word)
{
    char *text = NULL;
    size_t n;
    unsigned i = 0;
    bool list = strcasecmp(word, "topics") == 0;
    while (i < TOPICS && !leads_to(&topics[i], word))
        i++;
    FILE *out = list || i < TOPICS ? open_memstream(&text, &n) : NULL;
    if (!out)
        return NULL;
    if (list) {
        put_list(out);
    } else {
        fprintf(out, "%s - %s\n\n%s\n", topics[i].word, topics[i].title, topics[i].text);
        topics[i].table(out);
    }
    fclose(out);
    return text;
}
