# What check says of each broken rule of vISA: its line, its name and text, and the operand as it is printed.
cd "$T" || exit
{
	printf '.version 4.1\n.kernel "k"\n.decl A v_type=G type=d num_elts=32 align=GRF\n.decl W v_type=G type=w num_elts=32 align=GRF\n'
	printf '.decl A0 v_type=A num_elts=4\n.decl P1 v_type=P num_elts=16\n.decl T6 v_type=T num_elts=1\n.kernel_attr SimdSize=32\n.function "main_0"\nmain_0:\n'
	cat <<'V'
mov (M1, 8) A(0,0)<1> A(0,0)<3;4,1>
mov (M1, 8) A(0,0)<0> A(0,0)<8;8,1>
mov (M1, 8) A(3,4)<1> A(0,0)<8;8,1>
mov (M1, 1) A(0,8)<1> A(0,0)<0;1,0>
mov (M1, 8) 0x1:d A(0,0)<8;8,1>
(P1) mov (M5, 8) A(0,0)<1> A(0,0)<8;8,1>
mov (M1, 8) A(0,0)<1> r[A0(0),512]<8;8,1>:d
mov (M1, 8) A(0,0)<1> r[A0(0),0]<1,0>:d
mov (M1, 8) A(0,0)<1> r[A0(0),0]<8;8,1>:uv
not (M1, 8) A(0,0)<1> (abs)A(0,0)<8;8,1>
(P1) movs (M1_NM, 1) %bss(0) 0x1:ud
mov (M8, 8) A(0,0)<1> A(0,0)<8;8,1>
mov (M2, 8) A(0,0)<1> A(0,0)<8;8,1>
mov (M6, 16) A(0,0)<1> A(0,0)<8;8,1>
(P9) mov (M1, 8) A(0,0)<1> A(0,0)<8;8,1>
cmp.eq (M1, 8) P9 A(0,0)<8;8,1> 1:d
mov (M1, 8) A(0,0)<1> A(0,0)<8;3,1>
mov (M1, 8) A(0,0)<1> A(0,0)<16;16,1>
mov (M1, 8) A(0,0)<1> A(0,0)<32;32,1>
mov (M1, 8) A(0,0)<1> A(0,0)<0;1,3>
mov (M1, 8) A(0,0)<3> A(0,0)<0;1,0>
mov (M1, 2) A(0,0)<1> A(0,0)<31;1,0>
mov (M1, 2) A(0,0)<1> W(0,0)<32;1,0>
mov (M1, 8) A(0,0)<1> A(0,0)<8,1>
mov (M1, 16) A(0,0)<1> A(0,1)<1;1,0>
mov (M1, 8) A(0,2)<2> A(0,0)<1;1,0>
mov (M1, 8) A(3,1)<1> A(0,0)<1;1,0>
mov (M1, 1) W(0,16)<1> A(0,0)<0;1,0>
addr_add (M1, 4) A0(1)<4> &A 0:uw
addr_add (M1, 1) A0(0)<1> A0(1)<4> 0:uw
addr_add (M1, 1) A0(0)<1> A0(0)<0> 0:uw
addr_add (M1, 1) A0(0)<1> A0(0)<17> 0:uw
addr_add (M1, 1) A0(0)<1> A0(0)<16> 0:uw
mov (M1, 8) A(0,0)<1> r[A0(0),-513]<8;8,1>:d
mov (M1, 8) r[A0(0),0]<8,1>:d A(0,0)<8;8,1>
mov (M1, 8) A(0,0)<1> r[A0(4),0]<8;8,1>:d
mov (M1, 8) A(0,0)<1> r[A0(1),0]<2,1>:d
mov (M1, 8) A(0,0)<1> r[A0(0),0]<8;8,1>:v
mov (M1, 8) A(0,0)<1> r[A0(0),0]<8;8,1>:bool
add (M1, 8) A(0,0)<1> (-)1:d A(0,0)<8;8,1>
add (M1, 8) A(0,0)<1> (~)A(0,0)<8;8,1> 1:d
cbit (M1, 8) A(0,0)<1> (-)A(0,0)<8;8,1>
xor (M1, 8) A(0,0)<1> (-abs)A(0,0)<8;8,1> 1:d
svm_gather.4.1 (M1, 8) A.128 A.96
svm_gather.4.1 (M1, 8) A.0 A.97
svm_gather.4.2 (M1, 8) A.0 A.65
svm_gather.8.2 (M1, 8) A.0 A.1
svm_gather.1.4 (M1, 8) A.0 A.97
gather4_scaled.RB (M1, 16) T6 0:ud A.0 A.1
gather_scaled.4 (M1, 16) T6 0:ud A.0 A.65
oword_ld (8) T6 0:ud A.1
dword_atomic.inc (M1, 8) T6 A.0 %null.0 %null.0 A.97
ret (M1, 1)
V
} >k.visaasm
"$EULAB" check k.visaasm; echo "status $?"
"$EULAB" check --json k.visaasm | tail -n 3
"$EULAB" as -o k.isa k.visaasm && "$EULAB" check k.isa | tail -n 3
