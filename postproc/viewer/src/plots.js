// Plots of the time series as SVG: drag to zoom, double click for all, hover for values; all share the axis of time.

import {floats, table} from "./data.js";

const W = 560, H = 210, LEFT = 58, RIGHT = 12, TOP = 10, BOTTOM = 34;
const LINES = ["first", "second", "third"];  // the colours

export const escaped = text => String(text).replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
export function short(value) {
  if (!Number.isFinite(value)) return "–";
  const rounded = Number(value.toPrecision(4));
  return rounded && Math.abs(rounded) < 1e-3 ? rounded.toExponential() : String(rounded);
}

function ticks(low, high, log) {
  if (log) {
    const a = Math.ceil(low - 1e-9), b = Math.floor(high + 1e-9), stride = Math.max(1, Math.ceil((b - a) / 5));
    return Array.from({length: Math.max(0, Math.floor((b - a) / stride) + 1)}, (_, i) => [a + i * stride, `1e${a + i * stride}`]);
  }
  const raw = (high - low) / 5, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find(m => m * power >= raw) * power;
  const found = [];
  for (let v = Math.ceil(low / step) * step; v <= high + 1e-9 * step; v += step) found.push([v, short(Math.abs(v) < 1e-9 * step ? 0 : v)]);
  return found;
}

class Plot {
  constructor(figure, panel, group) {
    Object.assign(this, {figure, panel, group});
    this.drawing = figure.querySelector(".drawing");
    this.legend = figure.querySelector(".legend");
    this.drawing.addEventListener("pointerdown", e => this.begin(e));
    this.drawing.addEventListener("pointermove", e => this.move(e));
    this.drawing.addEventListener("pointerup", e => this.end(e));
    this.drawing.addEventListener("pointerleave", () => this.hover(null));
    this.drawing.addEventListener("dblclick", () => group.zoom(null));
    this.drawing.addEventListener("keydown", e => this.key(e));
    figure.querySelector(".save").addEventListener("click", () => this.save());
  }

  timeAt(event) {
    const box = this.drawing.firstElementChild.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * W;
    const [low, high] = this.group.range;
    return low + Math.min(Math.max((x - LEFT) / (W - LEFT - RIGHT), 0), 1) * (high - low);
  }

  begin(event) {
    this.from = this.timeAt(event);
    this.drawing.setPointerCapture(event.pointerId);
  }

  move(event) {
    const time = this.timeAt(event);
    this.hover(time);
    if (this.from !== undefined) this.mark(".selection", this.from, time);
  }

  end(event) {
    const to = this.timeAt(event), [low, high] = this.group.range;
    if (this.from !== undefined && Math.abs(to - this.from) > 0.01 * (high - low)) {
      this.group.zoom([Math.min(this.from, to), Math.max(this.from, to)]);
    } else {
      this.group.chosen(to);
    }
    this.from = undefined;
  }

  /** Draws when the plot is on the screen, now or later. */
  refresh() {
    this.stale = true;
    if (this.seen) this.draw();
  }

  key(event) {
    const [low, high] = this.group.range, width = high - low;
    const views = {"+": [low + width / 4, high - width / 4], "=": [low + width / 4, high - width / 4], "-": [low - width / 2, high + width / 2],
                   ArrowLeft: [low - width / 4, high - width / 4], ArrowRight: [low + width / 4, high + width / 4], 0: null};
    if (!(event.key in views)) return;
    event.preventDefault();
    this.group.zoom(views[event.key]);
  }

  x(time) {
    const [low, high] = this.group.range;
    return LEFT + (time - low) / (high - low) * (W - LEFT - RIGHT);
  }

  mark(selector, from, to) {
    const rect = this.drawing.querySelector(selector);
    const a = Math.min(Math.max(this.x(Math.min(from, to)), LEFT), W - RIGHT), b = Math.max(Math.min(this.x(Math.max(from, to)), W - RIGHT), a);
    rect.setAttribute("x", a);
    rect.setAttribute("width", Math.max(b - a, 1));
    rect.setAttribute("visibility", "visible");
  }

  hover(time) {
    const {columns, time: times} = this.group;
    const at = time === null ? times.length - 1 : Math.max(times.findIndex(t => t >= time), 0);
    this.panel.columns.forEach((name, i) => {
      this.legend.querySelectorAll("output")[i].value = short(columns[name][at]);
    });
    this.figure.querySelector(".at").textContent = `at ${short(times[at])} s`;
  }

  extremes(first, last) {
    let low = Infinity, high = -Infinity;
    for (const name of this.panel.columns) {
      for (let i = first; i < last; ++i) {
        const value = this.scaled(this.group.columns[name][i]);
        if (Number.isFinite(value)) [low, high] = [Math.min(low, value), Math.max(high, value)];
      }
    }
    if (low > high) return [0, 1];
    if (this.panel.log) return [Math.max(Math.floor(low - 0.01), Math.ceil(high + 0.01) - 8), Math.ceil(high + 0.01)];  // noise is cut off
    const margin = 0.05 * (high - low) || Math.abs(high) || 1;
    return [low >= 0 && low < 0.5 * high ? 0 : low - margin, high + margin];
  }

  scaled(value) {
    return this.panel.log ? value > 0 ? Math.log10(value) : NaN : value;
  }

  draw() {
    this.stale = false;
    const {time, columns, range} = this.group;
    let first = time.findIndex(t => t >= range[0]), last = time.findLastIndex(t => t <= range[1]) + 1;
    first = Math.max(first - 1, 0);
    last = Math.min(last + 1, time.length);
    const [low, high] = this.extremes(first, last);
    const y = value => H - BOTTOM - (value - low) / (high - low) * (H - BOTTOM - TOP);
    const lines = this.panel.columns.map((name, i) => {
      let path = "", pen = "M";
      for (let k = first; k < last; ++k) {
        const value = this.scaled(columns[name][k]);
        if (!Number.isFinite(value)) { pen = "M"; continue; }
        path += `${pen}${this.x(time[k]).toFixed(1)} ${y(value).toFixed(1)}`;
        pen = "L";
      }
      return `<path class="line line-${LINES[i]}" d="${path}"/>`;
    }).join("");
    const across = ticks(low, high, this.panel.log).map(([v, label]) =>
      `<line class="grid" x1="${LEFT}" x2="${W - RIGHT}" y1="${y(v)}" y2="${y(v)}"/><text x="${LEFT - 6}" y="${y(v) + 3.5}" text-anchor="end">${label}</text>`);
    const along = ticks(...range, false).map(([v, label]) =>
      `<line class="tick" x1="${this.x(v)}" x2="${this.x(v)}" y1="${H - BOTTOM}" y2="${H - BOTTOM + 4}"/><text x="${this.x(v)}" y="${H - BOTTOM + 16}" text-anchor="middle">${label}</text>`);
    const id = `cut-${this.panel.title.replace(/\W/g, "")}`;
    this.drawing.innerHTML = `<svg viewBox="0 0 ${W} ${H}" role="img" aria-label="${escaped(this.panel.title)} against time">
      <style>text{font-size:11px}.line{fill:none;stroke-width:1.4}</style>
      <clipPath id="${id}"><rect x="${LEFT}" y="${TOP}" width="${W - LEFT - RIGHT}" height="${H - BOTTOM - TOP}"/></clipPath>
      ${across.join("")}${along.join("")}<line class="axis" x1="${LEFT}" x2="${W - RIGHT}" y1="${H - BOTTOM}" y2="${H - BOTTOM}"/>
      <g clip-path="url(#${id})">${lines}</g>
      <rect class="selection" y="${TOP}" height="${H - BOTTOM - TOP}" visibility="hidden"/>
      <rect class="now" y="${TOP}" height="${H - BOTTOM - TOP}" visibility="hidden"/>
      <text x="${(LEFT + W - RIGHT) / 2}" y="${H - 3}" text-anchor="middle">time [s]</text></svg>`;
    this.hover(null);
    if (this.group.now !== undefined) this.now(this.group.now);
  }

  now(time) {
    if (this.stale) return;
    const [low, high] = this.group.range;
    if (time >= low && time <= high) this.mark(".now", time, time);
    else this.drawing.querySelector(".now").setAttribute("visibility", "hidden");
  }

  /** The drawing as it stands, with the colours that it has on the page. */
  save() {
    const svg = this.drawing.firstElementChild.cloneNode(true);
    this.drawing.firstElementChild.querySelectorAll("*").forEach((shown, i) => {
      const style = getComputedStyle(shown), copy = svg.querySelectorAll("*")[i];
      for (const name of ["fill", "stroke", "stroke-width", "font-family"]) copy.style.setProperty(name, style.getPropertyValue(name));
    });
    svg.querySelectorAll(".now, .selection").forEach(mark => mark.remove());
    download(new Blob([new XMLSerializer().serializeToString(svg)], {type: "image/svg+xml"}), `${this.panel.title}.svg`);
  }
}

export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export class Plots {
  static async load() {
    const made = new Plots(), series = table("series");
    if (!series) return null;
    const flat = await floats("series");
    made.columns = Object.fromEntries(series.names.map((name, c) => [name, Array.from(flat.subarray(c * series.rows, (c + 1) * series.rows))]));
    made.time = made.columns.time;
    made.units = series.units;
    made.range = made.whole = [made.time[0], Math.max(made.time.at(-1), made.time[0] + 1e-12)];
    made.chosen = () => {};
    made.list = series.panels.map((panel, i) => new Plot(document.querySelectorAll("figure.plot")[i], panel, made));
    made.own();
    made.list.forEach(plot => plot.refresh());
    made.watch();
    return made;
  }

  /** Plots are drawn when they come near the screen, and all before the page is printed. */
  watch() {
    const observer = new IntersectionObserver(entries => entries.forEach(({target, isIntersecting}) => {
      const plot = this.list.find(each => each.drawing === target);
      plot.seen = isIntersecting;
      if (plot.seen && plot.stale) plot.draw();
    }), {rootMargin: "300px"});
    this.list.forEach(plot => observer.observe(plot.drawing));
    addEventListener("beforeprint", () => this.list.filter(plot => plot.stale).forEach(plot => plot.draw()));
  }

  /** The panel whose column the reader chooses. */
  own() {
    const figure = document.querySelector("figure.plot.own"), select = figure.querySelector("select");
    const plot = new Plot(figure, {title: "", columns: [""], log: false}, this);
    const set = () => {
      plot.panel.title = select.value;
      plot.panel.columns = [select.value];
      figure.querySelector(".unit").textContent = `[${this.units[select.value]}]`;
      plot.refresh();
    };
    select.addEventListener("change", set);
    plot.panel.columns = [select.value];
    this.list.push(plot);
    set();
  }

  zoom(range) {
    const [low, high] = this.whole;
    this.range = range ? [Math.max(range[0], low), Math.min(range[1], high)] : this.whole;
    if (!(this.range[1] > this.range[0])) this.range = this.whole;
    this.list.forEach(plot => plot.refresh());
  }

  setNow(time) {
    this.now = time;
    this.list.forEach(plot => plot.now(time));
  }
}
