// Continuous requests: delay by load. Routing cycles: measured beside the formulas of Johnsson and Ho.
function buildDelays(main) {
  const figures = groups(DATA.dynamic.filter(row => row.delay && row.stability === 'stable'), 'dim', 'arrivals').map(rows => {
    const names = [...new Set(rows.map(row => row.scheme))], theory = rows.filter(row => row.theory?.high != null), { dim, arrivals } = rows[0];
    return curves(`Mean delay of a broadcast request, d = ${dim}, ${arrivals} arrivals`, 'Bars: 95 % confidence. Broken lines: upper bounds of the theorem, up to the load that it finds stable. Loads that were not found stable are left out.',
      names, [['dash', 'theorem']], { labels: names.map(name => `${name}: ${rows.find(row => row.scheme === name).source}`), x: { label: 'load →', inset: 8 }, y: { ...CYCLES, inset: 8 } }, () => [dashed(theory, { x: 'load', y: row => row.theory.high, z: 'scheme', stroke: 'scheme' }),
        Plot.ruleX(rows.filter(row => row.delay.half_width), { x: 'load', y1: row => row.delay.mean - row.delay.half_width, y2: row => row.delay.mean + row.delay.half_width, stroke: 'scheme', strokeWidth: 2 }),
        ...lineMarks(rows, { x: 'load', y: row => row.delay.mean, z: 'scheme', title: row => `${row.scheme}, load ${row.load}\nmean delay ${row.delay.mean.toFixed(2)} cycles, 99 % ${row.delay.p99}` })]);
  });
  main.append(section('delays', 'Continuous requests', ...figures));
  buildTable(main, 'requests', 'Requests', DATA.dynamic, [['scheme', 'scheme'], ['dim', 'd'], ['arrivals', 'arrivals'], ['load', 'load'], ['delay.mean', 'mean delay'], ['delay.p99', 'delay 99 %'], ['throughput', 'throughput'],
    ['stability', 'stability'], ['stable', 'largest stable load'], ['verified', 'verified']], ['scheme', 'dim']);
}

function buildCosts(main) {
  const rows = DATA.cost.filter(row => row.cycles > 0);
  const x = new Set(rows.map(row => row.frame_packets)).size > 1 ? 'frame_packets' : 'dim', panel = row => x === 'dim' ? `M = ${row.packets}` : `d = ${row.dim}, M = ${row.packets}`;
  const figures = groups(rows, 'collective', 'ports').map(mine => {
    const names = [...new Set(mine.map(row => row.algorithm))], formulas = mine.filter(row => row.formula > 0);
    return curves(`${mine[0].collective}, ${portsText(mine[0].ports)}: cycles beside the formula`, 'Broken lines: the formula of the paper.', names, [['dash', 'formula']],
      { panels: new Set(mine.map(panel)).size, x: { type: x === 'dim' ? 'linear' : 'log', base: 2, label: x === 'dim' ? 'd →' : 'B, packets in a frame →', tickFormat: 'd', ticks: [...new Set(mine.map(row => row[x]))] } },
      () => [dashed(formulas, { fx: panel, x, y: 'formula', z: 'algorithm', stroke: 'algorithm' }),
        ...lineMarks(mine, { fx: panel, x, y: 'cycles', z: 'algorithm', title: row => `${row.algorithm}, d = ${row.dim}, M = ${row.packets}, B = ${row.frame_packets}\n${row.cycles} cycles, formula ${row.formula ?? 'none'}` })]);
  });
  main.append(section('cost', 'Costs beside formulas', ...folded(figures)));
  buildTable(main, 'costs', 'Costs', DATA.cost, [['collective', 'collective'], ['algorithm', 'algorithm'], ['ports', 'ports'], ['dim', 'd'], ['packets', 'M'], ['frame_packets', 'B'], ['cycles', 'cycles'], ['formula', 'formula'],
    ['registers', 'registers'], ['difference', 'beyond formula and registers'], ['start_ups', 'start-ups'], ['verified', 'verified']], ['collective', 'ports', 'dim']);
}
