constant int table[6] = { 3, 1, 4, 1, 5, 9 };
constant float2 pairs[2] = { (float2)(1, 2), (float2)(3, 4) };
typedef struct { int first; constant int *at; } ref;
constant char text[] = "hello";
kernel void constants(global int *out, global const int *in, constant int *ro)
{
    const int i = get_global_id(0);
    volatile int v = in[i];
    ref r = { table[i % 6], &table[i % 3] };
    constant int *c = ro + (i & 3);
    constant char *s = text;
    int n = 0;
    while (*s && n < i) {
        s++;
        n++;
    }
    float2 p = pairs[i & 1];
    int x = r.at[1] + *c + n + (int)p.y + v;
    out[i] = x;
}
