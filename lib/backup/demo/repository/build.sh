#!/usr/bin/env bash
# Checks the scripts beside this one and packs them into a release with the version of this task.
set -euo pipefail
source ./style.sh

version=${SEMAPHORE_TASK_TARGET_VERSION:-0.0.0}
release=$(mktemp -d)
trap 'rm -rf "$release"' EXIT

title "Building version $version"
note "bash $BASH_VERSION on $(uname -s)"
breathe

printf '\n%s\n' "${blue}Checking${reset}"
for script in *.sh; do
  bash -n "$script" || fail "$script has a syntax error"
  ok "$(printf '%-12s %s%4d lines%s' "$script" "$dim" "$(wc -l <"$script")" "$reset")"
  breathe
done

printf '\n%s\n' "${blue}Testing${reset}"
check() {
  local what=$1
  shift
  "$@" || fail "$what"
  ok "$what"
  breathe
}
check "the version has three parts" test "$(printf '%s' "$version" | tr -cd . | wc -c)" -eq 2
check "colours are switched off again" test "$(note text)" = "${dim}text${reset}"
check "the release folder is empty" test -z "$(ls -A "$release")"

printf '\n%s\n' "${blue}Packing${reset}"
for file in *.sh README.md; do
  cp "$file" "$release/$file"
  breathe 0.15
done
printf '%s\n' "$version" >"$release/VERSION"
cat "$release"/* >"$release/bundle"
read -r sum size _ < <(cksum "$release/bundle")
ok "$(ls "$release" | wc -l | tr -d ' ') files, $size bytes"
ok "checksum $(printf '%08x' "$sum")"
breathe

printf '\n%s\n' "${bold}${green}Version $version is ready to be deployed.${reset}"
