/* Variables of a vISA routine as a lane has them: its element of a vector, its bit of a predicate.
 * All elements are what `vars` shows (visa/cli/rows.c). */
#include <string.h>

#include "visa/half.h"
#include "visa/machine_impl.h"

/* Addresses contain no numbers. */
static bool has_elements(const struct visa_var *var)
{
    return !var->predefined && (var->class == VISA_GENERAL || var->class == VISA_PREDICATE);
}

static const struct visa_var *var_at(const struct visa_unit *u, unsigned class, size_t i)
{
    const struct visa_vars *vars = &u->r->vars[class];
    return i < vars->n ? &vars->items[i] : NULL;
}

static void read_element(enum visa_type type, const uint8_t *bytes, struct machine_variable *v)
{
    unsigned size = visa_types[type].bytes, shift = 64 - 8 * size;
    uint64_t bits = 0;
    uint32_t low;
    float f;
    memcpy(&bits, bytes, size);
    low = (uint32_t)bits;
    memcpy(&f, &low, sizeof f);
    v->real = visa_types[type].kind == VISA_KIND_F;
    v->i = visa_types[type].kind == VISA_KIND_S ? (int64_t)(bits << shift) >> shift : (int64_t)bits;
    if (v->real && type == VISA_DF)
        memcpy(&v->f, &bits, sizeof v->f);
    else if (v->real)
        v->f = type == VISA_F ? (double)f : visa_half_to((uint16_t)bits);
}

static void read_variable(const struct visa_var *var, const uint8_t *bytes, unsigned lane,
                          struct machine_variable *v)
{
    unsigned element = var->n > 1 ? lane : 0;
    *v = (struct machine_variable){.known = element < var->n, .number = true};
    snprintf(v->name, sizeof v->name, "%s", var->name);
    if (!v->known)
        snprintf(v->text, sizeof v->text, "<%u elements>", var->n);
    else if (var->class == VISA_PREDICATE)
        v->i = bytes[element / 8] >> element % 8 & 1;
    else
        read_element(var->type, bytes + (size_t)element * visa_types[var->type].bytes, v);
    if (v->known && v->real)
        snprintf(v->text, sizeof v->text, "%g", v->f);
    else if (v->known)
        snprintf(v->text, sizeof v->text, "%lld", (long long)v->i);
}

bool visa_machine_variable(struct machine *machine, unsigned thread, unsigned lane, unsigned i,
                           const char *name, struct machine_variable *v)
{
    const struct visa_machine *m = visa_self(machine)->m;
    const struct visa_thread *t = &m->threads[thread];
    const struct visa_unit *u = visa_unit_of(m->im, t->pc < m->im->n_insns ? t->pc : 0);
    const struct visa_var *var;
    for (unsigned c = 0; c < VISA_CLASSES; c++)
        for (size_t k = 0; (var = var_at(u, c, k)); k++) {
            if (!has_elements(var) || (name ? strcmp(var->name, name) != 0 : i-- != 0))
                continue;
            read_variable(var, t->store + u->places[c][k].at, lane, v);
            return true;
        }
    return false;
}

bool visa_machine_variable_known(struct machine *machine, const char *name)
{
    const struct visa_image *im = visa_self(machine)->m->im;
    const struct visa_var *var;
    for (unsigned i = 0; i < im->n_units; i++)
        for (unsigned c = 0; c < VISA_CLASSES; c++)
            for (size_t k = 0; (var = var_at(&im->units[i], c, k)); k++)
                if (has_elements(var) && (!name || strcmp(var->name, name) == 0))
                    return true;
    return false;
}
