# Colours and the few words that all scripts here share. Written for any bash, as old as 3.2.

bold=$'\e[1m' dim=$'\e[2m' red=$'\e[31m' green=$'\e[32m' yellow=$'\e[33m' blue=$'\e[34m' cyan=$'\e[36m' reset=$'\e[0m'

title() { printf '%s\n' "${bold}${cyan}$*${reset}"; }
note() { printf '%s\n' "${dim}$*${reset}"; }
ok() { printf '%s\n' "  ${green}✔${reset} $*"; }
fail() { printf '%s\n' "  ${red}✘ $*${reset}"; exit 1; }

# A moment for the reader: these examples would be over before one sees them.
breathe() { sleep "${1:-0.3}"; }
