// Sleeps until the host notifies n0; `monitor halt` reaches it there, or with --quirk halt-wait=hold does not.
        wait (1) n0.0<0;1,0>:ud {NoMask}
        send (8) null<1>:ud     r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}
