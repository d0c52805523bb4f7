# Level Zero's modules under eulab cl: functions of another module, constants, and launches whose number is in memory, on each engine.
for m in calls squares; do
	(cd tests && ocloc compile -q -file zero_$m.cl -device skl -spv_only -output_no_suffix -output $m -out_dir "$T" >/dev/null)
done
${CC:-cc} -std=c11 -o "$T/zero_modules" tests/zero_modules.c -lze_loader
for e in jit fast reference; do
	echo "-- $e"
	(cd "$T" && timeout 100 "$EULAB" cl --engine $e ./zero_modules); echo "status $?"
done
