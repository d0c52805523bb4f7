" Syntax of eulab's assembly language for Vim, from its tables. In a file: `// vim: set filetype=eulab:`
if exists('b:current_syntax')
  finish
endif
syntax case ignore
" # begin vim_opcodes
syntax keyword eulabOpcode illegal mov sel movi not and or xor shr shl dim smov asr cmp cmpn csel f32to16 f16to32 bfrev bfe
syntax keyword eulabOpcode bfi1 bfi2 jmpi brd if brc else endif while break cont halt calla call ret goto join wait send sendc
syntax keyword eulabOpcode sends sendsc math add mul avg frc rndu rndd rnde rndz mac mach lzd fbh fbl cbit addc subb sad2
syntax keyword eulabOpcode sada2 dp4 dph dp3 dp2 line pln mad lrp madm nop
" # end vim_opcodes
" # begin vim_options
syntax keyword eulabOption Align1
syntax keyword eulabOption Align16
syntax keyword eulabOption NoMask
syntax keyword eulabOption WE_all
syntax keyword eulabOption AccWrEn
syntax keyword eulabOption AccWrEnable
syntax keyword eulabOption NoDDClr
syntax keyword eulabOption NoDDChk
syntax keyword eulabOption Switch
syntax keyword eulabOption Atomic
syntax keyword eulabOption Breakpoint
syntax keyword eulabOption Compacted
syntax keyword eulabOption NoCompact
syntax keyword eulabOption Uncompacted
syntax keyword eulabOption EOT
syntax keyword eulabOption Raw
syntax keyword eulabOption SecHalf
syntax keyword eulabOption Compr
" # end vim_options
" # begin vim_registers
syntax match eulabRegister '\v<((r|a|acc|f|sr|cr|n|tdr|tm|accx|dbg|mme|msg|fc|ce)\d+|null|ip|ce|chan|pcip|sp)(\.\d+)=>'
" # end vim_registers
" # begin vim_types
syntax match eulabType '\v:(ud|d|uw|w|ub|b|df|f|uv|v|vf|uq|q|hf)>'
" # end vim_types
syntax match eulabLabel '^\s*[A-Za-z_$][A-Za-z0-9_$.]*:'
syntax match eulabDirective '^\s*\.\%(define\|include\|align\|dword\)\>'
syntax match eulabPredicate '(\s*[-+~!]*f[01]\%(\.[01]\)\=\%(\.[a-z0-9]\+\)\=\s*)'
syntax match eulabSize '(\s*\%(1\|2\|4\|8\|16\|32\)\s*)'
syntax match eulabRegion '<[0-9;, ]*>'
syntax match eulabNumber '\<\%(0x[0-9a-f]\+\|0b[01]\+\|\d\+\%(\.\d\+\)\=\%(e[-+]\=\d\+\)\=\)\>'
syntax region eulabString start='"' skip='\\.' end='"' oneline
syntax match eulabComment '//.*$' contains=eulabTodo
syntax match eulabComment '#.*$' contains=eulabTodo
syntax region eulabComment start='/\*' end='\*/' contains=eulabTodo
syntax keyword eulabTodo TODO XXX contained
highlight default link eulabOpcode Statement
highlight default link eulabOption PreProc
highlight default link eulabRegister Identifier
highlight default link eulabType Type
highlight default link eulabLabel Label
highlight default link eulabDirective Include
highlight default link eulabPredicate Conditional
highlight default link eulabSize Special
highlight default link eulabRegion Delimiter
highlight default link eulabNumber Number
highlight default link eulabString String
highlight default link eulabComment Comment
highlight default link eulabTodo Todo
let b:current_syntax = 'eulab'
