# A zebin without the debug information that it was built for, and the other container, which has it.
cat >"$T/weigh.cl" <<'C' && cd "$T" || exit 1
constant int weights[4] = { 3, 1, 4, 1 };
kernel void weigh(global int *out) { int i = get_global_id(0); out[i] = weights[i & 3]; }
C
for options in "-g -cl-opt-disable" -cl-opt-disable; do
	for zebin in 0 1; do
		IGC_EnableZEBinary=$zebin ocloc compile -q -file weigh.cl -device skl -options "$options" -output_no_suffix -output weigh >log 2>&1 || cat log
		echo '{"kernel": "weigh", "dispatch": {"kind": "opencl", "global": [8], "args": [{"buffer": {"size": 32}}]}}' >weigh.json
		rm -f weigh.dbg
		echo "$options, $zebin: $(gdb -nx -batch -ex "target remote | '$EULAB' serve --listen - --launch weigh.json" 2>&1 | grep -e '^eulab:' -e ' at ' | sed 's|/.*/||')"
	done
done
