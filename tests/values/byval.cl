typedef struct { int a, b; float c[3]; } box;
static int third(box x, int *k) { int r = x.a + *k; *k = r * 2; return r - x.b; }
static int second(box *p, int d) { box q = *p; int k = d; if (d > 2) { q.a += d; q.c[1] = k; } p->b = third(q, &k); return k + p->b; }
__attribute__((noinline)) int first(box b, global const int *g, int n) { int s = 0; for (int j = 0; j < n; j++) { box c = b; c.a = g[j]; s += second(&c, j); } return s + b.a; }
kernel void byval(global int *out, global const int *in)
{
    int i = get_global_id(0);
    box b;
    b.a = i;
    b.b = in[i] & 7;
    b.c[0] = b.c[1] = b.c[2] = 0.25f * i;
    int r = first(b, in + (i & 3), 4);
    out[i] = r + b.b;
}
