/* Without the vectorizer, and lane after lane, as a person writes it who thinks of one work item.
 */
#include "bench/side.h"

#include <math.h>
#include <string.h>

enum { MULTIPLIER = 0x6255, MORE = 0x3619, FIRST = 0x9e37 };

static void xorshift(struct side *s, unsigned count)
{
    for (uint32_t l = 0; l < 16; l++) {
        uint32_t x = l + 1, sum = 0;
        for (unsigned i = 0; i < count; i++) {
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
            sum += x * FIRST;
        }
        s->out[l] = sum;
    }
}

static uint32_t reverse_bits(uint32_t v)
{
    v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
    v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(v);
}

static void bits(struct side *s, unsigned count)
{
    for (uint32_t l = 0; l < 8; l++) {
        uint32_t x = l + 1, sum = 0;
        for (unsigned i = 0; i < count; i++) {
            x ^= x << 7;
            x ^= x >> 9;
            uint32_t leading = x ? (uint32_t)__builtin_clz(x) : 32, reversed = reverse_bits(x);
            uint32_t field = reversed >> 5 & 0x3ff;
            uint32_t carry = __builtin_add_overflow(sum, reversed, &sum);
            sum = ((sum + carry) ^ field) + leading + (uint32_t)__builtin_popcount(reversed);
        }
        s->out[l] = sum;
    }
}

static void blur(struct side *s, unsigned count)
{
    uint8_t row[64];
    uint16_t sums[16] = {0};
    uint32_t first[16];
    for (uint32_t l = 0; l < 16; l++)
        first[l] = l;
    memcpy(row, first, sizeof row);
    for (unsigned i = 0; i < count; i++) {
        uint16_t next[16];
        for (unsigned l = 0; l < 16; l++) {
            uint8_t near = (uint8_t)((row[l] + row[l + 1] + 1) / 2);
            uint8_t far = (uint8_t)((row[l + 2] + row[l + 3] + 1) / 2);
            next[l] = (uint16_t)(near + far);
        }
        for (unsigned l = 0; l < 16; l++) {
            unsigned pair = l & ~1u;
            int a = row[5 + pair] - row[9 + pair], b = row[6 + pair] - row[10 + pair];
            if (l == pair) /* what the odd channels get is not defined */
                sums[l] = (uint16_t)(sums[l] + (a < 0 ? -a : a) + (b < 0 ? -b : b));
            next[l] = (uint16_t)(next[l] + sums[l]);
        }
        for (unsigned l = 0; l < 16; l++)
            row[2 * l] = (uint8_t)next[l];
    }
    for (unsigned l = 0; l < 16; l++)
        s->out[l] = sums[l];
}

static void matrix(struct side *s, unsigned count)
{
    for (unsigned half = 0; half < 8; half += 4) {
        float v[4];
        for (unsigned k = 0; k < 4; k++)
            v[k] = (float)(half + k);
        for (unsigned i = 0; i < count; i++) {
            float w[4];
            for (unsigned k = 0; k < 4; k++) {
                const float *m = &s->matrix[k][half];
                w[k] = ((v[0] * m[0] + v[1] * m[1]) + v[2] * m[2]) + v[3] * m[3];
            }
            for (unsigned k = 0; k < 4; k++)
                v[k] = fmaf(w[(k + 1) % 4], s->matrix[5][half + k], s->matrix[4][half + k]);
        }
        memcpy(&s->out[half], v, sizeof v);
    }
}

static void flow(struct side *s, unsigned count)
{
    for (uint32_t l = 0; l < 8; l++) {
        uint32_t x = l * FIRST, sum = 0;
        for (unsigned i = 0; i < count; i++) {
            for (uint32_t n = 1;; n++) {
                x = x * MULTIPLIER + MORE;
                if (!(x & 0x30000))
                    break;
                if (!(x & 0x100000))
                    sum += n;
                else
                    sum ^= x;
                if (x & 0x200000)
                    continue;
                sum += x >> 3;
                if (n >= 16)
                    break;
            }
        }
        s->out[l] = sum;
    }
}

static void gather(struct side *s, unsigned count)
{
    uint32_t x[8], sum[8] = {0};
    for (uint32_t l = 0; l < 8; l++)
        x[l] = l * FIRST;
    for (unsigned i = 0; i < count; i++)
        for (uint32_t l = 0; l < 8; l++) {
            x[l] = x[l] * MULTIPLIER + MORE;
            uint32_t *p = &s->data[((x[l] >> 8 & 0x1ffe0) + l * 4) / 4];
            sum[l] ^= *p;
            *p += x[l];
        }
    memcpy(s->out, sum, sizeof sum);
}

static void atomics(struct side *s, unsigned count)
{
    uint32_t x[8], sum[8] = {0};
    for (uint32_t l = 0; l < 8; l++)
        x[l] = l * FIRST;
    for (unsigned i = 0; i < count; i++)
        for (uint32_t l = 0; l < 8; l++) {
            x[l] = x[l] * MULTIPLIER + MORE;
            sum[l] += __atomic_fetch_add(&s->data[(x[l] >> 8 & 0x3fc) / 4], 3, __ATOMIC_RELAXED);
        }
    memcpy(s->out, sum, sizeof sum);
}

static void doubles(struct side *s, unsigned count)
{
    double v[4];
    for (unsigned l = 0; l < 4; l++) {
        v[l] = l;
        for (unsigned i = 0; i < count; i++) {
            double a = v[l] * s->factor + s->more;
            v[l] = (a * a - a) * s->factor;
        }
    }
    memcpy(s->out, v, sizeof v);
}

static void functions(struct side *s, unsigned count)
{
    for (unsigned l = 0; l < 8; l++) {
        float x = (float)l, sum = 0;
        for (unsigned i = 0; i < count; i++) {
            x += 1.5f;
            float root = sqrtf(x), inverse = 1 / root;
            float mixed = fmaf(inverse, root, (1 - inverse) * x);
            sum = sum * 0.5f + (mixed - floorf(mixed) + floorf(root));
        }
        memcpy(&s->out[l], &sum, sizeof sum);
    }
}

static void regions(struct side *s, unsigned count)
{
    int32_t v[16], sum[8];
    for (int l = 0; l < 8; l++) {
        v[l] = l;
        v[8 + l] = sum[l] = 7;
    }
    for (unsigned i = 0; i < count; i++) {
        int32_t pairs[8], next[8];
        for (unsigned l = 0; l < 8; l++)
            pairs[l] = (int32_t)((uint32_t)v[2 * l] + (uint32_t)v[2 * l + 1]);
        for (unsigned l = 0; l < 8; l++) {
            int32_t word = (int32_t)((uint32_t)(int16_t)pairs[l] + (uint32_t)v[4 + l % 4]);
            next[l] = (word >= pairs[l] ? word : pairs[l]) ^ (int32_t)i;
        }
        memcpy(v, next, sizeof next);
        for (unsigned l = 0; l < 8; l++)
            v[8 + l] = sum[l] = (int32_t)((uint32_t)sum[l] + (uint32_t)v[7]);
    }
    memcpy(s->out, sum, sizeof sum);
}

/* Of `typed` and `sampler`, where the nearest texel is asked for by its middle. */
static void texels(struct side *s, unsigned count)
{
    for (uint32_t l = 0; l < 8; l++) {
        uint32_t x = l * FIRST, sum = 0;
        for (unsigned i = 0; i < count; i++) {
            x = x * MULTIPLIER + MORE;
            sum ^= s->data[(x >> 24) * SIDE_TEXELS + (x & 255)];
        }
        s->out[l] = sum;
    }
}

const struct side_kernel side_kernels[] = {
    {"xorshift", 16, xorshift, false}, {"bits", 8, bits, false},
    {"blur", 16, blur, false},         {"matrix", 8, matrix, false},
    {"flow", 8, flow, false},          {"gather", 8, gather, false},
    {"atomics", 8, atomics, false},    {"typed", 8, texels, false},
    {"doubles", 8, doubles, true},     {"math", 8, functions, false},
    {"regions", 8, regions, false},    {"sampler", 8, texels, false},
};
const unsigned side_kernel_count = sizeof side_kernels / sizeof *side_kernels;
