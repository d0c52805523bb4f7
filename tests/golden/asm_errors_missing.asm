// An operand that is not there: which one, of how many, and where it was expected.
    add (8) r1 r2:f
    add (8) r1:f, r2:f,
    mov (8) r1:f {NoMask}
    mad (8) r1:f r2:f r3:f
    math.inv (8) r1:f
    add (8)
    ret (1)
    wait
    mov (8) r1:f r2:f {NoMask,
    mov (8) r1:f r2:f {
    mov (8) r1:f r2:f {NoMask
    send(8) g1<1>UD g2<8,8,1>UD 0x0643a001
    send(8) g1<1>UD g2<8,8,1>UD 0x0643a001 { align1 1Q };
    while (8) % 3
    brc (8) [
    call (1) r1.0<1>:ud %
    if (8)
    break (8) 5 %
