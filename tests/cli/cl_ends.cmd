# eulab cl: what a driver can reach, a recording of each connection, and a program that does not end when it is asked to.
CFLAGS= samples/opencl/build.sh "$T" || exit 1
echo '-- the port is this host'"'"'s alone'
"$EULAB" cl -- sh -c 'grep -i " [0-9A-F]*:$(printf %04X $TbxPort) [0-9A-F]*:0000 0A" /proc/net/tcp | cut -c7-15' 2>/dev/null
echo '-- recordings'
cd "$T" || exit
"$EULAB" cl --aub two.aub -- sh -c './vadd; ./vadd; ./vadd'; ls two.aub*
for f in two.aub two.aub.2 two.aub.3; do "$EULAB" gpu --replay $f --stats 2>&1 | grep -c 'groups'; done
"$EULAB" cl --aub /dev/full ./vadd 2>err; echo "status $?"; cat err # which of the two is first is chance
echo '-- SIGTERM'
"$EULAB" cl -- sh -c 'trap "" TERM; echo ready; while :; do sleep 1; done' >out 2>err &
until grep -qs ready out; do sleep 0.05; done
kill $!; wait $!; echo "status $?"; cat err
rm out
"$EULAB" cl -- sh -c 'trap "exit 6" TERM; echo ready; while :; do sleep 0.1; done' >out 2>err &
until grep -qs ready out; do sleep 0.05; done
kill $!; wait $!; echo "status $?"; cat err
echo '-- a System Routine: its bytes, whatever form it has'
printf 'mov (8) r2<1>:ud r3<8;8,1>:ud {NoMask}\nand (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}\nnop\n' >routine.asm
"$EULAB" as --gen 9 -o routine.bin routine.asm
"$EULAB" cl --sip routine.asm -- sh -c 'cmp routine.bin "$LoadBinarySipFromFile" && echo same; echo "$LoadBinarySipFromFile" >at' 2>err; echo "status $?"; cat err; [ ! -e "$(cat at)" ] || echo left
for f in none.asm err; do "$EULAB" cl --sip $f true; echo "status $?"; done 2>&1 | sed 's/:.*error/: error/'
