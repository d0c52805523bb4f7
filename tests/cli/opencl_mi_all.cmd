# What an editor asks for of a kernel, over gdb's machine interface: of launches and under the driver, on skl and bdw, optimised or not.
mi=$PWD/tests/mi.py
cp tests/opencl_lines.cl "$T" && ${CC:-cc} -std=c11 -iquote . -o "$T/host" tests/opencl_lines.c -lOpenCL && cd "$T" || exit 1
export XDG_CACHE_HOME=$T/cache
touch go # the program waits for nobody
each() { # NAME LAUNCH
	timeout 100 python3 "$mi" "$EULAB" "$2" \
		'-gdb-set breakpoint pending on' \
		'-gdb-set mi-async on' \
		'-break-insert -f opencl_lines.cl:38' \
		CONNECT \
		'-break-condition 1 "i == 3"' \
		'-exec-continue' \
		'-thread-info 4' \
		'-thread-list-ids' \
		'-stack-list-frames --thread 4 0 20' \
		'-stack-list-variables --thread 4 --frame 0 --simple-values' \
		'-var-create --thread 4 --frame 0 - * last' \
		'-var-list-children --all-values var1 0 3' \
		'-var-create --thread 4 --frame 0 - * b' \
		'-var-list-children --all-values var2 0 3' \
		'-var-create --thread 5 --frame 0 - * i' \
		'-var-assign var3 77' \
		'-var-update --all-values *' \
		'-data-evaluate-expression --thread 4 --frame 0 "last[i % 3] + n"' \
		'-var-delete var1' \
		'-break-delete 1' \
		'-break-insert -f -t weigh' \
		'-exec-continue' \
		'-stack-info-depth --thread 4' \
		'-exec-finish' \
		'-target-detach' \
		'-gdb-exit' >"$1.log" 2>&1
}
for gpu in skl bdw; do
	for how in O0 O2; do
		options=-cl-opt-disable debug=--debug
		[ $how = O0 ] || { options='' debug=--debug=optimized; }
		IGC_EnableZEBinary=1 ocloc compile -q -file opencl_lines.cl -device $gpu -options "-g $options" -output_no_suffix -output "$gpu.$how" >log 2>&1 || cat log
		echo '{"kernel": "'$gpu.$how'", "dispatch": {"kind": "opencl", "global": [32], "local": [16],
		 "args": [{"buffer": {"hex": "6400000065000000660000006700000068000000", "size": 128}}, {"buffer": {"size": 128}}, {"local": 64}, {"float": 0.5}]}}' >$gpu.$how.json
		each run.$gpu.$how $gpu.$how.json &
		each cl.$gpu.$how "cl --gpu $gpu $debug -- ./host" &
	done
done
wait
for f in run.*.log cl.*.log; do
	name=${f%.log}
	sed -n '/^^error/p; /^> -stack-list-v\|^> -var-[clau]\|^> -data/{n;p}' "$f" | sed 's/0x[0-9a-f]*/0x*/g; s/name="\(k\|total\)",[^}]*}/name="\1"}/g; s/,thread-id="[0-9]*"//g' >"$name.said"
	echo "$name: $(grep -c '^>' "$f") commands, $(grep -c '^^error' "$f") errors"
	for same in *.seen; do
		! cmp -s "$same" "$name.said" || { echo "  as ${same%.seen}" && continue 2; }
	done
	cp "$name.said" "$name.seen" && cat "$name.said"
done
