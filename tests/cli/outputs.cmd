# An output file takes the old one's place when it is whole: at a full disk (here: a limit of 4 KiB a file) the old one stays.
mkdir "$T/out"
head -c 200000 /dev/zero >"$T/zeros"
printf '        add (8) r10.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f\n%.0s' {1..400} >"$T/long.asm"
old() { for f in bin dump big.png big.ppm big.raw; do echo old >"$T/out/$f"; done; }
surface='"address":1048576,"width":256,"height":256,"pitch":1024,"format":"R8G8B8A8_UNORM"'
cat >"$T/launch.json" <<JSON
{"kernel":"long.asm","surfaces":[{"bti":0,$surface,"out":"out/big.png"},{"bti":1,$surface,"out":"out/big.ppm"},{"bti":2,$surface,"out":"out/big.raw"}]}
JSON
full() { (ulimit -f 4 && "$EULAB" "$@"); echo "status $?"; }
old
full as -o "$T/out/bin" "$T/long.asm"
full as --format elfx86 -o "$T/out/bin" "$T/long.asm"
full as --format elf "$T/long.asm" | wc -c
full run --load "0x200000=$T/zeros" --dump-mem "0x200000,100000=$T/out/dump" --max-insts 1 "$T/long.asm" 2>&1 | grep -v 'limit:'
full run --max-insts 1 --load "0x100000=/proc/self/exe" --launch "$T/launch.json" 2>&1 | grep -v 'limit:'
full shell --launch "$T/launch.json" -c "save 1 $T/out/big.ppm"
full shell --launch "$T/launch.json" -c "dump 0,10000=$T/out/dump"
head "$T"/out/*
ls -A "$T/out"
# With room they are all there, and their rights are the old ones'.
chmod 640 "$T"/out/*
"$EULAB" as -o "$T/out/bin" "$T/long.asm" && cmp "$T/out/bin" <("$EULAB" as "$T/long.asm") && echo as it is
"$EULAB" run --load "0x200000=$T/zeros" --dump-mem "0x200000,100000=$T/out/dump" --max-insts 1 --launch "$T/launch.json" 2>&1 | grep -v 'limit:'
(cd "$T/out" && stat -c '%n %a' *)
cmp -n 100000 "$T/out/dump" "$T/zeros" && echo zeros
# A pipe that nobody empties or feeds does not hold a session up.
mkfifo "$T/pipe"
"$EULAB" shell --launch "$T/launch.json" -c "save 0 $T/pipe"
"$EULAB" shell --launch "$T/launch.json" -c "load 0 $T/pipe"
"$EULAB" shell --launch "$T/launch.json" -c "source $T/pipe"
"$EULAB" shell --launch "$T/launch.json" -c "dump 0,10=$T/pipe"
# A command line may name one: it is read to its end, as far as there is room.
"$EULAB" run --load 0x200000=<(printf abcdefgh) --dump-mem 0x200000,8 --max-insts 1 "$T/long.asm" 2>/dev/null
"$EULAB" run --load 0x200000=/dev/zero "$T/long.asm" 2>&1 | sed 's/^[^:]*: //'
"$EULAB" run --dump-mem "0,16=/dev/stdout" --max-insts 1 "$T/long.asm" 2>/dev/null | od -An -tx1
