__kernel void increment(__global int *a)
{
    a[get_global_id(0)]++;
}
