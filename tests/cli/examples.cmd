# The manual's worked examples (3.2.2 to 3.2.5, 3.3.3.4, 3.3.5, 3.3.6, 3.4): the header of each says what must come out.
for f in samples/ex_*.json; do
	echo "$f"
	"$EULAB" run --launch "$f" || echo "status $?"
done
