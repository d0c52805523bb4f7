/* The sum of each group's items, by a tree in local memory. */
__kernel void reduce(__global const int *in, __global int *sums, __local int *part)
{
    size_t i = get_local_id(0);
    part[i] = in[get_global_id(0)];
    for (size_t n = get_local_size(0) / 2; n; n /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < n)
            part[i] += part[i + n];
    }
    if (i == 0)
        sums[get_group_id(0)] = part[0];
}
