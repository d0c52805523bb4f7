typedef union { uint u; float f; uchar b[4]; ushort2 h; struct { ushort low; uchar mid[2]; } part; } word;
typedef struct { char tag; word w; union { int i; short s[2]; }; } item;
kernel void unions(global uint *out, global const uint *in)
{
    int i = get_global_id(0);
    item it[2];
    for (int k = 0; k < 2; k++) {
        it[k].tag = 'a' + k;
        it[k].w.u = in[i] * (k + 1);
        it[k].i = i << 16 | k;
    }
    word v;
    v.f = 1.5f * i;
    v.b[3] ^= 1;
    uint mid = it[1].w.part.mid[1];
    out[i] = v.u + it[0].w.h.y + it[1].s[1] + mid + it[0].tag;
}
