#!/bin/sh
# sh docker/check.sh [IMAGE]: checks an image built with --target production by docker or podman; needs no registry. Ends with "proven". The database is
# the embedded one of this checkout ("npm ci" first), which the image does not have; its base has the glibc for it.
set -eu
embedded=$(cd "$(dirname "$0")/../node_modules/@0q" && pwd) || { echo 'npm ci comes first'; exit 2; }
image=${1:-hark}
engine=$(command -v docker || command -v podman) || { echo 'docker or podman is missing'; exit 2; }
port=${PORT:-39471}
name=hark-check-$$
fail() { echo "FAIL: $*"; "$engine" logs "$name" 2>&1 | tail -5; exit 1; }
trap '"$engine" rm -f "$name" >/dev/null 2>&1 || true' EXIT

start() {
  "$engine" run -d --name "$name" --network host --read-only --tmpfs /tmp --tmpfs /data:mode=1777 --cap-drop all \
    --security-opt no-new-privileges -e PORT="$port" -e HEALTH_PORT="$port" -e HARK_ROLE="$1" -e HARK_ALLOW_LOCAL=1 \
    -e SESSION_SECRET=0123456789abcdef0123456789abcdef -v "$embedded:/app/node_modules/@0q:ro" "$image" >/dev/null
}
exit_code() { "$engine" inspect "$name" --format '{{.State.ExitCode}}'; }

refusal=$("$engine" run --rm -e HARK_ALLOW_LOCAL=1 -e SESSION_SECRET=0123456789abcdef0123456789abcdef "$image" 2>&1 || true)
case $refusal in MONGODB_URI:*) ;; *) echo "FAIL: without MONGODB_URI it says: $refusal"; exit 1 ;; esac
echo "without a database: $refusal"

for role in web worker all; do
  start "$role"
  for _ in $(seq 1 120); do
    "$engine" exec "$name" node docker/image/healthcheck.mjs 2>/dev/null && break
    sleep 0.5
  done
  "$engine" exec "$name" node docker/image/healthcheck.mjs || fail "$role is not healthy"
  [ "$("$engine" exec "$name" id -u)" = 1000 ] || fail "$role runs as root"
  "$engine" stop -t 15 "$name" >/dev/null
  [ "$(exit_code)" = 0 ] || fail "$role did not stop by SIGTERM"
  "$engine" rm "$name" >/dev/null
  echo "$role: ready, healthy, stopped"
done

# SIGTERM while Hark still loads, without an init as process 1.
start all
sleep 0.4
"$engine" stop -t 5 "$name" >/dev/null
[ "$(exit_code)" = 0 ] || fail 'a SIGTERM right after the start is lost'
echo proven
