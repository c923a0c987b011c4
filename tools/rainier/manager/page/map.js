// The flash as channels x dies: what each die does, or how worn it is.
import { colour, prepare } from "./charts.js";

export const STATES = {
  r: ["Host read", "--read"], w: ["Host write", "--write"], g: ["Collection", "--gc"], p: ["Parity", "--parity"],
  e: ["Erase", "--erase"], b: ["Rebuild", "--rebuild"], u: ["Upkeep", "--upkeep"], x: ["Lost", "--bad"],
};

export class DieMap {
  constructor(canvas, { legend, text, chosen }) {
    Object.assign(this, { canvas, legend, text, chosen, mode: "activity", at: null, drive: null, dies: null, erases: [], shown: [] });
    canvas.addEventListener("pointermove", (event) => this.point(this.under(event)));
    canvas.addEventListener("click", (event) => { this.point(this.under(event)); this.choose(); });
    canvas.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("blur", () => this.point(null));
    canvas.addEventListener("pointerleave", () => this.point(null));
  }

  get rows() { return Math.ceil(this.drive.dies / this.drive.channels); }

  set(drive, dies, erases) {
    Object.assign(this, { drive, dies, erases });
    this.canvas.style.setProperty("--shape", `${drive.channels} / ${Math.max(3, Math.min(this.rows, drive.channels))}`);
    this.smooth();
    this.draw();
    if (this.at !== null && document.activeElement !== this.canvas) this.describe();  // it is read out
  }

  /** Busy shares fade, so that the eye can follow. */
  smooth() {
    const busy = this.dies.busy_percent;
    if (this.shown.length !== busy.length) this.shown = [...busy];
    for (let i = 0; i < busy.length; ++i)
      this.shown[i] = busy[i] > this.shown[i] ? busy[i] : this.shown[i] * 0.55 + busy[i] * 0.45;
  }

  layout() {
    const box = this.canvas.getBoundingClientRect(), left = 30, bottom = 18;
    return { left, cell: (box.width - left) / this.drive.channels, row: (box.height - bottom) / this.rows };
  }

  under(event) {
    if (!this.drive) return null;
    const { left, cell, row } = this.layout();
    const channel = Math.floor((event.offsetX - left) / cell), die = Math.floor(event.offsetY / row);
    const number = die * this.drive.channels + channel;
    return channel >= 0 && channel < this.drive.channels && die >= 0 && number < this.drive.dies ? number : null;
  }

  key(event) {
    if (!this.drive) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.drive.channels, ArrowDown: this.drive.channels }[event.key];
    if (step) this.point(Math.min(this.drive.dies - 1, Math.max(0, (this.at ?? 0) + (this.at === null ? 0 : step))));
    else if (event.key === "Enter" || event.key === " ") this.choose();
    else return;
    event.preventDefault();
  }

  choose() {
    if (this.at !== null) this.chosen(this.at % this.drive.channels, Math.floor(this.at / this.drive.channels));
  }

  point(number) {
    if (this.at === number) return;
    this.at = number;
    this.draw();
    this.describe();
  }

  describe() {
    if (this.at === null || !this.drive) {
      this.text.textContent = "A column is a channel, a row its dies. Point at one, or move with the arrow keys, to see what it does.";
      return;
    }
    const { at } = this, state = this.dies.state[at], name = STATES[state]?.[0] ?? "Idle";
    this.text.textContent = `Channel ${at % this.drive.channels}, die ${Math.floor(at / this.drive.channels)}: ` +
      `${name.toLowerCase()}, busy ${this.dies.busy_percent[at]} %, ${(this.erases[at] ?? 0).toFixed(1)} P/E cycles`;
  }

  draw() {
    if (!this.drive) return;
    const { ctx, width, height } = prepare(this.canvas), { left, cell, row } = this.layout();
    const gap = cell > 14 ? 2 : 1, radius = cell > 14 ? 3 : 1.5;
    const paint = this.mode === "activity" ? this.activity() : this.wear();
    for (let number = 0; number < this.drive.dies; ++number) {
      const x = left + (number % this.drive.channels) * cell, y = Math.floor(number / this.drive.channels) * row;
      const box = [x + gap / 2, y + gap / 2, cell - gap, row - gap];
      paint(ctx, number, box, radius);
      if (this.dies.state[number] === "x") this.cross(ctx, box);
      if (number !== this.at) continue;
      ctx.strokeStyle = colour("--ink");
      ctx.lineWidth = 2;
      ctx.strokeRect(x + 0.5, y + 0.5, cell - 1, row - 1);
    }
    this.axes(ctx, left, cell, row, width, height);
  }

  activity() {
    const empty = colour("--cell"), tints = Object.fromEntries(Object.entries(STATES).map(([key, [, name]]) => [key, colour(name)]));
    return (ctx, number, [x, y, w, h], radius) => {
      const state = this.dies.state[number], busy = this.shown[number];
      ctx.fillStyle = empty;
      ctx.beginPath();
      ctx.roundRect(x, y, w, h, radius);
      ctx.fill();
      if (!tints[state] || (busy < 0.5 && state !== "x")) return;
      ctx.globalAlpha = state === "x" ? 0.3 : 0.25 + 0.75 * Math.min(1, busy / 60);
      ctx.fillStyle = tints[state];
      ctx.fill();
      ctx.globalAlpha = 1;
    };
  }

  wear() {
    const known = this.erases.filter((e) => Number.isFinite(e));
    const low = Math.min(...known), high = Math.max(...known, low + 1e-9);
    this.range = [low, high];
    const hot = colour("--wear"), empty = colour("--cell");
    return (ctx, number, [x, y, w, h], radius) => {
      ctx.fillStyle = empty;
      ctx.beginPath();
      ctx.roundRect(x, y, w, h, radius);
      ctx.fill();
      // Equal wear is half of the scale: no die is worse than another.
      const share = high - low < 1e-6 ? 0.5 : (this.erases[number] - low) / (high - low);
      ctx.globalAlpha = 0.08 + 0.92 * share;
      ctx.fillStyle = hot;
      ctx.fill();
      ctx.globalAlpha = 1;
    };
  }

  cross(ctx, [x, y, w, h]) {
    const pad = Math.min(w, h) * 0.25;
    ctx.strokeStyle = colour("--bad");
    ctx.lineWidth = w > 12 ? 2 : 1.4;
    ctx.beginPath();
    ctx.moveTo(x + pad, y + pad);
    ctx.lineTo(x + w - pad, y + h - pad);
    ctx.moveTo(x + w - pad, y + pad);
    ctx.lineTo(x + pad, y + h - pad);
    ctx.stroke();
  }

  axes(ctx, left, cell, row, width, height) {
    ctx.fillStyle = colour("--soft");
    ctx.font = "10px system-ui, sans-serif";
    ctx.textAlign = "center";
    ctx.textBaseline = "alphabetic";
    const every = cell < 16 ? 4 : cell < 24 ? 2 : 1;
    for (let channel = 0; channel < this.drive.channels; channel += every)
      ctx.fillText(channel, left + (channel + 0.5) * cell, height - 4);
    ctx.textAlign = "right";
    ctx.textBaseline = "middle";
    const each = row < 12 ? 4 : 1;
    for (let die = 0; die < this.rows; die += each) ctx.fillText(die, left - 8, (die + 0.5) * row);
  }

  /** Once a mode is chosen, or the range of wear has moved. */
  explain() {
    const item = (name, text, faint) => {
      const li = document.createElement("li"), swatch = document.createElement("i");
      swatch.style.background = `var(${name})`;
      if (faint) swatch.style.opacity = faint;
      li.append(swatch, text);
      return li;
    };
    if (this.mode === "activity") {
      this.legend.replaceChildren(...Object.values(STATES).map(([text, name]) => item(name, text)));
      return;
    }
    const [low, high] = this.range ?? [0, 0];
    this.legend.replaceChildren(item("--wear", `least ${low.toFixed(1)}`, 0.15), item("--wear", `most ${high.toFixed(1)} cycles of the mean block`));
  }
}
