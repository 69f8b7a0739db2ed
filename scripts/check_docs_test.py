# SPDX-License-Identifier: Apache-2.0
"""What check_docs.py must find, and what it must let pass."""
import tempfile
import unittest
from pathlib import Path

import check_docs


class CheckDocs(unittest.TestCase):
    def faults(self, document, others=()):
        with tempfile.TemporaryDirectory() as folder:
            check_docs.ROOT = Path(folder).resolve()
            files = {'docs/page.md': document, 'hls/router.hpp': '', 'hls/router_test.cpp': '',
                     'docs/guides/fpga.md': '# To the FPGA\n\n## What a `top` costs\n', **dict(others)}
            for name, text in files.items():
                (check_docs.ROOT / name).parent.mkdir(parents=True, exist_ok=True)
                (check_docs.ROOT / name).write_text(text)
            checker = check_docs.Checker(sorted(files))
            for name in sorted(files):
                if name.endswith(('.md', '.cpp')):
                    checker.check_openings(name, files[name])
                if name.endswith('.md'):
                    checker.check_document(name)
                elif name.endswith('.svg'):
                    checker.check_picture(name)
                else:
                    checker.check_source(name)
            return checker.faults

    def test_passes_what_is_there(self):
        self.assertEqual(self.faults(
            'See [it](guides/fpga.md), [its part](guides/fpga.md#what-a-top-costs) and [elsewhere](https://example.org/x).\n'
            '`hls/router.hpp`, `hls/`, `hls/router*.hpp`, `hls/{router,router_test}.*`, `router.hpp`, `./hls/router.hpp --dim 3`,\n'
            '`build/cubecast`, `rtl/<name>/<name>.sv`, `x_test.cpp`, `a/b`.\n\n    cat hls/router.hpp build/x.v\n',
            {'hls/a.cpp': '// docs/guides/fpga.md has the table.\n'}), [])

    def test_finds_a_broken_link(self):
        self.assertEqual(self.faults('\n[it](fpga.md)\n'),
                         ['docs/page.md:2: link to fpga.md: there is no such file'])
        self.assertEqual(self.faults('[it](guides/fpga.md#prices)'),
                         ['docs/page.md:1: link to guides/fpga.md#prices: there is no such heading'])
        self.assertEqual(self.faults('[it](../../outside.md)'),
                         ['docs/page.md:1: link to ../../outside.md: there is no such file'])

    def test_finds_a_path_that_is_gone(self):
        self.assertEqual(self.faults('\n\n`hls/node.hpp`'), ['docs/page.md:3: `hls/node.hpp`: there is no such file'])
        self.assertEqual(self.faults('`hls/node*.hpp`'), ['docs/page.md:1: `hls/node*.hpp`: there is no such file'])
        self.assertEqual(self.faults('`hls/{router,node}.hpp`'), ['docs/page.md:1: `hls/node.hpp`: there is no such file'])
        self.assertEqual(self.faults('`node.hpp`'), ['docs/page.md:1: `node.hpp`: no file of the repository has this name'])
        self.assertEqual(self.faults('`guides/fpga.md`, `guides/net.md`'),
                         ['docs/page.md:1: `docs/guides/net.md`: there is no such file'])
        self.assertEqual(self.faults('Try\n\n    hls/run.sh --all\n'), ['docs/page.md:3: hls/run.sh: there is no such file'])

    def test_finds_it_in_sources_and_pictures(self):
        self.assertEqual(self.faults('', {'hls/a.cpp': '\n// docs/fpga.md has the table.\n'}),
                         ['hls/a.cpp:2: docs/fpga.md: there is no such file'])
        self.assertEqual(self.faults('', {'docs/a.svg': '<svg>\n<text x="1">hls/node.hpp</text></svg>'}),
                         ['docs/a.svg:2: `hls/node.hpp`: there is no such file'])
        self.assertEqual(self.faults('', {'docs/a.svg': '<svg><g id="docs"><text class="folder">theory</text></g></svg>'}),
                         ['docs/a.svg:1: docs/guides: in the picture or in the room alone',
                          'docs/a.svg:1: docs/theory: in the picture or in the room alone'])

    def test_finds_sentences_without_a_subject(self):
        self.assertEqual(self.faults('It is so. What comes\nlater is not. What is?\n'),
                         ['docs/page.md:1: "What comes" opens without a subject'])
        self.assertEqual(self.faults('', {'hls/a.cpp': '\nint a;\n  // Of these, one.\n//     Of these\n'}),
                         ['hls/a.cpp:3: "Of these, one." opens without a subject'])


if __name__ == '__main__':
    unittest.main()
