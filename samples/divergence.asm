// divergence: nested if/else and a loop, to watch channel by channel.
//
// See:      after `if` the channels are at different PcIPs; each `endif` lets those of its block meet again.
// Command:  eulab run --launch samples/divergence.json
//           eulab gdb --launch samples/divergence.json, then: break *even, continue, info threads, thread 2, stepi
// Result:   r4 = 0.75, -1, 1.75, -2, 5, 12, 28, 64 as floats (channels 0 .. 7)
//           r5 = 0, 0, 0, 0, 1, 2, 3, 4: how often each channel ran the loop
divergence:
        mov (8)  r2.0<1>:w    0x76543210:v
        mov (8)  r3.0<1>:d    r2.0<8;8,1>:w                     // channel number
        mov (8)  r4.0<1>:f    r3.0<8;8,1>:d
        add (8)  r4.0<1>:f    r4.0<8;8,1>:f   1.0:f
        mul (8)  r4.0<1>:f    r4.0<8;8,1>:f   0.5:f             // (channel + 1) / 2
        mov (8)  r5.0<1>:d    0:d
        cmp.l.f0.0 (8) null<1>:d r3.0<8;8,1>:d 4:d {Switch}
        (f0.0) if (8) high meet
low:    // channels 0 .. 3
        and.z.f0.0 (8) null<1>:d r3.0<8;8,1>:d 1:d
        (f0.0) if (8) odd parity
even:   // channels 0, 2
        add (8)  r4.0<1>:f    r4.0<8;8,1>:f   0.25:f
        else (8) parity
odd:    // channels 1, 3
        mov (8)  r4.0<1>:f    -r4.0<8;8,1>:f
parity:
        endif (8) other
other:
        else (8) meet
high:   // channels 4 .. 7: channel - 3 rounds
        add (8)  r4.0<1>:f    r4.0<8;8,1>:f   r4.0<8;8,1>:f
        add (8)  r5.0<1>:d    r5.0<8;8,1>:d   1:d
        add (8)  r6.0<1>:d    r3.0<8;8,1>:d   -r5.0<8;8,1>:d
        cmp.g.f0.0 (8) null<1>:d r6.0<8;8,1>:d 3:d {Switch}
        (f0.0) while (8) high
meet:
        endif (8) together
together:
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
