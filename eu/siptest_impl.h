/* Inside siptest: the walk over the boundaries, and what is done at each. */
#ifndef EULAB_EU_SIPTEST_IMPL_H
#define EULAB_EU_SIPTEST_IMPL_H

#include "eu/siptest.h"

enum { SIPTEST_R0_4 = 16 };       /* byte of r0: kept for System Routines, 4.2.4 */
enum { SIPTEST_SLICE = 1 << 16 }; /* instructions between two looks at what else is the matter */

/* How an instruction is made one that is none, by bits: with the rest of the word, or nothing else;
 * an undefined opcode, or 0. And in which size: as the instruction there, or a compact one, in the
 * first or the second half of the oword. */
enum siptest_form {
    SIPTEST_WHOLE = 1,
    SIPTEST_UNDEFINED = 2,
    SIPTEST_COMPACT = 4,
    SIPTEST_COMPACT_HIGH = 8,
    SIPTEST_FORMS = 12,
    SIPTEST_EFFECT = 16 /* the instruction that the routine emulates */
};

/* What is tried at a boundary. Sets of kinds: bit k is enum exc_kind k. */
struct siptest_trial {
    unsigned kinds;  /* at the boundary, at the same time */
    unsigned inside; /* comes when the routine has executed @at instructions; 0: none */
    bool stranger;   /* then a thread in another slot comes and goes */
    uint64_t at;
    bool salted;
    uint64_t seed;
    unsigned form; /* of an illegal opcode: set of enum siptest_form */
};

/* A thread at a boundary. */
struct siptest_subject {
    struct eu_thread *t;
    uint32_t ip;
    uint8_t size; /* of the instruction there */
    uint8_t code[16], patched[16];
    unsigned entries, kinds; /* of this visit; bit k: it entered for k */
    bool saved;              /* it has left as a context, and come back */
    struct { /* in the slot where it came back: whether that is another one, and what was there */
        bool moved;
        uint32_t slot, had, end, sr0[EU_SLOTS_MAX / EU_EUS_MAX];
    } seat;
    struct eu_thread want; /* as it should come back */
};

enum siptest_watching { IGNORE, LOOK, VISIT };

/* One host thread's part of the test. */
struct siptest {
    struct eu *eu;
    const struct siptest_opts *opts;
    struct siptest_report *r;
    /* Where the host is asked in a visit: the application's code, where a quick visit ends, and
     * @looks, instructions of the routine that read cr0.1. Borrowed. */
    const uint32_t *at, *looks;
    size_t nat, nlooks;
    /* Coverage; NULL: not asked for. What was seen by instruction, and @at with those of which not
     * all was seen. */
    const struct siptest_code *code;
    uint8_t *seen;
    uint32_t *marks;
    size_t nmarks;
    bool marks_old;
    uint64_t every; /* boundaries of the run for each that is tested, about */
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
    struct siptest_trial trial;
    uint64_t tries;           /* at this boundary */
    struct eu_snapshot *want; /* what is expected of the trials that are like the next */
    struct siptest_trial want_of;
    /* of one visit; quick: without a look at each instruction of the routine. Such a one that is
     * not plain success is made again slowly, to say what was the matter. */
    enum siptest_watching watching;
    bool quick, fetched, left, came; /* came: what the trial has inside */
    bool stranger;                   /* it is the one that runs */
    /* Bits of cr0.1: what the last entry was for, and of that what was served since; what has come
     * inside and was not looked at; what was lost so, and what was cleared unserved. */
    uint32_t came_for, served, unseen, lost, unserved;
    struct siptest_record_visit record;
    /* The host's rules that had their turn, of each subject and of a stranger: since it entered,
     * and in the whole trial. */
    uint32_t had_turn[3], served_by_host[3];
    uint32_t entered;                   /* channels that the last entry took in */
    struct siptest_subject subjects[2]; /* the second is the next thread, when nsubjects is 2 */
    unsigned nsubjects;
    bool moved, second_first; /* of two contexts the second came back first */
    uint8_t matches_on;
    struct eu_thread first, other; /* while a stranger is inside */
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
/* siptest_mind - the host is asked at s->at, or no longer. */
void siptest_mind(struct siptest *s, bool mind);
/* siptest_watch - each instruction is seen while it is not IGNORE, or a quick visit. */
void siptest_watch(struct siptest *s, enum siptest_watching watching);
void siptest_settle_trace(struct siptest_report *r);
/* siptest_kept_all - FAULT when the routine has lost an exception, or cleared one unserved. */
enum siptest_verdict siptest_kept_all(struct siptest *s);

/* siptest_salt - random values in all that a routine may lose. siptest_seat - sr0 says @slot.
 * siptest_seat_of - the slot that it says. siptest_any_slot, siptest_other_slot - of
 * s->opts->slots. siptest_stale - status bits of kinds that are disabled and not of @kinds. Each
 * depends on @seed alone. */
void siptest_salt(const struct eu *eu, struct eu_thread *t, uint64_t seed);
void siptest_seat(const struct eu *eu, struct eu_thread *t, uint32_t slot);
uint32_t siptest_seat_of(const struct eu *eu, const struct eu_thread *t);
uint32_t siptest_any_slot(const struct siptest *s, uint64_t seed);
uint32_t siptest_other_slot(const struct siptest *s, uint32_t slot, uint64_t seed);
uint32_t siptest_stale(const struct eu_thread *t, unsigned kinds, uint64_t seed);

/* siptest_choose_subjects - who takes s->trial; false: the thread at the boundary cannot.
 * siptest_own_follows - the trial would be answered together with an exception of the
 * application's. siptest_expected - the state in which the routine has to leave the machine: that
 * of the boundary, for an illegal opcode that with a nop executed in its place. NULL: no memory.
 * siptest_inject - back at the boundary, with the trial's exceptions. siptest_mend - the illegal
 * opcode is the instruction again. */
bool siptest_choose_subjects(struct siptest *s);
bool siptest_own_follows(struct siptest *s);
struct eu_snapshot *siptest_expected(struct siptest *s);
void siptest_inject(struct siptest *s);
void siptest_mend(struct siptest *s);
/* siptest_visit - the routine from its entry to its return; for a context save, to the return of
 * the dummy thread that restores. *@taken: it was entered at all. */
enum siptest_verdict siptest_visit(struct siptest *s, bool *taken);
/* siptest_set_aside - what is outside the comparison takes its expected value.
 * siptest_pass_breakpoint - the application passes the breakpoint that the comparator has set, or a
 * FAULT. siptest_compare - the machine behind a visit with @want. siptest_count - it. */
/* siptest_record_begin - the subject's record has any values. siptest_record_holds - what the
 * launch file says of it holds behind a visit, or a FAULT; only one entry for all that was injected
 * counts.
 */
void siptest_record_begin(struct siptest *s);
enum siptest_verdict siptest_record_holds(struct siptest *s);
/* siptest_image_slot - where the image of @t begins. siptest_host_serve - @t is in the routine, and
 * @waits for an answer. siptest_host_polls - some rule waits for memory. siptest_host_edits - the
 * host has changed a row of the first subject's image. siptest_host_holds - the subjects have what
 * the host gave them, and then what they had before; else a FAULT. */
uint32_t siptest_image_slot(const struct siptest *s, const struct eu_thread *t);
void siptest_host_serve(struct siptest *s, const struct eu_thread *t, bool waits);
/* siptest_host_reply - the same in a visit that the kernel makes by itself, where nothing is
 * edited: what the kernel computes stays as it is. A rule has a turn whenever its dwords are there.
 */
void siptest_host_reply(struct siptest *s, const struct eu_thread *t, bool waits);
bool siptest_host_polls(const struct siptest *s);
bool siptest_host_edits(const struct siptest *s, size_t row);
enum siptest_verdict siptest_host_holds(struct siptest *s);
/* siptest_image_holds - what the launch file says lies in the subject's slot does, or a FAULT. */
enum siptest_verdict siptest_image_holds(struct siptest *s);
void siptest_set_aside(const struct siptest_subject *of);
enum siptest_verdict siptest_pass_breakpoint(struct siptest *s, const struct siptest_subject *of);
void siptest_count(struct siptest *s);
enum siptest_verdict siptest_compare(struct siptest *s, const struct eu_snapshot *want);
/* siptest_advance - eu_run(), and the host answers attention at once, and replies to the kernel's
 * own visits to the routine. */
enum eu_stop siptest_advance(struct siptest *s, uint64_t budget, struct eu_event *ev);
/* siptest_restore - the saved context of @of starts to come back, at some boundaries in a slot that
 * it did not leave, where one is free. 0 or exc_restore_in()'s error. siptest_put_back - what the
 * slots were before, for the comparison: each subject on its own, the others of the EU that it came
 * to as old as they were. True: some subject had come back in another slot. */
int siptest_restore(struct siptest *s, struct siptest_subject *of);
bool siptest_put_back(struct siptest *s);
/* siptest_fill_dummy - registers of the thread that is to restore, where they are not zero.
 * siptest_forgive - opts->lost is outside the comparison. */
void siptest_fill_dummy(const struct eu *eu, struct eu_thread *t, uint64_t seed);
void siptest_forgive(const struct siptest *s, const struct siptest_subject *of);
/* siptest_cover_code - the routine's instructions; insns is the caller's to free. False: no memory.
 * siptest_cover_begin, _end - a host thread's part; without memory there is none. siptest_cover_saw
 * - @t is in front of an instruction of the routine, in a visit; false: it is none.
 * siptest_cover_marks - where the host is to be asked. siptest_cover_add - what @s has seen to what
 * others have. */
bool siptest_cover_code(const struct eu *eu, struct siptest_code *code);
void siptest_cover_begin(struct siptest *s);
void siptest_cover_end(struct siptest *s);
bool siptest_cover_saw(struct siptest *s, const struct eu_thread *t);
const uint32_t *siptest_cover_marks(struct siptest *s, size_t *n);
void siptest_cover_add(uint8_t *to, const struct siptest *s);
/* siptest_boundary - one instruction of the undisturbed run, and the boundary before it. */
enum siptest_verdict siptest_boundary(struct siptest *s);

#endif
