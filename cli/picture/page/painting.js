// One frame of the chart, layer by layer: bars, order, and what a finding says of them.
'use strict';

const FONT = '12px system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif';
const SMALL_FONT = '11px system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif';
const BOLD_FONT = '700 12px system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif';

class Painting {
  constructor(chart) {
    this.chart = chart;
    this.context = chart.context;
    this.timeline = chart.timeline;
    this.scale = chart.scale;
    this.finding = chart.finding && chart.finding.timeline === chart.timeline ? chart.finding : null;
    chart.colors ??= readColors();
    this.colors = chart.colors;
    this.related = this.relatedOperations();
    this.labels = new Labels(this);
  }

  paint() {
    const {context, chart} = this;
    context.clearRect(0, 0, chart.width, chart.height);
    context.textBaseline = 'middle';
    const backdrop = new Backdrop(this);
    backdrop.paintStripes();
    backdrop.paintAxis();
    context.save();
    context.beginPath();
    context.rect(GUTTER, AXIS, chart.width - GUTTER, chart.plotHeight());
    context.clip();
    this.paintTail();
    this.paintEdges();
    this.chart.shownLanes.forEach((lane) => this.paintLane(lane));
    this.paintFound();
    this.paintPairs();
    this.paintMarks();
    this.paintPairLabel();
    context.restore();
    backdrop.paintNames();
    backdrop.paintOverview();
  }

  /** The operations of the selected finding, with what they are to it. */
  relatedOperations() {
    const related = new Map();
    if (!this.finding) return related;
    for (const {op, role} of this.finding.steps) related.set(op, role === ROLE.reported ? 'reported' : 'step');
    for (const {earlier, later} of this.finding.pairs) related.set(earlier, 'pair').set(later, 'pair');
    return related;
  }

  // Bars.

  paintLane(lane) {
    const {chart, scale} = this;
    const row = chart.row[lane];
    const y = AXIS - chart.top + row * chart.laneHeight();
    if (y > chart.height || y + chart.laneHeight() < 0) return;
    const ops = scale.byLane[lane];
    let i = Math.max(0, scale.lowerBound(lane, chart.view.left) - 1);
    while (i < ops.length && scale.begin[ops[i]] < chart.view.right) {
      const box = chart.box(ops[i]);
      this.paintBar(ops[i], box);
      const next = i + 1;
      const isCrowded = next < ops.length && chart.x(scale.begin[ops[next]]) < box.left + LEAST_BAR;
      i = isCrowded ? Math.max(next, scale.lowerBound(lane, chart.at(box.left + LEAST_BAR), next)) : next;
    }
  }

  paintBar(op, box) {
    const {context, colors, finding} = this;
    const use = finding ? finding.useOf(op) : '';
    const isQuiet = finding && finding.pairs.length > 0 && !this.related.has(op) && !use;
    context.globalAlpha = isQuiet ? 0.5 : 1;
    context.fillStyle = colors[barColor(this.timeline, op)];
    const isWide = box.width > 8;
    if (isWide) {
      context.beginPath();
      context.roundRect(box.left, box.top, box.width, box.height, 4);
      context.fill();
    } else {
      context.fillRect(box.left, box.top, box.width, box.height);
    }
    if (this.timeline.captured.has(op)) this.hatch(box, colors.paper);
    if (use) this.paintUse(box, use);
    if (box.left + box.width - Math.max(box.left, GUTTER) > 26) this.paintBarText(op, box, use);
    context.globalAlpha = 1;
  }

  /** A foot that says how the bar uses the memory of the finding. */
  paintUse(box, use) {
    const {context, colors} = this;
    const height = Math.min(14, box.height * 0.4);
    const top = box.top + box.height - height;
    context.fillStyle = colors.memory;
    if (box.width < 14) return context.fillRect(box.left, top, box.width, height);
    context.beginPath();
    context.roundRect(box.left, top, box.width, height, [0, 0, 4, 4]);
    context.fill();
    if (height < 12) return;
    const name = this.finding.buffer ? ` ${this.finding.buffer}` : '';
    const words = `${use}${name}`;
    context.font = SMALL_FONT;
    context.fillStyle = colors.paper;
    const left = Math.max(box.left, GUTTER);
    const room = box.left + box.width - left;
    if (room < 14) return;
    const isShort = context.measureText(words).width > room - 8;
    context.fillText(isShort ? use[0].toUpperCase() : words, left + (isShort ? room / 2 - 5 : 6), top + height / 2 + 0.5);
  }

  paintBarText(op, box, use) {
    const {context, colors} = this;
    context.font = FONT;
    context.fillStyle = colors['bar-text'];
    const left = Math.max(box.left, GUTTER);
    const room = box.left + box.width - left - 10;
    const foot = use ? Math.min(14, box.height * 0.4) : 0;
    context.fillText(fitted(context, this.timeline.shortText(op), room), left + 6, box.top + (box.height - foot) / 2 + 0.5);
  }

  hatch(box, color) {
    const {context} = this;
    context.save();
    context.beginPath();
    context.rect(box.left, box.top, box.width, box.height);
    context.clip();
    context.beginPath();
    const first = Math.max(box.left, GUTTER - 8) - box.height;
    const last = Math.min(box.left + box.width, this.chart.width);
    for (let x = first; x < last; x += 8) {
      context.moveTo(x, box.top + box.height);
      context.lineTo(x + box.height, box.top);
    }
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.stroke();
    context.restore();
  }

  paintFound() {
    const {context, chart, colors} = this;
    context.strokeStyle = colors.found;
    context.lineWidth = 2;
    const last = new Map();
    for (const op of chart.found) {
      if (this.scale.begin[op] > chart.view.right || this.scale.end[op] < chart.view.left) continue;
      const box = chart.box(op);
      const lane = this.timeline.lane[op];
      if (!box || box.left < (last.get(lane) ?? -Infinity) + 1) continue;
      last.set(lane, box.left);
      context.strokeRect(box.left - 1, box.top - 1, box.width + 2, box.height + 2);
    }
  }

  paintMarks() {
    const {chart, colors} = this;
    for (const [op, kind] of this.related) if (kind === 'reported') this.outline(op, colors.missing, true);
    const isOpen = this.finding && !this.finding.isOrdered;
    for (const {op, role} of isOpen ? this.finding.steps : [])
      if (role !== ROLE.reported) this.paintStep(op, (STEP_WORDS[this.finding.reason] || {})[role]);
    if (chart.hovered !== null) this.outline(chart.hovered, colors.quiet, false);
    if (chart.selected !== null) this.outline(chart.selected, colors.text, false);
  }

  /** A record or wait that went wrong, and what is wrong with it. */
  paintStep(op, words) {
    const {chart, colors} = this;
    this.outline(op, colors.step, true);
    const box = chart.box(op);
    if (box && words) this.labels.write(words, colors.step, box.left + box.width / 2, box.top + box.height + 10);
  }

  outline(op, color, isDashed) {
    const {context, chart} = this;
    const box = chart.box(op);
    if (!box) return;
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.setLineDash(isDashed ? [4, 3] : []);
    context.beginPath();
    context.roundRect(box.left - 2, box.top - 2, box.width + 4, box.height + 4, 5);
    context.stroke();
    context.setLineDash([]);
  }

  // Order.

  paintEdges() {
    const {chart, timeline, colors} = this;
    const lanes = timeline.lanes.length;
    const last = new Float64Array(lanes * lanes).fill(-Infinity);  // by pair of lanes: the pixel that was drawn
    const gap = Math.max(EDGE_GAP, timeline.linkedLanes * chart.width / MOST_EDGES);
    let drawn = 0;
    for (let edge = 0; edge < timeline.edgeTo.length; ++edge) {
      const from = timeline.edgeFrom[edge];
      const to = timeline.edgeTo[edge];
      const begin = this.scale.begin[to];
      if (begin < chart.view.left || this.scale.end[from] > chart.view.right) continue;
      const key = timeline.lane[from] * lanes + timeline.lane[to];
      const x = chart.x(begin);
      if (x < last[key] + gap && timeline.edgeTo.length > MOST_EDGES) continue;
      const target = chart.box(to);
      const source = chart.box(from);
      if (!target || !source) continue;
      last[key] = x;
      const isLit = from === chart.selected || to === chart.selected || from === chart.hovered || to === chart.hovered;
      this.stroke(linkCurve(source, target), isLit ? colors.text : colors.edge, isLit ? 2 : 1.3, []);
      ++drawn;
    }
    chart.canvas.dataset.edges = drawn;
  }

  /** Of all findings; those of the selected one last, and labelled. */
  paintPairs() {
    const {chart} = this;
    chart.drawnPairs = [];
    this.labelled = null;
    const count = {missing: 0, ordered: 0};
    for (const finding of chart.page.findings)
      if (finding !== this.finding && finding.timeline === this.timeline) this.paintPairsOf(finding, count);
    if (this.finding) this.paintPairsOf(this.finding, count);
    chart.canvas.dataset.missing = count.missing;
    chart.canvas.dataset.ordered = count.ordered;
  }

  paintPairsOf(finding, count) {
    const {chart} = this;
    const isSelected = finding === this.finding;
    let last = -Infinity;
    for (const pair of finding.pairs) {
      if (this.scale.begin[pair.later] < chart.view.left && this.scale.begin[pair.earlier] < chart.view.left) continue;
      if (this.scale.begin[pair.earlier] > chart.view.right) continue;
      const from = chart.box(pair.earlier);
      const to = chart.box(pair.later);
      if (!from || !to || Math.abs(to.left - last) < EDGE_GAP) continue;
      last = to.left;
      const curve = linkCurve(from, to);
      chart.drawnPairs.push({finding, curve});
      count[pair.ordered ? 'ordered' : 'missing'] += 1;
      const isShown = isSelected && pair === finding.pairs[0];
      this.paintPair(pair, curve, isShown ? 3 : isSelected ? 2 : 1.5, isSelected ? 1 : 0.4);
      if (isShown) this.paintPairBars(pair, from, to);
      if (isShown) this.labelled = {pair, curve};
    }
  }

  paintPair(pair, curve, width, alpha) {
    const {context, colors} = this;
    context.globalAlpha = alpha;
    this.stroke(curve, pair.ordered ? colors.ordered : colors.missing, width, [7, 5]);
    context.globalAlpha = 1;
  }

  paintPairBars(pair, from, to) {
    const {context, colors} = this;
    const color = pair.ordered ? colors.ordered : colors.missing;
    [[pair.earlier, from, '1'], [pair.later, to, '2']].forEach(([op, box, number]) => {
      this.outline(op, color, false);
      const isNarrow = box.width < 18;
      const x = isNarrow ? box.left + box.width / 2 : box.left;
      const y = isNarrow ? box.top - 6 : box.top;
      this.labels.taken.push(box, {left: x - 9, top: y - 9, width: 18, height: 18});
      context.beginPath();
      context.arc(x, y, 9, 0, 7);
      context.fillStyle = color;
      context.fill();
      context.font = BOLD_FONT;
      context.fillStyle = colors.paper;
      context.textAlign = 'center';
      context.fillText(number, x, y + 0.5);
      context.textAlign = 'left';
    });
  }

  paintPairLabel() {
    const {colors, labelled} = this;
    if (!labelled) return;
    const {earlier, later, ordered} = labelled.pair;
    const text = ordered ? 'ordered in this run' :
      this.timeline.overlapped(earlier, later) ? 'nothing orders these: they ran at once' : 'nothing orders these';
    this.labels.writeOn(labelled.curve, text, ordered ? colors.ordered : colors.missing);
  }

  /** How long the earlier operation may go on as far as anybody is promised: over the later one. */
  paintTail() {
    const pair = this.finding && this.finding.pairs.find(({ordered}) => !ordered);
    if (!pair || this.timeline.lanes[this.timeline.lane[pair.earlier]].host) return;
    const {context, chart, colors} = this;
    const from = chart.box(pair.earlier);
    const to = chart.box(pair.later);
    if (!from || !to) return;
    const left = from.left + from.width - 4;
    const right = to.left + to.width + 14;
    if (right - left < 12) return;
    const box = {left, top: from.top, width: right - left, height: from.height};
    context.fillStyle = colors['missing-soft'];
    context.fillRect(box.left, box.top, box.width, box.height);
    this.hatch(box, colors.paper);
    context.font = SMALL_FONT;
    const text = fitted(context, 'may still be running', box.width - 16);
    this.labels.write(text, colors.missing, right - context.measureText(text).width / 2 - 8, box.top - 7);
  }

  stroke(curve, color, width, dash) {
    const {context} = this;
    const {x1, y1, x2, y2, bend, lift} = curve;
    context.strokeStyle = color;
    context.fillStyle = color;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(x1, y1);
    context.bezierCurveTo(x1 + bend, y1 - lift, x2 - bend, y2 - lift, x2 - 2 - width, y2);
    context.stroke();
    context.setLineDash([]);
    const size = 3 + width * 1.6;
    context.beginPath();
    context.moveTo(x2, y2);
    context.lineTo(x2 - size * 1.3, y2 - size * 0.8);
    context.lineTo(x2 - size * 1.3, y2 + size * 0.8);
    context.fill();
  }

}

function barColor(timeline, op) {
  if (timeline.lanes[timeline.lane[op]].host) return /synchronize|query|join/.test(timeline.verbOf(op)) ? 'mark' : 'host';
  return VERB_COLORS[timeline.verbOf(op)] || 'other';
}

function readColors() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(COLOR_NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

/** As much of a text as there is room for. */
function fitted(context, text, room) {
  if (context.measureText(text).width <= room) return text;
  let length = Math.floor(text.length * room / context.measureText(text).width);
  while (length > 1 && context.measureText(text.slice(0, length) + '…').width > room) --length;
  return length > 1 ? text.slice(0, length) + '…' : '';
}
