# The screen without a terminal: what is wrong with a script, by line.
run() { "$EULAB" tui samples/divergence.asm "$@" && echo "status $?" || echo "status $?"; }
run
run --keys "$T/none"
run --keys "$T"
run --keys /dev/zero
printf 'keys s\nkeys s Nokey\n' >"$T/key" && run --keys "$T/key"
printf '# a comment\n\nspeak\n' >"$T/word" && run --keys "$T/word"
for size in 0x0 80x 99999x9 '' 80x24x3; do echo "size $size" >"$T/size" && run --keys "$T/size"; done
echo 'draw 0' >"$T/draw" && run --keys "$T/draw"
run --listen - --keys "$T/draw"
printf 'keys q s\nkeys s\n' | run --keys -
# Without UTF-8, and the words of `help`.
printf 'keys s\nscreen\n' | LC_ALL=C run --keys - | grep -v '^ 1listing' | head -12
"$EULAB" tui --help | grep -- '--keys\|--listen\|^usage'
"$EULAB" tui --colors red samples/divergence.asm 2>&1 | head -1
# Places that are not there, keys that are pressed too often, or are not named.
for line in 'click 2:nothing' 'click x:1,1' 'click key Tab' 'click 1:300,1' 'wheel left 1,1' 'keys s*0' 'keys s*99999' 'keys *'; do
	echo "$line" >"$T/place" && run --keys "$T/place"
done
echo 'click 1,1' >"$T/place" && run --no-mouse --keys "$T/place"
# Half a terminal is none; what goes wrong beneath the screen is said behind it.
terminal() { TERM=xterm script -qec "$1" /dev/null </dev/null 2>&1 | tr -d '\r' | grep -ao 'eulab: .*'; }
terminal "'$EULAB' tui samples/divergence.asm | cat"
terminal "'$EULAB' tui samples/divergence.asm </dev/null"
terminal "'$EULAB' tui samples/divergence.asm --listen unix:/none/socket"
