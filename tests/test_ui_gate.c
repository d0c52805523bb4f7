/* The gate between the driver of a GPU and a debugger: what the debugger sees of a batch and
 * between two, and what the driver's side waits for. */
#include "tests/dwarf_rig.h"

#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include "isa/dwarf.h"
#include "program/gate.h"

enum { START = 0x1000, BATCHES = 3, LANE = 3, MOST = GPU_EUS * GPU_EU_THREADS };

static const char text[] = "on: mov (8) r2<1>:ud r3<8;8,1>:ud\n"
                           "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n";

struct rig {
    struct gate g;
    struct gpu_dispatcher dispatcher;
    struct ui_kernel other, kernel, *list[2];
    struct ui_kernels kernels;
    struct eu *eu;
    pthread_t driver;
    sem_t next, done; /* the driver's side may go on; it is behind a batch */
    bool shown;       /* batches are of the kernel */
    struct {
        bool granted;
        enum eu_stop stop;
    } did[BATCHES];
};

/* As many batches as the test asks for; then there are no more. */
static void *drive(void *arg)
{
    struct rig *r = arg;
    struct eu_event ev;
    for (unsigned i = 0; sem_wait(&r->next) == 0 && i < BATCHES; i++) {
        r->did[i].granted = gate_begin(&r->g);
        for (uint32_t t = 0; t < r->eu->nthreads; t++)
            eu_thread_start(r->eu, t, START, 0xff, 0);
        r->g.kernel = r->shown ? &r->kernel : NULL;
        r->did[i].stop = gate_run(&r->g, r->eu, &ev);
        sem_post(&r->done);
    }
    gate_end(&r->g);
    return NULL;
}

static int open_gate(void **state)
{
    struct rig *r = *state = calloc(1, sizeof *r);
    r->eu = eu_new(EU_GEN9, MOST);
    r->eu->nthreads = 2;
    assemble_text(EU_GEN9, "kernel.asm", text, &r->kernel.is.code);
    assert_int_equal(eu_load_code(r->eu, START, r->kernel.is.code.code, r->kernel.is.code.size), 0);
    r->kernel.at = START;
    r->kernel.library = (struct machine_library){.name = "kernel.1.elf", .base = START};
    r->list[0] = &r->kernel;
    r->list[1] = &r->other;
    r->kernels = (struct ui_kernels){r->list, 1};
    sem_init(&r->next, 0, 0);
    sem_init(&r->done, 0, 0);
    assert_true(gate_init(&r->g, &r->dispatcher, &r->kernels));
    return pthread_create(&r->driver, NULL, drive, r);
}

/* Asks the driver's side for its next batch, and waits until the debugger has it. */
static void begin_batch(struct rig *r)
{
    struct machine_event ev;
    sem_post(&r->next);
    if (!r->g.eu) {
        assert_true(gate_wait(&r->g));
        return;
    }
    do
        assert_true(
            r->g.ops.run(&r->g.machine, &(struct machine_run){.step_thread = -1}, 100, &ev));
    while (ev.stop == MACHINE_STOP_AWAY);
    assert_int_equal(ev.stop, MACHINE_STOP_CAME);
    assert_int_equal(ev.loaded, r->shown && r->kernel.library.elf);
}

static enum machine_stop run(struct rig *r)
{
    struct machine_event ev;
    const struct machine_run plan = {
        .only_thread = -1, .step_thread = -1, .resumed_thread = -1, .fresh = true};
    assert_true(r->g.ops.run(&r->g.machine, &plan, 10000, &ev));
    assert_false(ev.stop == MACHINE_STOP_CAME && ev.loaded);
    return ev.stop;
}

/* The debugger has seen the end of the threads; the driver's side is behind the batch. */
static void end_batch(struct rig *r)
{
    assert_int_equal(run(r), MACHINE_STOP_AWAY);
    assert_null(r->g.ops.take(&r->g.machine)); /* no history of what has ended */
    assert_int_equal(r->g.ops.nthreads(&r->g.machine), r->eu->nthreads);
    assert_int_equal(run(r), MACHINE_STOP_AWAY);
    sem_wait(&r->done);
}

static int close_gate(void **state)
{
    struct rig *r = *state;
    gate_open(&r->g);
    for (unsigned i = 0; i <= BATCHES; i++)
        sem_post(&r->next);
    pthread_join(r->driver, NULL);
    gate_fini(&r->g);
    eu_free(r->eu);
    eu_program_fini(&r->kernel.is.code);
    sem_destroy(&r->next);
    sem_destroy(&r->done);
    free(r);
    return 0;
}

/* Every register, by itself and among all, is the EU's; without a batch the lane's address is
 * nowhere. */
static void check_registers(struct rig *r, bool idle)
{
    struct machine *m = &r->g.machine, *eu = r->g.eu;
    const struct machine_reg *reg;
    static uint8_t all[1 << 16];
    uint8_t one[256], own[256];
    const uint8_t *at = all;
    m->ops->regs_read(m, 1, LANE, all);
    for (unsigned i = 0; (reg = m->ops->reg(m, i)); at += reg->bytes, i++) {
        uint64_t pc = idle ? EU_FRAME_DISPATCH : START;
        if (!reg->available)
            continue;
        assert_int_not_equal(reg->role, MACHINE_ROLE_FRAME); /* nobody says where it lies */
        assert_int_equal(m->ops->reg_read(m, 1, LANE, reg, one), 0);
        assert_int_equal(eu->ops->reg_read(eu, 1, LANE, reg, own), 0);
        assert_memory_equal(one, reg->role == MACHINE_ROLE_PC ? (void *)&pc : own, reg->bytes);
        assert_memory_equal(at, one, reg->bytes);
    }
}

static void check_idle(struct rig *r)
{
    struct machine *m = &r->g.machine;
    struct machine_thread info;
    char name[64] = "?";
    assert_int_equal(m->ops->nthreads(m), 1);
    m->ops->thread(m, 0, &info);
    assert_string_equal(info.name, "GPU idle");
    assert_true(info.waiting && info.uniform && !info.ended && !info.in_routine);
    assert_int_equal(info.dispatched, 1);
    assert_int_equal(info.width, 1);
    assert_true(info.ip == EU_FRAME_DISPATCH && m->ops->lane_ip(m, 0, LANE) == EU_FRAME_DISPATCH);
    m->ops->lane_name(m, 0, LANE, name, sizeof name);
    assert_string_equal(name, "");
    assert_false(m->ops->item_elsewhere(m, (unsigned[3]){0, 0, 0}, name, sizeof name));
    assert_null(m->ops->take(m));
    check_registers(r, true);
}

static void check_batch(struct rig *r)
{
    struct machine *m = &r->g.machine;
    struct machine_thread info;
    char name[64] = "?";
    assert_int_equal(m->ops->nthreads(m), r->eu->nthreads);
    m->ops->thread(m, 1, &info);
    assert_string_equal(info.name, "EU0.T1");
    assert_true(!info.waiting && !info.ended);
    assert_int_equal(info.dispatched, 0xff);
    assert_int_equal(info.ip, START);
    assert_int_equal(m->ops->lane_ip(m, 1, LANE), START);
    m->ops->lane_name(m, 1, LANE, name, sizeof name);
    assert_string_equal(name, ""); /* nobody has described its items */
    assert_false(m->ops->item_elsewhere(m, (unsigned[3]){0, 0, 0}, name, sizeof name));
    struct machine_snapshot *snap = m->ops->take(m);
    assert_non_null(snap);
    m->ops->drop(m, snap);
    check_registers(r, false);
}

static uint64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static void between_two_batches_the_gpu_is_idle(void **state)
{
    struct rig *r = *state;
    for (unsigned i = 0; i < BATCHES; i++) {
        begin_batch(r);
        assert_true(r->g.machine.ops == &r->g.ops);
        check_batch(r);
        end_batch(r);
        assert_true(r->did[i].granted);
        assert_int_equal(r->did[i].stop, EU_STOP_DONE);
        check_idle(r);
        assert_int_equal(r->eu->nthreads, i == 1 ? MOST : 2);
        r->eu->nthreads = i == 0 ? MOST : 2;
    }
    /* it waits for more, a little each time, wherever in a second that is */
    uint64_t begin = now_ms(), times = 0;
    for (; now_ms() - begin < 1100; times++)
        assert_int_equal(run(r), MACHINE_STOP_AWAY);
    assert_in_range(times, 2, 55);
    /* until there will be none */
    sem_post(&r->next);
    pthread_join(r->driver, NULL);
    assert_int_equal(run(r), MACHINE_STOP_DONE);
    assert_false(gate_wait(&r->g));
    assert_int_equal(pthread_create(&r->driver, NULL, drive, r), 0);
}

static void without_a_batch_there_is_no_machine(void **state)
{
    struct rig *r = *state;
    gate_end(&r->g);
    assert_false(gate_wait(&r->g));
    r->g.over = false;
}

/* A debugger is told of a kernel's file once, when there is one. */
static void kernels_are_told_of_when_they_are_new(void **state)
{
    static const uint8_t elf[1];
    struct rig *r = *state;
    struct machine *m = &r->g.machine;
    struct machine_library library;
    struct machine_program program;
    struct machine_event ev;
    uint64_t addr;
    r->shown = r->kernel.fresh = true;
    begin_batch(r);
    assert_true(m->ops->library(m, 0, &library));
    assert_string_equal(library.name, "kernel.1.elf");
    assert_true(library.gone && library.base == START);
    assert_false(m->ops->library(m, 1, &library));
    assert_true(m->ops->program(m, 0, &program) && program.base == START);
    assert_false(m->ops->program(m, 1, &program));
    assert_true(m->ops->label(m, "on", &addr) && addr == START);
    end_batch(r);
    r->kernel.library.elf = elf;
    begin_batch(r);
    assert_false(r->kernel.fresh);
    assert_true(m->ops->library(m, 0, &library) && !library.gone);
    end_batch(r);
    /* it came before; nor is it of a batch without one */
    r->shown = false;
    r->kernel.fresh = true;
    begin_batch(r);
    assert_true(r->kernel.fresh);
    assert_false(m->ops->program(m, 0, &program));
    end_batch(r);
    /* one whose program was released is gone */
    r->kernel.mark = (char *)"/";
    assert_true(m->ops->run(m, &(struct machine_run){.step_thread = -1}, 100, &ev));
    assert_true(ev.stop == MACHINE_STOP_CAME && ev.loaded && r->kernel.library.gone);
    assert_int_equal(run(r), MACHINE_STOP_AWAY);
    r->kernel.mark = NULL;
}

/* "x", 5 at the first instruction. */
static struct unit *make_variables(void)
{
    struct unit *u = calloc(1, sizeof *u);
    assert_non_null(u);
    u->n = 11;
    (void)DIE(u, TAG_compile_unit, true, CODE(0, 0x20));
    uint32_t type = put_base(u, "int", SIGNED, 4);
    (void)DIE(u, TAG_subprogram, true, NAME("f"), CODE(0, 0x10));
    (void)DIE(u, TAG_variable, false, NAME("x"), TYPE(type), NUMBER(AT_const_value, 5));
    read_unit(u);
    return u;
}

/* Those of the kernel that runs have values; a name is known that any kernel has. */
static void variables_are_those_of_the_kernel(void **state)
{
    struct rig *r = *state;
    struct machine *m = &r->g.machine;
    struct machine_variable v;
    struct unit *u = make_variables();
    begin_batch(r);
    assert_false(m->ops->variable(m, 0, LANE, 0, "x", &v));
    assert_false(m->ops->variable_known(m, "x"));
    end_batch(r);
    r->kernels.n = 2;
    r->other.variables = u->vs;
    r->shown = true;
    begin_batch(r);
    assert_false(m->ops->variable(m, 0, LANE, 0, "x", &v));
    assert_true(m->ops->variable_known(m, "x"));
    assert_false(m->ops->variable_known(m, "y"));
    end_batch(r);
    r->kernel.variables = u->vs;
    r->other.variables = NULL;
    begin_batch(r);
    assert_true(m->ops->variable_known(m, "x"));
    assert_true(m->ops->variable(m, 0, LANE, 0, "x", &v));
    assert_string_equal(v.text, "5");
    assert_false(m->ops->item_elsewhere(m, (unsigned[3]){0, 0, 0}, v.text, sizeof v.text));
    r->eu->threads[0].pcip[LANE] += 16;
    r->eu->threads[0].ip += 16;
    assert_false(m->ops->variable(m, 0, LANE, 0, "x", &v)); /* it is not in scope there */
    end_batch(r);
    r->kernels.n = 1;
    free_unit(u);
}

/* The EU counts addresses of its code from a base; debuggers do not. */
static void kernels_lie_where_the_driver_has_put_them(void **state)
{
    enum { BASE = 0x10000000 };
    struct rig *r = *state;
    struct machine *m = &r->g.machine;
    struct machine_program program;
    r->shown = true;
    r->eu->bases.instruction = BASE;
    r->kernel.at = BASE + START;
    begin_batch(r);
    assert_true(m->ops->program(m, 0, &program));
    assert_int_equal(program.base, BASE + START);
    assert_int_equal(r->g.code.base, START);
    assert_int_equal(r->g.code.above, BASE);
}

static void the_file_that_kernels_share_is_there_at_once(void **state)
{
    struct rig *r = *state;
    size_t size = 0;
    begin_batch(r);
    const uint8_t *elf = r->g.machine.ops->elf(&r->g.machine, &size);
    assert_true(size > 64);
    assert_memory_equal(elf,
                        "\x7f"
                        "ELF",
                        4);
}

/* Without a debugger batches run as if there had never been one; also the one that it has left. */
static void an_open_gate_lets_everything_through(void **state)
{
    struct rig *r = *state;
    begin_batch(r);
    gate_open(&r->g);
    sem_wait(&r->done);
    assert_true(r->did[0].granted);
    assert_int_equal(r->did[0].stop, EU_STOP_DONE);
    assert_int_equal(r->eu->threads[1].status, EU_THREAD_ENDED);
    assert_int_equal(r->eu->threads[1].insts, 2);
    r->g.limit = 1;
    sem_post(&r->next);
    sem_wait(&r->done);
    assert_false(r->did[1].granted);
    assert_int_equal(r->did[1].stop, EU_STOP_BUDGET);
    assert_int_equal(r->eu->threads[0].insts + r->eu->threads[1].insts, 1);
}

/* Nor does the driver's side wait for a turn that nobody gives any more. */
static void a_gate_that_is_opened_wakes_who_waits(void **state)
{
    struct rig *r = *state;
    sem_post(&r->next);
    while (r->g.state != GATE_ASKED)
        sched_yield();
    gate_open(&r->g);
    sem_wait(&r->done);
    assert_false(r->did[0].granted);
    assert_int_equal(r->did[0].stop, EU_STOP_DONE);
}

static void a_debugger_that_kills_ends_the_program(void **state)
{
    atomic_int dead = 0;
    struct rig *r = *state;
    begin_batch(r);
    r->g.dead = &dead;
    assert_false(r->g.killed);
    assert_int_equal(r->g.machine.ops->reset(&r->g.machine), -MACHINE_ERR_UNAVAILABLE);
    assert_false(r->g.killed); /* it cannot begin again, and goes on */
    assert_int_equal(r->g.machine.ops->kill(&r->g.machine), 0);
    assert_true(r->g.killed);
    assert_int_equal(r->g.machine.ops->kill(&r->g.machine), -MACHINE_ERR_UNAVAILABLE);
    check_batch(r);
    assert_int_equal(run(r), MACHINE_STOP_DONE);
    r->g.killed = false;
    dead = 9;
    assert_int_equal(run(r), MACHINE_STOP_DONE); /* and the batch is nobody's */
    assert_int_equal(r->g.state, GATE_READY);
}

struct begins {
    unsigned n; /* how often the program has begun again */
    bool can;
};

static bool begin_again(void *ctx)
{
    struct begins *b = ctx;
    b->n++;
    return b->can;
}

/* At once: the debugger may leave without running it. */
static void a_debugger_lets_the_program_begin_again(void **state)
{
    struct rig *r = *state;
    struct begins begins = {0, true};
    begin_batch(r);
    r->g.again = begin_again;
    r->g.ctx = &begins;
    assert_int_equal(r->g.machine.ops->reset(&r->g.machine), 0);
    assert_int_equal(begins.n, 1);
    assert_false(r->g.killed);
    assert_int_equal(r->g.machine.ops->kill(&r->g.machine), 0);
    assert_int_equal(begins.n, 1);
    begins.can = false;
    assert_int_equal(r->g.machine.ops->reset(&r->g.machine), -MACHINE_ERR_UNAVAILABLE);
    assert_int_equal(begins.n, 2);
    assert_true(r->g.killed);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, open_gate, close_gate)
    const struct CMUnitTest tests[] = {
        T(between_two_batches_the_gpu_is_idle),
        T(without_a_batch_there_is_no_machine),
        T(kernels_are_told_of_when_they_are_new),
        T(variables_are_those_of_the_kernel),
        T(kernels_lie_where_the_driver_has_put_them),
        T(the_file_that_kernels_share_is_there_at_once),
        T(an_open_gate_lets_everything_through),
        T(a_gate_that_is_opened_wakes_who_waits),
        T(a_debugger_that_kills_ends_the_program),
        T(a_debugger_lets_the_program_begin_again),
    };
#undef T
    return cmocka_run_group_tests(tests, NULL, NULL);
}
