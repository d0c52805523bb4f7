    mov (8) r2.0<1>:f 3.4028235e38:f
    mov (8) r2.0<1>:f -3.4028236e38:f
    mov (8) r2.0<1>:f 1e50:f
    mov (8) r2.0<1>:f 1e400:f
    mov (8) r2.0<1>:f 1e-60:f
    mov (8) r2.0<1>:f -inf:f
    mov (8) r2.0<1>:f 0x7f800000:f
    mov (8) r2.0<1>:vf 1e50:vf
