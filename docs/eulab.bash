# Completion of eulab for bash: commands, options, their values and files. `make install` puts it where bash finds it.
# What is known at the cursor: $command, $option (that a value belongs to), $options and $words to offer.
_eulab_option() { # NAME COMMAND...
	case " ${*:2} " in *" $command "*) options+=" --$1" ;; esac
}
_eulab_words() { # OPTION "COMMAND..." KIND WORD...
	[ "$option" = "--$1" ] && { [ -z "$words" ] || [ "$3" = + ]; } || return
	case " $2 " in "  " | *" $command "*) words+=" ${*:4}" kind=$3 ;; esac
}
_eulab_arguments() { # COMMAND WORD...
	[ "$command" != "$1" ] || arguments+=" ${*:2}"
}
_eulab() {
	local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} equal='' command=${COMP_WORDS[1]}
	local options='' words='' kind='' arguments='' listed=''
	if [ "$word" = = ]; then # readline cuts words at it
		word='' equal=1
	elif [ "$option" = = ]; then
		option=${COMP_WORDS[COMP_CWORD - 2]} equal=1
	fi
	[ "$COMP_CWORD" -gt 1 ] || command=
	# begin bash_options
	_eulab_option gen run gdb serve shell tui as dis info check siptest new
	_eulab_option engine run gdb serve shell tui gpu cl siptest
	_eulab_option launch run gdb serve shell tui siptest visadiff
	_eulab_option sip run gdb serve shell tui check cl siptest
	_eulab_option input run gdb serve shell tui dis check siptest
	_eulab_option kernel-at run gdb serve shell tui siptest
	_eulab_option sip-at run gdb serve shell tui siptest
	_eulab_option csr run gdb serve shell tui siptest
	_eulab_option load run gdb serve shell tui siptest
	_eulab_option entry run gdb serve shell tui siptest
	_eulab_option threads run gdb serve shell tui siptest
	_eulab_option eus run gdb serve shell tui siptest
	_eulab_option eu-threads run gdb serve shell tui siptest
	_eulab_option quantum run gdb serve shell tui siptest
	_eulab_option dmask run gdb serve shell tui check siptest visadiff
	_eulab_option set run gdb serve shell tui siptest
	_eulab_option enable run gdb serve shell tui siptest
	_eulab_option match run gdb serve shell tui siptest
	_eulab_option quirk run gdb serve shell tui siptest
	_eulab_option max-insts run gpu cl siptest visadiff
	_eulab_option jobs run gpu cl siptest
	_eulab_option lint run gdb serve shell tui gpu cl siptest visadiff
	_eulab_option preempt gpu cl
	_eulab_option tcp cl
	_eulab_option trace run gdb serve shell tui gpu cl siptest
	_eulab_option profile run gpu cl
	_eulab_option timeline run
	_eulab_option dump run shell
	_eulab_option dump-mem run shell gpu
	_eulab_option dump-arg run shell
	_eulab_option arg run gdb serve shell tui siptest
	_eulab_option symbols run gdb serve shell tui gpu cl siptest
	_eulab_option dump-json run shell
	_eulab_option gpu gpu cl
	_eulab_option tbx gpu
	_eulab_option replay gpu
	_eulab_option stats gpu cl
	_eulab_option gdb cl
	_eulab_option debug cl
	_eulab_option aub cl
	_eulab_option listen serve shell tui gpu cl
	_eulab_option files serve shell tui
	_eulab_option once serve gpu
	_eulab_option no-wait serve
	_eulab_option gdb-threads gdb serve shell tui gpu cl
	_eulab_option at-end gdb serve
	_eulab_option history gdb serve shell tui gpu cl
	_eulab_option command shell
	_eulab_option script shell
	_eulab_option interactive shell
	_eulab_option keys tui
	_eulab_option colors tui
	_eulab_option ascii tui
	_eulab_option no-mouse tui
	_eulab_option format as
	_eulab_option compact as
	_eulab_option output as
	_eulab_option kernel dis info check
	_eulab_option bytes dis
	_eulab_option syntax dis
	_eulab_option json dis check siptest
	_eulab_option program check
	_eulab_option kinds siptest
	_eulab_option trap siptest
	_eulab_option every siptest
	_eulab_option boundaries siptest
	_eulab_option random siptest
	_eulab_option together siptest
	_eulab_option single siptest
	_eulab_option no-salt siptest
	_eulab_option ignore siptest
	_eulab_option lost siptest
	_eulab_option mutate siptest
	_eulab_option limit siptest
	_eulab_option list cl
	_eulab_option shard exec cl siptest
	_eulab_option help run gdb serve shell tui as dis exec info check gpu cl siptest merge new visadiff
	# end bash_options
	# begin bash_words
	_eulab_words gen "" "" 7 7.5 8 9 gfx600 gfx700 gfx803
	_eulab_words engine "run" "" fast reference jit both both=jit
	_eulab_words engine "" "" fast reference jit
	_eulab_words input "" "" asm bin hex elf
	_eulab_words trace "run" "list" exec exc mem regs rsp
	_eulab_words trace "gpu" "" gpu
	_eulab_words trace "" "list" exec exc mem rsp
	_eulab_words lint "" "=" stop
	_eulab_words profile "" "=" listing folded svg json
	_eulab_words gdb-threads "" "" channels eu
	_eulab_words at-end "" "" exit stop
	_eulab_words colors "" "" auto none 8 256
	_eulab_words format "" "" bin hex elf elfx86
	_eulab_words syntax "" "" manual messages iga
	_eulab_words kinds "" "list" breakpoint external-halt software illegal-opcode stack-overflow context-save trap exception debug
	_eulab_words enable "" "list" breakpoint software illegal-opcode stack-overflow
	_eulab_words gpu "" "" bdw skl kbl cfl bxt glk
	_eulab_words quirk "" "+" nomask-chanen=ignore nomask-chanen=apply
	_eulab_words quirk "" "+" vertical=halves vertical=registers
	_eulab_words quirk "" "+" addr-carry=carry addr-carry=no-carry
	_eulab_words quirk "" "+" pln-order=planar pln-order=interleaved
	_eulab_words quirk "" "+" f16-round=mode f16-round=rtz
	_eulab_words quirk "" "+" spf-if=jip spf-if=uip
	_eulab_words quirk "" "+" oword-mask=ignore oword-mask=apply
	_eulab_words quirk "" "+" illegal-disabled=nop illegal-disabled=stop
	_eulab_words quirk "" "+" suppress=sticky suppress=next
	_eulab_words quirk "" "+" step-recipe=set step-recipe=clear
	_eulab_words quirk "" "+" call-depth=none call-depth=16 call-depth=64
	_eulab_words quirk "" "+" df-masks=halves df-masks=elements
	_eulab_words quirk "" "+" halt-wait=break halt-wait=hold
	_eulab_words quirk "" "+" csr-scratch=base csr-scratch=header
	_eulab_words quirk "" "+" save-end=master save-end=eot
	_eulab_words quirk "" "+" save-wait=break save-wait=hold
	_eulab_words quirk "" "+" context-bits=cleared context-bits=kept
	_eulab_words quirk "" "+" fc0=pcip fc0=storage
	_eulab_words quirk "" "+" arf-end=repeat arf-end=zero
	_eulab_words quirk "" "+" latched=enters latched=lost
	_eulab_words quirk "" "+" breakpoint-disabled=ignored breakpoint-disabled=latched
	# end bash_words
	# begin bash_arguments
	_eulab_arguments "" help run gdb serve shell tui as dis exec info check gpu cl siptest merge new visadiff
	_eulab_arguments info opcodes registers exceptions messages assumptions kernels
	_eulab_arguments new kernel sip opencl
	_eulab_arguments help run gdb serve shell tui as dis exec info check gpu cl siptest merge new visadiff
	_eulab_arguments help illegal mov sel movi not and or xor shr shl dim smov asr cmp cmpn csel f32to16 f16to32 bfrev bfe
	_eulab_arguments help bfi1 bfi2 jmpi brd if brc else endif while break cont halt calla call ret goto join wait send sendc
	_eulab_arguments help sends sendsc math add mul avg frc rndu rndd rnde rndz mac mach lzd fbh fbl cbit addc subb sad2
	_eulab_arguments help sada2 dp4 dph dp3 dp2 line pln mad lrp madm nop
	_eulab_arguments help statement region types predicate conditional size options flow math send payload memory barrier registers directives dialects generations gcn
	# end bash_arguments
	[ "$kind" != = ] || [ -n "$equal" ] || words=
	if [ -n "$words" ]; then
		[ "$kind" != list ] || case $word in *,*) listed=${word%,*}, ;; esac # some are there already
		mapfile -t COMPREPLY < <(compgen -P "$listed" -W "$words" -- "${word#"$listed"}")
		return
	fi
	case $COMP_CWORD,$word in
	1,*) mapfile -t COMPREPLY < <(compgen -W "$arguments" -- "$word") ;;
	*,-*) mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word") ;;
	2,*) mapfile -t COMPREPLY < <(compgen -W "$arguments" -- "$word" && [ "$command" = help ] || compgen -f -- "$word") ;;
	*) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	esac
}
complete -o filenames -F _eulab eulab
