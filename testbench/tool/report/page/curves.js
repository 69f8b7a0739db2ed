// Curves and maps of results: cycles by M and by d beside bound and closed form, cycles over the bound, bandwidth.
function buildCurves(main) {
  const rows = DATA.results.filter(row => row.cycles > 0);
  if (rows.length < 2) return;
  const sizes = [...new Set(rows.map(row => row.packets))].sort(d3.ascending);
  pickM = h('select', { onchange: () => redraws.forEach(draw => draw()) }, sizes.map(packets => h('option', { value: packets, selected: packets === usualPackets(rows) }, packets)));
  const pick = sizes.length > 1 ? [h('div', { class: 'filters' }, h('label', {}, 'M of the maps and of cycles by d', pickM))] : [];
  const named = [...new Set(rows.map(row => row.algorithm))].map(name => `${name}: ${ALGORITHMS[name]}`);
  const figures = [...pick, h('p', { class: 'soft' }, `${named.join('; ')}. d: dimensions of the cube. M: ${meaningOfM(rows)}. ${[...new Set(rows.map(row => row.ports))].map(ports => `${portsText(ports)}: a node uses its ports ${PORTS[ports]?.[1]}`).join('; ')}.`), ...ratioMaps(rows), ...byDimension(rows), ...folded(byPackets(rows)), ...folded(bandwidths(rows))];
  if (figures.length) main.append(section('curves', 'Curves', ...figures));
}

let pickM;  // for maps and cycles by d
const chosen = rows => rows.filter(row => row.packets === +pickM.value);

// A panel for each network.
function byPackets(rows) {
  return groups(rows, 'collective', 'ports').flatMap(some => {
    const mine = d3.groups(some, siteOf).map(([, of]) => of).filter(of => new Set(of.map(row => row.packets)).size >= 3).flat();
    if (!mine.length) return [];
    const { collective, ports } = mine[0], names = [...new Set(mine.map(row => row.algorithm))];
    const bounds = groups(mine.filter(row => row.lower_bound > 0), 'network', 'packets').map(of => of[0]), forms = mine.filter(row => formOf(row) > 0);
    return curves(`${collective}, ${portsText(ports)}: cycles by packets`, 'Both axes logarithmic, a panel for each network.', names, [BOUND, FORM],
      { panels: new Set(mine.map(siteOf)).size, x: { type: 'log', base: 2, label: 'M, packets →', tickFormat: '~s', ticks: 5 } }, () => [dashed(bounds, { fx: siteOf, x: 'packets', y: 'lower_bound', sort: 'packets', stroke: theme.ink }),
        Plot.line(forms, { fx: siteOf, x: 'packets', y: formOf, z: 'algorithm', stroke: 'algorithm', strokeDasharray: '1 5', strokeWidth: 4, strokeLinecap: 'round' }),
        ...lineMarks(mine, { fx: siteOf, x: 'packets', y: 'cycles', z: 'algorithm', title: titleOf })]);
  });
}
const titleOf = row => `${row.collective} ${row.algorithm}, ${siteOf(row)}, M = ${row.packets}\n${row.cycles} cycles, bound ${row.lower_bound ?? 'not known'}${row.lower_bound_source ? ` (${row.lower_bound_source})` : ''}, closed form ${row.formula || 'none'}`;

// The M of most rows; the smallest of several.
const usualPackets = rows => d3.greatest(d3.rollups(rows, of => of.length, row => row.packets), ([packets, count]) => count - packets / 1e9)[0];

// A panel for each collective, of its best algorithm.
function byDimension(rows) {
  return groups(rows.filter(row => row.dim != null), 'ports').flatMap(some => {
    if (new Set(some.map(row => row.dim)).size < 3) return [];
    return figure(`Cycles by d, ${portsText(some[0].ports)}`, 'The line is the best algorithm of each collective; cycles on a logarithmic axis.', width => {
      const best = groups(chosen(some), 'collective', 'dim').map(of => d3.least(of, row => row.cycles)), names = [...new Set(best.map(row => row.collective))];
      if (!best.length) return null;
      const columns = clamp(Math.floor(width / 190), 1, 6), fx = row => names.indexOf(row.collective) % columns, fy = row => Math.floor(names.indexOf(row.collective) / columns);
      const dims = [...new Set(best.map(row => row.dim))].sort(d3.ascending), facets = { fx, fy };
      return h('div', {}, keyOf([], ['', `M = ${pickM.value}`], BOUND, ['', '× closed form']), plot({ width: Math.min(width, 60 + 210 * Math.min(columns, names.length)), height: 90 + 160 * Math.ceil(names.length / columns),
        marginTop: 48, x: { label: 'd →', ticks: dims, tickFormat: 'd', inset: 8 }, y: { ...CYCLES, inset: 6 },
        fx: { axis: null, padding: 0.12 }, fy: { axis: null, padding: 0.3 }, marks: [
          Plot.text(names, { fx: (_, i) => i % columns, fy: (_, i) => Math.floor(i / columns), frameAnchor: 'top-left', lineAnchor: 'bottom', lineWidth: 14, dy: -5, dx: 2, text: name => `${name}\n${[...new Set(best.filter(row => row.collective === name).map(row => row.algorithm))].join(', ')}`, fontWeight: 600 }),
          Plot.frame({ stroke: theme.line }),
          Plot.line(best, { ...facets, x: 'dim', y: 'cycles', z: 'collective', sort: 'dim', stroke: theme.kinds[0], strokeWidth: 2.5 }),
          dashed(best.filter(row => row.lower_bound), { ...facets, x: 'dim', y: 'lower_bound', z: 'collective', sort: 'dim', stroke: theme.ink }),
          Plot.dot(best.filter(row => formOf(row) > 0), { ...facets, x: 'dim', y: formOf, stroke: theme.ink, symbol: 'times', r: 5 }),
          Plot.dot(best, { ...facets, x: 'dim', y: 'cycles', fill: theme.kinds[0], r: 3.2, title: titleOf, tip: { fill: theme.surface } })] }));
    });
  });
}

// Cycles in the cells; grey is optimal.
function ratioMaps(rows) {
  const top = d3.max(rows, row => row.ratio) || 1;  // of all maps, so that they compare
  const shade = row => row.ratio === 1 ? theme.faint : theme.heat(Math.sqrt((row.ratio - 1) / Math.max(top - 1, 1e-9)));
  return groups(rows.filter(row => row.ratio > 0), 'ports').map(some => {
    const name = row => `${row.collective} ${row.algorithm}`;
    return figure(`Cycles over bound, ${portsText(some[0].ports)}`, 'In each cell the cycles; how many times the bound, where they are not optimal and there is room. Bound: the lower bound; point at a cell for its source. Empty, or no row: none was run of this M.', width => {
      const mine = chosen(some), sites = [...new Set(mine.map(siteOf))], names = [...new Set(mine.map(name))];
      const full = Math.min(width, 170 + Math.max(110 * sites.length, 150)), wide = (full - 190) / sites.length, fits = wide > 76, above = fits ? 30 : 18 + 7 * d3.max(sites, site => site.length);  // without room, hues and the pointer tell how many times
      if (!mine.length) return null;
      return h('div', {}, h('div', { class: 'legend' }, h('span', {}, h('span', { class: 'chip', style: `background:${theme.faint}` }), 'optimal'), h('span', {}, 'more than 1×', scaleBar(theme.heat), `${top.toFixed(2)}×`)), plot({ width: full, height: above + 8 + 23 * names.length, marginLeft: 170, marginTop: above, marginBottom: 8,
        x: { type: 'band', label: null, axis: 'top', padding: 0.03, domain: sites, tickRotate: fits ? 0 : -90 }, y: { type: 'band', label: null, domain: names, padding: 0.06 },
        marks: [Plot.cell(mine, { x: siteOf, y: name, fill: shade, title: titleOf, tip: { fill: theme.surface } }),
          Plot.text(mine, { x: siteOf, y: name, text: row => row.ratio === 1 || !fits ? String(row.cycles) : `${row.cycles} · ${row.ratio.toFixed(row.ratio < 1.005 ? 4 : 2)}×`, fill: row => row.ratio === 1 ? theme.ink : textOn(shade(row)) })] }));
    });
  });
}

// Where a clock is given.
function bandwidths(rows) {
  return groups(rows.filter(row => row.algbw_gb_s > 0), 'collective', 'ports').flatMap(mine => {
    const { collective, ports, clock_mhz: clock } = mine[0];
    const by = (key, what, text, y) => curves(`${collective}, ${portsText(ports)}: ${what} at ${clock} MHz`, text, [...new Set(mine.map(row => row.algorithm))], [], { panels: new Set(mine.map(siteOf)).size, height: 250, x: { type: 'log', base: 2, label: 'bytes of a node →', tickFormat: '~s', ticks: 5 }, y: { grid: true, ...y } },
      () => lineMarks(mine, { fx: siteOf, x: 'bytes', y: key, z: 'algorithm', title: row => `${titleOf(row)}\n${row.time_us.toFixed(3)} µs, ${row.algbw_gb_s.toFixed(3)} GB/s` }));
    return [by('algbw_gb_s', 'bandwidth', 'Bandwidth of the algorithm, as nccl-tests count it.', { zero: true, label: '↑ GB/s' }), by('time_us', 'time', '', { type: 'log', label: '↑ µs', tickFormat: '~f' })];
  });
}
