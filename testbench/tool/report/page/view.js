// What is on show: runs, time, colours, the highlight, and the cycles of the diagrams. All panels share it.
const RUNS = [];
const MOST_SHOWN = 4;
const COLOURS = { tree: 'tree', src: 'source', dst: 'receiver', port: 'port' }, LOADS = { none: 'hidden', now: 'so far', all: 'of the run' }, MARKS = { packet: 'packet', src: 'source', dst: 'receiver', tree: 'tree' };
const view = { panels: [], t: 0.5, playing: false, speed: 2, colour: 'tree', load: 'none', mark: null, from: 0, till: 1 };

const mostCycles = () => d3.max(view.panels, panel => panel.run.C);
const shownCycle = run => clamp(Math.floor(view.t), 0, run.C);

// The colours of a run's packets, for the kinds that there are: eight that the colour-blind tell apart, or a ramp.
function paletteOf(run) {
  const kindOf = view.colour === 'port' ? e => run.port[run.link[e]] : e => Math.max(0, run[view.colour][run.packet[e]]);
  const used = [...new Set(view.colour === 'port' ? run.port : run[view.colour].map(kind => Math.max(0, kind)))].sort(d3.ascending), count = used.length;
  const colourAt = (kind, i) => count > 8 ? theme.ramp(i / (count - 1)) : theme.kinds[used.at(-1) < 8 ? kind : i];
  const kinds = new Map(used.map((kind, i) => [kind, { colour: colourAt(kind, i), text: textOn(colourAt(kind, i)) }]));
  return { used, kinds, kindOf, colourOf: e => run.is(e, ANSWER) ? theme.soft : kinds.get(kindOf(e)).colour };
}

function sizeCanvas(canvas, height) {
  const ratio = window.devicePixelRatio || 1;
  canvas.style.height = `${height}px`;
  canvas.width = Math.round(canvas.clientWidth * ratio);
  canvas.height = Math.round(height * ratio);
  const g = canvas.getContext('2d');
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  return g;
}

const stroke = (g, colour, width, path) => { g.strokeStyle = colour; g.lineWidth = width; g.beginPath(); path(); g.stroke(); };

let tip, pointed = null;  // what is under the pointer: its text changes as the run goes on
const hintAgain = () => { if (pointed) hint(pointed.event, pointed.text()); };
function hint(event, text) {
  Object.assign(tip, { hidden: !text, textContent: text });
  Object.assign(tip.style, { left: `${clamp(event.clientX + 14, 0, innerWidth - 300)}px`, top: `${event.clientY + 14}px` });
}
