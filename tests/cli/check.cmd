# Every broken rule with its line or address; status 1 when one is an error.
try() { "$EULAB" check "$@"; echo "status $?"; }
cat >"$T/rules.asm" <<'END'
// line 1
mov (8) r10.0<1>:w r12<8;8,1>:d
add (4) r10<1>:f r12<4;8,1>:f r14<1;1,1>:d
cmp.z.f0.0 (8) null<1>:f r12<8;8,1>:f r14<8;8,1>:f
jmpi (1) +4096 {NoMask}
END
cd "$T"
try rules.asm
try --json rules.asm
try --json --program rules.asm | grep -c '"severity":"error"'
"$EULAB" as -o rules.bin rules.asm
try rules.bin | head -2
cat >fine.asm <<'END'
mov (8) r112<1>:ud r0<8;8,1>:ud
send (8) null<1>:ud r112<8;8,1>:ud 0x27 0x02000010:ud {EOT}
END
try --program fine.asm
printf 'mov (8 r1\nfrob (8) r1\n' >bad.asm
try bad.asm
# Channels that the dispatch enables, and that no instruction but branches is wide enough for.
cat >idle.asm <<'K'
mov (8) r2.0<1>:d 5:d
again: add (8) r2.0<1>:d r2.0<8;8,1>:d -1:d
cmp.le.f0.0 (8) null<1>:d r2.0<8;8,1>:d 0:d {Switch}
(-f0.0) while (8) again
mov (8) r112<1>:ud r0<8;8,1>:ud
send (8) null<1>:ud r112<8;8,1>:ud 0x27 0x02000010:ud {EOT}
K
try idle.asm
try --program --dmask 0xff idle.asm
try --dmask 0 idle.asm
try --sip idle.asm | grep -c idle-loop || :
