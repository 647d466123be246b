#!/usr/bin/env bash
# Installs packages of Debian's: tools/install.sh PACKAGE...
#
# A new machine often has another installation under way, and two builds may want the same package at
# once. apt-get waits for the packages if it is told to, but for the lists it never does.
set -euo pipefail
as_root=$([ "$(id -u)" = 0 ] || echo sudo)
for pause in 2 5 10 20 0; do
  $as_root apt-get update -qq && break
  sleep "$pause"
done
$as_root apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=600 "$@"
