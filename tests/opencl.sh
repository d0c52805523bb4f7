#!/bin/bash
# opencl.sh SRC OUT - compiles every SRC/*.cl with Intel's compiler to OUT/DEVICE-O2|O0/NAME.zebin and .bin (patch tokens), for skl and
# bdw, at its default and with -cl-opt-disable, all with -g; what line 1 names as "std" is -cl-std. What is there already, of
# the same sources and compiler, stays. Status 1: something did not compile.
set -u
src=$(cd "$1" && pwd) || exit 1
mkdir -p "$2" && out=$(cd "$2" && pwd) || exit 1
exec 9>"$out/.lock" && flock 9
key=$({ ocloc 2>&1; ls -lL "$(command -v ocloc)"; cat "$src"/*.cl "$(realpath "$0")"; } | sha256sum)
[ "$(cat "$out/.key" 2>/dev/null)" != "$key" ] || exit 0
work=$(mktemp -d "$out/.XXXXXX") && trap 'rm -rf "$work"' EXIT && cp "$src"/*.cl "$work" && cd "$work" || exit 1
# A run of ocloc loads the compiler anew, which takes longer than a kernel: one run compiles a part of them.
lines() { # DEVICE O2|O0 SUFFIX
	local file options
	for file in *.cl; do
		options=-g
		[ "$2" = O2 ] || options="-g -cl-opt-disable"
		options+=$(sed -n '1s/.*"std": "\(CL[0-9.]*\)".*/ -cl-std=\1/p' "$file")
		echo "-q -file $file -device $1 -options \"$options\" -output_no_suffix -output $1-$2/${file%.cl}.$3"
	done
}
part() { # LIST: a zebin's name says so
	[[ $1 != *zebin* ]] || export IGC_EnableZEBinary=1
	timeout 300 ocloc multi "$1" >"$1.log" 2>&1 || { grep -v successful "$1.log" | tail -20; exit 1; }
}
export -f part
for device in skl bdw; do
	for level in O2 O0; do
		mkdir "$device-$level"
		for suffix in zebin bin; do lines $device $level $suffix | split -n l/2 - "list.$device.$level.$suffix."; done
	done
done
printf '%s\n' list.* | xargs -P "$(nproc)" -I{} bash -c 'part {}' || exit 1
for dir in skl-O2 skl-O0 bdw-O2 bdw-O0; do rm -rf "${out:?}/$dir" && mv "$dir" "$out" || exit 1; done
echo "$key" >"$out/.key"
