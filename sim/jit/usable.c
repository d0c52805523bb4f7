#include "sim/jit/usable.h"

#include <stdio.h>

#include "sim/fast/fast.h"

bool eu_jit_usable(char *why, size_t n)
{
#ifdef __x86_64__
    if (eu_fast_host_is_wide())
        return true;
    snprintf(why, n, "this processor has no AVX2");
#else
    snprintf(why, n, "only for x86-64");
#endif
    return false;
}

bool jit_host_has_opmasks(void)
{
#ifdef __x86_64__
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq");
#else
    return false;
#endif
}

bool jit_host_has_vbmi(void)
{
#ifdef __x86_64__
    return jit_host_has_opmasks() && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vbmi");
#else
    return false;
#endif
}

bool jit_host_gathers(void)
{
#ifdef __x86_64__
    return __builtin_cpu_is("intel") && __builtin_cpu_supports("avx512bf16") &&
           __builtin_cpu_supports("avx512vbmi2");
#else
    return false;
#endif
}
