# The table of registers: all of them, and those that a generation has.
"$EULAB" info registers
"$EULAB" info registers --gen 7 | cut -d' ' -f1 | grep . | sort >"$T/7"
"$EULAB" info registers --gen 9 | cut -d' ' -f1 | grep . | sort >"$T/9"
diff "$T/7" "$T/9"
for gen in 7 7.5 8 9; do "$EULAB" info messages --gen $gen | grep -c '^[0-9]'; done
"$EULAB" info messages | grep -c '^[0-9]'
"$EULAB" info nothing; echo "status $?"
"$EULAB" info registers some; echo "status $?"
