/* For tests of exception/: a kernel at 0, a System Routine, threads, and a record of the exceptions
 * that they take. */
#ifndef EULAB_TESTS_EXCEPTION_RIG_H
#define EULAB_TESTS_EXCEPTION_RIG_H

#include "tests/helpers.h"

#include "exception/exception.h"

enum { SIP = 0x80000, RIG_SCRATCH = 0x800000, RIG_SCRATCH_BYTES = 0x400000, RIG_SEEN = 16 };
#define CR1_BREAKPOINT 0x80000000u
#define CR1_HALT 0x40000000u
#define CR1_SOFTWARE 0x20000000u
#define CR1_ILLEGAL 0x10000000u
#define CR1_STACK 0x08000000u

/* Parts of routines. */
#define LEAVE "and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}\n"
#define RETURN LEAVE "nop\n"
#define COUNT "add (1) r20.0<1>:ud r20.0<0;1,0>:ud 1:ud {NoMask}\n"
#define CLEAR "and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x07ffffff:ud {NoMask, Switch}\n"
#define SKIP "add (1) cr0.2<1>:ud cr0.2<0;1,0>:ud 16:ud {NoMask, Switch}\n"
#define SUPPRESS "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x8000:ud {NoMask, Switch}\n"
/* Parts of kernels. */
#define MARK "add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d\n"
#define SOFTWARE "or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x20000000:ud {NoMask, Switch}\n"
#define EOT "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}\n"

struct rig {
    struct eu *eu;
    struct eu_thread *t; /* the first thread */
    struct eu_event ev;
    /* entries into the routine, or stops because there is none */
    unsigned n, kinds[EXC_COUNT];
    struct {
        unsigned kind;
        uint32_t ip, aip, cr1, channels;
    } seen[RIG_SEEN];
    char log[4096]; /* the trace of exceptions */
};

static inline void rig_saw(void *ctx, struct eu *eu, struct eu_thread *t, unsigned kind,
                           uint32_t ip, uint32_t aip)
{
    struct rig *f = ctx;
    (void)eu;
    if (f->n < RIG_SEEN) {
        f->seen[f->n].kind = kind;
        f->seen[f->n].ip = ip;
        f->seen[f->n].aip = aip;
        f->seen[f->n].cr1 = t->cr[1];
        f->seen[f->n].channels = t->sip_channels;
    }
    f->n++;
    f->kinds[kind]++;
}

static inline void rig_log(void *ctx, const char *channel, const char *text)
{
    struct rig *f = ctx;
    size_t at = strlen(f->log);
    if (strcmp(channel, "exc") == 0)
        snprintf(f->log + at, sizeof f->log - at, "%s\n", text);
}

/* Makes threads that stand at @ip; no program is loaded yet. */
static inline void rig_begin(struct rig *f, uint32_t threads, uint32_t ip, uint32_t dmask,
                             uint32_t enables)
{
    *f = (struct rig){.eu = eu_new(EU_GEN7, threads)};
    assert_non_null(f->eu);
    f->t = &f->eu->threads[0];
    for (uint32_t i = 0; i < threads; i++)
        eu_thread_start(f->eu, i, ip, dmask, enables);
    f->eu->hooks.on_exception = rig_saw;
    f->eu->hooks.on_log = rig_log;
    f->eu->hooks.observer_ctx = f;
    exc_install(f->eu);
}

/* Assembles @text, or the sample whose path it is, at @addr; returns its size. */
static inline uint32_t rig_load(struct eu *eu, uint32_t addr, const char *text)
{
    size_t n;
    bool is_file = strncmp(text, "samples/", 8) == 0;
    char *file = is_file ? read_file(text, &n) : NULL;
    const char *code = is_file ? file : text;
    struct eu_program prog = {0};
    assert_non_null(code);
    assemble_text(eu->gen, is_file ? text : "test", code, &prog);
    assert_int_equal(eu_load_code(eu, addr, prog.code, prog.size), 0);
    uint32_t size = prog.size;
    eu_program_fini(&prog);
    free(file);
    return size;
}

/* Loads the System Routine and maps its scratch memory; NULL: there is no routine. */
static inline void rig_sip(struct eu *eu, const char *sip)
{
    if (sip)
        rig_load(eu, SIP, sip);
    eu->sip = SIP;
    eu->has_sip = sip != NULL;
    eu->surfaces[253] = (struct eu_surface){.present = true,
                                            .format = EU_FORMAT_RAW,
                                            .width = RIG_SCRATCH_BYTES,
                                            .height = 1,
                                            .pitch = RIG_SCRATCH_BYTES,
                                            .address = RIG_SCRATCH};
    assert_int_equal(eu_memory_map(eu->mem, RIG_SCRATCH, RIG_SCRATCH_BYTES), 0);
}

/* Starts the threads. A thread that reaches the kernel's end has ended. */
static inline void rig_start(struct rig *f, const char *kernel, const char *sip, uint32_t threads,
                             uint32_t dmask, uint32_t enables)
{
    rig_begin(f, threads, 0, dmask, enables);
    f->eu->end_ip = rig_load(f->eu, 0, kernel);
    rig_sip(f->eu, sip);
}

static inline enum eu_stop rig_run(struct rig *f)
{
    return eu_run(f->eu, 1000000, &f->ev);
}

static inline uint32_t rig_grf(const struct rig *f, uint32_t thread, unsigned reg, unsigned dword)
{
    uint32_t v;
    memcpy(&v, f->eu->threads[thread].grf[reg] + 4 * dword, 4);
    return v;
}

static inline void rig_end(struct rig *f)
{
    eu_free(f->eu);
    f->eu = NULL;
}

static inline int rig_setup(void **state)
{
    *state = calloc(1, sizeof(struct rig));
    return *state ? 0 : -1;
}

static inline int rig_teardown(void **state)
{
    rig_end(*state);
    free(*state);
    return 0;
}

#endif
