# Files of Intel's OpenCL compiler: the header decides, not the suffix; the generation is the file's.
cd "$T" || exit 1
cat >k.cl <<'S'
kernel void scale(global float *x, float a) { x[get_global_id(0)] *= a; }
kernel void turn(global const int *from, global int *to, local int *t)
{
    int l = get_local_id(0);
    t[l] = from[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    to[get_global_id(0)] = t[get_local_size(0) - 1 - l];
}
S
compile() { # DEVICE OUT
	ocloc compile -q -file k.cl -device "$1" -output_no_suffix -output "$2" >log 2>&1 || cat log
}
IGC_EnableZEBinary=1 compile skl k.zebin
compile bdw k.bin
compile skl,bdw k.ar
compile tgllp k.xe
"$EULAB" info kernels k.zebin
"$EULAB" info --kernel turn kernels k.bin
ocloc compile -q -file k.cl -device skl -options "-g -cl-opt-disable" -output_no_suffix -output g.bin >log 2>&1 || cat log
"$EULAB" info kernels g.bin | tail -n 1 # a zebin of several kernels has no debug information
"$EULAB" dis --kernel scale k.zebin | grep -v '^ .*[a-z] (' # the form, not the compiler's choice
for k in scale turn; do "$EULAB" dis --kernel $k k.zebin >$k.asm && "$EULAB" as --gen 9 -o $k.krn $k.asm && "$EULAB" dis --gen 9 --syntax iga $k.krn >$k.iga &&
	iga64 -a -p=9 $k.iga -o $k.again && cmp $k.krn $k.again && echo "$k: iga64 makes the same of it"; done
"$EULAB" check k.zebin >log && "$EULAB" check k.bin >log && echo no rule is broken
"$EULAB" dis k.ar
"$EULAB" dis --gen 8 k.ar | head -n 1
"$EULAB" dis --gen 8 k.zebin
"$EULAB" dis --kernel trun k.zebin
"$EULAB" dis k.xe
head -c 700 k.zebin >cut && "$EULAB" dis cut
head -c 5000 k.bin >cut && "$EULAB" check cut
"$EULAB" info kernels k.cl
"$EULAB" dis --kernel scale scale.krn
"$EULAB" run k.zebin
"$EULAB" run k.bin
