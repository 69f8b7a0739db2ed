// The page, from top to bottom.
function buildProvenance(main) {
  const rows = [...DATA.runs.map(({ meta }) => ({ ...meta, version: meta.cubecast })), ...DATA.results, ...DATA.dynamic, ...DATA.cost].filter(row => row.command);
  const all = [...new Map(rows.map(row => [row.command, row])).values()];
  if (!all.length) return;
  main.append(section('what', 'What was run', h('details', { open: all.length <= 4 }, h('summary', {}, plural(all.length, 'command')),
    d3.groups(all, ({ version, commit, machine }) => `Cubecast ${version}${commit ? `, commit ${commit}` : ''}${machine ? `, on ${machine}` : ''}`)
      .flatMap(([program, some]) => [h('p', {}, program), ...some.map(({ command }) => h('p', { class: 'command' }, h('code', {}, command.split(/(--\S+)/).map((part, i) => i % 2 ? h('span', {}, part) : part))))]))));
}

const main = query('main');
query('h1').textContent = document.title = DATA.title;
query('#made').textContent = DATA.made;
if (DATA.runs.length) buildPlayback(main);
buildCurves(main);
if (DATA.dynamic.length) buildDelays(main);
if (DATA.cost.length) buildCosts(main);
buildLoads(main);
const commands = new Set(DATA.results.map(row => row.command));
const rows = [...DATA.results, ...DATA.runs.map(({ meta }) => ({ ...meta, ratio: meta.lower_bound ? meta.cycles / meta.lower_bound : null })).filter(row => !commands.has(row.command))];
if (rows.length) buildTable(main, 'table', 'Results', rows, [['collective', 'collective'], ['algorithm', 'algorithm'], ['ports', 'ports'], ['network', 'network'], ['dim', 'd'], ['packets', 'M', meaningOfM(rows)], ['cycles', 'cycles'],
  ['lower_bound', 'bound'], ['ratio', 'cycles / bound', rows.some(row => row.ratio > 1) ? `the bars are logarithmic, up to ${d3.max(rows, row => row.ratio).toFixed(3)}, the most of all rows` : ''], ['formula', 'closed form', 'cycles, by the formula of the algorithm'], ['time_us', 'µs'], ['algbw_gb_s', 'GB/s'], ['busbw_gb_s', 'bus GB/s'], ['transmissions', 'packets on links', 'a packet counts once for each link that it crosses'], ['link_utilization', 'mean links busy'],
  ['deepest_queue', 'deepest single queue', 'packets in the fullest queue of a router, which has one for each input and output. What waits in memory, at its source or in a link layer is in none'], ['latency.p50', 'latency 50 %'], ['latency.p99', 'latency 99 %'], ['engine', 'engine', 'what simulated the nodes: native (compiled C++), SystemC or RTL'], ['verified', 'verified']], ['collective', 'ports', 'dim', 'network'].slice(0, rows.some(row => row.dim == null) ? 4 : 3));
buildProvenance(main);
redraws.forEach(draw => draw());

function drawAll() {
  readTheme();
  for (const panel of view.panels) panel.stage.fit();
  if (view.panels.length) redraw(true);
  redraws.forEach(draw => draw());
}
dark.addEventListener('change', drawAll);
let resized;
addEventListener('resize', () => { clearTimeout(resized); resized = setTimeout(drawAll, 120); });
if (view.panels.length) { followHash(); addEventListener('hashchange', followHash); }
