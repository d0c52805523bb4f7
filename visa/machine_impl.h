/* What the files of the vISA machine share. */
#ifndef VISA_MACHINE_IMPL_H
#define VISA_MACHINE_IMPL_H

#include "machine/persona.h"
#include "machine/stepper.h"
#include "visa/machine.h"

/* Instructions have addresses only for the host, where no memory of the guest is. */
#define VISA_CODE UINT64_C(0x0000700000000000)
enum { VISA_STEP = 16 };
/* A thread's window: its variables, then the return addresses of the selected channel, growing
 * downwards. */
enum { VISA_WINDOW = 1 << 26, VISA_STACK = 1 << 25 };
enum { VISA_OWN_REGS = 5, VISA_REGS = VISA_OWN_REGS + MACHINE_CORE_COUNT };
enum { VISA_REG_IP, VISA_REG_CHANNEL, VISA_REG_ACTIVE, VISA_REG_LIVE, VISA_REG_DEPTH };

struct visa_debug {
    struct machine machine;
    struct visa_machine *m;
    struct visa_rewind rewind;
    struct machine_reg regs[VISA_REGS];
    struct machine_stepper stepper;
    /* watched bytes of the thread's window before the instruction, one range after the other */
    uint8_t *before;
    struct visa_snapshot *start;
    uint8_t *elf; /* for gdb */
    size_t elf_size;
};
static inline struct visa_debug *visa_self(struct machine *m)
{
    return m->state;
}
static inline uint64_t visa_address(uint32_t pc)
{
    return VISA_CODE + (uint64_t)pc * VISA_STEP;
}
static inline bool visa_over(const struct visa_thread *t)
{
    return t->state == VISA_ENDED;
}
static inline uint64_t visa_window_of(unsigned thread)
{
    return MACHINE_WINDOWS + (uint64_t)thread * VISA_WINDOW;
}

/* machine_run.c */
bool visa_machine_run(struct machine *machine, const struct machine_run *plan, uint64_t budget,
                      struct machine_event *ev);
int visa_machine_breakpoints(struct machine *machine, const uint64_t *addrs, size_t n);
int visa_machine_watches(struct machine *machine, const struct machine_watch *watches, size_t n);
extern const struct machine_stepper_ops visa_machine_steps;

/* machine_look.c */
bool visa_machine_space(struct machine *machine, unsigned i, struct machine_space *space);
unsigned visa_machine_masks(struct machine *machine, unsigned thread, struct machine_mask *masks);
const struct machine_why *visa_machine_why(struct machine *machine, unsigned i);
void visa_machine_lane(struct machine *machine, unsigned thread, unsigned lane,
                       struct machine_lane *info);
unsigned visa_machine_targets(struct machine *machine, unsigned thread,
                              struct machine_target *targets);
/* visa_machine_move - copies @n bytes at @addr to or from @buf: memory, code, windows. Returns 0 or
 * -MACHINE_ERR_UNAVAILABLE. */
int visa_machine_move(struct visa_debug *g, uint64_t addr, void *buf, size_t n, bool write);

/* machine_vars.c: ops of struct machine */
bool visa_machine_variable(struct machine *machine, unsigned thread, unsigned lane, unsigned i,
                           const char *name, struct machine_variable *v);
bool visa_machine_variable_known(struct machine *machine, const char *name);

/* snapshot.c */
struct visa_snapshot *visa_snapshot_take(struct visa_debug *g);
int visa_snapshot_restore(struct visa_debug *g, const struct visa_snapshot *s);
void visa_snapshot_free(struct visa_debug *g, struct visa_snapshot *s);
size_t visa_snapshot_bytes(struct visa_debug *g, const struct visa_snapshot *s);

/* elf.c: makes a file for gdb with labels, lines of the .visaasm, and variables by name. NULL: out
 * of memory. */
uint8_t *visa_elf(const struct visa_image *im, size_t *size);

#endif
