// The data of the page as typed arrays, and the questions that drawing and panels ask of it.
'use strict';

const EDGE_WORDS = ['event', 'the host waited', 'submitted after the host had waited', 'implicit order'];
const ROLE = {reported: 0, evidence: 1, counterpart: 2};

/** Where operations lie along the x axis, and which ones a lane has there, from left to right. */
class Scale {
  constructor(name, begin, end, timeline) {
    this.name = name;
    this.begin = begin;
    this.end = end;
    this.first = begin.length ? begin.reduce((a, b) => Math.min(a, b)) : 0;
    this.last = end.length ? end.reduce((a, b) => Math.max(a, b)) : 1;
    this.byLane = timeline.lanes.map(() => []);
    for (let op = 0; op < begin.length; ++op) this.byLane[timeline.lane[op]].push(op);
    for (const ops of this.byLane) ops.sort((a, b) => begin[a] - begin[b] || a - b);
  }

  /** The place in `byLane[lane]` of the first operation that begins at `x` or later. */
  lowerBound(lane, x, from = 0) {
    const ops = this.byLane[lane];
    let low = from;
    let high = ops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.begin[ops[middle]] < x) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

class Timeline {
  constructor(data, page) {
    const {operations} = data;
    this.page = page;
    this.lanes = data.lanes;
    this.texts = data.texts;
    this.stacks = data.stacks;
    this.accesses = data.accesses;
    this.count = operations.lane.length;
    this.lane = Uint32Array.from(operations.lane);
    this.verb = Uint32Array.from(operations.verb);
    this.label = Uint32Array.from(operations.label);
    this.stack = Uint32Array.from(operations.stack);
    this.access = Uint32Array.from(operations.accesses);
    this.event = Int32Array.from(operations.event, (event) => event ?? -1);
    this.captured = new Set(operations.captured);
    this.edgeFrom = Uint32Array.from(data.edges, (edge) => edge[0]);
    this.edgeTo = Uint32Array.from(data.edges, (edge) => edge[1]);
    this.linkedLanes = new Set(data.edges.map(([from, to]) => this.lane[from] * this.lanes.length + this.lane[to])).size;
    this.edgeKind = Uint8Array.from(data.edges, (edge) => edge[2]);
    this.makeScales(data.times);
  }

  makeScales(times) {
    const positions = Float64Array.from({length: this.count}, (_, op) => op);
    this.scales = {order: new Scale('order', positions, positions.map((op) => op + 1), this)};
    this.ran = new Set(times ? times.ran : []);
    if (!times) return;
    const begin = Float64Array.from(times.begin);
    this.scales.time = new Scale('time', begin, begin.map((at, op) => at + times.length[op]), this);
  }

  verbOf(op) {
    return this.texts[this.verb[op]];
  }

  labelOf(op) {
    return this.texts[this.label[op]];
  }

  eventOf(op) {
    return this.event[op] < 0 ? '' : this.texts[this.event[op]];
  }

  /** What a bar says: `double_each`, `record filled`, `copy`. */
  shortText(op) {
    const event = this.eventOf(op);
    if (event) return `${this.verbOf(op).split(' ')[0]} ${event}`;
    const verb = this.verbOf(op);
    if (verb === 'access') return this.labelOf(op).replaceAll('`', '');
    const quoted = /`(.*)`/.exec(this.labelOf(op));
    return quoted ? quoted[1] : verb;
  }

  laneText(op) {
    const {name, host} = this.lanes[this.lane[op]];
    return host || name.includes('default stream') ? name : `stream ${name}`;
  }

  /** The frames of its call stack, the innermost first. */
  framesOf(op) {
    return this.stacks[this.stack[op]];
  }

  accessesOf(op) {
    return this.accesses[this.access[op]].map(([buffer, name, kind, range]) =>
      ({buffer, name: this.texts[name], kind: this.texts[kind], range: this.texts[range]}));
  }

  /** How an operation uses a buffer: `reads`, `writes`, …, or nothing. */
  useOf(op, buffers) {
    let use = '';
    for (const [buffer, , kind] of this.accesses[this.access[op]]) {
      if (buffers.has(buffer)) use = this.texts[kind];
      if (use && use !== 'reads') return use;
    }
    return use;
  }

  /** On the GPU, the later one began before the earlier one had ended. */
  overlapped(earlier, later) {
    const {time} = this.scales;
    return this.ran.has(earlier) && this.ran.has(later) && time.begin[later] < time.end[earlier];
  }

  /** Edges into and out of an operation. */
  edgesOf(op) {
    const found = {into: [], outOf: []};
    for (let edge = 0; edge < this.edgeTo.length; ++edge) {
      if (this.edgeTo[edge] === op) found.into.push(edge);
      if (this.edgeFrom[edge] === op) found.outOf.push(edge);
    }
    return found;
  }

  edgeText(edge) {
    const event = this.eventOf(this.edgeTo[edge]);
    return this.edgeKind[edge] === 0 ? `event \`${event}\`` : EDGE_WORDS[this.edgeKind[edge]];
  }

  /** Operations whose words, place, memory or stream contain `text`, in the order of submission. */
  search(text) {
    const wanted = text.toLowerCase();
    const has = (words) => words.toLowerCase().includes(wanted);
    const texts = this.texts.map(has);
    const lanes = this.lanes.map((lane) => has(lane.name));
    const frames = this.page.frames.map(([file, line, , name]) => has(`${file}:${line}`) || has(name));
    const stacks = this.stacks.map((stack) => stack.some((frame) => frames[frame]));
    const accesses = this.accesses.map((list) => list.some(([, name]) => texts[name]));
    const found = [];
    for (let op = 0; op < this.count; ++op) {
      if (texts[this.label[op]] || texts[this.verb[op]] || lanes[this.lane[op]] || stacks[this.stack[op]] ||
          accesses[this.access[op]] || (this.event[op] >= 0 && texts[this.event[op]])) found.push(op);
    }
    return found;
  }
}

const USES = {R: 'reads', W: 'writes'};

/** How operations use the memory of a finding; those of its pairs as it speaks of them, though one may also do otherwise. */
function useIn(timeline, hazard, buffers, pairs) {
  const [laterUse, , earlierUse] = hazard || '';  // as in RAW
  const meant = new Map(pairs.flatMap(({earlier, later}) => [[earlier, USES[earlierUse]], [later, USES[laterUse]]]));
  return (op) => {
    const use = timeline.useOf(op, buffers);
    return !use || use === 'ends' || use === 'allocates' ? use : meant.get(op) || use;
  };
}

class Page {
  constructor(data) {
    this.title = data.title;
    this.notes = data.notes;
    this.frames = data.frames;
    this.files = data.files;
    this.timelines = data.timelines.map((timeline) => new Timeline(timeline, this));
    this.findings = data.findings.map((finding, number) => this.readFinding(finding, number));
  }

  readFinding(finding, number) {
    const timeline = this.timelines[finding.timeline];
    const pairs = finding.pairs.map(([earlier, later, ordered]) => ({earlier, later, ordered}));
    const steps = finding.steps.map(([op, role]) => ({op, role}));
    const buffersOf = (op) => new Set(timeline.accesses[timeline.access[op]].map(([buffer]) => buffer));
    const buffers = new Set(pairs.flatMap(({earlier, later}) => {
      const used = buffersOf(later);
      return [...buffersOf(earlier)].filter((buffer) => used.has(buffer));
    }));
    const isOrdered = pairs.length > 0 && pairs.every(({ordered}) => ordered);
    const useOf = useIn(timeline, finding.hazard, buffers, pairs);
    return {...finding, number, timeline, pairs, steps, buffers, isOrdered, useOf};
  }

  /** Lines around a place: `[{number, text}]`, empty when the source could not be read. */
  linesAround(file, line, distance) {
    const known = this.files[file] || {};
    const lines = [];
    for (let number = line - distance; number <= line + distance; ++number)
      if (known[number] !== undefined) lines.push({number, text: known[number]});
    return lines;
  }
}
