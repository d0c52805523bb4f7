#!/bin/bash
# setup.sh demo|demo-opencl|test PKG... - tries out what is needed to build and to show or test
# eulab, and installs what is missing where that is allowed (as root, or by sudo without a
# password), unless NO_INSTALL=1. PKG: the pkg-config names.
set -u
what=$1
shift
missing=() packages=()
need() { # NAME PACKAGES COMMAND...: COMMAND works, or NAME is missing and PACKAGES bring it
	local name=$1 debs=$2
	shift 2
	"$@" >/dev/null 2>&1 </dev/null && return
	missing+=("$name")
	# shellcheck disable=SC2206 # a list of words
	packages+=($debs)
}
compiles() { printf '#include <stdio.h>\nint main(void) { return !stdout; }\n' | "${CC:-cc}" -x c -o /dev/null -; }
compiler_package() {
	case ${CC:-cc} in
	*clang*) echo "clang libc6-dev" ;;
	*) echo "gcc libc6-dev" ;;
	esac
}
look() {
	missing=() packages=()
	need "a C compiler (${CC:-cc})" "$(compiler_package)" sh -c "command -v ${CC:-cc} && command -v ar"
	[ ${#missing[@]} -gt 0 ] || need 'the C library headers' libc6-dev compiles
	need pkg-config pkg-config command -v pkg-config
	local pkg
	for pkg in "$@"; do
		case $pkg in
		libedit) need libedit libedit-dev pkg-config --exists libedit ;;
		readline) need readline libreadline-dev pkg-config --exists readline ;;
		ncursesw) need ncursesw libncurses-dev pkg-config --exists ncursesw ;;
		jansson) need jansson libjansson-dev pkg-config --exists jansson ;;
		libelf) need libelf libelf-dev pkg-config --exists libelf ;;
		yaml-0.1) need libyaml libyaml-dev pkg-config --exists yaml-0.1 ;;
		libpng) need libpng libpng-dev pkg-config --exists libpng ;;
		*) need "$pkg" "$pkg" pkg-config --exists "$pkg" ;;
		esac
	done
	[ "$what" != test ] || need cmocka libcmocka-dev pkg-config --exists cmocka
	[ "$what" != test ] || need tmux tmux tmux -V
	[ "$what" != test ] || need 'LLVM 16 (llvm-mc)' llvm-16 command -v "${LLVM_MC:-llvm-mc-16}"
	[ "$what" != test ] || need 'vim with syntax' vim-nox vim -es -u NONE -c 'if !has("syntax") | cquit | endif' -c quit
	[ "$what" != test ] || need zsh zsh command -v zsh
	[ "$what" != test ] || need fish fish command -v fish
	[ "$what" != test ] || need mandoc mandoc command -v mandoc
	[ "$what" != test ] || need iga64 libigc-tools command -v iga64
	[ "$what" != test ] || need ocloc intel-opencl-icd command -v ocloc
	[ "$what" = demo ] || need "Intel's OpenCL driver" intel-opencl-icd test -e /etc/OpenCL/vendors/intel.icd
	[ "$what" = demo ] || need 'the OpenCL headers' ocl-icd-opencl-dev test -e /usr/include/CL/cl.h
	[ "$what" != test ] || need 'the Level Zero headers' libze-dev test -e /usr/include/level_zero/ze_api.h
	[ "$what" != test ] || need xz xz-utils command -v xz
	[ "$what" != test ] || need 'GNU parallel' parallel command -v parallel
	[ "$what" != test ] || need llvm-dwarfdump llvm command -v llvm-dwarfdump
	[ "$what" != test ] || need gdb-multiarch gdb-multiarch gdb-multiarch --version
	[ "$what" != test ] || need lldb lldb lldb --version
	[ "$what" != test ] || [ "${CI:-false}" != true ] || need 'clang, clang-format, cppcheck' 'clang clang-format cppcheck' sh -c 'command -v clang && command -v clang-format && command -v cppcheck'
	# Installing packages beside gdb may leave one without Python, which runs eulab-gdb.py.
	need 'gdb with Python' gdb gdb -nx -batch -ex 'python import gdb.disassembler'
}
look "$@"
[ ${#missing[@]} -gt 0 ] || exit 0
echo "make $what needs what is not here:"
printf '  %s\n' "${missing[@]}"
install="apt-get install -y --no-install-recommends ${packages[*]}"
echo "To install it:"
echo "  $install"
if [ "${NO_INSTALL:-0}" = 1 ]; then
	echo 'NO_INSTALL=1: nothing was installed.'
	exit 1
elif ! command -v apt-get >/dev/null; then
	echo 'There is no apt-get here: install them the way this system does.'
	exit 1
elif [ "$(id -u)" = 0 ]; then
	root=
elif sudo -n true 2>/dev/null; then
	root='sudo -n'
else
	echo 'Only root may do that, and sudo asks for a password: run that line, then make again.'
	exit 1
fi
echo 'Installing ...'
log=$(mktemp)
if ! { $root env DEBIAN_FRONTEND=noninteractive apt-get update -q &&
	$root env DEBIAN_FRONTEND=noninteractive $install -q; } >"$log" 2>&1 </dev/null; then
	tail -20 "$log"
	rm -f "$log"
	echo 'The installation failed.'
	exit 1
fi
rm -f "$log"
look "$@"
[ ${#missing[@]} -eq 0 ] || { printf 'Still missing: %s\n' "${missing[@]}"; exit 1; }
