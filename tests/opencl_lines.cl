/* All that a debugger is asked for of a kernel's source: tests/gdb/opencl_lines.txt. */
struct point {
    int x, y;
};
struct box {
    struct point at[2];
    __local int *near;
    int *own;
};
__attribute__((noinline)) int square(int x)
{
    int r = x * x;
    return r;
}
int twice(int y)
{
    int d = y + y;
    return d;
}
__attribute__((noinline)) int weigh(int x, int y)
{
    int sum = square(x) + twice(y);
    return sum;
}
__kernel void points(__global const int *in, __global int *out, __local int *part, float scale)
{
    int i = get_global_id(0);
    int n = get_local_id(0);
    struct point p = {i, in[i]};
    int last[3] = {i, i + 1, i + 2};
    float4 v = (float4)(i, 0.5f, scale, 2);
    __global const int *g = in + i;
    struct box b = {{p, {n, 7}}, part + n, &last[1]};
    *b.near = weigh(p.x, n);
    barrier(CLK_LOCAL_MEM_FENCE);
    last[i % 3] += part[n ^ 1];
    int total = *g;
    for (int k = 0; k < n; k++)
        total = total * 3 ^ part[k & 15];
    if (i & 1)
        total += weigh(i, *b.own);
    out[i] = total + last[0] + last[1] + last[2] + (int)v.z + b.at[1].y;
}
