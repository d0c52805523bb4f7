#!/bin/bash
# opencl.sh SRC OUT - compiles every SRC/*.cl with Intel's compiler to OUT/DEVICE-O2|O0/NAME.zebin
# and .bin (patch tokens), for skl and bdw, with default options and with -cl-opt-disable, all with
# -g. A kernel's first line may name its -cl-std as "std". Files that exist already for the same
# sources and compiler stay. Status 1: something did not compile.
set -u
src=$(cd "$1" && pwd) || exit 1
mkdir -p "$2" && out=$(cd "$2" && pwd) || exit 1
exec 9>"$out/.lock" && flock 9
key=$({ ls -lL "$(command -v ocloc)"; cat "$src"/*.cl "$(realpath "$0")"; } | sha256sum)
[ "$(cat "$out/.key" 2>/dev/null)" != "$key" ] || exit 0
work=$(mktemp -d "$out/.XXXXXX") && trap 'rm -rf "$work"' EXIT && cd "$work" || exit 1
one() { # FILE DEVICE O2|O0 zebin|bin
	local name options=-g
	name=$(basename "$1" .cl)
	[ "$3" = O2 ] || options="-g -cl-opt-disable"
	options+=$(sed -n '1s/.*"std": "\(CL[0-9.]*\)".*/ -cl-std=\1/p' "$1")
	[ "$4" = bin ] || export IGC_EnableZEBinary=1
	mkdir -p "$2-$3/$name.$4.d" && cd "$2-$3/$name.$4.d" && cp "$1" . || return 1
	timeout 120 ocloc compile -q -file "$name.cl" -device "$2" -options "$options" -output_no_suffix -output "$name" >log 2>&1 &&
		mv "$name" "../$name.$4" && cd .. && rm -r "$name.$4.d" && return
	tail -3 log && echo "$name for $2 at $3 does not compile" && return 1
}
export -f one
for device in skl bdw; do
	for level in O2 O0; do
		for suffix in zebin bin; do
			for file in "$src"/*.cl; do echo "$file $device $level $suffix"; done
		done
	done
done | xargs -P "$(nproc)" -L 1 bash -c 'one "$@"' one || exit 1
for dir in skl-O2 skl-O0 bdw-O2 bdw-O0; do rm -rf "${out:?}/$dir" && mv "$dir" "$out" || exit 1; done
echo "$key" >"$out/.key"
