/* Four shorts at any of the elements of a private array. */
kernel void unaligned(global const int *at, global short4 *out)
{
    short h[64];
    int i = get_global_id(0);
    for (int k = 0; k < 64; k++)
        h[k] = (short)(k * i);
    vstore4((short4)(-1, -2, -3, -4), 0, h + at[i]);
    out[i] = vload4(0, h + at[i] - 1);
}
