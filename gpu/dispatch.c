/* Runs a walker on EU threads: sets up the machine, fills the payload of each thread, runs the
 * groups and reports stops. */
#include "gpu/dispatch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exception/exception.h"
#include "sim/jobs.h"
#include "sim/lint.h"
#include "sim/snapshot.h"
#include "sim/stream.h"

/* INTERFACE_DESCRIPTOR_DATA, Gen8 and 9. */
enum { BARRIER_SHIFT = 24, SCRATCH_UNIT_SHIFT = 10, FFTID_MASK = 0x3ff, CODE_BYTES = 1 << 20 };
enum { CR1_SOFTWARE = 1 << 13, CR1_ILLEGAL = 1 << 12, CR1_STACK = 1 << 11 };
struct descriptor {
    uint32_t start, enables, cr0;
    uint32_t samplers, binding_table;
    unsigned per_thread, cross; /* payload registers of each thread, and of all together */
    bool barrier;
};

static struct descriptor descriptor_of(const struct gpu_state *st, const struct gpu_walker *w)
{
    const uint32_t *dw = w->words;
    return (struct descriptor){
        .start = (uint32_t)(w->kernel - st->instruction),
        .enables = (dw[2] >> 13 & 1 ? CR1_ILLEGAL : 0) | (dw[2] >> 11 & 1 ? CR1_STACK : 0) |
                   (dw[2] >> 7 & 1 ? CR1_SOFTWARE : 0),
        .cr0 = (dw[2] >> 18 & 1 ? EU_CR0_SPF : 0) | (dw[2] >> 16 & 1 ? EU_CR0_ALT : 0) |
               (dw[6] >> 22 & 3) << EU_CR0_ROUND_SHIFT,
        .samplers = dw[3] & ~31u,
        .binding_table = dw[4] & 0xffe0,
        .per_thread = dw[5] >> 16,
        .cross = dw[7] & 0xff,
        .barrier = dw[6] >> 21 & 1,
    };
}

/* A walker while it runs. */
struct walk {
    struct gpu_dispatcher *d;
    struct gpu *gpu;
    const struct gpu_state *st;
    const struct gpu_walker *w;
    struct descriptor desc;
    uint8_t cross[EU_GRF_COUNT * EU_GRF_BYTES];
    uint32_t r0[8];      /* r0 as all threads have it */
    bool abandoned;      /* its driver has closed the connection */
    bool preempts;       /* groups are preempted and restored */
    uint32_t slots;      /* slots for threads */
    uint64_t own_area;   /* bytes of a save area that is not in the driver's memory; or 0 */
    uint64_t insts;      /* executed by its batches */
    uint32_t size[3];    /* of a group, as its local ids show; zero: it has none */
    uint8_t *per_thread; /* of all threads of a group; the same for each group */
    struct eu_translation translation;
};
struct gpu_batch {
    const struct walk *walk;
    uint64_t first; /* number of its first group */
};

/* Virtual addresses that the driver does not map, and physical addresses that it cannot name. */
#define OWN_AREA UINT64_C(0xffffe0000000)
#define OWN_AREA_PHYSICAL (UINT64_C(1) << GPU_PHYSICAL_BITS)

/* Bytes of the routine's save area on a machine that runs walkers. */
static uint64_t area_bytes(void)
{
    const struct eu eu = {.eus = GPU_EUS, .eu_threads = GPU_EU_THREADS};
    return eu_csr_bytes(&eu);
}

static bool page_of(void *ctx, uint64_t address, uint64_t *physical)
{
    const struct walk *k = ctx;
    if (address - OWN_AREA >= k->own_area)
        return gpu_translate(k->gpu, address, physical);
    *physical = OWN_AREA_PHYSICAL + (address - OWN_AREA);
    return true;
}

/* Bytes of a save area that the simulator provides; 0: the driver provides one, or none is needed.
 * A driver of a simulated GPU maps only the first 64 KiB. */
static uint64_t own_area(const struct walk *k)
{
    uint64_t bytes = k->st->has_sip ? area_bytes() : 0, at = 0, physical;
    while (k->st->csr && at < bytes && gpu_translate(k->gpu, k->st->csr + at, &physical))
        at += EU_PAGE_BYTES;
    return at < bytes ? bytes : 0;
}

/* Before a walker the driver says whether its threads may be preempted. */
static bool may_preempt(const struct walk *k)
{
    enum { LEVEL = 0x2580, NOT_MID_THREAD = 6 };
    return k->d->preempts && k->st->has_sip && !(gpu_register_read(k->gpu, LEVEL) & NOT_MID_THREAD);
}

/* Stops if the payload is not mapped, or does not fit into the registers. */
static enum gpu_stop load_payload(struct walk *k)
{
    const struct gpu_walker *w = k->w;
    size_t cross = k->desc.cross * EU_GRF_BYTES, own = (size_t)k->desc.per_thread * EU_GRF_BYTES;
    if (1 + k->desc.cross + k->desc.per_thread > EU_GRF_COUNT ||
        cross + own * w->threads > w->data_bytes)
        return gpu_fail(
            k->gpu, GPU_BAD_COMMAND,
            "GPGPU_WALKER at 0x%llx: %u and %u registers of payload, and 0x%x bytes of data",
            (unsigned long long)w->at, k->desc.cross, k->desc.per_thread, w->data_bytes);
    k->per_thread = malloc(own * w->threads + 1);
    if (!k->per_thread)
        return gpu_fail(k->gpu, GPU_NO_MEMORY, "no memory");
    if (!gpu_virtual_read(k->gpu, w->data, k->cross, cross) ||
        !gpu_virtual_read(k->gpu, w->data + cross, k->per_thread, own * w->threads))
        return gpu_fail(k->gpu, GPU_FAULT, "the payload at 0x%llx is not mapped",
                        (unsigned long long)w->data);
    return GPU_DONE;
}

/* --- threads --- */

static void group_place(const struct gpu_walker *w, uint64_t group, uint32_t place[3])
{
    uint64_t x = w->end[0] - w->first[0], y = w->end[1] - w->first[1];
    place[0] = w->first[0] + (uint32_t)(group % x);
    place[1] = w->first[1] + (uint32_t)(group / x % y);
    place[2] = w->first[2] + (uint32_t)(group / x / y);
}

/* The right mask is for the last thread in a row of the group. */
static uint32_t dmask_of(const struct gpu_walker *w, uint32_t thread)
{
    uint32_t full = UINT32_MAX >> (32 - w->simd);
    return thread + 1 == w->threads ? full & w->right_mask : full;
}

/* Makes r0 as all threads have it; its scratch space belongs to the slot. */
static void make_header(struct walk *k)
{
    const struct gpu_state *st = k->st;
    uint32_t size = st->scratch_size ? (uint32_t)__builtin_ctz(st->scratch_size) - 10 : 0;
    k->r0[3] = k->desc.samplers | size;
    k->r0[4] = k->desc.binding_table;
    k->r0[5] = (uint32_t)(st->scratch & ~(uint64_t)FFTID_MASK);
}

/* Fills r0, then the thread's own payload, then the payload that all share. */
static void fill_thread(const struct walk *k, struct eu *eu, struct eu_thread *t, uint64_t group,
                        const uint32_t place[3], uint32_t in_group)
{
    const struct gpu_walker *w = k->w;
    size_t own = (size_t)k->desc.per_thread * EU_GRF_BYTES;
    uint32_t r0[8];
    memcpy(r0, k->r0, sizeof r0);
    r0[1] = place[0], r0[6] = place[1], r0[7] = place[2];
    r0[2] = k->desc.barrier ? (uint32_t)(group & 15) << BARRIER_SHIFT : 0;
    eu_thread_queue(eu, (uint32_t)(t - eu->threads), k->desc.start, dmask_of(w, in_group),
                    k->desc.enables);
    memcpy(t->grf[0], r0, sizeof r0);
    memcpy(t->grf[1], k->per_thread + in_group * own, own);
    memcpy(t->grf[1 + k->desc.per_thread], k->cross, k->desc.cross * EU_GRF_BYTES);
    if (!eu->source)
        eu_written(t, 0, (1 + k->desc.per_thread + k->desc.cross) * EU_GRF_BYTES);
    t->number = group * w->threads + in_group;
    t->has_header = true;
    t->cr[0] |= k->desc.cr0;
    t->binding_table = k->desc.binding_table;
    t->sampler_table = k->desc.samplers;
    eu_thread_trace(t, 1u + k->desc.per_thread + k->desc.cross);
}

static void fill_group(const void *ctx, struct eu *eu, struct eu_thread *t, uint32_t n,
                       uint64_t group)
{
    const struct walk *k = ctx;
    uint32_t place[3];
    group_place(k->w, group, place);
    for (uint32_t i = 0; i < n; i++)
        fill_thread(k, eu, &t[i], group, place, i);
}

/* --- the machine --- */

static bool same_bases(const struct eu_bases *a, const struct eu_bases *b)
{
    return a->general == b->general && a->surface == b->surface && a->dynamic == b->dynamic &&
           a->instruction == b->instruction;
}

/* The largest size of code at @at: up to the other piece, or to the end of addresses. */
static uint32_t code_room(uint32_t at, uint32_t other)
{
    uint32_t room = other > at ? other - at : UINT32_MAX - at;
    return room < CODE_BYTES ? room : CODE_BYTES;
}

/* Notes the kernel, the System Routine if there is one, and what lies before both: a module that is
 * linked with the kernel's has functions there. Their lengths are not known. */
static void note_code(struct eu *eu, uint32_t start, const struct gpu_state *st)
{
    uint32_t sip = st->has_sip ? (uint32_t)(st->sip - st->instruction) : 0;
    const uint32_t first = st->has_sip && sip < start ? sip : start;
    const uint32_t before = first < CODE_BYTES ? first : CODE_BYTES;
    if (eu->ncode && eu->code[0].addr == start && eu->has_sip == st->has_sip && eu->sip == sip)
        return;
    eu->ncode = 0;
    eu->has_sip = st->has_sip;
    eu->sip = sip;
    (void)eu_note_code(eu, start, code_room(start, st->has_sip ? sip : start));
    if (st->has_sip)
        (void)eu_note_code(eu, sip, code_room(sip, start));
    (void)eu_note_code(eu, first - before, before);
}

/* Resets the machine to what eu_new() makes, but keeps what was decoded, found and counted. False:
 * no memory. */
static bool clear_machine(struct eu *eu, uint32_t threads)
{
    struct eu_memory *slm = eu_memory_new(eu->isa->address_bits);
    if (!slm)
        return false;
    eu_memory_free(eu->slm);
    eu->slm = slm;
    eu_snapshot_forget(eu);
    eu->source = NULL;
    eu->nthreads = threads;
    memset(eu->slots, 0, sizeof eu->slots);
    eu->slots_end = eu->queued = eu->next_slot = eu->quantum_used = 0;
    eu->lost = 0;
    atomic_store(&eu->stop_request, false);
    return true;
}

/* Whether threads can be made one group after the other: no client knows them by index or stops
 * between batches. */
static bool streams(const struct walk *k)
{
    return !k->d->run && !k->d->observed && !k->d->lint && !k->preempts;
}

static struct eu *new_machine(struct gpu_dispatcher *d, enum eu_gen gen, uint32_t room)
{
    struct eu *eu = eu_new(gen, room);
    if (!eu)
        return NULL;
    eu->eus = GPU_EUS;
    eu->eu_threads = GPU_EU_THREADS;
    eu->quantum = d->engine == EU_ENGINE_JIT ? EU_JIT_QUANTUM : EU_QUANTUM;
    eu->lint = d->lint;
    eu->engine = d->engine;
    eu->jit = d->jit;
    eu->jit_hot = d->jit_hot;
    eu->one_order = true;
    return eu;
}

/* The dispatcher's machine, ready for @threads threads of this walker. NULL: no memory. */
static struct eu *make_machine(struct walk *k, uint32_t threads)
{
    const struct gpu_state *st = k->st;
    enum eu_gen gen = gpu_gen(k->gpu) == 8 ? EU_GEN8 : EU_GEN9;
    uint32_t slots = GPU_EUS * GPU_EU_THREADS;
    uint32_t room = streams(k) ? eu_stream_room(slots, k->w->threads) : slots;
    if (k->d->machine && (k->d->machine->gen != gen || k->d->machine->room < room))
        gpu_dispatcher_fini(k->d);
    if (!k->d->machine)
        k->d->machine = new_machine(k->d, gen, room);
    struct eu *eu = k->d->machine;
    if (!eu || !clear_machine(eu, threads))
        return NULL;
    const struct eu_bases bases = {.general = st->general,
                                   .surface = st->surface,
                                   .dynamic = st->dynamic,
                                   .instruction = st->instruction,
                                   .tables = true};
    eu->settings += !same_bases(&eu->bases, &bases);
    eu->bases = bases;
    eu->has_csr = st->has_sip;
    eu->csr = k->own_area ? OWN_AREA : st->csr;
    eu->together = k->w->threads;
    eu->scratch = st->scratch;
    eu->scratch_bytes = st->scratch_size;
    note_code(eu, k->desc.start, st);
    return eu;
}

void gpu_dispatcher_fini(struct gpu_dispatcher *d)
{
    struct eu *eu = d->machine;
    d->machine = NULL;
    eu_free(eu);
}

/* --- stops --- */

/* The work item for which lane @lane of thread @in_group was dispatched. Ids have 16 bits for each
 * lane, one register for each of x, y, z, or two with 32 lanes. False: the payload has none. */
static bool local_id(const struct walk *k, uint32_t in_group, unsigned lane, uint32_t id[3])
{
    unsigned each = k->w->simd == 32 ? 2 : 1, dims = k->desc.per_thread / each;
    const uint8_t *own = k->per_thread + (size_t)in_group * k->desc.per_thread * EU_GRF_BYTES;
    for (unsigned i = 0; i < 3; i++) {
        uint16_t v = 0;
        if (i < dims)
            memcpy(&v, own + (size_t)i * each * EU_GRF_BYTES + 2 * (size_t)lane, sizeof v);
        id[i] = v;
    }
    return dims > 0;
}

/* For a kernel that reads no local ids the driver sends a register that it never wrote: what is in
 * it does not number the items. */
static void measure_group(struct walk *k)
{
    uint32_t id[3];
    uint64_t items = 0;
    for (uint32_t t = 0; t < k->w->threads; t++)
        for (unsigned c = 0; c < k->w->simd; c++) {
            bool on = dmask_of(k->w, t) >> c & 1 && local_id(k, t, c, id);
            items += on;
            for (unsigned i = 0; on && i < 3; i++)
                k->size[i] = id[i] >= k->size[i] ? id[i] + 1 : k->size[i];
        }
    if ((uint64_t)k->size[0] * k->size[1] * k->size[2] != items)
        memset(k->size, 0, sizeof k->size);
}

static bool has_ids(const struct walk *k)
{
    return k->size[0] != 0;
}

static void name_item(const struct walk *k, const struct eu_thread *t, char *buf, size_t n)
{
    uint32_t on = eu_on_ip(t), in_group = (uint32_t)(t->number % k->w->threads);
    uint32_t place[3], id[3];
    group_place(k->w, t->number / k->w->threads, place);
    int at = snprintf(buf, n, ", group (%u,%u,%u)", place[0], place[1], place[2]);
    on = on ? on : t->dispatched;
    if (on && has_ids(k) && local_id(k, in_group, (unsigned)__builtin_ctz(on), id))
        snprintf(buf + at, n - (size_t)at, ", local id (%u,%u,%u)", id[0], id[1], id[2]);
}

bool gpu_dispatch_item(const struct gpu_dispatcher *d, uint32_t thread, unsigned lane,
                       struct gpu_item *item)
{
    const struct walk *k = d->batch ? d->batch->walk : NULL;
    *item = (struct gpu_item){.data = NULL};
    if (!k)
        return false;
    group_place(k->w, d->batch->first + thread / k->w->threads, item->group);
    memcpy(item->size, k->size, sizeof item->size);
    item->data = k->cross;
    item->data_bytes = k->desc.cross * (size_t)EU_GRF_BYTES;
    return has_ids(k) && lane < k->w->simd &&
           local_id(k, thread % k->w->threads, lane, item->local);
}

bool gpu_dispatch_group(const struct gpu_dispatcher *d, const uint32_t group[3], bool *ended)
{
    const struct gpu_walker *w = d->batch ? d->batch->walk->w : NULL;
    uint64_t number = 0;
    for (unsigned i = 3; i-- > 0;) {
        if (!w || group[i] < w->first[i] || group[i] >= w->end[i])
            return false;
        number = number * (w->end[i] - w->first[i]) + group[i] - w->first[i];
    }
    *ended = number < d->batch->first;
    return true;
}

/* Writes the kernel's name, "vadd", or its address. */
static void name_kernel(const struct walk *k, char *buf, size_t n)
{
    const char *name = k->d->name ? k->d->name(k->d->ctx, k->gpu, k->w) : NULL;
    if (name)
        snprintf(buf, n, "%s", name);
    else
        snprintf(buf, n, "the kernel at 0x%llx", (unsigned long long)k->w->kernel);
}

static enum gpu_stop ended(struct walk *k, const struct eu *eu, enum eu_stop stop,
                           const struct eu_event *ev)
{
    char thread[24] = "", item[96] = "", kernel[96], line[128] = "";
    const char *colon = ev->text[0] ? ": " : "";
    if (stop == EU_STOP_DONE)
        return GPU_DONE;
    name_kernel(k, kernel, sizeof kernel);
    if (k->abandoned)
        return gpu_fail(k->gpu, GPU_ABANDONED, "the driver has gone while %s ran", kernel);
    if (stop == EU_STOP_REQUEST || stop == EU_STOP_BUDGET || stop == EU_STOP_DEADLOCK)
        return gpu_fail(k->gpu, stop == EU_STOP_REQUEST ? GPU_INTERRUPTED : GPU_WALKER,
                        "%s in %s%s%s", eu_stop_name(stop), kernel, colon, ev->text);
    if (ev->thread < eu->nthreads) {
        name_item(k, &eu->threads[ev->thread], item, sizeof item);
        (void)eu_thread_name(&eu->threads[ev->thread], thread, sizeof thread);
    }
    if (k->d->line)
        k->d->line(k->d->ctx, k->gpu, k->w, ev->ip - k->desc.start, line, sizeof line);
    return gpu_fail(k->gpu, GPU_WALKER, "%s in %s + 0x%x%s, %s%s, IP 0x%llx%s%s",
                    eu_stop_name(stop), kernel, ev->ip - k->desc.start, line, thread, item,
                    (unsigned long long)(k->st->instruction + ev->ip), colon, ev->text);
}

/* --- runs --- */

#define SLICE UINT64_C(50000000) /* instructions between two checks of the connection */

static bool is_abandoned(void *ctx)
{
    return gpu_abandoned(ctx);
}

/* The number of instructions after which a walker is long: it then runs on as many host threads as
 * allowed. */
static uint64_t long_from(const struct walk *k)
{
    return streams(k) ? k->d->jobs_from : UINT64_MAX;
}

/* How many instructions to run before the next check of the connection, or until the walker is
 * long. */
static uint64_t slice_of(const struct walk *k, uint64_t done, uint64_t left)
{
    uint64_t from = long_from(k), most = from < SLICE ? from : SLICE;
    return done >= from || left < most ? left : most;
}

static enum eu_stop run_machine(struct walk *k, struct eu *eu, struct eu_event *ev)
{
    if (k->d->end && *k->d->end)
        eu_request_stop(eu);
    uint64_t limit = k->d->limit ? k->d->limit : UINT64_MAX, began = eu->insts, done = 0, slice;
    uint64_t left = k->insts < limit ? limit - k->insts : 0;
    const char *why;
    enum eu_stop stop;
    if (k->d->run) {
        stop = k->d->run(k->d->ctx, eu, k->w, ev);
        k->abandoned = stop != EU_STOP_DONE && gpu_abandoned(k->gpu);
        return stop;
    }
    eu->hooks.stops = is_abandoned;
    eu->hooks.stops_ctx = k->gpu;
    do {
        slice = slice_of(k, done, left);
        stop = k->preempts            ? gpu_preempt_run(&k->d->preempter, eu, slice, ev)
               : done >= long_from(k) ? eu_run_jobs(eu, k->d->jobs, slice, ev, &why)
                                      : eu_run(eu, slice, ev);
        left -= slice;
        done = eu->insts - began;
        k->abandoned = stop != EU_STOP_DONE && gpu_abandoned(k->gpu);
    } while (stop == EU_STOP_BUDGET && left && !k->abandoned);
    return stop;
}

/* Runs groups [@first, @first + @n) on the GPU's memory behind its page tables: all of them at
 * once, or each when there are slots for it. */
static enum gpu_stop run_groups(struct walk *k, uint64_t first, uint64_t n)
{
    struct eu_source source = {
        .groups = n, .most = k->w->threads, .fill = fill_group, .ctx = k, .local = true};
    source.slots = k->slots;
    if (k->d->begin)
        k->d->begin(k->d->ctx, k->gpu, k->w);
    struct eu *eu = make_machine(k, streams(k) ? 0 : (uint32_t)n * k->w->threads);
    struct eu_event ev = {0};
    if (!eu)
        return gpu_fail(k->gpu, GPU_NO_MEMORY, "no memory");
    uint64_t insts = eu->insts;
    eu_races_renew(eu, !first);
    exc_install(eu);
    for (uint32_t i = 0; !streams(k) && i < n; i++) {
        struct eu_thread *t = &eu->threads[i * k->w->threads];
        fill_group(k, eu, t, k->w->threads, first + i);
        for (uint32_t j = 0; j < k->w->threads; j++) {
            t[j].group = i;
            exc_update_attention(eu, &t[j]);
        }
    }
    eu_memory_swap(eu->mem, gpu_physical(k->gpu));
    eu_memory_translate(eu->mem, &k->translation);
    if (k->d->lint)
        eu_findings_renew(eu);
    if (streams(k))
        eu_stream(eu, &source);
    else
        eu_admit(eu);
    if (k->d->prepare)
        k->d->prepare(k->d->ctx, eu, k->w);
    const struct gpu_batch batch = {k, first};
    k->d->batch = &batch;
    enum eu_stop stop = run_machine(k, eu, &ev);
    k->d->batch = NULL;
    eu_memory_translate(eu->mem, NULL);
    eu_memory_swap(eu->mem, gpu_physical(k->gpu));
    k->insts += eu->insts - insts;
    k->d->work.insts += eu->insts - insts;
    gpu_pass_time(k->gpu,
                  eu->insts -
                      insts); /* like the EUs' own clock: one nanosecond for each instruction */
    k->d->work.threads += n * k->w->threads;
    k->d->work.groups += n;
    k->d->work.contexts = k->d->preempter.contexts;
    if (k->d->finish)
        k->d->finish(k->d->ctx, eu, k->w);
    eu->source = NULL;
    return ended(k, eu, stop, &ev);
}

/* How many groups may live at once; 0: there is nothing to run, or *@stop says why not. */
static uint32_t measure_walk(struct walk *k, uint64_t *groups, enum gpu_stop *stop)
{
    const struct gpu_walker *w = k->w;
    *groups = 1;
    for (unsigned i = 0; i < 3; i++) {
        if (w->end[i] <= w->first[i])
            return 0;
        *groups *= w->end[i] - w->first[i];
        if (*groups > UINT64_C(1) << 40) {
            *stop = gpu_fail(k->gpu, GPU_LIMIT, "GPGPU_WALKER at 0x%llx: more than 2^40 groups",
                             (unsigned long long)w->at);
            return 0;
        }
    }
    uint32_t slots = GPU_EUS * GPU_EU_THREADS;
    k->slots = k->st->threads && k->st->threads < slots ? k->st->threads : slots;
    if (w->threads > k->slots)
        *stop = gpu_fail(k->gpu, GPU_BAD_COMMAND,
                         "GPGPU_WALKER at 0x%llx: a group of %u threads, and %u slots",
                         (unsigned long long)w->at, w->threads, k->slots);
    return k->slots / w->threads;
}

static enum gpu_stop run_walk(struct walk *k)
{
    uint64_t groups, n;
    enum gpu_stop stop = GPU_DONE;
    uint32_t most = measure_walk(k, &groups, &stop);
    if (most && streams(k))
        return run_groups(k, 0, groups);
    for (uint64_t first = 0; most && !stop && first < groups; first += n) {
        if (first && gpu_abandoned(k->gpu))
            return gpu_fail(k->gpu, GPU_ABANDONED, "the driver has gone");
        n = groups - first < most ? groups - first : most;
        stop = run_groups(k, first, n);
    }
    return stop;
}

enum gpu_stop gpu_dispatch(void *ctx, struct gpu *gpu, const struct gpu_state *state,
                           const struct gpu_walker *w)
{
    struct walk *k = calloc(1, sizeof *k);
    if (!k)
        return gpu_fail(gpu, GPU_NO_MEMORY, "no memory");
    *k = (struct walk){.d = ctx, .gpu = gpu, .st = state, .w = w, .desc = descriptor_of(state, w)};
    k->own_area = own_area(k);
    k->preempts = may_preempt(k);
    k->translation = (struct eu_translation){page_of, k};
    make_header(k);
    enum gpu_stop stop = load_payload(k);
    if (!stop)
        measure_group(k);
    if (!stop)
        stop = run_walk(k);
    free(k->per_thread);
    free(k);
    return stop;
}
