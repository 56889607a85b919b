#!/bin/sh
# Stands in for Pulumi: the words are those of version 3, the resources are the lines of a file in the project's folder.
set -eu
case $1 in
version) echo v3.140.0; exit ;;
--version) echo 'error: unknown flag: --version' >&2; exit 255 ;;
esac
if [ "$1 ${2:-}" = 'stack output' ]; then
  case $* in
  *--show-secrets*) echo '{"url":"http://x","zones":["a",1],"token":"canary-of-pulumi"}' ;;
  *) echo '{"url":"http://x","zones":["a",1],"token":"[secret]"}' ;;
  esac
  exit
fi
state=${PULUMI_BACKEND_URL#file://}/state
touch "$state"
verb=$1
shift
plan= only= events= stack=${PULUMI_STACK:-}
for word; do
  case $word in
  --save-plan=* | --plan=*) plan=${word#*=} ;;
  --preview-only) only=yes ;;
  --event-log=*) events=${word#*=} ;;
  --stack=*) stack=${word#*=} ;;
  --config=*) echo "configured ${word#*=}" ;;
  esac
done
if [ -z "$stack" ]; then
  echo 'error: no stack selected; please use `pulumi stack select` to choose one' >&2
  exit 255
fi
if [ -n "${WATCHED:-}" ]; then sleep 0.5; fi
wanted=resources
if [ "$verb" = destroy ]; then wanted=/dev/null; fi
lines() { grep -c . || true; }
create=$(grep -vxFf "$state" "$wanted" | lines)
delete=$(grep -vxFf "$wanted" "$state" | lines)
same=$(grep -xFf "$wanted" "$state" | lines)

# The events of one kind, in the words of a preview.
log_step() {
  sed "s|.*|{\"resourcePreEvent\":{\"planning\":true,\"metadata\":{\"op\":\"$1\",\"urn\":\"urn:pulumi:dev::app::aws:s3/bucket:Bucket::&\",\"type\":\"aws:s3/bucket:Bucket\",\"old\":$2,\"new\":$3}}}|" >>"$events" || true
}

summary() {
  echo
  echo Resources:
  if [ "$create" -gt 0 ]; then echo "    + $create $1create$2"; fi
  if [ "$delete" -gt 0 ]; then echo "    - $delete $1delete$2"; fi
  if [ "$same" -gt 0 ]; then echo "    $same unchanged"; fi
}

if [ "$verb" = preview ] || [ -n "$only" ]; then
  echo "Previewing $([ -n "$only" ] && echo destroy || echo update) ($stack):"
  if [ -n "$plan" ]; then cp "$wanted" "$plan"; fi
  if [ -n "$events" ]; then
    grep -vxFf "$state" "$wanted" | log_step create null '{"inputs":{"size":1,"password":"[secret]"}}'
    grep -vxFf "$wanted" "$state" | log_step delete '{"inputs":{"size":1}}' null
  fi
  summary 'to ' ''
  exit
fi

echo "Updating ($stack):"
if [ -n "$plan" ] && ! cmp -s "$plan" "$wanted"; then
  echo 'error: resource violates plan' >&2
  exit 255
fi
if [ -n "${SLOW:-}" ]; then
  trap 'echo INT >>"$state.signals"' INT
  echo 'creating slowly'
  while [ ! -e "$state.signals" ]; do sleep 0.05; done
  sleep 1.5
  echo 'error: update canceled' >&2
  exit 255
fi
cp "$wanted" "$state"
summary '' d
