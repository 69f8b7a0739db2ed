// Playing: time, highlight, and what the text beside the pictures says.
const ui = {};
const primary = () => view.panels[0].run;
const drawPanels = () => { for (const panel of view.panels) panel.stage.draw(); hintAgain(); };

function drawHead() {
  const { grid } = view.panels[0].times, W = grid.clientWidth - GUTTER - RIGHT, inside = view.t >= view.from && view.t <= view.till;
  ui.head.style.display = inside ? '' : 'none';
  ui.head.style.transform = `translateX(${timeX(view.t, W)}px)`;
}

// Draws all again. `all`: colours, highlight or cycles on show have changed.
function redraw(all) {
  for (const panel of view.panels) {
    panel.stage.links = null;
    if (!all) continue;
    panel.palette = paletteOf(panel.run);
    panel.times.build();
    legend(panel);
  }
  const { grid, H } = view.panels.at(-1).times;
  ui.head.style.height = `${grid.offsetTop + H}px`;  // the numbers of cycles stay free
  drawPanels(); drawHead(); tell(all);
}

function showCycles(from, till) {  // a part of the axis of time, at least four cycles long
  const most = mostCycles(), long = clamp(till - from, Math.min(4, most), most);
  view.from = clamp(from, 0, most - long);
  view.till = view.from + long;
  [ui.range.min, ui.range.max] = [view.from, view.till];
  ui.range.value = view.t;
  for (const panel of view.panels) panel.times.show();
  drawHead();
}

function seek(t) {
  view.t = clamp(t, 0, mostCycles());
  const long = view.till - view.from, scrolls = view.playing && view.till < mostCycles() && view.t > view.till - 0.1 * long;
  if (scrolls || view.t < view.from || view.t > view.till) { const at = view.t - long * (scrolls || view.t < view.from ? 0.9 : 0.1); showCycles(at, at + long); }
  drawPanels(); drawHead(); tell();
}
function step(cycles) {
  play(false);
  seek(Math.max(0, Math.floor(view.t) + cycles) + 0.5);
}
let clock;
function play(on) {
  view.playing = on;
  clock?.stop();
  ui.play.textContent = on ? 'Pause' : 'Play';
  ui.play.setAttribute('aria-label', `${on ? 'Pause' : 'Play'} (space)`);
  if (!on) return tell(true);
  if (view.t >= mostCycles()) view.t = 0;
  let before = 0;
  clock = d3.timer(now => {
    seek(view.t + (now - before) / 1000 * view.speed);
    before = now;
    if (view.t >= mostCycles()) play(false);
  });
}
function setSpeed(speed) {
  view.speed = clamp(speed, 0.25, 256);
  ui.speed.textContent = `${view.speed} ${view.speed === 1 ? 'cycle' : 'cycles'} a second`;
}

// Highlights a packet, source, receiver or tree; nothing without `what`. `run`: whose packet it is.
function mark(what, id, run = primary()) {
  const most = { packet: run.combined ? run.E : run.P, src: run.n, dst: run.n, tree: run.trees > 1 && run.trees }[what];
  id = clamp(id, 0, most - 1);
  if (what === 'src' && !run.sends(id)) what = 'dst';
  view.mark = most ? { what, id, run } : null;
  for (const panel of view.panels) {
    const mine = view.mark && idIn(panel.run);
    panel.on = mine == null ? null : panel.run.marked({ what, id: mine });
    panel.rests = panel.on && panel.run.restsOf({ what, id: mine }, panel.on);
    panel.way = panel.on && d3.rollup(d3.range(panel.run.E).filter(e => panel.on[e]), some => d3.extent(some, e => panel.run.first[e]), e => panel.run.link[e]);
  }
  ui.what.value = view.mark ? what : '';
  ui.which.disabled = !view.mark;
  ui.which.max = (most || 1) - 1;
  ui.which.value = view.mark ? id : '';
  ui.markText.textContent = view.mark ? markText(view.mark, most) : 'nothing: click a packet, a node or a bar';
  redraw(true);
}
// The same packet has another number in another run.
function idIn(run) {
  const { what, id, run: of } = view.mark;
  if (run === of || what !== 'packet') return id;
  if (run.combined || of.combined) return undefined;
  return d3.range(run.P).find(p => run.src[p] === of.src[id] && run.dst[p] === of.dst[id] && run.seq[p] === of.seq[id]);
}
function markText({ what, id, run }, most) {
  if (what === 'packet') {
    const e = run.combined ? run.order[id] : Math.max(0, run.packet.indexOf(id)), goes = run.combined ? `; with what is combined in it${run.contributors[e] <= 8 ? ` (${run.nodesIn(e).join(', ')})` : ''}, and where it goes` : '';
    return `${run.packetName(e)}${goes}; number ${id} of 0 to ${(most - 1).toLocaleString('en')}, in the order in which they begin`;
  }
  if (what === 'src' && run.combined) return `the contribution of node ${run.name(id)}`;
  if (what === 'tree') return `all packets of tree ${id}`;
  return `${what === 'src' ? 'all packets from' : run.isForAll || run.isSwitch(id) ? 'what comes to' : 'all packets to'} ${run.nodeWord(id)} ${run.name(id)}`;
}
const markMove = (run, e) => run.is(e, ANSWER) ? null : mark('packet', run.combined ? run.order.indexOf(e) : run.packet[e], run);

// What the text says: of each panel, and the moves of this cycle in a list. For screen readers too.
let told = -1;
function tell(force) {
  ui.range.value = view.t;
  const most = mostCycles(), c = clamp(Math.floor(view.t), 0, most), last = Math.min(c, most - 1), word = c < most ? 'cycle' : 'after cycle';
  if (told === c && !force) return;
  told = c;
  ui.word.textContent = word;
  ui.cycle.textContent = primary().cycleName(last);
  ui.of.textContent = `of ${Math.max(most + primary().before, primary().meta.cycles).toLocaleString('en')}`;
  ui.range.setAttribute('aria-valuetext', `${word} ${primary().cycleName(last)} of ${most}, ${view.panels.map(p => `${p.run.busy[c] || 0} links busy`).join('; ')}`);
  for (const { run, caption, canvas } of view.panels) {
    const busy = run.busy[c] || 0, { lower_bound: bound, cycles } = run.meta;
    const ends = run.meta.verified === false ? 'not verified' : bound ? cycles === bound ? 'which is the lower bound' : `${(cycles / bound).toFixed(2)} times the lower bound of ${bound.toLocaleString('en')}` : 'no bound known';
    caption.replaceChildren(h('span', {}, `${plural(cycles, 'cycle')}, ${ends}`), h('span', { class: 'soft' }, `${busy} of ${run.L} links busy (each way counts), ${(100 * busy / run.L).toFixed(0)} %`));
    canvas.setAttribute('aria-label', `${run.title}, ${word} ${run.cycleName(last)}: ${busy} of ${run.L} links busy. The packets are listed beside it.`);
  }
  if (view.playing && view.speed > 3 && !force) return;  // the list would only flicker
  listMoves(c);
}
function listMoves(c) {
  const rows = [], most = view.playing ? Math.floor(14 / view.panels.length) : 1000;
  let more = 0;
  for (const panel of view.panels) {
    const { run, palette, on } = panel;
    if (view.panels.length > 1) rows.push(h('tr', {}, h('th', { colspan: 3, scope: 'rowgroup' }, run.title)));
    const happens = run.happens.filter(o => o.first <= c && c < o.last && o.what !== 'stopped' || (o.what === 'stopped' && o.first === c));
    for (const o of happens.slice(0, most)) rows.push(h('tr', {}, h('td', { class: 'bad' }, '!'), h('td', {}, run.linkName(o.link)), h('td', {}, happeningText(o, run))));
    const moves = c < run.C ? run.movesAt(c + 0.5).filter(e => !on || on[e]) : [];
    more += Math.max(0, moves.length - most);
    for (const e of moves.slice(0, most)) rows.push(h('tr', { onclick: () => markMove(run, e) },
      h('td', {}, h('span', { class: 'chip', style: `background:${palette.colourOf(e)}` })), h('td', {}, run.linkName(run.link[e])), h('td', {}, run.packetText(e))));
    if (!moves.length) rows.push(h('tr', {}, h('td', { colspan: 3, class: 'soft' }, restText(panel, c))));
  }
  ui.list.replaceChildren(...rows);
  if (view.playing) while (ui.list.rows.length > 1 && ui.box.scrollHeight > ui.box.clientHeight) { ui.list.lastChild.remove(); more++; }
  ui.more.textContent = more ? `and ${plural(more, 'more packet')}` : '';
}
// Nodes in which what is highlighted waits.
const waitingNodes = ({ rests }, t) => [...new Set((rests ?? []).filter(({ since, until }) => since <= t && t < until).map(({ node }) => node))];
// Why no packet is on a link in a cycle.
function restText(panel, c) {
  const { run } = panel, at = waitingNodes(panel, c), nodes = at.map(v => run.name(v));
  if (c >= run.C) return `ended in cycle ${run.cycleName(run.C - 1)}`;
  const what = view.mark && ({ packet: run.combined ? 'what is combined' : 'the packet', src: run.combined ? 'the contribution' : null }[view.mark.what] ?? 'what is highlighted');
  if (nodes.length) return `${what} waits in ${nodes.length > 8 ? plural(nodes.length, 'node') : `${nodes.length > 1 ? run.ends < run.n ? 'nodes or switches' : 'nodes' : run.nodeWord(at[0])} ${nodes.join(', ')}`}`;
  if (view.mark) return `${what} is on no link ${run.order.some(e => panel.on?.[e] && run.first[e] > c) ? 'yet' : 'any more'}`;
  const all = count => d3.sum(d3.range(run.n), count), own = all(v => run.stillOwn(v, c)), waiting = all(v => run.waiting(v, c)), needs = run.stays.filter(({ since, until, all }) => since <= c && c < Math.min(until, all)).length;
  const later = run.happens.find(o => o.what === 'timeout' && o.first > c), next = run.order.find(e => run.first[e] > c), again = run.retries.filter(o => o.since <= c && c < o.until).length;
  const waits = run.combined ? [[needs, 'for what they are combined with'], [waiting - needs, `for the memory${run.meta.collective === 'allreduce' ? ', through which results go between the halves of an allreduce' : ''}`]] : [[own, 'at their sources'], [waiting, 'on their way']];
  return `no packet is on a link: ${waits.filter(([count]) => count).map(([count, where]) => `${count} wait ${where}`).join(', ') || 'none waits'}` + (again ? `, ${again} came damaged or not at all and will be sent again` : '') +
    (next == null ? '' : `; the next is there in cycle ${run.cycleName(run.first[next])}`) + (later ? `, the next timeout in cycle ${run.cycleName(later.first)}` : '');
}
function happeningText({ what, count, first, last }, run) {
  const since = run.meta.link_latency ? '' : ` since cycle ${run.cycleName(first - run.meta.link_time_out)}`;
  return { timeout: `timeout: no answer${since}, sends again`, dead: 'given up as dead', dropped: `${plural(count, 'packet')} given up`,
    stopped: `stopped by a full queue for ${plural(last - first, 'cycle')}` }[what];
}

function legend(panel) {
  const { run, palette: { used, kinds } } = panel;
  const word = COLOURS[view.colour] + (view.colour !== 'port' ? '' : run.dims ? ' (dimension)' : ' of the sender');
  const kindName = k => ['src', 'dst'].includes(view.colour) ? run.name(k) : view.colour === 'port' ? `${k}${run.arrowOf(k)}` : String(k);
  const chips = used.length <= 8
    ? used.map(k => h('button', { class: 'key', type: 'button', disabled: view.colour === 'port', onclick: () => mark(view.colour, k, run) },
      h('span', { class: 'chip', style: `background:${kinds.get(k).colour}` }), kindName(k)))
    : [scaleBar(theme.ramp), h('span', {}, `${kindName(used[0])} to ${kindName(used.at(-1))}`)];
  const key = (mark, text) => h('span', {}, h('span', { class: mark }), text), has = fate => run.fate?.some(f => f & fate), happens = what => run.happens.some(o => o.what === what);
  panel.legend.replaceChildren(h('span', { class: 'word' }, word), ...chips, h('span', { class: 'word' }, 'node'), key('ring', run.combined ? 'share of its parts of sums and results that has come' : 'share of its packets that has come'), run.root >= 0 ? key('root', 'root') : '',
    run.ends < run.n ? key('switch', 'switch') : '',
    run.deepest ? key('ring full', `packets wait on their way, the stronger the orange the more (up to ${run.deepest} in all queues${run.meta.link_layer ? ' and link layers' : ''}${run.combined ? ' and the memory' : ''} of a node${run.ends < run.n ? ' or switch' : ''})`) : '',
    has(REPEATED) ? key('twice', 'sent again') : '', has(DAMAGED) || has(LOST) ? h('span', { class: 'bad' }, '✕ damaged or lost') : '', has(ANSWER) ? key('answer', 'frame without packets: acknowledges those that came') : '',
    h('span', { class: 'word' }, `dots: packets${view.load === 'none' ? ' with tails behind them' : ''}${run.P >= 10000 ? '' : panel.stage.dot < 6 ? '; zoom in (I) for numbers' : `; numbers: ${NUMBERS[run.numbers][0]}`}`), run.place.wrap.size ? h('span', { class: 'word' }, `stubs at the border: links to ${panel.stage.R >= 8 ? 'the node whose number is there' : 'the other side'}`) : '', happens('stopped') ? key('stop', 'stopped by a full queue') : '', happens('dead') ? h('span', { class: 'bad' }, '┄ dead link') : '',
    happens('timeout') ? h('span', { class: 'bad' }, '○ timeout, in the cycle beside it') : '', panel.way ? h('span', { class: 'way' }, 'way: thick so far, dashed to come, a ring where it waits') : '', view.load === 'none' ? '' : h('span', {}, h('span', { class: 'word' }, 'link'), scaleBar(theme.load), `1 to ${plural(run.busiest, 'packet')}${run.total.every(n => n) ? '' : '; hairlines: none'}`));
}
