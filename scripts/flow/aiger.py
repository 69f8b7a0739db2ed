# SPDX-License-Identifier: Apache-2.0
"""And-inverter graphs in AIGER's binary format, as Yosys writes them, and what induction asks of
them: a machine that begins in any state in which no assertion fails.

    Machine(data).step(bad, wanted)
"""


class Machine:
    """`data`: with `bad` outputs and constraints, and no others."""

    def __init__(self, data):
        header, body = data.split(b'\n', 1)
        _, self.inputs, latches, outputs, ands, bad, constraints, *_ = [int(word) for word in header.split()[1:]] + [0] * 2
        assert outputs == 0
        lines = body.split(b'\n', latches + bad + constraints)
        numbers = [int(line.split()[0]) for line in lines[:-1]]
        self.latches, self.bad, self.constraints = (numbers[:latches], numbers[latches:latches + bad],
                                                    numbers[latches + bad:])
        self.ands, rest, at = [], lines[-1], 0
        for left in range(2 * (self.inputs + latches + 1), 2 * (self.inputs + latches + ands + 1), 2):
            first, at = number(rest, at)
            second, at = number(rest, at)
            self.ands.append((left, left - first, left - first - second))

    def step(self, bad, wanted):
        """The machine that begins in any state. In the first cycle no literal of `bad` is true; its
        only output: in a later one the literal `wanted` is."""
        inputs, latches = self.inputs + len(self.latches), len(self.latches) + 1
        later = 2 * (inputs + latches)  # the last latch
        ands = []

        def both(a, b):
            ands.append((2 * (inputs + latches + len(ands) + 1), max(a, b), min(a, b)))
            return ands[-1][0]
        new = {0: 0, **{2 * (i + 1): 2 * (i + 1) for i in range(self.inputs)}}
        for i in range(len(self.latches)):
            old = 2 * (self.inputs + i + 1)
            kept, begun = both(later, 2 * (inputs + i + 1)), both(later ^ 1, old)
            new[old] = both(kept ^ 1, begun ^ 1) ^ 1

        def of(literal):
            return new[literal & ~1] ^ literal & 1
        for left, a, b in self.ands:
            new[left] = both(of(a), of(b))
        constraints = [of(literal) for literal in self.constraints] + [both(later ^ 1, of(literal)) ^ 1 for literal in bad]
        numbers = [of(literal) for literal in self.latches] + [1, both(later, of(wanted))] + constraints
        sizes = [inputs + latches + len(ands), inputs, latches, 0, len(ands), 1, len(constraints)]
        return b''.join([b'aig ' + ' '.join(map(str, sizes)).encode() + b'\n', *[b'%d\n' % literal for literal in numbers],
                         *[bytes_of(left - a) + bytes_of(a - b) for left, a, b in ands]])


def number(data, at):
    """The number there, seven bits a byte, and what is behind it."""
    value = shift = 0
    while data[at] & 0x80:
        value |= (data[at] & 0x7f) << shift
        at, shift = at + 1, shift + 7
    return value | data[at] << shift, at + 1


def bytes_of(value):
    words = []
    while value >= 0x80:
        words.append(value & 0x7f | 0x80)
        value >>= 7
    return bytes([*words, value])
