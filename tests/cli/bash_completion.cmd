# docs/eulab.bash: what bash offers for commands, options and files.
. docs/eulab.bash
offer() {
	COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
	_eulab
	echo "${COMPREPLY[*]}"
}
offer eulab s
offer eulab shell --hi
offer eulab run --dump
offer eulab as --c
offer eulab shell samples/calls.j
# --kinds: the words that siptest says it takes
said=$("$EULAB" siptest --sip samples/sip_tiny.asm --kinds ? samples/illegal.asm 2>&1 | sed "s/.* is none of \(.*\) (see .*/\1/; s/,//g")
[ "$said" = "$(offer eulab siptest --kinds '')" ] || echo "--kinds: siptest takes $said"
