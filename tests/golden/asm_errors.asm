// Every line with a mistake gets its own message; tests/test_isa_asm.c compares them.
start:
    mov (8) r1.0<1>:f r2.0<8;8,1>:f
    mvo (8) r1.0<1>:f r2.0<8;8,1>:f
    mov r1.0<1>:f r2.0<8;8,1>:f
    mov (8) r1.0<1> r2.0<8;8,1>:f
    mov (8) r128.0<1>:f r2.0<8;8,1>:f
    mov (7) r1.0<1>:f r2.0<8;8,1>:f
    mov (8) r1.0<1>:f r2.0<8;8,3>:f
    add (8) r1.0<1>:f 1.0:f r2.0<8;8,1>:f
    add (8) r1.0<1>:w r2.0<8;8,1>:w 70000:w
    mov (8) r1.0<1>:f r2.9<0;1,0>:f
    dim (8) r1.0<1>:df 1.0:df
    mov (8) r1.0<1>:f r2.0<8;8,1>:f {NoMsak}
    (f0.0.x) mov (8) r1.0<1>:f r2.0<8;8,1>:f
    (f0.0) cmp.z.f0.1 (8) null:f r1.0<8;8,1>:f r2.0<8;8,1>:f
    mad (8) r1:f r2:f r3:d r4:f
	if (8) start
start:
    .aling 16
    jmpi nowhere
    jmpi stat
    math.sqrt (8) r2.0<1>:f r3.0<8;8,1>:f
