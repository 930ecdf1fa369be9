"""Rules and dashboard against what a daemon really tells, and runbooks against rules.

monitoring.py SOURCE METRICS, where METRICS is a file with what /metrics answered. Exit status 77 without PyYAML.
"""
import json
import pathlib
import re
import sys

try:
    import yaml
except ImportError:
    print("skipped: python3-yaml is not installed")
    sys.exit(77)

SECTIONS = ["What it means", "What users see", "How to look", "What to do"]
OF_PROMETHEUS = {"up": {"job", "instance"}}
ANY = {"job", "instance", "le"}


def told(text):
    """The metrics of /metrics with the labels that their samples have; None where there is no sample yet."""
    metrics = dict(OF_PROMETHEUS)
    for name, kind in re.findall(r"^# TYPE (\w+) (\w+)$", text, re.M):
        names = [name + end for end in ("_bucket", "_sum", "_count")] if kind == "histogram" else [name]
        for each in names:
            samples = re.findall(rf"^{each}(?:\{{(.*)\}})? \S+$", text, re.M)
            labels = {label for sample in samples for label in re.findall(r'(\w+)="', sample)}
            metrics[each] = labels | ANY if samples else None
    return metrics


def named(source):
    """Those that the sources name: some are there only on a database."""
    return {name: None for file in (source / "server").glob("*/*.c")
            for name in re.findall(r'"(rootwarp_\w+)"', file.read_text()) if not name.endswith("_seconds")}


def used(expression):
    """Each metric of an expression, with the labels that it is selected by and the values compared with."""
    for name, selector in re.findall(r"\b((?:rootwarp|process)_\w+|up)\b(?:\{([^}]*)\})?", expression):
        yield name, re.findall(r'(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"', selector)


def check_expression(where, expression, metrics, routes, faults):
    for name, selectors in used(expression):
        if name not in metrics:
            faults.append(f"{where}: {name} is no metric of the daemon")
            continue
        for label, value in selectors:
            if metrics[name] is not None and label not in metrics[name]:
                faults.append(f"{where}: {name} has no label {label}")
            if label == "route" and not any(re.fullmatch(value, route) for route in routes):
                faults.append(f"{where}: no route is like {value}")


def check_rules(source, metrics, routes, faults):
    alerts = []
    for group in yaml.safe_load((source / "deploy/prometheus/rules.yml").read_text())["groups"]:
        for rule in group["rules"]:
            alerts.append(rule["alert"])
            check_expression(rule["alert"], rule["expr"], metrics, routes, faults)
            if rule["annotations"]["runbook"] != f"docs/runbooks/{rule['alert']}.md":
                faults.append(f"{rule['alert']}: its runbook is another's")
    tested = yaml.safe_load((source / "deploy/prometheus/rules_test.yml").read_text())["tests"]
    for wanted in (True, False):
        seen = {case["alertname"] for test in tested for case in test["alert_rule_test"] if bool(case["exp_alerts"]) == wanted}
        for alert in set(alerts) - seen:
            faults.append(f"{alert}: no test in which it is {'raised' if wanted else 'not raised'}")
    return alerts


def check_runbooks(source, alerts, metrics, routes, faults):
    folder = source / "docs/runbooks"
    pages = {page.stem for page in folder.glob("*.md")} - {"README"}
    for alert in set(alerts) - pages:
        faults.append(f"{alert}: no page in docs/runbooks")
    for page in pages - set(alerts):
        faults.append(f"docs/runbooks/{page}.md: no such alert")
    for page in pages & set(alerts):
        text = (folder / f"{page}.md").read_text()
        if re.findall(r"^#+ (.*)$", text, re.M) != [page] + SECTIONS:
            faults.append(f"docs/runbooks/{page}.md: other sections than {SECTIONS}")
        check_expression(f"docs/runbooks/{page}.md", text, metrics, routes, faults)


def check_dashboard(source, metrics, routes, faults):
    dashboard = json.loads((source / "deploy/grafana/rootwarp.json").read_text())
    variables = {each["name"] for each in dashboard["templating"]["list"]}
    ids, shown = [], set()
    for panel in dashboard["panels"]:
        ids.append(panel["id"])
        for target in panel.get("targets", []):
            where = f"dashboard, {panel['title']}"
            check_expression(where, target["expr"], metrics, routes, faults)
            shown |= {name for name, _ in used(target["expr"])}
            for variable in re.findall(r"\$\{?(\w+)", target["expr"] + target["datasource"]["uid"]):
                if variable not in variables | {"__rate_interval"}:
                    faults.append(f"{where}: no variable {variable}")
    if len(ids) != len(set(ids)):
        faults.append("dashboard: two panels have one id")
    for name in metrics:
        base = re.sub(r"_(sum|count)$", "_bucket", name)
        if name.startswith("rootwarp_") and base not in shown:
            faults.append(f"dashboard: {name} is not shown")


def main():
    source, text = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).read_text()
    metrics = named(source) | told(text)
    routes = set(re.findall(r'\{RW_HTTP_\w+, "([^"]+)"', (source / "server/http/routes.c").read_text()))
    faults = []
    alerts = check_rules(source, metrics, routes, faults)
    check_runbooks(source, alerts, metrics, routes, faults)
    check_dashboard(source, metrics, routes, faults)
    print("\n".join(faults) or f"{len(metrics)} metrics, {len(alerts)} alerts with their pages and tests")
    sys.exit(1 if faults else 0)


main()
