// A System Routine with a call of its own: it clears the status bit, steps over the offender and returns.
entry:
        mov (1)  r1.0<1>:ud   0:ud                                    {NoMask}
        or (1)   cr0.0<1>:ud  cr0.0<0;1,0>:ud 4:ud                    {NoMask, Switch}
        call (2) r14.0<1>:ud  advance                                 {NoMask}
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud 0x7ffffffb:ud           {NoMask, Switch}
        nop
advance:
        and (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud 0xefffffff:ud           {NoMask, Switch}
        add (1)  cr0.2<1>:ud  cr0.2<0;1,0>:ud 16:ud                   {NoMask, Switch}
        ret (2)  r14.0<2;2,1>:ud                                      {NoMask}
