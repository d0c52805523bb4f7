# Several host threads find what one finds: the first failure in the order of boundaries, or the same counts.
for f in samples/sip_broken_*.asm samples/sip_preempt.asm; do
	command=$(sed -n 's,^// Command:  eulab ,,p' "$f")
	[ "$f" != samples/sip_preempt.asm ] || command="siptest --launch samples/wide.json --sip $f --kinds context-save,software --single"
	for form in '' '--json' '--every 3' '--random 9'; do
		for j in 1 2 5; do
			# shellcheck disable=SC2086 # a command line
			"$EULAB" $command $form --jobs $j >"$T/$j" 2>&1
			echo "status $?" >>"$T/$j"
		done
		cmp "$T/1" "$T/2" && cmp "$T/1" "$T/5" || echo "$f $form: another report"
	done
	echo "${f##*/}: $(sed -n '$p' "$T/1")"
done
"$EULAB" siptest --launch samples/wide.json --sip samples/sip_tiny.asm --jobs 0 --kinds software --every 4
"$EULAB" siptest --launch samples/wide.json --sip samples/sip_tiny.asm --jobs 257; echo "status $?"
