/* What the programs of the bench measure time with: two clocks, and medians. */
#ifndef EULAB_BENCH_CLOCK_H
#define EULAB_BENCH_CLOCK_H

#include <stddef.h>
#include <stdlib.h>
#include <time.h>

static inline double bench_read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Nanoseconds of CPU time that this process has used. */
static inline double bench_now(void)
{
    return bench_read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

/* How many of these nanoseconds pass at least from one call of bench_now() to the next. */
static inline double bench_cost_of_now(void)
{
    enum { TIMES = 1000 };
    double least = 1e9;
    for (int i = 0; i < TIMES; i++) {
        double start = bench_now(), took = bench_now() - start;
        least = took < least ? took : least;
    }
    return least;
}

/* Nanoseconds of a clock on the wall, for what waits for other processes. */
static inline double bench_wall(void)
{
    return bench_read_clock(CLOCK_MONOTONIC);
}

/* For qsort(): doubles, the least first. */
static inline int bench_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of the @n > 0 values at @v, which are sorted by it; of an even number the upper one.
 */
static inline double bench_median(double *v, size_t n)
{
    qsort(v, n, sizeof *v, bench_compare);
    return v[n / 2];
}

#endif
