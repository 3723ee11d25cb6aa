// What postproc/talus/quantised.py packed, as typed arrays.

const NOBODY = 0xffffff;
const TURNS = 4095;
const OTHERS = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]];

export const SPHERE = 0;
export const PLANE = 1;

export function table(name) {
  const element = document.getElementById(`data-${name}`);
  return element && JSON.parse(element.textContent);
}

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text), array = new Uint8Array(binary.length);
  for (let i = 0; i < array.length; ++i) array[i] = binary.charCodeAt(i);
  return array;
}

async function bytes(name) {
  const packed = fromBase64(document.getElementById(`blob-${name}`).textContent);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export const floats = async name => new Float32Array((await bytes(name)).buffer);

/** Sets 16-bit values; those of a frame (`stride` of them) are predicted from up to `order` frames before. */
function unpack(planes, values, stride, order = 1) {
  const count = values.length;
  for (let i = 0; i < count; ++i) {
    const folded = planes[i] | planes[count + i] << 8;
    values[i] = folded >>> 1 ^ -(folded & 1);
  }
  for (; order > 0; --order) {
    for (let i = order * stride; i < count; ++i) values[i] += values[i - stride];
  }
  return values;
}

async function unpacked(name, stride, order) {
  const planes = await bytes(name);
  return unpack(planes, new Uint16Array(planes.length / 2), stride, order);
}

/** A point of a body's frame in the world's; pose: position and quaternion. */
function moved([px, py, pz, x, y, z, w], [u, v, s]) {
  const tx = 2 * (y * s - z * v), ty = 2 * (z * u - x * s), tz = 2 * (x * v - y * u);
  return [px + u + w * tx + y * tz - z * ty, py + v + w * ty + z * tx - x * tz, pz + s + w * tz + x * ty - y * tx];
}

/** Frames come in blocks, which are decoded when one of their frames is needed; `need` must have been awaited before a frame is read. */
export class Frames {
  static async load() {
    const frames = Object.assign(new Frames(), table("frames"));
    const n = frames.bodies, t = frames.turned.length, count = frames.times.length;
    frames.count = count;
    frames.fields = {position: [3 * n, 2], orientation: [3 * t, 1], speed: [n, 1], force: [n, 1], rank: [n, 1]};
    for (const [name, [stride]] of Object.entries(frames.fields)) frames[name] = new Uint16Array(count * stride);
    frames.decoded = new Array(Math.ceil(count / frames.block));
    frames.id = new Float64Array((await bytes("id")).buffer);
    frames.radius = await floats("radius");
    frames.shape = new Uint16Array((await bytes("shape")).buffer);
    frames.material = new Uint16Array((await bytes("material")).buffer);
    frames.wall = await floats("walls");
    frames.row = new Int32Array(n).fill(-1);
    frames.turned.forEach((body, row) => { frames.row[body] = row; });
    if (document.getElementById("blob-joint-ends")) {
      frames.joints = {ends: new Int32Array((await bytes("joint-ends")).buffer), points: await floats("joint-points")};
    }
    return frames;
  }

  need(frame) {
    const block = Math.floor(frame / this.block);
    return this.decoded[block] ??= this.decode(block);
  }

  async decode(block) {
    const planes = await bytes(`frames-${block}`);
    const first = block * this.block, last = Math.min(first + this.block, this.count);
    let at = 0;
    for (const [name, [stride, order]] of Object.entries(this.fields)) {
      const values = this[name].subarray(first * stride, last * stride);
      unpack(planes.subarray(at), values, stride, order);
      at += 2 * values.length;
    }
  }

  async all() {
    for (let block = this.decoded.length; block-- > 0;) {
      await this.need(block * this.block);
      await new Promise(done => setTimeout(done));  // the page answers in between
    }
  }

  /** The contacts' part, which is decoded when it is first shown. */
  needChains() {
    return this.chainsDecoded ??= this.loadChains();
  }

  async loadChains() {
    const c = this.contacts;
    const planes = await bytes("ends");
    const half = planes.length / 8, all = 2 * half;
    const end = i => planes[i] | planes[all + i] << 8 | planes[2 * all + i] << 16;
    c.a = Uint32Array.from({length: half}, (_, i) => end(i));
    c.b = Uint32Array.from({length: half}, (_, i) => end(half + i));
    c.force = await unpacked("normal", 1);
    c.point = await unpacked("points", 1, 0);
    c.starts = [0];
    for (const count of c.counts) c.starts.push(c.starts.at(-1) + count);
  }

  there(frame, body) {
    return this.rank[frame * this.bodies + body] > 0;
  }

  present(frame) {
    let count = 0;
    for (let body = 0; body < this.bodies; ++body) count += this.there(frame, body);
    return count;
  }

  place(frame, body, out = []) {
    for (let axis = 0; axis < 3; ++axis) {
      out[axis] = this.box.low[axis] + this.position[(3 * frame + axis) * this.bodies + body] * this.box.step[axis];
    }
    return out;
  }

  /** Quaternion x, y, z, w. */
  turn(frame, body, out = []) {
    const row = this.row[body];
    if (row < 0) {
      [out[0], out[1], out[2], out[3]] = [0, 0, 0, 1];
      return out;
    }
    const at = 3 * frame * this.turned.length + row;
    const largest = this.orientation[at] >> 12;
    let rest = 1;
    OTHERS[largest].forEach((component, k) => {
      const level = this.orientation[at + k * this.turned.length] & 0xfff;
      out[component] = (level / TURNS * 2 - 1) / Math.SQRT2;
      rest -= out[component] ** 2;
    });
    out[largest] = Math.sqrt(Math.max(rest, 0));
    return out;
  }

  value(name, frame, body) {
    return this[name][frame * this.bodies + body] / 65535 * this.largest[name];
  }

  rankOf(frame, body) {
    return this.rank[frame * this.bodies + body] - 1;
  }

  /** Position and quaternion of a wall: seven numbers. */
  wallPose(frame, wall) {
    const at = 7 * (frame * this.walls + wall);
    return this.wall.subarray(at, at + 7);
  }

  /** Calls visit(end, end, force in N) for the contacts of a frame. */
  chains(frame, visit) {
    const c = this.contacts, total = c.a.length;
    for (let i = c.starts[frame]; i < c.starts[frame + 1]; ++i) {
      const point = [0, 1, 2].map(axis => c.box.low[axis] + c.point[axis * total + i] * c.box.step[axis]);
      const at = body => body === NOBODY ? point : this.place(frame, body);
      visit(at(c.a[i]), at(c.b[i]), c.force[i] / 65535 * c.largest);
    }
  }

  /** Position and quaternion of an end of a joint: a body, or a wall as -1 - its number. */
  pose(frame, end) {
    return end < 0 ? this.wallPose(frame, -1 - end) : [...this.place(frame, end), ...this.turn(frame, end)];
  }

  /** Calls visit(from, to) for the lines of the joints: from the centre of each body to its point, and between both points. */
  jointLines(frame, visit) {
    const {ends, points} = this.joints;
    for (let i = 0; i < ends.length; i += 2) {
      if ([ends[i], ends[i + 1]].some(end => end >= 0 && !this.there(frame, end))) continue;
      const [a, b] = [0, 1].map(side => {
        const pose = this.pose(frame, ends[i + side]), point = points.subarray(3 * (i + side), 3 * (i + side) + 3);
        const at = moved(pose, point);
        if (ends[i + side] >= 0) visit(pose.slice(0, 3), at);
        return at;
      });
      visit(a, b);
    }
  }

  async surface(shape) {
    if (!document.getElementById(`blob-vertices-${shape}`)) return null;
    const triangles = new Uint32Array((await bytes(`triangles-${shape}`)).buffer);
    return {vertices: await floats(`vertices-${shape}`), triangles};
  }
}
