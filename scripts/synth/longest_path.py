"""longest_path.py TIMING...: the longest path between flip-flops of each placement, nextpnr's JSON reports, beside which
wrapper.v lies.

The register or input where it begins, the one before whose input or enable it ends, its clock, the logic cells on it and
the part of the time that wires take. What is between has names that ABC gave, which say little.
"""
import json
import re
import sys
from pathlib import Path


def register(cell):
    """The register's name, without what Yosys puts behind it for the cell, and the cell's pin."""
    name = re.sub(r"(_SB_|_TRELLIS_|_DPR16X4|_DFFLC|_LC|_RDATA).*", "", cell["cell"].removeprefix("top."))
    return name + (" (enable)" if cell["port"] in ("CEN", "CE") else "")


def source(net, wrapper):
    """The register's name, or the input's that the wrapper's shift register drives."""
    if shifted := re.fullmatch(r"shifted\[(\d+)\]", net):
        for port, high, low in re.findall(r"\.(\w+)\(shifted\[(\d+):(\d+)\]\)", wrapper):
            if int(low) <= int(shifted[1]) <= int(high):
                return f"{port}[{int(shifted[1]) - int(low)}]"
    return net.removeprefix("top.")


def longest(report):
    paths = [path["path"] for path in report["critical_paths"]
             if path["from"].startswith("posedge") and path["to"].startswith("posedge")]
    return max(paths, key=lambda path: sum(part["delay"] for part in path))


for name in map(Path, sys.argv[1:]):
    path = longest(json.loads(name.read_text(encoding="utf-8")))
    whole = sum(part["delay"] for part in path)
    wires = [part for part in path if part["type"] == "routing"]
    begin = source(wires[0]["net"], (name.parent / "wrapper.v").read_text(encoding="utf-8"))
    cells = sum(part["type"] == "logic" for part in path)
    print(f"  {1000 / whole:.1f} MHz: {begin} to {register(path[-1]['to'])}, {cells} cells, "
          f"wires {sum(part['delay'] for part in wires) / whole:.0%}")
