# What a newcomer types that is nearly right: the answer says what is right.
sh() { "$EULAB" shell --dmask 0xff samples/divergence.asm -c "$1"; }
sh 'print pcip; print ip; info registers r2; info r ip; until odd; print pcip; print pcip + 0'
sh pcip
sh 'info threads 0'
"$EULAB" shell --threads 2 --dmask 0xff samples/divergence.asm -c 'info threads 1; info threads'
sh 'registers r2:d'
sh 'print r2.v8_int32'
sh 'break 6;break 7'
sh 'continue;dump'
sh 'print 1;print r4.0<8;8,1>:f'
sh 'print r4.0<8;8,1>:ff'
sh up
"$EULAB" shell -gen 9 samples/divergence.asm
"$EULAB" gdb -batch samples/divergence.asm
"$EULAB" run -g samples/divergence.asm
"$EULAB" shell -c help | head -2
for word in masks lanes launch surfaces barrier slm untyped_read grid breka prin commands gird; do
	echo "== $word"
	"$EULAB" help $word | head -4
done
