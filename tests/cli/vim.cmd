# What Vim makes of a source: the group of the word at each place.
cat >"$T/k.eulab" <<'X'
// a comment
.define N 3
start:
        (f0.0) add.sat (8) r10.0<1>:f r2.0<8;8,1>:f -acc0.0<8;8,1>:f {NoMask, Align1}
        mov (16) r4.0<1>:uw 0x1f:uw # TODO
        send (8) null<1>:ud r20.0<8;8,1>:ud 0x5 0x040a8000
X
cat >"$T/show.vim" <<'X'
set columns=200
syntax on
source docs/eulab.vim
let out = []
for line in range(1, line('$'))
  let [said, col] = ['', 1]
  let last = ''
  while col <= len(getline(line))
    let name = substitute(synIDattr(synID(line, col, 1), 'name'), '^eulab', '', '')
    if name !=# last
      let said .= (last ==# '' ? '' : '/' . last) . (name ==# '' ? '' : ' ')
      let last = name
    endif
    let said .= name ==# '' ? '' : getline(line)[col - 1]
    let col += 1
  endwhile
  call add(out, said . (last ==# '' ? '' : '/' . last))
endfor
call writefile(out, $T . '/out')
quit!
X
vim -es -N -u NONE -i NONE "$T/k.eulab" -S "$T/show.vim" </dev/null
cat "$T/out"
