# Arrays of arrays, nested structures, vectors of three and pointers to local memory in the shell's expressions; stock gdb has the same.
cat >"$T/rows.cl" <<'S'
typedef struct { int x, y; } point;
typedef struct { point q; float w[2][3]; point *next; } node;
typedef struct { node n[2]; int t; } tree;
kernel void rows(global int *out, global const node *nodes, local int *l)
{
    int i = get_global_id(0), m[2][3], *pm = &m[1][0], **pp = &pm;
    local point pts[4];
    local point *lp = pts + 1;
    local int *where = l + 2;
    int3 grid[2][2];
    tree big;
    node *p = &big.n[1];
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < 3; c++) {
            m[r][c] = i * 100 + r * 10 + c;
            big.n[0].w[r][c] = p->w[r][c] = r * 10 + c + 0.5f;
        }
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < 2; c++)
            grid[r][c] = (int3)(r, c, i);
    p->q.x = i + 7;
    p->q.y = -i;
    p->next = &big.n[0].q;
    big.n[0].q.x = 40 + i;
    big.t = 3;
    if (i < 4) {
        pts[i].x = i * 2;
        pts[i].y = i * 3;
        l[i] = 1000 + i;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = m[1][2] + **pp + p->q.x + lp->y + *where + grid[1][0].z + big.t + nodes[1].q.y + (int)p->w[1][1];
}
S
cd "$T" || exit
cat >part <<'S'
m[1][2]
m[1]
m
pm[2]
*pm
**pp
p->q.x
p->w[1][2]
p->w[1]
p->next->x
*p->next
big.n[1].q.x
big.n[0].w
nodes[1].q.x
*nodes
grid[1][0].x
grid[0][1]
grid
*lp
lp->y
lp[1].x
*where
l[1]
*l
*pts
pts[2].y
pts
S
printf 'locals\nprint pm\nprint /d m[1]\nprint m[2][0]\nprint m[0][3]\nprint m[1][2][0]\nprint grid[0][0].w\nlanes m[1][2]\n' >session
for device in skl bdw; do
	IGC_EnableZEBinary=1 ocloc compile -q -file rows.cl -device $device -options "-g -cl-opt-disable" -output_no_suffix -output $device.zebin >log 2>&1 || cat log
	printf '{"kernel": "%s.zebin", "dispatch": {"kind": "opencl", "global": [16], "local": [16], "args": [{"buffer": {"size": 64}}, {"buffer": {"hex": "01000000020000000000803f0000004000004040000080400000a0400000c040000000000000000009", "size": 96}}, {"local": 64}]}}' $device >$device.json
	{ printf 'break rows.cl:33\ncontinue\n' && sed 's/^/print /' part; } >numbers
	"$EULAB" shell --launch $device.json -x numbers 2>/dev/null | sed -n '/^ /s/^ //p' >$device.shell
	{ printf 'set pagination off\nset breakpoint pending on\nbreak rows.cl:33\ntarget remote | "%s" serve --listen - --launch %s.json\ncontinue\n' "$EULAB" $device && sed 's/^/output /; s/$/\necho \\n/' part; } >$device.gdb
	gdb -nx -batch -x $device.gdb 2>&1 | sed '1,/^33/d; /^.Inferior/d' >$device.values
	paste -d' ' part $device.shell
	diff $device.shell $device.values && echo "$device: as in gdb"
	[ $device = bdw ] && continue
	while read -r line; do
		"$EULAB" shell --launch $device.json -c 'break rows.cl:33' -c continue -c "$line" 2>&1 | sed '1,5d; s/0x00[0-9a-f]* .*+[0-9]*//; s/^thread.*//'
	done <session
done
