/* One kernel that is launched often. */
__kernel void step(__global int *a, int turn)
{
    size_t i = get_global_id(0);
    int add = turn & 3;
    a[i] += add;
}
