#!/bin/bash
# [CL=OPTIONS] opencl_driver.sh EULAB CASES DEVICE OPTIONS FORM [NAME...] - lets Intel's driver
# build the kernels of CASES (a folder with index.json), or those named, with OPTIONS for DEVICE as
# FORM (zebin or tokens), and runs them there. Prints the differences and a count.
set -eu
eulab=$(realpath "$1") cases=$(realpath "$2") device=$3 options=$4 form=$5
shift 5
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2046 # flags
${CC:-cc} -std=c11 -D_GNU_SOURCE -O1 -iquote . -o "$work/cases" tests/opencl_cases.c -lOpenCL $(pkg-config --libs jansson) -lm
[ "$form" != zebin ] || export IGC_EnableZEBinary=1
# shellcheck disable=SC2086 # options
timeout 250 "$eulab" cl ${CL:-} --gpu "$device" -- "$work/cases" "$cases" "$options" "$@" 2>&1
