__attribute__((reqd_work_group_size(16, 1, 1)))
__attribute__((intel_reqd_sub_group_size(16)))
kernel void simd16(global int *out, global const int *in)
{
    int i = get_global_id(0), l = get_local_id(0);
    long big = (long)in[i] * i;
    double d = big * 0.25;
    short s = (short)big;
    uchar u = (uchar)l;
    int *p = &i;
    long arr[3] = { big, big + 1, i };
    char ch[5] = { 1, 2, 3, 4, (char)l };
    for (int k = 0; k < 3; k++)
        arr[k] ^= ch[k + 1];
    *p += 0;
    out[i] = (int)(arr[0] + arr[2]) + s + u + (int)d + ch[4];
}
