// Where the nodes of a network are drawn, by its family. A place has x and y by node; `wrap`: links that leave at one
// border and come in at the other, with the vector to the border; `bend`: links that are arcs, with how far they reach
// across, in the units of the other axis; `rest`: how far a packet has come on its link in the middle of its time, of all
// ports or of each; `dot`: its size, in radii of a node.
function layout(run) {
  const { n, family } = run, x = new Float64Array(n), y = new Float64Array(n);
  const place = { x, y, wrap: new Map(), bend: new Map(), rest: 0.5, dot: 0.62 };
  const extents = (run.meta.network.split(':')[1] || '').split('x').map(Number);
  const put = (v, a, b) => { x[v] = a; y[v] = b; };
  if (family === 'cube') layoutCube(run, put, place);
  else if (['torus', 'mesh', 'hamming'].includes(family) && extents.every(Number.isInteger)) layoutGrid(run, extents, put, place);
  else if (['ring', 'circulant', 'complete'].includes(family) && n <= 120) {
    if (family !== 'ring') place.rest = 0.7;
    for (let v = 0; v < n; v++) put(v, Math.sin(2 * Math.PI * v / n), -Math.cos(2 * Math.PI * v / n));
  }
  else if (family === 'butterfly' && n === extents[0] * 2 ** extents[0]) layoutButterfly(run, extents[0], put, place);
  else layoutGraph(run, put, place);
  return place;
}

// Three dimensions make a cube drawn obliquely; each three more, a larger such cube of cubes. Up to six dimensions no link
// lies behind a node of others: the vectors were searched for the largest distance between them, and the places where
// packets of each dimension rest for those where no two lie on one another.
function layoutCube(run, put, place) {
  const vectors = { 3: [[0.42, -0.3]], 4: [[0.62, -0.34], [1.9, 0.47]], 5: [[0.33, -0.31], [1.9, 0.35], [0.82, -1.6]] }[run.dims] ||
    [[0.62, -0.56], [4.1, 0.69], [0.36, -2.6], [2.1, -0.98], [9.4, -0.6], [0.5, -5.6], [5, -2], [20, -1], [1, -12]];
  vectors.unshift([1, 0], [0, -1]);
  if (run.dims > 4) place.rest = run.dims === 5 ? [0.62, 0.46, 0.74, 0.44, 0.76] : d3.range(run.dims).map(k => [0.6, 0.38, 0.64, 0.5, 0.72, 0.42][k % 6]);
  if (run.dims > 5) place.dot = 0.54;
  for (let v = 0; v < run.n; v++) {
    const some = vectors.filter((_, k) => v >> k & 1);
    put(v, d3.sum(some, w => w[0]), d3.sum(some, w => w[1]));
  }
}

// The last extent across, the one before down; a third as planes behind one another, a fourth as such blocks side by side.
function layoutGrid(run, extents, put, place) {
  const [A, B, D] = [extents.at(-1), extents.at(-2) || 1, extents.at(-3) || 1];
  const at = v => [v % A, Math.floor(v / A) % B, Math.floor(v / (A * B)) % D, Math.floor(v / (A * B * D))];
  const wide = Math.max(1, 0.46 * D), high = Math.max(1, 0.4 * D), block = wide * A + 0.4 * D + 0.6;
  for (let v = 0; v < run.n; v++) { const [i, j, k, b] = at(v); put(v, i * wide + k * 0.4 + b * block, j * high - k * 0.34); }
  for (let l = 0; l < run.L; l++) {
    const [i, j, k, b] = at(run.to[l]).map((c, m) => c - at(run.from[l])[m]), forward = run.from[l] < run.to[l] ? 1 : -1;
    const far = Math.max(Math.abs(i), Math.abs(j), Math.abs(k));
    if (run.family === 'hamming' && far > 1) place.rest = 0.66, place.bend.set(l, forward * (0.32 + 0.24 * (far - 2) / d3.max(extents)));
    if (b !== 0) place.bend.set(l, forward * 0.3);
    if (run.family !== 'torus') continue;
    if (Math.abs(i) > 1) place.wrap.set(l, [-Math.sign(i) * 0.55 * wide, 0]);
    if (Math.abs(j) > 1) place.wrap.set(l, [0, -Math.sign(j) * 0.55 * high]);
    if (Math.abs(k) > 1) place.wrap.set(l, [-Math.sign(k) * 0.22, Math.sign(k) * 0.19]);
  }
}

// Levels are columns; from the last, links lead around to the first: on in its row, or up or down.
function layoutButterfly(run, d, put, place) {
  place.rest = 0.7;  // lines cross in the middle
  for (let v = 0; v < run.n; v++) put(v, 2 * (v % d), Math.floor(v / d));
  for (let l = 0; l < run.L; l++) {
    const [u, v] = [run.from[l], run.to[l]], on = v % d - u % d;
    if (Math.abs(on) > 1) place.wrap.set(l, [-Math.sign(on), 0.36 * Math.sign(Math.floor(v / d) - Math.floor(u / d))]);
  }
}

// How far along the link from a to b a place is, and its vector from there.
function fromLink(x, y, ax, ay, bx, by) {
  const [dx, dy] = [bx - ax, by - ay], f = clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0, 1);
  return [f, x - ax - f * dx, y - ay - f * dy];
}

// Any other network: a tree, ranks above hosts, or by forces.
function layoutGraph(run, put, place) {
  const { n, L, from, to } = run, near = Array.from({ length: n }, () => []);
  for (let l = 0; l < L; l++) near[from[l]].push(to[l]);
  if (L === 2 * (n - 1)) return layoutTree(near, put);
  place.rest = 0.76;  // where links cross in the middle, packets rest beside it
  if (near.filter(a => a.length === 1).length >= n / 4 && layoutRanks(near, put)) return;
  const nodes = d3.range(n).map(index => ({ index })), links = d3.range(L).filter(l => from[l] < to[l]).map(l => ({ source: from[l], target: to[l] }));
  const off = Math.max(14, 26 - n / 4), keepOff = () => {  // no link lies behind a node that is not its end
    for (const { source: a, target: b } of n * L > 20000 ? [] : links) for (const e of nodes) {
      const [f, u, v] = fromLink(e.x, e.y, a.x, a.y, b.x, b.y), d = Math.hypot(u, v), push = 0.1 * (off - d) / (d || 1);
      if (e !== a && e !== b && push > 0) for (const [w, part] of [[e, 1], [a, f - 1], [b, -f]]) { w.vx += part * push * u; w.vy += part * push * v; }
    }
  };
  d3.forceSimulation(nodes).force('link', d3.forceLink(links).distance(34).strength(0.9)).force('charge', d3.forceManyBody().strength(-190))
    .force('x', d3.forceX().strength(0.025)).force('y', d3.forceY().strength(0.06)).stop().tick(300).force('off', keepOff).tick(200);  // from fixed places: always the same
  const lies = d3.deviation(nodes, e => e.x) > d3.deviation(nodes, e => e.y);  // the long side
  nodes.forEach(e => lies ? put(e.index, e.x, e.y) : put(e.index, e.y, e.x));
}

// The root is the middle of a longest way.
function layoutTree(near, put) {
  const grow = (v, up) => ({ v, children: near[v].filter(u => u !== up).map(u => grow(u, v)) }), rooted = v => d3.hierarchy(grow(v, -1));
  const farthest = v => d3.greatest(rooted(v), e => e.depth), way = farthest(farthest(0).data.v).ancestors();
  d3.tree().nodeSize([1, 1.7]).separation((a, b) => a.parent === b.parent ? 1 : 1.25)(rooted(way[way.length >> 1].data.v)).each(e => put(e.data.v, e.x, e.y));
}

// Hosts have one link; above them leaves, spines and so on. False where a link stays in its rank.
function layoutRanks(near, put) {
  const n = near.length, rank = near.map(a => a.length === 1 ? 0 : -1);
  let ranks = 0;
  for (let wave = d3.range(n).filter(v => rank[v] === 0); wave.length; ranks++) {
    wave = [...new Set(wave.flatMap(v => near[v]).filter(u => rank[u] < 0))];
    wave.forEach(u => { rank[u] = ranks + 1; });
  }
  if (ranks < 3 || near.some((a, v) => a.some(u => rank[u] === rank[v]))) return false;
  const layers = d3.range(ranks).map(k => d3.range(n).filter(v => rank[v] === k)), width = d3.max(layers, a => a.length);
  layers.forEach((a, k) => a.forEach((v, i) => put(v, (i + 0.5) * width / a.length, -k * width / (2.4 * (ranks - 1)))));
  return true;
}
