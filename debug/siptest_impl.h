/* Inside siptest: the walk over the boundaries, and what is done at each. */
#ifndef EULAB_DEBUG_SIPTEST_IMPL_H
#define EULAB_DEBUG_SIPTEST_IMPL_H

#include "debug/siptest.h"

enum { SIPTEST_SLICE = 1 << 16 }; /* instructions between two looks at what else is the matter */

/* One host thread's part of the test. */
struct siptest {
    struct eu *eu;
    const struct siptest_opts *opts;
    struct siptest_report *r;
    struct eu_snapshot *here;
    struct { /* the instruction behind the boundary, when it was issued */
        uint32_t thread, ip, size;
        bool in_routine;
    } insn;
    /* of one visit */
    enum { IGNORE, LOOK, VISIT } watching;
    unsigned entries;
    struct eu_thread want; /* the thread as it should come back */
    uint8_t matches_on;
    uint8_t code[16], patched[16];
};

/* Sets why there is one; returns FAULT. */
enum siptest_verdict siptest_fault(struct siptest *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* siptest_listen - the observers' hooks of s->eu. */
void siptest_listen(struct siptest *s);
/* siptest_advance - eu_run(), and the host answers attention at once. */
enum eu_stop siptest_advance(struct eu *eu, uint64_t budget, struct eu_event *ev);
/* siptest_boundary - one instruction of the undisturbed run, and the boundary before it. */
enum siptest_verdict siptest_boundary(struct siptest *s);

#endif
