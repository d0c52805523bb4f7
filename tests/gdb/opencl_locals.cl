/* Pointers to local memory: an argument that is changed, a variable, and those of a function. */
__attribute__((noinline)) int take(local int *p, int k)
{
    local int *q = p + k;
    p += 1;
    int r = *p + *q;
    return r;
}

kernel void locals(global int *a, local int *first, local int *part, int n)
{
    local int fix[16];
    int i = get_global_id(0);
    local int *l = part + n, *m = fix + n;
    l[get_local_id(0)] = i;
    m[get_local_id(0) & 7] = 2 * i;
    first[get_local_id(0)] = 3 * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    part += 2;
    l = part + get_local_id(0);
    a[i] = *l + *m + take(part, n);
}
