/* Finds the view of another page without a call, because rows of a picture, or of several buffers,
 * alternate between pages. It looks in the TLB of graphics memory, or among the group's pages of
 * local memory. jit_turn() looks up what they do not have. */
#include "sim/jit/message.h"

#include "sim/jit/view.h"

/* OFF: the offset, VIEW: the site's view; both are kept. AT: from the address to where in its page
 * it is. */
enum { OFF = RAX, AT = RCX, PAGE = RDX, SLOT = RSI, FROM = RDI, VIEW = R9 };

static struct host_at view_at(size_t field)
{
    return host_mem(VIEW, (int32_t)field);
}
#define VIEW_AT(field) view_at(offsetof(struct jit_view, field))

/* Where the offset is, if it is in the buffer. */
static void find_address(struct emit *e, unsigned none)
{
    host_g(&e->c, CMP_, true, OFF, VIEW_AT(most));
    host_if(&e->c, CC_A, none);
    host_g(&e->c, MOV_, true, AT, host_reg(OFF));
    host_g(&e->c, ADD_, true, AT, VIEW_AT(base));
    host_mov64(&e->c, FROM, (uintptr_t)e->r->tlb);
    host_g(&e->c, AND_, true, AT, host_mem(FROM, offsetof(struct eu_tlb, mask)));
    host_g(&e->c, MOV_, true, PAGE, host_reg(AT));
    host_shift(&e->c, true, true, PAGE, 12);
    host_gi(&e->c, AND_, false, AT, EU_PAGE_BYTES - 1);
}

/* Jumps to @none for a page that says where surfaces lie: the engine must see writes to it. */
static void unless_state(struct emit *e, unsigned none)
{
    host_mov64(&e->c, SLOT, (uintptr_t)e->sites);
    host_g(&e->c, MOV_, true, FROM, host_reg(PAGE));
    host_g(&e->c, SUB_, true, FROM, host_mem(SLOT, offsetof(struct jit_sites, state)));
    host_g(&e->c, CMP_, true, FROM, host_mem(SLOT, offsetof(struct jit_sites, nstates)));
    host_if(&e->c, CC_B, none);
    host_mov64(&e->c, FROM, (uintptr_t)e->r->tlb);
}

/* Loads the host's address of the page into FROM, like eu_tlb_slot() and eu_tlb_page(). */
static void find_page(struct emit *e, bool write, unsigned none)
{
    enum { ENTRY = 4 };
    _Static_assert(sizeof(struct eu_tlb_page) == 1 << ENTRY, "");
    int32_t pages = (int32_t)offsetof(struct eu_tlb, pages[write]);
    host_g(&e->c, MOV_, true, SLOT, host_reg(PAGE));
    host_shift(&e->c, true, true, SLOT, 6);
    host_g(&e->c, XOR_, true, SLOT, host_reg(PAGE));
    host_shift(&e->c, true, true, SLOT, 5);
    host_g(&e->c, XOR_, true, SLOT, host_reg(PAGE));
    host_gi(&e->c, AND_, false, SLOT, EU_TLB_PAGES - 1);
    host_shift(&e->c, false, false, SLOT, ENTRY);
    host_g(&e->c, ADD_, true, SLOT, host_reg(FROM));
    host_g(&e->c, OR_, true, PAGE, VIEW_AT(epoch));
    host_g(&e->c, CMP_, true, PAGE, host_mem(SLOT, pages + offsetof(struct eu_tlb_page, tag)));
    host_if(&e->c, CC_NE, none);
    host_g(&e->c, MOV_, true, FROM, host_mem(SLOT, pages + offsetof(struct eu_tlb_page, bytes)));
}

/* If the buffer begins in the page, the view does so, too. */
static void cut_begin(struct emit *e)
{
    unsigned whole = host_label(&e->c);
    host_g(&e->c, CMP_, true, OFF, host_reg(AT));
    host_if(&e->c, CC_AE, whole);
    host_g(&e->c, SUB_, true, AT, host_reg(OFF));
    host_g(&e->c, ADD_, true, FROM, host_reg(AT));
    host_g(&e->c, SUB_, true, PAGE, host_reg(AT));
    host_g(&e->c, MOV_, true, AT, host_reg(OFF));
    host_bind(&e->c, whole);
}

/* The view of that page, up to its end or the buffer's. */
static void set_view(struct emit *e, unsigned none)
{
    unsigned whole = host_label(&e->c);
    host_g(&e->c, MOV_, true, PAGE, VIEW_AT(most));
    host_g(&e->c, SUB_, true, PAGE, host_reg(OFF));
    host_g(&e->c, ADD_, true, PAGE, host_reg(AT));
    host_g(&e->c, CMP_, true, PAGE, VIEW_AT(last));
    host_if(&e->c, CC_BE, whole);
    host_g(&e->c, MOV_, true, PAGE, VIEW_AT(last));
    host_bind(&e->c, whole);
    cut_begin(e);
    host_g(&e->c, CMP_, true, AT, host_reg(PAGE));
    host_if(&e->c, CC_A, none);
    host_g(&e->c, STORE_, true, PAGE, VIEW_AT(span));
    host_g(&e->c, STORE_, true, FROM, VIEW_AT(bytes));
    host_g(&e->c, SUB_, true, AT, host_reg(OFF));
    host_g(&e->c, STORE_, true, AT, VIEW_AT(first));
}

/* The same of local memory, of whose offsets some bits may not count. */
static void look_local(struct emit *e, bool write, unsigned none)
{
    enum { ENTRY = 3 };
    _Static_assert(sizeof e->sites->page[0][0] == 1 << ENTRY, "");
    host_g(&e->c, MOV_, false, AT, host_reg(OFF));
    host_gi(&e->c, AND_, false, AT, EU_PAGE_BYTES - 1);
    host_g(&e->c, CMP_, true, AT, VIEW_AT(last));
    host_if(&e->c, CC_A, none);
    host_g(&e->c, MOV_, true, PAGE, host_reg(OFF));
    host_g(&e->c, AND_, true, PAGE, VIEW_AT(most));
    host_shift(&e->c, true, true, PAGE, 12);
    host_gi(&e->c, CMP_, true, PAGE, JIT_PAGES);
    host_if(&e->c, CC_AE, none);
    host_shift(&e->c, false, false, PAGE, ENTRY);
    host_mov64(&e->c, SLOT, (uintptr_t)e->sites->page[write]);
    host_g(&e->c, ADD_, true, SLOT, host_reg(PAGE));
    host_g(&e->c, MOV_, true, PAGE, host_mem(SLOT, 0));
    host_g(&e->c, TEST_, true, PAGE, host_reg(PAGE));
    host_if(&e->c, CC_E, none);
    host_g(&e->c, STORE_, true, SLOT, VIEW_AT(page));
    host_g(&e->c, SUB_, true, AT, host_reg(OFF));
    host_g(&e->c, STORE_, true, AT, VIEW_AT(first));
}

/* Sets the host's "equal" if there is a view. */
static void look(struct emit *e, bool local, bool write)
{
    unsigned none = host_label(&e->c);
    host_bind(&e->c, e->look[local][write]);
    if (local) {
        look_local(e, write, none);
    } else {
        find_address(e, none);
        if (write)
            unless_state(e, none);
        find_page(e, write, none);
        set_view(e, none);
    }
    host_g(&e->c, CMP_, true, OFF, host_reg(OFF));
    host_return(&e->c);
    host_bind(&e->c, none);
    host_gi(&e->c, OR_, false, AT, 1);
    host_return(&e->c);
}

void jit_look_routines(struct emit *e)
{
    for (unsigned k = 0; k < 4; k++)
        look(e, k & 1, k & 2);
}

void jit_look(struct emit *e, unsigned site, unsigned found)
{
    const struct jit_site *s = &e->sites->site[site];
    host_g(&e->c, MOV_, true, VIEW, host_reg(JIT_VIEWS));
    host_gi(&e->c, ADD_, true, VIEW, (uint32_t)(site * sizeof(struct jit_view)));
    host_call_label(&e->c, e->look[s->local][s->write]);
    host_if(&e->c, CC_E, found);
}
