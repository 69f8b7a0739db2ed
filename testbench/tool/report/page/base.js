// Elements, numbers and colours, as all of the page uses them.
const DATA = JSON.parse(document.getElementById('data').textContent);
const query = selector => document.querySelector(selector);

// An element. Children that are no elements become text, never HTML.
function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter(child => child != null));
  return element;
}
const button = (text, label, act) => h('button', { type: 'button', 'aria-label': label, title: label, onclick: act }, text);

const clamp = (x, least, most) => Math.min(most, Math.max(least, x));
const plural = (n, word) => `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;
const groups = (rows, ...keys) => [...d3.group(rows, row => keys.map(key => row[key]).join('\u0001')).values()];

const dark = matchMedia('(prefers-color-scheme: dark)');
const still = matchMedia('(prefers-reduced-motion: reduce)');

// The colours of the style sheet, read once: to ask for them in every frame is slow.
let theme;
function readTheme() {
  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  theme = Object.fromEntries(['ink', 'soft', 'faint', 'line', 'surface', 'accent', 'wait', 'bad', 'mono', 'sans'].map(name => [name, css(`--${name}`)]));
  theme.kinds = d3.range(8).map(i => css(`--kind${i}`));
  theme.heat = x => dark.matches ? d3.interpolateViridis(0.18 + 0.82 * x) : d3.interpolateYlGnBu(0.22 + 0.78 * x);
  theme.load = x => d3.interpolateRgb(theme.faint, theme.ink)(0.1 + 0.6 * x);
  theme.ramp = x => d3.interpolateViridis(dark.matches ? 0.36 + 0.64 * x : 0.88 * x);  // without the end that the page swallows
}
readTheme();
const scaleBar = colour => h('span', { class: 'scale', style: `background:linear-gradient(to right,${d3.range(9).map(k => colour(k / 8)).join(',')})` });
const textOn = colour => d3.lab(colour).l > 58 ? '#111' : '#fff';

// What has to be drawn again when the page's width or colours change.
const redraws = [];

function section(id, title, ...children) {
  return h('section', { id, 'aria-labelledby': `${id}-h` }, h('h2', { id: `${id}-h` }, title), ...children);
}
