# Blocks of a kernel's source: the innermost variable of a name hides the others, and what a block declares ends with it.
cat >"$T/nest.cl" <<'S'
kernel void nest(global int *out, int n)
{
    int i = get_global_id(0), v = i + 1;
    for (int k = 0; k < n; k++) {
        int v = i * 10 + k;
        if (v & 1) {
            int w = v + 100;
            out[i] += w;
        }
        out[i] += v;
    }
    out[i] += v;
}
S
cd "$T" || exit 1
for device in skl bdw; do
	IGC_EnableZEBinary=1 ocloc compile -q -file nest.cl -device $device -options "-g -cl-opt-disable" -output_no_suffix -output $device.zebin >log 2>&1 || cat log
	cat >$device.json <<J
{"kernel": "$device.zebin", "dispatch": {"kind": "opencl", "global": [16], "local": [16], "args": [{"buffer": {"size": 64}}, {"int": 2}]}}
J
	"$EULAB" shell --launch $device.json -c 'break nest.cl:8' -c 'break nest.cl:10' -c 'break nest.cl:12' -c continue \
		-c locals -c 'print v' -c continue -c locals -c 'delete 1 2' -c continue -c locals -c 'print v' -c 'print k' 2>&1 | sed 's/r[0-9]*\.[0-9].*//; s/0x[0-9a-f]*/ADDRESS/g'
done
