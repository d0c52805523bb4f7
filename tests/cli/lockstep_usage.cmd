# The fuzzer of both engines says what it takes.
lockstep=${EULAB%/eulab}/tests/test_eu_lockstep
"$lockstep" --help; echo "status $?"
"$lockstep" --sed 1 2>&1 | head -1; echo "status ${PIPESTATUS[0]}"
"$lockstep" --seed; "$lockstep" --seed x 2>/dev/null; echo "status $?"
"$lockstep" --count 3 --seed 7; echo "status $?"
