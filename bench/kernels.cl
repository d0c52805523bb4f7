// What is timed beside pocl: kernels.c says with which sizes.
kernel void mandelbrot(global int *out)
{
    int px = get_global_id(0), py = get_global_id(1), width = get_global_size(0), n = 0;
    float cx = px * (3.0f / width) - 2.0f, cy = py * (2.0f / width) - 1.0f, x = 0, y = 0;
    while (n < 256 && x * x + y * y < 4.0f) {
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        n++;
    }
    out[py * width + px] = n;
}

kernel void matmul(global const float *a, global const float *b, global float *out, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[y * n + k] * b[k * n + x];
    out[y * n + x] = sum;
}

kernel void histogram(global const uchar *in, global int *out)
{
    local int bins[16];
    int l = get_local_id(0);
    if (l < 16)
        bins[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&bins[in[get_global_id(0)] & 15]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16)
        atomic_add(&out[l], bins[l]);
}

kernel void reduce(global const int *in, global int *out, local int *sums)
{
    int l = get_local_id(0);
    sums[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int n = get_local_size(0) / 2; n > 0; n >>= 1) {
        if (l < n)
            sums[l] += sums[l + n];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        out[get_group_id(0)] = sums[0];
}

// Each item of a group gets the sum of those up to it.
kernel void scan(global const int *in, global int *out, local int *sums)
{
    int l = get_local_id(0), n = get_local_size(0), sum = in[get_global_id(0)];
    for (int by = 1; by < n; by <<= 1) {
        sums[l] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l >= by)
            sum += sums[l - by];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

kernel void transpose(global const float *in, global float *out)
{
    local float tile[16][17];
    int x = get_local_id(0), y = get_local_id(1), width = get_global_size(0), height = get_global_size(1);
    tile[y][x] = in[get_global_id(1) * width + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(get_group_id(0) * 16 + y) * height + get_group_id(1) * 16 + x] = tile[x][y];
}

// The mean of an item and its neighbours; at the border what was there.
kernel void stencil(global const float *in, global float *out)
{
    int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0), height = get_global_size(1);
    int at = y * width + x;
    if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
        out[at] = (in[at] + in[at - 1] + in[at + 1] + in[at - width] + in[at + width]) * 0.2f;
    else
        out[at] = in[at];
}

// As many items as a range that is rounded up has too many do nothing.
kernel void bounded(global const int *x, global int *out, int n)
{
    int i = get_global_id(0);
    if (i < n)
        out[i] = 3 * x[i] + out[i];
}

// How many there are of each byte.
kernel void count(global const uchar *in, global int *out)
{
    atomic_inc(&out[in[get_global_id(0)]]);
}

kernel void saxpy(global const float *x, global float *out, float a)
{
    size_t i = get_global_id(0);
    out[i] = fma(a, x[i], out[i]);
}

// Each item hashes 32 bytes, and the hash again, as often as is asked for. Source: FIPS 180-4.
constant uint rounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

uint turned(uint x, uint right)
{
    return rotate(x, 32 - right);
}

kernel void sha256(global uint *out, uint times)
{
    const uint first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint w[16], v[8], hash[8];
    size_t item = get_global_id(0);
    for (int i = 0; i < 8; i++)
        hash[i] = (uint)item + i;
    while (times--) {
        for (int i = 0; i < 16; i++)
            w[i] = i < 8 ? hash[i] : i == 8 ? 0x80000000 : i == 15 ? 256 : 0;
        for (int i = 0; i < 8; i++)
            v[i] = first[i];
        for (int part = 0; part < 64; part += 16) {
#pragma unroll
            for (int i = 0; i < 16; i++) {
                uint near = w[(i + 1) & 15], far = w[(i + 14) & 15];
                if (part)
                    w[i] += w[(i + 9) & 15] + (turned(near, 7) ^ turned(near, 18) ^ near >> 3) +
                            (turned(far, 17) ^ turned(far, 19) ^ far >> 10);
                uint sum = v[7] + rounds[part + i] + w[i] + ((v[4] & v[5]) ^ (~v[4] & v[6])) +
                           (turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25));
                uint most = ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])) +
                            (turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22));
                for (int k = 7; k; k--)
                    v[k] = v[k - 1];
                v[4] += sum;
                v[0] = sum + most;
            }
        }
        for (int i = 0; i < 8; i++)
            hash[i] = first[i] + v[i];
    }
    for (int i = 0; i < 8; i++)
        out[item * 8 + i] = hash[i];
}
