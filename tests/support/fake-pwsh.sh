#!/bin/sh
# Stands in for PowerShell, for scripts that mean the same to a shell.
set -eu
if [ "$1" = --version ]; then echo PowerShell 7.4.6; exit; fi
if [ "$1" != -File ]; then echo "The argument '$1' is not recognized" >&2; exit 64; fi
script=$2
shift 2
args=$*
. "./$script"
