# SPDX-License-Identifier: Apache-2.0
"""Finds the mutants of a C++ source, and writes them into it, each behind its switch.

A parser of expressions and statements for code as clang-format leaves it, not of C++: what it gets
wrong does not compile, and is left out (against_tests.py)."""
import re
import subprocess
from collections import namedtuple

from flow import interruption
from flow.options import BadUse, Failed
from flow.tools import ROOT

# Operators by precedence, the loosest first, each with its replacements.
PRECEDENCE = [['||'], ['&&'], ['|'], ['^'], ['&'], ['==', '!='], ['<', '<=', '>', '>='], ['<<', '>>'], ['+', '-'],
              ['*', '/', '%']]
LEVEL = {operator: level for level, operators in enumerate(PRECEDENCE) for operator in operators}
OTHERS = {'||': ['&&'], '&&': ['||'], '|': ['&'], '^': ['|'], '&': ['|'], '==': ['!='], '!=': ['=='],
          '<': ['<=', '>='], '<=': ['<', '>'], '>': ['>=', '<='], '>=': ['>', '<'], '<<': ['>>'], '>>': ['<<'],
          '+': ['-'], '-': ['+'], '*': ['+'], '/': ['*'], '%': ['/']}
ASSIGN = {'+=': '-=', '-=': '+=', '|=': '&=', '&=': '|=', '^=': '|=', '<<=': '>>=', '>>=': '<<='}
CLOSER = {'(': ')', '[': ']', '{': '}'}

TOKEN = re.compile(r'''//[^\n]*|/\*.*?\*/|\#(?:\\\n|[^\n])*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'|\w[\w']*|<<=|>>=|->|::|\+\+|--|
                       [-+*/%&|^<>=!]=|&&|\|\||<<|>>|\S''', re.S | re.X)
# Statements that are constant at compile time.
CONSTANT = re.compile(r'^(static_assert|using|template|case|enum|HLS_ASSERT)\b|^[^(]*\bconstexpr\b[^(]*[={]')
# Names before a parenthesis whose arguments have no order.
NO_SWAP = ('if', 'for', 'while', 'min', 'max', 'plus', 'times')
# Two adjacent words: a parameter's type and its name.
PARAMETER = re.compile(r'\w[&*>]* \w')

Token = namedtuple('Token', 'text start end')
# `text` replaces source[start:end] when the mutant is active.
Mutant = namedtuple('Mutant', 'file line kind start end text')


class Source:
    """A file as tokens, in which every bracket knows its partner."""

    def __init__(self, file):
        self.file = file
        self.text = (ROOT / file).read_text()
        self.tokens = []
        is_other = False  # behind #else, where brackets may open or close again
        for m in TOKEN.finditer(self.text):
            if m.group().startswith('#'):
                is_other = m.group().startswith(('#else', '#elif')) or is_other and not m.group().startswith('#endif')
            elif not is_other and not m.group().startswith(('//', '/*')):
                self.tokens.append(Token(m.group(), m.start(), m.end()))
        self.partner, self.inside, stack = {}, {}, []
        for i, token in enumerate(self.tokens):
            if token.text in CLOSER.values():
                self.partner[i] = stack.pop()
                self.partner[self.partner[i]] = i
            self.inside[i] = stack[-1] if stack else None  # the bracket around it
            if token.text in CLOSER:
                stack.append(i)

    def at(self, i):
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ''

    def raw(self, first, last):
        """The text of some tokens, on one line."""
        text = self.text[self.tokens[first].start:self.tokens[last].end]
        return re.sub(r'\s+', ' ', re.sub(r'//[^\n]*', '', text))

    def is_binary(self, i):
        """clang-format has spaces on both sides of binary operators, and of no other."""
        token = self.tokens[i]
        return token.text in LEVEL and self.text[token.start - 1].isspace() and self.text[token.end].isspace()

    def is_template_argument(self, i):
        token = self.tokens[i]
        return self.text[token.start - 1] == '<' or self.text[token.end] == '>'

    def operand(self, i, step):
        """The last token of the operand of operator i, to the left (step -1) or to the right."""
        level = LEVEL[self.at(i)]
        end, j = i, i + step
        while 0 <= j < len(self.tokens):
            text = self.at(j)
            if text in (CLOSER.values() if step < 0 else CLOSER):
                j = self.partner[j]
            elif text in CLOSER or text in CLOSER.values() or text in (';', ',', '?', ':', '=', 'return') or text in ASSIGN:
                break
            elif self.is_binary(j) and (LEVEL[text] < level or (step > 0 and LEVEL[text] == level)):
                break
            end, j = j, j + step
        return end

    def statement(self, i):
        """The tokens of the statement around token i, which may end at a brace."""
        first = last = i
        while first > 0:
            if self.at(first - 1) in (')', ']') or self.is_value(first - 1):
                first = self.partner[first - 1]
            elif self.at(first - 1) in (';', '}', *CLOSER):
                break
            else:
                first -= 1
        while self.at(last) not in (';', '{', '', *CLOSER.values()):
            last = self.partner[last] + 1 if self.at(last) in ('(', '[') else last + 1
        return first, min(last, len(self.tokens) - 1)

    def is_value(self, i):
        """Is it the brace behind a value, std::uint64_t{1}, and not behind a body?"""
        return self.at(i) == '}' and (self.at(i + 1) in (')', ',', ';', '.') or i + 1 < len(self.tokens) and
                                      self.is_binary(i + 1)) and re.match(r'[\w>=,({]', self.at(self.partner[i] - 1))

    def is_constant(self, i):
        """Is token i part of what is constant when it is compiled?"""
        while i is not None:
            first, last = self.statement(i)
            if CONSTANT.search(self.raw(first, last)):
                return True
            i = self.inside[i]
            if i is not None and self.at(i) == '{' and self.at(i - 1) in (')', 'const', 'override', 'else', 'do'):
                return False  # a body
        return False

    def begins_statement(self, i):
        around = self.inside[i]
        if around is None or self.at(around) != '{':
            return False
        before = self.at(i - 1)
        return before in (';', '{', '}', 'else') or (
            before == ')' and self.at(self.partner[i - 1] - 1) in ('if', 'for', 'while'))

    def arguments(self, opening):
        """The arguments of a call as pairs of first and last token."""
        found, first = [], opening + 1
        for j in range(opening + 1, self.partner[opening] + 1):
            if j == self.partner[opening] or (self.at(j) == ',' and self.inside[j] == opening):
                found.append((first, j - 1))
                first = j + 1
        return found


def mutants_of(file):
    source = Source(file)
    found = []

    def add(kind, first, last, text):
        start, end = source.tokens[first].start, source.tokens[last].end
        found.append(Mutant(file, source.text.count('\n', 0, start) + 1, kind, start, end, text))

    for i, token in enumerate(source.tokens):
        if source.inside[i] is None or source.is_constant(i):
            continue
        if token.text in LEVEL and source.is_binary(i):
            first, last = source.operand(i, -1), source.operand(i, 1)
            for other in OTHERS[token.text]:
                add('operator', first, last, f'{source.raw(first, i - 1)} {other} {source.raw(i + 1, last)}')
        elif re.fullmatch(r'\d+u?', token.text) and not source.is_template_argument(i):
            number = int(token.text.rstrip('u'))
            suffix = 'u' if token.text.endswith('u') else ''
            for other in [number + 1] + ([number - 1] if number > 0 else []):
                add('constant', i, i, f'{other}{suffix}')
        elif token.text == 'if' and source.at(i + 1) == '(':
            first, last = i + 2, source.partner[i + 1] - 1
            if '=' not in [source.at(j) for j in range(first, last)] and ';' not in source.raw(first, last):
                add('condition', first, last, f'!({source.raw(first, last)})')
        elif token.text == '(' and re.match(r'\w', source.at(i - 1)) and source.at(i - 1) not in NO_SWAP:
            name = i - 1
            while source.at(name - 1) in ('.', '::', '->') and re.match(r'\w', source.at(name - 2)):
                name -= 2
            for (a, b), (c, d) in zip(source.arguments(i), source.arguments(i)[1:]):
                if PARAMETER.search(source.raw(a, b)) or PARAMETER.search(source.raw(c, d)):
                    break  # part of a declaration
                if source.raw(a, b) != source.raw(c, d):
                    swapped = f'{source.raw(c, d)}, {source.raw(a, b)}'
                    before = source.raw(name, i) + (source.raw(i + 1, a - 1) + ' ' if a > i + 1 else '')
                    add('arguments', name, source.partner[i], before + swapped + source.raw(d + 1, source.partner[i]))
        if source.begins_statement(i) and (re.match(r'\w', token.text) or token.text in ('++', '--')):
            add_statement(source, i, add)
    return found


def add_statement(source, i, add):
    """A call or an assignment that is left out. A declaration has two words side by side."""
    j, assignment = i, None
    while source.at(j) != ';':
        if source.at(j) in CLOSER:
            j = source.partner[j]
        if source.at(j) in ASSIGN or source.at(j) == '=':
            assignment = assignment or j
        elif assignment is None and source.at(j + 1) not in (';', '=') and source.at(j + 1) not in ASSIGN:
            if source.tokens[j].end != source.tokens[j + 1].start:
                return
        j += 1
        if j >= len(source.tokens) or source.at(j) in ('}', ')'):
            return
    if j == i + 1 and source.at(i) not in ('continue', 'break') or source.at(i) in ('return', 'static_assert'):
        return
    if assignment is None and source.at(j - 1) not in (')', 'continue', 'break') and source.at(i) not in ('++', '--'):
        return
    add('statement', i, j, '')
    if assignment and source.at(assignment) in ASSIGN:
        changed = f'{source.raw(i, assignment - 1)} {ASSIGN[source.at(assignment)]} {source.raw(assignment + 1, j)}'
        add('assignment', i, j, changed)


def listed(*words):
    """The files that git knows below those of the words, or those that are new, too."""
    found = interruption.run(['git', 'ls-files', *words], cwd=ROOT, text=True, stdout=subprocess.PIPE)
    if found.returncode:
        raise Failed
    return found.stdout.split()


def is_source(name):
    """Whether it is a folder or a file of this checkout."""
    path = ROOT / name
    return name != '' and path.exists() and path.resolve().is_relative_to(ROOT)


def is_product(file):
    """Not a test, and not what only tests include."""
    return not re.search(r'_test\.cpp$', file) and 'Test only' not in (ROOT / file).read_text()[:400]


def sample(folders, size, seed):
    """Number -> mutant."""
    files = listed(*folders)
    every = [m for file in sorted(files) if re.search(r'\.[ch]pp$', file) and is_product(file) for m in mutants_of(file)]
    distance = max(1, len(every) / size)
    chosen = {int(i * distance + seed % distance) for i in range(int(len(every) / distance))}
    mutants = {n + 1: every[n] for n in sorted(chosen) if n < len(every)}
    if not mutants:
        raise BadUse(f'{" ".join(folders)}: has no C++ sources to change')
    print(f'{len(every)} mutants of {len(files)} files, {len(mutants)} of them chosen', flush=True)
    return mutants


def render(text, mutants, start=0, end=None):
    """The text with the mutants, (number, mutant), behind their switches. Mutants nest."""
    end = len(text) if end is None else end
    out, at = [], start
    while True:
        ahead = [m for _, m in mutants if m.start >= at and m.end <= end]
        if not ahead:
            return ''.join(out) + text[at:end]
        outer = min(ahead, key=lambda m: (m.start, -m.end))
        here = [(n, m) for n, m in mutants if (m.start, m.end) == (outer.start, outer.end)]
        inner = [(n, m) for n, m in mutants if outer.start <= m.start and m.end <= outer.end and (n, m) not in here]
        sound = render(text, inner, outer.start, outer.end)
        out.append(text[at:outer.start])
        if outer.kind in ('statement', 'assignment'):
            switch = ''.join(f'if (mutation::active({n})) {{ {m.text} }} else ' for n, m in here)
            out.append(f'{{ {switch}{{ {sound} }} }}')
        else:
            out.append('(' + ''.join(f'mutation::active({n}) ? ({m.text}) : ' for n, m in here) + f'({sound}))')
        at = outer.end
