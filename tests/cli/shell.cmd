# The shell: a session through a pipe, scripts, -c, messages with their place, exit statuses.
"$EULAB" shell --launch samples/calls.json <<'LINES'
# steps, calls
s
s 2
bt
finish
back 3
next
until low
masks
list
list
x/2xw 0
x/2i even
x/2i 0x10
set r4.1<8;8,1>:f = 1.5
p r4:f
registers r4
set [0x1000]:ud = 5
i threads
step thread
c
c
back
rc
when
LINES
echo "status $?"
printf '%s\n' 'print 1 +' foo 'set ip' 'set r4 = r5.0' 'x/4q 0' 'channel 9' 'registers r4 r200' 'monitor' |
	"$EULAB" shell --launch samples/calls.json
echo "status $?"
"$EULAB" shell --listen - --launch samples/calls.json
echo "status $?"
"$EULAB" shell --listen :0 --launch samples/calls.json -c when
echo "status $?"
"$EULAB" shell --listen "unix:$T/none/s" --launch samples/calls.json </dev/null
echo "status $?"
printf 'print 1 + 1\nstep\nprint 3' | "$EULAB" shell --listen "unix:$T/s" --launch samples/calls.json 2>"$T/listen"
echo "status $?"
sed -n 's/^Listening on .*/Listening/p' "$T/listen"
printf 'when\nsource %s\n' "$T/b" >"$T/a"
printf 'p 1\n\np nothing\np 2\n' >"$T/b"
"$EULAB" shell --launch samples/calls.json -x "$T/a"
echo "status $?"
printf 'source %s\n' "$T/c" >"$T/c"
"$EULAB" shell --launch samples/calls.json -x "$T/c"
echo "status $?"
"$EULAB" shell --launch samples/calls.json -x "$T/none"
echo "status $?"
"$EULAB" shell --launch samples/calls.json -c 'p 1; p [0;2]:ud; source tests/cli/shell_source.eulab; q; p 2'
echo "status $?"
"$EULAB" shell --enable illegal-opcode samples/illegal.asm -c 'run; dump r4,ip 0,4; p 1'
echo "status $?"
"$EULAB" shell --launch samples/illegal.json -c 'sip; catch all; c; sip; finish; c; dump; info threads'
echo "status $?"
echo 'p 2' | "$EULAB" shell --launch samples/calls.json -i -c 'p 1'
