"""How much memory a run takes over ten times as many vectors, and again ten times.

Each run is a process of its own, over generated vector files and the null adapter's answers; its
peak is what the system reports of it.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from throughput import null_implementation, repeated

from hanzo_conformance.report.formats import FORMATS
from hanzo_vectors.reading import read_corpus
from hanzo_vectors.shipped import shipped_folder
from hanzo_vectors.strict_json import compact

PER_FILE = 10_000
COUNTS = (1_000, 10_000, 100_000)
# What a run over the most of them may take, without a report that holds them all.
LIMIT_MB = 200
# What a run over a million may take, with every report that there is.
MOST, MOST_LIMIT_MB = 1_000_000, 1000


def lay_out(folder: Path, count: int) -> Path:
    """Write that many vectors, in files of a name and schema of their own; a manifest's path."""
    source = next(iter(sorted((shipped_folder() / "test-vectors").glob("*.json"))))
    document = json.loads(source.read_bytes())
    schema = (shipped_folder() / "schemas" / "vectors" / source.name).read_bytes()
    shutil.copytree(shipped_folder() / "schemas", folder / "schemas")
    for path in (folder / "schemas" / "vectors").glob("*.json"):
        path.unlink()
    (folder / "test-vectors").mkdir()
    plain = [item for item in document["vectors"] if "where" not in item]
    for start in range(0, count, PER_FILE):
        stem = f"synthetic-{start // PER_FILE}"
        # A requirement is stated in one file only.
        own = {item["id"]: f"{item['id']}-{stem}" for item in document["requirements"]}
        entries = [
            {
                **(entry := plain[number % len(plain)]),
                "id": f"{stem}/vector-{number}",
                "requirements": [own[name] for name in entry["requirements"]],
            }
            for number in range(start, min(start + PER_FILE, count))
        ]
        requirements = [{**item, "id": own[item["id"]]} for item in document["requirements"]]
        (folder / "schemas" / "vectors" / f"{stem}.json").write_bytes(schema)
        lines = (compact(json.dumps(entry).encode()) + b"\n" for entry in entries)
        digest = hashlib.sha256(b"".join(lines)).hexdigest()
        written = {
            **document,
            "provenance": {**document["provenance"], "vectors_sha256": digest},
            "$schema": f"../schemas/vectors/{stem}.json",
            "requirements": requirements,
            "vectors": entries,
        }
        (folder / "test-vectors" / f"{stem}.json").write_text(json.dumps(written))
    vectors = read_corpus(folder / "test-vectors").vectors
    item = null_implementation(folder, repeated(vectors, count))
    manifest = folder / "runner.toml"
    command = json.dumps(list(item.manifest.command))
    manifest.write_text(f'name = "null"\nlanguage = "none"\ncommand = {command}\n')
    return manifest


def peak_mb(manifest: Path, reports: Sequence[str] = ()) -> float:
    """The peak resident memory of a run, its adapter aside, in MB."""
    program = (
        "import resource, sys\n"
        "from hanzo_conformance.cli import guarded\n"
        "code = guarded()\n"
        "print('peak', resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
        "sys.exit(code)"
    )
    folder = manifest.parent
    words = ["run", "--impl", str(manifest), "--vectors", str(folder / "test-vectors")]
    for name in reports:
        words += ["--report", f"{name}={folder}/run.{name}"]
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "NO_COLOR": "1"},
    )
    return int(done.stdout.rsplit("peak ", 1)[1]) / 1024


def main(stated: Sequence[str] = ()) -> int:
    """Print one line for each number of vectors; 1 where the most of them take too much."""
    print(
        f"this program itself: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"
    )
    counts = tuple(map(int, stated)) or COUNTS
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            manifest = lay_out(Path(folder), count)
            bare, every = peak_mb(manifest), peak_mb(manifest, FORMATS)
            print(f"{count:>9,} vectors: {bare:.0f} MB, with all reports {every:.0f} MB")
            if count <= MOST and every > MOST_LIMIT_MB:
                print(f"that is more than the {MOST_LIMIT_MB} MB that {MOST:,} vectors may take")
                return 1
    if counts == COUNTS and bare > LIMIT_MB:
        print(f"that is more than the {LIMIT_MB} MB that {COUNTS[-1]:,} vectors may take")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
