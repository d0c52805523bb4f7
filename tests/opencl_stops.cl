/* Kernels whose end is no EOT. */
__kernel void spin(__global volatile int *a)
{
    while (a[0] == 0)
        a[1]++;
}

/* For 2^32 - 1 groups. */
__kernel void wide(__global int *a)
{
    if (get_global_id(0) == 5)
        a[0] = 7;
}

__kernel void wild(__global ulong *where)
{
    if (get_global_id(0) == 37)
        *(__global int *)where[0] = 1;
}
