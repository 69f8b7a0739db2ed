#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_package.py FOLDER...: what stands beside the RTL in each folder rtl/TOP is right.

A core file is CAPI2 as FuseSoC's reference says: its first line, a name vendor:library:name:version, filesets whose files
are there and of a known type, targets that use filesets that are there. Core file, file list and parameters name the same
files in the same order. Yosys, given exactly these, finds every module that the top needs. FuseSoC itself is not
in Debian 12. Exit status 1, with a line for each fault: something is wrong.
"""

import json
import pathlib
import re
import subprocess
import sys

import yaml

TYPES = {"systemVerilogSource": "-sv", "verilogSource": ""}
faults = 0


def expect(holds, message):
    global faults
    if not holds:
        print(message, file=sys.stderr)
        faults += 1


def files_of(core, folder):
    """The files of a core file's default target, in order, as (name, type)."""
    text = core.read_text()
    expect(text.startswith("CAPI=2:\n"), f"{core}: the first line must be CAPI=2:")
    description = yaml.safe_load(text.replace("CAPI=2:\n", "", 1))
    expect(set(description) <= {"name", "description", "filesets", "targets"}, f"{core}: unknown keys")
    expect(re.fullmatch(r"cubecast:rtl:%s:\d+\.\d+\.\d+" % re.escape(core.stem), description["name"]),
           f"{core}: name {description['name']}")
    files = []
    for target, content in description["targets"].items():
        for fileset in content["filesets"]:
            expect(fileset in description["filesets"], f"{core}: target {target}: there is no fileset {fileset}")
    for fileset in description["targets"]["default"]["filesets"]:
        for entry in description["filesets"][fileset]["files"]:
            (name, attributes), = entry.items()
            expect(attributes["file_type"] in TYPES, f"{core}: {name}: file_type {attributes['file_type']}")
            expect((folder / name).is_file(), f"{core}: {name}: not there")
            files.append((name, attributes["file_type"]))
    return files, description["targets"]["default"].get("toplevel")


def check(folder):
    name = folder.name
    files, toplevel = files_of(folder / f"{name}.core", folder)
    names = [file for file, _ in files]
    expect((folder / f"{name}.f").read_text().split() == names, f"{folder}: {name}.f and {name}.core differ")
    if toplevel is None:
        return
    parameters = json.loads((folder / f"{name}.json").read_text())
    expect(parameters["files"] == names, f"{folder}: {name}.json and {name}.core differ")
    expect(toplevel == parameters["module"] == name, f"{folder}: the top is {toplevel}")
    script = "".join(f"read_verilog {TYPES[kind]} {file}; " for file, kind in files)
    yosys = subprocess.run(["yosys", "-q", "-p", f"{script} hierarchy -check -top {toplevel}; proc; check -assert"],
                           capture_output=True, text=True, cwd=folder)
    expect(yosys.returncode == 0, f"{folder}: Yosys: {yosys.stdout}{yosys.stderr}")


for argument in sys.argv[1:]:
    check(pathlib.Path(argument))
sys.exit(1 if faults else 0)
