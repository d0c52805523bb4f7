# A group whose threads share a tile in local memory is sent away in the middle of it; the next group takes all slots of the
# EU and its own local memory; the first one comes back, and finds its tile: matmul on one EU, whose eight slots are one group.
product='x/1024xw 0x110000'
"$EULAB" shell --launch samples/matmul.json --eus 1 -c "continue; $product" | grep ^0x0011 >"$T/plain"
for steps in 8 20 33 50 60; do
	"$EULAB" shell --launch samples/matmul.json --sip samples/sip_preempt.json --eus 1 \
		-c "stepi $steps; x/8xw 0xffff000400000000; preempt group 0; continue; x/8xw 0xffff000400000000; info exceptions; restore group 0; continue; $product" \
		>"$T/away" 2>&1
	echo "behind $steps instructions of thread 0:"
	grep -e '^group' -e 'saved contexts$' "$T/away"
	grep ^0xffff0004000000 "$T/away"
	grep ^0x0011 "$T/away" | cmp - "$T/plain" && echo the same product
done
