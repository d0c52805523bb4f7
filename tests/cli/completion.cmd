# What bash offers behind these words.
. docs/eulab.bash
offer() {
	COMP_WORDS=(eulab "$@") COMP_CWORD=$#
	COMPREPLY=()
	_eulab
	echo "$*: ${COMPREPLY[*]}"
}
offer s
offer help s
offer run --en
offer run --engine ''
offer run --engine = r
offer run --engine =
offer shell --engine ''
offer run --enable so
offer siptest --kinds breakpoint,s
offer shell --li
offer run README
