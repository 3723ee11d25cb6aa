"""Makes a deck of a robot that a URDF file describes.

    python3 -m talus.urdf robot.urdf -o robot.yaml
    talus run robot.yaml

Links that fixed joints hold together are one body; the robot starts at the given positions of its joints. What a deck has no counterpart
for is left out, listed with its number on stderr and in the comments of the deck.

In Python, `talus.urdf.add(scene, "robot.urdf")` puts the robot into a scene with other things.
"""

from __future__ import annotations

import argparse
import dataclasses
import pathlib
import re
import sys
import tempfile
import typing

import numpy

from talus import launch
from talus.files import Error
from talus.robot import HERE, Collision, Joint, Link, Pose, Robot, mesh_points, read
from talus.scene import Scene
from talus.shapes import rotated

MOST_POINTS = 256        # of the hull of a mesh, all of which a search for contacts looks at
DIRECTIONS = 600         # in which the points of a hull are the farthest ones
SMALL = 0.5              # radius of a core, relative to half the thickness of the thinnest shape
ALONE = 0.01             # m: the same where the robot has no shape
SAME = 1e-6              # of a shape's size, or of the largest moment: this close counts as equal
MOST_SHAPES = 100        # of links that are one body: each pair of them gets a soft joint
SOFT = 1e-9              # N/m, N m: a joint that holds nothing, but keeps its two bodies from touching
LISTED = 8               # names in a line of what is left out


@dataclasses.dataclass
class Part:
    """A shape of a body of the deck. measure: volume; centre and gyration (inertia / mass) in the world; frame: its principal axes."""

    name: str
    keys: dict  # radius, or shape
    pose: Pose
    place: str
    measure: float = 0.0
    centre: typing.Any = None
    gyration: typing.Any = None
    frame: typing.Any = None
    radius: float = 0.0
    half_thickness: float = 0.0


@dataclasses.dataclass
class Lump:
    """Links that fixed joints hold together. core: the name of the body that joints hold; bodies: of all that it becomes."""

    name: str
    place: str
    mass: float
    centre: numpy.ndarray  # world
    inertia: numpy.ndarray  # about the centre, world axes
    parts: list[Part]
    fixed: bool
    core: str = ""
    bodies: list[str] = dataclasses.field(default_factory=list)


def add(scene: Scene, path, *, folder=None, position=(0, 0, 0), rotation=(0, 0, 0), joints: typing.Mapping[str, float] | None = None,
        fixed_base: bool = False, hold: bool = False, exact_meshes: bool = False) -> Robot:
    """Adds the robot of a URDF file to a scene. Its `left_out` says what has no counterpart there, `body_names` and `joint_names` say what its
    links and joints are called there.

    position, rotation (a rotation vector): of its root link. joints: positions of joints by name, rad or m, 0 where not given.
    fixed_base: the root does not move, as always where it has no mass or is called world. hold: motors hold all joints, within their
    limits of effort. exact_meshes: meshes as they are, instead of convex hulls of their points. folder: what meshes are in, unless it
    is that of the file.
    """
    robot = read(path, folder)
    builder = _Builder(scene, robot, exact_meshes)
    builder.place(Pose(numpy.array(position, dtype=float), _rotation(numpy.array(rotation, dtype=float))), dict(joints or {}))
    builder.make(fixed_base, hold)
    return robot


class _Builder:
    def __init__(self, scene, robot, exact_meshes):
        self._scene, self._robot, self._exact = scene, robot, exact_meshes
        self._names = {str(entry.get("name", "")) for entries in scene._lists.values() for entry in entries}
        self._shapes = {}
        self._poses, self._joint_poses = {}, {}  # in the world, by name; of a joint: before it moves

    def place(self, base, positions):
        """Forward kinematics."""
        self._poses[self._robot.root] = base
        for joint in self._robot.joints:
            at = self._joint_poses[joint.name] = self._poses[joint.parent] @ joint.pose
            moved = HERE
            if (value := positions.pop(joint.name, None)) is not None:
                moved = _moved(joint, value)
            self._poses[joint.child] = at @ moved
        if positions:
            raise Error(f"no joint {next(iter(positions))!r} in the robot; it has {', '.join(joint.name for joint in self._robot.joints) or 'none'}")

    def make(self, fixed_base, hold):
        lumps, lump_of = self._lumps(fixed_base)
        _measure(self._scene_of_parts(lumps), [part for lump in lumps for part in lump.parts])
        sizes = [part.half_thickness for lump in lumps for part in lump.parts]
        core_radius = SMALL * min(sizes) if sizes else ALONE
        for lump in lumps:
            self._add_bodies(lump, core_radius)
        self._robot.body_names.update((link, lump.core) for link, lump in lump_of.items())
        moving = [joint for joint in self._robot.joints if joint.kind != "fixed"]
        for joint in moving:
            parent, child = lump_of[joint.parent], lump_of[joint.child]
            if joint.kind != "floating":
                self._add_joint(joint, parent, child, hold)
                self._keep_apart(parent, child)

    def _lumps(self, fixed_base):
        members = {self._robot.root: [self._robot.root]}  # by the first link of each
        first = {self._robot.root: self._robot.root}
        for joint in self._robot.joints:
            first[joint.child] = first[joint.parent] if joint.kind == "fixed" else joint.child
            members.setdefault(first[joint.child], []).append(joint.child)
        lumps = {name: self._lump([self._robot.links[link] for link in links], fixed_base) for name, links in members.items()}
        return list(lumps.values()), {link: lumps[name] for link, name in first.items()}

    def _lump(self, links, fixed_base):
        """Masses and moments of links in one: by the theorem of Huygens and Steiner."""
        mass = sum(link.mass for link in links)
        is_root = links[0].name == self._robot.root
        fixed = is_root and (fixed_base or mass == 0 or any(link.name == "world" for link in links))
        if mass == 0 and not fixed:
            raise Error(f"{links[0].place}: link {links[0].name!r} moves and has no mass; give it an <inertial>")
        places = [self._poses[link.name] for link in links]
        centres = [pose.rotation @ link.centre + pose.position for link, pose in zip(links, places)]
        centre = sum(link.mass * at for link, at in zip(links, centres)) / mass if mass else places[0].position
        inertia = numpy.zeros((3, 3))
        for link, pose, at in zip(links, places, centres):
            inertia = inertia + pose.rotation @ link.inertia @ pose.rotation.T + link.mass * _of_point(at - centre)
        if not fixed:
            inertia = self._physical(links[0], inertia)
        parts = self._parts([(link, shape) for link in links for shape in link.collisions])
        if len(parts) > MOST_SHAPES:
            raise Error(f"{links[0].place}: link {links[0].name!r} and what is fixed to it have {len(parts)} shapes; expected at most {MOST_SHAPES}")
        return Lump(links[0].name, links[0].place, mass, centre, inertia, parts, fixed)

    def _physical(self, link, inertia):
        moments, axes = numpy.linalg.eigh(inertia)
        if not moments[0] > 0:
            raise Error(f"{link.place}: the moments of inertia of link {link.name!r} are {', '.join(f'{m:g}' for m in moments)} kg m2; expected all above 0")
        if moments[2] <= moments[0] + moments[1]:
            return inertia
        self._robot.note("moments of inertia that no body has: the largest is lowered to the sum of the others", link.name)
        return axes @ numpy.diag([moments[0], moments[1], moments[0] + moments[1]]) @ axes.T

    def _name(self, wanted):
        """A name that the deck takes, given to nothing else."""
        plain = re.sub(r"[^\w.-]", "_", wanted, flags=re.ASCII)[:60]
        plain = plain if plain[:1].isalnum() or plain[:1] == "_" else f"_{plain}"
        name, n = plain, 1
        while name in self._names:
            n += 1
            name = f"{plain}-{n}"
        self._names.add(name)
        return name

    def _parts(self, given):
        """Parts of links that are one body. Spheres, of which robots may have hundreds, become one clump."""
        spheres = [(link, shape) for link, shape in given if shape.kind == "sphere"]
        if len(spheres) < 2:
            return [self._part(link, shape) for link, shape in given]
        link, first = spheres[0]
        frame = self._poses[link.name]
        centres = numpy.array([(self._poses[on.name] @ shape.pose).position for on, shape in spheres])
        balls = numpy.column_stack([(centres - frame.position) @ frame.rotation, [shape.sizes[0] for _, shape in spheres]])
        clump = Part(link.name, {"shape": self._shape(link, first, "clump", balls=balls)}, frame, first.place)
        return [clump, *(self._part(on, shape) for on, shape in given if shape.kind != "sphere")]

    def _part(self, link, shape):
        pose = self._poses[link.name] @ shape.pose
        if shape.kind == "sphere":
            keys = {"radius": float(shape.sizes[0])}
        elif shape.kind == "mesh":
            keys = {"shape": self._mesh(link, shape)}
        elif shape.kind == "box":
            keys = {"shape": self._shape(link, shape, "box", half_size=0.5 * shape.sizes)}
        else:
            keys = {"shape": self._shape(link, shape, shape.kind, radius=shape.sizes[0], half_length=0.5 * shape.sizes[1])}
        return Part(link.name, keys, pose, shape.place)

    def _shape(self, link, shape, kind, **sizes):
        """The deck's shape of these sizes, one for all that are alike."""
        known = (kind, *(str(size) if key == "file" else numpy.asarray(size).tobytes() for key, size in sizes.items()))
        if known not in self._shapes:
            self._shapes[known] = self._scene.add_shape(self._name(f"{link.name}.{kind}"), kind, **sizes)
            self._shapes[known]._origin = shape.place
        return self._shapes[known]

    def _mesh(self, link, shape):
        scale = shape.sizes[0]
        if self._exact and scale > 0 and (shape.sizes == scale).all():
            return self._shape(link, shape, "mesh", file=shape.file.resolve(), scale=scale)
        points, short = _hull_points(mesh_points(shape))
        self._robot.note("meshes as they are: the convex hull of their points stands for them", link.name)
        if short > 0:
            self._robot.note(f"hulls of more than {MOST_POINTS} points, of which some are left out: up to {short:.2g} m smaller", link.name)
        return self._shape(link, shape, "polyhedron", points=points)

    def _scene_of_parts(self, lumps):
        """All shapes where they are, at rest, for the executable to measure."""
        scene = Scene()
        scene._lists["shapes"] = list(self._shapes.values())
        for lump in lumps:
            for part in lump.parts:
                scene.add_body(part.pose.position, rotation=_vector(part.pose.rotation), state="fixed", **part.keys)._origin = part.place
        return scene

    def _add_bodies(self, lump, core_radius):
        if lump.fixed:
            for part in lump.parts:
                self._body(lump, part.pose.position, part.pose.rotation, state="fixed", **part.keys)
            if not lump.parts:
                self._robot.note(_stands(core_radius), lump.name)
                self._body(lump, lump.centre, numpy.eye(3), radius=core_radius, state="fixed")
            return
        moments, axes = _principal(lump.inertia)
        if not lump.parts:
            self._robot.note(_stands(core_radius), lump.name)
            self._body(lump, lump.centre, axes, radius=core_radius, mass=lump.mass, moments=moments)
        elif not self._add_single(lump, moments, axes):
            self._add_welded(lump, core_radius)

    def _add_single(self, lump, moments, axes):
        """One body, where the one shape has its centre and its axes where mass and moments are."""
        part = lump.parts[0]
        if len(lump.parts) > 1 or numpy.linalg.norm(part.centre - lump.centre) > SAME * part.radius:
            return False
        rotation = part.pose.rotation
        if "radius" in part.keys:
            rotation = axes
        else:
            own = part.frame.T @ lump.inertia @ part.frame
            moments = numpy.diag(own)
            if numpy.abs(own - numpy.diag(moments)).max() > SAME * moments.max():
                return False
        self._body(lump, part.pose.position, rotation, mass=lump.mass, moments=moments, **part.keys)
        return True

    def _add_welded(self, lump, core_radius):
        """The shapes, each with a share of the mass, and a small sphere, the core, with what remains of mass, centre and moments."""
        volume = sum(part.measure for part in lump.parts)
        for halvings in range(1, 24):  # flat to the last digit: light shapes change less than the digits of the file
            share = 0.5**halvings
            masses = [share * lump.mass * part.measure / volume for part in lump.parts]
            mass = lump.mass - sum(masses)
            centre = (lump.mass * lump.centre - sum(m * part.centre for m, part in zip(masses, lump.parts))) / mass
            inertia = lump.inertia - mass * _of_point(centre - lump.centre)
            for m, part in zip(masses, lump.parts):
                inertia = inertia - m * (part.gyration + _of_point(part.centre - lump.centre))
            moments, axes = _principal(inertia)
            lowered = moments.sum() - numpy.trace(inertia)
            if moments[0] > 0 and -lowered <= SAME * moments[2]:
                break
        else:
            raise Error(f"{lump.place}: the moments of inertia of link {lump.name!r} leave nothing for its shapes; make the smallest one larger")
        self._body(lump, centre, axes, radius=core_radius, mass=mass, moments=moments)
        for m, part in zip(masses, lump.parts):
            name = self._body(lump, part.pose.position, part.pose.rotation, mass=m, **part.keys)
            self._scene.add_joint("weld", lump.core, name, point=part.centre)._origin = part.place
        for a in range(1, len(lump.bodies)):
            for b in range(a + 1, len(lump.bodies)):
                self._soft(lump.bodies[a], lump.bodies[b], lump)

    def _body(self, lump, position, rotation, **keys):
        name = self._name(lump.name)
        entry = self._scene.add_body(position, name=name, rotation=_vector(rotation), **keys)
        entry._origin = lump.place
        lump.core = lump.core or name
        lump.bodies.append(name)
        return name

    def _keep_apart(self, parent, child):
        """Links that a joint connects do not touch each other: their shapes overlap where they meet."""
        for a in parent.bodies:
            for b in child.bodies:
                if (a, b) != (parent.core, child.core):
                    self._soft(a, b, child)

    def _soft(self, a, b, lump):
        """Two bodies that a rigid or soft joint locks in two motions or more do not touch."""
        self._scene.add_joint("planar", a, b, point=lump.centre, stiffness=SOFT, turning_stiffness=SOFT)._origin = lump.place

    def _add_joint(self, joint, parent, child, hold):
        at, kind = self._joint_poses[joint.name], {"continuous": "revolute"}.get(joint.kind, joint.kind)
        name, slides = self._name(joint.name), joint.kind == "prismatic"
        self._robot.joint_names[joint.name] = name
        keys = {"point": self._poses[joint.child].position, "axis": at.rotation @ joint.axis}
        if joint.kind == "planar":
            for what in ("damping", "friction"):
                if getattr(joint, what) > 0:
                    self._robot.note(f"{what} of planar joints", joint.name)
        elif joint.friction > 0:
            keys["friction" if slides else "turning_friction"] = joint.friction
        self._scene.add_joint(kind, parent.core, child.core, name=name, **keys)._origin = joint.place
        if joint.kind == "planar":
            return
        if joint.damping > 0:
            self._scene.add_drive("spring", name, name=f"{name}.damper", damping=joint.damping)._origin = joint.place
        if hold:
            limit = {"limit": joint.effort} if joint.effort > 0 else {}
            self._scene.add_drive("position", name, name=f"{name}.motor", amount=0, **limit)._origin = joint.place
        elif joint.effort > 0:
            self._robot.note("limits of effort, of joints without a motor", joint.name)


def _stands(radius):
    return f"links without collision shapes: a sphere with a radius of {radius:.3g} m at the centre of mass stands for them"


def _moved(joint, value):
    """The motion of the joint's child at this position of the joint."""
    if joint.kind not in ("revolute", "continuous", "prismatic"):
        raise Error(f"{joint.place}: joint {joint.name!r} is {joint.kind}; only revolute, continuous and prismatic joints have a position")
    if joint.lower is not None and not joint.lower <= value <= joint.upper:
        raise Error(f"{joint.place}: position {value:g} of joint {joint.name!r} is not between its limits {joint.lower:g} and {joint.upper:g}")
    slides = joint.kind == "prismatic"
    return Pose(value * joint.axis if slides else numpy.zeros(3), numpy.eye(3) if slides else _rotation(value * joint.axis))


def _measure(scene, parts):
    """Centres, axes and moments of shapes, as the executable finds them: a run that ends at its start."""
    if not parts:
        return
    with tempfile.TemporaryDirectory(prefix="talus-urdf-") as folder:
        scene.set(time={"step": 1e-3, "end": 0}, output={"folder": f"{folder}/out"})
        state = scene.run(progress=False).state
    axes = rotated(state.orientation, numpy.eye(3)[None].repeat(len(parts), axis=0)).transpose(0, 2, 1)
    for n, part in enumerate(parts):
        part.measure, part.centre, part.frame, part.radius = state.mass[n], state.position[n], axes[n], state.radius[n]
        gyration = state.inertia[n] / state.mass[n]
        part.gyration = axes[n] @ numpy.diag(gyration) @ axes[n].T
        part.half_thickness = (1.5 * (gyration[0] + gyration[1] + gyration[2] - 2 * gyration.max()))**0.5  # exact of a box


def _of_point(arm):
    """Tensor of inertia of a unit mass at the end of an arm."""
    return arm @ arm * numpy.eye(3) - numpy.outer(arm, arm)


def _principal(inertia):
    """Principal moments, ascending, and their axes as columns of a rotation. The largest is at most the sum of the others."""
    moments, axes = numpy.linalg.eigh(inertia)
    if numpy.linalg.det(axes) < 0:
        axes[:, 2] *= -1
    moments[2] = min(moments[2], moments[0] + moments[1])
    return moments, axes


def _rotation(vector):
    """The rotation matrix of a rotation vector (Rodrigues)."""
    angle = numpy.linalg.norm(vector)
    if angle == 0:
        return numpy.eye(3)
    x, y, z = vector / angle
    cross = numpy.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return numpy.eye(3) + numpy.sin(angle) * cross + (1 - numpy.cos(angle)) * cross @ cross


def _vector(rotation):
    """The rotation vector of a rotation matrix, by its quaternion: of the four ways to one, that of the largest part."""
    r = rotation
    squares = numpy.array([1 + r[0, 0] - r[1, 1] - r[2, 2], 1 - r[0, 0] + r[1, 1] - r[2, 2], 1 - r[0, 0] - r[1, 1] + r[2, 2], 1 + numpy.trace(r)])
    largest = int(numpy.argmax(squares))
    symmetric, across = r + r.T, numpy.array([r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]])
    quaternion = numpy.append(across, squares[3]) if largest == 3 else numpy.append(symmetric[largest], across[largest])
    if largest < 3:
        quaternion[largest] = squares[largest]
    quaternion = quaternion / numpy.linalg.norm(quaternion) * (1 if quaternion[3] >= 0 else -1)
    sine = numpy.linalg.norm(quaternion[:3])
    return quaternion[:3] * (2 * numpy.arctan2(sine, quaternion[3]) / sine if sine > 0 else 2)


def _hull_points(points):
    """At most so many of the points that their hull is nearly that of all, and by how much it is smaller, m: the farthest ones in
    directions that cover the sphere evenly."""
    if len(points) <= MOST_POINTS:
        return points, 0.0
    steps = numpy.arange(4 * DIRECTIONS) + 0.5
    height, angle = 1 - 2 * steps / len(steps), numpy.pi * (1 + 5**0.5) * steps  # a Fibonacci lattice
    directions = numpy.stack([numpy.cos(angle) * (1 - height**2)**0.5, numpy.sin(angle) * (1 - height**2)**0.5, height])
    reach = numpy.concatenate([(points @ directions[:, n:n + 8]).max(axis=0) for n in range(0, len(steps), 8)])
    farthest = numpy.unique([int(numpy.argmax(points @ directions[:, n])) for n in range(0, len(steps), 4)])
    kept = points[farthest[numpy.linspace(0, len(farthest) - 1, min(MOST_POINTS, len(farthest))).astype(int)]]
    return kept, float((reach - (kept @ directions).max(axis=0)).max())


def _listing(left_out):
    """Lines that say what is left out."""
    for what, names in left_out.items():
        more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
        yield f"{len(names)} x {what}: {', '.join(names[:LISTED])}{more}"


def _deck(arguments):
    """The deck as text, and the robot."""
    scene = Scene()
    joints = dict(_position(given) for given in arguments.joint)
    robot = add(scene, arguments.robot, folder=arguments.folder, position=arguments.position, joints=joints, fixed_base=arguments.fixed_base,
                hold=arguments.hold, exact_meshes=arguments.meshes == "exact")
    name = re.sub(r"[^\w-]", "_", robot.name, flags=re.ASCII)[:60]
    scene.set(time={"step": 1e-3, "end": 1}, output={"folder": f"out/{name}", "every": 0.02})
    scene.set(solver={"tolerance": 1e-6, "norm": "max", "max_sweeps": 5000})
    if arguments.floor:
        scene.add_wall("plane", name="floor")
    scene.check()
    title = [f"# Made by talus.urdf of {arguments.robot.name}."]
    if robot.left_out:
        title += ["#", "# Left out, because a deck has no counterpart:", *(f"#   {line}" for line in _listing(robot.left_out))]
    folder = arguments.output.parent if arguments.output else pathlib.Path()
    return "".join(line + "\n" for line in title) + scene.text(folder), robot


def _position(given):
    name, _, value = given.rpartition("=")
    try:
        number = float(value)
    except ValueError:
        number = numpy.nan
    if not name or not numpy.isfinite(number):
        raise Error(f"--joint {given}: expected NAME=VALUE, rad or m")
    return name, number


def main() -> int:
    parser = argparse.ArgumentParser(prog="talus.urdf", description=__doc__.partition("\n")[0],
                                     epilog="Exit codes: 0 done, 2 bad usage, or a file is missing or cannot be used.")
    parser.add_argument("robot", metavar="ROBOT", type=pathlib.Path, help="URDF file; expand xacro files first")
    parser.add_argument("-o", "--output", metavar="FILE", type=pathlib.Path, help="the deck (stdout)")
    parser.add_argument("--folder", metavar="FOLDER", type=pathlib.Path, help="folder of the robot's meshes (that of ROBOT); none outside is read")
    parser.add_argument("--position", metavar=("X", "Y", "Z"), nargs=3, type=float, default=(0, 0, 0), help="of the root link, m (0 0 0)")
    parser.add_argument("--joint", metavar="NAME=VALUE", action="append", default=[], help="position of a joint at the start, rad or m; repeatable")
    parser.add_argument("--fixed-base", action="store_true", help="the root link does not move, as always where it has no mass or is called world")
    parser.add_argument("--hold", action="store_true", help="motors hold all joints at their start, within their limits of effort")
    parser.add_argument("--meshes", choices=("hull", "exact"), default="hull", help="convex hulls of meshes, or meshes, which do not touch each other (hull)")
    parser.add_argument("--floor", action="store_true", help="also the floor z = 0")
    arguments = parser.parse_args()
    try:
        text, robot = _deck(arguments)
        if arguments.output:
            arguments.output.write_text(text)
        else:
            sys.stdout.write(text)
    except (Error, OSError) as error:
        print(f"{parser.prog}: error: {error}", file=sys.stderr)
        return 2
    for line in _listing(robot.left_out):
        print(f"{parser.prog}: left out: {line}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
