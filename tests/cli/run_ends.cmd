# what a run that goes wrong says of its end: no EOT, channels that only loop, accesses to what is not there
send='send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n'
printf 'mov (8) r2.0<1>:d 1:d\n' >"$T/no_eot.asm"
printf 'jmpi (1) 4096\n'"$send" >"$T/away.asm"
for k in no_eot away; do for e in fast reference; do "$EULAB" run --engine $e "$T/$k.asm"; echo "status $?"; done; done
loop='mov (8) r3.0<1>:d 0:d\nagain:\nadd (8) r3.0<1>:d r3.0<8;8,1>:d 1:d\ncmp.ge.f0.0 (8) null<1>:d r3.0<8;8,1>:d 10:d {Switch}\n'
printf "$loop"'(f0.0) break (8) done done\nwhile (8) again\ndone:\n'"$send" >"$T/loop.asm"
printf "$loop"'(-f0.0) while (8) again\n'"$send" >"$T/while.asm"
printf "$loop"'while (8) again\n'"$send" >"$T/ever.asm"
for k in loop while ever; do "$EULAB" run --max-insts 1000 "$T/$k.asm"; echo "status $?"; done
"$EULAB" run --max-insts 1000 --lint "$T/loop.asm"
"$EULAB" run --dmask 0xff "$T/loop.asm"; echo "status $?"
read='mov (8) r4.0<1>:ud 0:ud {NoMask}\nmov (1) r4.2<1>:ud %s:ud {NoMask}\nsend (8) r6.0<1>:ud r4.0<8;8,1>:ud 0xa 0x021800%s\n'
printf "$read$send" 0 07 >"$T/no_surface.asm"
printf "$read$send" 0x1000 00 >"$T/outside.asm"
printf "$read$send" 0 00 >"$T/inside.asm"
printf 'again:\n'"$read"'jmpi (1) again\n' 0 07 >"$T/for_ever.asm"
"$EULAB" run --max-insts 40 "$T/for_ever.asm"
for k in no_surface outside inside; do
	echo '{"kernel": "'$k'.asm", "dispatch": {"kind": "gpgpu", "grid": [8, 1, 1], "simd": 8},
		"surfaces": [{"bti": 0, "width": 64, "address": "0x100000"}]}' >"$T/$k.json"
	for how in '' '--engine reference' '--engine both' '--jobs 2'; do "$EULAB" run $how --launch "$T/$k.json"; echo "$k $how: status $?"; done
done
"$EULAB" run --launch "$T/no_surface.json" --lint 2>&1 | tail -2
