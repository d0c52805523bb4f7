# Each routine with a bug is found by the command in its header: the line on stderr, and where the routine went wrong.
for f in samples/sip_broken_*.asm; do
	command=$(sed -n 's,^// Command:  eulab ,,p' "$f")
	echo "== $(sed -n '1s,^// ,,p' "$f")"
	# shellcheck disable=SC2086 # a command line
	"$EULAB" $command 2>&1 | grep -v '^  0x\|^[a-z_]*:$\|^eulab'
	echo "status ${PIPESTATUS[0]}"
done
"$EULAB" run --launch samples/wide.json
