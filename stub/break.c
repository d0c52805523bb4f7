/* The client's breakpoints. Inserting a breakpoint a second time replaces its conditions, as the
 * protocol requires. */
#include <stdio.h>
#include <stdlib.h>

#include "stub/condition.h"

const struct stub_break *stub_break_at(const struct stub *s, uint64_t addr)
{
    for (size_t i = 0; i < s->nbreaks; i++)
        if (s->breaks[i].addr == addr)
            return &s->breaks[i];
    return NULL;
}

static size_t break_find(const struct stub *s, uint64_t addr, bool hw)
{
    size_t i = 0;
    while (i < s->nbreaks && (s->breaks[i].addr != addr || s->breaks[i].hw != hw))
        i++;
    return i;
}

static bool grow_breaks(struct stub *s)
{
    if (s->nbreaks < s->cap_breaks)
        return true;
    size_t cap = s->cap_breaks ? s->cap_breaks * 2 : 16;
    struct stub_break *b = realloc(s->breaks, cap * sizeof *b);
    if (!b)
        return false;
    s->breaks = b;
    s->cap_breaks = cap;
    return true;
}

static void remove_at(struct stub *s, size_t i)
{
    dbg_break_remove(s->dbg, s->breaks[i].addr, s->breaks[i].cond);
    s->breaks[i] = s->breaks[--s->nbreaks];
}

/* Notes that a breakpoint at @addr cannot fire. gdb sets its breakpoints again at each resume, so
 * each address is examined, and mentioned, once. */
static void note_cannot_fire(struct stub *s, uint64_t addr)
{
    char why[128];
    uint64_t *last = &s->noted[addr / s->machine->traits->insn_align % STUB_NOTES];
    if (*last == (addr | 1))
        return;
    *last = addr | 1;
    for (size_t i = 0; i < s->nnotes; i++)
        if (s->notes[i] == addr)
            return;
    if (s->nnotes < STUB_NOTES && dbg_break_cannot(s->dbg, addr, why, sizeof why))
        s->notes[s->nnotes++] = addr;
}

void stub_break_say(struct stub *s)
{
    char why[128], text[256];
    for (; s->notes_said < s->nnotes; s->notes_said++) {
        uint64_t addr = s->notes[s->notes_said];
        if (!dbg_break_cannot(s->dbg, addr, why, sizeof why))
            continue;
        snprintf(text, sizeof text, "the breakpoint at 0x%08llx cannot fire: %s\n",
                 (unsigned long long)addr, why);
        stub_puts(s, text);
    }
}

static uint64_t *lifted_slot(struct stub *s, uint64_t addr)
{
    return &s->lifted[addr / s->machine->traits->insn_align % STUB_LIFTED];
}

bool stub_break_lifted(struct stub *s, uint64_t addr)
{
    return *lifted_slot(s, addr) == (addr | 1);
}

/* Inserts a breakpoint. One that was there before, with other conditions, is removed only if the
 * new one was inserted. */
static void insert_break(struct stub *s, struct stub_args *a, bool hw)
{
    uint64_t addr = a->n[0];
    struct stub_break b = {addr, hw, NULL};
    if (addr % s->machine->traits->insn_align) {
        stub_error(s, "no instruction begins there");
        return;
    }
    const char *why = a->ndata ? stub_condition_parse(s, a->data, a->ndata, &b.cond) : NULL;
    if (why) {
        stub_error(s, why);
        return;
    }
    size_t old = break_find(s, addr, hw);
    if (!grow_breaks(s) || dbg_break_insert(s->dbg, addr, b.cond)) {
        if (b.cond)
            b.cond->free(b.cond);
        stub_error(s, "cannot insert a breakpoint there");
        return;
    }
    if (old < s->nbreaks)
        remove_at(s, old);
    s->breaks[s->nbreaks++] = b;
    if (stub_break_lifted(s, addr))
        *lifted_slot(s, addr) = 0;
    note_cannot_fire(s, addr);
    stub_ok(s);
}

bool stub_break_steps_over(struct stub *s, uint64_t addr)
{
    bool steps = s->stepped_back && stub_break_lifted(s, addr);
    *lifted_slot(s, addr) = 0;
    return steps;
}

static void remove_break(struct stub *s, struct stub_args *a, bool hw)
{
    size_t i = break_find(s, a->n[0], hw);
    if (i < s->nbreaks) {
        *lifted_slot(s, a->n[0]) = a->n[0] | 1;
        remove_at(s, i);
    }
    stub_ok(s);
}

void stub_break_clear(struct stub *s)
{
    stub_watch_clear(s);
    while (s->nbreaks)
        remove_at(s, s->nbreaks - 1);
}

static bool has_code(const struct machine_library *library, uint64_t addr)
{
    return addr - library->base < library->code;
}

void stub_break_leave(struct stub *s)
{
    struct machine_library library;
    for (size_t i = s->machine->ops->library ? s->nbreaks : 0; i-- > 0;) {
        bool there = false, gone = false;
        for (unsigned k = 0; s->machine->ops->library(s->machine, k, &library); k++) {
            bool in = has_code(&library, s->breaks[i].addr);
            there |= in && !library.gone;
            gone |= in && library.gone;
        }
        if (gone && !there)
            remove_at(s, i);
    }
}

void stub_pkt_insert_sw(struct stub *s, struct stub_args *a)
{
    insert_break(s, a, false);
}

void stub_pkt_remove_sw(struct stub *s, struct stub_args *a)
{
    remove_break(s, a, false);
}

void stub_pkt_insert_hw(struct stub *s, struct stub_args *a)
{
    insert_break(s, a, true);
}

void stub_pkt_remove_hw(struct stub *s, struct stub_args *a)
{
    remove_break(s, a, true);
}
