# What zsh and fish offer; values that all of them have from ui/words.def are taken by the program; the files are installed.
cat >"$T/zsh" <<'X'
compset() { PREFIX=${PREFIX##${~@[-1]}} }
matching() { print -r -- ${(M)@:#$PREFIX*} }
_describe() { matching ${(P)2%%:*} }
compadd() { matching ${(P)2} }
_files() { print FILES }
offer() {
	local words=(eulab "$@") CURRENT=$(($# + 1)) PREFIX=${@[-1]}
	print -r -- "zsh $*: $(source docs/_eulab | tr '\n' ' ')"
}
offer s
offer run --en
offer run --engine ''
offer shell --engine=r
offer run --trace exec,r
offer gpu --trace ''
offer run --profile ''
offer run --profile=s
offer run --quirk spf
offer help NoM
offer help stat
offer new ''
offer shell --li
X
zsh -f "$T/zsh"
zsh -n docs/_eulab
fish --no-config -c 'source docs/eulab.fish
for line in "s" "run --en" "run --engine " "shell --engine=r" "run --trace exec,r" "gpu --trace " "run --profile=s" "run --quirk spf" "help stat" "new k" "shell --li"
	echo fish $line: (complete -C "eulab $line" | string replace -r "\t.*" "" | string match -v -r "/\$")
end'
# shellcheck disable=SC1091
. docs/eulab.bash
offer() {
	COMP_WORDS=(eulab "$@") COMP_CWORD=$# COMPREPLY=()
	_eulab
	echo "bash $*: ${COMPREPLY[*]}"
}
offer run --gen ''
offer run --trace exec,r
offer gpu --trace ''
offer run --profile = s
offer run --quirk spf
offer info o
offer new s
offer as --format e
offer dis --syntax ''
printf 'nop\n' >"$T/k.asm"
awk -F'"' '/^WORDS/ && $2 ~ /^(gen|engine|input|trace|format|syntax|gdb-threads|at-end)$/ { print $2, $4 == "" ? "-" : $4, $6 }' ui/words.def | while read -r option commands words; do
	case $option,$commands in format,*) run=as ;; syntax,*) run=dis ;; gdb-threads,*) run=shell ;; at-end,*) run=serve ;; *,gpu) continue ;; engine,- | trace,-) run=shell ;; *) run=run ;; esac
	for word in $words; do
		case $run in shell) more='-c quit' ;; serve) more='--listen - --once' ;; as) more="-o $T/out" ;; dis) more='--gen 8' ;; *) more= ;; esac
		# shellcheck disable=SC2086 # a list of words
		timeout 20 "$EULAB" $run "--$option=$word" $more "$T/k.asm" >"$T/said" 2>&1 </dev/null
		[ $? -ne 2 ] || { echo "$run --$option=$word"; cat "$T/said"; }
	done
done
