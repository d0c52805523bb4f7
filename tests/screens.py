#!/usr/bin/env python3
"""screens.py EULAB [SCRIPT...] - every script of tests/screen in every way that the screen can look.

A script is run at three sizes (its own `size` lines are left out; a script whose clicks have no keys
beside them is run at its own), with 256 colours, 8 and none, with
the symbols of UTF-8 and with ASCII alone, with the mouse and with the keys that it names instead:
SIZES x COLOURS x SYMBOLS x POINTERS runs. What tests/screen/NAME.screen does not say of them holds by
construction, and is compared:

  * a screen has the rows and columns that it was told, and no control characters;
  * what is drawn does not depend on the colours: the same text and styles, except pictures;
  * ASCII shows the same in the same columns: each symbol is always the same letter;
  * the terminal shows the attributes that ui/tui/styles.def has, and nothing is told by colour alone:
    which styles look the same, in each of the three ways, is known (ALIKE);
  * the mouse leads to the same screens as the keys;
  * NO_COLOR and LC_ALL=C do what the options do;
  * sizes that are too small, and a size that changes behind every key, end nothing.

Every view of every machine has to be seen, at each size; that of variables of an OpenCL kernel where its
compiler is (tests/screen/opencl). The last line says how many runs there were."""
import itertools, json, os, re, shutil, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

SIZES = ['132x43', '80x24', '40x10']
OWN = 'its own'
OPENCL = 'OPENCL'  # in a script's arguments: the launch file of compile_opencl()
SOURCE_ONLY = 'L'  # views of variables: of OpenCL kernels and of vISA
COLOURS = ['256', '8', 'none']
SYMBOLS = ['utf-8', 'ascii']
POINTERS = ['mouse', 'keys']
TINY = ['39x10', '40x9', '12x3', '1x1', '300x100']
# Styles that look the same, and what says the same there:
ALIKE = {
    'none': [  # dim is not seen on every terminal
        'NORMAL DIM LABEL COMMENT OFF HOT1 PICTURE',  # symbols, digits and words
        'TITLE BAR CH0 CH2 CH4 CH6',  # rows; every second channel of an operand
        'FOCUS KEY ERROR IP PICK',  # rows; the one cell with the cursor; words that name what is wrong
        'HEAD ON BREAK TARGET HOT2',  # names of columns, letters, the marks of IP and breakpoints
        'CHANGED HOT3',  # the same meaning in other views
        'CH1 CH3 CH5 CH7'],  # between CH0, CH2 ...
    '8': ['NORMAL DIM OFF PICTURE', 'TITLE IP CH4', 'FOCUS CH1', 'BAR CH3', 'HEAD TARGET HOT1', 'COMMENT ON',
          'CHANGED HOT2', 'BREAK HOT3'],  # in other views, or other symbols
    '256': ['NORMAL PICTURE', 'FOCUS CH1', 'CHANGED HOT2'],  # in other views
}

here = os.path.dirname(os.path.realpath(__file__))
eulab = os.path.realpath(sys.argv[1])
os.chdir(os.path.dirname(here))


def table(path, name):
    """The arguments of the rows of a .def file."""
    text = re.sub(r'/\*.*?\*/', '', open(path).read(), flags=re.S)
    return [[a.strip().strip('"') for a in re.findall(r'"(?:[^"\\]|\\.)*"|[^,]+', row)]
            for row in re.findall(r'^%s\((.*)\)$' % name, text, flags=re.M)]


STYLES = table('ui/tui/styles.def', 'STYLE')
LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
STYLE_OF = {LETTERS[i]: row[0] for i, row in enumerate(STYLES)}
BITS = {'b': 1, 'u': 2, 'r': 4, 'd': 8}


def attributes(row, colours):
    """The digit of screen_attributes() for a cell with a row's style."""
    return sum(BITS[c.lower()] for c in row[5] if c.isupper() or colours == 'none')


class Bad(Exception):
    pass


class Script:
    def __init__(self, path):
        self.path = path
        self.name = os.path.basename(path)[:-len('.keys')]
        self.lines = open(path).read().split('\n')
        self.args = self.run_args = self.lines[0][len('# eulab tui '):].split()
        points = [l for l in self.lines if re.match('(click|wheel) ', l)]
        self.points = bool(points)
        self.mouse_alone = any(' | ' not in l for l in points)

    def text(self, size, resize=()):
        """Its lines for a size, or for its OWN; everything is shown of each screen. @resize: sizes that keys alternate with."""
        out = ['size ' + size] if size != OWN else []
        sizes = itertools.cycle(resize)
        for line in self.lines:
            if line.startswith('size ') and size != OWN:
                continue
            if resize and line.startswith('keys '):
                for key in line.split()[1:]:
                    out += ['keys ' + key, 'size ' + next(sizes)]
                continue
            if resize and re.match('(click|wheel) ', line):
                continue
            out.append(line)
            if line == 'screen':
                out += ['styles', 'attributes']
        return '\n'.join(out) + '\n'

    def run(self, text, *options, **env):
        with tempfile.NamedTemporaryFile('w', suffix='.keys') as f:
            f.write(text)
            f.flush()
            done = subprocess.run([eulab, 'tui', *self.run_args, *options, '--keys', f.name], timeout=300,
                                  stdin=subprocess.DEVNULL, capture_output=True,
                                  env={**os.environ, 'LC_ALL': 'C.UTF-8', **env})
        if done.returncode or done.stderr:
            raise Bad('%s: status %d: %s' % (' '.join(options), done.returncode,
                                             done.stderr.decode(errors='replace').strip()))
        return done.stdout


def parse(out):
    """[(kind, size, rows)] of what a script printed; rows of a screen are as wide as the screen."""
    got, size = [], None
    for line in out.decode().split('\n'):
        head = re.match(r'== line \d+: (\d+x\d+|styles|attributes)$', line)
        if head:
            kind = head.group(1)
            size = kind if 'x' in kind else size
            got.append((kind if kind != size else 'screen', size, []))
        elif got:
            got[-1][2].append(line)
    for i, (kind, size, rows) in enumerate(got):
        cols, count = (int(n) for n in size.split('x'))
        if i + 1 == len(got) and rows[-1] == '':
            rows.pop()
        if len(rows) != count or any(len(r) > cols for r in rows):
            raise Bad('a %s of %s has %d rows, of %d columns' % (kind, size, len(rows), max(map(len, rows))))
        if any(ord(c) < 32 or ord(c) == 127 for r in rows for c in r):
            raise Bad('a control character is on the screen')
        rows[:] = [r.ljust(cols) for r in rows]
    return got


def cells(rows):
    return ''.join(rows)


def differ(what, a, b, where):
    for row, (x, y) in enumerate(zip(a, b)):
        if x != y:
            col = next(i for i, (p, q) in enumerate(zip(x, y)) if p != q)
            raise Bad('%s: %s: row %d, column %d:\n  %s\n  %s' % (where, what, row + 1, col + 1, x, y))


def compare_colours(plain, other, where):
    """The same cells, whatever colours there are; a picture's text is not compared."""
    for (kind, _, a), (_, _, b), k in zip(plain, other, range(len(plain))):
        if kind == 'styles':
            differ('styles depend on colours', a, b, where)
        if kind == 'screen':
            picture = cells(plain[k + 1][2]) if k + 1 < len(plain) else ''
            mask = [''.join('#' if STYLE_OF[picture[r * len(x) + c]] == 'PICTURE' else ch for c, ch in enumerate(x))
                    for r, x in enumerate(a)]
            masked = [''.join('#' if STYLE_OF[picture[r * len(x) + c]] == 'PICTURE' else ch for c, ch in enumerate(x))
                      for r, x in enumerate(b)]
            differ('text depends on colours', mask, masked, where)


def compare_ascii(wide, narrow, letters, where):
    for (kind, _, a), (_, _, b) in zip(wide, narrow):
        if kind != 'screen':
            differ(kind + ' depend on symbols', a, b, where)
            continue
        for x, y in zip(cells(a), cells(b)):
            if ord(y) > 126:
                raise Bad('%s: %s is not ASCII' % (where, y))
            if ord(x) < 127 and x != y:
                raise Bad("%s: ASCII shows '%s' as '%s'" % (where, x, y))
            if ord(x) > 126:
                letters.setdefault(x, set()).add(y)


def check_attributes(got, colours, where):
    """The terminal has what the table says."""
    for k, (kind, _, rows) in enumerate(got):
        if kind != 'attributes':
            continue
        for style, digit in zip(cells(got[k - 1][2]), cells(rows)):
            row = STYLES[LETTERS.index(style)]
            if int(digit, 16) != (0 if row[0] == 'PICTURE' else attributes(row, colours)):
                raise Bad('%s: a cell of %s has the attributes %s' % (where, row[0], digit))


def check_table():
    """Nothing is told by colour alone: what looks the same is known."""
    for colours, known in ALIKE.items():
        looks = {}
        for row in STYLES:
            seen = attributes(row, colours) & ~BITS['d']
            looks.setdefault((seen, {'none': None, '8': row[3:5], '256': row[1:3]}[colours].__str__()), []).append(row[0])
        alike = [' '.join(names) for names in looks.values() if len(names) > 1]
        if sorted(alike) != sorted(known):
            raise Bad('ui/tui/styles.def: other styles look the same with %s colours: %s' % (colours, alike))


def check(script, size, found):
    text, got, runs = script.text(size), {}, 0
    pointers = POINTERS[:1] if script.mouse_alone or not script.points else POINTERS
    for colours, symbols, pointer in itertools.product(COLOURS, SYMBOLS, pointers):
        options = ['--colors', colours] + ['--ascii'] * (symbols == 'ascii') + ['--no-mouse'] * (pointer == 'keys')
        out = script.run(text, *options)
        runs += 1
        where = '%s with %s' % (size, ' '.join(options))
        if symbols == 'ascii' and any(b > 126 for b in out):
            raise Bad(where + ': a byte is not ASCII')
        got[colours, symbols, pointer] = parse(out)
        check_attributes(got[colours, symbols, pointer], colours, where)
    for colours, symbols, pointer in got:
        where = '%s, %s, %s, %s' % (size, colours, symbols, pointer)
        one = got[colours, symbols, pointer]
        compare_colours(got['none', symbols, pointer], one, where)
        if symbols == 'ascii':
            compare_ascii(got[colours, 'utf-8', pointer], one, found['letters'], where)
        if pointer == 'keys':
            for (kind, _, a), (_, _, b) in zip(got[colours, symbols, 'mouse'], one):
                differ('the mouse and the keys lead to different ' + kind, a, b, where)
    env = script.run(text, NO_COLOR='1', LC_ALL='C', LANG='C')
    if parse(env) != got['none', 'ascii', 'mouse']:
        raise Bad(size + ': NO_COLOR and LC_ALL=C are not --colors none --ascii')
    for kind, _, rows in got['none', 'ascii', 'mouse']:
        if kind == 'screen':
            found['views'].update((machine(script), v, size) for v in re.findall(r'^ (\w) (\w+)(?=[: ])', '\n'.join(rows), flags=re.M))
    return runs + 1


def check_sizes(script):
    for size in TINY:
        script_text = '\n'.join(l for l in script.text(size).split('\n') if not re.match('(click|wheel) ', l)) + '\n'
        parse(script.run(script_text))
    script.run(script.text('80x24', ['40x10', '1x1', '132x43', '39x24', '300x100', '80x24']))
    return len(TINY) + 1


def machine(script):
    args = ' '.join(script.args)
    return 'GCN' if '/gcn/' in args else 'vISA' if '/visa/' in args else 'OpenCL' if OPENCL in args else 'EU'


def check_letters(letters):
    """A symbol is always the same letter, and another one than any that it may stand beside."""
    pixels = '▀'  # a picture's: its letter is as bright as what it stands for
    return ['ASCII has %s for %s' % (' '.join(sorted(to)), ch) for ch, to in letters.items() if len(to) > 1 and ch != pixels]


def unseen_views(views):
    """Views of a machine, by its tables, that no script has shown at some size."""
    rows = {'EU': ['eu/cli/views.def'], 'GCN': ['gcn/cli/views.def'], 'vISA': []}
    for name, own in rows.items():
        keys = {row[1]: row[2] for path in ['ui/tui/views.def'] + own for row in table(path, 'VIEW')}
        for (key, size) in itertools.product(keys, SIZES):
            if key in SOURCE_ONLY and name != 'vISA':
                continue
            word = 'vars' if (name, key) == ('vISA', '3') else keys[key]
            if (name, (key, word), size) not in views:
                yield '%s: no script shows the view %s %s at %s' % (name, key, word, size)


def compile_opencl(folder):
    """A launch file of samples/opencl/particles.cl, with debug information."""
    shutil.copy('samples/opencl/particles.cl', folder)
    subprocess.run(['ocloc', 'compile', '-q', '-file', 'particles.cl', '-device', 'skl', '-options', '-g -cl-opt-disable',
                    '-output_no_suffix', '-output', 'k.zebin'], cwd=folder, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, env={**os.environ, 'IGC_EnableZEBinary': '1'})
    launch = {'kernel': 'k.zebin', 'dispatch': {'kind': 'opencl', 'global': [16], 'local': [16], 'args': [
        {'buffer': {'hex': '05000000060000000700000008000000', 'size': 128}}, {'buffer': {'size': 128}}, {'local': 64}]}}
    with open(folder + '/launch.json', 'w') as f:
        json.dump(launch, f)
    return folder + '/launch.json'


def opencl_scripts(folder):
    launch = compile_opencl(folder)
    scripts = [Script('tests/screen/opencl/' + f) for f in sorted(os.listdir('tests/screen/opencl'))]
    for script in scripts:
        script.run_args = [launch if a == OPENCL else a for a in script.args]
    return scripts


def main():
    with tempfile.TemporaryDirectory() as folder:
        return run_all(folder)


def run_all(folder):
    paths = sys.argv[2:] or sorted('tests/screen/' + f for f in os.listdir('tests/screen') if f.endswith('.keys'))
    scripts = [Script(p) for p in paths]
    opencl = not sys.argv[2:] and shutil.which('ocloc')
    scripts += opencl_scripts(folder) if opencl else []
    found = {'letters': {}, 'views': set()}
    failed, runs = [], 0
    try:
        check_table()
    except Bad as bad:
        failed.append(str(bad))

    def one(job):
        script, size = job
        try:
            return check_sizes(script) if size is None else check(script, size, found)
        except Bad as bad:
            failed.append('%s: %s' % (script.path, bad))
            return 0
    jobs = [(s, size) for s in scripts for size in ([OWN] if s.mouse_alone else SIZES) + [None]]
    with ThreadPoolExecutor(int(os.environ.get('JOBS') or os.cpu_count())) as pool:
        runs = sum(pool.map(one, jobs))
    failed += check_letters(found['letters'])
    if not sys.argv[2:]:
        failed += unseen_views(found['views'])
        failed += ['no script shows the view L locals at ' + size for size in SIZES
                   if opencl and ('OpenCL', ('L', 'locals'), size) not in found['views']]
        print('ocloc (intel-opencl-icd) is not here: no view of variables\n' * (not opencl), end='')
    for line in failed:
        print(line)
    print('%d runs' % runs)
    return 1 if failed else 0


sys.exit(main())
