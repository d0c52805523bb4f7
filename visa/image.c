/* Links routines into one image: positions of variables in a thread's store, targets of calls. */
#include <stdlib.h>
#include <string.h>

#include "visa/exec.h"

enum { STORE_MAX = 1 << 24 };

static uint32_t element_bytes(enum visa_class class)
{
    return class == VISA_ADDRESS ? 8 : 4;
}

static uint32_t align_up(uint32_t at)
{
    return (at + VISA_GRF - 1) / VISA_GRF * VISA_GRF;
}

/* Places a unit's variables, aliases inside their roots. Variables of the thread come first, and
 * only once. */
static bool place_general(struct visa_image *im, struct visa_unit *u, uint32_t *at)
{
    const struct visa_vars *vars = &u->r->vars[VISA_GENERAL];
    struct visa_place *places = u->places[VISA_GENERAL];
    bool first = u == im->units;
    for (size_t i = 0; i < vars->n; i++) {
        const struct visa_var *v = &vars->items[i];
        places[i].bytes = v->bytes;
        if (v->predefined && !first)
            places[i] = im->units[0].places[VISA_GENERAL][i];
        else if (v->root == i) {
            places[i].at = *at;
            *at = align_up(*at + v->bytes);
        }
        if (*at > STORE_MAX)
            return false;
        if (i + 1 == VISA_USER_VARIABLE)
            u->lo = *at;
    }
    for (size_t i = 0; i < vars->n; i++)
        places[i].at =
            places[vars->items[i].root].at + (vars->items[i].root == i ? 0 : vars->items[i].offset);
    return true;
}

static bool place_all(struct visa_image *im, struct visa_unit *u, uint32_t *at)
{
    for (int c = 0; c < VISA_CLASSES; c++) {
        u->places[c] = calloc(u->r->vars[c].n + 1, sizeof *u->places[c]);
        if (!u->places[c])
            return false;
    }
    if (!place_general(im, u, at))
        return false;
    for (int c = VISA_ADDRESS; c < VISA_CLASSES; c++)
        for (size_t i = 0; i < u->r->vars[c].n; i++) {
            uint32_t bytes = c == VISA_PREDICATE
                                 ? 4
                                 : u->r->vars[c].items[i].n * element_bytes((enum visa_class)c);
            u->places[c][i] = (struct visa_place){*at, bytes};
            *at += (bytes + 7) / 8 * 8;
        }
    *at = u->hi = align_up(*at);
    return *at <= STORE_MAX;
}

/* Gives global numbers to all general variables. */
static bool number_all(struct visa_image *im)
{
    uint32_t n = 0;
    for (unsigned i = 0; i < im->n_units; i++)
        n += (uint32_t)im->units[i].r->vars[VISA_GENERAL].n;
    im->vars = calloc(n + 1, sizeof *im->vars);
    for (unsigned i = 0; im->vars && i < im->n_units; i++) {
        struct visa_unit *u = &im->units[i];
        size_t count = u->r->vars[VISA_GENERAL].n;
        u->general_ids = calloc(count + 1, sizeof *u->general_ids);
        if (!u->general_ids)
            return false;
        for (size_t k = 0; k < count; k++) {
            u->general_ids[k] = im->n_vars;
            im->vars[im->n_vars++] = u->places[VISA_GENERAL][k];
        }
    }
    return im->vars != NULL;
}

static int32_t function_at(const struct visa_image *im, const char *name)
{
    for (unsigned i = 0; i < im->n_units; i++)
        if (im->units[i].r->function && !strcmp(im->units[i].r->name, name))
            return (int32_t)im->units[i].first;
    return -1;
}

static bool target_of(struct visa_image *im, const struct visa_unit *u, const struct visa_insn *in,
                      int32_t *target, struct visa_diags *diags)
{
    const struct visa_opnd *o = &in->opnds[0];
    *target = -1;
    if (in->n && o->kind == VISA_O_LABEL)
        *target = (int32_t)(u->first + u->r->labels[o->id].at);
    if (in->op != VISA_OP_FCALL)
        return true;
    *target = function_at(im, o->name);
    if (*target < 0)
        visa_diag(diags, in->line, 1, "no file has the function %s that is called here", o->name);
    return *target >= 0;
}

static bool link_insns(struct visa_image *im, struct visa_diags *diags)
{
    for (unsigned i = 0; i < im->n_units; i++) {
        im->units[i].first = im->n_insns;
        im->n_insns += (uint32_t)im->units[i].r->n_insns;
    }
    im->insns = calloc(im->n_insns + 1, sizeof *im->insns);
    im->unit_of = calloc(im->n_insns + 1, 1);
    im->targets = calloc(im->n_insns + 1, sizeof *im->targets);
    bool ok = im->insns && im->unit_of && im->targets;
    for (unsigned i = 0; ok && i < im->n_units; i++)
        for (uint32_t k = 0; ok && k < im->units[i].r->n_insns; k++) {
            uint32_t pc = im->units[i].first + k;
            im->insns[pc] = &im->units[i].r->insns[k];
            im->unit_of[pc] = (uint8_t)i;
            ok = target_of(im, &im->units[i], im->insns[pc], &im->targets[pc], diags);
        }
    return ok;
}

bool visa_link(struct visa_image *im, struct visa_routine *const *routines, unsigned n,
               struct visa_diags *diags)
{
    uint32_t at = 0;
    size_t had = diags->n;
    *im = (struct visa_image){0};
    if (n > VISA_UNITS || !n) {
        visa_diag(diags, 0, 0, "%u routines: 1 to %u can be linked", n, VISA_UNITS);
        return false;
    }
    for (unsigned i = 0; i < n; i++) {
        im->units[im->n_units++].r = routines[i];
        if (!place_all(im, &im->units[i], &at)) {
            visa_diag(diags, 0, 0, "the variables take too much memory");
            return false;
        }
    }
    if (!routines[0]->n_insns)
        visa_diag(diags, 0, 0, "%s has no instructions", routines[0]->name);
    im->store_bytes = at;
    im->simd = visa_attr_value(&routines[0]->attrs, "SimdSize", 1);
    if (!im->simd || im->simd > VISA_LANES || im->simd & (im->simd - 1))
        visa_diag(diags, 0, 0, "SimdSize is %u: 1, 2, 4, 8, 16 and 32 are known", im->simd);
    bool ok = number_all(im) && link_insns(im, diags);
    if (!ok && diags->n == had)
        visa_diag(diags, 0, 0, "out of memory");
    return diags->n == had;
}

void visa_image_fini(struct visa_image *im)
{
    for (unsigned i = 0; i < im->n_units; i++) {
        for (int c = 0; c < VISA_CLASSES; c++)
            free(im->units[i].places[c]);
        free(im->units[i].general_ids);
    }
    free(im->insns);
    free(im->unit_of);
    free(im->targets);
    free(im->vars);
    *im = (struct visa_image){0};
}
