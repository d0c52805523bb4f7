/* Inside siptest: the walk over the boundaries, and what is done at each. */
#ifndef EULAB_EU_SIPTEST_IMPL_H
#define EULAB_EU_SIPTEST_IMPL_H

#include "eu/siptest.h"

enum { SIPTEST_SLICE = 1 << 16 }; /* instructions between two looks at what else is the matter */

/* A thread at a boundary. */
struct siptest_subject {
    struct eu_thread *t;
    uint32_t ip;
    unsigned entries;
    struct eu_thread want; /* as it should come back */
};

/* One host thread's part of the test. */
struct siptest {
    struct eu *eu;
    const struct siptest_opts *opts;
    struct siptest_report *r;
    /* Addresses in the application's code, where a quick visit ends; borrowed. */
    const uint32_t *app;
    size_t napp;
    /* The hardware; NULL: visits are never quick. */
    enum eu_verdict (*boundary)(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                enum eu_cause cause, const uint32_t old_cr[4], struct eu_event *ev);
    struct eu_snapshot *here;
    /* Of the undisturbed run alone: by thread, and the hooks that are borrowed. */
    struct siptest_life *lives;
    struct eu_hooks host;
    struct { /* the instruction behind the boundary, when it was issued */
        uint32_t thread, ip, size;
        bool in_routine;
    } insn;
    /* of one visit; quick: without a look at each instruction of the routine. Such a one that is
     * not plain success is made again slowly, to say what was the matter. */
    enum { IGNORE, LOOK, VISIT } watching;
    bool quick, fetched, left;
    struct { /* of a context that was restored: whether in another slot, and what was there */
        bool moved;
        uint32_t slot, had, end, sr0[EU_SLOTS_MAX / EU_EUS_MAX];
    } seat;
    struct siptest_subject subjects[2]; /* the second is the next thread, when nsubjects is 2 */
    unsigned nsubjects;
    uint8_t matches_on;
    uint8_t code[16], patched[16];
};

/* siptest_run_to - until @insts instructions of the run are done, or it ends. @check (may be NULL)
 * looks at the machine at times; what it returns, unless PASS, ends it. */
enum siptest_verdict siptest_run_to(struct siptest *s, uint64_t insts,
                                    enum siptest_verdict (*check)(struct siptest *s));
/* siptest_undisturbed - the run with nothing injected: how long it is, and that it ends by itself,
 * in the application. */
enum siptest_verdict siptest_undisturbed(struct siptest *s);
/* siptest_note_findings - what --lint has found since there were @known, of boundary s->r->boundary
 * when @injected. siptest_merge_findings - @more's into @r, unless they come behind boundary
 * @last. siptest_breaks_rules - one of them is the routine's. */
void siptest_note_findings(struct siptest *s, size_t known, bool injected);
void siptest_merge_findings(struct siptest_report *r, const struct siptest_report *more,
                            uint64_t last);
bool siptest_breaks_rules(const struct siptest_report *r);
/* Sets why there is one; returns FAULT. */
enum siptest_verdict siptest_fault(struct siptest *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* siptest_listen - takes the hooks of s->eu, for s->boundary too. */
void siptest_listen(struct siptest *s);
/* siptest_mind - the host is asked where the application's code is, or no longer. */
void siptest_mind(struct siptest *s, bool mind);
/* siptest_advance - eu_run(), and the host answers attention at once. */
enum eu_stop siptest_advance(struct eu *eu, uint64_t budget, struct eu_event *ev);
/* siptest_restore - the saved context of @t starts to come back, at every second boundary in a slot
 * that it did not leave, where one is free. 0 or exc_restore_in()'s error. siptest_put_back - what
 * the slots were before, for the comparison: the thread on its own, the others of the EU that it
 * came to as old as they were. */
int siptest_restore(struct siptest *s, struct eu_thread *t);
void siptest_put_back(struct siptest *s, const struct siptest_subject *of);
/* siptest_boundary - one instruction of the undisturbed run, and the boundary before it. */
enum siptest_verdict siptest_boundary(struct siptest *s);

#endif
