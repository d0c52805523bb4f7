/* What a debugger is shown under the driver: calls, a structure, pointers, a private array, local memory. */
struct point {
    int x, y;
    float weight;
};
__attribute__((noinline)) int square(int x)
{
    int r = x * x;
    return r;
}
__attribute__((noinline)) int weigh(int x, int y)
{
    int sum = square(x) + square(y);
    return sum;
}
__kernel void points(__global const int *in, __global int *out, __local int *part, float scale)
{
    int i = get_global_id(0);
    int n = get_local_id(0);
    struct point p = {i, in[i], scale * i};
    int last[3] = {i, i + 1, i + 2};
    part[n] = weigh(p.x, 2);
    barrier(CLK_LOCAL_MEM_FENCE);
    p.y += part[n ^ 1];
    last[i % 3] = p.y;
    out[i] = last[0] + last[1] + last[2] + (int)p.weight;
}
