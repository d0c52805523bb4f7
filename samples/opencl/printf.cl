__kernel void say(__global const float *a)
{
    size_t i = get_global_id(0);
    printf("item %d of %d: %.2f %s\n", (int)i, (int)get_global_size(0), a[i],
           a[i] < 0 ? "below zero" : "not below zero");
}
