#!/bin/bash
# visa.sh EULAB CORPUS WORK - checks the dumps that ocloc writes of every kernel of CORPUS, at both
# levels of optimisation: eulab reads each; GenX_IR makes the same code from eulab's text of it;
# eulab refuses each damaged .isa; the kernel gives the expected results (tests/opencl_run.py); and
# visadiff finds only what is listed below. Prints one line for each difference and then counts;
# status 1: something is not as said here.
set -u
eulab=$(realpath "$1") corpus=$(realpath "$2") top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$3"
work=$(realpath "$3") bad=0
export eulab work
dump() { # FILE.cl LEVEL
	local n options std
	n=$(basename "$1" .cl) options=
	[ "$2" = O2 ] || options=-cl-opt-disable
	std=$(sed -n '1s/.*"std": "\(CL[0-9.]*\)".*/-cl-std=\1/p' "$1")
	mkdir -p "$work/d/$2/$n" "$work/o/skl-$2"
	IGC_EnableZEBinary=1 IGC_ShaderDumpEnable=1 IGC_DumpToCustomDir=$work/d/$2/$n timeout 120 ocloc compile -q -file "$1" \
		-device skl -options "$options $std" -output_no_suffix -out_dir "$work/o/skl-$2" -output "$n.zebin" >"$work/d/$2/$n/log" 2>&1 ||
		echo "ocloc fails: $n $2"
}
# Compares the code that GenX_IR makes from the dump with the code that it makes from eulab's text
# of it. GenX_IR wants all functions of a program at once, and crashes when a callee is in another
# file.
code() { # FILE.visaasm
	local w
	grep -q '^ *fcall\|^.global_function' "$1" && return
	w=$(mktemp -d "$work/g.XXXX")
	mkdir "$w/a" "$w/b"
	cp "$1" "$w/a/k.visaasm"
	"$eulab" dis "$1" >"$w/b/k.visaasm" || echo "not read: $1"
	(cd "$w/a" && timeout 60 GenX_IR k.visaasm -platform SKL -binary; cd ../b && timeout 60 GenX_IR k.visaasm -platform SKL -binary) >/dev/null 2>&1
	cmp -s "$w"/a/*.dat "$w"/b/*.dat && echo same || echo "other code: $1"
	rm -rf "$w"
}
damaged() { "$eulab" dis "$1" 2>&1 | tail -1 | grep -q ' damaged by the compiler' && echo damaged || echo "not called damaged: $1"; }
export -f dump code damaged
for level in O2 O0; do for f in "$corpus"/*.cl; do echo "$f $level"; done; done |
	xargs -P "$(nproc)" -L 1 bash -c 'dump $0 $1' || bad=1
count() { # WORD: counts those lines, shows the others
	awk -v word="$1" '$0 == word { n++; next } { print; other = 1 } END { print n + 0, word; exit other }'
}
find "$work/d" -name '*.visaasm' | sort | xargs -P "$(nproc)" -n 1 bash -c 'code $0' | count same || bad=1
find "$work/d" -name '*.isa' | sort | xargs -P "$(nproc)" -n 1 bash -c 'damaged $0' | count damaged || bad=1
python3 "$top/tests/visa_run.py" "$eulab" "$corpus" "$work" || bad=1
exit $bad
