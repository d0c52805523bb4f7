# Every command explains itself, and says nothing on stderr.
"$EULAB" --help | head -5
for command in run gdb serve shell tui as dis exec info check siptest; do
	"$EULAB" $command --help 2>"$T/err" | head -1
	cat "$T/err"
done
# Of a command with a machine its options come first.
"$EULAB" help serve | grep -A 1 ':$'
"$EULAB" help dis | grep -A 1 ':$'
"$EULAB" help help | head -1
