// Draws a timeline on a canvas: only what is in view, and what would share a pixel once, so that long runs stay smooth.
'use strict';

const GUTTER = 148;    // for the names of lanes
const AXIS = 26;       // above the lanes
const OVERVIEW = 26;   // below them
const ROOMY_LANE = 76;
const LEAST_LANE = 34;
const MOST_EDGES = 1200;  // of a frame, about
const LEAST_BAR = 3;  // pixels
const EDGE_GAP = 4;   // pixels between edges of the same two lanes, where they are dense

const VERB_COLORS = {
  'launch': 'launch', 'launch graph': 'launch', 'host function': 'launch', 'copy': 'copy', 'memset': 'copy',
  'prefetch': 'copy', 'allocate async': 'copy', 'free async': 'copy', 'record': 'mark', 'wait': 'mark',
};
const COLOR_NAMES = ['paper', 'line', 'text', 'quiet', 'missing', 'missing-soft', 'ordered', 'edge', 'memory', 'found',
  'step', 'launch', 'copy', 'mark', 'host', 'other', 'bar-text', 'stripe'];

class Chart {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.view = {left: 0, right: 1};
    this.top = 0;
    this.width = 0;
    this.height = 0;
    this.timeline = null;
    this.scale = null;
    this.finding = null;
    this.selected = null;
    this.hovered = null;
    this.found = new Set();
    this.shownLanes = [];
    this.allLanes = true;
    this.isDirty = false;
    new ResizeObserver(() => this.resize()).observe(canvas);
  }

  // What is shown.

  show(timeline, scaleName) {
    this.timeline = timeline;
    this.scale = timeline.scales[scaleName] || timeline.scales.order;
    this.chooseLanes();
    this.overview = null;
    this.draw();
  }

  highlight(finding) {
    this.finding = finding;
    this.chooseLanes();
    this.draw();
  }

  /** All lanes, or those that the finding is about. */
  chooseLanes() {
    if (!this.timeline) return;
    const lanes = this.timeline.lanes.map((_, lane) => lane);
    const wanted = this.lanesOfFinding();
    const few = !this.allLanes && wanted.size > 0;
    this.shownLanes = few ? lanes.filter((lane) => wanted.has(lane)) : lanes;
    this.row = new Int32Array(lanes.length).fill(-1);
    this.shownLanes.forEach((lane, row) => { this.row[lane] = row; });
    this.top = Math.max(0, Math.min(this.top, this.mostTop()));
  }

  lanesOfFinding() {
    const finding = this.finding;
    if (!finding || finding.timeline !== this.timeline) return new Set();
    const ops = [...finding.pairs.slice(0, 50).flatMap(({earlier, later}) => [earlier, later]),
      ...finding.steps.slice(0, 50).map(({op}) => op)];
    const lanes = new Set(ops.map((op) => this.timeline.lane[op]));
    if (lanes.size) this.timeline.lanes.forEach((lane, number) => { if (lane.host) lanes.add(number); });
    return lanes;
  }

  lanesFit() {
    return this.timeline.lanes.length * LEAST_LANE <= this.plotHeight();
  }

  // Geometry.

  resize() {
    const ratio = window.devicePixelRatio || 1;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.overview = null;
    if (this.onResize) this.onResize();
    this.draw();
  }

  /** The height that shows all lanes with room. */
  wantedHeight() {
    return AXIS + OVERVIEW + this.shownLanes.length * ROOMY_LANE;
  }

  plotHeight() {
    return this.height - AXIS - OVERVIEW;
  }

  laneHeight() {
    return Math.max(LEAST_LANE, Math.min(ROOMY_LANE, this.plotHeight() / Math.max(1, this.shownLanes.length)));
  }

  mostTop() {
    return Math.max(0, this.shownLanes.length * this.laneHeight() - this.plotHeight());
  }

  x(at) {
    return GUTTER + (at - this.view.left) * (this.width - GUTTER) / (this.view.right - this.view.left);
  }

  at(x) {
    return this.view.left + (x - GUTTER) * (this.view.right - this.view.left) / (this.width - GUTTER);
  }

  /** The box of an operation's bar; null when its lane is not shown. */
  box(op) {
    const row = this.row[this.timeline.lane[op]];
    if (row < 0) return null;
    const height = this.laneHeight();
    const padding = Math.min(20, height * 0.24);
    const inset = this.scale.name === 'order' ? 0.06 : 0;
    const left = this.x(this.scale.begin[op] + inset);
    const width = Math.max(LEAST_BAR, this.x(this.scale.end[op] - inset) - left);
    return {left, top: AXIS - this.top + row * height + padding, width, height: height - 2 * padding};
  }

  // Moving.

  setView(left, right) {
    if (!this.scale) return;
    const whole = this.scale.last - this.scale.first || 1;
    const least = this.scale.name === 'order' ? 3 : Math.min(whole, 50);
    const length = Math.max(least, Math.min(right - left, whole * 1.2));
    const middle = (left + right) / 2;
    const margin = length * 0.5;
    const from = Math.max(this.scale.first - margin, Math.min(middle - length / 2, this.scale.last + margin - length));
    this.view = {left: from, right: from + length};
    this.draw();
  }

  zoom(factor, x = GUTTER + (this.width - GUTTER) / 2) {
    const fixed = this.at(x);
    this.setView(fixed - (fixed - this.view.left) * factor, fixed + (this.view.right - fixed) * factor);
  }

  pan(pixels, rows = 0) {
    const by = pixels * (this.view.right - this.view.left) / (this.width - GUTTER);
    this.top = Math.max(0, Math.min(this.top + rows, this.mostTop()));
    this.setView(this.view.left + by, this.view.right + by);
  }

  showAll() {
    if (!this.scale) return;
    const margin = (this.scale.last - this.scale.first) * 0.03;
    this.setView(this.scale.first - margin, this.scale.last + margin);
  }

  /** Brings operations into view, with what is around them. */
  showOperations(ops) {
    if (ops.length === 0) return this.showAll();
    const left = Math.min(...ops.map((op) => this.scale.begin[op]));
    const right = Math.max(...ops.map((op) => this.scale.end[op]));
    const margin = this.scale.name === 'order' ? 1.6 : Math.max((right - left) * 0.4, 200);
    const least = this.scale.name === 'order' ? (this.width - GUTTER) / 150 : 0;
    const more = Math.max(0, least - (right - left) - 2 * margin) / 2;
    this.setView(left - margin - more, right + margin + more);
    this.showRows(ops);
  }

  showRows(ops) {
    const rows = ops.map((op) => this.row[this.timeline.lane[op]]).filter((row) => row >= 0);
    const height = this.laneHeight();
    const first = Math.min(...rows) * height;
    const last = (Math.max(...rows) + 1) * height;
    if (first < this.top || last > this.top + this.plotHeight())
      this.top = Math.max(0, Math.min((first + last - this.plotHeight()) / 2, this.mostTop()));
    this.draw();
  }

  reveal(op) {
    const middle = (this.scale.begin[op] + this.scale.end[op]) / 2;
    const length = this.view.right - this.view.left;
    const isInView = middle > this.view.left + length * 0.05 && middle < this.view.right - length * 0.05;
    if (!isInView) this.setView(middle - length / 2, middle + length / 2);
    this.showRows([op]);
  }

  // What is under the pointer.

  /** `{op}` or `{finding}` or null. */
  hit(x, y) {
    if (!this.timeline || x < GUTTER || y < AXIS || y > this.height - OVERVIEW) return null;
    const op = this.operationAt(x, y);
    if (op !== null) return {op};
    const pair = this.drawnPairs.find(({curve}) => distanceTo(curve, x, y) < 7);
    return pair ? {finding: pair.finding} : null;
  }

  operationAt(x, y) {
    const row = Math.floor((y - AXIS + this.top) / this.laneHeight());
    const lane = this.shownLanes[row];
    if (lane === undefined) return null;
    const ops = this.scale.byLane[lane];
    const isInside = (op) => {
      const {left, top, width, height} = this.box(op);
      return x >= left - 2 && x <= left + width + 2 && y >= top - 2 && y <= top + height + 2;
    };
    for (let i = this.scale.lowerBound(lane, this.at(x + 3)) - 1, tried = 0; i >= 0 && tried < 8; --i, ++tried)
      if (isInside(ops[i])) return ops[i];
    return null;
  }

  isInOverview(y) {
    return y > this.height - OVERVIEW;
  }

  centerOverview(x) {
    const at = this.scale.first + (x - GUTTER) / (this.width - GUTTER) * (this.scale.last - this.scale.first);
    const length = this.view.right - this.view.left;
    this.setView(at - length / 2, at + length / 2);
  }

  // Drawing.

  draw() {
    if (this.isDirty) return;
    this.isDirty = true;
    requestAnimationFrame(() => {
      this.isDirty = false;
      this.drawNow();
    });
  }

  drawNow() {
    if (!this.timeline || !this.width) return;
    const start = performance.now();
    new Painting(this).paint();
    this.canvas.dataset.frame = (performance.now() - start).toFixed(2);
  }
}

/** The distance from a point to a curve that `linkCurve` made. */
function distanceTo(curve, x, y) {
  let best = Infinity;
  for (let i = 0; i <= 40; ++i) {
    const [px, py] = pointOn(curve, i / 40);
    best = Math.min(best, Math.hypot(px - x, py - y));
  }
  return best;
}

function pointOn({x1, y1, x2, y2, bend, lift}, t) {
  const s = 1 - t;
  const mix = (a, b, c, d) => s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
  return [mix(x1, x1 + bend, x2 - bend, x2), mix(y1, y1 - lift, y2 - lift, y2)];
}

/** From the end of one bar to the begin of another. */
function linkCurve(from, to) {
  const x1 = from.left + from.width;
  const y1 = from.top + from.height / 2;
  const x2 = to.left;
  const y2 = to.top + to.height / 2;
  const lift = Math.abs(y1 - y2) < 4 ? from.height * 1.2 : 0;
  return {x1, y1, x2, y2, bend: Math.max(18, Math.min(Math.abs(x2 - x1) * 0.5, 120)), lift};
}
