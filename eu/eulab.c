/* libeulab: eu/eulab.h over run control, the EU's machine and the loaders. */
#include "eu/eulab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug/dbg.h"
#include "eu/machine_impl.h"
#include "exception/exception.h"
#include "isa/program.h"
#include "sim/dispatch.h"

/* The public numbers equal those of the tables. A row that was added or moved does not compile. */
#define STOP(id, ...)                                                                              \
    _Static_assert((int)EULAB_STOP_##id == (int)EU_STOP_##id, "eulab.h: stop " #id);
#include "sim/stops.def"
#undef STOP
#define EXC(id, ...)                                                                               \
    _Static_assert((int)EULAB_EXC_##id == (int)EXC_##id, "eulab.h: exception " #id);
#include "sim/exceptions.def"
#undef EXC
#define ERR(id, ...) _Static_assert((int)EULAB_ERR_##id == (int)EU_ERR_##id, "eulab.h: error " #id);
#include "isa/err.def"
#undef ERR
_Static_assert((int)EULAB_STOP_THREAD_END == (int)EU_STOP_COUNT, "eulab.h: thread-end is behind");
_Static_assert((int)EULAB_GEN7 == (int)EU_GEN7 && (int)EULAB_GEN75 == (int)EU_GEN75, "eulab.h");

/* SLICE: how many instructions run before an interrupt is noticed */
enum { SLICE = 65536, GOES_ON = -1 };

struct eulab {
    struct eu *eu;
    struct eu_program progs[EU_CODE_RANGES];
    size_t nprogs;
    char *message;
    struct machine *m; /* the machine and dbg exist from eulab_dispatch() on */
    struct dbg *dbg;
    int stepping; /* the thread that is stepped while dbg runs, or GOES_ON */
    enum exc_kind kind;
    eulab_exception_fn *fn;
    void *ctx;
};

const char *eulab_version(void)
{
    return EULAB_VERSION;
}

const char *eulab_strerror(int err)
{
    return eu_strerror(err);
}

const char *eulab_stop_name(enum eulab_stop stop)
{
    return stop == EULAB_STOP_THREAD_END    ? "thread-end"
           : (unsigned)stop < EU_STOP_COUNT ? eu_stop_name((enum eu_stop)stop)
                                            : "unknown";
}

const char *eulab_exception_name(enum eulab_exception kind)
{
    return (unsigned)kind < EXC_COUNT ? exc_table[kind].name : "unknown";
}

static void on_exception(void *ctx, struct eu *eu, struct eu_thread *t, unsigned kind, uint32_t ip,
                         uint32_t aip)
{
    struct eulab *lab = ctx;
    (void)eu;
    lab->kind = (enum exc_kind)kind;
    if (lab->fn)
        lab->fn(lab->ctx, lab, t->id, (enum eulab_exception)kind, ip, aip);
}

struct eulab *eulab_new(enum eulab_gen gen, unsigned threads)
{
    const struct isa_gen *isa = isa_gen((enum eu_gen)gen);
    struct eulab *lab = isa && threads && threads <= EU_DISPATCH_MAX ? calloc(1, sizeof *lab) : 0;
    if (!lab)
        return NULL;
    lab->eu = eu_new((enum eu_gen)gen, threads);
    if (!lab->eu) {
        free(lab);
        return NULL;
    }
    exc_install(lab->eu);
    lab->eu->hooks.on_exception = on_exception;
    lab->eu->hooks.observer_ctx = lab;
    return lab;
}

void eulab_free(struct eulab *lab)
{
    if (!lab)
        return;
    dbg_free(lab->dbg);
    eu_machine_free(lab->m);
    for (size_t i = 0; i < lab->nprogs; i++)
        eu_program_fini(&lab->progs[i]);
    eu_free(lab->eu);
    free(lab->message);
    free(lab);
}

/* --- loading --- */
static int may_load(struct eulab *lab)
{
    free(lab->message);
    lab->message = NULL;
    return lab->dbg ? -EU_ERR_BUSY : lab->nprogs == EU_CODE_RANGES ? -EU_ERR_RANGE : 0;
}

static void note_refusal(struct eulab *lab, const struct eu_program *prog, int rc)
{
    free(lab->message); /* replace the warnings of a program that was not loaded */
    int n = asprintf(&lab->message, "%u bytes at 0x%08x: %s\n", prog->size, prog->base,
                     eu_strerror(rc));
    lab->message = n < 0 ? NULL : lab->message;
}

/* Places @prog at @addr, and gives it to the machine; without a place it is freed. */
static int place_program(struct eulab *lab, struct eu_program *prog, uint32_t addr)
{
    int rc = addr % 8 ? -EU_ERR_RANGE : eu_load_code(lab->eu, addr, prog->code, prog->size);
    prog->base = addr;
    if (rc) {
        note_refusal(lab, prog, rc);
        eu_program_fini(prog);
    } else
        lab->progs[lab->nprogs++] = *prog;
    return rc;
}

static void keep_message(struct eulab *lab, struct diags *diags)
{
    size_t n = 0;
    FILE *out = diags->n ? open_memstream(&lab->message, &n) : NULL;
    if (out) {
        diags_print(diags, out);
        fclose(out);
    }
    diags_fini(diags);
}

int eulab_load_file(struct eulab *lab, const char *path, uint32_t addr)
{
    struct eu_asm_opts opts = {.gen = lab->eu->gen, .path = path};
    struct eu_program prog = {0};
    struct diags diags = {0};
    int rc = may_load(lab);
    if (rc)
        return rc;
    rc = eu_load(path, EU_INPUT_AUTO, &opts, &prog, &diags);
    keep_message(lab, &diags);
    return rc ? rc : place_program(lab, &prog, addr);
}

int eulab_load_text(struct eulab *lab, const char *source, uint32_t addr)
{
    struct eu_asm_opts opts = {.gen = lab->eu->gen, .path = "source"};
    struct eu_program prog = {0};
    struct diags diags = {0};
    int rc = may_load(lab);
    if (rc)
        return rc;
    rc = eu_assemble(source, strlen(source), &opts, &prog, &diags);
    keep_message(lab, &diags);
    return rc ? rc : place_program(lab, &prog, addr);
}

int eulab_load_code(struct eulab *lab, const void *code, size_t size, uint32_t addr)
{
    struct eu_asm_opts opts = {.gen = lab->eu->gen};
    struct eu_program prog = {.size = (uint32_t)size};
    struct diags diags = {0};
    int rc = may_load(lab);
    if (rc || !size || size > UINT32_MAX)
        return rc ? rc : -EU_ERR_RANGE;
    prog.code = malloc(size);
    prog.path = strdup("code");
    if (!prog.code || !prog.path) {
        eu_program_fini(&prog);
        return -EU_ERR_NOMEM;
    }
    memcpy(prog.code, code, size);
    rc = eu_program_whole(&opts, prog.path, &prog, &diags);
    keep_message(lab, &diags);
    if (!rc)
        return place_program(lab, &prog, addr);
    eu_program_fini(&prog);
    return rc;
}

const char *eulab_message(const struct eulab *lab)
{
    return lab->message ? lab->message : "";
}

int eulab_set_sip(struct eulab *lab, uint32_t addr)
{
    if (lab->dbg)
        return -EU_ERR_BUSY;
    if (addr % 16)
        return -EU_ERR_RANGE;
    lab->eu->sip = addr;
    lab->eu->has_sip = true;
    return 0;
}

int eulab_map(struct eulab *lab, uint32_t addr, uint64_t len)
{
    return lab->dbg ? -EU_ERR_BUSY : eu_memory_map(lab->eu->mem, addr, len);
}

int eulab_buffer(struct eulab *lab, unsigned bti, uint32_t addr, uint32_t len)
{
    if (!eu_bti_is_surface(lab->eu->isa, bti) || !len)
        return -EU_ERR_RANGE;
    int rc = eulab_map(lab, addr, len);
    if (rc == 0)
        lab->eu->surfaces[bti] = (struct eu_surface){.present = true,
                                                     .format = EU_FORMAT_RAW,
                                                     .width = len,
                                                     .height = 1,
                                                     .pitch = len,
                                                     .address = addr};
    return rc;
}

static uint32_t enable_bits(unsigned kinds)
{
    uint32_t bits = 0;
    for (unsigned k = 0; k < EXC_COUNT; k++)
        if (kinds >> k & 1 && exc_table[k].enable_bit >= 0)
            bits |= 1u << exc_table[k].enable_bit;
    return bits;
}

int eulab_dispatch(struct eulab *lab, uint32_t entry, uint32_t dmask, unsigned enables)
{
    if (lab->dbg)
        return -EU_ERR_BUSY;
    if (entry % 8)
        return -EU_ERR_RANGE;
    for (uint32_t i = 0; i < lab->eu->nthreads; i++) {
        eu_thread_start(lab->eu, i, entry, dmask, enable_bits(enables));
        exc_update_attention(lab->eu, &lab->eu->threads[i]);
    }
    lab->m = eu_machine_new(lab->eu, lab->progs, lab->nprogs);
    lab->dbg = lab->m ? dbg_new(lab->m, true) : NULL;
    if (lab->dbg)
        return 0;
    eu_machine_free(lab->m);
    lab->m = NULL;
    return -EU_ERR_NOMEM;
}

int64_t eulab_label(const struct eulab *lab, const char *name)
{
    for (size_t i = 0; i < lab->nprogs; i++) {
        int64_t at = eu_program_find(&lab->progs[i], name);
        if (at >= 0)
            return lab->progs[i].base + at;
    }
    return -EU_ERR_UNKNOWN;
}

/* --- registers and memory --- */
static int check_thread(const struct eulab *lab, unsigned thread)
{
    return !lab->dbg ? -EU_ERR_UNAVAILABLE : thread >= lab->eu->nthreads ? -EU_ERR_RANGE : 0;
}

static const struct machine_reg *find_reg(struct eulab *lab, const char *name)
{
    const struct machine_reg *r;
    for (unsigned i = 0; (r = lab->m->ops->reg(lab->m, i)); i++)
        if (r->available && strcmp(r->name, name) == 0)
            return r;
    return NULL;
}

int eulab_reg_read(struct eulab *lab, unsigned thread, const char *name, void *buf, size_t n)
{
    uint8_t bytes[256];
    int rc = check_thread(lab, thread);
    const struct machine_reg *r = rc ? NULL : find_reg(lab, name);
    if (!r || r->bytes > sizeof bytes)
        return rc ? rc : -EU_ERR_UNKNOWN;
    rc = lab->m->ops->reg_read(lab->m, thread, 0, r, bytes);
    if (rc)
        return rc;
    memcpy(buf, bytes, n < r->bytes ? n : r->bytes);
    return (int)r->bytes;
}

int eulab_reg_write(struct eulab *lab, unsigned thread, const char *name, const void *buf, size_t n)
{
    int rc = check_thread(lab, thread);
    const struct machine_reg *r = rc ? NULL : find_reg(lab, name);
    if (!r)
        return rc ? rc : -EU_ERR_UNKNOWN;
    return n == r->bytes ? dbg_reg_write(lab->dbg, (struct dbg_focus){.thread = thread}, r, buf)
                         : -EU_ERR_RANGE;
}

int eulab_mem_read(struct eulab *lab, uint64_t addr, void *buf, size_t n)
{
    if (lab->m)
        return lab->m->ops->mem_read(lab->m, addr, buf, n);
    if (!eu_machine_visible(lab->eu, addr, n))
        return -EU_ERR_UNAVAILABLE;
    eu_memory_read(lab->eu->mem, addr, buf, n);
    return 0;
}

int eulab_mem_write(struct eulab *lab, uint64_t addr, const void *buf, size_t n)
{
    if (lab->dbg)
        return dbg_mem_write(lab->dbg, addr, buf, n);
    if (!eu_machine_visible(lab->eu, addr, n))
        return -EU_ERR_UNAVAILABLE;
    return eu_memory_write(lab->eu->mem, addr, buf, n) ? 0 : -EU_ERR_NOMEM;
}

int eulab_disassemble(struct eulab *lab, uint32_t addr, char *buf, size_t n)
{
    return lab->m ? lab->m->ops->disassemble(lab->m, addr, buf, n) : -EU_ERR_UNAVAILABLE;
}

/* --- running --- */
static enum eulab_stop stop_of(enum machine_stop stop)
{
    static const enum eulab_stop stops[MACHINE_STOP_COUNT] = {
        [MACHINE_STOP_NONE] = EULAB_STOP_NONE,
        [MACHINE_STOP_DONE] = EULAB_STOP_DONE,
        [MACHINE_STOP_INTERRUPT] = EULAB_STOP_REQUEST,
        [MACHINE_STOP_BREAKPOINT] = EULAB_STOP_BREAKPOINT,
        [MACHINE_STOP_STEP] = EULAB_STOP_STEP,
        [MACHINE_STOP_WATCH] = EULAB_STOP_WATCH,
        [MACHINE_STOP_EXCEPTION] = EULAB_STOP_EXCEPTION,
        [MACHINE_STOP_DEADLOCK] = EULAB_STOP_DEADLOCK,
        [MACHINE_STOP_NOT_SIMULATED] = EULAB_STOP_NOT_SIMULATED,
        [MACHINE_STOP_LINT] = EULAB_STOP_LINT,
        [MACHINE_STOP_LEFT] = EULAB_STOP_LEFT,
        [MACHINE_STOP_FAULT] = EULAB_STOP_FAULT,
        [MACHINE_STOP_THREAD_END] = EULAB_STOP_THREAD_END,
    };
    /* the stops that are missing concern time travel, which the library does not offer */
    return stops[stop];
}

static int fill_event(struct eulab *lab, bool stopped, struct eulab_event *ev)
{
    const struct dbg_stop *last = dbg_last(lab->dbg);
    struct eulab_event out = {.stop = EULAB_STOP_BUDGET, .thread = last->focus.thread};
    snprintf(out.text, sizeof out.text, "%s", eu_stop_text(EU_STOP_BUDGET));
    if (stopped) {
        out.stop = stop_of(last->event.stop);
        out.exception = (enum eulab_exception)lab->kind;
        out.thread = last->event.thread;
        out.addr = out.stop == EULAB_STOP_WATCH ? last->event.watch.addr : 0;
        snprintf(out.text, sizeof out.text, "%s", dbg_why(lab->dbg));
    }
    out.ip = lab->eu->threads[out.thread].ip;
    if (ev)
        *ev = out;
    return (int)out.stop;
}

static int run_slices(struct eulab *lab, uint64_t budget, struct eulab_event *ev)
{
    bool stopped = false;
    while (!stopped && budget) {
        uint64_t slice = budget < SLICE ? budget : SLICE;
        stopped = dbg_run(lab->dbg, slice);
        budget -= slice;
    }
    return fill_event(lab, stopped, ev);
}

/* A run whose budget was used up goes on, unless the caller now asks for something else. */
static bool resumes(struct eulab *lab, int stepping)
{
    bool fresh = !dbg_running(lab->dbg) || lab->stepping != stepping;
    lab->stepping = stepping;
    return fresh;
}

int eulab_run(struct eulab *lab, uint64_t budget, struct eulab_event *ev)
{
    int rc = check_thread(lab, 0);
    if (rc)
        return rc;
    if (resumes(lab, GOES_ON))
        dbg_resume(lab->dbg, dbg_last(lab->dbg)->focus, false, false, 0, 0);
    return run_slices(lab, budget, ev);
}

int eulab_step(struct eulab *lab, unsigned thread, uint64_t budget, struct eulab_event *ev)
{
    int rc = check_thread(lab, thread);
    if (rc == 0 && eulab_thread_ended(lab, thread))
        rc = -EU_ERR_UNAVAILABLE;
    if (rc)
        return rc;
    if (resumes(lab, (int)thread))
        dbg_resume(lab->dbg, (struct dbg_focus){.thread = thread}, true, false, 0, 0);
    return run_slices(lab, budget, ev);
}

int eulab_reset(struct eulab *lab)
{
    return lab->dbg ? dbg_reset(lab->dbg) : -EU_ERR_UNAVAILABLE;
}

void eulab_interrupt(struct eulab *lab)
{
    if (lab->dbg)
        dbg_interrupt(lab->dbg);
}

uint64_t eulab_insts(struct eulab *lab)
{
    return lab->eu->insts;
}

bool eulab_thread_ended(struct eulab *lab, unsigned thread)
{
    return thread < lab->eu->nthreads && lab->eu->threads[thread].status == EU_THREAD_ENDED;
}

bool eulab_in_routine(struct eulab *lab, unsigned thread)
{
    return thread < lab->eu->nthreads && exc_in_routine(&lab->eu->threads[thread]);
}

int eulab_break(struct eulab *lab, uint32_t addr)
{
    return lab->dbg ? dbg_break_insert(lab->dbg, addr, NULL) : -EU_ERR_UNAVAILABLE;
}

int eulab_break_delete(struct eulab *lab, uint32_t addr)
{
    return lab->dbg ? dbg_break_remove(lab->dbg, addr, NULL) : -EU_ERR_UNAVAILABLE;
}

static struct machine_watch watch_of(uint64_t addr, uint32_t len, bool read, bool write)
{
    unsigned access = (read ? MACHINE_READ : 0u) | (write ? MACHINE_WRITE : 0u);
    return (struct machine_watch){.addr = addr, .len = len, .access = access};
}

int eulab_watch(struct eulab *lab, uint64_t addr, uint32_t len, bool read, bool write)
{
    if (!lab->dbg || !(read || write))
        return lab->dbg ? -EU_ERR_RANGE : -EU_ERR_UNAVAILABLE;
    return dbg_watch_insert(lab->dbg, watch_of(addr, len, read, write));
}

int eulab_watch_delete(struct eulab *lab, uint64_t addr, uint32_t len, bool read, bool write)
{
    return lab->dbg ? dbg_watch_remove(lab->dbg, watch_of(addr, len, read, write))
                    : -EU_ERR_UNAVAILABLE;
}

/* --- exceptions --- */
int eulab_raise(struct eulab *lab, unsigned thread, enum eulab_exception kind)
{
    int rc = check_thread(lab, thread);
    if (rc || (unsigned)kind >= EXC_COUNT || eulab_thread_ended(lab, thread))
        return rc ? rc : -EU_ERR_RANGE;
    rc = exc_raise(lab->eu, &lab->eu->threads[thread], (enum exc_kind)kind);
    dbg_changed(lab->dbg);
    return rc;
}

int eulab_catch(struct eulab *lab, unsigned kinds)
{
    if (kinds >> EXC_COUNT)
        return -EU_ERR_RANGE;
    lab->eu->catches = kinds;
    return 0;
}

void eulab_on_exception(struct eulab *lab, eulab_exception_fn *fn, void *ctx)
{
    lab->fn = fn;
    lab->ctx = ctx;
}
