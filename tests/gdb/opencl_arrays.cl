/* Arrays that the compiler keeps in registers; what nothing reads is never written. */
__kernel void arrays(__global const int *a, __global int *b)
{
    int i = get_global_id(0), k = a[i] & 3, n = (a[i] >> 2) & 3;
    int t[4] = {i, i + 1, i + 2, i + 3};
    short s[4] = {(short)i, (short)(i + 1), (short)(i * 2), 4};
    int2 v[2] = {(int2)(i, 1), (int2)(i + 4, 5)};
    int u[4] = {i, i + 1, i + 2, i + 3};
    t[k] = -1;
    s[k] = 9;
    v[k & 1].y = i;
    u[k] = a[i];
    b[i] = t[n] + s[n];
    b[i + 16] = v[n & 1].x + v[n & 1].y;
    b[i + 32] = u[0];
}
