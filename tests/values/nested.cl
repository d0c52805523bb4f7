typedef struct { uint low; uint mid; int top; char rest; } bits;
typedef struct { bits b[2]; struct { short x, y; } p; } pair;
kernel void nested(global int *out, global const int *in)
{
    int i = get_global_id(0);
    pair pr;
    pr.b[0].low = in[i];
    pr.b[0].mid = in[i] >> 3;
    pr.b[0].top = -i;
    pr.b[0].rest = 'x';
    pr.b[1] = pr.b[0];
    pr.b[1].top += 3;
    pr.p.x = i;
    pr.p.y = -pr.p.x;
    bits *q = &pr.b[i & 1];
    pair *pp = &pr;
    pair **ppp = &pp;
    q->low ^= 3;
    int sum = q->low + (*ppp)->b[1].mid + pp->p.y;
    out[i] = sum;
}
