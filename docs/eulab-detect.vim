" The type of eulab's sources for Vim: *.asm and *.inc of every assembler are called so, hence by an instruction, which
" has its size in parentheses: `mov (8) r2`, `(W) add (16|M0) r4`, `add(16) g10`.
function! s:Detect()
  for line in getline(1, 200)
    if line =~# '\v^\s*(\w+:\s*)?(\([^()]*\)\s*)?\l[a-z0-9_]*(\.[a-z0-9_.]+)*\s*\((1|2|4|8|16|32)(\|M\d+)?\)\s'
      setlocal filetype=eulab
      return
    endif
  endfor
endfunction
autocmd BufNewFile,BufRead *.asm,*.inc,*.iga call s:Detect()
