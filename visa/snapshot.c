/* Snapshots of a vISA machine: stores, frames and local memory are copied; memory is copied by its
 * owner. */
#include <stdlib.h>
#include <string.h>

#include "visa/machine_impl.h"

struct visa_snapshot {
    struct visa_thread *threads;
    uint8_t *slm;
    uint32_t turn, left, n, group;
    uint64_t insts;
    void *memory;
    size_t bytes;
};

static size_t saved_bytes(const struct visa_image *im, const struct visa_frame *f)
{
    return f->unit < 0 ? 0 : 2 * (size_t)(im->units[f->unit].hi - im->units[f->unit].lo);
}

static size_t store_bytes(const struct visa_image *im)
{
    return 2 * (im->store_bytes + 16u);
}

static void drop_frames(struct visa_thread *t)
{
    for (unsigned i = 0; t->frames && i < t->depth; i++)
        free(t->frames[i].saved);
}

/* Copies a thread to @to, which keeps its own store and frames, of the same sizes; its frames hold
 * nothing saved. */
static bool copy_thread(const struct visa_image *im, struct visa_thread *to,
                        const struct visa_thread *from)
{
    struct visa_thread own = *to;
    memcpy(own.store, from->store, store_bytes(im));
    *to = *from;
    to->store = own.store;
    to->written = own.written;
    to->frames = own.frames;
    to->depth = 0;
    for (unsigned i = 0; i < from->depth; i++) {
        size_t n = saved_bytes(im, &from->frames[i]);
        to->frames[i] = from->frames[i];
        to->frames[i].saved = from->frames[i].saved ? malloc(n + 1) : NULL;
        if (from->frames[i].saved && !to->frames[i].saved)
            return false;
        if (n)
            memcpy(to->frames[i].saved, from->frames[i].saved, n);
        to->depth++;
    }
    return true;
}

static bool make_threads(struct visa_debug *g, struct visa_snapshot *s)
{
    const struct visa_image *im = g->m->im;
    s->n = g->m->n_threads;
    s->threads = calloc(s->n + 1, sizeof *s->threads);
    s->slm = malloc((size_t)g->m->n_groups * VISA_SLM_BYTES + 1);
    s->bytes = sizeof *s + (size_t)g->m->n_groups * VISA_SLM_BYTES;
    for (uint32_t i = 0; s->threads && i < s->n; i++) {
        struct visa_thread *t = &s->threads[i];
        t->store = malloc(store_bytes(im));
        t->frames = calloc(VISA_DEPTH, sizeof *t->frames);
        if (!t->store || !t->frames)
            return false;
        t->written = t->store + im->store_bytes + 16;
        s->bytes += store_bytes(im) + VISA_DEPTH * sizeof *t->frames;
        if (!copy_thread(im, t, &g->m->threads[i]))
            return false;
    }
    return s->threads && s->slm;
}

struct visa_snapshot *visa_snapshot_take(struct visa_debug *g)
{
    struct visa_snapshot *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    bool ok = make_threads(g, s);
    if (ok && g->rewind.take)
        s->memory = g->rewind.take(g->rewind.ctx);
    if (!ok || (g->rewind.take && !s->memory)) {
        visa_snapshot_free(g, s);
        return NULL;
    }
    memcpy(s->slm, g->m->slm, (size_t)g->m->n_groups * VISA_SLM_BYTES);
    s->turn = g->m->turn;
    s->left = g->m->left;
    s->group = g->m->group;
    s->insts = g->m->insts;
    s->bytes += s->memory ? g->rewind.bytes(g->rewind.ctx, s->memory) : 0;
    return s;
}

int visa_snapshot_restore(struct visa_debug *g, const struct visa_snapshot *s)
{
    if (s->memory && !g->rewind.restore(g->rewind.ctx, s->memory))
        return -MACHINE_ERR_NOMEM;
    for (uint32_t i = 0; i < s->n; i++) {
        drop_frames(&g->m->threads[i]);
        if (!copy_thread(g->m->im, &g->m->threads[i], &s->threads[i]))
            return -MACHINE_ERR_NOMEM;
    }
    memcpy(g->m->slm, s->slm, (size_t)g->m->n_groups * VISA_SLM_BYTES);
    g->m->turn = s->turn;
    g->m->left = s->left;
    g->m->group = s->group;
    g->m->insts = s->insts;
    return 0;
}

void visa_snapshot_free(struct visa_debug *g, struct visa_snapshot *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; s->threads && i < s->n; i++) {
        drop_frames(&s->threads[i]);
        free(s->threads[i].store);
        free(s->threads[i].frames);
    }
    if (s->memory)
        g->rewind.drop(g->rewind.ctx, s->memory);
    free(s->threads);
    free(s->slm);
    free(s);
}

size_t visa_snapshot_bytes(struct visa_debug *g, const struct visa_snapshot *s)
{
    (void)g;
    return s->bytes;
}
