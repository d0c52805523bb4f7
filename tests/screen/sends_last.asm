// A payload of which only the first register is there.
mov (8) r127.0<1>:ud 0x1000:ud
send (8) null<1>:ud r127.0<8;8,1>:ud untyped_write bti=255 simd8 x
mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
