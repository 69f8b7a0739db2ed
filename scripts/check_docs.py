#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_docs.py: fails where a document names something that is not there.

In every Markdown file of the repository

- a relative link must lead to a file of the repository, and its #fragment to a heading there;
- a path in backticks whose first folder is one of the repository's must be a file or folder of it.
  So must `name.hpp` alone. For a command in backticks its first word counts. `x_*.hpp`,
  `{a,b}.md` and `<name>` stand for any that fit; `x.hpp` is a name that a rule uses;
- so must such a path in a command of an indented block. Paths count from the root or from the document.

No sentence of a document or of a comment in C++ opens with a clause in place of a subject: "Of these, ..", "What
comes ..". Questions may.

In the pictures of docs/ a text that is such a path must be there, and a group with a room's path must
show exactly its folders. In every other file a path like docs/guides/fpga.md must be there.

Exit status: 0; 1 with a line for each that is not there.
"""
import fnmatch
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# A build or a run makes these files, so that they are not in the repository.
MADE = ('build', 'results', 'rtl')
HARD_OPENING = re.compile(r'(?:Of|Those|Who|Whoever|What|Whatever|All that|None of)\b')


def tracked():
    """The files of the repository that are there, new ones included."""
    command = ['git', '-C', str(ROOT), 'ls-files', '--cached', '--others', '--exclude-standard', '-z']
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split('\0')
    return sorted(name for name in set(names) if name and (ROOT / name).is_file())


def with_folders(files):
    names = set(files)
    for name in files:
        names.update(str(parent) for parent in Path(name).parents)
    return names


def code_of(text):
    """The indented and fenced code alone, line by line as it was."""
    prose = without_code(text).split('\n')
    return '\n'.join('' if line == kept else line for line, kept in zip(text.split('\n'), prose))


def anchors(text):
    """The fragments that GitHub gives the headings."""
    found = set()
    for heading in re.findall(r'^#+ +(.*)$', without_code(text), re.M):
        plain = re.sub(r'\[([^]]*)\]\([^)]*\)', r'\1', heading).replace('`', '')
        found.add(re.sub(r'[^\w\- ]', '', plain.lower()).strip().replace(' ', '-'))
    return found


def without_code(text):
    """The text without indented and fenced code, line by line as it was."""
    text = re.sub(r'^```.*?^```', lambda block: '\n' * block[0].count('\n'), text, flags=re.M | re.S)
    return re.sub(r'^(    |\t).*$', '', text, flags=re.M)


def alternatives(path):
    """a/{b,c}.md: a/b.md and a/c.md."""
    braces = re.search(r'\{([^{}]*,[^{}]*)\}', path)
    if not braces:
        return [path]
    return [one for part in braces[1].split(',')
            for one in alternatives(path[:braces.start()] + part + path[braces.end():])]


class Checker:
    def __init__(self, files):
        self.files = files
        self.names = with_folders(files)
        self.folders = {name.split('/')[0] for name in files if '/' in name}
        self.basenames = {Path(name).name for name in files}
        self.faults = []

    def fault(self, name, text, position, what):
        line = text.count('\n', 0, position) + 1
        self.faults.append(f'{name}:{line}: {what}')

    def exists(self, path):
        pattern = re.sub(r'<[^<>]*>', '*', path.rstrip('/'))
        if '.' not in pattern.rpartition('/')[2] and fnmatch.filter(self.files, pattern + '.*'):
            return True  # `folder/name` for name.hpp and name.cpp
        if '*' not in pattern:
            return pattern in self.names
        return any(fnmatch.fnmatchcase(one, pattern) for one in self.names)

    def check_link(self, name, text, position, target):
        if re.match(r'[a-z]+:', target):
            return
        path, _, fragment = target.partition('#')
        there = (ROOT / name).parent / path if path else ROOT / name
        try:
            inside = str(there.resolve().relative_to(ROOT))
        except ValueError:
            inside = None
        if inside not in self.names:
            self.fault(name, text, position, f'link to {target}: there is no such file')
        elif fragment and fragment not in anchors((ROOT / inside).read_text()):
            self.fault(name, text, position, f'link to {target}: there is no such heading')

    def check_path(self, name, text, position, code):
        here = str(Path(name).parent)
        for path in alternatives(code.split()[0].removeprefix('./') if code.split() else ''):
            path = path.rstrip(',;:')
            if '/' in path and not self.exists(path) and str(Path(here, path.split('/')[0])) in self.names:
                path = str(Path(here, path))
            if '/' in path and path.split('/')[0] in self.folders and path.split('/')[0] not in MADE:
                if re.fullmatch(r'[\w./*<>+-]+', path) and not self.exists(path):
                    self.fault(name, text, position, f'`{path}`: there is no such file')
            elif re.fullmatch(r'[\w*-]+\.(hpp|cpp|py|sh|cmake|svh)', path):
                if path.startswith(('x.', 'x_')) or self.example(name):
                    continue
                if not fnmatch.filter(self.basenames, path):
                    self.fault(name, text, position, f'`{path}`: no file of the repository has this name')

    @staticmethod
    def example(name):
        """Documents that speak of files of the reader's own."""
        return name.startswith(('hls/stepc/', 'CHANGELOG.md'))

    def check_document(self, name):
        text = (ROOT / name).read_text()
        plain = without_code(text)
        for match in re.finditer(r'\]\(([^()\s]+)\)', plain):
            self.check_link(name, plain, match.start(), match[1])
        for match in re.finditer(r'(?<!`)`([^`\n]+)`(?!`)', plain):
            self.check_path(name, plain, match.start(), match[1])

        code = code_of(text)
        for match in re.finditer(r'(?<![\w/.$}*-])([\w]+)/[\w/.-]*\w', code):
            if match[1] in self.folders and match[1] not in MADE and not self.exists(match[0]) and not self.example(name):
                self.fault(name, code, match.start(), f'{match[0]}: there is no such file')

    def check_openings(self, name, text):
        """Each paragraph, list item, table cell or comment is taken as one text."""
        if name.endswith('.md'):
            texts = re.split(r'\n\s*\n|\n *(?:[-*]|\d+\.) |\||\n#.*', without_code(text))
        else:
            lines = [re.match(r' *// ?(.*)', line) for line in text.split('\n')]
            texts = '\n'.join(line[1] if line and not line[1].startswith('   ') else '' for line in lines).split('\n\n')
        for one in texts:
            for sentence in re.split(r'(?<=[.!?:])\s+(?=[A-Z])', one.strip()):
                if HARD_OPENING.match(sentence) and not sentence.endswith('?'):
                    self.fault(name, text, text.index(sentence.split('\n')[0]), f'"{sentence.split(chr(10))[0][:60]}" opens without a subject')

    def check_picture(self, name):
        text = (ROOT / name).read_text()
        for match in re.finditer(r'<text[^>]*>([^<]+)<', text):
            if not re.search(r'[ (]', match[1]):
                self.check_path(name, text, match.start(), match[1])
        for room, inside in re.findall(r'<g id="([^"]+)">(.*?)</g>', text, re.S):
            drawn = set(re.findall(r'class="folder">([^<]+)<', inside))
            there = {Path(one).name for one in self.names if str(Path(one).parent) == room and one not in self.files}
            for folder in sorted(drawn ^ there):
                self.fault(name, text, text.index(f'"{room}"'), f'{room}/{folder}: in the picture or in the room alone')

    def check_source(self, name):
        try:
            text = (ROOT / name).read_text()
        except UnicodeDecodeError:
            return
        # A folder above the file may have documents of its own, as hls/stepc has.
        above = [str(parent) for parent in Path(name).parents]
        for match in re.finditer(r'(?<![\w/.$}-])docs/[\w/.-]*\w', text):
            if not any(self.exists(str(Path(folder, match[0]))) for folder in above):
                self.fault(name, text, match.start(), f'{match[0]}: there is no such file')


def main():
    checker = Checker(tracked())
    for name in checker.files:
        if name.endswith('.md'):
            checker.check_document(name)
        if re.search(r'(?<!CHANGELOG)\.(md|hpp|cpp)$', name):
            checker.check_openings(name, (ROOT / name).read_text())
        if name.endswith('.md'):
            continue
        if name.startswith('docs/') and name.endswith('.svg'):
            checker.check_picture(name)
        elif not name.startswith('scripts/check_docs'):
            checker.check_source(name)
    for fault in checker.faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if checker.faults else 0)


if __name__ == '__main__':
    main()
