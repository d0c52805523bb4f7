# vISA: text and binary, rules, a run with dumps and its outputs, what is damaged, undefined, refused.
S=samples/visa/collatz
"$EULAB" as -o "$T/k.isa" $S.visaasm; echo "status $?"
"$EULAB" dis "$T/k.isa" >"$T/k.visaasm" && "$EULAB" as "$T/k.visaasm" | cmp - "$T/k.isa" && sed -n '/^main/,$p' "$T/k.visaasm"
"$EULAB" info kernels "$T/k.isa"
"$EULAB" check $S.visaasm; echo "status $?"
sed 's/N(0,0)<1;1,0> 0x3:w/(~)N(0,0)<3;1,0> 0x3:w/' $S.visaasm >"$T/broken.visaasm"
(cd "$T" && "$EULAB" check broken.visaasm; echo "status $?"; "$EULAB" check --json broken.visaasm)
"$EULAB" run --launch $S.json --dump STEPS,P2 --dump-mem 0x100000,16 --lint; echo "status $?"
"$EULAB" run --launch $S.json --dump SUM --dump-json --dmask 3
"$EULAB" run --launch $S.json --max-insts 5; echo "status $?"
sed 's/"AT:uw": \[0/"AT:uw": [32/; s#"visa": "#&'"$PWD"'/samples/visa/#' $S.json >"$T/beyond.json"
"$EULAB" run --launch "$T/beyond.json" 2>&1 | sed "s#$PWD/##"
"$EULAB" run $S.visaasm --lint --max-insts 6
"$EULAB" dis tests/visa/lost.isa 2>&1 | sed -n '1,3p;$p'
"$EULAB" run tests/visa/lost.isa >"$T/out" 2>&1; echo "status $?, $(wc -l <"$T/out") lines"
"$EULAB" run $S.visaasm --sip samples/sip_dispatch.asm; echo "status $?"
"$EULAB" run $S.visaasm --timeline "$T/time.json"; echo "status $?"
"$EULAB" siptest $S.visaasm --sip samples/sip_dispatch.asm; echo "status $?"
printf '.version 4.1\n.kernel "k"\nmove (M1, 8) A\n' >"$T/bad.visaasm"
(cd "$T" && "$EULAB" check bad.visaasm; echo "status $?"; printf 'CISA\4\1' >bad.isa; "$EULAB" dis bad.isa; echo "status $?")
