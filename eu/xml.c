/* Writes the types of the target description that gdb gets. */
#include "eu/xml.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/regs.h"

/* What gdb 13 needs here was found by trial (docs/design.md section 4). A <flags> field prints by
 * name but cannot be read or set, so a register has both views, and plain words as a third one. */
static const struct vector {
    const char *id, *type;
    unsigned count;
    bool grf;     /* else only the ARF has the type */
    uint8_t gens; /* for a GRF: the generations that have values of the type */
} vectors[] = {
    {"v8f", "ieee_single", 8, true, EU_GEN_ALL},
    {"v4d", "ieee_double", 4, true, EU_GEN_ALL},
    {"v8i", "int32", 8, true, EU_GEN_ALL},
    {"v8u", "uint32", 8, true, EU_GEN_ALL},
    {"v16i", "int16", 16, true, EU_GEN_ALL},
    {"v16u", "uint16", 16, true, EU_GEN_ALL},
    {"v32i", "int8", 32, true, EU_GEN_ALL},
    {"v32u", "uint8", 32, true, EU_GEN_ALL},
    {"v16h", "ieee_half", 16, true, EU_GEN8X},
    {"v4i", "int64", 4, true, EU_GEN8X},
    {"v4u", "uint64", 4, true, EU_GEN8X},
    {"v32pc", "uint32", 32, false, 0},
    {"a8w", "uint16", 8, false, 0},
    {"u4", "uint32", 4, false, 0},
    {"u3", "uint32", 3, false, 0},
    {"u2", "uint32", 2, false, 0},
    {"u2q", "uint64", 2, false, 0},
    {"a16w", "uint16", 16, false, 0},
};
static const struct {
    const char *name, *type;
    uint8_t gens;
} grf_views[] = {
    {"v8_int32", "v8i", EU_GEN_ALL},   {"v8_uint32", "v8u", EU_GEN_ALL},
    {"v8_float", "v8f", EU_GEN_ALL},   {"v4_double", "v4d", EU_GEN_ALL},
    {"v16_int16", "v16i", EU_GEN_ALL}, {"v16_uint16", "v16u", EU_GEN_ALL},
    {"v32_int8", "v32i", EU_GEN_ALL},  {"v32_uint8", "v32u", EU_GEN_ALL},
    {"v16_half", "v16h", EU_GEN8X},    {"v4_int64", "v4i", EU_GEN8X},
    {"v4_uint64", "v4u", EU_GEN8X},
};
static const struct {
    const char *id, *values[4];
} enums[] = {
    {"rnd", {"RTNE", "RU", "RD", "RTZ"}},
    {"fpmode", {"IEEE", "ALT"}},
};
/* The four words of a control register: the member that shows each word, and its type unless
 * isa/regfields.def gives it. */
static const struct words {
    unsigned reg;
    const char *name;
    bool flags; /* true: one-bit fields get a <flags> view, and a struct to set them by */
    struct {
        const char *member, *type;
    } word[4];
} words[] = {
    {EU_REG_CR0,
     "cr0",
     true,
     {{"mode", NULL}, {"exc", NULL}, {"aip", "uint32"}, {"rsvd", "uint32"}}},
    {EU_REG_SR0, "sr0", false, {{"id", NULL}, {"d1", NULL}, {"dmask", "f32"}, {"vmask", "f32"}}},
};

/* True when a register that gdb sees has the type, or contains it. */
static bool is_used(enum eu_gen gen, const char *type)
{
    bool is = strcmp(type, "u4") == 0; /* sr0 and cr0 use it */
    for (unsigned id = EU_GRF_COUNT; id < EU_REG_COUNT; id++) {
        const struct eu_reg *r = eu_reg_info(id);
        is |= r->gens & gen && r->regnum >= 0 && strcmp(r->gdb_type, type) == 0;
    }
    return is;
}

static void put_vectors(FILE *out, enum eu_gen gen, bool arf)
{
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        if (vectors[i].gens & gen || (arf && !vectors[i].grf && is_used(gen, vectors[i].id)))
            fprintf(out, "  <vector id=\"%s\" type=\"%s\" count=\"%u\"/>\n", vectors[i].id,
                    vectors[i].type, vectors[i].count);
    fputs("  <union id=\"grf\">\n", out);
    for (size_t i = 0; i < sizeof grf_views / sizeof *grf_views; i++)
        if (grf_views[i].gens & gen)
            fprintf(out, "    <field name=\"%s\" type=\"%s\"/>\n", grf_views[i].name,
                    grf_views[i].type);
    fputs("  </union>\n", out);
}

static void put_masks_and_enums(FILE *out)
{
    fputs("  <flags id=\"f32\" size=\"4\">\n", out);
    for (unsigned n = 0; n < 32; n++)
        fprintf(out, "    <field name=\"c%u\" start=\"%u\" end=\"%u\"/>\n", n, n, n);
    fputs("  </flags>\n", out);
    for (size_t i = 0; i < sizeof enums / sizeof *enums; i++) {
        fprintf(out, "  <enum id=\"%s\" size=\"4\">\n", enums[i].id);
        for (unsigned v = 0; v < 4 && enums[i].values[v]; v++)
            fprintf(out, "    <evalue name=\"%s\" value=\"%u\"/>\n", enums[i].values[v], v);
        fputs("  </enum>\n", out);
    }
}

/* Prints the fields of one word, as flags (with the types of their values) or as a struct of bit
 * fields. */
static void put_fields(FILE *out, enum eu_gen gen, const struct words *w, unsigned dword,
                       bool flags)
{
    const struct eu_reg_field *f;
    fprintf(out, "  <%s id=\"%s_%u_%c\" size=\"4\">\n", flags ? "flags" : "struct", w->name, dword,
            w->flags && !flags ? 'b' : 't');
    for (unsigned i = 0; (f = eu_reg_field_at(gen, w->reg, i)); i++) {
        if (f->dword != dword)
            continue;
        fprintf(out, "    <field name=\"%s\" start=\"%u\" end=\"%u\"", f->name, f->lo, f->hi);
        if (flags)
            fprintf(out, " type=\"%s\"", f->type);
        else if (f->hi != f->lo || !w->flags)
            fputs(" type=\"uint32\"", out);
        fputs("/>\n", out);
    }
    fprintf(out, "  </%s>\n", flags ? "flags" : "struct");
}

static void put_words(FILE *out, enum eu_gen gen, const struct words *w)
{
    for (unsigned d = 0; d < 4; d++) {
        if (w->word[d].type)
            continue;
        if (w->flags)
            put_fields(out, gen, w, d, true);
        put_fields(out, gen, w, d, false);
    }
    if (w->flags)
        fprintf(out,
                "  <struct id=\"%s_b\"><field name=\"d0\" type=\"%s_0_b\"/>"
                "<field name=\"d1\" type=\"%s_1_b\"/></struct>\n",
                w->name, w->name, w->name);
    fprintf(out, "  <struct id=\"%s_fields\">\n", w->name);
    for (unsigned d = 0; d < 4; d++) {
        char type[16];
        snprintf(type, sizeof type, "%s_%u_t", w->name, d);
        fprintf(out, "    <field name=\"%s\" type=\"%s\"/>\n", w->word[d].member,
                w->word[d].type ? w->word[d].type : type);
    }
    fprintf(out, "  </struct>\n  <union id=\"%s_t\">\n", w->name);
    fprintf(out, "    <field name=\"f\" type=\"%s_fields\"/>\n", w->name);
    if (w->flags)
        fprintf(out, "    <field name=\"b\" type=\"%s_b\"/>\n", w->name);
    fputs("    <field name=\"bits\" type=\"u4\"/>\n  </union>\n", out);
}

char *eu_xml_types(enum eu_gen gen, enum eu_xml_feature feature)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    put_vectors(out, gen, feature == EU_XML_ARF);
    if (feature == EU_XML_ARF) {
        put_masks_and_enums(out);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            put_words(out, gen, &words[i]);
    }
    if (fclose(out)) {
        free(text);
        return NULL;
    }
    return text;
}
