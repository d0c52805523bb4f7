# A thread that is over, or not there yet, takes no exception; one that waits for a slot enters for it with its first instruction.
"$EULAB" shell --launch samples/spawn.json --sip samples/sip_tiny.asm \
	-c 'raise external-halt 5; halt'
"$EULAB" shell --launch samples/spawn.json --sip samples/sip_tiny.asm -c 'preempt 5'
cat >"$T/k.asm" <<'END'
        nop
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
END
for commands in 'preempt 1' 'continue; halt' 'raise external-halt 1; catch external-halt; continue; print $ip; print $cr0'; do
	"$EULAB" shell --threads 2 --eus 1 --eu-threads 1 --sip samples/sip_tiny.asm -c "$commands" "$T/k.asm"
done
