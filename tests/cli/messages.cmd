# Messages by name: written, read back, explained; what is wrong is named.
cd "$T"
printf '%s\n' 'send (8) r4 r10 untyped_read bti=1 simd8 xyzw' 'send (16) null r10 untyped_write bti=1 simd16 x' \
	'send (8) r4 r10 sampler a0.0<0;1,0>:ud' 'send (8) null r112 dereference resource=1 {EOT}' >kernel.asm
"$EULAB" as -o kernel.bin kernel.asm
"$EULAB" dis kernel.bin
"$EULAB" dis --syntax messages kernel.bin | tee again.asm
"$EULAB" as -o again.bin again.asm && cmp kernel.bin again.bin && echo the same bytes
"$EULAB" info messages untyped_read
"$EULAB" info --gen 9 messages oword_read
"$EULAB" info messages untyped_raed
printf 'send (8) r4 r10 untyped_read bti=1 smid8\n' >wrong.asm
"$EULAB" as wrong.asm
"$EULAB" dis --syntax words kernel.bin
