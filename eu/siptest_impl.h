/* The inside of siptest: the walk over the boundaries, and the trials at each. Private to
 * eu/siptest*.c. */
#ifndef EULAB_EU_SIPTEST_IMPL_H
#define EULAB_EU_SIPTEST_IMPL_H

#include "eu/siptest.h"

enum { SIPTEST_R0_4 = 16 };       /* byte offset in r0: reserved for System Routines, 4.2.4 */
enum { SIPTEST_SLICE = 1 << 16 }; /* instructions between two checks for an interrupt */

/* How an instruction is made invalid, by bits: keep the rest of the word or not; an undefined
 * opcode, or 0; and the size: that of the instruction there, or a compact one, in the first or the
 * second half of the oword. */
enum siptest_form {
    SIPTEST_WHOLE = 1,
    SIPTEST_UNDEFINED = 2,
    SIPTEST_COMPACT = 4,
    SIPTEST_COMPACT_HIGH = 8,
    SIPTEST_FORMS = 12,
    SIPTEST_EFFECT = 16 /* the instruction that the routine emulates */
};

/* A trial at a boundary. Sets of kinds: bit k is enum exc_kind k. */
struct siptest_trial {
    unsigned kinds;  /* injected at the boundary, at the same time */
    unsigned inside; /* comes after @at instructions of the routine; 0: none */
    bool stranger;   /* a thread in another slot then enters and leaves */
    uint64_t at;
    bool salted;
    uint64_t seed;
    unsigned form; /* for an illegal opcode: set of enum siptest_form */
};

/* A thread at a boundary. */
struct siptest_subject {
    struct eu_thread *t;
    uint32_t ip;
    uint8_t size; /* of the instruction at its IP */
    uint8_t code[16], patched[16];
    unsigned entries, kinds; /* for this visit; bit k: it entered for kind k */
    bool saved;              /* it has left as a context, and is restored */
    struct { /* the slot where it was restored: whether it is another one, and what was there */
        bool moved;
        uint32_t slot, had, end, sr0[EU_SLOTS_MAX / EU_EUS_MAX];
    } seat;
    struct eu_thread want; /* the expected state */
};

enum siptest_watching { IGNORE, LOOK, VISIT };

/* The part of the test that one host thread does. */
struct siptest {
    struct eu *eu;
    const struct siptest_opts *opts;
    struct siptest_report *r;
    /* Addresses where the host is called during a visit: the application's code, where a quick
     * visit ends, and @looks, instructions of the routine that read cr0.1. Borrowed. */
    const uint32_t *at, *looks;
    size_t nat, nlooks;
    /* Coverage; NULL: not asked for. What was seen by instruction, and @at with the instructions
     * that are not fully covered. */
    const struct siptest_code *code;
    uint8_t *seen;
    uint32_t *marks;
    size_t nmarks;
    bool marks_old;
    uint64_t every; /* about how many boundaries of the run there are for each that is tested */
    /* The hardware's boundary function; NULL: visits are never quick. */
    enum eu_verdict (*boundary)(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                enum eu_cause cause, const uint32_t old_cr[4], struct eu_event *ev);
    struct eu_snapshot *here;
    /* Only for the undisturbed run: by thread, and the borrowed hooks. */
    struct siptest_life *lives;
    struct eu_hooks host;
    struct { /* the instruction after the boundary, when it was issued */
        uint32_t thread, ip, size;
        bool in_routine;
    } insn;
    struct siptest_trial trial;
    uint64_t tries;           /* at this boundary */
    struct eu_snapshot *want; /* the expected state for trials like the next */
    struct siptest_trial want_of;
    /* For one visit. quick: without examining each instruction of the routine. If such a visit is
     * not a plain success, it is repeated slowly, to find the reason. */
    enum siptest_watching watching;
    bool quick, fetched, left, came; /* came: the exception inside has come */
    bool stranger;                   /* the other slot's thread is running */
    /* Bits of cr0.1: what the last entry was for, and which of that was served since; what has come
     * inside and was not read; what was lost in this way, and what was cleared unserved. */
    uint32_t came_for, served, unseen, lost, unserved;
    struct siptest_record_visit record;
    /* The host's rules that were applied, for each subject and for a stranger: since its entry, and
     * in the whole trial. */
    uint32_t had_turn[3], served_by_host[3];
    uint32_t entered;                   /* channels that the last entry included */
    struct siptest_subject subjects[2]; /* the second is the next thread, when nsubjects is 2 */
    unsigned nsubjects;
    bool moved, second_first; /* of two contexts, the second was restored first */
    uint8_t matches_on;
    struct eu_thread first, other; /* while a stranger is inside */
};

/* siptest_run_to - runs until @insts instructions of the run are done, or it ends. @check (may be
 * NULL) examines the machine at times; if it returns anything but PASS, the run ends with that. */
enum siptest_verdict siptest_run_to(struct siptest *s, uint64_t insts,
                                    enum siptest_verdict (*check)(struct siptest *s));
/* siptest_undisturbed - the run with nothing injected: measures its length, and checks that it ends
 * by itself, in the application. */
enum siptest_verdict siptest_undisturbed(struct siptest *s);
/* siptest_note_findings - keeps what --lint has found since there were @known findings, for
 * boundary s->r->boundary if @injected. siptest_merge_findings - adds the findings of @more to @r,
 * except those after boundary @last. siptest_breaks_rules - whether one of them is the routine's.
 */
void siptest_note_findings(struct siptest *s, size_t known, bool injected);
void siptest_merge_findings(struct siptest_report *r, const struct siptest_report *more,
                            uint64_t last);
bool siptest_breaks_rules(const struct siptest_report *r);
/* Sets the reason; returns FAULT. */
enum siptest_verdict siptest_fault(struct siptest *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* siptest_listen - takes over the hooks of s->eu, and s->boundary. */
void siptest_listen(struct siptest *s);
/* siptest_mind - the host is called at s->at, or not any more. */
void siptest_mind(struct siptest *s, bool mind);
/* siptest_watch - each instruction is examined, unless IGNORE is set or the visit is quick. */
void siptest_watch(struct siptest *s, enum siptest_watching watching);
void siptest_settle_trace(struct siptest_report *r);
/* siptest_kept_all - FAULT if the routine has lost an exception, or cleared one unserved. */
enum siptest_verdict siptest_kept_all(struct siptest *s);

/* siptest_salt - random values in everything that a routine may lose. siptest_seat - sets the slot
 * in sr0. siptest_seat_of - the slot in sr0. siptest_any_slot, siptest_other_slot - one of
 * s->opts->slots. siptest_stale - status bits of kinds that are disabled and not in @kinds. Each
 * depends only on @seed. */
void siptest_salt(const struct eu *eu, struct eu_thread *t, uint64_t seed);
void siptest_seat(const struct eu *eu, struct eu_thread *t, uint32_t slot);
uint32_t siptest_seat_of(const struct eu *eu, const struct eu_thread *t);
uint32_t siptest_any_slot(const struct siptest *s, uint64_t seed);
uint32_t siptest_other_slot(const struct siptest *s, uint32_t slot, uint64_t seed);
uint32_t siptest_stale(const struct eu_thread *t, unsigned kinds, uint64_t seed);

/* siptest_choose_subjects - chooses the threads for s->trial; false: the thread at the boundary
 * cannot take it. siptest_own_follows - the visit would also answer an exception of the
 * application. siptest_expected - the state in which the routine must leave the machine: that of
 * the boundary; for an illegal opcode, that with a nop executed in its place. NULL: no memory.
 * siptest_inject - goes back to the boundary and injects the trial's exceptions. siptest_mend -
 * restores the instruction that an illegal opcode replaced. */
bool siptest_choose_subjects(struct siptest *s);
bool siptest_own_follows(struct siptest *s);
struct eu_snapshot *siptest_expected(struct siptest *s);
void siptest_inject(struct siptest *s);
void siptest_mend(struct siptest *s);
/* siptest_visit - runs the routine from its entry to its return; for a context save, to the return
 * of the dummy thread that restores. *@taken: the routine was entered. */
enum siptest_verdict siptest_visit(struct siptest *s, bool *taken);
/* siptest_set_aside - copies the expected value to what is outside the comparison.
 * siptest_pass_breakpoint - the application passes the breakpoint of the comparator, or a FAULT.
 * siptest_compare - compares the machine after a visit with @want. siptest_count - counts the
 * visit. */
/* siptest_record_begin - gives the subject's record random values. siptest_record_holds - checks
 * the launch file's conditions after a visit; FAULT if one does not hold. Only visits with a single
 * entry for all that was injected are checked. */
void siptest_record_begin(struct siptest *s);
enum siptest_verdict siptest_record_holds(struct siptest *s);
/* siptest_image_slot - the address of the image of @t. siptest_host_serve - applies the host's
 * rules: @t is in the routine, and @waits for an answer. siptest_host_polls - whether a rule waits
 * for memory. siptest_host_edits - whether the host has changed a row of the first subject's image.
 * siptest_host_holds - checks that the subjects have what the host gave them, then sets their old
 * values; else a FAULT. */
uint32_t siptest_image_slot(const struct siptest *s, const struct eu_thread *t);
void siptest_host_serve(struct siptest *s, const struct eu_thread *t, bool waits);
/* siptest_host_reply - the same in a visit that the kernel causes itself. Nothing is edited then,
 * so that the kernel's results stay the same. A rule is applied whenever its dwords are there. */
void siptest_host_reply(struct siptest *s, const struct eu_thread *t, bool waits);
bool siptest_host_polls(const struct siptest *s);
bool siptest_host_edits(const struct siptest *s, size_t row);
enum siptest_verdict siptest_host_holds(struct siptest *s);
/* siptest_image_holds - FAULT unless the subject's slot contains what the launch file says. */
enum siptest_verdict siptest_image_holds(struct siptest *s);
void siptest_set_aside(const struct siptest_subject *of);
enum siptest_verdict siptest_pass_breakpoint(struct siptest *s, const struct siptest_subject *of);
void siptest_count(struct siptest *s);
enum siptest_verdict siptest_compare(struct siptest *s, const struct eu_snapshot *want);
/* siptest_advance - like eu_run(); the host answers attention at once, and replies in the kernel's
 * own visits to the routine. */
enum eu_stop siptest_advance(struct siptest *s, uint64_t budget, struct eu_event *ev);
/* siptest_restore - begins to restore the saved context of @of, at some boundaries in a slot that
 * it did not leave, if one is free. Returns 0 or the error of exc_restore_in(). siptest_put_back -
 * restores the slots for the comparison: each subject to its own, and the ages of the other slots
 * of the EU that it came to. True: a subject was restored in another slot. */
int siptest_restore(struct siptest *s, struct siptest_subject *of);
bool siptest_put_back(struct siptest *s);
/* siptest_fill_dummy - fills the registers of the thread that is to restore, where they are not
 * zero. siptest_forgive - takes opts->lost out of the comparison. */
void siptest_fill_dummy(const struct eu *eu, struct eu_thread *t, uint64_t seed);
void siptest_forgive(const struct siptest *s, const struct siptest_subject *of);
/* siptest_cover_code - lists the routine's instructions; the caller frees insns. False: no memory.
 * siptest_cover_begin, _end - a host thread's part; without memory it has none. siptest_cover_saw -
 * @t is before an instruction of the routine, in a visit; false: it is not. siptest_cover_marks -
 * where the host must be called. siptest_cover_add - adds what @s has seen to what others have. */
bool siptest_cover_code(const struct eu *eu, struct siptest_code *code);
void siptest_cover_begin(struct siptest *s);
void siptest_cover_end(struct siptest *s);
bool siptest_cover_saw(struct siptest *s, const struct eu_thread *t);
const uint32_t *siptest_cover_marks(struct siptest *s, size_t *n);
void siptest_cover_add(uint8_t *to, const struct siptest *s);
/* siptest_boundary - one instruction of the undisturbed run, and the trials at the boundary before
 * it. */
enum siptest_verdict siptest_boundary(struct siptest *s);

#endif
