__attribute__((reqd_work_group_size(32, 1, 1)))
__attribute__((intel_reqd_sub_group_size(32)))
kernel void simd32(global int *out, global const int *in)
{
    int i = get_global_id(0) & 15, l = get_local_id(0);
    int a = in[i] + l;
    float f = a * 0.5f;
    float2 v = (float2)(f, -f);
    long w = (long)a << 8;
    char c = (char)a;
    int t[2] = { a, l };
    if (l & 1)
        t[0] += t[1];
    w += t[0];
    if (l < 16)
        out[i] = a + (int)v.y + (int)w + c;
}
