/* A GPU with pages of code, and a scratch folder. */
#ifndef EULAB_TESTS_GPU_CODE_RIG_H
#define EULAB_TESTS_GPU_CODE_RIG_H

#include "tests/gpu_rig.h"

#define CODE UINT64_C(0x7f1234600000)
enum { PHYS_CODE = 0x100000, PAGES = 32, PAGE = 4096 };

#define MOV "mov (8) r2<1>:ud r3<8;8,1>:ud\n"
#define EOT "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n"
#define SEND "send (8) null<1>:ud r112.0<8;8,1>:ud 0x07 0x02000010\n"

static inline int open_code_of(void **state, const char *device)
{
    if (folder_make(NULL) || open_device(state, device))
        return -1;
    struct rig *r = *state;
    for (unsigned i = 0; i < PAGES; i++)
        map(r->gpu, CODE + i * PAGE, PHYS_CODE + i * PAGE);
    setenv("XDG_CACHE_HOME", folder_path(NULL), true);
    return RUN(r, END) != GPU_DONE;
}

static inline int open_code(void **state)
{
    return open_code_of(state, "skl");
}

static inline int open_code_of_gen8(void **state)
{
    return open_code_of(state, "bdw");
}

static inline int close_code(void **state)
{
    return close_rig(state) || folder_drop(NULL);
}

static inline void put_code(struct gpu *gpu, uint32_t at, const void *bytes, size_t n)
{
    assert_int_equal(gpu_physical_write(gpu, PHYS_CODE + at, bytes, n), 0);
}

static inline void put_asm(struct gpu *gpu, uint32_t at, const char *text)
{
    struct eu_program p;
    assemble_text(gpu_gen(gpu) == 8 ? EU_GEN8 : EU_GEN9, "code.asm", text, &p);
    put_code(gpu, at, p.code, p.size);
    eu_program_fini(&p);
}

#endif
