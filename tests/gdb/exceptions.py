# Every exception of exceptions.def in every situation, under gdb: cells(sip, catch) prints a line for each, all from
# one machine that is reset. A line is what gdb saw: a signal (IP, cr0.1, AIP), `return` when the routine is about
# to return (AIP), `waits` when no thread can run, and the end: r10 of channels 0 and 1, and cr0.1.
import os
import gdb

KINDS = {  # where it is raised (None: by the host), status and enable bits
    'breakpoint': ('at_breakpoint', 31, 15),
    'external-halt': (None, 30, None),
    'software': ('at_software', 29, 13),
    'illegal-opcode': ('at_illegal', 28, 12),
    'stack-overflow': ('at_stack', 27, 11),
    'context-save': (None, None, None),
    'context-restore': (None, None, None),
}
SITUATIONS = ('enabled', 'disabled', 'pending', 'two at once', 'left set', 'SPF', 'partial mask')


last = []  # stops
gdb.events.stop.connect(last.append)


def run(command):
    return gdb.execute(command, to_string=True)


def value(expr):
    return int(gdb.parse_and_eval(expr))


def status():
    return value('$cr0.bits[1]') & 0xffffffff


def raise_(kind):
    if kind == 'context-save':
        run('monitor preempt 0')
    elif kind == 'context-restore':
        run('monitor restore 0')
        run('maint flush register-cache')
    else:
        run('monitor raise %s 0' % kind)


def begin(kind, situation, catch):
    place, bit, enable = KINDS[kind]
    if situation == 'two at once' or not place:
        place = 'at_nothing'
    run('delete')
    run('monitor reset')
    run('maint flush register-cache')
    run('monitor catch none')
    run('break *at_breakpoint')
    run('continue')  # breakpoints are off, and r10 is 1
    run('delete')
    place = value('(unsigned) &%s' % place)
    run('set $ip = %d' % place)
    run('set $r30.v8_int32[0] = %d' % (place + 16))
    run('set $r30.v8_int32[1] = %d' % (0x55 if situation == 'partial mask' else 0xff))
    run('monitor catch %s' % ('all' if catch else 'none'))
    run('break *%d' % (place + 32))
    if situation == 'SPF':
        run('set $cr0.bits[0] = 4')
    if situation == 'partial mask':
        for n in (1, 3, 5, 7):
            run('set $pcip[%d] = 0x5000' % n)
    if situation != 'disabled':
        run('set $cr0.bits[1] = 0xb800')


def where(out):
    at, aip = value('$ip'), value('$cr0.bits[2]')
    if 'deadlock' in out:
        return 'waits'
    if isinstance(last[-1], gdb.BreakpointEvent):
        if value('$cr0.bits[0]') >> 31 & 1:  # the master bit
            return 'return(%x)' % aip
        return 'end: r10 %d %d, cr0.1 %08x' % (value('$r10.v8_int32[0]'), value('$r10.v8_int32[1]'), status())
    signal = last[-1].stop_signal if isinstance(last[-1], gdb.SignalEvent) else 'SIGTRAP'
    return '%s(%x, %08x, %x)' % (signal, at, status(), aip)


def impossible(kind, situation, sip):
    if situation == 'left set' and not KINDS[kind][1]:
        return 'cannot be: it has no status bit'
    if not sip and situation in ('pending', 'left set'):
        return 'cannot be: there is no routine'
    return None


def cell(kind, situation, sip, catch):
    why = impossible(kind, situation, sip)
    if why:
        return [why]
    place, bit, enable = KINDS[kind]
    begin(kind, situation, catch)
    seen = [] if enable or situation != 'disabled' else ['has no enable:']
    if sip:
        run('break *return')
    if kind.startswith('context'):
        if not sip:
            return seen + [run('monitor preempt 0').strip() if kind == 'context-save' else run('monitor restore 0').strip()]
        raise_('context-save')
    elif not place or situation == 'two at once':
        raise_(kind)
    if situation == 'two at once' and kind != 'context-restore':
        raise_('software' if kind == 'external-halt' else 'external-halt')
    visits, pending, left = 0, situation == 'pending', situation == 'left set'
    for _ in range(12):
        seen.append(where(run('continue')))
        if seen[-1].startswith('end') or seen[-1].startswith('not'):
            break
        if seen[-1] == 'waits':
            raise_('context-restore')
            visits = 0 if kind == 'context-restore' else visits
            if situation == 'two at once' and kind == 'context-restore':
                raise_('external-halt')
        if seen[-1].startswith('return'):
            visits += 1
            if visits == 1 and pending and (kind != 'context-restore' or 'waits' in seen):
                if kind.startswith('context'):
                    seen.append(run('monitor %s 0' % kind[8:].replace('save', 'preempt')).strip())
                else:
                    raise_(kind)
            if visits == 1 and left:
                run('set $cr0.bits[1] = %d' % (status() | 1 << bit))
        if not sip and kind == 'illegal-opcode' and value('$ip') == value('(unsigned) &at_illegal'):
            run('set $ip = $ip + 16')
    return seen


def silently(make):
    """The lines that make() returns; not what gdb shows of each stop meanwhile."""
    gdb.flush()
    stdout, null = os.dup(1), os.open('/dev/null', os.O_WRONLY)
    os.dup2(null, 1)
    lines = make()
    gdb.flush()
    os.dup2(stdout, 1)
    print('\n'.join(lines))


def cells(sip, catch):
    silently(lambda: ['%-15s %-12s %s' % (k, s, ' '.join(cell(k, s, sip, catch))) for k in KINDS for s in SITUATIONS])
