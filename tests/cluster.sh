#!/bin/bash
# cluster.sh EULAB [BOX] - samples/cluster/ with GNU parallel, a part of which is killed and the run begun again; with BOX, a program
# that runs its arguments inside of a Slurm of two nodes (../shared/tools/slurm-box), on those, of which one loses its power meanwhile.
# The report of the parts must be that of the whole.
set -u
EULAB=$(realpath "$1") box=${2:-}
export EULAB
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rc=0
command=("$EULAB" siptest --launch samples/spawn.json --sip samples/sip_dispatch.asm)
same() { # NAME FILE STATUS [WANTED]
	if [ "$3" = "${4:-0}" ] && cmp -s "$work/whole" "$2"; then
		echo "$1: the same"
	else
		rc=1
		echo "$1: not the same, status $3"
	fi
}
"${command[@]}" --json >"$work/whole"

samples/cluster/parallel.sh 6 "$work/p" "${command[@]}" >"$work/p.json" 2>"$work/p.err"
same parallel "$work/p.json" $?
rm "$work/p/2.json" "$work/p/5.json"
: >"$work/p/2.json.part"
samples/cluster/parallel.sh 6 "$work/p" "${command[@]}" >"$work/p.json" 2>"$work/p.err"
same 'parallel, gone on' "$work/p.json" $?
"$EULAB" siptest --launch samples/sip_broken_flags.json --json >"$work/whole" 2>"$work/b.err"
samples/cluster/parallel.sh 3 "$work/100% b" "$EULAB" siptest --launch samples/sip_broken_flags.json >"$work/b.json" 2>"$work/b.err"
same 'parallel, a fault' "$work/b.json" $? 3
printf '{"id":%d,"asm":"mov (1) r4.0<1>:ud %d:ud"}\n' 1 1 2 2 3 3 4 4 5 5 >"$work/requests"
"$EULAB" exec <"$work/requests" >"$work/whole"
INPUT=$work/requests samples/cluster/parallel.sh 3 "$work/e" "$EULAB" exec >"$work/e.json" 2>"$work/e.err"
same 'parallel, exec' "$work/e.json" $?
samples/cluster/parallel.sh 4 "$work/e" "$EULAB" exec >/dev/null 2>"$work/e.err"
echo "another run in the folder: status $?"
[ -n "$box" ] || exit $rc

"${command[@]}" --json >"$work/whole"
timeout 300 "$box" samples/cluster/slurm.sh 4 "$work/s" "${command[@]}" >"$work/s.json" 2>"$work/s.err"
same slurm "$work/s.json" $?
# The power of a node is cut while its parts run; they go on on the other.
cat >"$work/slow" <<-'END'
	#!/bin/bash
	echo "$SLURMD_NODENAME" >>"$(dirname "$0")/nodes"
	sleep 4
	exec "$@"
END
cat >"$work/cut" <<-'END'
	#!/bin/bash
	(sleep 3; "$1" --cut n2) >&2 &
	shift
	"$@"
END
chmod +x "$work/slow" "$work/cut"
timeout 400 "$box" "$work/cut" "$box" samples/cluster/slurm.sh 8 "$work/c" "$work/slow" "${command[@]}" >"$work/c.json" 2>"$work/c.err"
same 'slurm, a node lost' "$work/c.json" $?
grep -q n2 "$work/nodes" || { echo 'no part was on that node'; rc=1; }
[ "$(wc -l <"$work/nodes")" -gt 8 ] || { echo 'no part was run again'; rc=1; }
exit $rc
