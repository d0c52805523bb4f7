// regions: a kernel that marks three of its parts with software exceptions.
//
// See:      what an application does to call its System Routine: sip_profile counts and times the parts.
// Command:  eulab run --launch samples/regions.json --dump-mem 0x800000,12
// Result:   r10 = 60 in channels 0 .. 7: 10, 20 and 30 rounds.
.define RAISE 0x20000000
regions:
        mov (8)  r10.0<1>:d   0:d
        mov (8)  r11.0<1>:d   0:d
part:   // r11: rounds of this part
        add (8)  r11.0<1>:d   r11.0<8;8,1>:d  10:d
        mov (8)  r12.0<1>:d   r11.0<8;8,1>:d
        or (1)   cr0.1<1>:ud  cr0.1<0;1,0>:ud RAISE:ud       {NoMask, Switch}
round:
        add (8)  r10.0<1>:d   r10.0<8;8,1>:d  1:d
        add.nz.f0.0 (8) r12.0<1>:d r12.0<8;8,1>:d -1:d
        (f0.0) while (8) round
        or (1)   cr0.1<1>:ud  cr0.1<0;1,0>:ud RAISE:ud       {NoMask, Switch}
        cmp.l.f0.0 (8) null<1>:d r11.0<8;8,1>:d 30:d {Switch}
        (f0.0) while (8) part
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}
