#!/bin/bash
# package.sh - builds the Debian packages from a copy of the tree, checks them with lintian,
# installs them and runs the demonstration with the installed program. It needs root on a machine
# that may be thrown away, such as a chroot.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo 'package.sh: installs packages, and so needs root' >&2; exit 2; }
export DEBIAN_FRONTEND=noninteractive
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/eulab"
tar c --exclude=./build --exclude=./.git . | tar x -C "$work/eulab"
apt-get update -qq
apt-get install -y --no-install-recommends dpkg-dev fakeroot lintian >/dev/null
cd "$work/eulab"
apt-get build-dep -y --no-install-recommends ./ >/dev/null
dpkg-buildpackage -us -uc -j"$(nproc)" >"$work/log" 2>&1 || { tail -40 "$work/log"; exit 1; }
lintian --allow-root --fail-on error,warning "$work"/eulab_*.changes
rm -f "$work"/*-dbgsym_*.deb
apt-get install -y --no-install-recommends "$work"/*.deb gdb gcc libc6-dev pkg-config >/dev/null
cc -o "$work/embed" /usr/share/eulab/samples/embed.c $(pkg-config --cflags --libs eulab)
(cd /usr/share/eulab && "$work/embed")
mkdir "$work/installed"
ln -s /usr/share/eulab/samples "$work/installed/samples"
ln -s /usr/share/eulab "$work/installed/gdb-xml"
cp -r tests "$work/installed/" && rm -rf "$work/eulab"
"$work/installed/tests/demo/demo.sh" /usr/bin/eulab
echo 'package: built, as lintian wants it, installed and shown'
