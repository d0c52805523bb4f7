# The limits of each key of a request, on both sides, and what a request that breaks them is told.
answer() { # REST of a request, or a field that is looked at alone, before it
	if [ "$1" = . ]; then
		echo "{\"asm\":\"nop\",$2}" | "$EULAB" exec | sed 's/.*"get":\({[^}]*}\).*/\1/; s/.*"error":/error /'
	else
		echo "{$1}" | "$EULAB" exec
	fi
}
echo '# the program'
echo | "$EULAB" exec
answer '"code":"7e00000000000000","asm":"nop"'
answer '"code":"7e000000000000000000000000000000 7e000000000000"'
answer '"code":"7E00000000000000 0000000000000000"'
answer '"code":""'
answer '"asm":"nop\nfoo\nbar"'
answer '"asm":"nop","sip":"7e00000000000000 000000000000000g"'
answer '"asm":"nop","sip":null'
answer '"asm":"nop","sip":""'
answer '"asm":"nop","sip":{"asm":"nop","hex":"00"}'
answer '"asm":"nop","gen":7.1'
answer '"asm":"nop","gen":"6"'
answer '"asm":"nop","engine":"fats"'
answer '"asm":"nop","lint":1'
answer '"asm":"nop","max":-1'
answer '"asm":"nop","max":"0x10"'
answer '"asm":"nop","get":["g7",7]'
answer '"asm":"nop","id":[1,{"a":null}],"set":7,"mem":[],"get":{},"surfaces":{},"samplers":7,"raise":"x","match":{},"quirk":[]'

# the generation as a launch file writes it: :q is a type from Gen8 on
for gen in 7 7.5 '"7.5"' 8 9.0 '"9"'; do answer "\"asm\":\"mov (1) r2.0<1>:q r3.0<0;1,0>:q\",\"gen\":$gen"; done
echo '# how a run ends'
# 100000 instructions unless "max" says another number, and as many as there are before the limit
answer '"asm":"L: jmpi (1) L {NoMask}"'
answer '"asm":"nop\nnop\nnop","max":2'
answer '"asm":"nop\nnop\nnop","max":3'
answer '"asm":"nop","sip":{"asm":"nop"},"enable":["illegal-opcode"]'
answer '"asm":"mov (8) r2.0<1>:ud r300.0<8;8,1>:ud"'
answer '"asm":"add (8) r2.0<1>:ud r3.0<8;8,1>:ud 1:ud","lint":false'
answer '"asm":"mov (8) r2.0<1>:f r3.1<8;8,1>:f\nsend (8) r4.0<1>:ud r2.0<8;8,1>:ud 0xa 0x02106e00","lint":true'
answer '"asm":"nop","sip":{"asm":"nop"},"enable":["illegal-opcode"],"set":{"cr0:4":"00200020"}'
# the routine ends before its first byte behind it is met; the routine of Gen9 saves to its own area
answer '"gen":"9","asm":"nop","sip":{"asm":"nop"},"raise":[{"kind":"software"}],"enable":["software"],"get":["mem:0x800000+4"]'
# one exception before another, whatever their order in the request; one behind the end does nothing
answer '"asm":"nop\nnop\nnop\nnop","raise":[{"at":9,"kind":"software"},{"at":3,"kind":"external-halt"}]'
answer '"asm":"nop\nnop","raise":[{"at":3,"kind":"external-halt"}]'
answer '"asm":"nop\nnop","raise":[{"at":2,"kind":"external-halt"}]'
answer '"asm":"nop\nnop","raise":[{"kind":"external-halt"}]'
answer '"asm":"wait (1) n0\nnop","raise":[{"at":2,"kind":"external-halt"}]'
answer '"asm":"wait (1) n0\nnop","raise":[{"at":3,"kind":"external-halt"}]'
answer '"asm":"nop","raise":[7]'
answer '"asm":"nop","raise":[{}]'
answer '"asm":"nop","raise":[{"kind":"softwar"}]'
answer '"asm":"nop","raise":[{"kind":"context-save"},{"kind":"context-restore","at":2}],"sip":{"asm":"nop"}'
answer '"asm":"nop","raise":[{"kind":"context-save","at":3},{"kind":"context-restore","at":2}]'

echo '# registers and memory'
for get in r0 r0:0 r0:31 r0:32 r127:30 r128 r0: r0:0x1f r0:00000000000 r0:000000000000 f0:3 f2 ip:3 ip:4 'mem:0+0' 'mem:0+1' 'mem:0x0+1048577' 'mem:+1' 'mem:0' 'mem:0+' 'mem:4294967295+2' 'mem:4294967296+1' 'mem:0x0000000000000000000001+1' 'mem:0x000000000000000000001+1'; do
	printf '%s: ' "$get"
	answer . "\"get\":[\"$get\"]" | cut -c1-200
done
put() { # SET GET
	printf '%s: ' "$1"
	answer . "${3:-}\"set\":{$1},\"get\":[\"$2\"]" | cut -c1-200
}
put '"r5:28":"01020304"' r5:28
put '"r5:28":"0102030405"' r5:28
put '"r5:28":"0x010203"' r5:28
put '"r5:28":"0X010203"' r5:28
put '"r5:28":""' r5:28
put '"r5.7:ud":"0x01020304"' r5:24
put '"r5.8:ud":"1"' r5:24
put '"r5.6:ud":"1,2"' r5:24
put '"r5.6:ud":"1,2,3"' r5:24
put '"r5.6:ud":"1,"' r5:24
put '"r5.14:w":"-32768,65535"' r5:28
put '"r5.14:w":"-32769"' r5:28
put '"r5.14:w":"32768"' r5:28
put '"r5.14:w":"65536"' r5:28
put '"r5.31:ub":"255"' r5:31
put '"r5.31:ub":"256"' r5:31
put '"r5.31:b":"-128"' r5:31
put '"r5.31:b":"-129"' r5:31
put '"r5.7:d":"-2147483648"' r5:28
put '"r5.7:d":"-2147483649"' r5:28
put '"r5.7:f":"1.5"' r5:28
put '"r5.7:f":"1.5x"' r5:28
put '"r5.7:f":""' r5:28
put '"r5.3:df":"1.5"' r5:24
put '"r5.4:df":"1.5"' r5:24
put '"r5.3:q":"-1"' r5:24
put '"r5.3:q":"-9223372036854775808"' r5:24 '"gen":"8",'
put '"r5.3:q":"-9223372036854775809"' r5:24 '"gen":"8",'
put '"r5.3:uq":"18446744073709551615"' r5:24 '"gen":"8",'
put '"r5.3:uq":"18446744073709551616"' r5:24 '"gen":"8",'
put '"r5.15:hf":"1.5"' r5:30 '"gen":"8",'
put '"r5.15:hf":"1.00048828125"' r5:30 '"gen":"8",'
put '"r5.15:hf":"1.50048828125"' r5:30 '"gen":"8",'
put '"r5.15:hf":"1"' r5:30
put '"r5.0000000000007:ud":"1"' r5:28
put '"r5.00000000007:ud":"1"' r5:28
put '"r5.:ud":"1"' r5:28
put '"r5.7:":"1"' r5:28
put '"r5.7":"1"' r5:28
put '"r5.x:ud":"1"' r5:28
put '"r500.1:ud":"1"' r5:28
put '"r5:ud":"1,2,3,4,5,6,7,8"' r5
put '"r5:ud":"1,2,3,4,5,6,7,8,9"' r5
put '"r5:ud":"00000000000000000000000000000000000000000000007"' r5:28
put '"r5:ud":"000000000000000000000000000000000000000000000007"' r5:28
put '"r5:ud":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"' r5:28
put '"r5:ud":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"' r5:28
put '"q5":"00"' r5:28
put '"cr0:4":"00000020"' cr0:4
put '"r5":7' r5:28
store() { # MEM GET
	printf '%s: ' "$1"
	answer . "\"mem\":{$1},\"get\":[\"$2\"]"
}
store '"0xfffffffe":"0102"' mem:0xfffffffe+2
store '"0xfffffffe":"010203"' mem:0xfffffffe+2
store '"4294967296":"01"' mem:0+1
store '"x":"01"' mem:0+1
store '"4096":"0"' mem:0+1
store '"4096":""' mem:4096+1
store '"4096":"DE ad Fg"' mem:4096+1
store '"4096":"DE ad Ff"' mem:4095+5

echo '# comparators and quirks'
answer '"asm":"nop\nnop","match":[{"ip":16},{"ip":"0x20"}],"enable":["breakpoint"]'
answer '"asm":"nop\nnop","match":[{"ip":16},{"ip":"0x20"},{"ip":"0x30"}],"enable":["breakpoint"]'
answer '"asm":"nop\nadd (8) r1:d r1:d 1:d","match":[{"opcode":"0x40"}],"enable":"breakpoint"'
answer '"asm":"nop\nnop","match":[{"opcode":127}]'
answer '"asm":"nop\nnop","match":[{"opcode":128}]'
answer '"asm":"nop\nnop","match":[{"opcode":"ad"},{"opcode":"addd"},{"opcodes":"add"},{"i":4},{"ip":"x"},{"ip":[]},{"ip":4294967296}]'
answer '"asm":"nop\nnop","match":[7]'
answer '"asm":"nop","quirk":{"nosuch":"1"}'
answer '"asm":"nop","enable":["software","breakpoints",7,"brakpoint"]'
answer '"asm":"nop","enable":7'
answer '"asm":"nop","enable":"software,stack-overflow","get":["cr0:4"]'
answer '"asm":"nop","dmask":4294967296'
answer '"asm":"nop","dmask":4294967295,"get":["sr0:8"]'

echo '== surfaces'
surface() { answer . "\"get\":[\"mem:0+2\",\"mem:4096+5\"],\"surfaces\":[$1]"; }
surface '{"bti":0,"width":4,"address":0,"fill":0}'
surface '{"bti":0,"width":4,"address":0}'
surface '{"bti":0,"width":4,"address":15,"fill":0}'
surface '{"bti":0,"width":4,"address":16,"fill":0}'
surface '{"bti":0,"width":4,"address":4096,"fill":1}'
surface '{"bti":0,"width":4,"address":4096,"fill":1},{"bti":0,"width":4,"address":8192}'
surface '{"bti":0,"width":4,"address":4096,"fill":1},{"bti":1,"width":2,"address":4098,"fill":2}'
surface '{"bti":0,"width":4,"address":4096,"in":"x"}'
surface '{"bti":0,"width":4,"address":4096,"data":{"f":[1]}}'
surface '7'
