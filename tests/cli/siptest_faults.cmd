# Routines at fault: one line that says so, status 3, and never a hang.
kernel='--dmask 0xff samples/divergence.asm'
try() { # WHAT: the routine is on stdin
	cat >"$T/sip.asm"
	# shellcheck disable=SC2086 # several words
	"$EULAB" siptest --kinds software --limit 1000 --sip "$T/sip.asm" $kernel 2>&1 >"$T/out"
	echo "$1: status $?"
	head -1 "$T/out"
}
try 'falls off its end' <<'END'
        and (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud 0x07ffffff:ud {NoMask, Switch}
END
try 'loops for ever' <<'END'
again:  jmpi (1) again {NoMask}
END
try 'goes back without the master bit' <<'END'
        mov (1)  ip<1>:ud     cr0.2<0;1,0>:ud {NoMask, Switch}
END
try 'ends the thread' <<'END'
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x02000010 {EOT, NoMask}
END
try 'leaves the control bit' <<'END'
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}
        nop
END
try 'waits for nobody' <<'END'
        wait (1) n0.0<0;1,0>:ud {NoMask}
END
try 'is not simulated' <<'END'
        sends_nowhere:
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x2 0x0200b010 {NoMask}
END
try 'is nothing' <<'END'
        illegal
END
