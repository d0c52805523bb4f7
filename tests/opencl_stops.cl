/* Kernels whose end is no EOT. */
__kernel void spin(__global volatile int *a)
{
    while (a[0] == 0)
        a[1]++;
}

__kernel void wild(__global ulong *where)
{
    if (get_global_id(0) == 37)
        *(__global int *)where[0] = 1;
}
