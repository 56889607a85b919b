#!/usr/bin/env bash
# The steps of "Release the shop": shop.sh package|deploy|test|rollback, with answers as name=value after it.
set -euo pipefail
source ./style.sh

action=${1:-}
version=$(date +%Y.%m.%d) region=eu result=pass
for answer in "${@:2}"; do
  case $answer in
    version=*) version=${answer#*=} ;;
    region=*) region=${answer#*=} ;;
    result=*) result=${answer#*=} ;;
  esac
done

# What later steps of the workflow can use, by nodes.<key>.outputs.
output() { printf '%s\n' "$1=$2" >>"${SIGNALBOX_OUTPUT:-/dev/null}"; }

package() {
  title "Packing the shop, version $version"
  for page in start catalogue basket checkout; do
    breathe
    ok "$page"
  done
  output version "$version"
  output pages 4
}

deploy() {
  title "Deploying version $version to $region"
  for server in "$region-1" "$region-2"; do
    for step in "draining" "installing" "healthy"; do
      breathe 0.25
      ok "$server: $step"
    done
  done
  output address "https://$region.shop.example.com"
}

test_all() {
  title "Testing the shop"
  for page in start catalogue basket; do
    breathe
    ok "$page answers"
  done
  [[ $result == pass ]] || fail "checkout does not answer"
  ok "checkout answers"
}

rollback() {
  title "Rolling back to the version before"
  for region in eu us asia; do
    breathe
    ok "$region"
  done
}

case $action in
  package) package ;;
  deploy) deploy ;;
  test) test_all ;;
  rollback) rollback ;;
  *) fail "there is no step $action" ;;
esac
breathe
printf '\n%s\n' "${bold}${green}Done.${reset}"
