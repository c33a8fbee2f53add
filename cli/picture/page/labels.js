// Words beside the bars: what is wrong with a record or wait, how long work may go on, what an arrow says. None covers another.
'use strict';

/** What is wrong with the evidence and with its counterpart, by the reason of the finding. */
const STEP_WORDS = {
  'recorded-before-producer': {1: 'recorded too early'},
  'wait-after-consumer': {1: 'waits too late'},
  'wait-before-record': {1: 'nothing is recorded yet', 2: 'recorded only here'},
  'never-recorded': {1: 'its event is never recorded'},
  're-recorded-before-wait': {1: 'waits for a newer record', 2: 'recorded again'},
  'other-event-waited-for': {1: 'waits for another event', 2: 'this record is not waited for'},
  'recorded-not-waited-for': {2: 'recorded, but not waited for'},
  'other-stream-synchronized': {1: 'synchronizes something else'},
};
const LABEL_HEIGHT = 20;
/** Where along its arrow a label may stand, and how far beside it, as a part of its width. */
const LABEL_PLACES = [0, -0.4, 0.4, -0.6, 0.6].flatMap((beside) => [0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2].map((at) => ({at, beside})));

class Labels {
  constructor({context, chart, colors}) {
    Object.assign(this, {context, chart, colors});
    this.taken = [];
  }

  /** Around `x`. */
  write(text, color, x, y) {
    const {context} = this;
    context.font = SMALL_FONT;
    context.fillStyle = color;
    const box = this.boxAround(x, y, context.measureText(text).width, 12);
    context.fillText(text, box.left, y);
    this.taken.push(box);
  }

  /** On an arrow, where nothing else is written. */
  writeOn(curve, text, color) {
    const {context, colors} = this;
    context.font = BOLD_FONT;
    const width = context.measureText(text).width + 16;
    const boxes = LABEL_PLACES.map(({at, beside}) => {
      const [x, y] = pointOn(curve, at);
      return this.boxAround(x + beside * width, y, width, LABEL_HEIGHT);
    });
    const box = boxes.find((place) => this.taken.every((other) => !overlaps(place, other))) || boxes[0];
    context.beginPath();
    context.roundRect(box.left, box.top, box.width, box.height, LABEL_HEIGHT / 2);
    context.fillStyle = color;
    context.fill();
    context.fillStyle = colors.paper;
    context.fillText(text, box.left + 8, box.top + LABEL_HEIGHT / 2 + 0.5);
    this.taken.push(box);
  }

  boxAround(x, y, width, height) {
    const left = Math.max(GUTTER + 4, Math.min(x - width / 2, this.chart.width - width - 4));
    return {left, top: y - height / 2, width, height};
  }
}

function overlaps(a, b) {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}
