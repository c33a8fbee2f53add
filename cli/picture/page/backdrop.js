// What stands around the bars: lanes, their names, the axis, and the whole timeline in small.
'use strict';

class Backdrop {
  constructor({chart, context, colors, timeline, scale}) {
    Object.assign(this, {chart, context, colors, timeline, scale});
  }

  paintStripes() {
    const {context, chart, colors} = this;
    const height = chart.laneHeight();
    context.fillStyle = colors.stripe;
    for (let row = 0; row < chart.shownLanes.length; row += 2)
      context.fillRect(0, AXIS - chart.top + row * height, chart.width, height);
  }

  paintNames() {
    const {context, chart, colors} = this;
    const height = chart.laneHeight();
    context.save();
    context.beginPath();
    context.rect(0, AXIS, GUTTER - 6, chart.plotHeight());
    context.clip();
    chart.shownLanes.forEach((lane, row) => {
      const y = AXIS - chart.top + (row + 0.5) * height;
      if (y < 0 || y > chart.height) return;
      const {name, host, kind} = this.timeline.lanes[lane];
      const saysAll = host || name.includes('default stream');
      context.font = BOLD_FONT;
      context.fillStyle = colors.text;
      context.fillText(fitted(context, name.replace(/^the /, ''), GUTTER - 26), 12, saysAll ? y : y - 7);
      context.font = SMALL_FONT;
      context.fillStyle = colors.quiet;
      if (!saysAll) context.fillText(kind, 12, y + 8);
    });
    context.restore();
    context.fillStyle = colors.line;
    context.fillRect(GUTTER - 1, 0, 1, chart.height - OVERVIEW);
  }

  paintAxis() {
    const {context, chart, colors} = this;
    const step = tickStep((chart.view.right - chart.view.left) / ((chart.width - GUTTER) / 110), this.scale.name);
    context.font = SMALL_FONT;
    context.fillStyle = colors.quiet;
    const first = Math.ceil(chart.view.left / step) * step;
    if (this.scale.name === 'order') this.paintNumbers(first, step);
    else this.paintTimes(first, step);
    context.fillStyle = colors.line;
    context.fillRect(0, AXIS - 1, chart.width, 1);
  }

  paintNumbers(first, step) {
    const {context, chart} = this;
    context.fillText('submitted as number', 12, 11);
    context.textAlign = 'center';
    for (let at = Math.max(first, 0); at < Math.min(chart.view.right, this.timeline.count); at += step) {
      const x = chart.x(at + 0.5);
      if (x < GUTTER + 10) continue;
      context.fillRect(x, AXIS - 5, 1, 5);
      context.fillText(`${at + 1}`, x, 11);
    }
    context.textAlign = 'left';
  }

  /** The first tick stands for the name; the others say how much later they are. */
  paintTimes(first, step) {
    const {context, chart} = this;
    context.fillText(`from ${timeText(first, step)}`, 12, 11);
    for (let tick = 0; first + tick * step < chart.view.right; ++tick) {
      const x = chart.x(first + tick * step);
      context.fillRect(x, AXIS - 5, 1, 5);
      context.fillText(tick ? `+${timeText(tick * step)}` : '0', x + 4, 11);
    }
  }

  // The whole timeline, small.

  paintOverview() {
    const {context, chart, colors} = this;
    const top = chart.height - OVERVIEW;
    chart.overview ??= this.makeOverview();
    context.drawImage(chart.overview, GUTTER, top, chart.width - GUTTER, OVERVIEW);
    const toX = (at) => GUTTER + (at - this.scale.first) / (this.scale.last - this.scale.first || 1) * (chart.width - GUTTER);
    for (const finding of chart.page.findings) {
      if (finding.timeline !== this.timeline) continue;
      let last = -Infinity;
      for (const {later, ordered} of finding.pairs) {
        const x = toX(this.scale.begin[later]);
        if (x < last + 1) continue;
        last = x;
        context.fillStyle = ordered ? colors.ordered : colors.missing;
        context.fillRect(x - 1, top + 2, 2, OVERVIEW - 4);
      }
    }
    context.font = SMALL_FONT;
    context.fillStyle = colors.quiet;
    context.fillText('overview', 12, top + OVERVIEW / 2);
    const left = Math.max(GUTTER, toX(chart.view.left));
    const right = Math.min(chart.width - 1, toX(chart.view.right));
    context.strokeStyle = colors.text;
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, top + 1.5, Math.max(2, right - left - 1), OVERVIEW - 3);
  }

  makeOverview() {
    const {chart, scale, colors} = this;
    const image = document.createElement('canvas');
    image.width = Math.max(1, Math.round(chart.width - GUTTER));
    image.height = OVERVIEW;
    const context = image.getContext('2d');
    context.fillStyle = colors.stripe;
    context.fillRect(0, 0, image.width, OVERVIEW);
    const height = (OVERVIEW - 8) / chart.shownLanes.length;
    const perPixel = (scale.last - scale.first || 1) / image.width;
    chart.shownLanes.forEach((lane, row) => {
      const ops = scale.byLane[lane];
      for (let i = 0; i < ops.length;) {
        const x = Math.floor((scale.begin[ops[i]] - scale.first) / perPixel);
        const width = Math.max(1, (scale.end[ops[i]] - scale.begin[ops[i]]) / perPixel);
        context.fillStyle = colors[barColor(this.timeline, ops[i])];
        context.fillRect(x, 4 + row * height, width, Math.max(1, height - 0.5));
        i = scale.lowerBound(lane, scale.first + (x + 1) * perPixel, i + 1);
      }
    });
    return image;
  }
}

/** 1, 2 or 5 times a power of ten, at least `least`. */
function tickStep(least, scaleName) {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-9)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= least);
  return scaleName === 'order' ? Math.max(1, Math.round(step)) : step;
}

/** To the nearest `step`. */
function timeText(ns, step = 1) {
  const [unit, name] = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']].find(([size]) => Math.abs(ns) >= size) || [1, 'ns'];
  const digits = Math.max(0, Math.ceil(Math.log10(unit / step)));
  return `${Number((ns / unit).toFixed(Math.min(digits, 9)))} ${name}`;
}
