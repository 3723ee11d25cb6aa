// The page: the viewer's controls, the plots, light and dark.

import {Frames, table} from "./data.js";
import {GRADIENT, STONE, hue, viridis} from "./colours.js";
import {Plots, download, short} from "./plots.js";
import {Scene} from "./scene.js";

const $ = id => document.getElementById(id);
const AXES = {x: [1, 0, 0], y: [0, -1, 0], z: [0, -1e-4, 1], all: [-0.5, -0.82, 0.36]};
const UNITS = {speed: "m/s", force: "N", size: "m"};

const dark = () => (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
const accent = () => dark() ? [0.95, 0.54, 0.36] : [0.72, 0.22, 0.05];
const theme = () => dark()
  ? {paper: [0.075, 0.085, 0.1], wall: [0.55, 0.6, 0.66], floor: [0.16, 0.175, 0.2], accent: accent()}
  : {paper: [1, 1, 1], wall: [0.62, 0.66, 0.7], floor: [0.925, 0.93, 0.935], accent: accent()};

class Viewer {
  constructor(frames, scene) {
    Object.assign(this, {frames, scene, frame: frames.count - 1, picked: -1, playing: false});
    this.names = table("names");
    this.largestRadius = frames.radius.reduce((a, b) => Math.max(a, b), 0);
    this.smallestRadius = frames.radius.reduce((a, b) => Math.min(a, b), this.largestRadius);
    if (this.resting()) $("colour").value = "force";
    this.listen();
    scene.fit(AXES.all, scene.lastBox());
    scene.setTheme();
    this.show();
    scene.time();
  }

  /** Decodes the frames that were not needed yet, after the first picture. */
  async finish() {
    await this.frames.all();
    this.scene.time();
    $("speed").textContent = `Drawn in ${short(this.scene.milliseconds)} ms per frame by ${this.scene.by}.`;
  }

  /** Do nearly all bodies of the last frame rest? Their speeds would then show nothing. */
  resting() {
    const slow = 0.02 * this.frames.upper.speed;
    let moving = 0;
    for (let body = 0; body < this.frames.bodies; ++body) moving += this.frames.value("speed", this.frame, body) > slow;
    return moving < 0.05 * this.frames.bodies;
  }

  listen() {
    $("play").addEventListener("click", () => this.play(!this.playing));
    $("frame").addEventListener("input", () => this.go(Number($("frame").value)));
    $("colour").addEventListener("change", () => this.show());
    $("axis").addEventListener("change", () => this.clip());
    $("clip").addEventListener("input", () => this.clip());
    $("chains").addEventListener("change", () => this.scene.setChains($("chains").checked));
    $("joints").addEventListener("change", () => this.scene.setJoints($("joints").checked));
    $("walls").addEventListener("change", () => { this.scene.wallGroup.visible = $("walls").checked; this.scene.draw(); });
    $("body").addEventListener("change", () => this.pick(this.frames.id.indexOf(Number($("body").value))));
    $("picture").addEventListener("click", () => this.picture());
    for (const button of document.querySelectorAll("[data-view]")) {
      button.addEventListener("click", () => this.scene.fit(AXES[button.dataset.view]));
    }
    const canvas = this.scene.canvas;
    canvas.addEventListener("pointerdown", e => { this.pressed = [e.clientX, e.clientY]; });
    canvas.addEventListener("pointerup", e => {
      if (this.pressed && Math.hypot(e.clientX - this.pressed[0], e.clientY - this.pressed[1]) < 4) this.pick(this.scene.pick(e.clientX, e.clientY));
    });
    canvas.addEventListener("keydown", e => this.key(e));
  }

  key(event) {
    const {azimuth = 0, zoom = 1} = {a: {azimuth: 0.1}, d: {azimuth: -0.1}, "+": {zoom: 0.9}, "-": {zoom: 1.1}}[event.key] ?? {};
    const steps = {ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity};
    if (event.key === " ") this.play(!this.playing);
    else if (event.key in steps) this.go(Math.min(Math.max(this.frame + steps[event.key], 0), this.frames.count - 1));
    else if (azimuth || zoom !== 1) this.orbit(azimuth, zoom);
    else if (event.key === "Escape") this.pick(-1);
    else return;
    event.preventDefault();
  }

  orbit(azimuth, zoom) {
    const {camera, controls} = this.scene;
    camera.position.sub(controls.target).applyAxisAngle(camera.up, azimuth).multiplyScalar(zoom).add(controls.target);
    controls.update();
  }

  play(playing) {
    this.playing = playing;
    $("play").textContent = playing ? "Pause" : "Play";
    $("play").setAttribute("aria-pressed", playing);
    clearTimeout(this.timer);
    if (!playing) return;
    const next = async frame => {
      if (!this.playing) return;
      if (frame === this.frames.count) return this.play(false);
      await this.go(frame);
      this.timer = setTimeout(() => next(this.frame + 1), 40);
    };
    next((this.frame + 1) % this.frames.count);
  }

  async go(frame) {
    this.wanted = frame;
    await this.frames.need(frame);
    if (this.wanted !== frame) return;
    this.frame = frame;
    this.show();
  }

  clip() {
    const axis = Number($("axis").value);
    $("cut-place").hidden = axis < 0;
    const at = this.scene.setClip(axis, Number($("clip").value) / 1000);
    $("clip-at").value = axis < 0 ? "" : `${short(at)} m`;
  }

  colourOf() {
    const {frames, frame} = this, by = $("colour").value;
    const selected = accent().map(c => Math.round(255 * c));
    const scale = {speed: body => Math.sqrt(frames.value("speed", frame, body) / frames.upper.speed),  // most values are small
                   force: body => Math.sqrt(frames.value("force", frame, body) / frames.upper.force),
                   size: body => (frames.radius[body] - this.smallestRadius) / (this.largestRadius - this.smallestRadius || 1)}[by];
    const plain = {rank: body => hue(frames.rankOf(frame, body)), material: body => hue(frames.material[body]), none: () => STONE}[by];
    const colour = plain ?? (body => viridis(scale(body)));
    return body => body === this.picked ? selected : colour(body);
  }

  legend() {
    const {upper, largest} = this.frames, by = $("colour").value;
    const marks = {speed: [0, upper.speed / 4, upper.speed], force: [0, upper.force / 4, upper.force],
                   size: [this.smallestRadius, (this.smallestRadius + this.largestRadius) / 2, this.largestRadius]}[by];
    $("legend").hidden = !marks;
    if (!marks) return;
    $("legend-bar").style.background = GRADIENT;
    $("legend-low").textContent = short(marks[0]);
    $("legend-middle").textContent = short(marks[1]);
    const more = by !== "size" && largest[by] > 1.001 * upper[by];
    $("legend-high").textContent = `${more ? "≥ " : ""}${short(marks[2])} ${UNITS[by]}`;
  }

  show() {
    const {frames, frame} = this;
    this.scene.show(frame, this.colourOf());
    this.legend();
    $("frame").value = frame;
    $("frame").setAttribute("aria-valuetext", `${short(frames.times[frame])} s`);
    $("time").value = `${short(frames.times[frame])} s`;
    $("count").value = frames.present(frame);
    if (this.picked >= 0) this.values();
    this.onframe?.(frames.times[frame]);
  }

  pick(body) {
    this.picked = body;
    $("picked").hidden = body < 0;
    $("hint").hidden = body >= 0;
    if (body >= 0) $("body").value = this.frames.id[body];
    this.show();
  }

  values() {
    const {frames, frame, picked} = this;
    const there = frames.there(frame, picked);
    const here = text => there ? text : "not there in this frame";
    const rows = {
      id: String(frames.id[picked]),
      name: this.names.bodies[frames.id[picked]] || "–",
      shape: this.names.kinds[frames.shapes[frames.shape[picked]]],
      material: this.names.materials[frames.material[picked]] ?? String(frames.material[picked]),
      radius: `${short(frames.radius[picked])} m`,
      position: here(`${frames.place(frame, picked).map(short).join(", ")} m`),
      speed: here(`${short(frames.value("speed", frame, picked))} m/s`),
      load: here(`${short(frames.value("force", frame, picked))} N`),
      rank: here(String(frames.rankOf(frame, picked))),
    };
    for (const [name, value] of Object.entries(rows)) $(`picked-${name}`).textContent = value;
  }

  picture() {
    this.scene.render(2);
    this.scene.canvas.toBlob(blob => download(blob, `${document.title}.png`));
  }
}

async function main() {
  if (location.search === "?picture") document.documentElement.classList.add("picture");  // the frames alone, as large as the window
  const plots = await Plots.load();
  let viewer = null;
  if (table("frames")) {
    const frames = await Frames.load();
    await frames.need(frames.count - 1);
    try {
      viewer = new Viewer(frames, await Scene.make($("canvas"), frames, theme));
    } catch (error) {
      $("no-webgl").hidden = false;
      $("no-webgl").textContent = `This browser shows no 3-D graphics: ${error.message}`;
    }
  }
  if (viewer && plots) {
    viewer.onframe = time => plots.setNow(time);
    viewer.onframe(viewer.frames.times[viewer.frame]);
    plots.chosen = time => viewer.go(viewer.frames.times.reduce((best, t, i, all) => Math.abs(t - time) < Math.abs(all[best] - time) ? i : best, 0));
  }
  const repaint = () => { viewer?.scene.setTheme(); viewer?.show(); };
  $("theme").addEventListener("click", () => { document.documentElement.dataset.theme = dark() ? "light" : "dark"; repaint(); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
  window.talus = {viewer, plots};  // for tests and consoles
  performance.mark("ready");
  document.documentElement.dataset.ready = "true";
  await viewer?.finish();
  document.documentElement.dataset.complete = "true";
}

main();
