kernel void grid(global int *out, global const int *in)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int lx = get_local_id(0), ly = get_local_id(1), lz = get_local_id(2);
    int gx = get_group_id(0), gy = get_group_id(1), gz = get_group_id(2);
    uint nx = get_num_groups(0), ny = get_local_size(1), dim = get_work_dim();
    size_t ox = get_global_offset(0), oy = get_global_offset(1);
    size_t w = get_global_size(0), h = get_global_size(1), d = get_global_size(2);
    size_t flat = (((size_t)z * h + (y - oy)) * w) + (x - ox);
    int a, b;
    a = in[flat & 15];
    b = a * 3;
    long p = (long)x * y, q;
    q = p - z;
    out[flat & 15] = a + b + lx + ly * lz + gx + gy + gz + (int)(nx + ny + dim) + (int)(d + p + q);
}
