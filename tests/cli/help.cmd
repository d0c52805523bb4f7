# Every command explains itself, and says nothing on stderr.
"$EULAB" --help | head -5
for command in run gdb serve shell as dis exec info check; do
	"$EULAB" $command --help 2>"$T/err" | head -1
	cat "$T/err"
done
