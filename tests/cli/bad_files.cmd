# One clear line each, status 1.
try() { "$EULAB" run "$@"; echo "status $?"; }
printf '\1\2\3\4\5\6\7' >"$T/cut.bin"
: >"$T/empty.bin"
: >"$T/empty.asm"
mkdir "$T/folder"
echo 'Dear reader, this is a letter.' >"$T/letter.asm"
try "$T/cut.bin"
try "$T/empty.bin"
try "$T/empty.asm"
try "$T/folder"
try "$T/letter.asm"
try "$T/nowhere.asm"
try --sip "$T/nowhere.asm" samples/illegal.asm
for folder in nowhere README.md; do "$EULAB" serve --listen 127.0.0.1:0 --files $folder samples/blur.asm; done
true
