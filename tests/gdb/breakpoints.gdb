# serve: --launch samples/divergence.json
# echo
source connect
break *high
break *even
tbreak *odd
info breakpoints
continue
continue
continue
continue
delete 1
continue
