/* Makes the target description from the machine's register rows; machine/persona.h has gdb's own
 * architecture and its registers. Source: docs/design.md section 4. */
#include <string.h>

#include "machine/persona.h"
#include "stub/stub.h"
#include "stub/text.h"

enum { FEATURES_MAX = 16 };

/* Adds a register, without a group of our own: gdb would list such groups, but find no register in
 * them. */
static void add_reg(struct text *t, const struct machine_reg *r)
{
    text_addf(t, "  <reg name=\"%s\" bitsize=\"%u\" type=\"%s\" regnum=\"%d\"", r->name,
              r->bytes * 8, r->gdb_type, r->regnum);
    if (r->bytes > 10) /* lldb accepts wide registers only as vectors */
        text_addf(t, " encoding=\"vector\" format=\"vector-uint32\"");
    if (r->role == MACHINE_ROLE_PC)
        text_addf(t, " generic=\"pc\"");
    text_addf(t, "/>\n");
}

static void add_feature(struct text *t, struct machine *m, const char *feature)
{
    bool core = !strcmp(feature, MACHINE_CORE);
    const struct machine_reg *r;
    const char *types = m->ops->xml_types ? m->ops->xml_types(m, feature) : NULL;
    if (core)
        text_addf(t, "<feature name=\"%s\">\n", MACHINE_CORE_FEATURE);
    else
        text_addf(t, "<feature name=\"%s%s\">\n", m->traits->features, feature);
    if (types)
        text_addf(t, "%s", types);
    for (unsigned i = 0; (r = m->ops->reg(m, i)); i++)
        if (r->regnum >= 0 && !strcmp(r->feature, feature))
            add_reg(t, r);
    text_addf(t, "</feature>\n");
}

char *stub_target_xml(struct machine *m)
{
    const char *seen[FEATURES_MAX];
    const struct machine_reg *r;
    size_t n = 0;
    struct text t = {0};

    text_addf(&t,
              "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n"
              "<target version=\"1.0\">\n<architecture>" MACHINE_ARCHITECTURE "</architecture>\n"
              "<osabi>none</osabi>\n");
    for (unsigned i = 0; (r = m->ops->reg(m, i)); i++) {
        size_t k = 0;
        if (r->regnum < 0)
            continue;
        while (k < n && strcmp(seen[k], r->feature) != 0)
            k++;
        if (k < n || n == FEATURES_MAX)
            continue;
        seen[n++] = r->feature;
        add_feature(&t, m, r->feature);
    }
    text_addf(&t, "</target>\n");
    if (t.failed)
        text_free(&t);
    return t.data;
}
