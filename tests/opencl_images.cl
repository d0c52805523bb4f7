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
