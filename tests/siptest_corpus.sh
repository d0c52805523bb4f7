#!/bin/bash
# siptest_corpus.sh EULAB CORPUS [BOUNDARIES|all|ends] - runs siptest with sip_save_restore and
# sip_preempt on each kernel of CORPUS that runs to its end. Prints a table; the status is 1 when a
# routine loses anything. BOUNDARIES (8): about how many are tried in each kernel, at most. ends:
# only where each kernel ends, as tests/golden/corpus_ends.tsv lists it.
# The launch files are written to a folder that is deleted at the end; nothing of the corpus is
# kept.
set -u
eulab=$(realpath "$1") corpus=$(realpath "$2") most=${3:-8}
samples=$(realpath "$(dirname "$0")/../samples")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
cat "$corpus"/kernels/*.bin | head -c 65536 >pixels # any bytes
printf 'send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}\n' >eot.asm
"$eulab" as -o eot.bin eot.asm || exit 1

surface() { # BTI WIDTH HEIGHT: bytes, with contents
	head -c $((($2 + 15) / 16 * 16 * $3)) pixels >"pixels$1"
	printf '{"bti":%d,"format":"R8_UINT","width":%d,"height":%d,"pitch":%d,"address":%d,"in":"pixels%d"}' \
		"$1" "$2" "$3" $((($2 + 15) / 16 * 16)) $((0x100000 + $1 * 0x10000)) "$1"
}
list() { # FIRST STEP COUNT FORMAT: records that count up
	seq -s, -f "$4" "$1" "$2" $(($1 + $2 * ($3 - 1)))
}
r5() { # the batch kernels' arguments, eight dwords behind four registers
	printf '"curbe":[%s%s]' "$(printf '0,%.0s' {1..32})" "$1"
}
# What a kernel needs in order to work; the other kernels get sizes in their constants, and no
# surface.
media='"dispatch":{"kind":"media","threads":1}'
inputs() { # KERNEL
	case $1 in
	*sharpening_v_blur*) echo '"dispatch":{"kind":"media","inline":['"$(list 0 16 5 '[0,61,0,%g]')"']},"surfaces":['"$(surface 0 80 61),$(surface 2 80 61)]" ;;
	*sharpening_h_blur*) echo '"dispatch":{"kind":"media","inline":['"$(list 0 16 4 '[80,0,%g,0]')"']},"surfaces":['"$(surface 0 80 61),$(surface 2 80 61)]" ;;
	*sharpening_unmask*) echo '"dispatch":{"kind":"media","inline":['"$(list 0 4 15 '[80,0,%g,0,13,77]')"']},"surfaces":['"$(for b in 0 2 4; do
		surface $b 80 60
		echo ,
	done) $(surface 1 80 30),$(surface 3 80 60),$(surface 5 80 30)]" ;;
	*mfc_batchbuffer*) echo "$media,$(r5 '40,11,131075,458753,1281,720899,0,7,8'),\"surfaces\":[$(surface 0 24576 1),$(surface 1 4096 1),$(surface 2 16384 1)]" ;;
	*vme-batchbuffer*) echo "$media,$(r5 '511,1311235,0,0,0,0,0,0'),\"surfaces\":[$(surface 5 4096 1)]" ;;
	*clear_kernel*) echo '"dispatch":{"kind":"media","inline":[[0,4352,0,1,0,2,0,0],[32,4353,1,1,0,2,0,0]]},"surfaces":['"$(surface 0 128 64),$(surface 1 32 32)]" ;;
	*media_fill* | *gpgpu_fill*) echo '"dispatch":{"kind":"media","inline":[[0,0],[16,16]]},"curbe":[76],"surfaces":['"$(surface 0 64 64)]" ;;
	mesa* | xf86* | *render* | *null_state*) echo '"dispatch":{"kind":"raw","simd":16},"curbe":[16,16]' ;;
	*) echo "$media,\"curbe\":[16,16]" ;;
	esac
}
siptest() { # ROUTINE ARGUMENTS...: its JSON line
	local sip=$1 kinds=breakpoint,external-halt,software,illegal-opcode
	[ "$sip" = save_restore ] || kinds=context-save,software
	shift
	"$eulab" siptest --launch k.json --json --single --kinds $kinds --sip "$samples/sip_$sip.asm" "$@" 2>why
}
field() { sed -n "s/.*\"$1\":\"\{0,1\}\([^,\"}]*\).*/\1/p" "$2"; }
ends() { # KERNEL: at its end, or at the message that no shared function here takes
	if "$eulab" run --launch k.json >/dev/null 2>why; then
		printf '%s\tend\n' "$1"
	else
		printf '%s\t%s\n' "$1" "$(sed -n '1s/.*: send to \(.*\)/\1/p' why)"
	fi
}
[ "$most" = ends ] || printf '%-46s %6s  %s\n' kernel instr. 'routine: injections at boundaries'
ended=0 lost=0 total=0
for bin in "$corpus"/kernels/*.bin; do
	name=$(basename "$bin" .bin)
	total=$((total + 1))
	gen=7 && [ "${name##*.}" = g7 ] || gen=7.5
	cat "$bin" eot.bin >k.bin # a fragment has no end of its own
	printf '{"kernel":"k.bin","gen":"%s","max_insts":3000000,%s}\n' $gen "$(inputs "$name" | tr -d '\n')" >k.json
	if [ "$most" = ends ]; then
		ends "$name"
		continue
	fi
	siptest save_restore --every 1000000000 >first
	if [ "$(field verdict first)" = kernel ]; then
		printf '%-46s %6s  %s\n' "$name" - "$(sed -n '1s/.*: send/send/p' why)"
		continue
	fi
	ended=$((ended + 1)) insts=$(field total first) every=1
	[ "$most" = all ] || every=$(((insts + most - 1) / most))
	printf '%-46s %6s' "$name" "$insts"
	for sip in save_restore preempt; do
		siptest $sip --every "$every" >report
		printf '  %s: %s at %s' $sip "$(field injections report)" "$(field boundaries report)"
		[ "$(field verdict report)" = pass ] || { lost=$((lost + 1)) && printf ' LOST: %s' "$(cat why)"; }
	done
	echo
done
[ "$most" != ends ] || exit 0
echo "$ended of $total kernels run to their ends; $lost visits of a routine lost something"
[ $lost -eq 0 ] && [ $ended -gt 0 ]
