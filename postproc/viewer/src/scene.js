// The scene: bodies, walls and force chains of one frame, the camera, and which body lies under a pixel.

import {
  BufferAttribute, BufferGeometry, DepthTexture, DynamicDrawUsage, Group, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, NearestFilter,
  Box3, PerspectiveCamera, PlaneGeometry, Raycaster, Scene as ThreeScene, UnsignedIntType, Vector2, Vector3, WebGLRenderer, WebGLRenderTarget,
  ColorManagement, LinearSRGBColorSpace, Matrix4, Quaternion,
} from "three";
import {OrbitControls} from "three/addons/controls/OrbitControls.js";
import {toCreasedNormals} from "three/addons/utils/BufferGeometryUtils.js";
import {PLANE, SPHERE} from "./data.js";
import * as materials from "./materials.js";

const SLOW = 60;     // ms per frame; where it takes longer, still pictures get no more samples
const MUCH_LARGER = 8;
const CREASE = 0.6;  // rad; edges that are sharper stay edges

ColorManagement.enabled = false;

/** All bodies of one shape: one draw call. Each body has `copies` rows in the attributes. */
class Batch {
  constructor(members, copies, geometry, Attribute, material) {
    Object.assign(this, {members, copies, geometry});
    const add = (name, array, width, normalised = false) => {
      geometry.setAttribute(name, new Attribute(array, width, normalised).setUsage(DynamicDrawUsage));
      return array;
    };
    const rows = copies * members.length;
    this.place = add("place", new Float32Array(4 * rows), 4);
    this.colour = add("colour", new Uint8Array(4 * rows), 4, true);
    this.turn = copies === 1 && add("turn", new Float32Array(4 * rows), 4);
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
  }

  static ofSpheres(members) {
    const geometry = new BufferGeometry();
    geometry.setDrawRange(0, 3 * members.length);
    return new Batch(members, 3, geometry, BufferAttribute, materials.spheres());
  }

  static ofMeshes(members, {index, attributes}) {
    const geometry = new InstancedBufferGeometry();
    geometry.index = index;
    for (const name of ["position", "normal"]) geometry.setAttribute(name, attributes[name]);
    geometry.instanceCount = members.length;
    return new Batch(members, 1, geometry, InstancedBufferAttribute, materials.meshes());
  }

  show(frames, frame, colourOf) {
    const {place, colour, turn} = this, xyzr = [], xyzw = [];
    let row = 0;
    for (const body of this.members) {
      frames.place(frame, body, xyzr);
      xyzr[3] = frames.there(frame, body) ? frames.radius[body] : 0;
      const rgb = colourOf(body);
      for (let copy = 0; copy < this.copies; ++copy) {
        place.set(xyzr, row);
        colour.set(rgb, row);
        row += 4;
      }
      if (turn) turn.set(frames.turn(frame, body, xyzw), row - 4);
    }
    for (const name of ["place", "colour", "turn"]) if (this[name]) this.geometry.attributes[name].needsUpdate = true;
  }
}

export class Scene {
  static async make(canvas, frames, theme) {
    const scene = new Scene(canvas, frames, theme);
    await scene.addBodies();
    await scene.addWalls();
    scene.chains = scene.addLines(Math.max(...(frames.contacts?.counts ?? [0])));
    scene.joints = scene.addLines(3 * (frames.joints?.ends.length ?? 0) / 2);
    scene.setBox(scene.withWalls(new Box3(scene.low, scene.high)));
    return scene;
  }

  constructor(canvas, frames, theme) {
    this.canvas = canvas;
    this.frames = frames;
    this.theme = theme;
    this.renderer = new WebGLRenderer({canvas, antialias: false, alpha: false, preserveDrawingBuffer: true});
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.scene = new ThreeScene();
    this.camera = new PerspectiveCamera(28, 1, 0.01, 100);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => this.draw());
    this.target = new WebGLRenderTarget(1, 1, {minFilter: NearestFilter, magFilter: NearestFilter});
    this.target.depthTexture = new DepthTexture(1, 1, UnsignedIntType);
    this.last = new Mesh(new PlaneGeometry(2, 2), materials.composite());
    this.last.frustumCulled = false;
    this.measure();
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  measure() {
    const {box, radius, bodies} = this.frames;
    const largest = bodies ? radius.reduce((a, b) => Math.max(a, b), 0) : 1;
    this.low = new Vector3(...box.low).subScalar(largest);
    this.high = new Vector3(...box.low).addScaledVector(new Vector3(...box.step), 65535).addScalar(largest);
    this.setBox(new Box3(this.low, this.high));
    this.typical = bodies ? Float32Array.from(radius).sort()[bodies >> 1] : 1;
  }

  /** Where the bodies of the last frame are, with the walls. */
  lastBox() {
    const {frames} = this, last = frames.count - 1, box = new Box3(), one = new Vector3(1, 1, 1);
    for (let body = 0; body < frames.bodies; ++body) {
      if (!frames.there(last, body)) continue;
      const surface = this.surfaces.get(frames.shape[body]), reach = frames.radius[body];
      const own = surface?.boundingBox.clone() ?? new Box3(new Vector3(-reach, -reach, -reach), new Vector3(reach, reach, reach));
      const turn = new Quaternion(...frames.turn(last, body));
      box.union(own.applyMatrix4(new Matrix4().compose(new Vector3(...frames.place(last, body)), turn, one)));
    }
    return box.isEmpty() ? new Box3(this.low, this.high) : this.withWalls(box);
  }

  setBox(box) {
    this.low = box.min;
    this.high = box.max;
    this.middle = box.getCenter(new Vector3());
    this.extent = box.getSize(new Vector3());
  }

  /** The box with the walls, except planes, if they are not much larger than what the bodies reach. */
  withWalls(box) {
    const all = box.clone(), largest = b => Math.max(...b.getSize(new Vector3()).toArray());
    this.walls.forEach((mesh, wall) => {
      if (mesh.userData.plane) return;
      this.placeWall(mesh, this.frames.wallPose(this.frames.count - 1, wall));
      all.expandByObject(mesh);
    });
    return largest(all) < MUCH_LARGER * largest(box) ? all : box;
  }

  async geometryOf(shape) {
    const made = await this.frames.surface(shape);
    if (!made) return null;
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(made.vertices, 3));
    geometry.setIndex(new BufferAttribute(made.triangles, 1));
    const creased = toCreasedNormals(geometry, CREASE);
    creased.computeBoundingBox();
    return creased;
  }

  async addBodies() {
    const byShape = new Map();
    this.frames.shape.forEach((shape, body) => {
      const key = this.frames.shapes[shape] === SPHERE ? -1 : shape;
      if (!byShape.has(key)) byShape.set(key, []);
      byShape.get(key).push(body);
    });
    this.batches = [];
    this.surfaces = new Map();
    for (const [shape, members] of byShape) {
      if (shape >= 0) this.surfaces.set(shape, await this.geometryOf(shape));
      const batch = shape < 0 ? Batch.ofSpheres(members) : Batch.ofMeshes(members, this.surfaces.get(shape));
      this.batches.push(batch);
      this.scene.add(batch.mesh);
    }
  }

  async addWalls() {
    this.walls = [];
    this.wallGroup = new Group();
    this.scene.add(this.wallGroup);
    for (const shape of this.frames.wall_shape) {
      const plane = this.frames.shapes[shape] === PLANE;
      const geometry = plane ? new BufferGeometry() : await this.geometryOf(shape);
      const colour = new Vector3();
      const mesh = new Mesh(geometry ?? new PlaneGeometry(0, 0), materials.walls(colour, plane ? 1 : 0.32, plane));
      mesh.userData = {plane, colour};
      this.walls.push(mesh);
      this.wallGroup.add(mesh);
    }
  }

  /** At most so many lines, which are not shown yet; null for none. */
  addLines(most) {
    if (!most) return null;
    const geometry = new InstancedBufferGeometry().copy(new PlaneGeometry(1, 1));
    for (const [name, width] of [["from", 3], ["to", 3], ["width", 1]]) {
      geometry.setAttribute(name, new InstancedBufferAttribute(new Float32Array(width * most), width));
    }
    const lines = new Mesh(geometry, materials.ribbons(new Vector3()));
    lines.frustumCulled = lines.visible = false;
    lines.renderOrder = 9;
    this.scene.add(lines);
    return lines;
  }

  show(frame, colourOf) {
    this.frame = frame;
    for (const batch of this.batches) batch.show(this.frames, frame, colourOf);
    this.walls.forEach((mesh, wall) => this.placeWall(mesh, this.frames.wallPose(frame, wall)));
    if (this.chains?.visible) this.showChains(frame);
    if (this.joints?.visible) this.showJoints(frame);
    this.draw();
  }

  placeWall(mesh, pose) {
    mesh.position.set(pose[0], pose[1], pose[2]);
    mesh.quaternion.set(pose[3], pose[4], pose[5], pose[6]);
    if (mesh.userData.plane) this.boundPlane(mesh);
  }

  /** Planes have no end: floors are drawn as squares around all bodies, other planes as far as the box of the bodies reaches. */
  boundPlane(mesh) {
    const normal = new Vector3(0, 0, 1).applyQuaternion(mesh.quaternion);
    const size = 1.5 * Math.max(...this.extent.toArray()), floor = normal.z > 0.5;
    const height = normal.dot(mesh.position.clone().sub(this.middle));
    mesh.position.copy(this.middle).addScaledVector(normal, height);
    const corners = floor ? [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([x, y]) => new Vector3(x * size / 2, y * size / 2, 0))
                          : this.cutOfBox(mesh, normal);
    mesh.material.opacity = mesh.material.uniforms.opacity.value = floor ? 1 : 0.35;
    mesh.material.transparent = !floor;
    mesh.material.depthWrite = floor;
    const fan = corners.slice(2).flatMap((corner, i) => [corners[0], corners[i + 1], corner]);
    mesh.geometry.setFromPoints(fan);
    mesh.geometry.setAttribute("normal", new BufferAttribute(new Float32Array(fan.flatMap(() => [0, 0, 1])), 3));
    mesh.geometry.computeBoundingSphere();
  }

  /** Corners, counter-clockwise in the plane's own frame, of what a plane cuts out of the box of the bodies, slightly enlarged. */
  cutOfBox(mesh, normal) {
    const half = this.extent.clone().multiplyScalar(0.51), inverse = mesh.quaternion.clone().invert(), found = [];
    const corner = i => new Vector3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1).multiply(half).add(this.middle);
    for (let i = 0; i < 8; ++i) for (const bit of [1, 2, 4]) {
      if (i & bit) continue;
      const a = corner(i), b = corner(i | bit);
      const da = normal.dot(a.clone().sub(mesh.position)), db = normal.dot(b.clone().sub(mesh.position));
      if (da * db < 0) found.push(a.lerp(b, da / (da - db)).sub(mesh.position).applyQuaternion(inverse));
    }
    const middle = found.reduce((sum, p) => sum.add(p), new Vector3()).divideScalar(found.length || 1);
    const angle = p => Math.atan2(p.y - middle.y, p.x - middle.x);
    return found.sort((p, q) => angle(p) - angle(q));
  }

  showChains(frame) {
    let largest = 1e-30;
    this.frames.chains(frame, (a, b, force) => { largest = Math.max(largest, force); });
    fill(this.chains, add => this.frames.chains(frame, (a, b, force) => add(a, b, 0.9 * this.typical * Math.sqrt(force / largest))));
  }

  showJoints(frame) {
    fill(this.joints, add => this.frames.jointLines(frame, (a, b) => add(a, b, 0.006 * Math.max(...this.extent.toArray()))));
  }

  async setChains(visible) {
    if (this.chains && visible) {
      await this.frames.needChains();
      this.showChains(this.frame);
    }
    if (this.chains) this.chains.visible = visible;
    this.fade();
  }

  setJoints(visible) {
    if (this.joints) this.joints.visible = visible;
    this.fade();
    if (this.joints && visible) this.showJoints(this.frame);
  }

  /** Bodies are pale behind lines. */
  fade() {
    materials.shared.pale.value = this.chains?.visible || this.joints?.visible ? 1 : 0;
    this.draw();
  }

  setClip(axis, at) {
    const clip = materials.shared.clip.value.set(0, 0, 0, 1);
    if (axis >= 0) {
      clip.setComponent(axis, 1);
      clip.w = this.low.getComponent(axis) + at * this.extent.getComponent(axis);
    }
    this.draw();
    return clip.w;
  }

  setTheme() {
    const {paper, wall, floor, accent} = this.theme();
    materials.shared.paper.value.set(...paper);
    this.paper = paper;
    for (const mesh of this.walls) mesh.userData.colour.set(...(mesh.userData.plane ? floor : wall));
    for (const lines of [this.chains, this.joints]) lines?.material.uniforms.tint.value.set(...accent);
    this.draw();
  }

  /** The view of a box, of all bodies in all frames if none is given. */
  fit(direction, box = new Box3(this.low, this.high)) {
    const middle = box.getCenter(new Vector3()), extent = box.getSize(new Vector3());
    const towards = new Vector3(...direction).normalize();
    const half = Math.tan(this.camera.fov * Math.PI / 360);
    const aspect = Math.min(this.canvas.clientWidth / Math.max(this.canvas.clientHeight, 1) || 1, 2);
    const up = Math.abs(towards.z) > 0.999 ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1);
    const right = new Vector3().crossVectors(up, towards).normalize(), over = new Vector3().crossVectors(towards, right);
    let distance = 0;
    for (let corner = 0; corner < 8; ++corner) {
      const at = new Vector3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1).multiply(extent).multiplyScalar(0.5);
      distance = Math.max(distance, at.dot(towards) + Math.max(Math.abs(at.dot(over)), Math.abs(at.dot(right)) / aspect) / half);
    }
    const size = this.extent.length();
    this.camera.near = 0.002 * size;
    this.camera.far = 20 * size;
    this.controls.target.copy(middle);
    this.camera.position.copy(middle).addScaledVector(towards, 1.04 * distance);
    this.controls.update();
    this.draw();
  }

  /** Coalesces requests; a still picture is drawn again with more samples. */
  draw() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      if (this.asked) this.render(1);
      clearTimeout(this.still);
      if (this.milliseconds < SLOW) this.still = setTimeout(() => this.render(2), 250);
    });
  }

  render(samples) {
    this.asked = false;
    const ratio = Math.min(devicePixelRatio, 2);
    const width = Math.round(this.canvas.clientWidth * ratio), height = Math.round(this.canvas.clientHeight * ratio);
    if (!width || !height) return;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.renderer.setSize(width, height, false);
      this.camera.aspect = width / height;
      this.camera.updateProjectionMatrix();
    }
    if (this.target.width !== width * samples || this.target.height !== height * samples) this.target.setSize(width * samples, height * samples);
    this.camera.updateMatrixWorld();
    materials.shared.up.value.set(0, 0, 1).transformDirection(this.camera.matrixWorldInverse);
    this.renderer.setRenderTarget(this.target);
    this.renderer.setClearColor(rgb(this.paper ?? [1, 1, 1]), 1);
    this.renderer.clear();
    this.renderer.render(this.scene, this.camera);
    const {uniforms} = this.last.material;
    uniforms.picture.value = this.target.texture;
    uniforms.depth.value = this.target.depthTexture;
    uniforms.planes.value.set(this.camera.near, this.camera.far);
    uniforms.samples.value = samples;
    uniforms.reach.value.set(ratio * samples, 4 * ratio * samples);
    this.renderer.setRenderTarget(null);
    this.renderer.render(this.last, this.camera);
  }

  /** Draws and waits for the result, which drawing alone does not: the time of a frame. The first one also compiles. */
  time() {
    const gl = this.renderer.getContext(), started = performance.now();
    this.render(1);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    this.milliseconds = performance.now() - started;
    const info = gl.getExtension("WEBGL_debug_renderer_info");
    const name = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
    this.by = name.match(/SwiftShader|llvmpipe/)?.[0] ?? name;
  }

  /** The body under a point of the page, or -1. */
  pick(x, y) {
    const seen = this.canvas.getBoundingClientRect();
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((x - seen.left) / seen.width * 2 - 1, 1 - (y - seen.top) / seen.height * 2), this.camera);
    const {origin, direction} = ray.ray;
    const clip = materials.shared.clip.value;
    let nearest = Infinity, picked = -1;
    const place = [], centre = new Vector3();
    for (let body = 0; body < this.frames.bodies; ++body) {
      if (!this.frames.there(this.frame, body)) continue;
      centre.fromArray(this.frames.place(this.frame, body, place));
      if (centre.x * clip.x + centre.y * clip.y + centre.z * clip.z > clip.w) continue;
      const offset = centre.clone().sub(origin), along = offset.dot(direction);
      const inside = this.frames.radius[body] ** 2 - offset.lengthSq() + along * along;
      if (along < 0 || inside < 0 || along - Math.sqrt(inside) > nearest) continue;
      const surface = this.surfaces.get(this.frames.shape[body]);
      const distance = surface ? this.hit(surface, body, centre, ray) : along - Math.sqrt(inside);
      if (distance < nearest) [nearest, picked] = [distance, body];
    }
    return picked;
  }

  hit(surface, body, centre, ray) {
    const mesh = new Mesh(surface, this.batches[0].mesh.material);
    mesh.position.copy(centre);
    mesh.quaternion.copy(new Quaternion(...this.frames.turn(this.frame, body)));
    mesh.updateMatrixWorld();
    return ray.intersectObject(mesh)[0]?.distance ?? Infinity;
  }
}

/** Lines of a mesh: each calls add(from, to, width). */
function fill(lines, each) {
  const {from, to, width} = lines.geometry.attributes;
  let row = 0;
  each((a, b, wide) => {
    from.setXYZ(row, ...a);
    to.setXYZ(row, ...b);
    width.setX(row++, wide);
  });
  lines.geometry.instanceCount = row;
  from.needsUpdate = to.needsUpdate = width.needsUpdate = true;
}

const rgb = ([r, g, b]) => Math.round(255 * r) << 16 | Math.round(255 * g) << 8 | Math.round(255 * b);
