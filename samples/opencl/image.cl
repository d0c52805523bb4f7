/* Each pixel the mean of the four around a corner: the sampler does that in between. */
__constant sampler_t between =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

__kernel void blur(__read_only image2d_t in, __write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, between, convert_float2(at) + 1.0f));
}
