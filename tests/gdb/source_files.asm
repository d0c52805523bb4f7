// The kernel of source_files.gdb: half of it is another file's.
main:
        mov (8) r4.0<1>:d 1:d
        .include "source_files.inc"
tail:   .dword 0x00600001, 0x20c00021, 0x00000040, 0x00000000 // mov (8) r6.0<1>:ud r2.0<0;1,0>:ud
        .align 64
        mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud r112.0<8;8,1>:ud 0x7 0x2000010 {EOT}
