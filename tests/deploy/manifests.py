"""The files for containers, deploy/compose and deploy/kubernetes: whether they say what they mean to.

manifests.py SOURCE, and the same again on copies with a fault each, which have to be found. Exit status 77 without PyYAML.
"""
import copy
import pathlib
import re
import shutil
import subprocess
import sys

try:
    import yaml
except ImportError:
    print("skipped: python3-yaml is not installed")
    sys.exit(77)

LIMIT_OF_FLIGHT = 10  # seconds that the daemon gives requests when it stops
COMPOSE = ("compose.yaml", "cluster.yaml")
OVERLAYS = ("single", "cluster")
TOP = {"name", "services", "networks", "volumes", "secrets"}
SERVICE = {"image", "build", "environment", "secrets", "ports", "volumes", "user", "read_only", "cap_drop", "security_opt",
           "ulimits", "mem_limit", "healthcheck", "stop_grace_period", "restart", "logging", "networks", "depends_on",
           "shm_size"}
# Every key of a manifest: a word that is not here is a slip of the pen, or is added here.
WORDS = set("""
accessModes allowPrivilegeEscalation apiVersion automountServiceAccountToken averageUtilization behavior capabilities clusterIP
containerPort containers cpu defaultMode drop egress enableServiceLinks env failureThreshold from fsGroup
fsGroupChangePolicy httpGet image ingress kind labelSelector labels limits livenessProbe matchLabels maxReplicas maxSkew
maxSurge maxUnavailable memory metadata metrics minReadySeconds minReplicas mountPath name namespace namespaceSelector path
periodSeconds persistentVolumeClaimRetentionPolicy podSelector policies policyTypes port ports protocol publishNotReadyAddresses readOnly
readOnlyRootFilesystem readinessProbe replicas requests resource resources revisionHistoryLimit rollingUpdate runAsGroup
runAsNonRoot runAsUser scaleDown scaleTargetRef scaleUp seccompProfile secret secretName securityContext selector
serviceAccountName serviceName spec stabilizationWindowSeconds startupProbe storage strategy target targetPort template
terminationGracePeriodSeconds timeoutSeconds to topologyKey topologySpreadConstraints type updateStrategy value
volumeClaimTemplates volumeMounts volumes whenDeleted whenScaled whenUnsatisfiable
""".split())


class Faults(list):
    def want(self, right, what):
        if not right:
            self.append(what)


def seconds(text):
    number, unit = re.fullmatch(r"(\d+)(ms|s|m|h)", text).groups()
    return int(number) * {"ms": 0.001, "s": 1, "m": 60, "h": 3600}[unit]


def settings(source):
    names = re.findall(r'^RW_SETTING\(\w+, \w+, "([a-z-]+)"', (source / "server/config/settings.def").read_text(), re.M)
    variables = {"ROOTWARP_" + name.upper().replace("-", "_") for name in names}
    return variables | {name + "_FILE" for name in variables}


def routes(source):
    return set(re.findall(r'\{RW_HTTP_GET, "([^"]+)"', (source / "server/http/routes.c").read_text()))


def solving(source):
    """What is posted and changes nothing."""
    rows = re.findall(r'\{RW_HTTP_POST, "([^"]+)"[^}]*\}', (source / "server/http/routes.c").read_text(), re.S)
    return {path for path in rows if "{" not in path and path != "/v1/import"}


# ---- compose ----

def check_service(name, service, whole, names, faults):
    where = f"service {name}"
    faults.want(set(service) <= SERVICE, f"{where}: unknown {set(service) - SERVICE}")
    faults.want(":" in service["image"] or "${" in service["image"], f"{where}: the image has no tag")
    faults.want(service.get("restart") == "unless-stopped", f"{where}: it is not started again")
    faults.want("max-size" in service["logging"]["options"], f"{where}: its log grows for ever")
    for kind in ("secrets", "networks"):
        for used in service.get(kind, []):
            faults.want(used in whole.get(kind, {}), f"{where}: {kind} has no {used}")
    for volume in service.get("volumes", []):
        first = volume.split(":")[0]
        faults.want(first.startswith("./") or first in whole["volumes"], f"{where}: there is no volume {first}")
    for needed, how in dict.fromkeys(service["depends_on"]).items() if isinstance(service.get("depends_on"), list) \
            else service.get("depends_on", {}).items():
        faults.want(needed in whole["services"], f"{where}: it needs {needed}, which is not there")
        if how is not None and how["condition"] == "service_healthy":
            faults.want("healthcheck" in whole["services"].get(needed, {}), f"{where}: {needed} has no health check")
    for port in service.get("ports", []):
        faults.want(port.startswith("127.0.0.1:"), f"{where}: {port} is open to other machines")
    for variable, value in service["environment"].items():
        faults.want(isinstance(value, str), f"{where}: {variable} is no text")
        if variable.endswith("_FILE"):
            faults.want(value.removeprefix("/run/secrets/") in service["secrets"], f"{where}: {variable} names no secret")
    if "rootwarp" in service["image"]:
        for variable in service["environment"]:
            faults.want(variable in names, f"{where}: {variable} is no setting")
        for key, value in (("user", "7420:7420"), ("read_only", True), ("cap_drop", ["ALL"]),
                           ("security_opt", ["no-new-privileges:true"])):
            faults.want(service.get(key) == value, f"{where}: {key} is not {value}")
        drain = seconds(service["environment"].get("ROOTWARP_DRAIN_DELAY", "0s"))
        faults.want(seconds(service["stop_grace_period"]) >= drain + LIMIT_OF_FLIGHT + 5,
                    f"{where}: it is killed before it has drained")


def check_compose(file, names, faults):
    whole = yaml.safe_load(file.read_text())
    faults.want({key for key in whole if not key.startswith("x-")} <= TOP, f"{file.name}: unknown {set(whole) - TOP}")
    for kind in ("networks", "volumes", "secrets"):
        for name in whole.get(kind, {}):
            users = [s for s in whole["services"].values()
                     if any(str(use).split(":")[0] == name for use in s.get(kind, []))]
            faults.want(users, f"{file.name}: nobody uses {name} of {kind}")
    for name, service in whole["services"].items():
        check_service(name, service, whole, names, faults)
    return whole


def check_proxy(cluster, config, posts, faults):
    """Every variable of haproxy.cfg is set, and its servers are the replicas."""
    given = cluster["services"]["haproxy"]["environment"]
    used = set(re.findall(r"\$\{(\w+)\}", config))
    faults.want(used == set(given), f"haproxy.cfg: variables {used ^ set(given)}")
    replicas = {name for name in cluster["services"] if name.startswith("replica-")}
    faults.want(set(re.findall(r"^    server (\S+)", config, re.M)) == replicas, "haproxy.cfg: other servers than replicas")
    for name, value in given.items():
        if name.startswith("ROOTWARP_REPLICA_"):
            faults.want(value.split(":")[0] in replicas, f"haproxy: {value} is no replica")
    path = re.search(r"http-check send meth GET uri (\S+)", config).group(1)
    faults.want(path == "/readyz", f"haproxy.cfg: it asks {path}")
    solving = set(re.search(r"acl solves path (.*)", config).group(1).split())
    faults.want(solving == posts, f"haproxy.cfg: other solving paths than the daemon's, {solving ^ posts}")


def check_against_compose(file, faults):
    """Whether Docker's own reader, which needs no engine, takes it."""
    tool = shutil.which("docker-compose")
    if not tool or " 2." not in subprocess.run([tool, "version"], capture_output=True, text=True).stdout:
        return
    said = subprocess.run([tool, "-f", str(file), "config", "-q"], capture_output=True, text=True)
    faults.want(said.returncode == 0, f"docker-compose: {said.stderr.strip()}")


# ---- kubernetes ----

def merge(whole, patch):
    """As a strategic merge of what the overlays patch: objects key by key, lists as a whole."""
    for key, value in patch.items():
        if isinstance(value, dict) and isinstance(whole.get(key), dict):
            merge(whole[key], value)
        else:
            whole[key] = copy.deepcopy(value)


def build(folder):
    """The objects of a kustomization, by kind and name. It knows resources, patches and namespace."""
    plan = yaml.safe_load((folder / "kustomization.yaml").read_text())
    unknown = set(plan) - {"apiVersion", "kind", "resources", "patches", "namespace"}
    if unknown:
        raise ValueError(f"{folder.name}: this checker does not know {unknown}")
    objects = {}
    for resource in plan["resources"]:
        path = folder / resource
        more = build(path.resolve()) if path.is_dir() else \
            {(o["kind"], o["metadata"]["name"]): o for o in yaml.safe_load_all(path.read_text())}
        if set(more) & set(objects):
            raise ValueError(f"{folder.name}: twice the same {set(more) & set(objects)}")
        objects.update(more)
    for entry in plan.get("patches", []):
        patch = yaml.safe_load((folder / entry["path"]).read_text())
        merge(objects[patch["kind"], patch["metadata"]["name"]], patch)
    for each in objects.values():
        if "namespace" in plan:
            each["metadata"]["namespace"] = plan["namespace"]
    listed = {pathlib.Path(name).name for name in plan["resources"]} | {e["path"] for e in plan.get("patches", [])}
    left = {file.name for file in folder.glob("*.yaml")} - listed - {"kustomization.yaml"}
    if left:
        raise ValueError(f"{folder.name}: nobody names {left}")
    return objects


def keys(value):
    """The keys of an object at any depth, but those of labels, which have a slash."""
    if isinstance(value, list):
        for each in value:
            yield from keys(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            if "/" not in key:
                yield key
            yield from keys(each)


def check_container(pod, container, names, paths, faults):
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    given = {each["name"]: each["value"] for each in container["env"]}
    for name in given:
        faults.want(name in names, f"{name} is no setting")
    faults.want(given["ROOTWARP_LISTEN"] == f"0.0.0.0:{ports['http']}", "it listens on another port than http")
    faults.want(given["ROOTWARP_ADMIN"] == f"0.0.0.0:{ports['admin']}", "its admin port is another")
    for probe, path in (("startupProbe", "/livez"), ("livenessProbe", "/livez"), ("readinessProbe", "/readyz")):
        ask = container[probe]["httpGet"]
        faults.want(ask["path"] == path and path in paths, f"{probe} asks {ask['path']}")
        faults.want(ask["port"] == "admin", f"{probe} asks port {ask['port']}")
    faults.want(container["startupProbe"]["periodSeconds"] * container["startupProbe"]["failureThreshold"] >= 60,
                "a large catalogue is killed while it starts")
    secure = container["securityContext"]
    faults.want(secure == {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True,
                           "capabilities": {"drop": ["ALL"]}}, "the container may do too much")
    faults.want({"cpu", "memory"} <= set(container["resources"]["requests"]) and
                "memory" in container["resources"]["limits"], "it asks for no resources")
    mounts = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
    for name, value in given.items():
        if name.endswith("_FILE"):
            faults.want(any(value.startswith(path + "/") for path in mounts.values()), f"{name}: nothing is mounted there")
    drain = seconds(given.get("ROOTWARP_DRAIN_DELAY", "0s"))
    faults.want(pod["terminationGracePeriodSeconds"] >= drain + LIMIT_OF_FLIGHT + 5, "it is killed before it has drained")
    return given, ports, mounts


def check_workload(workload, objects, names, paths, faults):
    spec = workload["spec"]
    pod = spec["template"]["spec"]
    labels = spec["template"]["metadata"]["labels"]
    secure = pod["securityContext"]
    faults.want(secure["runAsNonRoot"] is True and secure["runAsUser"] == secure["fsGroup"] == 7420 and
                secure["seccompProfile"]["type"] == "RuntimeDefault", "the pod may do too much")
    faults.want(pod["automountServiceAccountToken"] is False, "the pod gets a token of the cluster")
    faults.want(("ServiceAccount", pod["serviceAccountName"]) in objects, "the service account is not there")
    faults.want(len(pod["containers"]) == 1, "there are other containers")
    given, ports, mounts = check_container(pod, pod["containers"][0], names, paths, faults)
    volumes = {each["name"] for each in pod["volumes"] + [t["metadata"] for t in spec.get("volumeClaimTemplates", [])]}
    faults.want(set(mounts) == volumes, f"volumes and mounts differ: {set(mounts) ^ volumes}")
    services = [each["spec"] for (kind, _), each in objects.items() if kind == "Service"]
    policy = objects["NetworkPolicy", "rootwarp"]["spec"]
    for selector in [spec["selector"]["matchLabels"], policy["podSelector"]["matchLabels"]] + \
            [service["selector"] for service in services]:
        faults.want(selector.items() <= labels.items(), f"{selector} selects no pod")
    for port in sum((service["ports"] for service in services), []):
        faults.want(port["targetPort"] in ports, f"the service has no port {port['targetPort']}")
    for rule in policy["ingress"]:
        for port in rule["ports"]:
            faults.want(port["port"] in ports, f"the network policy has no port {port['port']}")
    return given, mounts


def check_single(objects, names, paths, faults):
    stateful = objects["StatefulSet", "rootwarp"]
    spec = stateful["spec"]
    given, mounts = check_workload(stateful, objects, names, paths, faults)
    faults.want(spec["replicas"] == 1, "several pods on one file")
    faults.want(spec["volumeClaimTemplates"][0]["spec"]["accessModes"] == ["ReadWriteOncePod"], "two pods on one file")
    faults.want(set(spec["persistentVolumeClaimRetentionPolicy"].values()) == {"Retain"}, "the catalogue is deleted")
    faults.want(objects["Service", spec["serviceName"]]["spec"].get("clusterIP") == "None", "its pods have no names")
    faults.want(given["ROOTWARP_DATA"] == mounts["data"] and "ROOTWARP_STORE_FILE" not in given, "the data are elsewhere")
    faults.want(objects["NetworkPolicy", "rootwarp"]["spec"]["egress"] == [], "it may reach others")
    faults.want(not {kind for kind, _ in objects} & {"Deployment", "HorizontalPodAutoscaler"}, "something scales it")


def check_cluster(objects, names, paths, faults):
    deployment = objects["Deployment", "rootwarp"]
    spec = deployment["spec"]
    labels = spec["template"]["metadata"]["labels"]
    given, mounts = check_workload(deployment, objects, names, paths, faults)
    faults.want("replicas" not in spec, "deployment and autoscaler disagree about how many")
    faults.want(spec["strategy"]["rollingUpdate"]["maxUnavailable"] == 0, "an update takes pods away first")
    faults.want("ROOTWARP_DATA" not in given and "ROOTWARP_STORE_FILE" in given, "it has no database")
    pod = spec["template"]["spec"]
    probe = pod["containers"][0]["readinessProbe"]
    faults.want(seconds(given["ROOTWARP_DRAIN_DELAY"]) >= probe["periodSeconds"] * probe["failureThreshold"],
                "it stops before anybody has noticed")
    for spread in pod["topologySpreadConstraints"]:
        faults.want(spread["labelSelector"]["matchLabels"].items() <= labels.items(), "it spreads other pods")
    scaler = objects["HorizontalPodAutoscaler", "rootwarp"]["spec"]
    target = scaler["scaleTargetRef"]
    faults.want((target["kind"], target["name"]) in objects, "the autoscaler scales nothing")
    faults.want(2 <= scaler["minReplicas"] <= scaler["maxReplicas"], "the autoscaler's limits")
    budget = objects["PodDisruptionBudget", "rootwarp"]["spec"]
    faults.want(budget["selector"]["matchLabels"].items() <= labels.items(), "the budget is for other pods")
    faults.want(budget["maxUnavailable"] < scaler["minReplicas"], "the budget lets all go")
    faults.want([5432] == [p["port"] for p in objects["NetworkPolicy", "rootwarp"]["spec"]["egress"][-1]["ports"]],
                "it may not reach the database")


def check_against_kubectl(folder, objects, faults):
    """Whether kustomize itself makes the same of it."""
    kubectl = shutil.which("kubectl")
    version = subprocess.run([kubectl, "version", "--client"], capture_output=True, text=True).stdout if kubectl else ""
    if not re.search(r"Kustomize Version: v[4-9]", version):
        return False
    said = subprocess.run([kubectl, "kustomize", str(folder)], capture_output=True, text=True)
    faults.want(said.returncode == 0, f"kubectl kustomize: {said.stderr.strip()}")
    theirs = {(o["kind"], o["metadata"]["name"]): o for o in yaml.safe_load_all(said.stdout)}
    faults.want(theirs == objects, f"{folder.name}: kubectl kustomize makes something else of it")
    return True


# ---- all ----

def check(source, others=False):
    faults = Faults()
    names, paths = settings(source), routes(source)
    compose = source / "deploy/compose"
    wholes = [check_compose(compose / name, names, faults) for name in COMPOSE]
    check_proxy(wholes[1], (compose / "haproxy.cfg").read_text(), solving(source), faults)
    for name in COMPOSE if others else ():
        check_against_compose(compose / name, faults)
    compared = False
    for overlay, rules in zip(OVERLAYS, (check_single, check_cluster)):
        folder = source / "deploy/kubernetes" / overlay
        mine = Faults()
        try:
            objects = build(folder)
            strange = set(keys(list(objects.values()))) - WORDS
            mine.want(not strange, f"unknown words {strange}")
            rules(objects, names, paths, mine)
            compared = others and check_against_kubectl(folder, objects, mine)
        except (KeyError, IndexError, ValueError, OSError) as error:
            mine.append(f"{type(error).__name__} {error}")
        faults.extend(f"{overlay}: {fault}" for fault in mine)
    return faults, compared


# File below deploy/, what to replace and with what: each has to be found.
MISTAKES = (
    ("compose/compose.yaml", "ROOTWARP_ADMIN:", "ROOTWARP_ADMINN:"),
    ("compose/compose.yaml", "read_only: true", "read_only: false"),
    ("compose/compose.yaml", "- data:/data", "- date:/data"),
    ("compose/compose.yaml", '"127.0.0.1:7420:7420"', '"7420:7420"'),
    ("compose/cluster.yaml", "stop_grace_period: 25s", "stop_grace_period: 12s"),
    ("compose/cluster.yaml", "/run/secrets/store", "/run/secrets/stone"),
    ("compose/cluster.yaml", "ROOTWARP_REPLICA_3: replica-3", "ROOTWARP_REPLICA_3: replica-4"),
    ("compose/haproxy.cfg", "uri /readyz", "uri /livez"),
    ("compose/haproxy.cfg", " /v1/select", ""),
    ("compose/haproxy.cfg", "ROOTWARP_BIND", "ROOTWARP_BOUND"),
    ("kubernetes/single/stateful-set.yaml", "replicas: 1", "replicas: 2"),
    ("kubernetes/single/stateful-set.yaml", "ReadWriteOncePod", "ReadWriteMany"),
    ("kubernetes/single/stateful-set.yaml", "ROOTWARP_DATA", "ROOTWARP_DATUM"),
    ("kubernetes/single/stateful-set.yaml", "runAsNonRoot", "runAsNoRoot"),
    ("kubernetes/cluster/deployment.yaml", "path: /readyz", "path: /ready"),
    ("kubernetes/cluster/deployment.yaml", "port: admin", "port: http"),
    ("kubernetes/cluster/deployment.yaml", "terminationGracePeriodSeconds: 30", "terminationGracePeriodSeconds: 15"),
    ("kubernetes/cluster/deployment.yaml", "value: 10s", "value: 2s"),
    ("kubernetes/cluster/deployment.yaml", "failureThreshold: 2", "failureTreshold: 2"),
    ("kubernetes/cluster/deployment.yaml", "name: store\n          secret", "name: stone\n          secret"),
    ("kubernetes/cluster/autoscaler.yaml", "kind: Deployment", "kind: StatefulSet"),
    ("kubernetes/cluster/disruption-budget.yaml", "app.kubernetes.io/name: rootwarp\n", "app: rootwarp\n"),
    ("kubernetes/base/service.yaml", "clusterIP: None", "clusterIP: 10.0.0.1"),
    ("kubernetes/base/service.yaml", "targetPort: http\n", "targetPort: https\n"),
    ("kubernetes/cluster/kustomization.yaml", "  - autoscaler.yaml\n", ""),
)


def check_checker(source, work):
    missed = []
    for file, right, wrong in MISTAKES:
        copied = work / "copy"
        shutil.rmtree(copied, ignore_errors=True)
        shutil.copytree(source / "deploy", copied / "deploy")
        for needed in ("server/config/settings.def", "server/http/routes.c"):
            (copied / needed).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / needed, copied / needed)
        path = copied / "deploy" / file
        text = path.read_text()
        if right not in text:
            missed.append(f"{file} no longer says {right!r}")
            continue
        path.write_text(text.replace(right, wrong))
        try:
            found, _ = check(copied)
        except KeyError as error:
            found = [f"no {error}"]
        if not found:
            missed.append(f"{file}: {wrong!r} instead of {right!r} is not found")
    return missed


def main():
    source, work = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    faults, compared = check(source, others=True)
    faults.extend(check_checker(source, work))
    print("\n".join(faults) or f"all right; {len(MISTAKES)} mistakes are found; "
          f"{'compared with' if compared else 'without'} kubectl's kustomize")
    sys.exit(1 if faults else 0)


main()
