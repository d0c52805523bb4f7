# A launch of kind opencl against its kernel: what does not fit is named, with its line.
cd "$T" || exit 1
cat >k.cl <<'S'
kernel void scale(global float *x, float a) { x[get_global_id(0)] *= a; }
S
IGC_EnableZEBinary=1 ocloc compile -q -file k.cl -device skl -output_no_suffix -output k >log 2>&1 || cat log
launch() { # ARGS [OPTION...]
	printf '{"kernel": "k",\n "dispatch": {"kind": "opencl", "global": [64],\n  "args": [%s]}}\n' "$1" >l.json
	shift
	"$EULAB" run --launch l.json "$@"
}
launch '{"buffer": {"size": 256}}, {"double": 2}, {"int": 3}'
launch '{"float": 2}, {"buffer": {"size": 256}}'
launch '{"buffer": {"size": 256}}'
launch '{"buffer": {"size": 256}}, {"flaot": 2}'
launch '{"buffer": "missing.bin"}, {"float": 2}'
launch '{"buffer": {"size": 256}}, {"float": 2}' --gen 8
launch '{"buffer": {"size": 256}}, {"float": 2}' --arg b=1
launch '{"buffer": {"size": 256}}, {"float": 2}' --arg a=x
launch '{"buffer": {"size": 256}}, {"float": 2}' --dump-arg a
