// Pointers of each kind where gdb meets them: in private memory and in a struct.
struct node {
    int v;
    __local int *at;
};

__kernel void pointers(__global int *out, __local int *part)
{
    int i = get_global_id(0), l = get_local_id(0);
    struct node n = {l, part + l};
    int mine[3] = {l, l + 1, l + 2}, *own = &mine[1];
    __global int *g = out + i;
    part[l] = i * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    *n.at += *own;
    *g = *n.at;
}
