# Kernels run to their end: buffers from files and back, comparisons, several kernels on one buffer, arguments of the command line.
cd "$T" || exit 1
cat >k.cl <<'S'
constant int primes[4] = {2, 3, 5, 7};
kernel void scale(global float *x, float a) { x[get_global_id(0)] *= a; }
kernel void add(global float *x, global int *y, local int *t)
{
	int i = get_global_id(0), l = get_local_id(0);
	t[l] = primes[i & 3];
	barrier(CLK_LOCAL_MEM_FENCE);
	x[i] += t[l ^ 1];
	y[i] = get_group_id(0) * 100 + get_local_size(0);
	if (i == 5)
		printf("item %d of %s: %v2f, %5.2f%%\n", i, "add", (float2)(x[i], 0.5f), 12.345f);
}
S
python3 -c 'import struct; open("in.bin", "wb").write(struct.pack("<20f", *range(20)))'
cat >l.json <<'J'
{"dispatch": [
  {"kind": "opencl", "name": "scale", "global": [20], "local": [8],
   "args": [{"buffer": "in.bin", "as": "x"}, {"float": 2}]},
  {"kind": "opencl", "name": "add", "global": [20], "local": [8],
   "args": [{"same": "x", "as": "x", "out": "out.bin"}, {"buffer": {"size": 80, "fill": 255}}, {"local": 32}]}]}
J
for form in 0 1; do
	for device in skl bdw; do
		IGC_EnableZEBinary=$form ocloc compile -q -file k.cl -device $device -output_no_suffix -output k >log 2>&1 || cat log
		"$EULAB" run --launch l.json k --dump-arg y
		python3 -c 'import struct; print(*struct.unpack("<20f", open("out.bin", "rb").read()))'
	done
done
"$EULAB" run --launch l.json k --arg a=-1 --dump-arg x=x.bin && cmp x.bin out.bin
cp in.bin expected.bin
sed -i 's/"out": "out.bin"/"expect": "expected.bin"/' l.json
"$EULAB" run --launch l.json k
