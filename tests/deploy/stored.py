"""A catalogue that an earlier schema stored, as text in stored/: this daemon brings it up to date, keeps a copy, and shows
what was in it; goes on with one that a newer release has changed and says it may; and refuses one that it may not use.

stored.py SOURCE ROOTWARPD ROOTWARP
"""
import json
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import urllib.request

SOURCE, DAEMON, TOOL = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
KINDS = {1: "clips", 2: "profiles"}


def load(text, folder):
    folder.mkdir(mode=0o700)
    store = sqlite3.connect(folder / "rootwarp.db")
    store.executescript(text)
    store.close()
    (folder / "rootwarp.db").chmod(0o600)


def ask(url, body=None):
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"} if body else {})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.headers, json.load(answer)


class Daemon:
    def __init__(self, folder):
        self.process = subprocess.Popen([DAEMON, "serve", "--listen", "127.0.0.1:0", "--data", folder],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def __enter__(self):
        line = self.process.stdout.readline()
        assert line.startswith("listening on "), self.process.communicate()[1]
        return line.split()[-1]

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        _, said = self.process.communicate(timeout=30)
        assert self.process.returncode == 0, said


def check_shown(url, heads):
    for (kind, name), revision, tag in heads:
        if revision is not None:
            headers, _ = ask(f"{url}/v1/{KINDS[kind]}/{name}")
            assert headers["ETag"] == f'"{tag}"', f"{name}: {headers['ETag']} instead of {tag}"
    question = json.loads((SOURCE / "schema/examples/lunge-100.resolve.request.json").read_text())
    question["profile"] = "lunge@1"
    _, answer = ask(url + "/v1/resolve", json.dumps(question).encode())
    assert answer["profile"]["revision"] == 1 and answer["travel"] == 20, answer
    names = {kind: {item["name"] for item in ask(f"{url}/v1/{path}")[1]["items"]} for kind, path in KINDS.items()}
    assert names == {kind: {name for (k, name), revision, _ in heads if k == kind and revision is not None} for kind in KINDS}


def read_heads(folder):
    """Each head with its revision, None when it was deleted, and the hash of its document."""
    store = sqlite3.connect(folder / "rootwarp.db")
    rows = store.execute("SELECT h.kind, h.name, h.revision, r.hash FROM heads h LEFT JOIN revisions r USING (kind, name, revision)")
    heads = [((kind, name), revision, tag) for kind, name, revision, tag in rows]
    store.close()
    return heads


def upgrade(text, step, work):
    folder = work / "up"
    load(text, folder)
    heads = read_heads(folder)
    assert len(heads) == 6
    with Daemon(folder) as url:
        headers, _ = ask(url + "/v1/profiles")
        assert headers["X-Catalog-Version"] == "8", headers["X-Catalog-Version"]
        check_shown(url, heads)
    assert list(folder.glob(f"rootwarp.db.before-{step + 1:04d}")), "no copy was kept"
    subprocess.run([TOOL, "verify", "--data", folder], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return folder, heads


def later_release(folder, oldest):
    store = sqlite3.connect(folder / "rootwarp.db")
    with store:
        store.execute("DELETE FROM schema_migrations WHERE name = 'later'")
        last, = store.execute("SELECT max(number) FROM schema_migrations").fetchone()
        store.execute("INSERT INTO schema_migrations VALUES (?, 'later', ?, ?, 0, '99.0.0')", (last + 1, "0" * 64, oldest))
    store.close()


def on_later_schema(folder, heads):
    later_release(folder, "0.1.0")
    with Daemon(folder) as url:
        check_shown(url, heads)
    later_release(folder, "99.0.0")
    before = (folder / "rootwarp.db").read_bytes()
    ended = subprocess.run([DAEMON, "serve", "--listen", "127.0.0.1:0", "--data", folder], capture_output=True, text=True, timeout=30)
    assert ended.returncode != 0 and "99.0.0" in ended.stderr, f"{ended.returncode}: {ended.stderr}"
    assert (folder / "rootwarp.db").read_bytes() == before, "what is refused was changed"


def main():
    texts = sorted((SOURCE / "tests/deploy/stored").glob("sqlite-*.sql"))
    assert texts
    for text in texts:
        with tempfile.TemporaryDirectory() as work:
            folder, heads = upgrade(text.read_text(), int(text.stem.split("-")[1]), pathlib.Path(work))
            on_later_schema(folder, heads)
        print(f"{text.name}: brought up to date, shown, and refused from a release that is too new")


main()
