// The drawing of a run's network. Links are drawn once into a picture; nodes and packets in every frame. A packet keeps
// to the right of its link, so that the two directions never meet.
const A = [0, 0], B = [0, 0];
// The numbers in dots: what they are.
const NUMBERS = { nodes: ['how many nodes a packet combines', (run, e) => String(run.contributors[e])], receivers: ['receivers of packets', (run, e, p) => run.name(run.dst[p])],
  sources: ['sources of packets', (run, e, p) => run.name(run.src[p])], packets: ['packets, from 0', (run, e, p) => String(run.seq[p])] };

class Stage {
  constructor(panel, canvas) {
    Object.assign(this, { panel, run: panel.run, canvas });
    // Without ctrl the wheel scrolls the page, and so does one finger while the whole network is on show.
    const zooms = e => e.type === 'wheel' ? e.ctrlKey : e.touches ? e.touches.length > 1 || d3.zoomTransform(canvas).k > 1 : e.type === 'mousedown';
    this.zoomer = d3.zoom().scaleExtent([1, 16]).clickDistance(4).filter(zooms).on('zoom', () => { tip.hidden = true; this.fit(); this.draw(); legend(panel); });
    d3.select(canvas).call(this.zoomer);
  }

  fit() {
    const { run, canvas } = this, { k, x: left, y: top } = d3.zoomTransform(canvas), { x, y, wrap, bend } = run.place, W = canvas.clientWidth, H = clamp(W * (view.panels.length > 1 ? 0.9 : 0.62), 290, 560), pad = 34;
    this.g = sizeCanvas(canvas, H);
    this.zoomer.translateExtent([[0, 0], [W, H]]);
    const most = ['cube', 'ring', 'circulant', 'complete'].includes(run.family) ? 1.25 : 2.2;  // how far one side may be stretched
    const reach = [...[...wrap].map(([l, [a, b]]) => [x[run.from[l]] + a, y[run.from[l]] + b]), ...[...bend].map(([l, high]) => [x[run.from[l]] - Math.sign(y[run.to[l]] - y[run.from[l]]) * high, y[run.from[l]] + Math.sign(x[run.to[l]] - x[run.from[l]]) * high])];
    const [x0, x1] = d3.extent([...x, ...reach.map(p => p[0])]), [y0, y1] = d3.extent([...y, ...reach.map(p => p[1])]);
    const [full, tall] = [(W - 2 * pad) / Math.max(x1 - x0, 1e-9), (H - 2 * pad) / Math.max(y1 - y0, 1e-9)], [sx, sy] = [k * Math.min(full, most * tall), k * Math.min(tall, most * full)];
    Object.assign(this, { W, H, sx, sy, px: x.map(a => left + k * W / 2 + (a - (x0 + x1) / 2) * sx), py: y.map(b => top + k * H / 2 + (b - (y0 + y1) / 2) * sy) });
    let shortest = 1e9, apart = 1e9;
    for (let l = 0; l < run.L; l++) if (!wrap.has(l)) shortest = Math.min(shortest, this.distance(run.from[l], run.to[l]));
    if (run.n <= 2048) for (let v = 0; v < run.n; v++) for (let u = 0; u < v; u++) apart = Math.min(apart, this.distance(u, v));
    const straight = run.n * run.L > 50000 ? [] : d3.range(run.L).filter(l => !wrap.has(l) && !bend.has(l)), { px, py } = this;
    const clear = d3.min(straight, l => { const [u, v] = [run.from[l], run.to[l]]; return d3.min(px, (a, w) => w === u || w === v ? NaN : Math.hypot(...fromLink(a, py[w], px[u], py[u], px[v], py[v]).slice(1))); }) ?? 1e9;
    this.R = clamp(Math.min(shortest * 0.17, apart * 0.38, clear - 2), 3.5, 19);
    this.dot = clamp(this.R * run.place.dot, 2.6, 10.5);
    this.side = this.dot + 1;
    this.links = null;
  }
  distance(u, v) { return Math.hypot(this.px[u] - this.px[v], this.py[u] - this.py[v]); }

  // A point of a link's way, f from 0 to 1.
  point(l, f, out, side = this.side) {
    const { run, px, py } = this, { wrap, bend } = run.place, u = run.from[l], v = run.to[l];
    let ax = px[u], ay = py[u], bx = px[v], by = py[v];
    const stub = wrap.get(l), height = bend.get(l) || 0;
    if (stub) {  // out on one side, in on the other
      const dx = 2 * stub[0] * this.sx, dy = 2 * stub[1] * this.sy;
      if (f < 0.5) { bx = ax + dx; by = ay + dy; } else { ax = bx - dx; ay = by - dy; }
    }
    const dx = bx - ax, dy = by - ay, d = Math.hypot(dx, dy) || 1, cut = Math.min(this.R / d, 0.4), k = cut + (1 - 2 * cut) * f;
    const off = side + height * (Math.abs(dx) > Math.abs(dy) ? this.sy : this.sx) * 4 * k * (1 - k);
    out[0] = ax + dx * k - dy / d * off;
    out[1] = ay + dy * k + dx / d * off;
    return out;
  }
  segment(g, l, a, b, side) {
    const { wrap, bend } = this.run.place;
    if (wrap.has(l) && a < 0.5 && b >= 0.5) { this.segment(g, l, a, 0.499, side); a = 0.5; }
    const parts = bend.has(l) ? 24 : 1;
    this.point(l, a, A, side); g.moveTo(A[0], A[1]);
    for (let i = 1; i <= parts; i++) { this.point(l, a + (b - a) * i / parts, B, side); g.lineTo(B[0], B[1]); }
  }

  // Links change seldom: plain, or the load of each direction as darkness and width.
  drawLinks(cycle) {
    const { run, canvas, W, R } = this, { wrap } = run.place, layer = document.createElement('canvas'), g = layer.getContext('2d');
    layer.width = canvas.width; layer.height = canvas.height; layer.cycle = cycle;
    g.scale(canvas.width / W, canvas.width / W);
    g.lineCap = 'round';
    if (R >= 8) {  // where a link around comes in again
      g.fillStyle = theme.soft; g.font = `${Math.round(R * 0.7)}px ${theme.mono}`; g.textAlign = 'center'; g.textBaseline = 'middle';
      for (const l of wrap.keys()) {
        this.point(l, 0.499, A, 0); this.point(l, 0.4, B, 0);
        const d = Math.hypot(A[0] - B[0], A[1] - B[1]) || 1;
        g.fillText(run.name(run.to[l]), A[0] + (A[0] - B[0]) / d * R * 1.3, A[1] + (A[1] - B[1]) / d * R * 1.3);
      }
    }
    if (view.load === 'none') {
      stroke(g, theme.line, clamp(R / 6, 0.8, 2), () => { for (let l = 0; l < run.L; l++) if (run.from[l] < run.to[l] || wrap.has(l)) this.segment(g, l, 0, 1, 0); });
      return layer;
    }
    const until = view.load === 'all' ? run.C : cycle;
    const load = l => {
      const end = d3.bisectLeft(run.first, until, run.starts[l], run.starts[l + 1]);
      return run.fate ? d3.range(run.starts[l], end).filter(e => run.counts(e)).length : end - run.starts[l];
    };
    for (let level = 0; level <= 8; level++) stroke(g, level ? theme.load(level / 8) : theme.faint, level ? 1 + level / 8 * clamp(R / 3, 1.6, 3.6) : 1, () => {
      for (let l = 0; l < run.L; l++) if (Math.ceil(8 * load(l) / run.busiest) === level) this.segment(g, l, 0.02, 0.98);
    });
    return layer;
  }

  draw() {
    const { g, W, H, run } = this, c = shownCycle(run);
    if (!W) return;
    g.clearRect(0, 0, W, H);
    g.lineCap = 'round';
    if (!this.links || (view.load === 'now' && this.links.cycle !== c)) this.links = this.drawLinks(c);
    g.drawImage(this.links, 0, 0, W, H);
    if (this.panel.way) this.drawWay();
    this.drawHappenings(c, true);
    const moves = view.t < run.C ? run.movesAt(view.t) : [], { on } = this.panel;
    const draw = packets => { for (const clear of [false, true]) packets.call(this, moves.filter(e => (!on || on[e] === 1) === clear), clear); g.globalAlpha = 1; };
    if (view.load === 'none') draw(this.drawTails);
    this.drawNodes(c);
    draw(this.drawMoves);
    this.drawHappenings(c, false);
  }

  // The way of what is marked: thick where it has been, dashed where it will go.
  drawWay() {
    const { g, R, panel } = this;
    for (const later of [true, false]) {
      g.setLineDash(later ? [2, 6] : []); g.globalAlpha = later ? 0.7 : 0.45;
      stroke(g, theme.accent, later ? 2 : clamp(R / 3, 2, 5), () => { for (const [l, [first, last]] of panel.way) if (later ? view.t < last + 1 : first + 1 <= view.t) this.segment(g, l, 0, 1); });
    }
    g.setLineDash([]); g.globalAlpha = 1;
  }

  // Links that are stopped or dead lie under the nodes, timeouts beside the senders over them.
  drawHappenings(c, below) {
    const { g, run, R } = this, long = Math.max(2, run.C / 80);
    for (const { what, link, first, last } of run.happens) {
      if (below && what === 'stopped' && first <= view.t && view.t < last) {
        stroke(g, theme.wait, clamp(R / 3, 2, 5), () => this.segment(g, link, 0.72, 0.98));
      } else if (below && what === 'dead' && view.t >= first) {
        g.setLineDash([3, 4]); stroke(g, theme.bad, 2, () => this.segment(g, link, 0, 1)); g.setLineDash([]);
        this.cross(link, 0.5, clamp(R / 2, 4, 8));
      } else if (!below && (what === 'timeout' || what === 'dropped') && first <= view.t && view.t < first + long) {
        this.point(link, 0.06, A); stroke(g, theme.bad, 2, () => g.arc(A[0], A[1], clamp(R / 2, 4, 9), 0, 2 * Math.PI));
        g.fillStyle = theme.bad; g.font = `600 11px ${theme.sans}`; g.textAlign = 'center';  // behind the ring, seen from the node
        g.fillText(what === 'timeout' ? run.cycleName(first) : what, A[0] + 14 * Math.sign(A[0] - this.px[run.from[link]]), A[1] + (A[1] < this.py[run.from[link]] ? -14 : 18));
      }
    }
  }
  cross(l, f, size, beside = 0) {
    const { g } = this, [x, y] = this.point(l, f, A), [a, b] = [x + beside, y - beside];
    stroke(g, theme.bad, 2.2, () => { for (const up of [size, -size]) { g.moveTo(a - size, b - up); g.lineTo(a + size, b + up); } });
  }

  // A ring fills as packets come; a switch is a square; the inside tells how many wait; the root has a second ring, and so has a node in which what is highlighted waits.
  drawNodes(c) {
    const { g, run, R, px, py } = this, circle = (x, y, r, part = 1) => { g.beginPath(); g.arc(x, y, r, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * part); };
    const outline = v => { if (!run.isSwitch(v)) return circle(px[v], py[v], R); g.beginPath(); g.rect(px[v] - 0.9 * R, py[v] - 0.9 * R, 1.8 * R, 1.8 * R); };
    const holds = waitingNodes(this.panel, c);
    g.font = `${Math.round(R * (run.name(run.n - 1).length > 3 ? 0.62 : 0.8))}px ${theme.mono}`; g.textAlign = 'center'; g.textBaseline = 'middle';
    for (let v = 0; v < run.n; v++) {
      const waits = run.waiting(v, c), all = run.all(v), part = all ? run.got(v, view.t) / all : +(run.root === v);
      outline(v); g.fillStyle = theme.surface; g.fill();
      if (waits) { g.globalAlpha = 0.2 + 0.65 * waits / run.deepest; g.fillStyle = theme.wait; g.fill(); g.globalAlpha = 1; }
      g.lineWidth = clamp(R / 5, 1.2, 3.4); g.strokeStyle = theme.faint; g.stroke();
      if (part > 0) { circle(px[v], py[v], R, part); g.strokeStyle = theme.ink; g.stroke(); }
      if (holds.includes(v)) { circle(px[v], py[v], R + 3); g.lineWidth = 3; g.strokeStyle = theme.accent; g.stroke(); }
      if (run.root === v) { circle(px[v], py[v], R + g.lineWidth + 1.5); g.lineWidth = 1.2; g.strokeStyle = theme.ink; g.stroke(); }
      if (R >= 8) { g.fillStyle = waits / run.deepest > 0.35 ? '#111' : theme.ink; g.fillText(run.name(v), px[v], py[v] + 0.5); }
    }
  }

  // How far a move has come on its link: in the middle of its time, and now.
  rest(l) { const { wrap, rest } = this.run.place; return wrap.has(l) ? 0.5 : rest[this.run.port[l]] ?? rest; }
  part(e) {
    const { run } = this, rest = this.rest(run.link[e]), f = still.matches ? 0.5 : (view.t - run.first[e]) / (run.landing(e) - run.first[e]);
    return f < 0.5 ? 2 * f * rest : 1 - 2 * (1 - f) * (1 - rest);
  }

  byKind(moves) { return d3.group(moves, e => this.run.is(e, ANSWER) ? -1 : this.panel.palette.kindOf(e)); }
  drawTails(moves, clear) {  // they tell the way
    const { g, run, dot, panel } = this;
    g.globalAlpha = clear ? 0.35 : 0.08;
    for (const [kind, events] of this.byKind(moves)) if (kind >= 0) stroke(g, panel.palette.kinds.get(kind).colour, dot * (dot < 6 ? 0.7 : 0.9), () => { for (const e of events) this.segment(g, run.link[e], Math.max(0, this.part(e) - 0.22), this.part(e)); });
  }
  drawMoves(moves, clear) {
    const { g, run, dot, panel } = this, at = e => this.point(run.link[e], this.part(e), A);
    const ring = (some, radius, colour, width = 1.5) => stroke(g, colour, width, () => { for (const e of some) { const [x, y] = at(e); g.moveTo(x + radius, y); g.arc(x, y, radius, 0, 2 * Math.PI); } });
    for (const [kind, events] of this.byKind(moves)) {
      if (kind < 0) {  // frames without packets
        g.globalAlpha = clear ? 0.8 : 0.13; g.fillStyle = theme.soft;
        for (const e of events) { const [x, y] = at(e); g.fillRect(x - dot * 0.45, y - dot * 0.45, dot * 0.9, dot * 0.9); }
        continue;
      }
      const { colour, text } = panel.palette.kinds.get(kind);
      g.globalAlpha = clear ? 1 : 0.13; g.fillStyle = colour;
      ring(events, dot, theme.surface, dot > 3 ? 2 : 1); g.fill();  // half of the ring is seen
      if (clear && panel.on) ring(events, dot + 1, theme.ink);
      if (clear && dot >= 6 && run.P < 10000) {
        const labels = events.map(e => NUMBERS[run.numbers][1](run, e, run.packet[e])), most = d3.max(labels, label => label.length), size = Math.round(dot * (most === 4 ? 0.9 : 1.15 * Math.min(1, 2.2 / most)));
        g.fillStyle = text; g.font = `600 ${size}px ${theme.mono}`; g.textAlign = 'center'; g.textBaseline = 'middle';
        events.forEach((e, i) => {
          const [x, y] = at(e), lines = most === 4 ? [labels[i].slice(0, 2), labels[i].slice(2)] : [labels[i]];
          lines.forEach((line, k) => g.fillText(line, x, y + (k - (lines.length - 1) / 2) * 0.85 * size + 0.5));
        });
      }
    }
    if (!run.fate) return;
    ring(moves.filter(e => run.is(e, REPEATED)), dot + 3, theme.accent);
    for (const e of moves) if (run.is(e, DAMAGED) || (run.is(e, LOST) && this.part(e) > 0.5)) this.cross(run.link[e], this.part(e), dot * 0.6, dot);
  }

  // The node or move under the pointer.
  near(event) {
    const box = this.canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top, { run } = this;
    for (let v = 0; v < run.n; v++) if (Math.hypot(this.px[v] - x, this.py[v] - y) <= this.R) return { node: v };
    const far = e => { const [a, b] = this.point(run.link[e], this.part(e), A); return Math.hypot(a - x, b - y); };
    const move = view.t < run.C ? d3.least(run.movesAt(view.t), far) : undefined;
    return move !== undefined && far(move) < this.dot + 5 ? { move } : null;
  }
  hintText(found) {
    const { run } = this;
    if (!found) return '';
    if (found.move >= 0) return `${run.packetText(found.move)}, on ${run.linkName(run.link[found.move])}`;
    const v = found.node, c = shownCycle(run);
    return `${run.nodeWord(v)} ${run.name(v)}: ${run.all(v) ? `${run.got(v, view.t)} of ${plural(run.all(v), 'packet')}${run.combined ? ' with parts of sums or results' : ''} have come; ` : ''}${run.stillOwn(v, c)} of its own wait, and ${run.waiting(v, c)} on their way`;
  }
  zoomBy(factor) { d3.select(this.canvas).call(factor ? this.zoomer.scaleBy : this.zoomer.transform, factor || d3.zoomIdentity); }
}
