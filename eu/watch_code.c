/* Finds the instructions at which the host must be asked about watched registers. The decoded
 * instruction tells, so that all others run at the engine's speed. */
#include <stdlib.h>
#include <string.h>

#include "eu/machine_impl.h"
#include "isa/message.h"
#include "sim/access.h"

/* bytes: the distance of places where instructions may begin, and the size of the longest one */
enum { STEP = 8, NATIVE = 16 };

/* --- from the instruction --- */
static bool is_send(const struct eu_insn *insn)
{
    return isa_is_send(insn);
}

/* True for an instruction that may change registers of other threads: a message to one, or one that
 * starts a thread where this one ends. What a message is may be known only when it is sent. Source:
 * 6.56; vol. 4 part 2, "Message Gateway". */
bool eu_watch_reaches_others(const struct eu_insn *insn)
{
    uint32_t desc = (uint32_t)insn->src[1].imm;
    return is_send(insn) && (insn->src[1].file != EU_FILE_IMM || desc >> 31 ||
                             insn->cmod == EU_SFID_GATEWAY || insn->cmod == EU_SFID_SPAWNER);
}

/* True when the registers of the instruction are known only when it is issued, or when cr0.0
 * decides whether it updates the accumulator. */
static bool is_indexed(const struct eu_insn *insn)
{
    bool any = insn->op->id == EU_OP_MOVI || insn->dst.indirect || insn->acc_wr;
    for (unsigned i = 0; i < 3; i++)
        any |= insn->src[i].indirect;
    return any;
}

struct asking {
    const struct eu_watching *watching;
    bool may;
};

static void may_touch(void *ctx, enum eu_watch_access access, unsigned reg, unsigned at, unsigned n,
                      int channel)
{
    struct asking *a = ctx;
    const struct eu_watching *g = a->watching;
    (void)channel;
    for (size_t i = 0; i < g->n && !a->may; i++) {
        const struct machine_watch *w = &g->set[i];
        uint64_t first = eu_watch_is_register(w) ? eu_space_reg(eu_watch_thread(w), reg) : 0;
        a->may = first && eu_watch_overlaps(w, access, first + at, n);
    }
}

bool eu_watch_is_named(const struct eu *eu, const struct machine_watch *w)
{
    uint32_t thread, last;
    unsigned offset;
    int id = eu_space_reg_at(eu, w->addr, &thread, &offset);
    int end = eu_space_reg_at(eu, w->addr + w->len - 1, &last, &offset);
    bool grf = id <= EU_REG_GRF_LAST && end <= EU_REG_GRF_LAST;
    /* On Gen8, a dword in acc0 has its upper half among the lanes of acc1. */
    bool acc = (id == EU_REG_ACC0 || id == EU_REG_ACC1) && !eu->isa->wide_values;
    bool own = id == end &&
               (id == EU_REG_A0 || id == EU_REG_A0W || acc || id == EU_REG_F0 || id == EU_REG_F1);
    return thread == last && (grf || own);
}

static bool may_access(struct eu_machine *em, const struct eu_insn *insn)
{
    struct asking a = {&em->watching, eu_watch_reaches_others(insn) || is_indexed(insn)};
    if (!a.may)
        eu_ref_operands(em->eu, &em->eu->threads[0], insn, may_touch, &a);
    return a.may;
}

bool eu_watch_minds(const struct eu_machine *em, const struct eu_thread *t,
                    const struct eu_insn *insn)
{
    const struct eu_watching *g = &em->watching;
    if (g->everywhere || eu_watch_reaches_others(insn))
        return true;
    for (size_t i = 0; i < g->n; i++)
        if (eu_watch_is_register(&g->set[i]) && eu_watch_thread(&g->set[i]) == t->id)
            return true;
    return false;
}

/* --- the code --- */
/* Copies the present code, with room after each range; NULL: no memory. */
static uint8_t *copy_code(const struct eu *eu, size_t *bytes)
{
    *bytes = 0;
    for (unsigned i = 0; i < eu->ncode; i++)
        *bytes += eu->code[i].size + (size_t)NATIVE;
    uint8_t *copy = calloc(*bytes + 1, 1), *at = copy;
    for (unsigned i = 0; i < eu->ncode && copy; i++) {
        (void)eu_memory_read(eu->mem, eu->code[i].addr, at, eu->code[i].size);
        at += eu->code[i].size + (size_t)NATIVE;
    }
    return copy;
}

static int by_address(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Adds every place of the code where an instruction may begin, because jumps can go to any of
 * them. */
static size_t add_code(struct eu_machine *em, uint32_t *places)
{
    const struct eu *eu = em->eu;
    const uint8_t *code = em->watching.code;
    size_t n = 0;
    for (unsigned i = 0; i < eu->ncode; i++) {
        for (uint32_t k = 0; k < eu->code[i].size; k += STEP) {
            struct eu_insn insn;
            (void)isa_decode(eu->gen, code + k, NATIVE, &insn);
            isa_as_executed(eu->gen, &insn);
            if (may_access(em, &insn))
                places[n++] = eu->code[i].addr + k;
        }
        code += eu->code[i].size + (size_t)NATIVE;
    }
    return n;
}

/* Lists the places in the code and the breakpoints. Without memory for the list the host is asked
 * everywhere. */
static void list_places(struct eu_machine *em, size_t nbreaks)
{
    struct eu_watching *g = &em->watching;
    uint32_t *places = malloc((g->code_bytes / STEP + nbreaks + 1) * sizeof *places);
    free(g->places);
    g->places = places;
    g->nplaces = 0;
    g->everywhere |= !places;
    if (!places)
        return;
    g->nplaces = add_code(em, places);
    for (size_t i = 0; i < nbreaks; i++)
        places[g->nplaces++] = (uint32_t)em->breaks[i];
    qsort(places, g->nplaces, sizeof *places, by_address);
}

void eu_watch_list(struct eu_machine *em, size_t nbreaks)
{
    struct eu_watching *g = &em->watching;
    size_t bytes;
    uint8_t *code = copy_code(em->eu, &bytes);
    bool same = code && g->listed && g->nbreaks == nbreaks && bytes == g->code_bytes &&
                !memcmp(code, g->code, bytes);
    free(same || !code ? code : g->code);
    g->everywhere |= !code;
    if (same || !code)
        return;
    g->code = code;
    g->code_bytes = bytes;
    g->listed = true;
    g->nbreaks = nbreaks;
    list_places(em, nbreaks);
    eu_host_at(em->eu, g->places, g->nplaces);
}
