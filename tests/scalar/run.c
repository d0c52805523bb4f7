/* The work items of a kernel on the host, each a context of its own: one runs until it waits for
 * the others of its group, then the next, from the first to the last or the other way. `run FILL
 * 0|1`: stacks and local memory begin as FILL bytes, and 1 takes groups and items backwards. What
 * depends on either is not determined by the kernel's source. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "launch.h" /* written by ../opencl_values.py: sizes, ARGS, arguments */

enum { STACK = 1 << 18, ITEMS_MAX = 1024, ARG_MAX = 1 << 20, SUBGROUP = 16 };
enum { GLOBAL_ID, LOCAL_ID, GROUP_ID, GLOBAL_SIZE, LOCAL_SIZE, GROUPS, OFFSET, DIMS, LANE };
enum { ADD, SCAN, FROM, ANY };

unsigned long scalar_args[ARGS + 1];                  /* addresses; read by the debugger */
int scalar_item[3], scalar_group[3], scalar_local[3]; /* of the item that runs */
int scalar_waits[ITEMS_MAX]; /* by item: how often it has waited for the others */
unsigned scalar_number;      /* of the item that runs, in its group */
static unsigned number, items;
static ucontext_t contexts[ITEMS_MAX], caller;
static char *stacks;
static int done[ITEMS_MAX], backwards;
static long shared[ITEMS_MAX][2];
static unsigned shares[ITEMS_MAX];
extern char __start_scalar_local[] __attribute__((weak)),
    __stop_scalar_local[] __attribute__((weak));

extern void scalar_call(unsigned long *args);

unsigned scalar_id(unsigned what, unsigned d)
{
    if (what == DIMS)
        return dims;
    if (what == LANE)
        return number % SUBGROUP;
    if (d > 2)
        return what >= GLOBAL_SIZE && what <= GROUPS;
    return what == GLOBAL_ID     ? (unsigned)scalar_item[d]
           : what == LOCAL_ID    ? (unsigned)scalar_local[d]
           : what == GROUP_ID    ? (unsigned)scalar_group[d]
           : what == GLOBAL_SIZE ? global_size[d]
           : what == LOCAL_SIZE  ? local_size[d]
           : what == GROUPS      ? global_size[d] / local_size[d]
                                 : global_offset[d];
}

void scalar_yield(void)
{
    swapcontext(&contexts[number], &caller);
    scalar_waits[number]++;
}

/* A value of the sub-group's items that all of them give; two rooms in turn, as some are a call
 * ahead. */
long scalar_share(long value, int of_group, int how, int from)
{
    unsigned turn = shares[number]++ % 2, first = number - number % SUBGROUP,
             end = first + SUBGROUP;
    long result = 0;
    (void)of_group;
    shared[number][turn] = value;
    scalar_yield();
    if (how == FROM)
        return shared[first + (unsigned)from % SUBGROUP][turn];
    for (unsigned i = first; i < end && (how != SCAN || i < number); i++)
        result = how == ANY ? result | shared[i][turn] : result + shared[i][turn];
    return result;
}

/* Halves, as clang's code for x86 calls for them: the hosts' libraries do not have these. */
float __gnu_h2f_ieee(unsigned short h)
{
    int e = h >> 10 & 31, f = h & 1023;
    double v = e == 31 ? (f ? NAN : INFINITY) : ldexp(e ? f + 1024 : f, (e ? e : 1) - 25);
    return (float)(h >> 15 ? -v : v);
}

unsigned short __gnu_f2h_ieee(float x)
{
    unsigned short sign = signbit(x) ? 0x8000 : 0;
    int e;
    double v = fabs(x);
    if (isnan(x))
        return sign | 0x7e00;
    if (v >= 65520)
        return sign | 0x7c00;
    frexp(v, &e);
    e = v && e > -13 ? e : -13;
    int f = (int)rint(ldexp(v, 11 - e)); /* 11 bits; one more when it was rounded up */
    return (unsigned short)(sign |
                            ((e + 13) * 1024 + f)); /* the hidden bit counts into the exponent */
}

static void item_begins(void)
{
    scalar_call(scalar_args);
    done[number] = 1;
    scalar_yield();
}

static void item_runs(unsigned i)
{
    unsigned at = i;
    number = scalar_number = i;
    for (unsigned d = 0; d < 3; d++) {
        scalar_local[d] = (int)(at % local_size[d]);
        scalar_item[d] =
            scalar_local[d] + scalar_group[d] * (int)local_size[d] + (int)global_offset[d];
        at /= local_size[d];
    }
    swapcontext(&caller, &contexts[i]);
}

static void group_runs(int fill)
{
    unsigned left = items;
    memset(stacks, fill, (size_t)items * STACK);
    if (__start_scalar_local)
        // cppcheck-suppress comparePointers
        memset(__start_scalar_local, fill, (size_t)(__stop_scalar_local - __start_scalar_local));
    for (unsigned a = 0; a < ARGS; a++)
        if (args[a].kind == 'l')
            memset((void *)scalar_args[a], fill, args[a].size);
    for (unsigned i = 0; i < items; i++) {
        done[i] = 0;
        shares[i] = 0;
        getcontext(&contexts[i]);
        contexts[i].uc_stack.ss_sp = stacks + (size_t)i * STACK;
        contexts[i].uc_stack.ss_size = STACK;
        makecontext(&contexts[i], item_begins, 0);
    }
    while (left) {
        left = 0;
        for (unsigned k = 0; k < items; k++) {
            unsigned i = backwards ? items - 1 - k : k;
            if (!done[i])
                item_runs(i);
            left += !done[i];
        }
    }
}

static int read_arguments(void)
{
    for (unsigned a = 0; a < ARGS; a++) {
        char *memory = aligned_alloc(4096, ARG_MAX);
        FILE *f = args[a].file ? fopen(args[a].file, "rb") : NULL;
        if (!memory || (args[a].file && !f))
            return 0;
        memset(memory, 0, ARG_MAX);
        if (f && fread(memory, 1, ARG_MAX, f) < 1)
            return 0;
        if (f)
            fclose(f);
        scalar_args[a] = (unsigned long)memory;
    }
    return 1;
}

int main(int argc, char **argv)
{
    int groups[3], fill = argc > 1 ? atoi(argv[1]) : 0;
    backwards = argc > 2 && atoi(argv[2]);
    items = local_size[0] * local_size[1] * local_size[2];
    stacks = aligned_alloc(4096, (size_t)items * STACK);
    if (items > ITEMS_MAX || !stacks || !read_arguments())
        return 1;
    int n = 1;
    for (unsigned d = 0; d < 3; d++) {
        groups[d] = (int)(global_size[d] / local_size[d]);
        n *= groups[d];
    }
    for (int k = 0; k < n; k++) {
        int g = backwards ? n - 1 - k : k;
        scalar_group[0] = g % groups[0];
        scalar_group[1] = g / groups[0] % groups[1];
        scalar_group[2] = g / groups[0] / groups[1];
        group_runs(fill);
    }
    return 0;
}
