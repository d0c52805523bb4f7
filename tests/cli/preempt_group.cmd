# A group of an OpenCL kernel is sent away between two barriers by a routine of Gen9, another takes its slots, and it comes back.
here=$PWD
cd "$T" || exit 1
cat >k.cl <<'S'
kernel void scan(global int *x, local int *t)
{
	int l = get_local_id(0), n = get_local_size(0), i = get_global_id(0);
	t[l] = x[i];
	for (int step = 1; step < n; step *= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		int more = l >= step ? t[l - step] : 0;
		barrier(CLK_LOCAL_MEM_FENCE);
		t[l] += more;
	}
	x[i] = t[l];
}
S
python3 -c 'import struct; open("in.bin", "wb").write(struct.pack("<128i", *range(128)))'
cat >l.json <<'J'
{"dispatch": {"kind": "opencl", "name": "scan", "global": [128], "local": [64],
  "args": [{"buffer": "in.bin", "as": "x"}, {"local": 256}]}}
J
ocloc compile -q -file k.cl -device skl -output_no_suffix -output k >log 2>&1 || cat log
results="x/128dw 0x1000000e00" # the buffer lies at the end of its page
"$EULAB" shell --launch l.json k -c "continue; $results" | grep ^0x10 | tee plain | tail -n 1
for engine in fast reference; do
	for steps in 20 60 100; do
		"$EULAB" shell --engine $engine --launch l.json --eus 1 --eu-threads 4 --sip "$here/samples/gen9/sip_preempt.asm" k \
			-c "stepi $steps; preempt group 0; continue; restore group 0; continue; $results" >away 2>/dev/null
		grep -o '^group 0: .*\|[0-9]* saved contexts*' away
		grep ^0x10 away | cmp - plain && echo the same
	done
done
"$EULAB" shell --launch l.json k --sip "$here/samples/gen9/sip_preempt.asm" -c 'preempt group 2; restore group 1; preempt group'
