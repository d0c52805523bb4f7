/* Files of patch tokens made by hand. */
#ifndef EULAB_TESTS_TOKENS_RIG_H
#define EULAB_TESTS_TOKENS_RIG_H

#include "tests/helpers.h"

#include "opencl/kernels.h"

enum { ROOM = 1 << 16, GEN9_CORE = 12 };

/* Bytes that are put one behind the other. */
struct bytes {
    uint8_t p[ROOM];
    size_t n;
};

static inline void put(struct bytes *b, const void *data, size_t n)
{
    assert_true(b->n + n <= ROOM);
    if (n)
        memcpy(b->p + b->n, data, n);
    b->n += n;
}

static inline void put_dword(struct bytes *b, uint32_t v)
{
    put(b, &v, sizeof v);
}

static inline void put_token(struct bytes *b, uint32_t number, const uint32_t *d, size_t n,
                             const char *text)
{
    size_t more = text ? strlen(text) : 0;
    put_dword(b, number);
    put_dword(b, (uint32_t)(8 + 4 * n + more));
    put(b, d, 4 * n);
    put(b, text, more);
}
#define TOKEN(b, number, text, ...)                                                                \
    put_token(b, number, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4,   \
              text)

/* A kernel; its lists are filled by a test. */
struct part {
    const char *name;
    struct bytes list, surfaces, dynamic;
    uint32_t code, unpadded; /* bytes */
};
struct made {
    struct bytes program, all;
    struct part kernels[2];
    unsigned n;
    struct cl_file file;
    struct diags diags;
};

/* The environment: SIMD16, no size that is required. */
static inline void put_environment(struct bytes *b, uint32_t simd)
{
    uint32_t d[21] = {[3] = simd, [20] = 128};
    put_token(b, 23, d, 21, NULL);
}

static inline struct made *new_file(unsigned kernels)
{
    struct made *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->n = kernels;
    for (unsigned i = 0; i < kernels; i++) {
        m->kernels[i].name = i ? "second" : "first";
        m->kernels[i].code = m->kernels[i].unpadded = 48;
        put_environment(&m->kernels[i].list, 16);
    }
    return m;
}

static inline void put_kernel(struct bytes *b, const struct part *k)
{
    static const uint8_t code[256] = {[0] = 1, [47] = 0xee, [100] = 7};
    const uint32_t head[10] = {0,
                               0,
                               0,
                               (uint32_t)strlen(k->name) + 1,
                               (uint32_t)k->list.n,
                               k->code,
                               0,
                               (uint32_t)k->dynamic.n,
                               (uint32_t)k->surfaces.n,
                               k->unpadded};
    put(b, head, sizeof head);
    put(b, k->name, strlen(k->name) + 1);
    put(b, code, k->code);
    put(b, k->dynamic.p, k->dynamic.n);
    put(b, k->surfaces.p, k->surfaces.n);
    put(b, k->list.p, k->list.n);
}

static inline int read_made(struct made *m)
{
    const uint32_t head[7] = {0, 0, GEN9_CORE, 0, m->n, 0, (uint32_t)m->program.n};
    m->all.n = 0;
    put(&m->all, head, sizeof head);
    memcpy(m->all.p, "CTNI", 4);
    put(&m->all, m->program.p, m->program.n);
    for (unsigned i = 0; i < m->n; i++)
        put_kernel(&m->all, &m->kernels[i]);
    uint8_t *copy = malloc(m->all.n); /* so that a read past the end is noticed */
    memcpy(copy, m->all.p, m->all.n);
    int err = cl_read("f.bin", copy, m->all.n, 0, &m->file, &m->diags);
    free(copy);
    return err;
}

static inline void must_be_read(struct made *m)
{
    int err = read_made(m);
    diags_print(&m->diags, stderr);
    assert_int_equal(err, 0);
}

static inline void free_made(struct made *m)
{
    cl_file_fini(&m->file);
    diags_fini(&m->diags);
    free(m);
}

/* @m is refused by one message that has @why. Frees it. */
static inline void must_be_refused(struct made *m, const char *why)
{
    int err = read_made(m);
    if (!err || m->diags.errors != 1 || !strstr(m->diags.items[0].text, why))
        fail_msg("%s, not '%s'", err && m->diags.n ? m->diags.items[0].text : "read", why);
    free_made(m);
}

#endif
