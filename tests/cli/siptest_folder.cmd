# A folder: every launch file and kernel, one table, and a status that says whether the routine failed in one of them.
"$EULAB" siptest --sip samples/sip_dispatch.asm --every 1500 --single samples/
echo "status $?"
mkdir "$T/mix" "$T/none"
cp samples/{wide,divergence}.asm samples/sip_broken_acc.asm samples/wide.json "$T/mix"
printf 'jmpi (1) +0 {NoMask}\n' >"$T/mix/hangs.asm"
printf 'frob\n' >"$T/mix/bad.asm"
echo '{"kernel": "divergence.asm", "gen": "6"}' >"$T/mix/bad.json"
"$EULAB" siptest --sip samples/sip_broken_acc.asm --max-insts 2000 --kinds software "$T/mix"
echo "status $?"
"$EULAB" siptest --sip samples/sip_tiny.asm --max-insts 2000 --kinds software --every 9 --json --jobs 2 "$T/mix" 2>/dev/null | cut -d, -f1-6
echo "status $?"
"$EULAB" siptest --sip samples/sip_tiny.asm "$T/none//"; echo "status $?"
"$EULAB" siptest --sip samples/sip_tiny.asm --mutate "$T/mix"; echo "status $?"
"$EULAB" siptest --sip samples/sip_tiny.asm --kinds x "$T/mix"; echo "status $?"
