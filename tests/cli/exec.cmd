# The test protocol: a bad line does not end it.
printf '%s\n' \
	'{"id":"add","asm":"add (1) r20.0<1>:f r10.0<0;1,0>:f 1.5:f","set":{"r10":"0000803f"},"get":["r20:0"],"dmask":"0xff"}' \
	'not json' '' ' ' '{"id":"ill","code":"00000000000000000000000000000000","enable":["illegal-opcode"]}' | "$EULAB" exec
# A mistake in an included file is at its line of that file.
printf 'nop\n  frobnicate (8) r1:f\n' >"$T/part.inc"
printf '{"asm":"nop\\n.include \\"%s\\"\\nmov"}\n' "$T/part.inc" | "$EULAB" exec
# A surface over the code is not filled.
echo '{"asm":"mov (8) r1.0<1>:ud 1:ud","get":["r1"],"surfaces":[{"bti":0,"width":64,"address":0,"fill":255}]}' | "$EULAB" exec
