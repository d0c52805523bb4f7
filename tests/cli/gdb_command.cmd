# `eulab gdb` starts stock gdb on a private socket, with EU disassembly, and leaves nothing behind.
mkdir "$T/tmp"
TMPDIR=$T/tmp "$EULAB" gdb --launch samples/divergence.json -- -nx -batch -ex 'x/i $pc' -ex 'break *high' -ex continue -ex 'print $r3.v8_int32' \
	-ex 'shell ls $TMPDIR >$T/during' 2>"$T/err" | grep -v '^Reading\|^(No debugging\|^Remote debugging\|^Using host\|^warning'
echo "status ${PIPESTATUS[0]}"
grep '^eulab' "$T/err"
sed 's/-.*/-folder/' "$T/during"
ls "$T/tmp"
# Without a TMPDIR, with one that is not there, with those that gdb or a socket cannot take.
gdb() { "$EULAB" gdb --launch samples/divergence.json -- -nx -batch -ex 'print $r3.v8_int32' 2>&1 | grep '^\$1\|^eulab' | sed 's/-[^-]*:/-NAME:/'; }
(unset TMPDIR; gdb)
TMPDIR=$T/none gdb
long=$T/$(printf '%0100d' 1)
mkdir "$long"
TMPDIR=$long gdb
d=$(mktemp -d)
for n in 86 87; do # the longest that a socket's address has room for, and one more
	long=$d/$(printf "%0$((n - ${#d} - 1))d" 0)
	mkdir "$long"
	TMPDIR=$long "$EULAB" gdb --launch samples/divergence.json -- -nx -batch -ex 'shell echo $TMPDIR/*' 2>/dev/null | sed -n 's/.*0\/\(\*\|eulab-\).*/\1/p'
done
rm -r "$d"
mkdir "$T/a:b"
TMPDIR=$T/a:b gdb
# To the end and back, and a second run.
"$EULAB" gdb --launch samples/divergence.json -- -nx -batch -ex continue -ex reverse-stepi -ex 'x/i $pc' -ex 'break high' -ex run -ex kill 2>&1 |
	grep '^the program\|^Thread\|^=>\|^\[Inferior'
"$EULAB" gdb --at-end exit --launch samples/divergence.json -- -nx -batch -ex continue 2>&1 | grep '^the program\|^Thread\|^\[Inferior'
"$EULAB" gdb --at-end never samples/divergence.asm
# gdb ends by a signal; it has no more descriptors than eulab was given.
pipes='ls -l /proc/self/fd | grep -c "pipe:\|socket:"'
printf '#!/bin/sh\n%s >%s/pipes\nkill -KILL $$\n' "$pipes" "$T" >"$T/killed" && chmod +x "$T/killed"
EULAB_GDB=$T/killed "$EULAB" gdb samples/divergence.asm >"$T/none" 2>"$T/none" </dev/null; echo "status $?"
eval "$pipes" >"$T/usual" 2>"$T/none" </dev/null; cmp "$T/pipes" "$T/usual"
# The kernel is edited, and run once more: it is not read again, which is said.
cp samples/divergence.asm "$T/k.asm"
"$EULAB" gdb "$T/k.asm" -- -nx -batch -ex 'break odd' -ex run -ex "shell sleep 0.1; touch $T/k.asm" -ex run -ex 'monitor reset' 2>&1 | grep 'changed\|hit Breakpoint\|^at the first'
