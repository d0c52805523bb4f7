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
true
