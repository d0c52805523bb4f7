# What a machine without exceptions and calls says of them.
for line in finish 'raise software' catch 'info exceptions' registers; do
	$EULAB shell --launch samples/visa/collatz.json -c "$line"
done
