"""shuffle.py SEED <NETLIST >OUTPUT: the same netlist with its cells and wires in another order.

NETLIST: Yosys's RTLIL (write_rtlil). What a mapper makes of a netlist depends on the order of its cells, and on nothing
that a designer decides; the median over several orders says more than any one of them.
"""
import random
import sys

SHUFFLED = ("wire", "cell")
ORDER = ("parameter", "wire", "memory", "cell", "connect")


def statements(lines):
    """What a module holds, each statement with its attributes: (keyword, lines)."""
    lines = iter(lines)
    statement = []
    for line in lines:
        statement.append(line)
        keyword = line.split(maxsplit=1)[0]
        if keyword == "attribute":
            continue
        if keyword not in ORDER:
            raise ValueError(f"{line.strip()}: neither of {', '.join(ORDER)}; processes are gone after proc")
        if keyword == "cell":
            for inner in lines:
                statement.append(inner)
                if inner.strip() == "end":
                    break
        yield keyword, statement
        statement = []


def shuffled(lines, seed):
    """The lines of a netlist, those of every module in another order."""
    generator = random.Random(seed)
    output = []
    module = None  # the lines of the one that is read
    for line in lines:
        if module is None:
            output.append(line)
            if line.startswith("module "):
                module = []
        elif line == "end":
            found = list(statements(module))
            for keyword in ORDER:
                group = [statement for kind, statement in found if kind == keyword]
                if keyword in SHUFFLED:
                    generator.shuffle(group)
                output += [inner for statement in group for inner in statement]
            output.append(line)
            module = None
        else:
            module.append(line)
    return output


if __name__ == "__main__":
    print("\n".join(shuffled(sys.stdin.read().splitlines(), int(sys.argv[1]))))
