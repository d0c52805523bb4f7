kernel void vectors(global int *out, global const int *in)
{
    int i = get_global_id(0);
    char3 c3 = (char3)(i, i + 1, i + 2);
    short8 s8 = (short8)((short)in[i]) + (short8)(0, 1, 2, 3, 4, 5, 6, 7);
    int16 big = (int16)(i);
    double2 d2 = (double2)(i * 0.1, in[i]);
    long2 l2 = (long2)(in[i], i) << 20;
    float3 f3 = { 1.0f, i, 0.5f * in[i] };
    uchar4 u4 = (uchar4)(in[i], 255, 44, i);
    big.s37b = (int3)(7, 8, 9);
    float2 f2 = f3.zx;
    float2 arr[3];
    for (int k = 0; k < 3; k++)
        arr[k] = f2 * k + (float)d2.x;
    short8 cmp = s8 > (short8)(short)(in[i] + 2);
    f3.yz += arr[1];
    out[i] = c3.z + s8.s5 + big.s7 + big.sb + (int)d2.y + (int)(l2.x >> 20) + u4.z + (int)f3.y + cmp.s6 + (int)arr[2].y;
}
