// Shaders: spheres as triangles that face the camera, with exact depths; other bodies as instances of a mesh; walls; force
// chains as ribbons; and a last pass that darkens what lies behind an edge (eye-dome lighting) and averages samples.

import {DoubleSide, FrontSide, GLSL3, ShaderMaterial, Vector2, Vector3, Vector4} from "three";

const SHADE = `
  uniform vec3 up;
  vec3 shade(vec3 base, vec3 n, vec3 v) {
    vec3 light = normalize(vec3(-0.45, 0.65, 0.75));
    float sky = 0.5 + 0.5 * dot(n, up);
    float lamp = max(dot(n, light), 0.0);
    float gloss = pow(max(dot(n, normalize(light + v)), 0.0), 36.0);
    return base * (0.42 + 0.36 * sky + 0.44 * lamp) + 0.06 * gloss;
  }`;

const INSTANCE = `
  uniform vec4 clip;
  in vec4 place;  // and the radius, 0 where the body is not there
  in vec3 colour;
  out vec3 base;
  bool hidden() { return place.w <= 0.0 || dot(clip.xyz, place.xyz) > clip.w; }`;

export const shared = {
  up: {value: new Vector3(0, 1, 0)},            // in the camera's axes
  clip: {value: new Vector4(0, 0, 0, 1)},       // bodies with clip.xyz . place > clip.w are hidden
  pale: {value: 0},                             // 1: colours give way to the force chains
  paper: {value: new Vector3(1, 1, 1)},
};

const make = (vertexShader, fragmentShader, more = {}) => {
  const {uniforms, ...rest} = more;
  return new ShaderMaterial({glslVersion: GLSL3, vertexShader, fragmentShader, uniforms: {...shared, ...uniforms}, ...rest});
};

/** Three vertices per sphere: an instance of four would cost software rendering ten times as much. */
export const spheres = () => make(`${INSTANCE}
  const vec2 CORNERS[3] = vec2[](vec2(0.0, 2.0), vec2(-1.7320508, -1.0), vec2(1.7320508, -1.0));  // around the unit circle
  out vec3 at;
  flat out vec4 ball;
  void main() {
    base = colour;
    ball = vec4((viewMatrix * vec4(place.xyz, 1.0)).xyz, place.w);
    float d2 = dot(ball.xyz, ball.xyz), r2 = place.w * place.w;
    if (hidden() || d2 <= r2) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
    vec3 towards = -ball.xyz * inversesqrt(d2);
    vec3 right = normalize(cross(vec3(0.0, 1.0, 0.0), towards));
    vec3 over = cross(towards, right);
    float reach = place.w * sqrt(d2 / (d2 - r2)) * 1.01;  // the silhouette in perspective
    vec2 corner = CORNERS[gl_VertexID % 3];
    at = ball.xyz + reach * (corner.x * right + corner.y * over);
    gl_Position = projectionMatrix * vec4(at, 1.0);
  }`, `
  uniform mat4 projectionMatrix;
  uniform float pale;
  uniform vec3 paper;
  in vec3 base;
  in vec3 at;
  flat in vec4 ball;
  out vec4 seen;
  ${SHADE}
  void main() {
    vec3 ray = normalize(at);
    float along = dot(ray, ball.xyz);
    vec3 off = ball.xyz - along * ray;  // exact for distant small balls, unlike the discriminant
    float inside = ball.w * ball.w - dot(off, off);
    if (inside < 0.0) discard;
    vec3 hit = (along - sqrt(inside)) * ray;
    vec4 clipped = projectionMatrix * vec4(hit, 1.0);
    gl_FragDepth = 0.5 + 0.5 * clipped.z / clipped.w;
    seen = vec4(mix(shade(base, (hit - ball.xyz) / ball.w, -ray), paper, 0.72 * pale), 1.0);
  }`);

export const meshes = () => make(`${INSTANCE}
  in vec4 turn;
  out vec3 across;
  out vec3 at;
  vec3 turned(vec3 v) { vec3 c = cross(turn.xyz, v); return v + 2.0 * (turn.w * c + cross(turn.xyz, c)); }
  void main() {
    base = colour;
    vec4 seen = viewMatrix * vec4(place.xyz + turned(position), 1.0);
    at = seen.xyz;
    across = (viewMatrix * vec4(turned(normal), 0.0)).xyz;
    gl_Position = hidden() ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * seen;
  }`, `
  uniform float pale;
  uniform vec3 paper;
  in vec3 base;
  in vec3 across;
  in vec3 at;
  out vec4 seen;
  ${SHADE}
  void main() {
    vec3 n = normalize(across) * (gl_FrontFacing ? 1.0 : -1.0);
    seen = vec4(mix(shade(base, n, normalize(-at)), paper, 0.72 * pale), 1.0);
  }`, {side: DoubleSide});

export const walls = (colour, opacity, plane) => make(`
  out vec3 across;
  out vec3 at;
  out vec3 place;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    place = world.xyz;
    at = (viewMatrix * world).xyz;
    across = normalMatrix * normal;
    gl_Position = projectionMatrix * viewMatrix * world;
  }`, `
  uniform vec4 clip;
  uniform vec3 tint;
  uniform float opacity;
  in vec3 across;
  in vec3 at;
  in vec3 place;
  out vec4 seen;
  ${SHADE}
  void main() {
    if (dot(clip.xyz, place) > clip.w) discard;
    vec3 n = normalize(across) * (gl_FrontFacing ? 1.0 : -1.0);
    seen = vec4(${plane ? "tint" : "shade(tint, n, normalize(-at))"}, opacity);
  }`, {side: plane ? FrontSide : DoubleSide, transparent: opacity < 1, depthWrite: opacity === 1,
       uniforms: {tint: {value: colour}, opacity: {value: opacity}}});

export const ribbons = colour => make(`
  in vec3 from;
  in vec3 to;
  in float width;
  void main() {
    vec3 a = (viewMatrix * vec4(from, 1.0)).xyz, b = (viewMatrix * vec4(to, 1.0)).xyz;
    vec3 at = mix(a, b, position.y + 0.5);
    vec3 side = normalize(cross(b - a, at) + vec3(1e-20));
    gl_Position = projectionMatrix * vec4(at + side * position.x * width, 1.0);
  }`, `
  uniform vec3 tint;
  out vec4 seen;
  void main() { seen = vec4(tint, 1.0); }`, {side: DoubleSide, depthTest: false, uniforms: {tint: {value: colour}}});

export const composite = () => make(`
  void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }`, `
  uniform sampler2D picture, depth;
  uniform vec2 planes;  // near and far
  uniform int samples;  // per pixel and axis
  uniform vec2 reach;   // of the darkening, texels
  out vec4 seen;
  float raw(ivec2 p) { return texelFetch(depth, clamp(p, ivec2(0), textureSize(depth, 0) - 1), 0).x; }
  float far(ivec2 p) {
    float z = raw(p);
    return log2(planes.x * planes.y / (planes.y - z * (planes.y - planes.x)));
  }
  void main() {
    vec4 sum = vec4(0.0);
    for (int i = 0; i < samples; ++i) for (int j = 0; j < samples; ++j) {
      ivec2 p = ivec2(gl_FragCoord.xy) * samples + ivec2(i, j);
      float here = far(p), dark = 0.0;
      bool body = raw(p) < 1.0;  // nothing is cast on the background
      for (int k = 0; body && k < 4; ++k) {  // in pairs: a slope alone, in log, casts nothing
        float angle = 0.785398 * float(k);
        vec2 way = vec2(cos(angle), sin(angle));
        for (int ring = 0; ring < 2; ++ring) {
          ivec2 off = ivec2(round(way * reach[ring]));
          dark += clamp(2.0 * here - far(p + off) - far(p - off), 0.0, 0.025);
        }
      }
      vec4 colour = texelFetch(picture, p, 0);
      sum += vec4(colour.rgb * exp(-4.0 * dark), colour.a);
    }
    seen = sum / float(samples * samples);
  }`, {depthTest: false, depthWrite: false, uniforms: {picture: {value: null}, depth: {value: null}, planes: {value: new Vector2()},
       samples: {value: 1}, reach: {value: new Vector2(1, 3)}}});
