# A thread that ends while it is stepped, and others that have not, are no fault: the next one is shown, the status is 0.
for launch in reduction gcn/barriers; do
	"$EULAB" shell --launch samples/$launch.json -c 'step 100000' -c 'step 100000'; echo "status $?"
done
"$EULAB" shell samples/divergence.asm -c 'step 100000'; echo "status $?"
printf 'nop\nillegal\n' >"$T/k.asm"
"$EULAB" shell --threads 2 "$T/k.asm" -c 'step 100000'; echo "status $?"
