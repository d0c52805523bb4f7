kernel void shadow(global int *out, global const int *in)
{
    int i = get_global_id(0), a = in[i], b = a + 1, c;
    {
        int a = b * 2;
        {
            float a = b / 2.0f;
            b += (int)a;
        }
        c = a - b;
    }
    for (int a = 0; a < 2; a++) {
        int c = a + b;
        b += c;
    }
    bool odd = c & 1;
    uchar narrow = (uchar)(c * 7);
    char sign = (char)-c;
    ushort us = narrow * 300;
    long wide = (long)c << 33;
    ulong uw = ~(ulong)wide;
    out[i] = a + b + c + odd + narrow + sign + us + (int)(wide >> 32) + (int)uw;
}
