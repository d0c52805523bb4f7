kernel void ids(global int *out)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int lx = get_local_id(0), ly = get_local_id(1), gz = get_group_id(2);
    size_t w = get_global_size(0), h = get_global_size(1);
    size_t at = (z * h + y) * w + x;
    int4 all = (int4)(x, y, z, lx + ly * 10);
    int sum = all.x + all.y * 2 + all.z * 4 + all.w;
    out[at] = sum + gz;
}
