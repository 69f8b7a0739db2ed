// Link loads and latencies: of the runs that are played, and of rows that --links and --latency were for.
function buildLoads(main) {
  const runs = DATA.runs.map((raw, i) => RUNS[i] ??= new Run(raw, i)), timed = runs.filter(run => run.latencies.length);
  const loads = [...runs.map(run => ({ name: run.title, run, cells: () => d3.range(run.L).map(l => ({ node: run.from[l], port: run.port[l], packets: run.total[l], name: `${run.linkName(l)}, ` })) })),
    ...DATA.results.filter(row => row.links?.packets).map(row => ({ name: `${row.collective} ${row.algorithm}, ${siteOf(row)}, M = ${row.packets}`,
      cells: () => row.links.packets.flatMap((ports, node) => ports.map((packets, port) => ({ node, port, packets }))) }))];
  const links = loads.length ? [loadMap(loads)] : [], latencies = [...timed.length ? [histogram(timed)] : runs.length ? [h('p', { class: 'soft' }, 'Packets that are combined have no latency.')] : [],
    ...folded(groups(DATA.results.filter(row => row.latency?.p50 != null), 'collective', 'ports').map(latencyRows))];
  if (links.length + latencies.length) main.append(section('loads', !latencies.length ? 'Link loads' : links.length ? 'Link loads and latency' : 'Latency', ...links, ...latencies));
}

function loadMap(loads) {
  const pick = h('select', { 'aria-label': 'Run of the link loads', onchange: () => redraws.forEach(draw => draw()) }, loads.map(({ name }, i) => h('option', { value: i }, name)));
  const map = figure('Packets on every link', `A row for each port, a column for each node${loads.some(({ run }) => run?.ends < run?.n) ? ' or switch' : ''}; point at a cell for its link.${loads.every(({ run }) => run && !run.fate) ? '' : ' A packet that a link sends again counts once.'}`, width => {
    const { cells: find, run } = loads[pick.value], nodeName = v => run ? run.name(v) : String(v), cells = find(), nodes = d3.max(cells, cell => cell.node) + 1, ports = d3.max(cells, cell => cell.port) + 1, most = d3.max(cells, cell => cell.packets);
    const some = nodes <= 256 ? cells : cells.filter(cell => cell.node < 256), full = Math.min(width, 60 + 46 * nodes), wide = (full - 60) / Math.min(nodes, 256), every = Math.ceil((8 * nodeName(nodes - 1).length + 8) / wide);
    return h('div', {}, h('div', { class: 'legend' }, h('span', {}, '0', scaleBar(theme.heat), plural(most, 'packet'))), nodes > 256 ? h('p', { class: 'soft' }, `The first 256 of ${plural(nodes, 'node')}.`) : '',
      plot({ width: full, height: 62 + clamp(24 * ports, 40, 320), x: { type: 'band', label: `${run?.ends < run?.n ? 'node or switch' : 'node'} →`, tickFormat: nodeName, ticks: d3.range(0, nodes, every), padding: wide > 8 ? 0.06 : 0 }, y: { type: 'band', label: 'port', padding: 0.08 },
        color: { type: 'linear', domain: [0, most], interpolate: theme.heat },
        marks: [Plot.cell(some, { x: 'node', y: 'port', fill: 'packets', tip: { fill: theme.surface }, title: cell => `${cell.name ?? ''}port ${cell.port} of ${run?.nodeWord(cell.node) ?? 'node'} ${nodeName(cell.node)}: ${plural(cell.packets, 'packet')}` }), wide > 24 ? Plot.text(some, { x: 'node', y: 'port', text: 'packets', fill: cell => textOn(theme.heat(cell.packets / Math.max(most, 1))) }) : null] }));
  });
  if (loads.length > 1) map.prepend(h('p', {}, pick));
  return map;
}

function histogram(runs) {
  const all = runs.flatMap(run => Array.from(run.latencies, cycles => ({ cycles, run: run.title }))), most = d3.max(all, row => row.cycles), bin = Math.max(1, Math.ceil(most / 60));
  return figure('Latency of packets', LATENCY + (runs.length < DATA.runs.length ? NO_LATENCY : ''), width =>
    h('div', {}, runs.map(run => h('p', { class: 'soft' }, `${run.title}: ${run.latencies.length.toLocaleString('en')} deliveries, mean ${d3.mean(run.latencies).toFixed(1)}, at most ${d3.max(run.latencies)} cycles`)),
      plot({ width: Math.min(width, 700), height: 70 + 150 * runs.length, marginRight: 20, marginTop: 30, x: { label: 'cycles →', tickFormat: 'd', ticks: d3.ticks(0, most, Math.min(most, width / 50, 10)).filter(tick => tick >= d3.min(all, row => row.cycles) && Number.isInteger(tick)) }, y: { grid: true, label: '↑ deliveries', insetTop: runs.length > 1 ? 18 : 4 }, fy: { label: null, axis: null, padding: 0.1, domain: runs.map(run => run.title) },
        marks: [Plot.rectY(all, Plot.binX({ y: 'count', title: cycles => `${cycles.length.toLocaleString('en')} deliveries, ${[...new Set(d3.extent(cycles))].join(' to ')} cycles` }, { x: 'cycles', title: 'cycles', fy: 'run', thresholds: d3.range(0.5, most + bin + 0.5, bin), fill: theme.kinds[0], insetLeft: 1, tip: { fill: theme.surface } })), Plot.ruleY([0]),
          runs.length > 1 ? Plot.text(runs, { fy: 'title', frameAnchor: 'top-right', dy: 2, text: 'title', fill: theme.ink }) : null] })));
}

function latencyRows(rows) {
  const name = row => `${row.algorithm}, ${siteOf(row)}, M = ${row.packets}`, most = 200, { collective, ports } = rows[0];
  return figure(`${collective}, ${portsText(ports)}: latency`, `${LATENCY}${DATA.results.some(row => row.latency?.p50 == null) ? NO_LATENCY : ''} 50th (${SHAPES[0]}), 95th (${SHAPES[1]}), 99th percentile (${SHAPES[2]}) and maximum (${SHAPES[3]}), of the M that is chosen for the maps${rows.length > most ? `, at most ${most} rows` : ''}.`, width => {
    const some = (pickM ? chosen(rows) : rows).slice(0, most);
    return some.length ? plot({ width, height: 80 + 20 * some.length, marginLeft: 20 + 6.8 * d3.max(some, row => name(row).length), x: { type: 'log', axis: 'both', grid: true, label: 'cycles →', tickFormat: '~s', inset: 6 }, y: { label: null, domain: some.map(name) },
      marks: [Plot.link(some, { y: name, x1: row => row.latency.p50, x2: row => row.latency.max, stroke: theme.line, strokeWidth: 2 }),
        ...['p50', 'p95', 'p99', 'max'].map((key, i) => Plot.dot(some, { y: name, x: row => row.latency[key], stroke: theme.kinds[i], symbol: SHAPES[i], fill: theme.surface, title: row => `${key}: ${row.latency[key]} cycles` }))] }) : null;
  });
}
