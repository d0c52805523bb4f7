/* Lanes that wait outside of calls, and what a debugger may ask of them at any instruction. */
__attribute__((noinline)) int square(int x)
{
    int r = x * x;
    return r;
}
__attribute__((noinline)) int weigh(int x, int y)
{
    int sum = y;
    if (x & 2)
        sum += square(x);
    return sum;
}
__kernel void points(__global int *out)
{
    int i = get_global_id(0);
    int k = i + 5;
    int a = 100 + i;
    if (i & 1)
        a = weigh(i, k);
    out[i] = a + k;
}
