kernel void unused(global int *out, global const int *in, int unused, local int *never)
{
    int a, b, c, d = 4, e;
    float f, g = 2.5f, h;
    int i = get_global_id(0);
    if (in[i] & 1)
        a = i;
    else
        a = -i;
    h = g * a;
    c = (int)h + d;
    e = c;
    for (b = 0; b < 2; b++)
        c += b;
    f = c;
    long u, w = f, x;
    x = w - 1;
    out[i] = c + e + (int)x;
}
