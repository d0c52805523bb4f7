// One place for each exception, and one where the host raises it; gdb puts IP there. r10 counts what has run.
start:          mov (8)  r10.0<1>:d   1:d
                mov (8)  r30.0<1>:ud  0:ud
at_breakpoint:  nop {Breakpoint}
                add (8)  r10.0<1>:d   r10.0<8;8,1>:d  1:d
                send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}
at_software:    or (1)   cr0.1<1>:ud  cr0.1<0;1,0>:ud 0x20000000:ud {NoMask, Switch}
                add (8)  r10.0<1>:d   r10.0<8;8,1>:d  1:d
                send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}
at_illegal:     illegal
                add (8)  r10.0<1>:d   r10.0<8;8,1>:d  1:d
                send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}
at_stack:       ret (8)  r30.0<8;8,1>:ud              // of no call: --quirk call-depth
                add (8)  r10.0<1>:d   r10.0<8;8,1>:d  1:d
                send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}
at_nothing:     nop
                add (8)  r10.0<1>:d   r10.0<8;8,1>:d  1:d
                send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}
