/* Finds the functions of the wire's library, which is loaded before any other. */
#include "gpu/layer/share.h"

#include <dlfcn.h>

void share_memory(const void *at, size_t n)
{
    void (*share)(const void *, size_t) = NULL;
    *(void **)&share = at ? dlsym(RTLD_DEFAULT, "eulab_share") : NULL;
    if (share)
        share(at, n);
}

size_t share_found(void (*ask)(void *what), void *what, const void **at)
{
    size_t (*find)(void (*)(void *), void *, const void **) = NULL;
    *(void **)&find = dlsym(RTLD_DEFAULT, "eulab_find");
    size_t n = find ? find(ask, what, at) : 0;
    if (n)
        share_memory(*at, n);
    return n;
}

void unshare_memory(const void *at)
{
    void (*unshare)(const void *) = NULL;
    *(void **)&unshare = at ? dlsym(RTLD_DEFAULT, "eulab_unshare") : NULL;
    if (unshare)
        unshare(at);
}

void renew_memory(const void *at, size_t n)
{
    void (*renew)(const void *, size_t) = NULL;
    *(void **)&renew = dlsym(RTLD_DEFAULT, "eulab_renew");
    if (renew)
        renew(at, n);
}

bool meet_gpu(void)
{
    bool (*meet)(void) = NULL;
    *(void **)&meet = dlsym(RTLD_DEFAULT, "eulab_meet");
    return meet && meet();
}

bool read_clock(uint64_t *ticks)
{
    uint64_t (*clock)(void) = NULL;
    *(void **)&clock = dlsym(RTLD_DEFAULT, "eulab_clock");
    *ticks = clock ? clock() : 0;
    return clock;
}
