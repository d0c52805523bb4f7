/* Data of program scope: pointers in constants and variables, and addresses in the code of functions;
 * and a constant buffer whose end is in the middle of an OWord. */
constant int a[4] = {1, 20, 300, 4000};
constant int b[4] = {5, 6, 7, 8};
constant int *constant p[3] = {a + 1, b, a + 3};
global int counter = 7;
global int *at = &counter;

int twice(int x)
{
    return x * 2 + a[x & 3];
}

kernel void data(global int *out, constant int *nine)
{
    int i = get_global_id(0);
    out[i] = p[i % 3][0] + twice(i) + *at + nine[8] * 100000;
}
