# Variables of vISA in expressions, conditions and lists: an element of a vector, a bit of a predicate, for each channel.
shell() { "$EULAB" shell --launch samples/visa/collatz.json -c "$1"; }
shell 'channel 4; print N; print N * 2 + 1; print P1' | tail -3
shell 'break done if all P1 == 1; continue; lanes STEPS' | tail -17
shell 'break next if any N == 23; continue; print N; locals' | tail -13
shell 'display N; step 6' | tail -1
shell 'locals all' | sed -n '9p' | cut -c1-70
for line in 'print TABLE; channel 9; print TABLE' 'print NN' 'print A0' 'set N = 4'; do shell "$line" 2>&1 | tail -2; done
# every type
cat >"$T/types.visaasm" <<'V'
.version 3.6
.kernel "types"
.decl B v_type=G type=b num_elts=16 align=word
.decl W v_type=G type=w num_elts=16 align=GRF
.decl H v_type=G type=hf num_elts=16 align=GRF
.decl F v_type=G type=f num_elts=16 align=GRF
.decl D v_type=G type=df num_elts=8 align=GRF
.decl Q v_type=G type=q num_elts=8 align=GRF
.decl U v_type=G type=ud num_elts=1 align=dword
.kernel_attr Target="3d"
.kernel_attr SimdSize=16
.function "types_0"
mov (M1, 16) B(0,0)<1> -2:w
mov (M1, 16) W(0,0)<1> -300:w
mov (M1, 16) F(0,0)<1> 1.5:f
mov (M1, 16) H(0,0)<1> F(0,0)<1;1,0>
mov (M1, 8) D(0,0)<1> F(0,0)<1;1,0>
mov (M1, 8) Q(0,0)<1> W(0,0)<1;1,0>
mov (M1, 1) U(0,0)<1> 0xfffffffe:ud
ret (M1, 1)
V
"$EULAB" shell "$T/types.visaasm" -c 'step thread 7; locals'
# A variable of many elements is shown with all of them, on one line.
sed 's/^.decl U .*/&\n.decl MANY v_type=G type=d num_elts=512 align=GRF/; s/^ret .*/mov (M1, 16) MANY(62,0)<1> -2000000000:d\n&/' "$T/types.visaasm" >"$T/many.visaasm"
"$EULAB" shell "$T/many.visaasm" -c 'step thread 8; vars MANY; vars U' | tail -n 2 | awk '{print NF, $1, $2, $3, $498, $499, $NF}'
