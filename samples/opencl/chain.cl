__kernel void square(__global const int *in, __global int *out)
{
    size_t i = get_global_id(0);
    out[i] = in[i] * in[i];
}

__kernel void add_neighbours(__global const int *in, __global int *out, int n)
{
    int i = (int)get_global_id(0);
    out[i] = (i ? in[i - 1] : 0) + in[i] + (i + 1 < n ? in[i + 1] : 0);
}
