// Figures by Observable Plot: what all of them have in common.
const SHAPES = ['circle', 'square', 'triangle', 'diamond', 'star', 'cross', 'wye', 'asterisk'];
// The label of the axis below stands under its numbers.
const plot = ({ x, ...options }) => Plot.plot({ style: { background: 'transparent', color: theme.ink, fontSize: '12px', fontFamily: theme.sans }, marginLeft: 52, marginBottom: 42, x: { labelOffset: 38, ...x }, ...options });
const CYCLES = { type: 'log', grid: true, label: '↑ cycles', ticks: 8, tickFormat: n => /^[346789]0*$/.test(n) ? '' : d3.format('~s')(n) };

// A figure that is drawn again when its width or colours change. make(width) returns an element; null: the chosen M has no rows.
function figure(title, text, make) {
  const place = h('div', { class: 'plot' });
  const draw = () => {
    place.replaceChildren(make(Math.max(320, place.clientWidth || 800)) ?? h('p', { class: 'soft' }, 'No rows of this M.'));
    for (const e of place.querySelectorAll('svg [aria-label]')) e.removeAttribute('aria-label');  // Plot names its marks; the figure has one name
    for (const e of place.querySelectorAll('svg:not([aria-hidden])')) { e.setAttribute('role', 'img'); e.setAttribute('aria-label', title); }
  };
  redraws.push(draw);
  return Object.assign(h('figure', {}, h('figcaption', {}, h('strong', {}, title), text ? h('span', { class: 'soft' }, ` ${text}`) : null), place), { draw, title });
}
// Curves below their key; in panels side by side where the marks have facets. Where the page is narrower, it scrolls.
const curves = (title, text, names, keys, { labels = names, panels = 1, ...options }, marks) => figure(title, `${text} Where curves coincide, the last covers the others.`, width => h('div', {}, keyOf(labels, ...keys),
  plot({ width: Math.max(width, 60 + 120 * panels), height: 340, marginRight: 12, marginTop: 34, color: { domain: names, range: names.map((_, i) => theme.kinds[i % 8]) }, symbol: { domain: names, range: names.map((_, i) => SHAPES[i % 8]) }, y: CYCLES, fx: { label: null, padding: 0.14 }, ...options, marks: marks() })));
const dashed = (rows, channels) => Plot.line(rows, { strokeDasharray: '5 4', strokeWidth: 1.6, ...channels });
// Many figures of one kind: all but the first are folded.
function folded(figures) {
  if (figures.length < 3) return figures;
  return figures.map((figure, i) => h('details', { open: i === 0, ontoggle: () => figure.draw() }, h('summary', {}, figure.querySelector('strong')), figure));
}
// Colour and shape, so that neither alone must tell.
function keyOf(names, ...more) {
  const shape = i => d3.create('svg').attr('width', 14).attr('height', 14).attr('aria-hidden', 'true')
    .call(svg => svg.append('path').attr('transform', 'translate(7,7)').attr('d', d3.symbol(d3[`symbol${SHAPES[i % 8][0].toUpperCase()}${SHAPES[i % 8].slice(1)}`], 50)())
      .attr('fill', 'none').attr('stroke', theme.kinds[i % 8]).attr('stroke-width', 2)).node();
  const line = ([style, text]) => h('span', {}, h('span', { class: style }), text);
  return h('div', { class: 'legend' }, names.map((name, i) => h('span', {}, shape(i), name)), more.map(line));
}
// A phrase for each algorithm; off cubes the catalog's rows of the same name do the same.
const ALGORITHMS = { sbt: 'spanning binomial tree', nrsbt: 'd rotated spanning binomial trees', nesbt: 'd edge-disjoint spanning binomial trees', tcbt: 'two-rooted complete binary tree', sbnt: 'spanning balanced n-tree', gray: 'path by Gray code', brg: 'path by Gray code', nrbrg: 'd rotated paths by Gray code', balanced: 'd subtrees whose sizes differ by one node at most', ring: 'Hamiltonian cycle', path: 'Hamiltonian path',
  product: 'Hamiltonian cycles of one dimension after the other', ecube: 'highest differing bit first', exchange: 'neighbours swap sums, dimension by dimension; off cubes every vector goes to all nodes', branchings: 'edge-disjoint trees from or to the root', tree: 'spanning trees of the network', packed: 'several spanning trees for each node', blocks: 'a block of the vector for each node, up and down a tree of its own', chain: 'the result of a node goes into the next one\'s', table: 'an order of packets, kept in a table, that makes every link busy in every cycle',
  shortest: 'shortest paths that share the links evenly', acyclic: 'paths on which packets never wait for one another in a circle', flow: 'paths around bottlenecks, by a least-cost flow', fifo: 'what has waited longest goes first', furthest: 'what has the longest way goes first', closest: 'what has the shortest way goes first', matching: 'senders and receivers in pairs, others in each cycle' };
const BOUND = ['dash', 'lower bound'], FORM = ['dots', 'closed form'];
const PORTS = { all: ['all ports', 'all at once'], one: ['one port', 'one at a time'], half: ['half duplex', 'one, one way at a time'] };
const portsText = ports => PORTS[ports]?.[0] ?? ports;
// What each collective does, and how M counts its packets.
const COLLECTIVES = { broadcast: ['from the root to all nodes', 'in all'], scatter: ['from the root to each node its own packets', 'for each node'], gather: ['from all nodes to the root'], allgather: ['from each node to all others'], alltoall: ['from each node to each other its own packets', 'for each pair'], reduce: ['the sum of all nodes\' vectors for the root', 'in a vector'],
  'reduce-scatter': ['the sum of all nodes\' vectors, a part for each node', 'for each node'], allreduce: ['the sum of all nodes\' vectors for all nodes', 'in a vector'], scan: ['the sum of the vectors up to each node\'s own', 'in a vector'], exscan: ['the sum of the vectors before each node\'s own', 'in a vector'], barrier: ['no node goes on before all have begun'] };
const packetsOf = collective => COLLECTIVES[collective]?.[1] ?? 'of each node';
const meaningOfM = rows => `packets ${d3.groups(d3.union(rows.map(row => row.collective)), packetsOf).map(([text, some]) => `${text} (${some.join(', ')})`).join(', ')}`;
const LATENCY = 'Cycles from the one in which a packet leaves its source to the one in which it arrives, both included; not the wait at the source.', NO_LATENCY = ' Packets that are combined have none.';
// A cube by its dimension, another network by its name; files of one name with different graphs have their hash too.
const graphs = d3.rollup(DATA.results, rows => new Set(rows.map(row => row.network_hash)).size, row => row.network);
const siteOf = row => row.dim != null ? `d = ${row.dim}` : row.network + (graphs.get(row.network) > 1 ? ` ${String(row.network_hash).slice(0, 6)}` : '');
const formOf = row => row.formula ? +(/\d+/.exec(row.formula) || [NaN])[0] : NaN;

// A line and a point with a text for each group.
function lineMarks(rows, { x, y, z, title, ...facets }) {
  return [Plot.line(rows, { ...facets, x, y, z, stroke: z, strokeWidth: 2 }),
    Plot.dot(rows, { ...facets, x, y, stroke: z, symbol: z, fill: theme.surface, r: 3.5, strokeWidth: 1.8, title, tip: { fill: theme.surface } })];
}
