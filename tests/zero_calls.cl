int squares(int x);
int __attribute__((overloadable)) __spirv_SpecConstant(int, int);

__kernel void calls(__global int *p)
{
    p[get_global_id(0)] = squares(get_global_id(0)) + __spirv_SpecConstant(7, 1000);
}
