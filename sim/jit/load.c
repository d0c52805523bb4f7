/* The module that makes native code, found and opened. */
#include "sim/jit/load.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "sim/fast/fast.h"
#include "sim/jit/jit.h"

#ifdef __x86_64__
/* False: in none of the folders. */
static bool find(char *path, size_t n)
{
    static const char *const folders[] = {"", "../", "../lib/eulab/"};
    char exe[PATH_MAX];
    ssize_t len = readlink("/proc/self/exe", exe, sizeof exe);
    while (len > 0 && exe[len - 1] != '/')
        len--;
    for (size_t i = 0; len > 0 && i < sizeof folders / sizeof folders[0]; i++) {
        int size = snprintf(path, n, "%.*s%seulab-jit.so", (int)len, exe, folders[i]);
        if (size > 0 && (size_t)size < n && access(path, R_OK) == 0)
            return true;
    }
    return false;
}
#endif

const struct jit_module *eu_jit_load(char *why, size_t n)
{
#ifdef __x86_64__
    char path[PATH_MAX];
    if (!eu_fast_host_is_wide()) {
        snprintf(why, n, "this processor has no AVX2");
        return NULL;
    }
    if (!find(path, sizeof path)) {
        snprintf(why, n, "eulab-jit.so is not here: it is built where LLVM 14 is (llvm-14-dev)");
        return NULL;
    }
    void *file = dlopen(path, RTLD_NOW | RTLD_LOCAL); /* until the process ends */
    const struct jit_module *m = file ? dlsym(file, "eulab_jit_module") : NULL;
    if (!m) {
        const char *text = dlerror();
        snprintf(why, n, "%s", text ? text : path);
        return NULL;
    }
    if (m->abi != JIT_ABI) {
        snprintf(why, n, "%s: is of another build", path);
        return NULL;
    }
    m->init();
    return m;
#else
    snprintf(why, n, "only for x86-64");
    return NULL;
#endif
}
