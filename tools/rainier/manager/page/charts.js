// Small charts on canvas: no library. Colours are CSS variables, so that they follow the theme.

export const ROOM = 480;  // points kept: two minutes of four a second

export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Sizes a canvas to its box in device pixels; answers its context, scaled to CSS pixels, and the size. */
export function prepare(canvas) {
  const box = canvas.getBoundingClientRect(), ratio = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(box.width * ratio)), height = Math.max(1, Math.round(box.height * ratio));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const ctx = canvas.getContext("2d");
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, box.width, box.height);
  return { ctx, width: box.width, height: box.height };
}

/** The least of 1, 2, 2.5, 5 x 10^n that is not below. */
export function nice(value) {
  if (!(value > 0)) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].find((m) => m * unit >= value * 0.999) * unit;
}

function path(ctx, points) {
  let open = false;
  for (const [x, y] of points) {
    if (y === null) open = false;
    else if (open) ctx.lineTo(x, y);
    else { ctx.moveTo(x, y); open = true; }
  }
}

export function sparkline(canvas, values, name) {
  const { ctx, width, height } = prepare(canvas);
  const most = Math.max(...values.map((v) => v ?? 0), 1e-9), step = width / (ROOM - 1);
  const points = values.map((v, i) => [width - (values.length - 1 - i) * step, height - 2 - (height - 4) * (v ?? 0) / most]);
  if (points.length < 2) return;
  const tint = colour(name);
  ctx.beginPath();
  path(ctx, points);
  ctx.strokeStyle = tint;
  ctx.lineWidth = 1.6;
  ctx.lineJoin = "round";
  ctx.stroke();
  ctx.lineTo(width, height);
  ctx.lineTo(points[0][0], height);
  ctx.globalAlpha = 0.14;
  ctx.fillStyle = tint;
  ctx.fill();
  ctx.globalAlpha = 1;
}

/**
 * Lines over the last two minutes. series: [{label, colour, values(), dashed}], format(value): text; log: a
 * logarithmic scale; limits(): [{value, label}] lines across; least: what the scale must reach.
 */
export class Chart {
  constructor(canvas, legend, { series, format, log = false, limits = () => [], least = 1 }) {
    Object.assign(this, { canvas, series, format, log, limits, least, pointer: null });
    legend.replaceChildren(...series.map((one) => {
      const item = document.createElement("li"), swatch = document.createElement("i");
      swatch.style.background = `var(${one.colour})`;
      if (one.dashed) swatch.classList.add("dashed");
      this.value = document.createElement("b");
      one.output = this.value;
      item.append(swatch, one.label + " ", one.output);
      return item;
    }));
    canvas.addEventListener("pointermove", (event) => { this.pointer = event.offsetX; this.draw(); });
    canvas.addEventListener("pointerleave", () => { this.pointer = null; this.draw(); });
  }

  scale(height, top, bottom) {
    const all = this.series.flatMap((one) => one.values().filter((v) => v !== null && v !== undefined));
    for (const limit of this.limits()) all.push(limit.value);
    if (this.log) {
      const positive = all.filter((v) => v > 0);
      const low = Math.floor(Math.log10(Math.min(...positive, this.least)));
      const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...positive, this.least * 10) * 1.02)));
      const ticks = [];
      for (let power = low; power <= high; ++power) ticks.push(10 ** power);
      return { ticks, y: (v) => top + (height - top - bottom) * (1 - (Math.log10(Math.max(v, 10 ** low)) - low) / (high - low)) };
    }
    const high = nice(Math.max(...all, this.least) * 1.02);
    const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => share * high);
    return { ticks, y: (v) => top + (height - top - bottom) * (1 - v / high) };
  }

  draw() {
    const { ctx, width, height } = prepare(this.canvas);
    const right = 6, top = 8, bottom = 20;
    const { ticks, y } = this.scale(height, top, bottom);
    ctx.font = "11px system-ui, sans-serif";
    const left = Math.max(48, ...ticks.map((tick) => ctx.measureText(this.format(tick)).width + 14));
    const soft = colour("--soft"), line = colour("--line");
    const x = (i, count) => width - right - (count - 1 - i) * (width - left - right) / (ROOM - 1);
    ctx.textBaseline = "middle";
    ctx.lineWidth = 1;
    for (const tick of ticks) {
      const at = Math.round(y(tick)) + 0.5;
      ctx.strokeStyle = line;
      ctx.beginPath();
      ctx.moveTo(left, at);
      ctx.lineTo(width - right, at);
      ctx.stroke();
      ctx.fillStyle = soft;
      ctx.textAlign = "right";
      ctx.fillText(this.format(tick), left - 8, at);
    }
    ctx.textBaseline = "alphabetic";
    for (const [share, text, align] of [[0, "2 min ago", "left"], [0.5, "1 min", "center"], [1, "now", "right"]]) {
      ctx.textAlign = align;
      ctx.fillText(text, left + share * (width - left - right), height - 4);
    }
    for (const limit of this.limits()) this.limit(ctx, limit, y(limit.value), left, width - right);
    for (const [number, one] of this.series.entries()) this.line(ctx, one, number, x, y, height - bottom);
    this.values(ctx, x, y, top, height - bottom);
  }

  limit(ctx, { value, label, tint = "--bad" }, at, from, to) {
    ctx.strokeStyle = ctx.fillStyle = colour(tint);
    ctx.setLineDash([2, 4]);
    ctx.beginPath();
    ctx.moveTo(from, at);
    ctx.lineTo(to, at);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.textAlign = "right";
    ctx.fillText(label ?? this.format(value), to - 4, at - 4);
  }

  line(ctx, one, number, x, y, floor) {
    const values = one.values();
    if (values.length < 2) return;
    const points = values.map((v, i) => [x(i, values.length), v === null || v === undefined ? null : y(v)]);
    ctx.strokeStyle = ctx.fillStyle = colour(one.colour);
    ctx.lineWidth = 1.8;
    ctx.lineJoin = "round";
    ctx.setLineDash(one.dashed ? [4, 3] : []);
    ctx.beginPath();
    path(ctx, points);
    ctx.stroke();
    ctx.setLineDash([]);
    if (this.log || one.dashed) return;
    ctx.lineTo(points.at(-1)[0], floor);
    ctx.lineTo(points[0][0], floor);
    ctx.globalAlpha = number === 0 ? 0.1 : 0.07;
    ctx.fill();
    ctx.globalAlpha = 1;
  }

  /** In the legend: the values under the pointer, or the last ones. */
  values(ctx, x, y, top, floor) {
    const count = Math.max(...this.series.map((one) => one.values().length));
    let at = count - 1;
    if (this.pointer !== null && count > 1) {
      const step = x(1, count) - x(0, count);
      at = Math.min(count - 1, Math.max(0, Math.round((this.pointer - x(0, count)) / step)));
      ctx.strokeStyle = colour("--soft");
      ctx.beginPath();
      ctx.moveTo(x(at, count), top);
      ctx.lineTo(x(at, count), floor);
      ctx.stroke();
    }
    for (const one of this.series) {
      const value = one.values()[at];
      const text = value === null || value === undefined ? "–" : this.format(value);
      if (one.output.textContent !== text) one.output.textContent = text;
      if (this.pointer === null || value === null || value === undefined) continue;
      ctx.fillStyle = colour(one.colour);
      ctx.beginPath();
      ctx.arc(x(at, count), y(value), 3, 0, 7);
      ctx.fill();
    }
  }
}

/** An arc from 0 to `most` with a value and marks where limits are. */
export class Gauge {
  constructor(svg, { unit, digits, least = 0 }) {
    Object.assign(this, { svg, unit, digits, least });
    const make = (name, attributes) => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      svg.append(element);
      return element;
    };
    const arc = "M21.9 82 A44 44 0 1 1 98.1 82";
    make("path", { d: arc, class: "track" });
    this.value = make("path", { d: arc, class: "value", pathLength: 100, "stroke-dasharray": "0 200" });
    this.marks = make("g", {});
    this.text = make("text", { x: 60, y: 64, class: "big" });
    this.caption = make("text", { x: 60, y: 79, class: "unit" });
    this.caption.textContent = unit;
  }

  show(value, most, limits, tone, label) {
    const share = Math.min(1, Math.max(0, (value - this.least) / (most - this.least)));
    this.value.setAttribute("stroke-dasharray", `${(100 * share).toFixed(2)} 200`);
    this.svg.dataset.tone = tone;
    this.text.textContent = value.toFixed(this.digits);
    this.svg.setAttribute("aria-label", `${label}: ${value.toFixed(this.digits)} ${this.unit}`);
    const key = limits.join();
    if (this.key === key) return;
    this.key = key;
    this.marks.replaceChildren(...limits.map((limit) => {
      const turn = 210 - 240 * (limit - this.least) / (most - this.least), angle = turn * Math.PI / 180;
      const mark = document.createElementNS("http://www.w3.org/2000/svg", "line");
      for (const [name, radius] of [["1", 37], ["2", 51]]) {
        mark.setAttribute("x" + name, 60 + radius * Math.cos(angle));
        mark.setAttribute("y" + name, 60 - radius * Math.sin(angle));
      }
      return mark;
    }));
  }
}
