#!/bin/bash
# cwsr.sh EULAB HANDLER - proves Linux' context switch handler for gfx8 on the launches of
# tests/gcn/cwsr/, and again with each of its instructions replaced by s_nop. HANDLER is
# cwsr_trap_gfx8_hex of the kernel's cwsr_trap_handler.h as a binary (linux-source-6.1: 498 dwords).
# The mutants that no launch finds must be the rows of tests/gcn/cwsr/survivors.tsv, which gives a
# reason for each. Prints the sums and the differences.
# REBASE=1 writes the rows anew, and keeps the reasons.
set -u
eulab=$(realpath "$1") handler=$(realpath "$2")
here=$(realpath "$(dirname "$0")")
rows=$here/gcn/cwsr/survivors.tsv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/gcn/." "$here/../samples/gcn/." "$work"
cd "$work/cwsr" || exit 1
cp "$handler" cwsr.bin
"$eulab" as --gen gfx803 -o second.bin ../debug.s || exit 1
printf '\0\x10\x20\0\0\0\0\0\0\0\0\0\0\0\0\0' >tma.bin
mutate() { # LAUNCH ARGUMENTS...
	"$eulab" siptest --launch "$1.json" "${@:2}" --mutate >"$1.out" || exit 1
	printf '%-8s %s\n' "$1" "$(tail -n 1 "$1.out")"
}
mutate groups --kinds context-save
mutate alone --kinds trap,exception,context-save
mutate large --kinds context-save
mutate second --kinds trap,exception --trap 3
# A mutant survives when every launch lists it.
cat ./*.out | sed -n 's/^\(0x[0-9a-f]*\)  \(.*[^ ]\)  *\(no difference\|never runs\)$/\1\t\2/p' | sort | uniq -c |
	awk -F'\t' '{ split($1, n, " "); if (n[1] == 4) print n[2] "\t" $2 }' >found
all=$(sed -n '$s/ mutants.*//p' groups.out)
survive=$(wc -l <found)
if [ "${REBASE:-0}" = 1 ]; then
	awk -F'\t' 'NR == FNR { why[$1] = $3; next } { print $0 "\t" why[$1] }' "$rows" found >new && cp new "$rows"
fi
echo "all      $all mutants, $((all - survive)) found, $survive survive"
grep -qP '\t$' "$rows" && echo 'a survivor without a reason:' && grep -P '\t$' "$rows" && exit 1
diff -u --label explained --label 'this run' <(cut -f 1,2 "$rows") found
