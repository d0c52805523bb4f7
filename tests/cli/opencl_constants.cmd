# Pointers in data of program scope, relocations of patch tokens and zebins, and the last element of a constant buffer of nine, on each engine.
cp tests/opencl_constants.cl "$T" && cd "$T" || exit 1
for device in bdw skl; do
	for optimise in "" -cl-opt-disable; do
		for zebin in 0 1; do
			IGC_EnableZEBinary=$zebin ocloc compile -q -file opencl_constants.cl -device $device -options "-cl-std=CL2.0 $optimise" \
				-output_no_suffix -output data.bin >log 2>&1 || cat log
			cat >data.json <<'J'
{"kernel": "data.bin", "dispatch": {"kind": "opencl", "global": [16], "local": [16], "args": [
  {"buffer": {"size": 64}}, {"buffer": {"hex": "000000000000000000000000000000000000000000000000000000000000000009000000"}}]}}
J
			for engine in reference fast jit; do
				"$EULAB" run --launch data.json --engine $engine --lint --dump-arg out=$engine.out 2>&1 | grep bounds
			done
			cmp reference.out fast.out && cmp reference.out jit.out
			od -A n -t d4 -w64 reference.out
		done
	done
done
