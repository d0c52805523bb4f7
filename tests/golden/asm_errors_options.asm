    nop {AccWrEn}
    illegal {NoMask}
    nop {NoCompact, 2Q}
    illegal {Breakpoint}
    nop.sat
    illegal.z.f0.0
    nop {Align1, Breakpoint, NoCompact, Raw 0x100}
