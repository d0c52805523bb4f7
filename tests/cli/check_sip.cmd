# What a System Routine must not do, found without a run: the samples do none of it, of the broken ones each does what its
# header says, but for the status that it forgets among others, which only siptest sees.
for f in samples/sip_{tiny,dispatch,save_restore,preempt,debug,emulate,profile}.asm; do
	"$EULAB" check --sip $f
	echo "${f##*/}: status $?"
done
"$EULAB" check --gen 9 --sip samples/gen9/sip_preempt.asm | grep -c sip-
for f in samples/sip_broken_*.asm; do
	"$EULAB" check --sip $f
	echo "${f##*/}: status $?"
done
"$EULAB" check --sip samples/sip_broken_register.asm --json
sed 's/, Switch//' samples/sip_tiny.asm >"$T/tiny.asm"
(cd "$T" && "$EULAB" check --sip tiny.asm | grep -v '^    ')
sed '/^ *nop/d' samples/sip_tiny.asm >"$T/tiny.asm"
(cd "$T" && "$EULAB" check --sip tiny.asm)
"$EULAB" check --sip samples/sip_tiny.asm samples/sip_tiny.asm
echo "status $?"
# A launch file names the routine, and its generation.
for f in samples/sip_debug.json samples/gen9/sip_preempt.json samples/histogram.json; do
	"$EULAB" check --sip $f
	echo "${f##*/}: status $?"
done
