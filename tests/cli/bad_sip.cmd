# A System Routine at fault, in `run`, `siptest` and `exec`: one line that says what and where; status 1 for a bad
# address (siptest: 3), 3 for what the routine does. Only the last kernel raises nothing by itself.
kernel='illegal'
eot='send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}'
printf 'illegal\n%s\n' "$eot" >"$T/kernel.asm"
printf 'nop\n%s\n' "$eot" >"$T/quiet.asm"
try() { # WHAT ARGUMENTS...
	echo "== $1"
	shift
	for how in 'run --lint --max-insts 1000 --enable illegal-opcode' 'siptest --max-insts 1000 --limit 500 --enable illegal-opcode'; do
		# shellcheck disable=SC2086 # several words
		"$EULAB" $how "$@" "$T/kernel.asm" 2>&1
		echo "${how%% *}: status $?"
	done
	"$EULAB" siptest --limit 500 --kinds external-halt "$@" "$T/quiet.asm" 2>&1 | grep '^eulab'
	echo "siptest, quiet kernel: status ${PIPESTATUS[0]}"
}
routine() { # WHAT: the routine is on stdin
	cat >"$T/sip.asm"
	try "$1" --sip "$T/sip.asm"
	echo '{"asm":"illegal","enable":["illegal-opcode"],"max":100,"sip":{"asm":"'"$(cat "$T/sip.asm")"'"}}' | "$EULAB" exec |
		sed 's/"get.*"error"/... "error"/'
}
try 'not on a multiple of 16 bytes' --sip-at 0x80008 --sip samples/sip_tiny.asm
try 'reaches behind the last address' --sip-at 0xfffffff0 --sip samples/sip_tiny.asm
try 'over the kernel' --sip-at 0x10 --sip samples/sip_tiny.asm
: >"$T/empty.asm"
try 'empty' --sip "$T/empty.asm"
routine 'falls off its end' <<'END'
and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x07ffffff:ud {NoMask, Switch}
END
routine 'loops for ever' <<'END'
again: jmpi (1) again {NoMask}
END
routine 'never clears the master bit' <<'END'
add (1) ip<1>:ud cr0.2<0;1,0>:ud 16:ud {NoMask, Switch}
END
"$EULAB" run --enable illegal-opcode --sip "$T/sip.asm" "$T/kernel.asm" && echo 'with a warning'
"$EULAB" run --enable illegal-opcode --threads 3 --jobs 2 --sip "$T/sip.asm" "$T/kernel.asm"
routine 'ends the thread' <<'END'
send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x02000010 {EOT, NoMask}
END
true
