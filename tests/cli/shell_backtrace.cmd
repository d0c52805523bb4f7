# backtrace: the frames of the selected channel. A channel that waits for a call is not in it; in the System Routine the
# instruction that it interrupted comes after the routine's own calls; a routine that sets SPF works for all channels.
sip() { "$EULAB" shell tests/gdb/frames_some.asm --dmask 0xff --enable illegal-opcode --sip tests/gdb/frames_sip.asm -c "$1" | grep '^#\|^<\|^E'; }
sip 'until leaf; backtrace; channel 0; backtrace'
echo '== in the routine'
sip 'until entry; backtrace; channel 0; backtrace'
echo '== with SPF, in its call'
sip 'until advance; backtrace; channel 0; backtrace'
echo '== Gen9'
"$EULAB" shell --gen 9 --dmask 0xff tests/gdb/return_some.asm -c 'until sub; backtrace; channel 7; backtrace' | grep '^#'
echo '== deep'
printf 'again: call (2) r10.0<1>:ud again\n' >"$T/deep.asm"
"$EULAB" shell --dmask 0xff "$T/deep.asm" -c 'step 100; backtrace' | tail -n 2
