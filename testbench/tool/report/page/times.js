// How many links are busy in each cycle, and which packet each link carries when: two diagrams on the axis of time that
// the slider has too. The lower bound is a broken line through both.
const GUTTER = 64, RIGHT = 16, MOST_COLUMNS = 4096, BUSY_HEIGHT = 56, TICKS_HEIGHT = 22;
const timeX = (t, W) => GUTTER + (t - view.from) * W / (view.till - view.from);

class Times {
  constructor(panel, busy, grid) {
    Object.assign(this, { panel, run: panel.run, busy, grid });
  }

  get H() { return clamp(this.run.L * (this.run.groupWord === 'node' ? 12 : 9), 110, view.panels.length > 1 ? 260 : this.run.groupWord === 'node' ? 600 : 400); }
  show() {  // the cycles on show have changed
    if (view.from < this.pictureFrom || view.till > this.pictureTill || Math.abs(view.till - view.from - this.long) > 1e-6) this.build(); else this.draw();
  }
  // The diagram as a picture with a pixel for each link and cycle, or for some links or cycles each, and as long again to scroll.
  build() {
    const { run, panel } = this, { palette, on } = panel, from = Math.floor(view.from), till = Math.min(Math.ceil(2 * view.till - view.from), run.C);
    this.bin = Math.max(1, Math.ceil((till - from) / MOST_COLUMNS), Math.ceil((view.till - view.from) / (this.grid.clientWidth - GUTTER - RIGHT)));  // a pixel or more
    const columns = Math.max(1, Math.ceil((till - from) / this.bin)), tall = Math.min(run.L, this.H), image = new ImageData(columns, tall), { data } = image;
    const shades = new Map(), shade = text => { if (!shades.has(text)) shades.set(text, d3.rgb(text)); return shades.get(text); };
    run.rows.forEach((l, row) => {
      for (let e = Math.max(run.starts[l], d3.bisectLeft(run.first, from - run.wires[l], run.starts[l], run.starts[l + 1]) - 1); e < run.starts[l + 1] && run.first[e] < till; e++) {
        const { r, g, b } = shade(run.is(e, DAMAGED) || run.is(e, LOST) ? theme.bad : palette.colourOf(e));
        for (let c = Math.max(run.first[e], from); c < Math.min(run.landing(e), till); c++) {
          const i = 4 * (Math.floor(row * tall / run.L) * columns + Math.floor((c - from) / this.bin)), alpha = on && !on[e] ? 26 : c < run.end(e) ? 255 : 90;  // pale on long wires
          if (alpha >= data[i + 3]) { data[i] = r; data[i + 1] = g; data[i + 2] = b; data[i + 3] = alpha; }
        }
      }
    });
    this.picture = document.createElement('canvas');
    this.picture.width = columns; this.picture.height = tall;
    this.picture.getContext('2d').putImageData(image, 0, 0);
    Object.assign(this, { pictureFrom: from, pictureTill: till < run.C ? till : Infinity, long: view.till - view.from });
    this.draw();
  }

  draw() {
    const { run, grid, picture, H } = this, g = sizeCanvas(grid, H + TICKS_HEIGHT);
    const W = grid.clientWidth - GUTTER - RIGHT, step = W / (view.till - view.from), rowHeight = H / run.L;
    Object.assign(this, { W, step });
    g.save(); g.beginPath(); g.rect(GUTTER, 0, W, H); g.clip();
    g.imageSmoothingEnabled = false;
    g.drawImage(picture, timeX(this.pictureFrom, W), 0, picture.width * this.bin * step, H);
    g.restore();
    g.strokeStyle = theme.surface; g.lineWidth = 1; g.beginPath();  // gaps between cells where there is room
    if (step > 5 && !run.cycles) for (let c = Math.ceil(view.from); c <= view.till; c++) { g.moveTo(timeX(c, W), 0); g.lineTo(timeX(c, W), H); }
    if (step > 2 && run.cycles) run.rows.forEach((l, row) => {  // between packets
      for (let e = run.starts[l]; e < run.starts[l + 1]; e++) if (run.end(e) >= view.from && run.end(e) <= view.till) { g.moveTo(timeX(run.end(e), W), row * rowHeight); g.lineTo(timeX(run.end(e), W), (row + 1) * rowHeight); }
    });
    if (rowHeight > 4) for (let k = 0; k <= run.L; k++) { g.moveTo(GUTTER, k * rowHeight); g.lineTo(GUTTER + W, k * rowHeight); }
    g.stroke();
    this.drawGroups(g, rowHeight);
    g.fillStyle = theme.bad;  // timeouts, at the sender's link
    for (const { what, link, first } of run.happens) if (what === 'timeout' && first >= view.from && first <= view.till) g.fillRect(timeX(first, W) - 1, run.rows.indexOf(link) * rowHeight, 2, rowHeight);
    g.fillStyle = theme.soft; g.font = `11px ${theme.sans}`; g.textAlign = 'center'; g.textBaseline = 'middle';
    const every = Math.max(1, d3.tickStep(view.from, view.till, clamp(W / 70, 2, 14))), base = run.before;
    for (let c = every * Math.ceil((view.from + base + 1) / every); c <= view.till + base; c += every) g.fillText(c.toLocaleString('en'), timeX(c - base - 0.5, W), H + 12);
    this.drawBusy(W);
    this.drawBound(g, H, W);
  }
  drawGroups(g, rowHeight) {
    const { run, W } = this, alone = run.groupWord === 'node' && rowHeight >= 11, group = k => alone ? k : run.group[run.rows[k]];  // where there is room, a name for each link
    g.fillStyle = theme.soft; g.strokeStyle = theme.line; g.font = `${alone ? 10 : 11}px ${theme.sans}`; g.textAlign = 'right'; g.textBaseline = 'middle'; g.beginPath();
    for (let k = 0, end, free = 0; k < run.L; k = end) {
      for (end = k; end < run.L && group(end) === group(k);) end++;
      const y = Math.max((k + end) / 2 * rowHeight, alone ? 0 : 6), half = alone ? 4 : 6;
      if (y - half >= free) { g.fillText(alone ? run.linkName(run.rows[k]) : `${run.groupWord === 'node' ? run.nodeWord(group(k)) : run.groupWord} ${group(k)}${run.groupWord === 'port' ? run.arrowOf(group(k)) : ''}`, GUTTER - 8, y); free = y + half; }
      if ((end - k) * rowHeight > 3) { g.moveTo(GUTTER - 6, end * rowHeight); g.lineTo(GUTTER + W, end * rowHeight); }
    }
    g.stroke();
  }
  drawBusy(W) {
    const { run } = this, b = sizeCanvas(this.busy, BUSY_HEIGHT), top = 18, tall = 36, base = top + tall;
    b.save(); b.beginPath(); b.rect(GUTTER, 0, W, BUSY_HEIGHT); b.clip();
    const area = d3.area().curve(d3.curveStepAfter).context(b).x(c => timeX(c, W)).y0(base).y1(c => base - tall * run.busy[c] / run.L);
    b.fillStyle = theme.accent; b.globalAlpha = 0.28; b.beginPath();
    area(d3.range(Math.floor(view.from), Math.min(Math.ceil(view.till), run.C) + 1));
    b.fill(); b.globalAlpha = 1;
    b.fillStyle = theme.bad;  // timeouts
    for (const { what, first } of run.happens) if (what === 'timeout') b.fillRect(timeX(first, W) - 1, base - 8, 2, 8);
    b.restore();
    b.fillStyle = theme.soft; b.font = `11px ${theme.sans}`; b.textAlign = 'right'; b.textBaseline = 'middle';
    b.fillText(`${run.L} links`, GUTTER - 8, top + 4); b.fillText('0', GUTTER - 8, base - 4);
    stroke(b, theme.line, 1, () => { b.moveTo(GUTTER, top + 0.5); b.lineTo(GUTTER + W, top + 0.5); });
    this.drawBound(b, BUSY_HEIGHT, W, true);
  }
  // The lower bound, and the end of a run after which links still answer.
  drawBound(g, height, W, named) {
    const { run } = this, { lower_bound: bound, cycles } = run.meta;
    for (const [word, cycle] of [['bound', bound], run.C > cycles - run.before && ['done', cycles]].filter(Boolean)) {
      const at = cycle - run.before;
      if (!(at > view.from && at <= view.till)) continue;
      const x = timeX(at, W) - (at === view.till ? 1 : 0), left = word === 'bound' ? x > GUTTER + 70 : x > GUTTER + W - 70;  // away from one another
      g.setLineDash(word === 'bound' ? [4, 3] : []); stroke(g, theme.ink, 1.5, () => { g.moveTo(x, 0); g.lineTo(x, height); }); g.setLineDash([]);
      if (named) { g.fillStyle = theme.ink; g.textAlign = left ? 'right' : 'left'; g.fillText(`${word} ${cycle.toLocaleString('en')}`, x + (left ? -6 : 6), 9); }
    }
  }

  // The cycle and link under the pointer, and the move there.
  cell(event) {
    const { run, grid } = this, box = grid.getBoundingClientRect(), c = Math.floor((event.clientX - box.left - GUTTER) / this.step + view.from);
    const row = Math.floor((event.clientY - box.top) / (this.H / run.L));
    if (event.clientX - box.left < GUTTER || c < 0 || c >= run.C || row < 0 || row >= run.L) return null;
    const tick = run.happens.find(o => o.what === 'timeout' && o.link === run.rows[row] && Math.abs(timeX(o.first, this.W) - event.clientX + box.left) <= 3);
    return { c, link: run.rows[row], move: run.at(run.rows[row], c), tick };
  }
  hintText(cell) { return cell ? `cycle ${this.run.cycleName(cell.tick?.first ?? cell.c)}, ${this.run.linkName(cell.link)}: ${cell.tick ? happeningText(cell.tick, this.run) : cell.move < 0 ? 'idle' : this.run.packetText(cell.move)}` : ''; }
}
