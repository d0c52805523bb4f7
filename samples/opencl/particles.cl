/* Calls, structures, private arrays and vectors: something for a debugger to look at. */
struct particle {
    float4 at;
    int id, hits[2];
};
__attribute__((noinline)) int square(int x)
{
    int r = x * x;
    return r;
}
__attribute__((noinline)) int weight(int x, int y)
{
    int sum = square(x) + square(y);
    return sum;
}
__kernel void particles(__global const int *in, __global int *out, __local int *part)
{
    int i = get_global_id(0);
    struct particle p = {(float4)(i, 0.5f * i, 1, 2), i, {0, in[i]}};
    int last[4] = {i, i + 1, i + 2, i + 3};
    part[get_local_id(0)] = weight(i, 2);
    barrier(CLK_LOCAL_MEM_FENCE);
    p.hits[0] = part[get_local_id(0) ^ 1];
    last[i & 3] = p.hits[0];
    out[i] = p.hits[0] + p.hits[1] + last[0];
}
