# Every step from an instruction into the routine and back, with all channels, with half of them, and under SPF; then by `monitor sip-return`.
# serve: tests/gdb/exceptions.asm --dmask 0xff --sip samples/sip_tiny.asm
source gdb-xml/eulab-gdb.py
source connect
source tests/gdb/exceptions.py
python
def state():
    return '  $pc %6x $ip %6x $ce %02x $cr0 %08x %08x %08x  channels at $ip %02x' % (
        value('(unsigned) $pc'), value('$ip'), value('$ce'), value('$cr0.bits[0]'), status(), value('$cr0.bits[2]'),
        sum(1 << n for n in range(8) if value('$pcip[%d]' % n) == value('$ip')))


def inside():
    return value('$cr0.bits[0]') >> 31 & 1


def enter(kind, situation):
    begin(kind, situation, False)
    run('delete')
    run('set $cr0.bits[1] = 0xb000')  # sip_tiny steps over no illegal opcode
    if not KINDS[kind][0]:
        raise_(kind)
    run('stepi')


def steps(kind, situation):
    enter(kind, situation)
    lines = ['%s, %s' % (kind, situation), state()]
    while inside():
        run('stepi')
        lines.append(state())
    enter(kind, situation)
    said = run('monitor sip-return').split(';')[0]
    run('maint flush register-cache')
    return lines + ['  ' + said, state()]


silently(lambda: [line for k in ('breakpoint', 'external-halt', 'software') for s in ('enabled', 'partial mask', 'SPF')
                  for line in steps(k, s)])
end
