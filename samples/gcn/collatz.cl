// How many steps it takes from a work item's number to 1, and the sum of a group: divergence, loops, LDS, barriers.
// Build:   clang-16 -x cl -cl-std=CL1.2 -target amdgcn-amd-amdhsa -mcpu=gfx803 -O0 -g -Xclang -finclude-default-header
//          -Xclang -fdeclare-opencl-builtins -nogpulib -mcode-object-version=4 -fdebug-compilation-dir=. -c -o collatz.o
//          samples/gcn/collatz.cl && ld.lld -shared collatz.o -o samples/gcn/collatz.hsaco
// Command: eulab gdb --launch samples/gcn/collatz.json, then: break 24, continue, info locals, thread 1.6, print n
// Result:  the sums of two groups' steps, 1734 and 1954

#define barrier() \
    do { \
        __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"); \
        __builtin_amdgcn_s_barrier(); \
    } while (0)

kernel void collatz(global uint *sums, global uint *counts)
{
    local uint steps[64];
    uint lane = __builtin_amdgcn_workitem_id_x();
    uint group = __builtin_amdgcn_workgroup_id_x();
    uint n = (group * 64 + lane) * 7 % 97 + 1;
    uint count = 0;
    while (n != 1) {
        if (n & 1)
            n = 3 * n + 1;
        else
            n = n / 2;
        count++;
    }
    counts[group * 64 + lane] = count;
    steps[lane] = count;
    barrier();
    for (uint distance = 32; distance; distance /= 2) {
        if (lane < distance)
            steps[lane] += steps[lane + distance];
        barrier();
    }
    if (lane == 0)
        sums[group] = steps[0];
}
