#!/usr/bin/env bash
# Rolls the build this task was started for out to the servers of a stage: deploy.sh dev|production
set -euo pipefail
source ./style.sh

stage=${1:-dev}
version=${SEMAPHORE_TASK_INCOMING_VERSION:-unknown}
case $stage in
  dev) servers=(dev-1 dev-2) ;;
  production) servers=(web-1 web-2 web-3) ;;
  *) fail "there is no stage $stage" ;;
esac

title "Deploying version $version to $stage"
note "${#servers[@]} servers: ${servers[*]}"
breathe

printf '\n%s\n' "${blue}Preparing${reset}"
# The log shows **** for it: runners mask the secrets of a task, whatever prints them.
ok "signing in with token ${DEPLOY_TOKEN:-none}"
breathe
ok "release $version found"
breathe

number=0
for server in "${servers[@]}"; do
  number=$((number + 1))
  printf '\n%s\n' "${blue}$server${reset} ${dim}($number of ${#servers[@]})${reset}"
  for step in "draining connections" "installing $version" "starting" "healthy"; do
    breathe 0.25
    ok "$step"
  done
done

breathe
printf '\n%s\n' "${bold}${green}$stage now runs $version.${reset}"
