#!/bin/sh
# agent-harness @VERSION@, @PLATFORM@. A program that unpacks itself: a few lines of sh, then a gzip'd tar.
# It unpacks once, into the cache of the user who starts it, and runs from there.
set -eu
hash=@HASH@
fail() { echo "agent-harness: $1" >&2; exit 1; }
if [ -n "${AGENT_HARNESS_CACHE_DIR:-}" ]; then cache=$AGENT_HARNESS_CACHE_DIR
elif [ -n "${XDG_CACHE_HOME:-}" ]; then cache=$XDG_CACHE_HOME/agent-harness
elif [ -n "${HOME:-}" ]; then cache=$HOME/.cache/agent-harness
else fail "no directory to unpack to. Set HOME, or AGENT_HARNESS_CACHE_DIR to a directory that you own."
fi
case $cache in /*) ;; *) fail "the cache $cache is not an absolute path. Set AGENT_HARNESS_CACHE_DIR to one." ;; esac
case $0 in /*) self=$0 ;; */*) self=$PWD/$0 ;; *) self=$(command -v -- "$0" || echo "$PWD/$0") ;; esac
program=$cache/$hash
if [ ! -e "$program/app" ]; then (
  PATH=${PATH:-}:/usr/bin:/bin
  umask 077
  machine=$(uname -s)-$(uname -m)
  [ "$machine" = "@PLATFORM@" ] ||
    fail "this file is for @PLATFORM@, but this machine is $machine. Get the file for this machine."
  mkdir -p "$cache" || fail "Could not create the cache $cache. Set AGENT_HARNESS_CACHE_DIR to a directory that you own."
  new=$cache/$hash.new-$$
  rm -rf "$new"
  mkdir "$new" || fail "Could not write to $cache. Set AGENT_HARNESS_CACHE_DIR to a directory that you own."
  trap 'rm -rf "$new"' EXIT
  trap 'exit 1' HUP INT TERM
  tail -c +@OFFSET@ "$self" | { gzip -dc || : > "$new/failed"; } | tar -xf - -C "$new" || : > "$new/failed"
  if [ -e "$new/failed" ] || [ ! -e "$new/complete" ]; then
    fail "the program could not be unpacked to $cache: the disk is full, or this file is damaged. Get it again."
  fi
  sync "$new/deno" "$new/complete" 2> /dev/null || :
  # If another start was first, this is moved into its directory, and removed there.
  mv "$new" "$program" 2> /dev/null || :
  rm -rf "$program/${new##*/}"
  for old in "$cache"/*.new-*; do
    if [ -d "$old" ] && ! kill -0 "${old##*.new-}" 2> /dev/null; then rm -rf "$old"; fi
  done
) fi
export AGENT_HARNESS_EXECUTABLE="$self" DENO_DIR="$program/cache" DENO_NO_UPDATE_CHECK=1
exec "$program/deno" run @FLAGS@ @PERMISSIONS@ \
  "$program/app/@ENTRY@" "$@"
