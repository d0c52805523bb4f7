#!/usr/bin/env python3
"""opencl_random.py SEED COUNT OUT - writes COUNT random OpenCL kernels to the folder OUT, with an index.json and their input, for
tests/opencl_values.py: variables of all types, declared at the top or where they are needed, in blocks and loops, arrays, vectors,
structures, pointers to them, and functions. Every number is defined: no conversion is out of range, no division."""
import json, os, random, struct, sys

INTEGERS = ("int", "uint", "short", "ushort", "char", "uchar", "long", "ulong", "size_t")
SCALARS = INTEGERS + ("float", "double", "bool")
VECTORS = {"int2": ("int", 2), "float3": ("float", 3), "float4": ("float", 4), "short4": ("short", 4), "long2": ("long", 2),
           "uchar8": ("uchar", 8), "double2": ("double", 2), "char3": ("char", 3)}


class Writer:
    def __init__(self, rng):
        self.rng, self.lines, self.variables, self.undefined, self.names = rng, [], [], [], 0

    def name(self):
        self.names += 1
        return self.rng.choice("abcdefghkmnpqstuvwxyz") + str(self.names)

    def put(self, depth, text):
        self.lines.append("    " * depth + text)

    def scalars(self):
        return [v for v in self.variables if v[1] in SCALARS]

    def expression(self, depth=0):
        known, kind = self.scalars(), self.rng.random()
        if depth > 2 or kind < 0.25 or not known:
            return str(self.rng.randint(-9, 99))
        if kind < 0.6:
            name, of = self.rng.choice(known)
            return "(int)" + name if of in ("float", "double") else name
        x, y, op = self.expression(depth + 1), self.expression(depth + 1), self.rng.choice("+-*^&")
        return "((int)(%s) %s (int)(%s))" % (x, op, y) if op in "^&" else "(%s %s %s)" % (x, op, y)

    def value(self, kind):
        """An expression of a type, in the range of all of them."""
        if kind == "bool":
            return "((%s) > 3)" % self.expression()
        if kind in ("float", "double"):
            return "(%s)((int)(%s) %% 1000)" % (kind, self.expression())
        return "(%s)(int)(%s)" % (kind, self.expression())

    def values(self, kind, n):
        return ", ".join(self.value(kind) for _ in range(n))

    def declare(self, depth):
        rng, name = self.rng, self.name()
        kind = rng.choice(SCALARS if rng.random() < 0.75 else list(VECTORS))
        form = rng.random()
        if kind in VECTORS:
            self.put(depth, "%s %s = (%s)(%s);" % (kind, name, kind, self.values(*VECTORS[kind])))
        elif form < 0.25:
            n = rng.randint(2, 4)
            self.put(depth, "%s %s[%d] = { %s };" % (kind, name, n, self.values(kind, n)))
            name += "[%d]" % rng.randrange(n)
        elif form < 0.4:
            self.put(depth, "%s %s;" % (kind, name))
            self.undefined.append((name, kind))
            return
        else:
            self.put(depth, "%s %s = %s;" % (kind, name, self.value(kind)))
        self.variables.append((name, kind))

    def block(self, depth, head):
        variables, undefined, self.undefined = list(self.variables), self.undefined, []
        self.put(depth, head + " {")
        for _ in range(self.rng.randint(1, 4)):
            self.statement(depth + 1)
        self.put(depth, "}")
        self.variables, self.undefined = variables, undefined

    def statement(self, depth):
        rng, kind = self.rng, self.rng.random()
        known = [v for v in self.scalars() if v[0] != "i"]
        vectors = [v for v in self.variables if v[1] in VECTORS]
        if self.undefined and kind < 0.3:
            name, of = self.undefined.pop(rng.randrange(len(self.undefined)))
            self.put(depth, "%s = %s;" % (name, self.value(of)))
            self.variables.append((name, of))
        elif kind < 0.5 or not known:
            self.declare(depth)
        elif kind < 0.7:
            name, of = rng.choice(known)
            self.put(depth, "%s = %s;" % (name, self.value(of)))
        elif kind < 0.8 and vectors:
            name, of = rng.choice(vectors)
            self.put(depth, "%s.s%d = %s;" % (name, rng.randrange(VECTORS[of][1]), self.value(VECTORS[of][0])))
        elif depth < 3 and kind < 0.9:
            self.block(depth, "if ((int)(%s) & 1)" % self.expression())
        elif depth < 3:
            name = self.name()
            self.block(depth, "for (int %s = 0; %s < %d; %s++)" % (name, name, rng.randint(1, 3), name))

    def function(self, number):
        """(its name, type, parameters, text)"""
        kind, name = self.rng.choice(("int", "float", "long")), "f%d" % number
        params = [(self.name(), self.rng.choice(INTEGERS + ("float",))) for _ in range(self.rng.randint(1, 4))]
        self.lines, self.variables, self.undefined = [], list(params), []
        for _ in range(self.rng.randint(2, 6)):
            self.statement(1)
        self.put(1, "return %s;" % self.value(kind))
        head = "%s %s %s(%s)" % (self.rng.choice(("__attribute__((noinline))", "static")), kind, name, ", ".join("%s %s" % (t, n) for n, t in params))
        return name, kind, params, "%s\n{\n%s\n}\n" % (head, "\n".join(self.lines))

    def declare_many(self):
        """As in old C: all at the top, some of a type together."""
        many = [(self.name(), self.rng.choice(SCALARS)) for _ in range(self.rng.randint(4, 14))]
        together = {}
        for name, kind in many:
            together.setdefault(kind if self.rng.random() < 0.5 else (kind, name), []).append(name)
        for kind, names in together.items():
            self.put(1, "%s %s;" % (kind if isinstance(kind, str) else kind[0], ", ".join(names)))
        self.undefined += many

    def body(self, functions, structure):
        rng = self.rng
        self.lines, self.variables, self.undefined = [], [("i", "int")], []
        self.put(1, "int i = get_global_id(0);")
        if rng.random() < 0.4:
            self.declare_many()
        self.put(1, "int v0 = in[i];")
        self.variables.append(("v0", "int"))
        if structure:
            self.put(1, "st s0 = { %s };" % self.value("int"))
        for _ in range(rng.randint(10, 40)):
            kind, named = rng.random(), [v for v in self.scalars() if v[0] != "i" and "[" not in v[0]]
            if functions and kind < 0.12:
                name, of, params, _ = rng.choice(functions)
                result = self.name()
                self.put(1, "%s %s = %s(%s);" % (of, result, name, ", ".join(self.value(t) for _, t in params)))
                self.variables.append((result, of))
            elif named and kind < 0.17:
                (target, of), pointer = rng.choice(named), self.name()
                self.put(1, "%s *%s = &%s;" % (of, pointer, target))
                self.put(1, "*%s = %s;" % (pointer, self.value(of)))
            else:
                self.statement(1)
        self.put(1, "out[i] = %s + %s;" % (self.value("int"), self.value("int")))
        return "\n".join(self.lines)


def kernel(rng, name):
    w, structure = Writer(rng), rng.random() < 0.6
    members = " ".join("%s m%d%s;" % (rng.choice(INTEGERS), i, rng.choice(("", "[2]"))) for i in range(rng.randint(2, 4)))
    functions = [w.function(i) for i in range(rng.randint(0, 2))]
    text = "typedef struct { %s } st;\n" % members if structure else ""
    return text + "".join(f[3] for f in functions) + "kernel void %s(global int *out, global const int *in)\n{\n%s\n}\n" % (name, w.body(functions, structure))


def main():
    if len(sys.argv) != 4 or not (sys.argv[1] + sys.argv[2]).isdigit():
        sys.exit(__doc__)
    seed, count, out = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    os.makedirs(out, exist_ok=True)
    rows, buffers = [], [{"name": n, "buffer": "in", "type": "int"} for n in ("out", "in")]
    for k in range(count):
        name = "r%d" % k
        with open(os.path.join(out, name + ".cl"), "w") as f:
            f.write(kernel(random.Random(seed * 100003 + k), name))
        dispatch = {"kind": "opencl", "name": name, "args": buffers, "global": [16], "local": [8]}
        rows.append({"name": name, "source": name + ".cl", "kernel": name, "dispatch": dispatch})
    with open(os.path.join(out, "in"), "wb") as f:
        f.write(struct.pack("<64i", *(random.Random(seed).randint(-500, 50000) for _ in range(64))))
    with open(os.path.join(out, "index.json"), "w") as f:
        json.dump({"kernels": rows}, f)


if __name__ == "__main__":
    main()
