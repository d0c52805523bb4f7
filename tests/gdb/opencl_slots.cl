/* More work items than slots; at -O2 the compiler gives `sum` and `d` one register for all of the function. */
__attribute__((noinline)) int square(int x)
{
    return x * x;
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
__kernel void points(__global int *out)
{
    int i = get_global_id(0);
    int n = get_local_id(0);
    out[i] = weigh(i, n);
}
