#!/usr/bin/env bash
# From nothing to nothing with curl alone: token, project, everything in it, a run, a stop, and all of it deleted again.
# Every status is the one the contract names; the first that differs ends the script.
# Needs SIGNALBOX (address), LOGIN and PASSWORD of an administrator, and FILES: a folder with run.sh, as the runner sees it.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
api="$SIGNALBOX/api"
auth=(-b "$work/jar")

# call <status> <method> <path> [<body>]: the reply is in $reply, its first id in $id.
call() {
  local expected=$1 method=$2 path=$3 status
  shift 3
  local body=()
  if [ $# -gt 0 ]; then body=(-d "$1"); fi
  status=$(curl -sS -o "$work/reply" -w '%{http_code}' -X "$method" "${auth[@]}" "${body[@]}" "$api$path")
  reply=$(cat "$work/reply")
  id=$(grep -o '"id":[0-9]*' "$work/reply" | head -1 | cut -d: -f2 || true)
  echo "$status $method $path"
  [ "$status" = "$expected" ] || fail "expected $expected"
}

fail() {
  echo "$1, got: $reply" >&2
  exit 1
}

has() { case $reply in *"$1"*) ;; *) fail "expected $1" ;; esac }

# wait_for <status>: until the task has it.
wait_for() {
  for _ in $(seq 600); do
    call 200 GET "$project/tasks/$task" >>"$work/polls"
    case $reply in
      *"\"status\":\"$1\""*) return ;;
      *'"status":"error"'* | *'"status":"success"'*) break ;;
    esac
    sleep 0.1
  done
  fail "expected the task to become $1"
}

# Signing in, and a token in place of the cookie.
call 200 GET /ping
has pong
call 200 GET /auth/login
call 401 GET /user
curl -sS -o /dev/null -c "$work/jar" -w '%{http_code}' -d "{\"auth\":\"$LOGIN\",\"password\":\"$PASSWORD\"}" "$api/auth/login" | grep -q 204
call 200 GET /user/
has '"can_create_project":true'
call 201 POST /user/tokens
token=$(echo "$reply" | grep -o '"id":"[^"]*"' | cut -d'"' -f4)
call 204 POST /auth/logout
auth=(-H "Authorization: Bearer $token")
call 200 GET /user/tokens
call 200 GET /info

# A project and what it is made of.
call 201 POST /projects '{"name":"By curl","alert":false,"max_parallel_tasks":0}'
project_id=$id project=/project/$id
call 200 GET "$project/"
call 200 GET "$project/role"
call 204 PUT "$project" "{\"id\":$project_id,\"name\":\"By curl alone\"}"
call 200 GET /projects
has '"By curl alone"'

call 201 POST "$project/keys" "{\"project_id\":$project_id,\"name\":\"vault\",\"type\":\"login_password\",\"login_password\":{\"login\":\"\",\"password\":\"secret\"}}"
vault=$id
call 201 POST "$project/keys" "{\"project_id\":$project_id,\"name\":\"none\",\"type\":\"none\"}"
key=$id
call 204 PUT "$project/keys/$key" "{\"id\":$key,\"project_id\":$project_id,\"name\":\"nothing\",\"type\":\"none\"}"
call 200 GET "$project/keys?sort=name&order=desc"
call 200 GET "$project/keys/$key/refs"

call 201 POST "$project/repositories" "{\"project_id\":$project_id,\"name\":\"files\",\"git_url\":\"$FILES\",\"git_branch\":\"\",\"ssh_key_id\":$key}"
repository=$id
call 204 PUT "$project/repositories/$repository" "{\"id\":$repository,\"project_id\":$project_id,\"name\":\"code\",\"git_url\":\"$FILES\",\"git_branch\":\"\",\"ssh_key_id\":$key}"
call 200 GET "$project/repositories/$repository"

call 201 POST "$project/inventory" "{\"project_id\":$project_id,\"name\":\"hosts\",\"type\":\"static\",\"inventory\":\"localhost\",\"ssh_key_id\":$key}"
inventory=$id
call 204 PUT "$project/inventory/$inventory" "{\"id\":$inventory,\"project_id\":$project_id,\"name\":\"hosts\",\"type\":\"static\",\"inventory\":\"local\",\"ssh_key_id\":$key}"
call 200 GET "$project/inventory"

call 201 POST "$project/environment" "{\"project_id\":$project_id,\"name\":\"plain\",\"json\":\"{}\",\"env\":\"{\\\"GREETING\\\":\\\"hello\\\"}\",\"secrets\":[{\"type\":\"env\",\"name\":\"PIN\",\"secret\":\"4711\",\"operation\":\"create\"}]}"
environment=$id
call 200 GET "$project/environment/$environment"
has '"name":"PIN"'
call 204 PUT "$project/environment/$environment" "{\"id\":$environment,\"project_id\":$project_id,\"name\":\"plain\",\"json\":\"{}\",\"env\":\"{\\\"GREETING\\\":\\\"hello\\\"}\",\"secrets\":[]}"

call 201 POST "$project/views" "{\"project_id\":$project_id,\"title\":\"All\",\"position\":1}"
view=$id
call 204 PUT "$project/views/$view" "{\"id\":$view,\"project_id\":$project_id,\"title\":\"Everything\",\"position\":1}"
call 204 POST "$project/views/positions" "{\"$view\":2}"

fields="\"project_id\":$project_id,\"name\":\"run\",\"app\":\"bash\",\"playbook\":\"run.sh\",\"repository_id\":$repository,\"environment_id\":$environment,\"inventory_id\":$inventory,\"view_id\":$view"
call 201 POST "$project/templates" "{$fields}"
template=$id
call 204 PUT "$project/templates/$template" "{\"id\":$template,$fields,\"description\":\"runs\"}"
call 200 GET "$project/templates/$template"
has '"description":"runs"'
call 200 GET "$project/templates"
call 200 GET "$project/views/$view/templates"
call 400 DELETE "$project/repositories/$repository"
has '"inUse":true'

call 200 POST "$project/schedules/validate" '{"cron_format":"0 3 * * *"}'
call 201 POST "$project/schedules" "{\"project_id\":$project_id,\"template_id\":$template,\"name\":\"nightly\",\"cron_format\":\"0 3 * * *\",\"active\":true}"
schedule=$id
call 204 PUT "$project/schedules/$schedule" "{\"id\":$schedule,\"project_id\":$project_id,\"template_id\":$template,\"name\":\"nightly\",\"cron_format\":\"0 4 * * *\",\"active\":true}"
call 204 PUT "$project/schedules/$schedule/active" '{"active":false}'
call 200 GET "$project/schedules"

call 201 POST "$project/integrations" "{\"project_id\":$project_id,\"template_id\":$template,\"name\":\"hook\"}"
integration=$project/integrations/$id integration_id=$id
call 200 POST "$integration/matchers" "{\"integration_id\":$integration_id,\"name\":\"pushes\",\"match_type\":\"header\",\"method\":\"equals\",\"key\":\"X-Kind\",\"value\":\"push\"}"
matcher=$id
call 201 POST "$integration/values" "{\"integration_id\":$integration_id,\"name\":\"who\",\"value_source\":\"header\",\"key\":\"X-Who\",\"variable\":\"who\"}"
value=$id
call 200 POST "$integration/aliases"
alias_id=$id alias_path=/integrations/${reply##*/api/integrations/}
call 204 POST "${alias_path%%\"*}" '{"no":"match"}'
call 200 GET "$integration/matchers"
call 200 GET "$integration/values"

call 201 POST /users '{"username":"by-curl","name":"By Curl","email":"by-curl@example.com","password":"a long passphrase"}'
user=$id
call 204 POST "$project/users" "{\"user_id\":$user,\"role\":\"guest\"}"
call 204 PUT "$project/users/$user" '{"role":"manager"}'
call 200 GET "$project/users"

# A run to its end, and one that is stopped.
call 201 POST "$project/tasks" "{\"template_id\":$template,\"message\":\"first\"}"
task=$id
has '"status":"waiting"'
wait_for success
call 200 GET "$project/tasks/$task/output"
has 'hello from here'
call 200 GET "$project/tasks/$task/raw_output"
first=$task
call 201 POST "$project/tasks" "{\"template_id\":$template,\"message\":\"second\",\"environment\":\"{\\\"wait\\\":\\\"600\\\"}\"}"
task=$id
wait_for running
call 204 POST "$project/tasks/$task/stop" '{"force":false}'
wait_for stopped
call 400 POST "$project/tasks/$task/stop"
call 200 GET "$project/tasks/last?limit=2"
call 200 GET "$project/templates/$template/tasks"
call 200 GET "$project/events/last"
has "Task ID $task (run) finished - STOPPED"
call 200 GET /events/last

# A copy of all of it, and back to nothing.
call 200 GET "$project/backup"
call 200 POST /projects/restore "$reply"
call 204 DELETE "/project/$id"
call 204 DELETE "$project/tasks/$first"
call 204 DELETE "$project/tasks/$task"
call 204 DELETE "$project/users/$user"
call 204 DELETE "/users/$user"
call 204 DELETE "$integration/values/$value"
call 204 DELETE "$integration/matchers/$matcher"
call 204 DELETE "$integration/aliases/$alias_id"
call 204 DELETE "$integration"
call 204 DELETE "$project/schedules/$schedule"
call 204 DELETE "$project/templates/$template"
call 204 DELETE "$project/views/$view"
call 204 DELETE "$project/inventory/$inventory"
call 204 DELETE "$project/environment/$environment"
call 204 DELETE "$project/repositories/$repository"
call 204 DELETE "$project/keys/$key"
call 204 DELETE "$project/keys/$vault"
call 204 DELETE "$project"
call 404 GET "$project"
call 204 DELETE "/user/tokens/$token"
call 401 GET /user
