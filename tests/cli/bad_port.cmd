# A port, and a socket's path, that cannot be had: status 1, one line.
"$EULAB" serve --listen "unix:$T/no/such/folder/s" samples/divergence.asm
echo "status $?"
"$EULAB" serve --listen nonsense:here:99999999 samples/divergence.asm
echo "status $?"
mkfifo "$T/f"
"$EULAB" serve --listen :0 samples/divergence.asm 2>"$T/f" </dev/null &
exec 3<"$T/f"
read -r line <&3
port=${line##*:}
"$EULAB" serve --listen ":$port" samples/divergence.asm 2>&1 | sed "s/$port/PORT/"
echo "status ${PIPESTATUS[0]}"
kill -TERM $!
wait $!
echo "the first one: status $?"
