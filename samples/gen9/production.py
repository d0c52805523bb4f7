#!/usr/bin/env python3
"""production.py OUT [SOURCE] - Intel's System Routines for Gen9, out of the source of its compiler, to OUT/NAME.bin.

SOURCE is a folder, a .tar.gz or a file of the Debian source package intel-graphics-compiler 1.0.12504 (MIT licence); without it apt
fetches the package, by a source list, lists and a cache in a scratch folder: nothing of the system's is changed. The
routines are arrays of bytes in IGC/common/SIPKernels; what follows the last instruction, zeros and one byte, is left out.
"""
import glob
import os
import re
import subprocess
import sys
import tarfile
import tempfile

PACKAGE = "intel-graphics-compiler=1.0.12504.6-1+deb12u1"
MIRROR = "deb-src http://deb.debian.org/debian bookworm main\n"
NAME = re.compile(r"SIPKernels/(Gen9[A-Za-z]*)\.h$")
UNIT = 16


def fetch(folder):
    """The package's upstream archive, by apt with a configuration of its own."""
    for name in ("lists/partial", "cache/archives/partial"):
        os.makedirs(os.path.join(folder, name))
    sources = os.path.join(folder, "sources.list")
    with open(sources, "w", encoding="ascii") as out:
        out.write(MIRROR)
    apt = ["apt-get", "-qq", "-o", "Dir::Etc::sourcelist=" + sources, "-o", "Dir::Etc::sourceparts=/dev/null"]
    apt += ["-o", "Dir::State::lists=" + folder + "/lists", "-o", "Dir::Cache=" + folder + "/cache"]
    subprocess.run(apt + ["update"], check=True, cwd=folder, timeout=300)
    subprocess.run(apt + ["source", "--download-only", PACKAGE], check=True, cwd=folder, timeout=600)
    found = glob.glob(os.path.join(folder, "*.orig.tar.gz"))
    if not found:
        sys.exit("production.py: apt brought no source archive")
    return found[0]


def texts(source):
    """(name, text) of each header in a folder or an archive."""
    if os.path.isdir(source):
        for path in sorted(glob.glob(os.path.join(source, "**", "SIPKernels", "Gen9*.h"), recursive=True)):
            with open(path, encoding="ascii") as file:
                yield NAME.search(path)[1], file.read()
        return
    with tarfile.open(source) as archive:
        for member in archive:
            named = NAME.search(member.name)
            if named and member.isfile():
                yield named[1], archive.extractfile(member).read().decode("ascii")


def routine(text):
    """The bytes of a header's array."""
    body = text[text.index("[]") :]
    code = bytes(int(b, 16) for b in re.findall(r"\b0x([0-9a-fA-F]{1,2})\b", body)).rstrip(b"\0")
    return code + bytes(-len(code) % UNIT)


def main(args):
    if len(args) not in (1, 2):
        sys.exit(__doc__)
    os.makedirs(args[0], exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        count = 0
        for name, text in texts(args[1] if args[1:] else fetch(scratch)):
            code = routine(text)
            with open(os.path.join(args[0], name + ".bin"), "wb") as out:
                out.write(code)
            print("%s.bin: %d bytes" % (name, len(code)))
            count += 1
    if not count:
        sys.exit("production.py: no IGC/common/SIPKernels/Gen9*.h there")


main(sys.argv[1:])
