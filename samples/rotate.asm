// rotate: a kernel that uses an instruction Ivy Bridge does not have, in one branch of its channels.
//
// See:      sip_emulate, the System Routine that executes it. Without it the opcode is illegal: status 3.
// Command:  eulab run --launch samples/rotate.json
// Result:   r10 = 0x34567812 in channels 0 .. 3 and 0x12345678 in the others.
rotate:
        mov (8)  r2.0<1>:w    0x76543210:v
        mov (8)  r8.0<1>:ud   0x12345678:ud
        mov (8)  r10.0<1>:ud  r8.0<8;8,1>:ud
        cmp.l.f0.0 (8) null<1>:w r2.0<8;8,1>:w 4:w {Switch}
        (f0.0) if (8) done done
        .dword 0x0060000f, 0x21400c21, 0x008d0100, 8                 // rol (8) r10.0<1>:ud r8.0<8;8,1>:ud 8:ud
done:   endif (8) end
end:    mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}
