/* Commands that set the state of a walker, and the walker command itself. */
#include "gpu/impl.h"

#include <string.h>

enum { PIPELINE_3D, PIPELINE_MEDIA, PIPELINE_GPGPU };

enum gpu_stop gpu_do_pipeline_select(struct gpu_stream *s)
{
    unsigned pipeline = gpu_PIPELINE_SELECT_pipeline(s->dw);
    if (pipeline == PIPELINE_GPGPU)
        return GPU_DONE;
    return gpu_fail(s->gpu, GPU_NOT_SIMULATED, "PIPELINE_SELECT at 0x%llx: the %s pipeline",
                    (unsigned long long)s->here, pipeline == PIPELINE_3D ? "3D" : "media");
}

enum gpu_stop gpu_do_state_base_address(struct gpu_stream *s)
{
    struct gpu_state *st = &s->context->state;
#define BASE(name)                                                                                 \
    if (gpu_STATE_BASE_ADDRESS_##name##_modify(s->dw))                                             \
        st->name = gpu_STATE_BASE_ADDRESS_##name(s->dw);
    BASE(general)
    BASE(surface)
    BASE(dynamic)
    BASE(indirect)
    BASE(instruction)
#undef BASE
    if (gpu_STATE_BASE_ADDRESS_general_size_modify(s->dw))
        st->general_size = (uint64_t)gpu_STATE_BASE_ADDRESS_general_size(s->dw) << 12;
    return GPU_DONE;
}

enum gpu_stop gpu_do_state_sip(struct gpu_stream *s)
{
    s->context->state.sip = s->context->state.instruction + gpu_STATE_SIP_offset(s->dw);
    s->context->state.has_sip = true;
    return GPU_DONE;
}

enum gpu_stop gpu_do_csr_base_address(struct gpu_stream *s)
{
    s->context->state.csr = gpu_GPGPU_CSR_BASE_ADDRESS_address(s->dw);
    return GPU_DONE;
}

enum gpu_stop gpu_do_vfe_state(struct gpu_stream *s)
{
    struct gpu_state *st = &s->context->state;
    st->scratch = (uint64_t)gpu_MEDIA_VFE_STATE_scratch_high(s->dw) << 32 |
                  (uint64_t)gpu_MEDIA_VFE_STATE_scratch(s->dw) << 10;
    st->scratch_size = st->scratch ? UINT32_C(1024) << gpu_MEDIA_VFE_STATE_scratch_size(s->dw) : 0;
    st->threads = gpu_MEDIA_VFE_STATE_threads(s->dw) + 1;
    return GPU_DONE;
}

/* Compute drivers send their constants as the walker's indirect data. */
enum gpu_stop gpu_do_curbe_load(struct gpu_stream *s)
{
    if (!gpu_MEDIA_CURBE_LOAD_length(s->dw))
        return GPU_DONE;
    return gpu_fail(s->gpu, GPU_NOT_SIMULATED, "MEDIA_CURBE_LOAD at 0x%llx",
                    (unsigned long long)s->here);
}

enum gpu_stop gpu_do_descriptor_load(struct gpu_stream *s)
{
    s->context->state.descriptors = gpu_MEDIA_INTERFACE_DESCRIPTOR_LOAD_offset(s->dw);
    s->context->state.descriptor_bytes = gpu_MEDIA_INTERFACE_DESCRIPTOR_LOAD_length(s->dw);
    return GPU_DONE;
}

/* --- the walker --- */

enum { DESCRIPTOR_BYTES = 32, THREADS_MASK = 0x3ff };

static void walker_grid(struct gpu_stream *s, struct gpu_walker *w)
{
    w->first[0] = gpu_GPGPU_WALKER_first_x(s->dw);
    w->first[1] = gpu_GPGPU_WALKER_first_y(s->dw);
    w->first[2] = gpu_GPGPU_WALKER_first_z(s->dw);
    w->end[0] = gpu_GPGPU_WALKER_end_x(s->dw);
    w->end[1] = gpu_GPGPU_WALKER_end_y(s->dw);
    w->end[2] = gpu_GPGPU_WALKER_end_z(s->dw);
    for (unsigned i = 0; i < 3 && gpu_GPGPU_WALKER_indirect_dimensions(s->dw); i++) {
        w->first[i] = 0;
        w->end[i] = gpu_register_read(s->gpu, GPU_REG_DISPATCH_X + 4 * i);
    }
}

static enum gpu_stop walker_check(struct gpu_stream *s, const struct gpu_walker *w)
{
    uint32_t threads = w->words[6] & THREADS_MASK;
    if (!w->simd)
        return gpu_fail(s->gpu, GPU_BAD_COMMAND, "GPGPU_WALKER at 0x%llx: a reserved SIMD size",
                        (unsigned long long)s->here);
    if (w->threads != threads)
        return gpu_fail(
            s->gpu, GPU_BAD_COMMAND,
            "GPGPU_WALKER at 0x%llx: %u threads a group by its counters, %u by the descriptor",
            (unsigned long long)s->here, w->threads, threads);
    return GPU_DONE;
}

/* Bit 0 of the register decides. Source: Skylake PRM vol. 2a, "GPGPU_WALKER"; vol. 2c,
 * "MI_PREDICATE_RESULT". Status: spec. */
static bool is_skipped(struct gpu_stream *s)
{
    return gpu_GPGPU_WALKER_predicated(s->dw) &&
           !(gpu_register_read(s->gpu, GPU_REG_PREDICATE_RESULT) & 1);
}

enum gpu_stop gpu_do_walker(struct gpu_stream *s)
{
    static const uint8_t simds[4] = {8, 16, 32, 0};
    const struct gpu_state *st = &s->context->state;
    struct gpu_walker w = {
        .at = s->here,
        .simd = simds[gpu_GPGPU_WALKER_simd(s->dw)],
        .threads = (gpu_GPGPU_WALKER_depth(s->dw) + 1) * (gpu_GPGPU_WALKER_height(s->dw) + 1) *
                   (gpu_GPGPU_WALKER_width(s->dw) + 1),
        .right_mask = gpu_GPGPU_WALKER_right_mask(s->dw),
        .bottom_mask = gpu_GPGPU_WALKER_bottom_mask(s->dw),
        .data = st->indirect + ((uint64_t)gpu_GPGPU_WALKER_data(s->dw) << 6),
        .data_bytes = gpu_GPGPU_WALKER_data_length(s->dw),
        .descriptor = st->dynamic + st->descriptors +
                      (uint64_t)gpu_GPGPU_WALKER_descriptor(s->dw) * DESCRIPTOR_BYTES,
    };
    if (is_skipped(s))
        return GPU_DONE;
    walker_grid(s, &w);
    if (!gpu_virtual_read(s->gpu, w.descriptor, w.words, sizeof w.words))
        return gpu_fail(s->gpu, GPU_FAULT, "the interface descriptor at 0x%llx is not mapped",
                        (unsigned long long)w.descriptor);
    w.kernel =
        st->instruction + (((uint64_t)(w.words[1] & 0xffff) << 32 | w.words[0]) & ~UINT64_C(63));
    enum gpu_stop stop = walker_check(s, &w);
    if (stop)
        return stop;
    s->gpu->walkers++;
    const struct gpu_hooks *h = &s->gpu->hooks;
    return h->walker ? h->walker(h->walker_ctx, s->gpu, st, &w) : GPU_DONE;
}
