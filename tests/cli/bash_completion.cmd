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
