// A table of rows that sorts by any column and filters. `columns`: [key, heading, what it is], a key like "delay.mean";
// columns without any value are left out. `choices`: keys with a list of values to choose.
const MOST_ROWS = 400;

function buildTable(main, id, title, rows, columns, choices) {
  const get = (row, key) => key.split('.').reduce((value, part) => value?.[part], row);
  const shown = columns.filter(([key]) => rows.some(row => get(row, key) != null));
  const isNumber = new Set(shown.map(([key]) => key).filter(key => rows.some(row => typeof get(row, key) === 'number')));
  const isWhole = new Set([...isNumber].filter(key => rows.every(row => Number.isInteger(get(row, key) ?? 0))));
  let scroll;
  const state = { by: null, up: true, text: '', only: {}, most: MOST_ROWS }, top = d3.max(rows, row => row.ratio);
  const show = (row, key) => {
    const value = get(row, key);
    if (value == null) return '';
    if (key === 'verified') return value ? 'yes' : `no: ${row.fault}`;
    if (key === 'ports') return portsText(value);
    if (key === 'link_utilization') return `${Math.round(100 * value)} %`;
    return typeof value !== 'number' ? String(value).replace(/^= /, '') : isWhole.has(key) ? value.toLocaleString('en') : value.toFixed(3);
  };
  const body = h('tbody'), count = h('span', { class: 'soft', 'aria-live': 'polite' }), more = h('p', { class: 'soft' }, 'More columns: scroll the table to the side →');
  const longer = button(`Show ${MOST_ROWS} more`, `Show ${MOST_ROWS} more rows`, () => { state.most += MOST_ROWS; fill(); });
  const headers = shown.map(([key, heading]) => h('th', { scope: 'col', class: isNumber.has(key) ? 'n' : '', 'aria-sort': 'none' },
    h('button', { type: 'button', onclick: () => { state.up = state.by !== key || !state.up; state.by = key; fill(); } }, heading)));
  function fill() {
    const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
    let some = rows.filter(row => Object.entries(state.only).every(([key, value]) => value === '' || String(row[key]) === value) &&
      words.every(word => shown.some(([key]) => show(row, key).toLowerCase().includes(word))));
    if (state.by) some = d3.sort(some, (a, b) => (state.up ? 1 : -1) * d3.ascending(get(a, state.by), get(b, state.by)));
    headers.forEach((header, i) => header.setAttribute('aria-sort', shown[i][0] !== state.by ? 'none' : state.up ? 'ascending' : 'descending'));
    body.replaceChildren(...some.slice(0, state.most).map(row => h('tr', { title: row.command }, shown.map(([key]) => h('td', { class: isNumber.has(key) ? 'n' : '' },
      key === 'ratio' && row.ratio > 1 ? h('span', { class: 'barlet', style: `width:${Math.round(46 * Math.log(row.ratio) / Math.log(top))}px`, 'aria-hidden': 'true' }) : null, show(row, key))))));
    count.textContent = plural(some.length, 'row') + (some.length < rows.length ? ` of ${rows.length.toLocaleString('en')}` : '') + (some.length > state.most ? `, the first ${state.most} on show` : '');
    longer.hidden = some.length <= state.most;
  }
  const choice = key => {
    const values = [...new Set(rows.map(row => row[key]))].filter(value => value != null).sort(d3.ascending);
    return values.length < 2 ? null : h('label', {}, (shown.find(([of]) => of === key) || [key, key])[1], h('select', { onchange: e => { state.only[key] = e.target.value; fill(); } }, h('option', { value: '' }, 'any'),
      values.map(value => h('option', { value: String(value) }, show({ [key]: value }, key)))));
  };
  main.append(section(id, title,
    h('div', { class: 'filters' }, h('label', {}, 'Find', h('input', { type: 'search', placeholder: 'words of a row', oninput: e => { state.text = e.target.value; fill(); } })), choices.map(choice), count, longer), more,
    scroll = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Table: ${title}` }, h('table', { class: 'results' }, h('thead', {}, h('tr', {}, headers)), body)),
    h('p', { class: 'soft' }, shown.filter(([, , text]) => text).map(([, heading, text]) => `${heading}: ${text}. `), shown.length < columns.length ? 'Columns of which no row has a value are left out.' : '')));
  redraws.push(() => { more.hidden = scroll.scrollWidth <= scroll.clientWidth; });
  fill();
}
