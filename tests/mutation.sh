#!/bin/bash
# mutation.sh EULAB [SAMPLE...] - runs siptest over mutants of System Routines and shows which of
# them it finds. tests/mutants/SAMPLE.txt lists the survivors, line by line, below a reason: `= ...`
# says why the mutant does the same as the routine; `! ...` says why siptest does not see that it
# does not. The status is 1 when a list is not exact, or when less than 97 % of the mutants that are
# not the same are found. JOBS=N host threads.
set -u
eulab=$(realpath "$1")
shift
cd "$(dirname "$0")/.." || exit 1
[ $# -gt 0 ] || set -- sip_dispatch sip_emulate sip_profile sip_save_restore
# At 0x1ffffc0, where the kernels lie, AIP has bits in its upper half, and carries into it.
declare -A options=([sip_profile]='--every 37' # of the long runs: boundaries enough, in minutes
	[sip_save_restore]='--every 5 --eus 32') # more than 64 slots: the offset of the last ones has more than 16 bits
work=$(mktemp -d) status=0
trap 'rm -rf "$work"' EXIT
lists() { # the lists of SAMPLE: its own, and of what it includes
	local f
	for f in "$1" $(sed -n 's/.*\.include "\(.*\)\.inc".*/\1/p' "samples/$1.asm"); do
		[ ! -e "tests/mutants/$f.txt" ] || cat "tests/mutants/$f.txt"
	done
}
for name; do
	start=$(date +%s)
	# shellcheck disable=SC2086 # several words
	"$eulab" siptest --launch "samples/$name.json" --kernel-at 0x1ffffc0 ${options[$name]:-} --mutate --jobs "${JOBS:-2}" \
		>"$work/out" 2>"$work/err" || {
		cat "$work/out" "$work/err"
		exit 1
	}
	sed -n '/^[^ ]*:[0-9]*: /p' "$work/out" | sort -u >"$work/survive"
	lists "$name" | grep -v '^[=!]' | grep . | sort -u >"$work/listed"
	# when several routines share an include, each line of it is listed once
	lists "$name" | awk '/^=/{eq=1} /^!/{eq=0} !/^[=!]/&&NF&&eq' | sort -u >"$work/same"
	read -r mutants found survive < <(sed -n '$s/^\([0-9]*\) mutants, \([0-9]*\) found, \([0-9]*\) survive$/\1 \2 \3/p' "$work/out")
	same=$(comm -12 "$work/survive" "$work/same" | wc -l)
	if ! cmp -s "$work/survive" "$work/listed"; then
		echo "$name: the list is not exact: < survives and is not listed, > is listed and does not survive"
		diff "$work/survive" "$work/listed" | grep '^[<>]'
		status=1
	fi
	echo "$name: $mutants mutants, $found found, $survive survive: $same the same by argument, $((survive - same)) not found," \
		"$((found * 1000 / (mutants - same)))/1000 of those that are another routine; $(($(date +%s) - start)) s"
	[ $((found * 100)) -ge $((97 * (mutants - same))) ] || status=1
done
exit $status
