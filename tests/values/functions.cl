typedef struct { float re, im; } cplx;
typedef struct { cplx c[2]; int n; } big;
cplx mul(cplx a, cplx b) { cplx r; r.re = a.re * b.re - a.im * b.im; r.im = a.re * b.im + a.im * b.re; return r; }
big make(float x, int n) { big g; for (int k = 0; k < 2; k++) { g.c[k].re = x + k; g.c[k].im = n - k; } g.n = n; return g; }
int many(int a, uint b, float c, short d, long e, uchar f, int g[3], global const int *p)
{
    int s = a + (int)b;
    s += (int)c + d;
    s += (int)e + f;
    g[1] = s;
    for (int k = 0; k < 3; k++)
        s += g[k] * p[k];
    return s;
}
float norm(const big *b) { float t = 0; for (int k = 0; k < 2; k++) { cplx z = mul(b->c[k], b->c[1 - k]); t += z.re - z.im; } return t; }
kernel void functions(global int *out, global const int *in, float scale)
{
    int i = get_global_id(0);
    big b = make(scale * i, in[i] & 3);
    float t = norm(&b);
    int g[3] = { 1, i, 3 };
    int r = many(i, 7u, t, -2, 5L << 2, 250, g, in);
    int again = many(r & 7, in[i], scale, i, i, i, g, in + 1);
    out[i] = r + again + g[1];
}
