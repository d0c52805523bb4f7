# vISA beside the finalizer's code for it: the same; one instruction of the code changed; one of the text; a kernel that never ends.
cp samples/visa/collatz.* tests/visa/collatz.dat "$T"
cd "$T" || exit
"$EULAB" visadiff --launch collatz.json; echo "status $?"
"$EULAB" dis --gen 9 collatz.dat >whole.asm
sed 's/d 3:w$/d 5:w/; s/d r10.0<8;8,1>:d r14/d r10.0<8;8,1>:d -r14/; s/{Compacted}//; s/ {Raw .*}//' whole.asm >changed.asm
"$EULAB" as --gen 9 -o collatz.dat changed.asm && "$EULAB" visadiff --launch collatz.json --max-insts 100000; echo "status $?"
sed 's/ {Raw .*}//; s/d r10.0<8;8,1>:d r14/d r10.0<8;8,1>:d -r14/; s/{Compacted}//' whole.asm >changed.asm
"$EULAB" as --gen 9 -o collatz.dat changed.asm && "$EULAB" visadiff --launch collatz.json; echo "status $?"
"$EULAB" as --gen 9 -o collatz.dat whole.asm && sed -i 's/AT(0,0)<1;1,0>$/AT(0,1)<0;1,0>/' collatz.visaasm && "$EULAB" visadiff --launch collatz.json; echo "status $?"
"$EULAB" visadiff --launch collatz.json --max-insts 9; echo "status $?"
"$EULAB" visadiff; echo "status $?"
"$EULAB" visadiff --sip x; echo "status $?"
