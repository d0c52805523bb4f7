kernel void floats(read_only image2d_t m, sampler_t s, global float4 *out)
{
    out[get_global_id(0)] = read_imagef(m, s, (float2)(get_global_id(0) + 0.5f, 0.5f));
}

kernel void depths(read_only image2d_depth_t m, sampler_t s, global float4 *out)
{
    out[get_global_id(0)] = read_imagef(m, s, (float2)(get_global_id(0) + 0.5f, 0.5f));
}

kernel void ints(read_only image2d_t m, sampler_t s, global float4 *out)
{
    int4 v = read_imagei(m, s, (int2)(get_global_id(0), 0));
    out[get_global_id(0)] = convert_float4(v);
}

kernel void uints(read_only image2d_t m, sampler_t s, global float4 *out)
{
    uint4 v = read_imageui(m, s, (int2)(get_global_id(0), 0));
    out[get_global_id(0)] = convert_float4(v);
}

/* Slices -1, 0 and 1 of an image of one. */
kernel void slices(read_only image3d_t m, sampler_t s, global float4 *out)
{
    int4 v = read_imagei(m, s, (int4)(0, 0, (int)get_global_id(0) - 1, 0));
    out[get_global_id(0)] = convert_float4(v);
}

#if __OPENCL_C_VERSION__ >= 200
#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable
#pragma OPENCL EXTENSION cl_khr_mipmap_image_writes : enable

kernel void fill(write_only image2d_t m, int level, int width)
{
    int i = get_global_id(0);
    write_imagef(m, (int2)(i % width, i / width), level, (float4)(i, level, 0, 1));
}

/* Each row is made of the one above it, which the fence makes visible. */
kernel void rows(read_write image2d_t m)
{
    int x = get_global_id(0);
    for (int y = 1; y < get_image_height(m); y++) {
        write_imageui(m, (int2)(x, y), read_imageui(m, (int2)(x, y - 1)) + 1);
        atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
    }
}
#endif
