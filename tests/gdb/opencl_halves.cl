// Of `v / 2` in SIMD16 the compiler says the last line at its first half: nobody stops there.
__attribute__((intel_reqd_sub_group_size(16)))
kernel void halves(global int *out, global const int *in)
{
    int i = get_global_id(0), v = i;
    while (v > 3) {
        v = v / 2;
    }
    out[i] = v;
}
