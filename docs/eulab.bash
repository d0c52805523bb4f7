# Completion of eulab for bash: commands, options and files. `make install` puts it where bash finds it.
_eulab() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options='' words='' listed=''
	if [ "$word" = = ]; then # readline cuts words at it
		word=
	elif [ "$before" = = ]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	if [ "$COMP_CWORD" -eq 1 ] || [ "$COMP_CWORD,${COMP_WORDS[1]}" = 2,help ]; then
		# begin bash_commands
		mapfile -t COMPREPLY < <(compgen -W "help run gdb serve shell tui as dis exec info check gpu cl siptest new visadiff" -- "$word")
		# end bash_commands
		return
	fi
	case ${COMP_WORDS[1]} in
	# begin bash_options
	run) options="--gen --engine --launch --sip --input --kernel-at --sip-at --csr --load --entry --threads --eus --eu-threads --quantum --dmask --set --enable --match --quirk --max-insts --jobs --lint --trace --profile --timeline --dump --dump-mem --dump-arg --arg --symbols --dump-json --help" ;;
	gdb) options="--gen --engine --launch --sip --input --kernel-at --sip-at --csr --load --entry --threads --eus --eu-threads --quantum --dmask --set --enable --match --quirk --lint --trace --arg --symbols --gdb-threads --at-end --history --help" ;;
	serve) options="--gen --engine --launch --sip --input --kernel-at --sip-at --csr --load --entry --threads --eus --eu-threads --quantum --dmask --set --enable --match --quirk --lint --trace --arg --symbols --listen --files --once --no-wait --gdb-threads --at-end --history --help" ;;
	shell) options="--gen --engine --launch --sip --input --kernel-at --sip-at --csr --load --entry --threads --eus --eu-threads --quantum --dmask --set --enable --match --quirk --lint --trace --dump --dump-mem --dump-arg --arg --symbols --dump-json --listen --files --gdb-threads --history --command --script --interactive --help" ;;
	tui) options="--gen --engine --launch --sip --input --kernel-at --sip-at --csr --load --entry --threads --eus --eu-threads --quantum --dmask --set --enable --match --quirk --lint --trace --arg --symbols --listen --files --gdb-threads --history --keys --no-mouse --help" ;;
	as) options="--gen --format --compact --output --help" ;;
	dis) options="--gen --input --kernel --bytes --syntax --json --help" ;;
	exec) options="--help" ;;
	info) options="--gen --kernel --help" ;;
	check) options="--gen --sip --input --kernel --json --program --help" ;;
	gpu) options="--engine --max-insts --jobs --lint --preempt --trace --profile --dump-mem --symbols --gpu --tbx --replay --stats --listen --once --gdb-threads --history --help" ;;
	cl) options="--engine --sip --max-insts --jobs --lint --preempt --trace --profile --symbols --gpu --stats --gdb --debug --aub --listen --gdb-threads --history --help" ;;
	siptest) options="--gen --engine --launch --sip --input --kernel-at --sip-at --csr --load --entry --threads --eus --eu-threads --quantum --dmask --set --enable --match --quirk --max-insts --jobs --lint --trace --arg --symbols --json --kinds --trap --every --random --together --single --no-salt --ignore --lost --mutate --limit --help" ;;
	new) options="--help" ;;
	visadiff) options="--launch --dmask --max-insts --lint --help" ;;
	# end bash_options
	esac
	case $before in
	# begin bash_exceptions
	--enable) words="breakpoint software illegal-opcode stack-overflow" ;;
	# end bash_exceptions
	--kinds) words="breakpoint external-halt software illegal-opcode context-save" ;; # as siptest itself says
	--engine)
		words='fast reference jit'
		[ "${COMP_WORDS[1]}" != run ] || words+=' both both=jit'
		;;
	esac
	if [ -n "$words" ]; then
		case $word in *,*) listed=${word%,*}, ;; esac # some of a list are there already
		mapfile -t COMPREPLY < <(compgen -P "$listed" -W "$words" -- "${word##*,}")
		return
	fi
	case $word in
	-*) mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word") ;;
	*) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	esac
}
complete -o filenames -F _eulab eulab
