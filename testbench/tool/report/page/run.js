// A run: its links, its moves (packets on links), and what follows from them. Times count cycles from the first
// on show: a move of cycle 1 takes the time from 0 to 1.
const DAMAGED = 2, LOST = 4, ANSWER = 8, REPEATED = 1;
// The name of a run; of a part of it, or with its file where names are the same.
function runTitle(raw) {
  const { meta, from, till } = raw, name = ({ meta: m }) => `${m.collective} ${m.algorithm}, ${m.network}` + (m.packets > 1 ? `, M = ${m.packets}` : '');
  return name(raw) + (isPart(raw) ? `, cycles ${from} to ${till} of ${meta.cycles}` : '') + (DATA.runs.some(other => other !== raw && name(other) === name(raw)) ? `, ${meta.file}` : '');
}
const isPart = ({ from, till, meta }) => from > 1 || till < meta.cycles;

class Run {
  constructor(raw, index) {
    const { meta, links, events, packets } = raw, column = (rows, k) => Uint32Array.from(rows, row => row[k]);
    Object.assign(this, { meta, index, L: links.length, n: meta.nodes, ends: meta.nodes - (meta.switches ?? 0), family: meta.network.split(':')[0], before: raw.from - 1, isPart: isPart(raw), title: runTitle(raw) });
    [this.from, this.port, this.to, this.wires] = [0, 1, 2, 3].map(k => column(links, k));
    this.starts = Uint32Array.from([0, ...d3.cumsum(events.counts)]);  // first move of each link
    for (const name of ['first', 'packet', 'cycles', 'fate', 'frame', 'held', 'come']) this[name] = events[name] ? Uint32Array.from(events[name]) : null;
    this.E = this.first.length;
    [this.src, this.dst, this.tree, this.seq] = [0, 1, 2, 3].map(k => column(packets, k));
    this.dst = Int32Array.from(this.dst, d => d - 1);  // -1: all nodes
    this.P = this.src.length;
    this.isForAll = this.dst.every(d => d < 0);
    this.link = new Uint32Array(this.E);
    for (let l = 0; l < this.L; l++) this.link.fill(l, this.starts[l], this.starts[l + 1]);
    this.happens = raw.happens.map(([what, link, first, last, count]) => ({ what, link, first, last: last + 1, count }));
    this.C = Math.max(1, raw.till - this.before, d3.max(this.first, (_, e) => this.landing(e)) ?? 0);
    this.ports = d3.max(this.port) + 1;
    this.hop = Math.max(1, meta.hop_cycles - (meta.link_layer ? 0 : meta.link_latency ?? 0));  // without wires
    this.combined = meta.combined;
    this.dims = this.family === 'cube' ? this.ports : 0;
    this.root = meta.has_root ? meta.root : -1;
    this.numbers = this.combined ? 'nodes' : !this.isForAll ? 'receivers' : meta.packets > 1 ? 'packets' : 'sources';  // in the dots
    this.order = Uint32Array.from({ length: this.E }, (_, e) => e).sort((a, b) => this.first[a] - this.first[b]);
    if (this.combined) this.readOperands(events.operands); else this.findTrees();
    const block = Math.ceil(meta.packets / this.ends);
    this.isVector = !this.isPart && ['allreduce', 'scan', 'exscan'].includes(meta.collective);
    this.block = this.isVector && block < meta.packets && d3.max(this.seq) < block ? block : 0;
    if (!this.isPart && new Set(this.tree).size === 1) this.tree.fill(0);
    this.trees = (d3.max(this.tree) || 0) + 1;
    this.countBusy();
    this.followPackets();
    this.sortRows();
    this.place = layout(this);
  }

  // When the link can take another, when wires that take cycles have brought it, and when the other end has it (infinite: never).
  end(e) { return this.first[e] + (this.cycles ? this.cycles[e] : 1); }
  landing(e) { return this.end(e) + this.wires[this.link[e]]; }
  comeAt(e) { return !this.come ? this.landing(e) : this.come[e] ? this.end(e) - 1 + this.come[e] : Infinity; }
  is(e, fate) { return this.fate !== null && (this.fate[e] & fate) !== 0; }
  counts(e) { return !this.is(e, ANSWER | REPEATED); }  // as a packet on its link
  // The move on a link at a time, the latest of several, or -1.
  at(link, t) {
    const e = d3.bisectRight(this.first, t, this.starts[link], this.starts[link + 1]) - 1;
    return e >= this.starts[link] && t < this.landing(e) ? e : -1;
  }
  // Moves at a time, by link.
  movesAt(t) {
    const found = [];
    for (let l = 0; l < this.L; l++) for (let e = this.at(l, t); e >= this.starts[l] && t < this.landing(e); e--) found.push(e);
    return found;
  }
  name(v) { return this.dims && this.dims <= 4 ? v.toString(2).padStart(this.dims, '0') : String(v); }
  cycleName(c) { return (c + 1 + this.before).toLocaleString('en'); }
  // On a grid: which way the links of a port lead.
  arrowOf(port) {
    const { x, y, wrap } = this.place, l = ['mesh', 'torus'].includes(this.family) ? d3.range(this.L).find(k => this.port[k] === port && !wrap.has(k)) : null;
    if (l == null) return '';
    const dx = x[this.to[l]] - x[this.from[l]], dy = y[this.to[l]] - y[this.from[l]];
    return ' ' + '→↘↓↙←↖↑↗'[(Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) + 8) % 8];
  }
  sends(v) { return this.leaveTimes[v].length > 0; }  // packets of its own
  // Where each node owns a block of the vector, sequences count in the block of the owner.
  itemOf(p) { return this.seq[p] + this.block * (this.dst[p] < 0 ? this.src[p] : this.dst[p]); }
  linkName(l) { return `${this.name(this.from[l])} → ${this.name(this.to[l])}`; }
  packetName(e) {
    const p = this.packet[e];
    return `packet ${this.itemOf(p)}${this.isVector ? ' of the vector' : ''} from ${this.name(this.src[p])} to ${this.dst[p] < 0 ? 'all' : this.name(this.dst[p])}${this.trees > 1 ? `, tree ${this.tree[p]}` : ''}${this.combined ? `, of ${plural(this.contributors[e], 'node')}` : ''}`;
  }
  packetText(e) {
    let text = this.is(e, ANSWER) ? 'no packets' : this.packetName(e);
    if (this.frame) text += `, frame ${this.frame[e]} of this link`;
    for (const [fate, word] of [[REPEATED, 'sent again'], [DAMAGED, 'comes damaged'], [LOST, 'does not come']]) if (this.is(e, fate)) text += `, ${word}`;
    return text;
  }

  // For each move the moves that are combined in it, and how many nodes have contributed. The trace names their senders: it
  // is the last packet of the same item that has come from there, a part for the owner or one like this.
  readOperands(texts) {
    const { n, first, from, to, src, dst, seq, packet } = this;
    const between = new Map(d3.range(this.L).map(l => [from[l] * n + to[l], l]));
    this.own = texts.map(text => text.startsWith('own') ? 1 : 0);
    this.operands = texts.map((text, e) => {
      const p = packet[e], here = from[this.link[e]], mine = src[p] === here;
      return text.split('+').filter(word => word && word !== 'own').map(Number).map(sender => {
        const l = between.get(sender * n + here), isPart = q => seq[q] === seq[p] && ((src[q] === sender && dst[q] === here) || (dst[q] === dst[p] && src[q] === (mine ? sender : src[p])));
        let o = d3.bisectLeft(first, first[e], this.starts[l], this.starts[l + 1]) - 1;
        while (o >= this.starts[l] && !(isPart(packet[o]) && this.comeAt(o) <= first[e])) o--;
        return o >= this.starts[l] ? o : -1;
      }).filter(o => o >= 0);
    });
    this.contributors = new Uint32Array(this.E);
    for (const e of this.order) this.contributors[e] = this.own[e] + d3.sum(this.operands[e], o => this.contributors[o]);
  }

  // Off cubes no header names a tree: packets for all from one source that cross the same links take the same one.
  findTrees() {
    if (this.dims || this.isPart || d3.max(this.tree) || !this.isForAll || this.P > 10000) return;
    const moves = d3.range(this.E).filter(e => !this.is(e, ANSWER)), ways = d3.rollup(moves, some => [...new Set(some.map(e => this.link[e]))].join(), e => this.packet[e]);
    for (const [, mine] of d3.group(d3.range(this.P), p => this.src[p])) {
      const known = [...new Set(mine.map(p => ways.get(p)))];
      for (const p of mine) this.tree[p] = known.indexOf(ways.get(p));
    }
  }

  nodesIn(e) { return [...(this.own[e] ? [this.name(this.from[this.link[e]])] : []), ...this.operands[e].flatMap(o => this.nodesIn(o))]; }  // contributors

  countBusy() {  // links that are busy in each cycle, packets on each link
    this.busy = new Int32Array(this.C + 1);
    this.total = new Uint32Array(this.L);
    for (let e = 0, until = 0; e < this.E; until = this.landing(e++)) {
      if (e === this.starts[this.link[e]]) until = 0;  // the first of its link
      this.busy[Math.max(this.first[e], until)]++; this.busy[this.landing(e)]--;
      if (this.counts(e)) this.total[this.link[e]]++;
    }
    for (let c = 1; c <= this.C; c++) this.busy[c] += this.busy[c - 1];
    this.moved = d3.sum(this.total);
    this.repeats = this.fate ? this.fate.reduce((sum, fate) => sum + (fate & REPEATED ? 1 : 0), 0) : 0;
    this.busiest = Math.max(1, d3.max(this.total) || 0);
  }

  // When packets begin and end to wait at each node, come for good, and leave their sources; and latencies.
  followPackets() {
    const lists = () => Array.from({ length: this.n }, () => []), hop = this.hop;
    this.leaves = [];  // until then a packet, or what a node contributes to one, waits at its source
    const waits = lists(), ends = lists(), got = lists(), left = lists(), came = new Map(), born = new Map(), crossed = new Set();
    const stays = new Map();  // a packet waits at a node until its last copy leaves
    const retries = new Map();  // by crossing: from a failure until it comes
    this.latencies = [];
    for (const e of this.order) {
      const p = this.packet[e], u = this.from[this.link[e]], v = this.to[this.link[e]], first = this.first[e];
      if (this.is(e, ANSWER)) continue;
      const here = u * (this.P + 1) + p, there = v * (this.P + 1) + p, at = this.comeAt(e);
      const again = this.is(e, REPEATED);
      const begins = !again && (this.combined ? this.own[e] : this.src[p] === u && !born.has(p));
      if (begins) {
        this.leaves.push({ node: u, move: e, since: 0, until: first });
        left[u].push(first);
      }
      if (this.combined && !again) for (const o of this.operands[e]) stays.set(o, { node: u, move: o, since: this.comeAt(o) + hop - 1, until: first, all: d3.max(this.operands[e], one => this.comeAt(one)) + hop - 1 });
      else if (!again && came.has(here)) stays.set(here, { node: u, move: e, since: came.get(here) + hop - 1, until: first });
      else if (begins) { born.set(p, first - (this.held?.[e] ?? 0)); }
      const crossing = this.link[e] * (this.P + 1) + p;
      if (!Number.isFinite(at) && !crossed.has(crossing) && !retries.has(crossing)) retries.set(crossing, { since: this.end(e), until: Infinity });
      if (Number.isFinite(at) && retries.has(crossing)) retries.get(crossing).until = Math.min(at, retries.get(crossing).until);
      if (!Number.isFinite(at) || crossed.has(crossing) || (!this.combined && (came.has(there) || this.src[p] === v))) continue;
      crossed.add(crossing);
      if (!this.combined) came.set(there, at);
      if (this.isSwitch(v) || (!this.combined && this.dst[p] >= 0 && this.dst[p] !== v)) continue;
      got[v].push(at);
      if (born.has(p)) this.latencies.push(at - born.get(p));
    }
    this.retries = [...retries.values()];
    this.stays = [...stays.values()].filter(({ since, until }) => until > since);
    for (const { node, since, until } of this.stays) { waits[node].push(since); ends[node].push(until); }
    const sorted = all => all.map(times => Float64Array.from(times).sort());
    [this.waitTimes, this.waitEnds, this.gotTimes, this.leaveTimes] = [waits, ends, got, left].map(sorted);
    this.deepest = d3.max(this.waitTimes, (times, v) => d3.max(times, t => this.waiting(v, t))) || 0;
  }
  waiting(v, t) { return d3.bisectRight(this.waitTimes[v], t) - d3.bisectRight(this.waitEnds[v], t); }
  // Where and when what is marked waits.
  restsOf({ what, id }, on) {
    const begins = e => !this.combined || (what === 'src' ? this.from[this.link[e]] === id : what !== 'packet' || this.first[e] <= this.first[this.order[id]]);
    return [...this.leaves.filter(({ move }) => begins(move)), ...this.stays].filter(({ move }) => on[move]);
  }
  got(v, t) { return d3.bisectRight(this.gotTimes[v], t); }
  all(v) { return this.gotTimes[v].length; }
  isSwitch(v) { return v >= this.ends; }
  nodeWord(v) { return this.isSwitch(v) ? 'switch' : 'node'; }
  stillOwn(v, t) { return this.leaveTimes[v].length - d3.bisectRight(this.leaveTimes[v], t); }

  // Rows of the diagram of links by cycles: by port where ports mean a direction, else by node.
  sortRows() {
    const alike = ['cube', 'torus', 'mesh', 'hamming', 'ring', 'circulant', 'complete', 'folded', 'star', 'pancake'].includes(this.family);
    this.group = alike ? this.port : this.from;
    this.groupWord = !alike ? 'node' : this.dims ? 'dim' : 'port';
    this.rows = d3.range(this.L).sort((a, b) => this.group[a] - this.group[b] || this.from[a] - this.from[b] || this.port[a] - this.port[b]);
  }

  // The moves of a packet, source, receiver or tree, as 1. Where packets are combined: the moves that went into one
  // and those that have it in them, or a node's contribution.
  marked({ what, id }) {
    const on = new Uint8Array(this.E);
    if (this.combined && (what === 'packet' || what === 'src')) {
      const has = new Uint8Array(this.E), into = what === 'packet' ? [this.order[id]] : [];
      for (const o of into) if (!on[o]) { on[o] = 1; into.push(...this.operands[o]); }
      for (const e of this.order) {
        const begins = what === 'packet' ? e === this.order[id] : this.own[e] && this.from[this.link[e]] === id;
        if (begins || this.operands[e].some(o => has[o])) has[e] = on[e] = 1;
      }
      return on;
    }
    const kind = { src: this.src, dst: this.dst, tree: this.tree }[what];
    const comes = e => what === 'dst' && this.to[this.link[e]] === id && (this.dst[this.packet[e]] < 0 || this.isSwitch(id));
    for (let e = 0; e < this.E; e++) if (!this.is(e, ANSWER)) on[e] = (kind ? kind[this.packet[e]] : this.packet[e]) === id || comes(e) ? 1 : 0;
    return on;
  }
}
