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
