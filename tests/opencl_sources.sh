#!/bin/bash
# opencl_sources.sh DEVICE - where debug information comes from: of each source, optimised or not, gdb stops item 5 in `square`,
# with its arguments and its caller's. $EULAB is the program, $T an empty folder.
gpu=$1
cp tests/opencl_lines.cl "$T" && ${CC:-cc} -std=c11 -iquote . -o "$T/host" tests/opencl_lines.c -lOpenCL || exit 1
cd "$T" || exit 1
export XDG_CACHE_HOME=$T/cache
touch go # the program waits for nobody
printf '%s\n' 'set pagination off' 'set breakpoint pending on' 'set language c' 'tbreak opencl_lines.cl:12 if x == 5' 'target remote sock' \
	'set language auto' 'continue' 'printf "right: %d\n", x == 5' 'up' 'printf ", called with y = %d\n", y' 'kill' >session.gdb
show() { # NAME COMMAND...: the server, with gdb on it
	local name=$1
	shift
	rm -f sock
	timeout -k 5 250 "$@" >server.log 2>&1 & # a signal that comes while LeakSanitizer looks may keep it for ever
	until [ -S sock ] || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
	timeout 250 gdb -q -nx -batch -x "$T/session.gdb" >gdb.log 2>&1
	kill $! 2>/dev/null
	wait $! 2>/dev/null
	echo "$name: $(sed -n 's/.*hit Temporary breakpoint 1, //p; /^, called/p' gdb.log | tr -d '\n')"
	grep -q '^right: 1' gdb.log || cat server.log gdb.log
}
compile() { # ZEBIN OPTIONS OUT
	IGC_EnableZEBinary=$1 ocloc compile -q -file "$T/opencl_lines.cl" -device "$gpu" -options "$2" -output_no_suffix -output "$3" >ocloc.log 2>&1 || cat ocloc.log
}
launch() { # NAME MEMBERS
	echo "{$2, \"dispatch\": {\"kind\": \"opencl\", \"global\": [32], \"local\": [16], \"args\": [{\"buffer\": {\"size\": 128}}, {\"buffer\": {\"size\": 128}}, {\"local\": 64}, {\"float\": 0.5}]}}" >launch.json
	show "$1" "$EULAB" serve --listen unix:sock --launch launch.json
}
each() { # in a folder of its own
	local options="" debug=--debug=optimized
	[ $how = O2 ] || { options=-cl-opt-disable && debug=--debug; }
	compile 1 "-g $options" own.zebin
	compile 0 "-g $options" own.bin
	compile 1 "$options" plain.zebin
	mkdir symbols dump && cp own.zebin own.bin own.bin.dbg symbols
	launch zebin '"kernel": "own.zebin"'
	launch 'patch tokens' '"kernel": "own.bin"'
	launch 'a file beside it' '"kernel": "plain.zebin", "debug": "own.zebin"'
	EULAB_CL_OPTIONS=$options show 'a program, --symbols' "$EULAB" cl --gpu "$gpu" --listen unix:sock --symbols symbols -- ../host
	touch go # the program need not wait for gdb's side
	IGC_ShaderDumpEnable=1 IGC_DumpToCustomDir=$PWD/dump timeout 250 "$EULAB" cl --gpu "$gpu" $debug --aub recording.aub -- ../host >dump.log 2>&1
	show 'a recording, --symbols' "$EULAB" gpu --replay recording.aub --listen unix:sock --symbols symbols
	show 'a recording, the dump' "$EULAB" gpu --replay recording.aub --listen unix:sock --symbols dump
}
for how in O0 O2; do
	mkdir $how && (cd $how && cp ../opencl_lines.cl . && each) >$how.log 2>&1 &
done
wait
for how in O0 O2; do sed "s/^/$gpu $how, /" $how.log; done
