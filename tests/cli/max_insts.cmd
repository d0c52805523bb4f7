# A kernel that does not end: status 3 and one line.
printf 'self:\n        jmpi (1) self {NoMask}\n' >"$T/loop.asm"
"$EULAB" run --max-insts 1000 "$T/loop.asm"
