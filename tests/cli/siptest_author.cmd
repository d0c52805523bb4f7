# As a routine's author: a routine for Gen7 written from samples/README.md, and mistakes in it, each of which `check --sip` or
# siptest finds; then mistakes in a routine for Gen9.
cp samples/illegal.asm "$T"
cat >"$T/count.asm" <<'END'
// counter: counts the illegal opcodes of each thread in scratch memory, and steps over them.
//
// A slot is 256 bytes: r1 .. r4 at 32, the count at 192.
counter:
        mov (1)  r0.4<1>:ud   r0.2<0;1,0>:ud                  {NoMask} // r0 becomes a header
        shr (1)  r0.2<1>:ud   sr0.0<0;1,0>:uw 5:ud            {NoMask} // EU
        add (1)  r0.2<1>:ud   sr0.0<0;1,0>:ub r0.2<0;1,0>:ud  {NoMask} // thread
        shl (1)  r0.2<1>:ud   r0.2<0;1,0>:ud  4:ud            {NoMask} // 16 owords
        add (1)  r0.2<1>:ud   r0.2<0;1,0>:ud  2:ud            {NoMask}
        send (16) null<1>:uw  r0.0<8;8,1>:ud  0xa 0x0a0a04fd  {NoMask} // r1 .. r4
        mov (8)  r4.0<1>:uw   a0.0<8;8,1>:uw                  {NoMask}
look:
        shl (1)  r4.4<1>:ud   cr0.1<0;1,0>:ud 16:ud           {NoMask, Switch}
        or (1)   r4.4<1>:ud   r4.4<0;1,0>:ud  0x40000000:ud   {NoMask}
        and (1)  r4.4<1>:ud   cr0.1<0;1,0>:ud r4.4<0;1,0>:ud  {NoMask, Switch}
        and (1)  r4.4<1>:ud   r4.4<0;1,0>:ud  0xf8000000:ud   {NoMask}
        shr (1)  r4.5<1>:ud   r4.4<0;1,0>:ud  28:ud           {NoMask}
        and (1)  r4.5<1>:ud   r4.5<0;1,0>:ud  1:ud            {NoMask} // 1: an illegal opcode
count:
        mov (8)  r1.0<1>:ud   0:ud                            {NoMask}
        add (1)  r1.2<1>:ud   r0.2<0;1,0>:ud  10:ud           {NoMask} // 2 + 10 owords: byte 192
        send (16) r2.0<1>:uw  r1.0<8;8,1>:ud  0xa 0x021800fd  {NoMask}
        add (1)  r2.0<1>:ud   r2.0<0;1,0>:ud  r4.5<0;1,0>:ud  {NoMask}
        send (16) null<1>:uw  r1.0<8;8,1>:ud  0xa 0x040a00fd  {NoMask}
skip:   // 16 bytes, or 8 with CmptCtrl
        mov (8)  r1.0<1>:ud   0:ud                            {NoMask}
        shr (1)  r1.2<1>:ud   cr0.2<0;1,0>:ud 4:ud            {NoMask, Switch}
        send (16) r2.0<1>:uw  r1.0<8;8,1>:ud  0xa 0x021800ff  {NoMask}
        and (1)  r1.0<1>:ud   cr0.2<0;1,0>:ud 8:ud            {NoMask, Switch}
        add (1)  a0.0<1>:uw   r1.0<0;1,0>:uw  64:uw           {NoMask} // r2
        mov (1)  r1.1<1>:ud   r[a0.0, 0]<0;1,0>:ud            {NoMask}
        shr (1)  r1.1<1>:ud   r1.1<0;1,0>:ud  26:ud           {NoMask}
        and (1)  r1.1<1>:ud   r1.1<0;1,0>:ud  8:ud            {NoMask}
        add (1)  r1.1<1>:d    -r1.1<0;1,0>:d  16:d            {NoMask}
        mul (1)  r1.1<1>:ud   r1.1<0;1,0>:ud  r4.10<0;1,0>:uw {NoMask} // 0 when there was none
        add (1)  cr0.2<1>:ud  cr0.2<0;1,0>:ud r1.1<0;1,0>:ud  {NoMask, Switch}
        // a breakpoint is suppressed once, but not that of what was stepped over
        shl (1)  r4.7<1>:ud   r4.5<0;1,0>:ud  15:ud           {NoMask}
        not (1)  r4.7<1>:ud   r4.7<0;1,0>:ud                  {NoMask}
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud r4.7<0;1,0>:ud  {NoMask, Switch}
        shr (1)  r4.6<1>:ud   r4.4<0;1,0>:ud  16:ud           {NoMask}
        and (1)  r4.6<1>:ud   r4.6<0;1,0>:ud  0x8000:ud       {NoMask}
        or (1)   cr0.0<1>:ud  cr0.0<0;1,0>:ud r4.6<0;1,0>:ud  {NoMask, Switch}
        xor (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud r4.4<0;1,0>:ud  {NoMask, Switch}
return:
        mov (8)  a0.0<1>:uw   r4.0<8;8,1>:uw                  {NoMask}
        send (16) r1.0<1>:uw  r0.0<8;8,1>:ud  0xa 0x024804fd  {NoMask}
        mov (1)  r0.2<1>:ud   r0.4<0;1,0>:ud                  {NoMask}
        and (1)  cr0.0<1>:ud  cr0.0<0;1,0>:ud 0x7fffffff:ud   {NoMask, Switch}
        nop
END
cat >"$T/count.json" <<'END'
{"gen": "7", "kernel": "illegal.asm", "sip": "count.asm", "enable": ["illegal-opcode"], "dispatch": {"kind": "raw", "simd": 8},
 "record": {"at": "0x8000c0", "slot": 256, "holds": ["new0 == old0 + illegal_opcode"]}}
END
verdict() { # ARGUMENTS...: what check names first, and the difference that siptest shows
	"$EULAB" check --gen "$1" --sip "$2" | grep ': error:' | head -n 1
	"$EULAB" siptest "${@:3}" 2>/dev/null | grep -v '^of the\|^the \|^run on\|^  imm\|^  0x' | grep -v '^[a-z_]*:$' | head -n 4
}
mistake() { # WHAT SED: the routine for Gen7
	echo "== $1"
	sed "$2" "$T/count.asm" >"$T/sip.asm"
	cmp -s "$T/sip.asm" "$T/count.asm" && echo 'no mistake'
	sed 's/count\.asm/sip.asm/' "$T/count.json" >"$T/sip.json"
	verdict 7 "$T/sip.asm" --launch "$T/sip.json"
}
verdict 7 "$T/count.asm" --launch "$T/count.json"
mistake 'a0 is not given back' '/^return:/{n;d}'
mistake 'r0.2 is not given back' '/r0.2<1>:ud   r0.4</d'
mistake 'what came meanwhile is cleared, too' 's/xor (1)  cr0.1<1>:ud  cr0.1<0;1,0>:ud r4.4<0;1,0>:ud/and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x07ffffff:ud/'
mistake 'no compact instructions' 's/add (1)  r1.1<1>:d    -r1.1<0;1,0>:d  16:d/mov (1) r1.1<1>:d 16:d/'
mistake 'no NoMask' '/r2.0<0;1,0>:ud  r4.5/s/{NoMask}//'
mistake 'slots overlap' '/16 owords/s/ 4:ud/ 3:ud/'
mistake 'suppress for every exception' 's/and (1)  r4.6<1>:ud   r4.6<0;1,0>:ud  0x8000:ud/mov (1) r4.6<1>:ud 0x8000:ud/'
mistake 'the breakpoint of what is stepped over' '/r4.7<0;1,0>:ud  {NoMask, Switch}/d'
mistake 'all are counted' 's/r2.0<0;1,0>:ud  r4.5<0;1,0>:ud/r2.0<0;1,0>:ud 1:ud/'
mistake 'no Switch' '/0x7fffffff/s/, Switch//'
mistake9() { # WHAT SED: the routine for Gen9
	echo "== $1"
	sed "$2" samples/gen9/sip_preempt.asm >"$T/sip9.asm"
	cmp -s "$T/sip9.asm" samples/gen9/sip_preempt.asm && echo 'no mistake'
	verdict 9 "$T/sip9.asm" --launch samples/gen9/sip_preempt.json --sip "$T/sip9.asm" --kinds context-save --lost dbg0 --limit 20000
}
mistake9 'another unit of the area' 's/r12.0<1>:ud r0 0xa 0x024c2088/r12.0<1>:ud r0 0xa 0x024c2084/'
mistake9 'two registers are not saved' 's/r61 0x10a 0x020e203c/r61 0x8a 0x020e103c/'
mistake9 'what is pending is lost' 's/0xfcffffff/0x00ffffff/'
mistake9 'no NoMask' '/f1.0<1>:ud r5.1/s/{NoMask}//'
mistake9 'an accumulator comes back by half' '/shl (16) acc0.0<1>:w acc0/d'
mistake9 'a PcIP goes to another channel' 's/fc0.9<1>:ud/fc0.8<1>:ud/'
mistake9 'save and restore are mixed up' 's/0x200:uw/0x100:uw/'
