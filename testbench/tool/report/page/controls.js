// The section of playback: panels of runs side by side, controls, keys, and links to a moment.
function choose(indices) {
  const runs = indices.filter(i => DATA.runs[i]).slice(-MOST_SHOWN).map(i => RUNS[i] ??= new Run(DATA.runs[i], i));
  if (!runs.length) return;
  if (view.playing) play(false);
  view.panels = runs.map(makePanel);
  ui.panels.replaceChildren(...view.panels.map(panel => panel.element));
  ui.panels.style.setProperty('--columns', Math.min(2, runs.length));
  ui.diagrams.replaceChildren(...view.panels.map(panel => panel.diagrams));
  ui.top.replaceChildren(...(runs.length === 1 ? [view.panels[0].busy] : []));
  for (const [i, box] of ui.tabs.entries()) box.setAttribute('aria-pressed', runs.some(run => run.index === i));
  const trees = d3.max(runs, run => run.trees);
  view.colour = ui.colour.value = ['gather', 'allgather', 'alltoall'].includes(runs[0].meta.collective) ? 'src' : runs[0].combined || trees < 2 ? 'port' : 'tree';
  view.t = 0.5;
  view.from = 0; view.till = mostCycles();
  setSpeed(view.till > 200 ? 16 : view.till > 60 ? 8 : view.till > 20 ? 4 : 1);
  for (const box of [ui.colour, ui.what]) box.querySelector('[value=tree]').disabled = trees < 2;
  ui.colour.querySelector('[value=dst]').disabled = runs.every(run => run.isForAll);
  showFacts(runs);
  for (const panel of view.panels) panel.stage.fit();
  [ui.range.min, ui.range.max] = [0, view.till];
  mark(null);
}

function makePanel(run) {
  const panel = { run, on: null, way: null };
  panel.canvas = h('canvas', { role: 'img', class: 'net', tabindex: '-1' });
  panel.stage = new Stage(panel, panel.canvas);
  panel.caption = h('p', { class: 'caption' });
  panel.legend = h('div', { class: 'legend' });
  panel.element = h('div', { class: 'picture' },
    DATA.runs.length > 1 ? h('strong', {}, run.title) : null, h('div', { class: 'bar' },
      button('+', 'Larger (I)', () => panel.stage.zoomBy(1.5)), button('−', 'Smaller (O)', () => panel.stage.zoomBy(1 / 1.5)), button('⤢', 'Whole network (0)', () => panel.stage.zoomBy(0))),
    panel.caption, panel.canvas, panel.legend);
  panel.busy = h('canvas', { 'aria-hidden': 'true' });
  panel.grid = h('canvas', { role: 'img', class: 'grid', 'aria-label': `Links by cycles of ${run.title}: each cell is a packet on a link, in the colour of the drawing` });
  panel.times = new Times(panel, panel.busy, panel.grid);
  const order = run.groupWord === 'node' ? ['node', 'port'] : [run.groupWord, 'node'], fails = run.fate ? ' Red: damaged or lost; red ticks: timeouts; grey: frames without packets.' : '';
  panel.diagrams = h('div', {}, DATA.runs.length > 1 ? h('p', { class: 'soft name' }, run.title) : '', panel.busy, panel.grid, h('p', { class: 'soft name' }, `Area: how many links are busy. Rows: links, one for each way, by ${order.join(', then by ').replace('dim', 'dimension (the bit in which the ends differ)')}. A bar: a packet on the link.${fails}`));
  usePointer(panel);
  return panel;
}

// Click highlights, dragging moves, ctrl and the wheel zoom.
function usePointer({ run, canvas, stage, grid, times }) {
  const hints = (element, text) => {
    element.addEventListener('mousemove', e => { pointed = { event: e, text: () => e.buttons ? '' : text(e) }; hintAgain(); });
    element.addEventListener('mouseleave', e => { pointed = null; hint(e, ''); });
  };
  hints(canvas, e => stage.hintText(stage.near(e)));
  hints(grid, e => times.hintText(times.cell(e)));
  canvas.addEventListener('click', e => {
    const found = stage.near(e);
    if (!found) mark(null); else if (found.node >= 0) mark('src', found.node, run); else markMove(run, found.move);
  });
  d3.select(grid).call(d3.drag().clickDistance(4).on('drag', ({ dx }) => showCycles(view.from - dx / times.step, view.till - dx / times.step)));
  grid.addEventListener('click', e => {
    const cell = times.cell(e);
    if (!cell) return;
    play(false); seek(cell.c + 0.5);
    if (cell.move >= 0) markMove(run, cell.move);
  });
  grid.addEventListener('wheel', e => {
    if (!e.ctrlKey) return;
    e.preventDefault();
    zoomTime(e.deltaY < 0 ? 1.3 : 1 / 1.3, (e.clientX - grid.getBoundingClientRect().left - GUTTER) / times.step + view.from);
  }, { passive: false });
}
function zoomTime(factor, at = view.t) {
  const long = (view.till - view.from) / factor, from = Math.floor(at - (at - view.from) / factor);  // whole cycles
  showCycles(from, from + long);
}

// The letters and words in the source of a bound.
const WORDS = [[/\bd\b/, 'd: dimensions', run => run.dims], [/\bN\b/, 'N: nodes', run => run.ends], [/\bM\b/, 'M: packets', run => run.meta.packets], [/\bL\b/, 'L: cycles of the wires', ({ meta }) => meta.link_layer ? 'in those of a packet' : meta.link_latency], [/item/, 'item: a packet of the vector'], [/n-port/, 'n-port: all ports at once'], [/\bcut\b/, 'cut: the links between two parts of the nodes']];
const meant = (source, run) => WORDS.filter(([word]) => word.test(source)).map(([, text, number]) => ` ${text}${number ? ` (${number(run)})` : ''}.`).join('');
function showFacts(runs) {
  const facts = [['collective', m => `${m.collective}: ${COLLECTIVES[m.collective]?.[0]}`], ['algorithm', m => `${m.algorithm}: ${ALGORITHMS[m.algorithm]}`], ['network', (m, run) => `${m.network}${run.dims ? ` (d = ${run.dims})` : ''}${(/^\S+ of .*(?=, with)/.exec(DATA.networks[run.family]) ?? []).map(form => ` (${form.replace(' of', ':')})`)}, ${plural(run.ends, 'node')}${m.switches ? `, ${m.switches} switch${m.switches === 1 ? '' : 'es'}` : ''}`], ['ports', m => PORTS[m.ports]?.[1]], ['packets (M)', m => `${m.packets} ${packetsOf(m.collective)}`],
    ['clock cycles', m => m.cycles.toLocaleString('en')], ['lower bound', m => m.lower_bound ?? 'none known'], ['on links', (m, run) => `${plural(run.moved, 'packet')}, counted on each link that they cross` + (run.repeats ? `, ${run.repeats} sent again` : '') + (run.isPart ? ' in this part' : '')],
    ['verified', m => m.verified == null ? 'not known' : m.verified ? 'yes, all that came is right' : `no: ${m.fault}`]];
  const words = get => [...new Set(runs.map(run => String(get(run.meta, run))))].join(' | ');
  ui.facts.replaceChildren(...facts.map(([name, get]) => h('div', {}, h('dt', {}, name), h('dd', {}, words(get)))));
  const notes = new Set(runs.flatMap(run => { const { meta, isPart, title, C, hop, wires, first, before } = run; return [!isPart && C > meta.cycles && meta.link_layer ? `${title}: after cycle ${meta.cycles.toLocaleString('en')} nothing comes that a node needs: links answer, or try again.` : null,
    meta.lower_bound_source ? `Lower bound, which no algorithm beats: ${meta.lower_bound_source}.${meant(meta.lower_bound_source, run)}` : null, meta.link_text ? `Link layer: ${meta.link_text}. A frame: packets that cross a link together. ${isPart || !first.length ? '' : `The first packet is on wires in cycle ${d3.min(first) + before + 1}: registers and the head of its frame come before it.`}${meta.link_time_out ? ` Timeout: what is not acknowledged within ${meta.link_time_out.toLocaleString('en')} cycles${meta.link_latency ? ', or within a trip there and back that was measured,' : ''} is sent again.` : ''}` : hop > 1 ? `A router takes ${hop} cycles. A packet is drawn in the first of them, and can leave the next node after the last.` : null,
    wires.some(w => w) ? `Wires take ${[...new Set(d3.extent(wires.filter(w => w)))].join(' to ')} cycles more: a bar is pale where its packet is still on them${meta.link_layer ? '' : '. Cycles and bound count until the last packet is handed to its last link'}.` : null,
    isPart ? `${title}: rings, loads and latencies count this part alone.` : null]; }).filter(Boolean));
  ui.notes.replaceChildren(...[...notes].map(text => h('p', { class: 'soft' }, text)));
}

function buildPlayback(main) {
  const select = (name, label, options, act) => h('label', {}, label, ui[name] = h('select', { onchange: e => act(e.target.value) }, Object.entries(options).map(([value, text]) => h('option', { value }, text))));
  ui.tabs = DATA.runs.map((raw, i) => h('button', { type: 'button', class: 'tab', onclick: () => toggle(i) }, runTitle(raw)));
  main.append(section('play', 'Playback',
    DATA.runs.length > 1 ? h('div', { class: 'tabs', role: 'group', 'aria-label': `Runs side by side, up to ${MOST_SHOWN}` }, ui.tabs) : null,
    ui.facts = h('dl', { class: 'facts' }), ui.notes = h('div'),
    h('div', { class: 'stage' }, ui.panels = h('div', { class: 'panels' }),
      h('div', { class: 'side' },
        h('div', { class: 'counter' }, ui.word = h('span'), ui.cycle = h('strong', {}), ui.of = h('span', {})),
        h('div', { class: 'row' }, button('|◀', 'First cycle (Home)', () => { play(false); seek(0.5); }), button('◀', 'One cycle back (left arrow)', () => step(-1)),
          ui.play = button('Play', 'Play (space)', () => play(!view.playing)), button('▶', 'One cycle on (right arrow)', () => step(1)), button('▶|', 'End (End)', () => { play(false); seek(mostCycles()); })),
        h('div', { class: 'row' }, button('−', 'Slower (minus)', () => setSpeed(view.speed / 2)), ui.speed = h('span', { class: 'grow', 'aria-live': 'polite' }), button('+', 'Faster (plus)', () => setSpeed(view.speed * 2))),
        h('div', { class: 'fields' },
          select('colour', 'Colour', COLOURS, value => { view.colour = value; redraw(true); }),
          select('loadBy', 'Link load', LOADS, value => { view.load = value; redraw(true); }),
          select('what', 'Highlight', { '': 'nothing', ...MARKS }, value => mark(value, value === 'src' ? d3.range(primary().n).find(v => primary().sends(v)) : 0)),
          h('label', {}, 'number', ui.which = h('input', { type: 'number', min: 0, oninput: ({ target }) => mark(ui.what.value, +target.value) }))),
        ui.markText = h('p', { class: 'soft', 'aria-live': 'polite' }),
        ui.box = h('div', { class: 'list', tabindex: '0' }, h('table', { class: 'moves' }, h('caption', {}, 'On the links in this cycle'), ui.list = h('tbody')), ui.more = h('p', { class: 'soft' })))),
    h('div', { class: 'times' },
      ui.top = h('div'),
      ui.range = h('input', { type: 'range', min: 0, step: 'any', 'aria-label': 'Time in cycles', oninput: e => { play(false); seek(+e.target.value); } }),
      ui.diagrams = h('div'),
      ui.head = h('div', { class: 'head', 'aria-hidden': 'true' })),
    h('div', { class: 'row tools' }, button('Fewer cycles', 'Fewer cycles in the diagram (ctrl and wheel)', () => zoomTime(2)), button('More cycles', 'More cycles in the diagram', () => zoomTime(0.5)),
      button('Link to this moment', 'Link to this moment, in the address', () => { location.hash = momentHash(); })),
    h('p', { class: 'soft' }, 'Keys: space plays, ← → step, with shift ten cycles, Home and End, + − speed, C colour, L link load, [ ] the packet before or after, I O 0 larger, smaller, whole, Esc highlights nothing. Drag moves, ctrl and the wheel zoom.')));
  document.body.append(tip = h('div', { class: 'tip', role: 'tooltip', hidden: true }));
  document.addEventListener('keydown', onKey);
  choose(d3.range(Math.min(2, DATA.runs.length)));
}
function toggle(i) {
  const shown = view.panels.map(panel => panel.run.index).filter(k => k !== i);
  choose(shown.length === view.panels.length ? [...shown, i] : shown.length ? shown : [i]);
}
function onKey(e) {
  if (e.ctrlKey || e.altKey || e.metaKey || (e.target.matches('input:not([type=range]), select, textarea') && e.key !== 'Escape')) return;
  if (e.key === ' ' && e.target.matches('button, summary')) return;
  const next = choice => {
    do choice.selectedIndex = (choice.selectedIndex + 1) % choice.options.length; while (choice.selectedOptions[0].disabled);
    choice.dispatchEvent(new Event('change'));
  };
  const other = by => mark('packet', view.mark?.what === 'packet' ? view.mark.id + by : 0, view.mark?.run);
  const zoom = factor => view.panels.forEach(panel => panel.stage.zoomBy(factor));
  const keys = { ' ': () => play(!view.playing), ArrowRight: () => step(e.shiftKey ? 10 : 1), ArrowLeft: () => step(e.shiftKey ? -10 : -1), Home: () => { play(false); seek(0.5); },
    End: () => { play(false); seek(mostCycles()); }, '+': () => setSpeed(view.speed * 2), '=': () => setSpeed(view.speed * 2), '-': () => setSpeed(view.speed / 2),
    c: () => next(ui.colour), l: () => next(ui.loadBy), i: () => zoom(1.5), o: () => zoom(1 / 1.5), 0: () => zoom(0), Escape: () => mark(null), ']': () => other(1), '[': () => other(-1) };
  const act = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
  if (act) { e.preventDefault(); act(); }
}

// #run=0,1&t=12.4&colour=src&load=all&mark=packet:3 is a link to a moment.
function momentHash() {
  const parts = { run: view.panels.map(panel => panel.run.index).join(','), t: +view.t.toFixed(2), colour: view.colour, load: view.load };
  if (view.mark) parts.mark = `${view.mark.what}:${view.mark.id}`;
  return Object.entries(parts).map(part => part.join('=')).join('&');
}
function followHash() {
  const parts = new URLSearchParams(location.hash.slice(1)), word = (name, known) => Object.hasOwn(known, parts.get(name)) ? parts.get(name) : null;
  const shown = (parts.get('run') || '').split(',').filter(Boolean).map(Number).filter(i => DATA.runs[i]);
  if (shown.length && String(shown) !== String(view.panels.map(panel => panel.run.index))) choose(shown);
  const colour = word('colour', COLOURS), load = word('load', LOADS);
  if (colour && !ui.colour.querySelector(`[value=${colour}]`).disabled) view.colour = ui.colour.value = colour;
  if (load) view.load = ui.loadBy.value = load;
  const [what, id] = (parts.get('mark') || '').split(':');
  if (Object.hasOwn(MARKS, what)) mark(what, +id || 0); else if (colour || load) redraw(true);
  if (parts.has('t') && +parts.get('t') >= 0) { play(false); seek(+parts.get('t')); }
}
