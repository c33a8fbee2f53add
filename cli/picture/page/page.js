// Puts chart and panels together: selection, search, keys, pointer.
'use strict';

const byId = (id) => document.getElementById(id);

class Application {
  constructor(page) {
    this.page = page;
    this.finding = null;
    this.matches = [];
    this.match = -1;
    this.chart = new Chart(byId('timeline'));
    this.chart.page = page;
    const actions = {
      selectFinding: (finding) => this.selectFinding(finding),
      selectOperation: (op) => this.selectOperation(op, true),
    };
    this.panel = new Panel(page, byId('details'), actions);
    this.list = new FindingList(page, byId('findings'), actions);
    byId('title').textContent = page.title;
    document.title = `${page.title} · cudep`;
    this.scaleName = page.timelines.some((timeline) => timeline.ran.size > 0) ? 'time' : 'order';
    this.connect();
    this.start();
  }

  start() {
    const wanted = this.page.findings[Number(/^#finding-(\d+)$/.exec(location.hash)?.[1]) - 1];
    const first = wanted || this.page.findings[0];
    if (first) return this.selectFinding(first);
    byId('headline').className = 'calm';
    const [timeline] = this.page.timelines;
    if (!timeline) {
      byId('chart').hidden = true;
      return byId('headline').replaceChildren(element('strong', {textContent: 'No findings.'}));
    }
    this.showTimeline(timeline);
    this.chart.onResize = () => {
      this.chart.onResize = null;
      this.chart.showAll();
    };
    byId('headline').replaceChildren(element('strong', {textContent: 'No findings.'}), ' Click an operation, or press Enter, to see its place.');
  }

  get timeline() {
    return this.chart.timeline;
  }

  // Selection.

  showTimeline(timeline) {
    const hasTimes = Boolean(timeline.scales.time);
    byId('scales').hidden = !hasTimes;
    byId('by-time').setAttribute('aria-pressed', hasTimes && this.scaleName === 'time');
    byId('by-order').setAttribute('aria-pressed', !hasTimes || this.scaleName === 'order');
    this.chart.show(timeline, this.scaleName);
    this.fitHeight();
    this.legend();
  }

  /** What few lanes do not need is left to the details. */
  fitHeight() {
    byId('chart').style.height = `min(${this.chart.wantedHeight()}px, ${this.page.findings.length ? 52 : 70}%)`;
  }

  selectFinding(finding) {
    this.finding = finding;
    const isOther = this.timeline !== finding.timeline;
    this.chart.selected = null;
    this.chart.finding = finding;
    if (isOther) this.showTimeline(finding.timeline);
    if (isOther) this.search(byId('search').value);
    this.list.select(finding);
    this.panel.showFinding(finding);
    this.describe(finding);
    if (this.chart.width) this.focus();
    else this.chart.onResize = () => this.firstFocus();
    history.replaceState(null, '', `#finding-${finding.number + 1}`);
  }

  firstFocus() {
    this.chart.onResize = null;
    this.chart.allLanes = this.chart.lanesFit();
    this.focus();
  }

  focus() {
    if (!this.finding) return this.chart.showAll();
    this.chart.highlight(this.finding);
    const first = this.finding.pairs[0];
    const steps = this.finding.steps.slice(0, first ? 2 : 1).map(({op}) => op);
    this.chart.showOperations(first ? [first.earlier, first.later, ...this.nearby(first, steps)] : steps);
    this.legend();
  }

  /** Those of `steps` that do not lie so far from the pair that it becomes small. */
  nearby({earlier, later}, steps) {
    if (this.chart.scale.name === 'time') return steps;
    return steps.filter((op) => op > earlier - 12 && op < later + 12);
  }

  selectOperation(op, reveals) {
    this.chart.selected = op;
    if (reveals) this.chart.reveal(op);
    this.panel.showOperation(this.timeline, op);
    this.chart.draw();
  }

  unselect() {
    this.chart.selected = null;
    if (this.finding) this.panel.showFinding(this.finding);
    this.chart.draw();
  }

  stepFinding(by) {
    const count = this.page.findings.length;
    if (count) this.selectFinding(this.page.findings[((this.finding?.number ?? 0) + by + count) % count]);
  }

  // Words.

  describe(finding) {
    const box = byId('headline');
    box.className = finding.isOrdered ? 'ordered' : '';
    if (!finding.earlier) return box.replaceChildren(prose(finding.message));
    const badge = (number) => element('span', {className: 'badge', textContent: number});
    const {verdict, isOrdered, message} = finding;
    const isLost = finding.pairs.length === 0;
    box.replaceChildren(element('div', {},
      element('strong', {textContent: isOrdered ? 'In this run' : 'Nothing orders'}), isOrdered ? ' something ordered ' : ' ',
      badge('1'), prose(nameOf(finding.earlier)), ' before ', badge('2'), prose(nameOf(finding.later)), '. ',
      verdict ? tag(verdict.kind, verdict.kind.replaceAll('-', ' ')) : null),
      element('div', {className: 'reason'}, isLost ? 'Its two operations could not be found in the run. ' : null,
        prose(isOrdered ? `Without it: ${message}` : message)));
  }

  legend() {
    const {timeline} = this;
    if (!timeline) return;
    const entry = (className, textContent) => element('span', {className, textContent});
    const finding = this.finding;
    const entries = timeline.edgeTo.length ? [entry('', 'order that exists')] : [];
    if (finding && finding.pairs.some(({ordered}) => !ordered)) entries.push(entry('is-missing', 'missing order'));
    if (finding && finding.pairs.some(({ordered}) => ordered)) entries.push(entry('is-ordered', 'ordered in this run'));
    if (finding && finding.buffers.size) entries.push(element('span', {className: 'is-memory'}, prose(finding.buffer ? `uses \`${finding.buffer}\`` : 'uses the memory')));
    const hidden = timeline.lanes.length - this.chart.shownLanes.length;
    if (hidden > 0) entries.push(entry('is-note', `${hidden} more streams and threads: press l`));
    byId('legend').replaceChildren(...entries);
  }

  // Search.

  search(text) {
    this.matches = text && this.timeline ? this.timeline.search(text) : [];
    this.match = -1;
    this.chart.found = new Set(this.matches);
    this.showMatches(text);
    this.chart.draw();
  }

  stepMatch(by) {
    if (this.matches.length === 0) return;
    this.match = (this.match + by + this.matches.length) % this.matches.length;
    this.selectOperation(this.matches[this.match], true);
    this.showMatches(byId('search').value);
  }

  showMatches(text) {
    const count = this.matches.length;
    byId('matches').textContent = !text ? '' : this.match < 0 ? `${count}` : `${this.match + 1}/${count}`;
  }

  // Controls.

  setScale(name) {
    if (!this.timeline || !this.timeline.scales[name]) return;
    this.scaleName = name;
    this.showTimeline(this.timeline);
    if (this.chart.selected !== null) this.chart.showOperations([this.chart.selected]);
    else this.focus();
  }

  toggleTheme() {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
    this.chart.colors = null;
    this.chart.overview = null;
    this.chart.draw();
  }

  toggleLanes() {
    if (!this.timeline) return;
    this.chart.allLanes = !this.chart.allLanes;
    this.focus();
    this.chart.overview = null;
    this.fitHeight();
  }

  connect() {
    const press = {
      'by-time': () => this.setScale('time'), 'by-order': () => this.setScale('order'), 'focus': () => this.focus(),
      'everything': () => this.chart.showAll(), 'theme': () => this.toggleTheme(), 'keys': () => byId('help').showModal(),
    };
    for (const [id, action] of Object.entries(press)) byId(id).addEventListener('click', action);
    byId('search').addEventListener('input', ({target}) => this.search(target.value));
    byId('search').addEventListener('keydown', (event) => this.onSearchKey(event));
    document.addEventListener('keydown', (event) => this.onKey(event));
    new Pointer(this, byId('timeline'), byId('tooltip'));
  }

  onSearchKey(event) {
    event.stopPropagation();
    if (event.key === 'Enter') this.stepMatch(event.shiftKey ? -1 : 1);
    if (event.key !== 'Escape') return;
    event.target.value = '';
    this.search('');
    byId('timeline').focus();
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byId('help').open) return;
    const actions = {
      'n': () => this.stepFinding(1), 'p': () => this.stepFinding(-1), 'f': () => this.focus(),
      '0': () => this.chart.showAll(), '+': () => this.chart.zoom(0.7), '=': () => this.chart.zoom(0.7),
      '-': () => this.chart.zoom(1.4), 't': () => this.setScale(this.chart.scale?.name === 'time' ? 'order' : 'time'),
      'l': () => this.toggleLanes(), 'd': () => this.toggleTheme(), '/': () => byId('search').focus(),
      '?': () => byId('help').showModal(), 'Escape': () => this.unselect(),
    };
    const action = actions[event.key] || this.arrow(event) || this.enter(event);
    if (!action) return;
    event.preventDefault();
    action();
  }

  arrow({key, target}) {
    if (target.closest?.('#details, #findings')) return null;
    const along = {ArrowLeft: -1, ArrowRight: 1}[key];
    const across = {ArrowUp: -1, ArrowDown: 1}[key];
    if (!along && !across) return null;
    if (this.chart.selected === null) return () => this.chart.pan((along || 0) * 120, (across || 0) * 60);
    return along ? () => this.stepAlong(along) : () => this.stepAcross(across);
  }

  /** Selects an operation without a pointer: the first of the finding. */
  enter({key, target}) {
    if (key !== 'Enter' || target.closest?.('button') || !this.timeline?.count) return null;
    const op = this.finding?.pairs[0]?.earlier ?? this.finding?.steps[0]?.op ?? 0;
    return () => this.selectOperation(op, true);
  }

  stepAlong(by) {
    const {selected, scale} = this.chart;
    const ops = scale.byLane[this.timeline.lane[selected]];
    const next = ops[ops.indexOf(selected) + by];
    if (next !== undefined) this.selectOperation(next, true);
  }

  stepAcross(by) {
    const {selected, scale, row, shownLanes} = this.chart;
    for (let at = row[this.timeline.lane[selected]] + by; shownLanes[at] !== undefined; at += by) {
      const ops = scale.byLane[shownLanes[at]];
      if (ops.length === 0) continue;
      const place = Math.min(scale.lowerBound(shownLanes[at], scale.begin[selected]), ops.length - 1);
      return this.selectOperation(ops[place], true);
    }
  }
}

/** An operation in the middle of a sentence. */
function nameOf({phrase, done}) {
  const deed = {read: 'read', written: 'write'}[done] || 'access';
  return phrase === 'the host' ? `the host’s ${deed}` : phrase;
}

/** Mouse, pen and wheel on the chart. */
class Pointer {
  constructor(application, canvas, tooltip) {
    this.application = application;
    this.chart = application.chart;
    this.canvas = canvas;
    this.tooltip = tooltip;
    this.drag = null;
    canvas.addEventListener('pointerdown', (event) => this.onDown(event));
    canvas.addEventListener('pointermove', (event) => this.onMove(event));
    canvas.addEventListener('pointerup', (event) => this.onUp(event));
    canvas.addEventListener('pointerleave', () => this.hover(null));
    canvas.addEventListener('wheel', (event) => this.onWheel(event), {passive: false});
  }

  onDown(event) {
    const {offsetX: x, offsetY: y} = event;
    this.drag = {x, y, moved: false, overview: this.chart.isInOverview(y)};
    this.canvas.setPointerCapture(event.pointerId);
    if (this.drag.overview) this.chart.centerOverview(x);
  }

  onMove({offsetX: x, offsetY: y}) {
    if (!this.drag) return this.hover(this.chart.hit(x, y), x, y);
    if (this.drag.overview) return this.chart.centerOverview(x);
    if (!this.drag.moved && Math.hypot(x - this.drag.x, y - this.drag.y) < 4) return;
    this.hover(null);
    this.chart.pan(this.drag.x - x, this.drag.y - y);
    this.drag = {x, y, moved: true, overview: false};
  }

  onUp({offsetX: x, offsetY: y}) {
    const drag = this.drag;
    this.drag = null;
    if (!drag || drag.moved || drag.overview) return;
    const hit = this.chart.hit(x, y);
    if (!hit) return this.application.unselect();
    if (hit.finding) this.application.selectFinding(hit.finding);
    else this.application.selectOperation(hit.op, false);
  }

  onWheel(event) {
    event.preventDefault();
    const by = event.deltaY || event.deltaX;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return this.chart.pan(by);
    this.chart.zoom(Math.exp(Math.sign(by) * Math.min(Math.abs(by), 120) * 0.002), event.offsetX);
  }

  hover(hit, x, y) {
    const op = hit && hit.op !== undefined ? hit.op : null;
    if (op !== this.chart.hovered) this.chart.draw();
    this.chart.hovered = op;
    this.canvas.style.cursor = hit ? 'pointer' : '';
    this.tooltip.hidden = !hit;
    if (!hit) return;
    this.tooltip.replaceChildren(...(op === null ? [prose(hit.finding.message)] : this.words(op)));
    const flip = x > this.chart.width - 300;
    this.tooltip.style.left = flip ? '' : `${x + 14}px`;
    this.tooltip.style.right = flip ? `${this.chart.width - x + 14}px` : '';
    this.tooltip.style.top = `${Math.min(y + 14, this.chart.height - 70)}px`;
  }

  words(op) {
    const {timeline} = this.application;
    const {page} = this.application;
    const frame = timeline.framesOf(op)[0];
    const place = frame === undefined ? '' : placeText(page.frames[frame]);
    const memory = timeline.accessesOf(op).map(({name, kind}) => `${kind} \`${name || 'memory'}\``).join(', ');
    return [prose(timeline.eventOf(op) ? `${timeline.labelOf(op)} \`${timeline.eventOf(op)}\`` : timeline.labelOf(op)),
      element('div', {className: 'quiet'}, prose([place, memory].filter(Boolean).join(' · ')))];
  }
}

if (matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.dataset.theme = 'dark';
const application = new Application(new Page(JSON.parse(byId('data').textContent)));
