/* OpenCL C's functions for a kernel that clang compiles for the host, one work item after another: those that the
 * kernels of the corpus call. What needs other work items is in run.c. */
#define over __attribute__((overloadable))
uint scalar_id(uint what, uint dim);
void scalar_yield(void);
long scalar_share(long value, int of_group, int how, int from);
enum { GLOBAL_ID, LOCAL_ID, GROUP_ID, GLOBAL_SIZE, LOCAL_SIZE, GROUPS, OFFSET, DIMS, LANE };
enum { ADD, SCAN, FROM, ANY };

size_t over get_global_id(uint d) { return scalar_id(GLOBAL_ID, d); }
size_t over get_local_id(uint d) { return scalar_id(LOCAL_ID, d); }
size_t over get_group_id(uint d) { return scalar_id(GROUP_ID, d); }
size_t over get_global_size(uint d) { return scalar_id(GLOBAL_SIZE, d); }
size_t over get_local_size(uint d) { return scalar_id(LOCAL_SIZE, d); }
size_t over get_num_groups(uint d) { return scalar_id(GROUPS, d); }
size_t over get_global_offset(uint d) { return scalar_id(OFFSET, d); }
uint over get_work_dim(void) { return scalar_id(DIMS, 0); }
void over barrier(cl_mem_fence_flags f) { scalar_yield(); }
void over mem_fence(cl_mem_fence_flags f) {}

uint over get_sub_group_local_id(void) { return scalar_id(LANE, 0); }
int over sub_group_reduce_add(int x) { return scalar_share(x, 0, ADD, 0); }
int over sub_group_scan_exclusive_add(int x) { return scalar_share(x, 0, SCAN, 0); }
int over sub_group_broadcast(int x, uint from) { return scalar_share(x, 0, FROM, from); }
int over sub_group_any(int x) { return scalar_share(x != 0, 0, ANY, 0); }
int over intel_sub_group_shuffle(int x, uint from) { return scalar_share(x, 0, FROM, from); }
int over intel_sub_group_shuffle_down(int x, int y, uint by)
{
    uint at = get_sub_group_local_id() + by;
    int a = scalar_share(x, 0, FROM, at & 15), b = scalar_share(y, 0, FROM, at & 15);
    return at < 16 ? a : b;
}

#define ATOMIC(name, space, type, to)                                                                                  \
    type over atomic_##name(volatile space type *p, type v)                                                            \
    {                                                                                                                  \
        type old = *p;                                                                                                 \
        *p = to;                                                                                                       \
        return old;                                                                                                    \
    }
#define INT_ATOMICS(space)                                                                                             \
    ATOMIC(add, space, int, old + v)                                                                                   \
    ATOMIC(sub, space, int, old - v)                                                                                   \
    ATOMIC(xchg, space, int, v)                                                                                        \
    ATOMIC(min, space, int, old < v ? old : v)                                                                         \
    ATOMIC(max, space, int, old > v ? old : v)                                                                         \
    ATOMIC(max, space, uint, old > v ? old : v)                                                                        \
    ATOMIC(and, space, int, old &v)                                                                                    \
    ATOMIC(or, space, int, old | v)                                                                                    \
    ATOMIC(xor, space, int, old ^ v)                                                                                   \
    int over atomic_inc(volatile space int *p) { return (*p)++; }                                                      \
    int over atomic_dec(volatile space int *p) { return (*p)--; }                                                      \
    int over atomic_cmpxchg(volatile space int *p, int want, int v)                                                    \
    {                                                                                                                  \
        int old = *p;                                                                                                  \
        *p = old == want ? v : old;                                                                                    \
        return old;                                                                                                    \
    }
INT_ATOMICS(global)
INT_ATOMICS(local)

float over floor(float x) { return __builtin_floorf(x); }
float over ceil(float x) { return __builtin_ceilf(x); }
float over rint(float x) { return __builtin_rintf(x); }
float over trunc(float x) { return __builtin_truncf(x); }
float over round(float x) { return __builtin_roundf(x); }
float over fabs(float x) { return __builtin_fabsf(x); }
double over fabs(double x) { return __builtin_fabs(x); }
double over sqrt(double x) { return __builtin_sqrt(x); }
float over fmin(float x, float y) { return __builtin_fminf(x, y); }
float over fmax(float x, float y) { return __builtin_fmaxf(x, y); }
float over fmod(float x, float y) { return __builtin_fmodf(x, y); }
float over fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
double over fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
half over fma(half x, half y, half z) { return (half)__builtin_fma((double)x, (double)y, (double)z); }
float over rsqrt(float x) { return 1 / __builtin_sqrtf(x); }
float over native_exp(float x) { return __builtin_expf(x); }
float over native_log(float x) { return __builtin_logf(x); }
float over native_sin(float x) { return __builtin_sinf(x); }
float over native_cos(float x) { return __builtin_cosf(x); }
float over native_sqrt(float x) { return __builtin_sqrtf(x); }
float over native_rsqrt(float x) { return 1 / __builtin_sqrtf(x); }
float over native_recip(float x) { return 1 / x; }
float over native_powr(float x, float y) { return __builtin_powf(x, y); }

int over convert_int_rte(float x) { return (int)__builtin_rintf(x); }
int over convert_int_rtp(float x) { return (int)__builtin_ceilf(x); }
int over convert_int_rtn(float x) { return (int)__builtin_floorf(x); }
int over convert_int_rtz(float x) { return (int)x; }
int over convert_int_sat(float x) { return x >= 2147483648.0f ? INT_MAX : x < -2147483648.0f ? INT_MIN : (int)x; }
uchar over convert_uchar_sat(short x) { return x < 0 ? 0 : x > 255 ? 255 : x; }
uint over popcount(uint x) { return __builtin_popcount(x); }
uint over clz(uint x) { return x ? __builtin_clz(x) : 32; }
uint over rotate(uint x, uint n) { return x << (n & 31) | x >> (-n & 31); }
uint over mul_hi(uint x, uint y) { return (ulong)x * y >> 32; }
ulong over mul_hi(ulong x, ulong y)
{
    ulong a = x >> 32, b = (uint)x, c = y >> 32, d = (uint)y, low = b * d >> 32, m = a * d + low, n = b * c + (uint)m;
    return a * c + (m >> 32) + (n >> 32);
}
int over mad24(int x, int y, int z) { return ((x << 8) >> 8) * ((y << 8) >> 8) + z; }
uint over abs_diff(int x, int y) { return x > y ? (uint)x - (uint)y : (uint)y - (uint)x; }
uint over bitselect(uint x, uint y, uint mask) { return (x & ~mask) | (y & mask); }
short over add_sat(short x, short y)
{
    int sum = x + y;
    return sum > SHRT_MAX ? SHRT_MAX : sum < SHRT_MIN ? SHRT_MIN : sum;
}

float over dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
float over dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
float4 over cross(float4 a, float4 b)
{
    return (float4)(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0);
}
int4 over isless(float4 a, float4 b) { return a < b; }
float4 over select(float4 a, float4 b, int4 c)
{
    return (float4)(c.x < 0 ? b.x : a.x, c.y < 0 ? b.y : a.y, c.z < 0 ? b.z : a.z, c.w < 0 ? b.w : a.w);
}
uchar16 over shuffle(uchar16 v, uchar16 m)
{
    uchar16 r;
    for (int i = 0; i < 16; i++)
        r[i] = v[m[i] & 15];
    return r;
}
uchar16 over hadd(uchar16 a, uchar16 b) { return (a & b) + ((a ^ b) >> (uchar16)1); }
float4 over vload_half4(size_t i, const half *p)
{
    return (float4)((float)p[4 * i], (float)p[4 * i + 1], (float)p[4 * i + 2], (float)p[4 * i + 3]);
}
void over vstore4(float4 v, size_t i, float *p)
{
    for (int k = 0; k < 4; k++)
        p[4 * i + k] = v[k];
}

#ifdef IMAGES
/* Images of RGBA bytes, 16 wide and high; the sampler clamps. */
float4 over read_imagef(global uchar *image, int sampler, int2 p)
{
    int x = p.x < 0 ? 0 : p.x > 15 ? 15 : p.x, y = p.y < 0 ? 0 : p.y > 15 ? 15 : p.y;
    global uchar *t = image + (16 * y + x) * 4;
    return (float4)(t[0], t[1], t[2], t[3]) / 255;
}
void over write_imagef(global uchar *image, int2 p, float4 v)
{
    for (int k = 0; k < 4; k++)
        image[(16 * p.y + p.x) * 4 + k] = (uchar)__builtin_rintf(v[k] * 255);
}
#endif
