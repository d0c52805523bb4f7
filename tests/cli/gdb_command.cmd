# `eulab gdb` starts stock gdb on a private socket, with EU disassembly, and leaves nothing behind.
mkdir "$T/tmp"
TMPDIR=$T/tmp "$EULAB" gdb --launch samples/divergence.json -- -nx -batch -ex 'x/i $pc' -ex 'break *high' -ex continue -ex 'print $r3.v8_int32' \
	2>"$T/err" | grep -v '^Reading\|^(No debugging\|^Remote debugging\|^Using host\|^warning'
echo "status ${PIPESTATUS[0]}"
grep '^eulab' "$T/err"
ls "$T/tmp"
