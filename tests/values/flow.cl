enum mode { LOW, MID = 5, HIGH };
kernel void flow(global int *out, global const int *in)
{
    size_t gid = get_global_id(0);
    int v = in[gid], n = 0, acc = 1;
    enum mode m = v % 3 == 0 ? LOW : v % 3 == 1 ? MID : HIGH;
    do {
        int t = v & 0xff;
        if (t == 7)
            break;
        for (int k = 0; k < 3; k++) {
            if ((t + k) % 4 == 2)
                continue;
            acc += t * k;
            for (short q = 3; q > k; --q)
                acc ^= q;
        }
        v >>= 2;
        n++;
    } while (v && n < 5);
    switch (m) {
    case LOW:
        acc += 100;
        /* falls through */
    case MID: {
        int inner = acc * 2;
        acc = inner - n;
        break;
    }
    default:
        acc = -acc;
    }
    out[gid] = acc;
}
