# A launch file at fault: one clear line, status 1.
try() { printf '%s\n' "$1" >"$T/l.json"; "$EULAB" run --launch "$T/l.json"; echo "status $?"; }
cp samples/divergence.asm "$T"
try '{"kernel": "divergence.asm",
 "kernal": 1}'
try '{"kernel": "divergence.asm", "dispatch": {"kind": "walk"}}'
try '{"kernel": "divergence.asm", "surfaces": [{"bti": 0, "formta": "R8_UINT"}]}'
try '{"kernel": 12}'
try '{"kernel": '
try '[]'
try '{"kernel": "none.asm"}'
try '{"kernel": "divergence.asm", "enable": ["everything"]}'
try '{"kernel": "divergence.asm", "samplers": [{"index": 0}],
 "dispatch": {"kind": "gpgpu", "grid": [1], "sampler_state": "0x200000"}}'
try '{"kernel": "divergence.asm", "surfaces": [{"bti": 0, "width": 16384, "height": 1, "format": "R8_UNORM", "address": "0x100000", "levels": 16}]}'
cp samples/sip_tiny.asm "$T"
surface() { try '{"kernel": "divergence.asm", "sip": "sip_tiny.asm", "surfaces": [{"bti": 4, "width": 64, "address": "'"$1"'"'"$2"'}]}'; }
echo '== over code: not with content'
surface 0x10 ', "fill": 0'
surface 0x80010 ', "in": "divergence.asm"'
surface 0x7ffc0 ', "fill": 0'
surface 0x80010
try '{"kernel": "divergence.asm", "sip": "sip_tiny.asm", "sip_scratch": {"address": "0x80000"}}'
echo '== the routine scratch has its place'
try '{"kernel": "divergence.asm", "sip": "sip_tiny.asm", "surfaces": [{"bti": 253, "width": 64, "address": "0x200000"}]}'
try '{"kernel": "divergence.asm", "sip_scratch": {"bti": 3},
 "surfaces": [{"bti": 3, "width": 64, "address": "0x200000"}]}'
echo '== what only the machine knows has its line too'
with() { try '{"kernel": "divergence.asm",
 '"$1"'}'; }
with '"sip": "none.asm"'
with '"load": {"here": "sip_tiny.asm"}'
with '"load": {"0x1000": "none.bin"}'
with '"load": {"0x10": "sip_tiny.asm"}'
with '"quirk": {"suppres": "next"}'
with '"match": {"ip": "nowhere"}'
with '"match": {"opcode": "moov"}'
with '"set": {"ce": "01"}'
with '"surfaces": [{"bti": 0, "width": 4, "address": 4096, "in": "none.bin"}]'
with '"surfaces": [{"bti": 0, "width": 4, "address": 4096, "out": "none/out.bin"}]'
with '"dump_mem": "0x1000,16=none/out.bin"'
child() { with '"dispatch": {"kind": "media", "threads": 1, "children": 1, "descriptors": ['"$1"']}'; }
child '{"entry": "nowhere"}'
child '{"entry": "0x10"}'
child '{"enrty": "0x40"}'
child 16
echo '== no code there; and what a key says is not for the terminal'
try '{"kernel": "divergence.asm", "entry": "0x10000000"}'
try '{"kernel": "divergence.asm", "\u001b[31m": 1}'
true
