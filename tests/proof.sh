#!/bin/bash
# proof.sh EULAB BOUNDARIES [OPTION...] - siptest with every System Routine of the samples that is good,
# on every launch of the samples, at BOUNDARIES of each at most; OPTIONS are siptest's. A launch that a
# routine cannot serve stands below it, with the reason, and has to fail. Prints how many passed; the
# status is 1 when a launch of the other ones fails or one of these passes. JOBS=N host threads.
set -u
eulab=$(realpath "$1") boundaries=$2
shift 2
cd "$(dirname "$0")/.." || exit 1
all=breakpoint,external-halt,software,illegal-opcode,stack-overflow
loops='it returns to AIP, and steps over no illegal opcode: the kernel raises it for ever'
status=0
work=$(mktemp)
trap 'rm -f "$work"' EXIT

routine() { # NAME FOLDER KINDS [LAUNCH REASON]...: the options are siptest's
	local name=$1 folder=$2 kinds=$3 launch line rest
	local -A why=()
	shift 3
	while [ $# -gt 0 ]; do
		why[$1]=$2
		shift 2
	done
	"$eulab" siptest --sip "$folder/$name.json" --boundaries "$boundaries" --kinds "$kinds" --jobs "${JOBS:-1}" \
		"${options[@]}" "$folder" >"$work" 2>&1
	while read -r launch line rest; do
		case $launch in
		launch) continue ;;
		*.json | *.asm) ;;
		*)
			echo "$name: $launch $line $rest"
			continue
			;;
		esac
		if [ "$line" = passed ]; then
			[ -n "${why[$launch]:-}" ] && echo "$launch: it passed, and was to fail" && status=1
		elif [ -n "${why[$launch]:-}" ]; then
			echo "$launch: ${why[$launch]}"
		else
			echo "$launch: $line $rest"
			status=1
		fi
	done <"$work"
}
options=("$@")
routine sip_tiny samples breakpoint,external-halt,software,stack-overflow \
	illegal.json "$loops" rotate.json "$loops" sip_dispatch.json "$loops" sip_emulate.json "$loops"
for name in sip_dispatch sip_emulate sip_profile sip_save_restore sip_debug; do
	routine $name samples $all
done
routine sip_preempt samples $all,context-save
options+=(--lost dbg0) # where f0 is kept while the routine begins
routine sip_preempt samples/gen9 context-save
exit $status
