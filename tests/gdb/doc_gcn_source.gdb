# docs/gcn.md: clang's kernel by its source: lines, variables of each lane, LDS, conditions, watchpoints, back in time.
# serve: --launch samples/gcn/collatz.json
# echo
source connect
break 24 if lane == 5
continue
print n
print count
bt
info locals
next
thread 1.7
print lane
print n
delete
watch count
continue
print n
delete
tbreak 34 if lane == 3
continue
print distance
print steps[lane]
print steps[lane + distance]
print &steps
watch steps[0]
continue
reverse-continue
delete
print n = 77
print n
ptype counts
break 38
continue
print *sums
print counts[5]
