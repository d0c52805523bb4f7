# Every value of every switch of sim/quirks.def makes the difference that its row says. halt-wait is missing: only a
# host halts a thread that sleeps, tests/gdb/halt_wait_*.gdb; save-wait likewise, tests/test_exception_gen9.c.
RETURN='and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}\n'
SAVED='"gen":"9","asm":"nop\nnop\nnop","raise":[{"at":2,"kind":"context-save"}],"max":20'
field() { # NAME: of the program that shows it, the rest of a request of `eulab exec`
	case $1 in
	nomask-chanen) echo '"asm":"mov (4) r20.0<1>.x:ud 7:ud {Align16, NoMask}","get":["r20"]' ;;
	vertical) echo '"asm":"(f0.0.anyv) mov (8) r20.0<1>:uw 7:uw","set":{"f0":"01000200","f1":"04000000"},"get":["r20"]' ;;
	addr-carry) echo '"asm":"mov (1) r20.0<1>:ud r[a0.0, 16]<0;1,0>:ud","set":{"a0":"5000","r2":"02","r3":"03"},"get":["r20"]' ;;
	pln-order) echo '"asm":"pln (16) r20.0<1>:f r2.0<0;1,0>:f r4.0<8;8,1>:f",
		"set":{"r2":"0000803f00000040","r4":"0000803f","r5":"00004040","r6":"0000a040"},"get":["r20"]' ;;
	f16-round) echo '"asm":"f32to16 (1) r20.0<1>:uw r2.0<0;1,0>:f","set":{"r2":"00f07f3f"},"get":["r20"]' ;;
	spf-if) echo '"asm":"or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 4:ud {NoMask, Switch}\n(f0.0) if (1) jip uip\n
		mov (1) r20.0<1>:ud 1:ud\njip: add (1) r20.0<1>:ud r20.0<0;1,0>:ud 2:ud\nuip: nop","get":["r20"]' ;;
	oword-mask) echo '"asm":"send (8) null<1>:ud r2.0<8;8,1>:ud 0xa 0x040a02ff","dmask":"0x3",
		"set":{"r2:8":"00010000","r3":"01000000020000000300000004000000"},"mem":{"0x1000":"'"$(printf '0%.0s' {1..64})"'"},"get":["mem:0x1000+16"]' ;;
	illegal-disabled) echo '"asm":"illegal\nmov (1) r20.0<1>:ud 1:ud","get":["r20","cr0:4"]' ;;
	suppress) echo '"asm":"nop\nnop {Breakpoint}\nnop","set":{"cr0":"00800000"},"enable":["breakpoint"],"get":["cr0"]' ;;
	step-recipe) echo '"asm":"nop\nnop","set":{"cr0:4":"00800080"},
		"sip":{"asm":"add (1) r20.0<1>:ud r20.0<0;1,0>:ud 1:ud {NoMask}\nand (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}\nnop"},
		"max":8,"get":["r20","ip"]' ;;
	call-depth) echo '"asm":"here: add (1) r20.0<1>:ud r20.0<0;1,0>:ud 1:ud\ncall (2) r10.0<1>:ud here","enable":["stack-overflow"],
		"max":1000,"get":["r20","cr0:4"]' ;;
	df-masks) echo '"asm":"cmp.l.f0.0 (8) null<1>:df r2.0<8;8,1>:df r4.0<0;2,1>:df {2N}\n(f0.0) mov (8) r20.0<1>:df r2.0<8;8,1>:df {2N}",
		"dmask":"0xff","set":{"r2":"000000000000f0bf000000000000f03f00000000000000c0000000000000f0bf"},"get":["f0","r20"]' ;;
	csr-scratch) echo "$SAVED"',"mem":{"0x3000":"00000000"},"sip":{"asm":"mov (8) r9.0<1>:ud 0x2000:ud {NoMask}\n
		mov (8) r10.0<1>:ud 7:ud {NoMask}\nsend (8) null<1>:ud r9.0<8;8,1>:ud 0xa 0x040e0080 {NoMask}\n'"$RETURN"'"},
		"get":["mem:0xfe011000+4","mem:0x3000+4"]' ;;
	save-end) echo "$SAVED"',"sip":{"asm":"'"$RETURN"'mov (1) r20.0<1>:ud 1:ud {NoMask}\nmov (8) r127.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n
		send (8) null<1>:ud r127.0<8;8,1>:ud 0x7 0x02000000 {EOT}"},"get":["r20"]' ;;
	context-bits) echo "$SAVED"',"sip":{"asm":"'"$RETURN"'"},"get":["cr0:4"]' ;;
	fc0) echo "$SAVED"',"sip":{"asm":"mov (1) r20.0<1>:ud fc0.0<0;1,0>:ud {NoMask}\n'"$RETURN"'"},"get":["r20"]' ;;
	arf-end) echo '"gen":"9","asm":"mov (8) r20.0<1>:ud dbg0.0<8;8,1>:ud {NoMask}","set":{"dbg0":"0100000002000000"},"get":["r20"]' ;;
	latched) echo '"asm":"illegal\nillegal\nnop","enable":["illegal-opcode"],
		"sip":{"asm":"add (1) r20.0<1>:ud r20.0<0;1,0>:ud 1:ud {NoMask}\nadd (1) cr0.2<1>:ud cr0.2<0;1,0>:ud 16:ud {NoMask, Switch}\n'"$RETURN"'nop"},
		"max":20,"get":["r20","ip"]' ;;
	breakpoint-disabled) echo '"asm":"nop {Breakpoint}\nnop","get":["cr0:4"]' ;;
	esac
}
awk -F'"' '/^QUIRK\(/ && $2 != "halt-wait" && $2 != "save-wait" { print $2, $4 }' sim/quirks.def | while read -r name values; do
	[ -n "$(field "$name")" ] || echo "$name: no program shows it" >&2
	for value in ${values//|/ }; do
		printf '{"id":"%s=%s","quirk":{"%s":"%s"},%s}\n' "$name" "$value" "$name" "$value" "$(field "$name" | tr -d '\t\n')"
	done
done | "$EULAB" exec
# why the machine stopped for an illegal opcode that enters nothing: disabled, or met by the routine
printf '        illegal\n' >"$T/k.asm"
"$EULAB" run --quirk illegal-disabled=stop --sip samples/sip_tiny.asm "$T/k.asm"
"$EULAB" run --quirk illegal-disabled=stop --sip "$T/k.asm" --enable illegal-opcode "$T/k.asm"
