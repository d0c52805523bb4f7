# A kernel in an editor: what VS Code's cppdbg says to gdb, in its order (docs/opencl.md).
cp samples/opencl/particles.cl "$T" && mi=$PWD/tests/mi.py && cd "$T" || exit 1
IGC_EnableZEBinary=1 ocloc compile -q -file particles.cl -device skl -options "-g -cl-opt-disable" -output_no_suffix -output k.zebin >log 2>&1 || cat log
cat >l.json <<'J'
{"kernel": "k.zebin", "dispatch": {"kind": "opencl", "global": [16], "local": [16],
 "args": [{"buffer": {"hex": "05000000060000000700000008000000", "size": 64}}, {"buffer": {"size": 64}}, {"local": 64}]}}
J
timeout 60 python3 "$mi" "$EULAB" l.json \
	'-gdb-set target-async on' \
	'-gdb-set breakpoint pending on' \
	CONNECT \
	'-break-insert -f particles.cl:21' \
	'-break-insert -f -c "i == 9" particles.cl:23' \
	'-exec-continue' \
	'-thread-info 3' \
	'-stack-list-frames --thread 3 0 1000' \
	'-stack-list-arguments --thread 3 0 0 0' \
	'-stack-list-locals --thread 1 --frame 0 1' \
	'-stack-list-variables --thread 1 --frame 0 0' \
	'-var-create --thread 1 --frame 0 - * "p"' \
	'-var-list-children --simple-values var1 0 1000' \
	'-var-create --thread 1 --frame 0 - * "last[2]"' \
	'-data-evaluate-expression --thread 4 --frame 0 "i * 10"' \
	'-gdb-set var i = 100' \
	'-exec-next' \
	'-break-delete 1' \
	'-break-insert -t square' \
	'-exec-continue' \
	'-stack-list-frames' \
	'-exec-finish' \
	'-exec-continue' \
	'-exec-step' \
	'-stack-list-locals --thread 10 --frame 0 1' \
	'-break-insert -f nosuch.cl:5' \
	'-target-detach' \
	'-gdb-exit'
