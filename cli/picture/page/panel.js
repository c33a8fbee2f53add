// The list of findings, and what is known of the selected finding or operation. All text from the program goes in as text.
'use strict';

/** An element with properties and children; a string becomes text. */
function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Text in which `words` between backquotes are code. */
function prose(text) {
  const fragment = document.createDocumentFragment();
  text.split('`').forEach((part, i) => {
    if (part) fragment.append(i % 2 ? element('code', {textContent: part}) : part);
  });
  return fragment;
}

const CODE = /(\/\/.*$|\/\*.*?\*\/)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(<<<|>>>|\b(?:auto|bool|break|case|char|class|const|constexpr|continue|delete|do|double|else|enum|extern|float|for|if|int|long|namespace|new|nullptr|return|short|sizeof|static|struct|switch|template|true|false|typename|unsigned|using|virtual|void|while|__global__|__device__)\b)/g;

function colored(code) {
  const fragment = document.createDocumentFragment();
  let done = 0;
  for (const match of code.matchAll(CODE)) {
    fragment.append(code.slice(done, match.index));
    fragment.append(element('span', {className: match[1] ? 'c' : match[2] ? 's' : 'k', textContent: match[0]}));
    done = match.index + match[0].length;
  }
  fragment.append(code.slice(done));
  return fragment;
}

function placeText([file, line, column]) {
  if (!line) return file;
  return column ? `${file}:${line}:${column}` : `${file}:${line}`;
}

/** The file without its folders; those are shown by the pointer. */
function shortPlace(place) {
  const text = placeText(place);
  const name = place[1] ? text.slice(place[0].lastIndexOf('/') + 1) : text;
  return element('span', {className: 'place', textContent: name, title: text});
}

function tag(className, textContent) {
  return element('span', {className: `tag ${className}`, textContent});
}

class Panel {
  constructor(page, root, actions) {
    this.page = page;
    this.root = root;
    this.actions = actions;
  }

  // Source.

  /** The lines around a place, with the edits that are proposed there. */
  source(frame, edits, distance = 3) {
    const [file, line, column] = frame;
    const lines = this.page.linesAround(file, line, distance);
    const box = element('pre', {className: 'source', tabIndex: 0});
    const here = edits.filter(({site}) => site && site[0] === file);
    if (lines.length === 0) return this.withoutSource(box, here.filter(({site}) => site[1] === line));
    for (const {number, text} of lines) {
      const own = here.filter(({site}) => site[1] === number);
      for (const {edit} of own) if (edit.kind === 'before') this.addEdit(box, edit, text);
      const isRemoved = here.some(({site, edit}) =>
        (edit.kind === 'remove' || edit.kind === 'replace') && number >= site[1] && number < site[1] + edit.lines);
      this.addLine(box, number, text, `${number === line ? 'here' : ''} ${isRemoved ? 'removed' : ''}`);
      if (number === line && column) box.append(this.caret(text, column));
      for (const {edit} of own) if (edit.kind === 'after' || edit.kind === 'replace') this.addEdit(box, edit, text);
    }
    return box;
  }

  withoutSource(box, edits) {
    for (const {edit} of edits) if (edit.code) this.addEdit(box, edit, '');
    const words = element('p', {className: 'quiet', textContent: 'The source could not be read here.'});
    return box.childNodes.length ? element('div', {}, words, box) : words;
  }

  addLine(box, number, text, className) {
    box.append(element('div', {className: className.trim()},
      element('span', {className: 'number', textContent: number}), colored(text)));
  }

  addEdit(box, edit, beside) {
    const indentation = /^\s*/.exec(beside)[0];
    for (const line of edit.code.split('\n')) this.addLine(box, '+', indentation + line, 'added');
  }

  caret(text, column) {
    const before = new TextDecoder().decode(new TextEncoder().encode(text).slice(0, column - 1));
    const token = /^\w+/.exec(text.slice(before.length));
    return element('div', {className: 'caret'}, element('span', {className: 'number', textContent: ''}),
      before.replace(/[^\t]/g, ' ') + '^' + '~'.repeat(token ? token[0].length - 1 : 0));
  }

  /** Source of a call stack: the innermost frame, or the one that is clicked. */
  stack(frames, edits) {
    if (frames.length === 0) return element('p', {className: 'quiet', textContent: 'No call stack is known.'});
    const holder = element('div');
    const list = element('ol', {className: 'stack'});
    const select = (number) => {
      holder.replaceChildren(this.source(this.page.frames[frames[number]], edits));
      [...list.children].forEach((item, i) => item.firstChild.setAttribute('aria-current', i === number));
    };
    frames.forEach((frame, number) => {
      const [file, line, column, name] = this.page.frames[frame];
      list.append(element('li', {}, element('button', {type: 'button', onclick: () => select(number)},
        `${number ? 'called from' : 'in'} ${name || 'an unknown function'} `,
        shortPlace([file, line, column]))));
    });
    select(0);
    return element('div', {}, holder, list);
  }

  notes(list) {
    return list.map(({text, site}) => element('p', {}, prose(text), ' ', site ? shortPlace(site) : null));
  }

  column(...children) {
    return element('div', {className: 'column'}, ...children);
  }

  // A finding.

  showFinding(finding) {
    const edits = finding.advice.filter(({edit}) => edit);
    const columns = [];
    if (finding.earlier) columns.push(this.sideColumn('1', finding.earlier, edits));
    columns.push(this.sideColumn(finding.earlier ? '2' : '!', finding.later, edits), this.adviceColumn(finding));
    this.root.replaceChildren(...columns);
    this.root.className = finding.isOrdered ? 'ordered' : '';
    this.root.dataset.shows = `finding ${finding.number + 1}`;
  }

  sideColumn(number, side, edits) {
    const title = element('h3', {}, element('span', {className: 'badge', textContent: number}),
      side.done ? ` ${side.done} by ` : ' ', prose(side.phrase));
    return this.column(title, this.stack(side.frames, edits));
  }

  adviceColumn(finding) {
    const column = this.column();
    const verdict = finding.verdict
      ? [element('h4', {textContent: 'What the run says'}), ...this.notes(finding.verdict.notes)] : [];
    if (finding.isOrdered) column.append(...verdict);
    if (finding.advice.length) column.append(element('h3', {textContent: finding.hazard ? 'How to order them' : 'How to mend it'}));
    for (const {text, site, edit} of finding.advice) {
      column.append(...this.notes([{text, site}]));
      if (edit && site) column.append(this.source(site, [{site, edit}], 1));
    }
    const why = finding.isOrdered ? 'What the source shows' : finding.hazard ? 'Why nothing does' : 'Why';
    if (finding.notes.length) column.append(element('h4', {textContent: why}), ...this.notes(finding.notes));
    if (!finding.isOrdered) column.append(...verdict);
    if (finding.background.length)
      column.append(element('h4', {textContent: 'Background'}), ...this.notes(finding.background));
    column.append(element('p', {className: 'quiet', textContent: `cudep explain ${finding.rule}`}));
    return column;
  }

  // An operation.

  showOperation(timeline, op) {
    const title = element('h3', {}, prose(timeline.labelOf(op)));
    const facts = element('p', {className: 'quiet', textContent:
      `${timeline.verbOf(op)} · ${timeline.laneText(op)} · submitted as number ${op + 1}${this.timeText(timeline, op)}${timeline.captured.has(op) ? ' · captured into a graph' : ''}`});
    this.root.replaceChildren(this.column(title, facts, this.stack(timeline.framesOf(op), [])),
      this.column(element('h3', {textContent: 'Memory'}), this.memory(timeline, op)), this.orderColumn(timeline, op));
    this.root.className = '';
    this.root.dataset.shows = `operation ${op}`;
  }

  timeText(timeline, op) {
    const {time} = timeline.scales;
    if (!time) return '';
    const length = time.end[op] - time.begin[op];
    return timeline.ran.has(op) ? ` · on the GPU for ${timeText(length)} from ${timeText(time.begin[op])} on`
      : ` · called at ${timeText(time.begin[op])}`;
  }

  memory(timeline, op) {
    const accesses = timeline.accessesOf(op);
    if (accesses.length === 0) return element('p', {className: 'quiet', textContent: 'It uses no memory that is known.'});
    const rows = accesses.map(({name, kind, range}) => element('tr', {}, element('td', {textContent: kind}),
      element('td', {}, name ? element('code', {textContent: name}) : 'unnamed memory'),
      element('td', {className: 'quiet', textContent: range ? `bytes ${range}` : ''})));
    return element('table', {}, element('tbody', {}, ...rows));
  }

  orderColumn(timeline, op) {
    const {into, outOf} = timeline.edgesOf(op);
    const column = this.column(element('h3', {textContent: 'Order'}));
    const add = (title, edges, other) => {
      if (edges.length === 0) return;
      column.append(element('h4', {textContent: title}));
      for (const edge of edges.slice(0, 30)) column.append(this.edgeLink(timeline, edge, other[edge]));
    };
    add('follows', into, timeline.edgeFrom);
    add('comes before', outOf, timeline.edgeTo);
    if (into.length + outOf.length === 0)
      column.append(element('p', {className: 'quiet', textContent: 'Only the order of its own stream or thread.'}));
    const findings = this.page.findings.filter((finding) => finding.timeline === timeline &&
      finding.pairs.some(({earlier, later}) => earlier === op || later === op));
    if (findings.length) column.append(element('h4', {textContent: 'Findings'}));
    for (const finding of findings)
      column.append(element('p', {}, element('button', {type: 'button', className: 'link', textContent: finding.rule,
        onclick: () => this.actions.selectFinding(finding)})));
    return column;
  }

  edgeLink(timeline, edge, op) {
    return element('p', {}, element('button', {type: 'button', className: 'link',
      textContent: `${timeline.shortText(op)} (${timeline.laneText(op)})`, onclick: () => this.actions.selectOperation(op)}),
      ' by ', prose(timeline.edgeText(edge)));
  }
}

/** The list of all findings. */
class FindingList {
  constructor(page, root, actions) {
    this.buttons = page.findings.map((finding) => this.button(page, finding, actions));
    const count = page.findings.length;
    root.replaceChildren(
      element('h2', {textContent: count === 1 ? '1 finding' : `${count} findings`}), ...this.buttons,
      ...(count ? [] : [element('p', {textContent: 'Everything that was seen is ordered.'})]),
      ...page.notes.map((note) => element('p', {textContent: note})));
  }

  button(page, finding, actions) {
    const tags = [[finding.severity, finding.severity], finding.hazard && ['', finding.hazard],
      finding.confidence !== 'certain' && ['', finding.confidence],
      finding.verdict && [finding.verdict.kind, finding.verdict.kind.replaceAll('-', ' ')]].filter(Boolean);
    return element('button', {type: 'button', className: 'finding', title: finding.message,
      onclick: () => actions.selectFinding(finding)},
      element('div', {className: 'rule', textContent: finding.rule}),
      element('div', {}, shortPlace(page.frames[finding.primary])),
      element('div', {className: 'tags'}, ...tags.map((words) => tag(...words))));
  }

  select(finding) {
    this.buttons.forEach((button, number) => {
      const isSelected = finding !== null && number === finding.number;
      button.setAttribute('aria-current', isSelected);
      if (isSelected) button.scrollIntoView({block: 'nearest'});
    });
  }
}
