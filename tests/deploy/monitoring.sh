#!/bin/bash
# Metrics, rules, dashboard and runbooks: promtool takes them, the rules do what their tests say, and all name what the
# daemon has. Then each check on copies with a fault, which it has to find. Usage: monitoring.sh SOURCE ROOTWARPD PYTHON
set -euo pipefail
source=$(cd "$1" && pwd) program=$2 python=$3
for tool in promtool curl; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
"$python" -c 'import yaml' 2>/dev/null || { echo "skipped: python3-yaml is not installed"; exit 77; }

work=$(mktemp -d)
daemon=
leave() {
    [[ -z $daemon ]] || kill -TERM "$daemon" 2>/dev/null || true
    rm -rf "$work"
}
trap leave EXIT
fail() { echo "monitoring: $*" >&2; exit 1; }

mkfifo "$work/out"
"$program" serve --listen 127.0.0.1:0 --data "$work/data" >"$work/out" 2>"$work/err" &
daemon=$!
read -r -t 30 line <"$work/out" || fail "the daemon does not start: $(cat "$work/err")"
url=${line#listening on }
# A request of each kind, so that every metric that can has samples.
curl -fsS -o "$work/answer" "$url/v1/profiles"
curl -sS -o "$work/answer" -X POST -H 'Content-Type: application/json' -d '{}' "$url/v1/resolve"
curl -fsS -o "$work/metrics" "$url/metrics"
kill -TERM "$daemon"
wait "$daemon" || fail "the daemon did not end well"
daemon=

promtool check metrics <"$work/metrics" || fail "Prometheus does not take the metrics"
(cd "$source/deploy/prometheus" && promtool check rules rules.yml && promtool test rules rules_test.yml &&
    promtool check config --syntax-only prometheus.yml)
"$python" -B "$source/tests/deploy/monitoring.py" "$source" "$work/metrics"

# mistake FILE SED: a copy with this change has to be refused.
mistake() {
    rm -rf "$work/copy"
    mkdir -p "$work/copy/docs"
    cp -r "$source/deploy" "$work/copy/deploy"
    cp -r "$source/docs/runbooks" "$work/copy/docs/runbooks"
    (cd "$source" && find server -name '*.c' -exec cp --parents -t "$work/copy" {} +)
    sed -i -e "$2" "$work/copy/$1"
    ! cmp -s "$source/$1" "$work/copy/$1" || fail "$2 changes nothing in $1"
    ! "$python" -B "$source/tests/deploy/monitoring.py" "$work/copy" "$work/metrics" >"$work/said" ||
        fail "$2 in $1 is not noticed"
}
mistake deploy/prometheus/rules.yml 's/rootwarp_catalog_age_seconds/rootwarp_catalogue_age_seconds/'
mistake deploy/prometheus/rules.yml 's/code="507"/status="507"/'
mistake deploy/prometheus/rules.yml 's/resolve|step|select|verify/solve/'
mistake deploy/prometheus/rules.yml 's/alert: RootwarpDown/alert: RootwarpGone/'
mistake deploy/prometheus/rules_test.yml 's/alertname: RootwarpSlow/alertname: RootwarpDown/'
mistake deploy/grafana/rootwarp.json 's/rootwarp_log_dropped_total/rootwarp_log_lost_total/'
mistake deploy/grafana/rootwarp.json 's/instance=~\\"$instance\\"/instance=~\\"$daemon\\"/'
mistake docs/runbooks/RootwarpDown.md 's/^## What to do/## Do/'
echo "eight mistakes are noticed"
