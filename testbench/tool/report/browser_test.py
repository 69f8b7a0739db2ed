#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""browser_test.py CUBECAST: makes pages of reports and looks at them in Chromium, by keys and clicks.

Exit status 77: there is no browser, or no library of pages; scripts/setup.sh report installs both.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SKIPPED = 77
COMMAND = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else 'cubecast'
try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.wait import WebDriverWait
except ImportError:
    sys.exit(SKIPPED)
if not shutil.which('chromium') or not os.path.exists(os.path.join(os.path.dirname(COMMAND), 'report/plot.umd.min.js')):
    sys.exit(SKIPPED)

# A colour (hexadecimal) as seen beside another.
CONTRAST = '''
const light = colour => { const {r, g, b} = d3.rgb(colour); const [x, y, z] = [r, g, b].map(c => { c /= 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
  return 0.2126 * x + 0.7152 * y + 0.0722 * z; };
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim(), paper = light(css('--surface'));
return arguments[0].map(name => { const ink = light(css(name)); return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05); });
'''
NAMELESS = '''return [...document.querySelectorAll('button, select, input, canvas, svg[role=img]')].filter(e =>
  e.getAttribute('aria-hidden') !== 'true' && !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length && e.labels[0].textContent.trim())).map(e => e.outerHTML.slice(0, 120))'''
# Pixels of a canvas, or of its left side, that are nearly of a colour.
PIXELS = '''const c = document.querySelectorAll('canvas.net')[arguments[1] || 0], {r, g, b} = d3.rgb(getComputedStyle(document.documentElement).getPropertyValue(arguments[0]).trim());
const {data} = c.getContext('2d').getImageData(0, 0, arguments[2] || c.width, c.height); let n = 0;
for (let i = 0; i < data.length; i += 4) if (Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 30 && data[i + 3] > 200) n++; return n'''

CYCLE, HIGHLIGHT = '.counter strong', '.fields + p'


def cubecast(*words, status=0):
    done = subprocess.run([COMMAND, *words], capture_output=True, text=True)
    assert done.returncode == status, done.stderr
    return done


class Pages(unittest.TestCase):
    """One browser for all. A broadcast of 9 packets on the 3-cube by nesbt takes 6 cycles; the bound is 5."""

    @classmethod
    def setUpClass(cls):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which('chromium')
        for word in ('--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--window-size=1400,1000'):
            options.add_argument(word)
        options.set_capability('goog:loggingPrefs', {'browser': 'ALL', 'performance': 'ALL'})
        cls.browser = webdriver.Chrome(options=options, service=Service(shutil.which('chromedriver')))
        cls.script = cls.browser.execute_script
        cubecast('run', 'broadcast', '--dim', '3', '--packets', '9', '--algorithm', 'nesbt', '--trace', 'nesbt.csv', '--report', 'nesbt.html')

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()

    def tearDown(self):
        errors = [entry['message'] for entry in self.browser.get_log('browser') if entry['level'] == 'SEVERE']
        self.assertEqual(errors, [])
        asked = [json.loads(entry['message'])['message'] for entry in self.browser.get_log('performance')]
        urls = {entry['params']['request']['url'][:40] for entry in asked if entry['method'] == 'Network.requestWillBeSent'}
        self.assertEqual([url for url in urls if not url.startswith(('file:', 'data:', 'about:'))], [])

    def open(self, name, moment=''):
        # A query of its own: where only the moment differs, the browser would not load the page again.
        self.browser.get(f'file://{os.path.abspath(name)}?{time.monotonic_ns()}{moment}')

    def run_and_open(self, *words, moment=''):
        cubecast('run', *words, '--report', 'page.html')
        self.open('page.html', moment)

    def one(self, selector): return self.browser.find_element(By.CSS_SELECTOR, selector)
    def all(self, selector): return self.browser.find_elements(By.CSS_SELECTOR, selector)
    def keys(self, *keys): self.one('body').send_keys(*keys)
    def text(self, selector): return self.one(selector).text
    def texts(self, selector): return self.script('return [...document.querySelectorAll(arguments[0])].map(e => e.innerText.trim())', selector)
    def moves(self): return [' '.join(text.split()) for text in self.texts('.moves tr')]

    def has(self, selector, *parts):
        for part in parts:
            self.assertIn(part, self.text(selector))

    def inside(self, expression):
        """Of the page's own names, which no other script sees: the page is made once more."""
        return self.script(self.script('return document.scripts[3].textContent').strip().removesuffix('}') + f'return {expression} }}')

    def emulate(self, width=0, **features):
        self.browser.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {'width': width, 'height': 0, 'deviceScaleFactor': 0, 'mobile': False})
        self.browser.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': [{'name': name.replace('_', '-'), 'value': value} for name, value in features.items()]})

    def test_tells_the_run_and_steps_by_keys(self):
        self.open('nesbt.html')
        self.has('.facts', 'broadcast: from the root to all nodes', 'clock cycles\n6\nlower bound\n5\n', 'verified\nyes', 'nesbt: d edge-disjoint spanning binomial trees', 'cube:3 (d = 3), 8 nodes')
        self.assertNotIn('More columns', self.text('#table'))
        self.has('#what code', 'cubecast run broadcast --algorithm nesbt')
        self.assertEqual(self.script(NAMELESS), [])
        self.assertIn('cycle 1: 3 of 24 links busy', self.one('canvas.net').get_attribute('aria-label'))
        self.assertEqual((self.text(CYCLE), len(self.moves())), ('1', 3))
        for key, cycle in ((Keys.ARROW_RIGHT, '2'), (Keys.END, '6'), (Keys.ARROW_LEFT, '6'), (Keys.HOME, '1')):
            self.keys(key)
            self.assertEqual(self.text(CYCLE), cycle)
        self.has('.caption', '3 of 24 links busy')
        self.keys('c', '+')
        self.assertEqual(self.text('.legend .word'), 'source')
        self.has('.side', '2 cycles a second')
        self.keys('-', '-', '-', ' ')  # the end is 22 seconds away
        button = self.one('.side button[title="Play (space)"]')
        self.assertEqual(button.text, 'Pause')
        self.keys(*'+++++++')
        WebDriverWait(self.browser, 10).until(lambda _: button.text == 'Play')
        self.has('.counter', 'after cycle6of 6')
        self.assertEqual(self.inside('(() => { play(false); seek(5.5); step(1); return [view.t, ui.word.textContent]; })()'), [6, 'after cycle'], 'a step ends where playing does')
        names = {row['algorithm'] for words in ([], ['--network', 'ring:5']) for row in json.loads(cubecast('list', *words, '--json').stdout)}
        self.assertLessEqual(names, set(self.inside('Object.keys(ALGORITHMS)')), 'algorithms have a phrase')

    def test_highlights(self):
        self.open('nesbt.html')
        self.one('.moves tr').click()
        self.has(HIGHLIGHT, 'packet 0 from 000 to all, tree 0; number 0 of 0 to 8, in the order in which they begin')
        self.assertEqual(self.one('.fields input').get_attribute('value'), '0')
        self.assertEqual(len(self.moves()), 1)
        self.assertGreater(self.script(PIXELS, '--accent'), 10, 'its way is drawn')
        self.keys(']')
        self.has(HIGHLIGHT, 'packet 1 from 000')
        self.keys(Keys.ESCAPE)
        self.has(HIGHLIGHT, 'nothing')
        grid = self.one('canvas.grid')
        webdriver.ActionChains(self.browser).move_to_element_with_offset(grid, -grid.size['width'] // 2 + 70, -grid.size['height'] // 2 + 4).click().perform()
        self.assertIn('packet 0 from 000', self.text(HIGHLIGHT), 'of the cell')
        self.open('nesbt.html', '#mark=src:5')
        self.has(HIGHLIGHT, 'what comes to node 101')
        self.assertEqual(self.inside('ui.what.value'), 'dst', 'it sends nothing')
        for t, is_thick in (5.5, False), (6, True):
            self.open('nesbt.html', f'#t={t}&mark=packet:8')
            alpha = self.inside('''(({ stage, way }) => { const [x, y] = stage.point(d3.greatest(way.keys(), l => way.get(l)[1]), 0.3, [0, 0]).map(Math.round);
              return stage.g.getImageData(x, y, 1, 1).data[3]; })(view.panels[0])''')
            self.assertEqual(abs(alpha - 0.45 * 255) < 2, is_thick, f'the last link of the way at {t}')
        self.open('nesbt.html', '#colour=dst')
        self.assertEqual(self.text('.legend .word'), 'tree', 'all packets are for all')
        self.keys('c', 'c')
        self.assertEqual(self.text('.legend .word'), 'port (dimension)')

    def test_says_where_a_packet_waits(self):
        self.run_and_open('alltoall', '--network', 'torus:4x4', '--trace', 'torus.csv')
        rows = [line.split(',') for line in Path('torus.csv').read_text().splitlines() if line[0].isdigit()]
        cycle, node, _, source, receiver, *_ = next(row for row in rows if row[1] != row[3] and row[11] not in ('', '0'))
        self.open('page.html', f'#t={int(cycle) - 0.5}')
        next(row for row in self.all('.moves tr') if row.text.startswith(f'{node} →') and row.text.endswith(f'from {source} to {receiver}')).click()
        self.assertRegex(self.text(HIGHLIGHT), f'^packet 0 from {source} to {receiver}; number [0-9]+ of 0 to 239, in the order')
        self.keys(Keys.ARROW_LEFT)
        self.assertEqual(self.moves(), [f'the packet waits in node {node}'])

    def test_finds_trees_that_headers_do_not_name(self):
        self.run_and_open('broadcast', '--network', 'torus:4x5', '--packets', '6', moment='#mark=tree:3')
        self.has('.legend', '0\n1\n2\n3\n', 'numbers: packets, from 0', 'stubs at the border: links to the node whose number is there')
        self.keys('l')
        self.has('.legend', 'stubs at the border: links to the node whose number is there')
        self.assertGreater(self.script(PIXELS, '--soft', 0, 30), 10, 'numbers at the border, beside loads too')

    def test_links_keep_off_nodes_and_dots_off_one_another(self):
        for network in ('cube:4', 'cube:5', 'cube:6', 'torus:4x4', 'random:16,3,1', 'random:24,4,1', 'dragonfly:4,1', 'leafspine:2,2,2', 'butterfly:3'):
            self.run_and_open('broadcast', '--network', network)
            free, apart, rests, dot, R = self.inside('''(({ stage, run }) => {
              const at = (l, f, side) => [...stage.point(l, f, [0, 0], side)], links = d3.range(run.L), parts = d3.range(0, 1.01, 0.02), far = ([a, b], [x, y]) => Math.hypot(a - x, b - y);
              const places = v => [stage.px[v], stage.py[v]], others = l => d3.range(run.n).filter(v => v !== run.from[l] && v !== run.to[l]);
              return [d3.min(links, l => d3.min(parts, f => d3.min(others(l), v => far(at(l, f, 0), places(v))))) - stage.R,
                d3.min(links, l => d3.min(links.filter(k => run.from[k] === run.to[l] && run.to[k] === run.from[l]), k => d3.min(parts, f => far(at(l, f), at(k, 1 - f))))),
                d3.min(links, l => d3.min(links, k => k === l ? NaN : far(at(l, stage.rest(l)), at(k, stage.rest(k))))), stage.dot, stage.R];
            })(view.panels[0])''')
            self.assertGreater(R, 8, f'{network}: nodes have no room for numbers')
            self.assertGreater(free, 1, f'{network}: a link touches a node that is not its end')
            self.assertGreater(apart, 2 * dot, f'{network}: dots that meet lie over one another')
            if network[:4] in ('cube', 'toru'):
                self.assertGreater(rests, 2 * dot - 0.1, f'{network}: dots lie over one another where they can be read')

    def test_switches_are_no_nodes(self):
        self.run_and_open('allreduce', '--network', 'leafspine:2,2,2', moment='#t=4.5')
        self.has('.facts', 'leafspine:2,2,2 (H,L,S: H hosts at each of L leaves and S spines), 4 nodes, 4 switches')
        self.has('.legend', 'switch')
        self.assertEqual({move.split(', ')[1] for move in self.moves()}, {'of 3 nodes'}, 'the receiver has its own, and a switch adds nothing')
        self.has('#loads', 'Packets that are combined have no latency.')
        self.run_and_open('allgather', '--network', 'fattree:4', moment='#colour=src')
        self.has('.legend', 'source\n0 to 15')

    def test_links_to_a_moment(self):
        self.open('nesbt.html', '#t=2.5')
        for kind in ('--kind0', '--kind1', '--kind2'):
            self.assertGreater(self.script(PIXELS, kind), 100, 'packets have the colours of their trees')
        self.assertEqual(self.script(PIXELS, '--kind3'), 0)
        self.open('nesbt.html', '#run=0&t=3.5&colour=src&load=all&mark=packet:4')
        self.assertEqual(self.text(CYCLE), '4')
        self.has(HIGHLIGHT, 'packet 4')
        self.one('button[title^="Link to this moment"]').click()
        self.assertIn('t=3.5&colour=src&load=all&mark=packet:4', self.browser.current_url)
        self.open('nesbt.html', '#%E0%A4%A&t=x&run=9&mark=packet:1e99&colour=none')
        self.assertEqual(self.text(CYCLE), '1')

    def test_zooms_and_pans(self):
        self.open('nesbt.html')
        drawn = lambda: self.script('return document.querySelector("canvas.net").toDataURL()')
        drags = lambda: webdriver.ActionChains(self.browser).drag_and_drop_by_offset(self.one('canvas.net'), 60, 30).perform()
        before = drawn()
        drags()
        self.assertEqual(before, drawn(), 'the whole network stays')
        self.keys('i')
        larger = drawn()
        drags()
        self.assertEqual(len({before, larger, drawn()}), 3)
        self.assertIn('nothing', self.text(HIGHLIGHT), 'to drag is no click')
        self.keys('0')
        self.assertEqual(before, drawn())
        self.one('button[title^="Fewer cycles"]').click()
        slider = self.one('input[type=range]')
        self.assertEqual(float(slider.get_attribute('max')) - float(slider.get_attribute('min')), 4)
        self.run_and_open('broadcast', '--dim', '7')
        self.has('.legend', 'zoom in (I) for numbers')
        self.keys(*'iiii')
        self.has('.legend', 'numbers: sources of packets')

    def test_contrast_and_narrow_pages(self):
        self.open('nesbt.html')
        for scheme in ('light', 'dark'):
            self.emulate(375, prefers_color_scheme=scheme)
            self.assertGreater(min(self.script(CONTRAST, [f'--kind{k}' for k in range(8)])), 3, scheme)
            self.assertGreater(min(self.script(CONTRAST, ['--ink', '--soft', '--accent'])), 4.5, scheme)
        self.assertLessEqual(self.script('return document.documentElement.scrollWidth'), 375)
        self.has('#table', 'More columns: scroll the table', 'deepest single queue: packets in the fullest')
        self.emulate()

    def test_side_by_side(self):
        cubecast('run', 'broadcast', '--dim', '3', '--packets', '9', '--algorithm', 'sbt', '--trace', 'sbt.csv')
        cubecast('report', 'nesbt.csv', 'sbt.csv', '-o', 'both.html', '--title', 'Two trees')
        self.open('both.html', '#t=2.5')
        self.assertEqual(self.text('h1'), 'Two trees')
        self.assertEqual(len(self.all('canvas.net')), 2)
        self.assertEqual([caption.split('\n')[0] for caption in self.texts('.caption > :first-child')], ['6 cycles, 1.20 times the lower bound of 5', '11 cycles, 2.20 times the lower bound of 5'])
        self.assertEqual(self.text('.counter').split()[-1], '11')
        self.assertEqual([row.split()[1] for row in self.texts('#table tbody tr')], ['nesbt', 'sbt'])
        self.all('.tab')[1].click()
        self.assertEqual(len(self.all('canvas.net')), 1)

    def test_operands_of_an_allreduce(self):
        self.run_and_open('allreduce', '--dim', '3', '--algorithm', 'balanced', '--packets', '8', moment='#colour=tree&mark=src:3')
        self.has(HIGHLIGHT, 'the contribution of node 011')
        self.has('.moves', 'packet 0 of the vector from 011 to 000, of 1 node')
        self.has('.legend', 'share of its parts of sums and results that has come')
        ring = self.script(PIXELS, '--accent')
        self.assertGreater(ring, 100, 'node 011 has packets that have not left')
        self.keys(*3 * [Keys.ARROW_RIGHT])
        self.assertEqual(self.moves(), ['the contribution waits in nodes 011, 000, 001, 010, 100, 101, 110, 111'])
        self.assertGreater(self.script(PIXELS, '--accent'), 7 * ring, 'each owner has its sum')
        self.keys(Keys.END, Keys.ESCAPE)
        self.assertEqual(self.moves(), ['ended in cycle 8'])
        self.assertEqual(self.texts('[value=tree]:disabled'), ['tree', 'tree'], 'there is one')
        self.keys(Keys.ARROW_LEFT)
        self.has('.moves', 'of 8 nodes')
        self.assertNotIn('of 9 nodes', self.text('.moves'))
        self.assertEqual(self.inside('view.panels[0].stage.hintText({ node: 0 })'), 'node 000: 0 of 14 packets with parts of sums or results have come; 8 of its own wait, and 0 on their way')

    def test_a_link_that_errs_repeats(self):
        self.run_and_open('broadcast', '--dim', '3', '--packets', '8', '--link-wires', '16', '--link-check', 'crc32', '--bit-error-rate', '1e-3', '--plot', 'errors.svg')
        self.has('.legend', 'sent again', 'damaged or lost', 'frame without packets', 'timeout, in the cycle beside it', 'in all queues and link layers of a node')
        cycles = re.search(r'Timeout: what is not acknowledged within (\d+) cycles is sent again', self.text('#play'))[1]
        tip = self.inside('''(({ times, run }) => { const { left, top } = times.grid.getBoundingClientRect(), { first, link } = run.happens.find(o => o.what === 'timeout');
          return times.hintText(times.cell({ clientX: left + timeX(first, times.W) + 1, clientY: top + (run.rows.indexOf(link) + 0.5) * times.H / run.L })) })(view.panels[0])''')
        end, since = map(int, re.fullmatch(r'cycle (\d+), [01]+ → [01]+: timeout: no answer since cycle (\d+), sends again', tip).groups())
        self.assertEqual(end - since, int(cycles))
        self.emulate(375)
        self.open('page.html', f'#t={end}')
        self.assertEqual(self.script('return [...document.querySelectorAll(".legend .ring, .legend .root, .legend .twice")].filter(e => e.offsetWidth !== e.offsetHeight).length'), 0, 'marks keep their shape')
        self.assertGreater(self.script(PIXELS, '--bad'), 20, 'a ring and the cycle')
        self.emulate()
        self.open('errors.svg')
        self.assertGreater(*self.script('const s = document.documentElement; return [s.viewBox.baseVal.width, Math.max(...[...s.querySelectorAll("text")].map(e => e.getBBox().x + e.getBBox().width))]'))
        self.open('page.html')
        self.has('.times', 'Rows: links, one for each way, by dimension (the bit in which the ends differ), then by node. A bar: a packet on the link. Red: damaged or lost; red ticks: timeouts')
        self.has('#play', '; 5 times the 6 cycles of a packet, and 4 more of the first frame.')
        self.assertIn('of this link', self.inside('view.panels[0].run.packetText(0)'), 'frames count on each link')
        self.assertRegex(self.text('#play'), r'Link layer: 6 cycles of the wires a packet, 4 more a frame .*; \d+ frames, \d+ damaged, \d+ timeouts\. A frame: packets that cross a link together\. The first packet is on wires in cycle 6:')
        self.has('#loads', ': 56 deliveries')  # packets of frames that were sent again have come too
        self.open('page.html', '#t=300.5')
        self.assertRegex(self.moves()[0], '[1-9][0-9]* came damaged or not at all and will be sent again; the next is there in cycle [0-9]+, the next timeout in cycle')

    def test_packets_move_along_wires_that_take_cycles(self):
        self.run_and_open('broadcast', '--dim', '1', '--packets', '2', '--link-latency', '4', moment='#t=2.5')
        seen = []
        for cycle in ('3', '4', '5'):  # both are under way, sent in cycles 1 and 2
            self.assertEqual((self.text(CYCLE), len(self.moves())), (cycle, 2))
            seen.append(self.script('return document.querySelector("canvas.net").toDataURL()'))
            self.keys(Keys.ARROW_RIGHT)
        self.assertEqual(len(set(seen)), 3)
        self.assertEqual((self.text('.counter'), len(self.moves())), ('cycle6of 6', 1))
        self.has('#loads', 'mean 5.0, at most 5 cycles')

    def test_a_hostile_name(self):
        name = 'x <b onmouseover=alert(1)>&"\'<img src=http:x onerror=document.title=1>.net'.replace('/', '')
        Path(name).write_text('edges\n0 1\n1 2\n2 0\n2 3\n')
        self.run_and_open('allgather', '--network', 'file:' + name)
        self.assertIn(name, self.text('h1'))
        self.assertEqual(self.all('b, img'), [])

    def test_nothing_gets_out(self):
        self.open('nesbt.html')
        result = self.browser.execute_async_script('''const done = arguments[0], seen = [];
          document.addEventListener('securitypolicyviolation', e => seen.push(e.effectiveDirective));
          const s = document.createElement('script'); s.textContent = 'document.title = 1'; document.body.append(s);
          fetch('https://example.org/').catch(() => {}).finally(() => { const i = new Image(); i.src = 'https://example.org/x.png'; setTimeout(() => done([seen, document.title]), 300); });''')
        self.assertGreaterEqual(set(result[0]), {'connect-src', 'img-src'})
        self.assertNotEqual(result[1], '1')
        for log in ('browser', 'performance'):  # they tell of these attempts
            self.browser.get_log(log)

    def test_results(self):
        cubecast('measure', '--collective', 'broadcast', '--dims', '2..4', '--packets', '1..16', '--factor', '4', '--latency', '--results', 'rows.jsonl')
        Path('delays.jsonl').write_text(cubecast('dynamic', '--dim', '3', '--load', '0.1..0.3', '--cycles', '20000', '--json').stdout)
        cubecast('report', 'rows.jsonl', 'delays.jsonl', '-o', 'results.html')
        self.open('results.html')
        self.assertGreaterEqual(len(self.all('#curves svg')), 4)
        self.assertEqual(len(self.all('#delays svg[role=img]')), 1)
        self.script('document.querySelector("#what details").open = true')
        self.assertRegex(self.text('#what'), r'(?s)Cubecast .*, commit [0-9a-f]{12}.*, on .* processors, .*cubecast run .*\ncubecast dynamic --dim 3 --load 0.1..0.3')
        maps = self.text('#curves svg')
        self.script('const s = document.querySelector("#curves select"); s.value = 16; s.dispatchEvent(new Event("change"))')
        self.assertNotEqual(self.text('#curves svg'), maps)
        self.assertEqual(len(self.all('#table tbody tr')), min(len(Path('rows.jsonl').read_text().splitlines()), 400))
        heads = {head.text: head for head in self.all('#table th button')}
        webdriver.ActionChains(self.browser).double_click(heads['cycles']).perform()
        column = list(heads).index('cycles') + 1
        cycles = [int(cell.replace(',', '')) for cell in self.texts(f'#table tbody td:nth-child({column})')]
        self.assertEqual(cycles, sorted(cycles, reverse=True))
        self.one('#table input').send_keys('broadcast nesbt one')
        self.assertEqual({tuple(text.split()[:3]) for text in self.texts('#table tbody tr')}, {('broadcast', 'nesbt', 'one')})
        self.assertEqual(self.script(NAMELESS), [])
        self.emulate(375)
        self.assertLessEqual(self.script('return document.documentElement.scrollWidth'), 375)
        self.emulate()

    def test_rows_with_other_types_are_refused(self):
        Path('wrong.jsonl').write_text('{"collective": "barrier", "cycles": "<b>x</b>"}')
        refused = cubecast('report', 'wrong.jsonl', '-o', 'wrong.html', status=2)
        self.assertIn('wrong.jsonl: line 1 has a wrong value: cycles is "<b>x</b>", not', refused.stderr)

    def test_a_hundred_thousand_packets(self):
        cubecast('run', 'alltoall', '--dim', '6', '--packets', '8', '--report', 'large.html')
        self.open('large.html')
        self.has('.facts', '98,304 packets')
        # A frame looks at the packets of its cycle, not at all: a count, because times depend on the machine's load.
        frame, all_again, busy = self.inside('''(({ run }) => {
          let reads = 0;
          const counted = of => new Proxy(of, { get: (_, key) => { reads++; return typeof of[key] === 'function' ? of[key].bind(of) : of[key]; } });
          for (const name of ['first', 'packet', 'link']) run[name] = counted(run[name]);
          const count = act => { reads = 0; act(); return reads; };
          view.playing = true;
          return [count(() => seek(100.5)), count(() => redraw(true)), run.busy[100]]; })(view.panels[0])''')
        self.assertGreater(all_again, 98304)
        self.assertLess(frame, 50 * busy)

    def test_a_million_are_refused(self):
        refused = cubecast('run', 'alltoall', '--dim', '7', '--packets', '20', '--report', 'huge.html', status=2)
        self.assertIn('links carry more than 1000000 packets, which no page plays; give a part of the cycles, like --report-cycles 1..', refused.stderr)
        self.assertEqual(sum('--report' in line for line in refused.stderr.splitlines()), 1)
        self.assertFalse(Path('huge.html').exists())
        self.run_and_open('alltoall', '--dim', '4', '--packets', '4', '--report-cycles', '21..24')
        self.assertEqual(self.text(CYCLE), '21')
        self.has('.facts', 'in this part')
        self.has('.facts + div', 'cycles 21 to 24 of 32')


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        sys.exit(not unittest.main(exit=False).result.wasSuccessful())
