static inline int step(int v, int by) { int t = v * by; int u = t + 1; return u ^ v; }
static inline float stepf(float v) { float t = v * 1.5f; float u = t + 1; return u; }
kernel void inlined(global int *out, global const int *in)
{
    int i = get_global_id(0), a = in[i];
    int b = step(a, 3), c = step(b, 5);
    if (a & 1) {
        int t = step(c, i);
        b += t;
    } else {
        float t = stepf(c), u = stepf(t);
        b += (int)(t + u);
    }
    int d = step(b, step(c, 2));
    out[i] = d;
}
