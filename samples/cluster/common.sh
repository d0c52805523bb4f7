# What slurm.sh and parallel.sh share: N FOLDER COMMAND... is the command line.
set -u
[ $# -ge 3 ] || { sed -n '2,/^[^#]/s/^# //p' "$0" >&2; exit 2; }
n=$1 folder=$2
shift 2
here=$(realpath "$(dirname "$0")")
mkdir -p "$folder" && folder=$(realpath "$folder") || exit 1

export INPUT=${INPUT:+$(realpath "$INPUT")}

# A folder is one run's.
run="$n $INPUT $*"
[ -e "$folder/run" ] || printf '%s\n' "$run" >"$folder/run"
[ "$(cat "$folder/run")" = "$run" ] || { echo "$folder is of another run: $(cat "$folder/run")" >&2; exit 1; }

missing() { # the parts that have no report yet, by commas
	local k
	for ((k = 1; k <= n; k++)); do
		[ -e "$folder/$k.json" ] || printf '%s,' "$k"
	done | sed 's/,$//'
}
finish() { # the whole report, and its status
	local left k reports=()
	left=$(missing)
	[ -z "$left" ] || { echo "no report of part $left; see $folder" >&2; exit 1; }
	for ((k = 1; k <= n; k++)); do reports+=("$folder/$k.json"); done
	"${EULAB:-eulab}" merge "${reports[@]}"
}
