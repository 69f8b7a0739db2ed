#!/usr/bin/env python3
"""run.py [--path FOLDER]... FILE: what stepc says of a C++ source, compared with the comments in that source.

    // RUN: stepc %s -- -I. | FileCheck %s
    void step(State& state, const In& in, Out& out) { out.x = state.n; }
    // CHECK: out_x <= n;

Each RUN line is a bash command, run in the root of the project: %s is the source, %t a file of its own. FileCheck is
LLVM's; it compares its input with the lines // CHECK:, // CHECK-NEXT:, // CHECK-NOT: and so on.

Lines `// -----` cut a source into cases. The part above the first goes with every case, whose lines keep their numbers.
A case without RUN lines is run by those of that part. --path: where stepc and FileCheck are.

Exit status 1: a command has failed; or the source has no RUN line, or a comment whose prefix no RUN line checks.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[4]
CUT = "// -----"
RUN = re.compile(r"// RUN: (.*)")
CHECK = re.compile(r"// ([A-Z][A-Z-]*?)(?:-(?:NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT-\d+))?(?:{LITERAL})?:")


def cases_of(lines):
    """(first line, RUN lines, text) of each case. In the text all other cases are blank lines."""
    cuts = [i for i, line in enumerate(lines) if line == CUT] + [len(lines)]
    common = lines[: cuts[0]]
    if len(cuts) == 1:
        yield 1, runs_of(common), common
    for begin, end in zip(cuts, cuts[1:]):
        own = lines[begin:end]
        yield begin + 1, runs_of(own) or runs_of(common), common + [""] * (begin - len(common)) + own


def runs_of(lines):
    return [match[1] for match in map(RUN.fullmatch, lines) if match]


def fault_of(source, run_lines, path, folder):
    """What is wrong with one case, or nothing."""
    prefixes = {"RUN"}
    for run in run_lines:
        prefixes.update(re.findall(r"--check-prefix[= ](\S+)", run))
        if re.search(r"FileCheck(?!.*--check-prefix)", run):
            prefixes.add("CHECK")
    for prefix in CHECK.findall(source.read_text()):
        if prefix not in prefixes:
            return f"no RUN line checks {prefix}"
    for run in run_lines:
        command = run.replace("%s", f"'{source}'").replace("%t", f"'{folder}/out'")
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=ROOT, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env={**os.environ, "PATH": path}, check=False)
        if done.returncode != 0:
            return f"{run}: exit status {done.returncode}\n{done.stdout.decode(errors='replace')}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--path", action="append", default=[])
    parser.add_argument("file", type=pathlib.Path)
    arguments = parser.parse_args()
    path = os.pathsep.join([*arguments.path, os.environ["PATH"]])
    status = 0
    for first, runs, text in cases_of(arguments.file.read_text().splitlines()):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / arguments.file.name
            source.write_text("\n".join(text) + "\n")
            fault = fault_of(source, runs, path, folder) if runs else "no RUN line"
        if fault:
            print(f"{arguments.file}:{first}: {fault}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
