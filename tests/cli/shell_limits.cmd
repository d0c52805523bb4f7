# Every command with the least, the most, and one more than it takes; what it says of what it does not take.
cd samples || exit
each() { # LAUNCH: what is said to each line of stdin, behind the line
	sed 's/^/on 0 help quit\n/' >"$T/lines" # help tells the lines apart
	sed -n 'n;p' "$T/lines" >"$T/typed"
	"$EULAB" shell "$@" <"$T/lines" 2>&1 |
		awk -v typed="$T/typed" '/^quit - leave$/ { getline line <typed; print "> " line; skip = 2; next } skip > 0 { skip--; next } { print }'
}
echo '== counts and threads'
each --launch divergence.json <<'LINES'
step 0
step 1
step 2 3
step thread 1
step channel 1
step t 1
step c 1
step x
step 4294967296
step -1
next 1
next 0
next 1 2
back 1
back 0
back 2 3
finish
finish 1
until
until 0x20 0x30
until 0x21
until 0x28
until 0x9998
until 0x60
until 0x60
thread
thread 0
thread 1
thread 0 0
threads
threads 1
channel
channel 7
channel 8
channel 31
channel 32
channel 0 1
when
when 1
goto
goto 3
goto 3 4
goto 99999
goto x
checkpoint
checkpoint 1
restart
restart 1
restart 2
restart x
reset
reset 1
continue 0
continue 1 2
run 1
quit 1
reverse-continue 1
backtrace
backtrace 1
masks 1
masks all
masks 0 1
masks 0
lanes
lanes all r4:f
lanes r4:f +
lanes r2:w
lanes/x r3:d
lanes/q r3
lanes 5
exceptions
exceptions 0
exceptions 1
on 0 step
on 0
on 1 print r3
on 0.7 print pc
on 0.8 print pc
on 0.32 print pc
on x print pc
on 0.x print pc
on 0 set r3.7:ud = 5
on 0 foo
LINES
echo '== places'
each --launch divergence.json <<'LINES'
disassemble
disassemble low
disassemble low 1
disassemble low 4097
disassemble low 1 2
disassemble 0x1000
disassemble nowhere
disassemble lwo 1
disassemble 0
disassemble 0 0
list
list 20
list 20 3
list 20 0
list 99
list low
list low 2
list divergence.asm:12 2
list divergence.asm:0
list nothing.asm:1
list divergance.asm:1
list 3 4 5
list *0x20
list *20
break
break low
break 20
break divergence.asm:21
break samples/divergence.asm:21
break ence.asm:21
break nothing.asm:21
break 999
break *0x24
break 0x28
break 0x1000
break low if
break low if any
break low if any r3.0<8;8,1>:d >
break low if any r3:d > 2
break even if all r3:d == 2
break odd when
break odd item 5
break odd if r3:d == 1 extra
tbreak
tbreak parity
info breakpoints
disable 1
disable 1 99
disable x
enable 99
enable
disable all
delete
delete 99
delete 1 2
continue
info breakpoints
enable all
run
continue
continue 2
continue
disassemble 0xff0 4096
info breakpoints
delete all
info breakpoints
watch
watch r5
watch r5.1:d
watch r5.8:d
watch r5.1:zz
watch r500
watch 0x10
watch 0x10,0
watch 0x10,8
watch 0x10,x
rwatch 0x20,4
awatch f0
watch r5 0
watch r5 1
watch r5 0 1
rwatch
info watchpoints
delete all
info watchpoints
LINES
echo '== values'
each --launch divergence.json <<'LINES'
until high
print
print r3
print r3:d
print r3.7:d
print r3.8:d
print r3:aaaaaaaaaaaaaaaaaaaa
print r3:aaaaaaaaaaaaaaaaaaaab
print r3:uw
print r3.0<8;8,1>:ub
print r3<4;4,1>:d
print r3.1<8;4,2>:w
print r3<32;8,4>:d
print r3<99;8,1>:d
print r4:f
print/x r4
print /x r4
print/z r3:d
print/o 8
print/t 5
print/d 0xffffffff:d
print/u -1
print/c 65
print/f r4:f
print/f 3
print/a 0x80
print/a 0x84
print/a 0x2000
print/q 5
print/xx 5
print/ 5
print -r3:d
print ~0
print !r3:d
print r3:d + 1
print r3:d - 1
print r3:d * 3
print r3:d / 2
print r3:d / 0
print r3:d % 3
print 7 % 0
print r3:d << 2
print r3:d >> 1
print -8 >> 1
print 1 << 63
print 1 << 64
print r3:d & 3
print r3:d | 8
print r3:d ^ 1
print r3:d == 3
print r3:d != 3
print r3:d < 3
print r3:d <= 3
print r3:d > 3
print r3:d >= 3
print 1 && 0
print 1 && 2
print 0 || 0
print 0 || 5
print 2 + 3 * 4
print (2 + 3) * 4
print 2 * 3 + 4
print 10 - 3 - 2
print 1 << 2 + 1
print 5 & 3 == 3
print 1 | 2 ^ 3 & 4
print 6 == 6 < 2
print -2 * -3
print 1.5 + 1
print 1.5 * 2
print 7.5 / 2
print 1.5 % 1
print 1.5 & 1
print 1.5 << 1
print 1e3
print 0x1p3
print .5
print 5.
print 0xg
print 08
print 18446744073709551615
print 18446744073709551616
print r3:d + r4:f
print r3:d + r3<4;4,1>:d
print (1
print 1)
print 1 2
print + 1
print $r3
print $nothing
print pc
print ip
print low
print low + 16
print nowhere
print [0]:ud
print [0;4]:ud
print [0;0]:ud
print [0;64]:ub
print [0;65]:ub
print [0x10000]:ud
print [low]:uq
print [0
print [0]
print [0]:zz
print f0
print f0.1:uw
print a0
print acc0:f
print cr0
print sr0.2
print ce
x
x/2xw 0
x
x/4xb 0
x/17xb 0
x/3xh 0
x/3xg 0
x/2f 0
x/2fh 0
x/3c 0
x/2xw 0x100000000
x/2xw 0xfffffffc
set [0x100000000000]:ud = 3
x/2d 4
x/2u 4
x/2o 4
x/2t 4
x/2a 0
x/0x 0
x/4097x 0
x/4q 0
x/2i 0
x
x/1x 0x10000
x/20xw 0x1c8
x 1.5
x r3
x r3.7:ud
set
set r3
set r3 =
set r3.7:ud = 9
set r3.7:d = -9
set r3:d = 1
set r3:d = r4:f
set r3.0<4;4,1>:d = r3:d
set r3.7:f = 1.5
set r3.7:d = 2.9
set 5 = 6
set ce = 1
set [0]:ud = 1
set [0x10000]:ud = 1
set pc = 0x10
set pc = 0x14
set pc = -16
set pc = 1.5
set pc = r3
set pc 5
set low = 5
registers r3 f0
registers $r3
registers r3:d
registers r300
registers
display
display r3:d
display/x r3.1:d
display/q r3
display r300
display 1 +
display
set r3.7:ud = 0x100000
display [r3.7:ud]:ud
set r3.7:ud = 0
display [r3.7:ud]:ud
set r3.7:ud = 0x100000
display
set r3.7:ud = 7
undisplay 3
undisplay x
undisplay 1
undisplay 1
undisplay all
display
history
history 3
history 0
history x
history 1 2
LINES
echo '== expressions'
each --launch divergence.json <<'LINES'
until high
print 1.5 < 1.5
print 1.5 <= 1.5
print 1.5 > 1.5
print 1.5 >= 1.5
print 1.5 == 1.5
print 1.5 != 1.5
print 1.5 < 2
print 1.5 <= 2
print 1.5 > 2
print 1.5 >= 2
print 1.5 == 2
print 1.5 != 2
print 2 < 1.5
print 2 <= 1.5
print 2 > 1.5
print 2 >= 1.5
print 2 == 1.5
print 2 != 1.5
print 0.0 && 0
print 0.0 || 0
print 0.0 && 0.5
print 0.0 || 0.5
print -0.5 && 0.0
print -0.5 || 0.0
print 0.5 && 1
print 0.5 || 1
print r4:f < 1
print r4:f >= r3:d
print !r4:f
print !0.0
print !-0.5
print -1.5
print +1.5
print ~1.5
print 1.5 - 2
print 1.5 / 0
print -1.5 / 0
print 0.0 / 0 != 0.0 / 0
print 0.0 / 0 == 0.0 / 0
print 1.5 | 1
print 1.5 ^ 1
print 1.5 >> 1
print 9223372036854775807 + 1
print -9223372036854775807 - 2
print 4611686018427387904 * 2
print -9223372036854775807 - 1 / -1
print (-9223372036854775807 - 1) / -1
print (-9223372036854775807 - 1) % -1
print -7 / 2
print -7 % 2
print 7 / -2
print 1 << 0
print 1 << -1
print 1 >> 64
print -1 >> 64
print -1 >> 63
print -5 >> 63
print 1 >> 63
print -1 < 1
print -1 > 1
print 3 <= 2
print 2 >= 3
print 1 ? 2 : 3
print 0 ? 2 : 3
print 0.5 ? 2 : 3
print 0.0 ? 2 : 3
print r3:d ? 1 : 2
print 1 ? 2
print 1 ? 2 : 
print 1 ? 0 ? 4 : 5 : 6
print 0 || 1 ? 2 : 3
print r3:d + r3.0<4;4,1>:ub
print r3.0<0;1,0>:d + r3:d
print r3:d == r3:d && r3:d > 3
print ((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))
print (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
print ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
print ---------------------------------------------------------------1
print --------------------------------------------------------------------------------1
print [r3.7:d]:ub
print [r3]:ub
print [1.5]:ub
print [0x10;2]:uw
print [0x10; 3 ]:ub
print [0x10;-1]:ub
print [0x10;1.5]:ub
print [0x10;32]:ub
print [0x10;33]:ub
print [-1]:ub
print r3.0x2:d
print r3.
print r3.x:d
print r3<8;8>:d
print r3<8;8,1:d
print r3<16;16,1>:w
print r3<3;8,1>:d
print r3<8;3,1>:d
print r3<8;8,3>:d
print r3<0;1,0>:df
print r3<8;8,4>:b
print r126<32;16,2>:w
print r127<32;8,4>:d
print low + even - low
print *low
print a0.1
print a0.8
print f1.1:uw
print f2
print sr0.3
print sr0.4
print cr0.1:uw
print pcip
print tm0
print chan
print 1e400
print 1e-400
print 1e
print 1e+
print 1.e1
print 0x
print 0x10000000000000000
LINES
echo '== halves'
each --gen 9 divergence.asm <<'LINES'
set r2.0:hf = 1.5
set r2.1:hf = 0
set r2.2:hf = -2
set r2.3:hf = 1e9
print r2.0:hf
print r2.0<4;4,1>:hf
print/x r2.0<4;4,1>:hf
print/f r2.0:hf
print/d r2.0:hf
print r2.0:hf + 1
print r2:ud
lanes r2.0<4;4,1>:hf
display r2.2:hf
LINES
echo '== words'
each --launch divergence.json <<'LINES'
foo
stepp
s tep
con
d
r4
r4 = 5
ste
help foo
help step
help s
help st
info
info foo
info spaces
info spaces 1
info threads
info exceptions
info registers
info registers 1
info surfaces
info messages nosuch
raise
raise software
raise software 0
raise software 1
raise softwar
catch
catch software
catch
catch foo
catch none
catch all
halt
halt 1
halt 0 0
match
match ip=low
match ip=
match opcode=add
match opcode=foo
match off
match foo=1
attention
attention clear
attention foo
trace
trace exec
trace foo
trace off
dump
dump r3
dump r3,r4:f
dump 0,8
dump 0,8:uw
dump r3 r4
dump foo
save
save 0 x
load 0 x
save 254 x
sip
sip-return
preempt
preempt 0
preempt 1
preempt group 0
restore
restore 0
print/x/x 5
step/x
quit/x
source
source nosuch
source nosuch x
item 0
items
locals
step-line
step-line 1
step-line 0
step-line 0 0
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p q r s t u v w x y z
LINES
