kernel void barriers(global int *out, global const int *in, local int *given)
{
    int i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
    local int tile[8][2], total;
    tile[l][0] = in[i];
    given[l] = in[i] * 2;
    if (l == 0)
        total = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int left = tile[(l + n - 1) % n][0], right = given[(l + 1) % n];
    tile[l][1] = left + right;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = n / 2; s > 0; s >>= 1) {
        if (l < s)
            tile[l][1] += tile[l + s][1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == n - 1)
        total = tile[0][1];
    barrier(CLK_LOCAL_MEM_FENCE);
    local int *p = &tile[l][0];
    out[i] = *p + total + left;
}
