# A commented start of each kind runs as it says; what is wrong is named, and nothing is written over.
cd "$T" || exit
umask 022
for kind in kernel sip opencl; do "$EULAB" new $kind my_$kind; done
stat -c '%a %n' my_kernel.*
"$EULAB" run --launch my_kernel.json && od -An -tx4 my_kernel.out | head -1
"$EULAB" check my_kernel.asm
"$EULAB" run --launch my_sip.json
"$EULAB" siptest --launch my_sip.json --lint
cc -fsyntax-only -Wall -Wextra my_opencl.c && echo my_opencl.c compiles
echo mine >my_kernel.asm
"$EULAB" new kernel my_kernel
cat my_kernel.asm
for kind in kernel sip; do "$EULAB" new --gen 9 ${kind} my_${kind}9 | tail -3 && grep '"gen"' my_${kind}9.json; done
"$EULAB" run --launch my_kernel9.json
"$EULAB" siptest --launch my_sip9.json
"$EULAB" new --gen 9 opencl other
"$EULAB" new --gen 10 kernel other
"$EULAB" new --gen gfx803 kernel other
"$EULAB" new kernal other
"$EULAB" new kernel 0x
"$EULAB" new kernel ../other
"$EULAB" new
ls
