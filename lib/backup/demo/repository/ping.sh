#!/usr/bin/env bash
# Asks the site at SITE_URL whether it is there. Bash opens the connection itself, so no other program is needed.
set -uo pipefail
source ./style.sh

url=${SITE_URL:-http://127.0.0.1:3000}
rounds=8

scheme=${url%%://*}
address=${url#*://}
address=${address%%/*}
host=${address%:*}
port=${address##*:}
[[ $address == *:* && $port != *]* ]] || { host=$address; port=$([[ $scheme == https ]] && echo 443 || echo 80); }
host=${host#[}
host=${host%]}

# Milliseconds since some fixed point; old versions of bash know whole seconds only.
now() {
  local time=${EPOCHREALTIME:-}
  [[ -n $time ]] && echo $((10#${time//[^0-9]/} / 1000)) || echo $((SECONDS * 1000))
}

# Prints the first line of the answer; over TLS, which bash does not speak, that somebody listens has to do.
ask() {
  exec 3<>"/dev/tcp/$host/$port" || return 1
  if [[ $scheme == http ]]; then
    printf 'GET /api/ping HTTP/1.0\r\nHost: %s\r\nConnection: close\r\n\r\n' "$address" >&3
    IFS= read -r -t 5 line <&3 || return 1
    printf '%s' "${line%$'\r'}"
  else
    printf 'connected'
  fi
  exec 3>&-
}

title "Pinging $url"
note "host $host, port $port, $rounds times"
breathe

answered=0 total=0 slowest=0
for ((round = 1; round <= rounds; round++)); do
  began=$(now)
  if answer=$(ask 2>/dev/null) && [[ $answer == connected || $answer == *' 200'* ]]; then
    took=$(($(now) - began))
    answered=$((answered + 1)) total=$((total + took))
    ((took > slowest)) && slowest=$took
    bar='' ticks=$((took / 2 + 1))
    ((ticks > 30)) && ticks=30
    while ((${#bar} < ticks)); do bar+='▇'; done
    colour=$green
    ((took > 50)) && colour=$yellow
    ok "$(printf '%d/%d  %-16s %s%5d ms%s  %s%s%s' "$round" "$rounds" "$answer" "$bold" "$took" "$reset" "$colour" "$bar" "$reset")"
  else
    printf '%s\n' "  ${red}✘ $round/$rounds  no answer${reset}"
  fi
  breathe 0.35
done

printf '\n'
((answered > 0)) || fail "$url did not answer"
title "$answered of $rounds answered"
printf '%s\n' "average ${bold}$((total / answered)) ms${reset}, slowest ${bold}$slowest ms${reset}"
((answered == rounds)) || fail "$((rounds - answered)) got no answer"
printf '%s\n' "${green}The site is up.${reset}"
