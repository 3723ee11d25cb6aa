"""Robots as URDF describes them: links with mass and collision shapes, and the joints between them.

Files come from anywhere, so the reader trusts none: no entities, nothing outside of the robot's folder, sizes bounded, numbers finite.
"""

from __future__ import annotations

import dataclasses
import os
import pathlib
import re
import stat
import typing
import xml.parsers.expat

import numpy

from talus.files import Error

MOST_BYTES = 16 << 20        # of a URDF file
MOST_MESH_BYTES = 64 << 20   # of an STL file
MOST_ELEMENTS, MOST_DEPTH, MOST_LINKS = 200_000, 50, 10_000
MOST_SIZE = 1e9              # of lengths, masses and moments
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", re.ASCII)
FACET = numpy.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("colour", "<u2")])
VERTEX = re.compile(rb"\bvertex\s+(\S+)\s+(\S+)\s+(\S+)")

# Elements that have a counterpart in a deck: their attributes, and the elements in them. The rest is left out, and listed.
KNOWN = {
    "robot": ("name version", "link joint"),
    "link": ("name type", "inertial collision"),
    "inertial": ("", "origin mass inertia"),
    "origin": ("xyz rpy", ""),
    "mass": ("value", ""),
    "inertia": ("ixx ixy ixz iyy iyz izz", ""),
    "collision": ("name", "origin geometry"),
    "geometry": ("", "box cylinder capsule sphere mesh"),
    "box": ("size", ""),
    "cylinder": ("radius length", ""),
    "capsule": ("radius length", ""),
    "sphere": ("radius", ""),
    "mesh": ("filename scale", ""),
    "joint": ("name type", "origin parent child axis limit dynamics"),
    "parent": ("link", ""),
    "child": ("link", ""),
    "axis": ("xyz", ""),
    "limit": ("lower upper effort velocity", ""),
    "dynamics": ("damping friction", ""),
}
JOINTS = ("fixed", "revolute", "continuous", "prismatic", "floating", "planar")


class Pose(typing.NamedTuple):
    """A frame in another one: p = rotation @ p' + position."""

    position: numpy.ndarray
    rotation: numpy.ndarray

    def __matmul__(self, inner: Pose) -> Pose:
        return Pose(self.rotation @ inner.position + self.position, self.rotation @ inner.rotation)


HERE = Pose(numpy.zeros(3), numpy.eye(3))


@dataclasses.dataclass
class Collision:
    """One shape of a link. sizes: of a box its edges; of the others radius and length; of a mesh the scale of each axis."""

    kind: str
    sizes: numpy.ndarray
    pose: Pose
    file: pathlib.Path | None
    place: str  # in the file, for messages


@dataclasses.dataclass
class Link:
    name: str
    place: str
    mass: float = 0.0  # 0: it has no <inertial>
    centre: numpy.ndarray = dataclasses.field(default_factory=lambda: numpy.zeros(3))
    inertia: numpy.ndarray = dataclasses.field(default_factory=lambda: numpy.zeros((3, 3)))  # about the centre, axes of the link
    collisions: list[Collision] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Joint:
    name: str
    place: str
    kind: str
    parent: str
    child: str
    pose: Pose  # of the child's frame in the parent's, at position 0
    axis: numpy.ndarray
    damping: float = 0.0
    friction: float = 0.0
    effort: float = 0.0  # 0: no limit
    lower: float | None = None
    upper: float | None = None


@dataclasses.dataclass
class Robot:
    """Links by name; joints in an order in which a link is a child before it is a parent. `left_out`: what a deck has no
    counterpart for, by kind, with the names of links and joints that have it. `body_names`, `joint_names`: what links and
    joints are called in the deck."""

    name: str
    root: str
    links: dict[str, Link]
    joints: list[Joint]
    left_out: dict[str, list[str]]
    body_names: dict[str, str] = dataclasses.field(default_factory=dict)
    joint_names: dict[str, str] = dataclasses.field(default_factory=dict)

    def note(self, what: str, where: str) -> None:
        self.left_out.setdefault(what, []).append(where)


def read(path: str | os.PathLike, folder: str | os.PathLike | None = None) -> Robot:
    """The robot of a URDF file. Its meshes are in `folder`, which is the file's own unless given, or below it."""
    path = pathlib.Path(path)
    reader = _Reader(path, pathlib.Path(folder) if folder else path.parent)
    return reader.robot(_parsed(path))


class _Node:
    def __init__(self, tag, attributes, place):
        self.tag, self.attributes, self.place, self.inner = tag, attributes, place, []

    def all(self, tag):
        return [node for node in self.inner if node.tag == tag]

    def one(self, tag, needed=False):
        found = self.all(tag)
        if len(found) > 1:
            raise Error(f"{found[1].place}: a second <{tag}> in <{self.tag}>")
        if needed and not found:
            raise Error(f"{self.place}: <{self.tag}> without <{tag}>")
        return found[0] if found else None

    def text(self, name):
        value = self.attributes.get(name, "").strip()
        if not value:
            raise Error(f"{self.place}: <{self.tag}> needs the attribute {name}")
        if not value.isprintable():  # a line break would end a comment of the deck
            raise Error(f"{self.place}: the attribute {name} of <{self.tag}> has characters that cannot be printed")
        return value

    def numbers(self, name, count, default=None, most=MOST_SIZE):
        if default is not None and name not in self.attributes:
            return numpy.array(default, dtype=float)
        words = self.text(name).split()
        wanted = "a number" if count == 1 else f"{count} numbers"
        if len(words) != count:
            raise Error(f"{self.place}: {name} of <{self.tag}>: expected {wanted}, got {_short(' '.join(words))}")
        for word in words:
            if not NUMBER.fullmatch(word) or not abs(float(word)) <= most:
                limit = f" of at most {most:g}" if NUMBER.fullmatch(word) else ""
                raise Error(f"{self.place}: {name} of <{self.tag}>: expected finite numbers{limit}, got {_short(word)}")
        return numpy.array([float(word) for word in words])

    def number(self, name, default=None, most=MOST_SIZE):
        return float(self.numbers(name, 1, None if default is None else [default], most)[0])


def _short(text):
    return repr(text if len(text) <= 60 else text[:60] + "...")


def _bytes_of(path, most, place=""):
    """The content of a regular file of bounded size."""
    say = f"{place}: " if place else ""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:  # a pipe would wait for its writer
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode):
                raise Error(f"{say}{path}: not a regular file")
            if about.st_size > most:
                raise Error(f"{say}{path}: {about.st_size} bytes, more than the {most} that are read")
            return file.read(most)
    except OSError as error:
        raise Error(f"{say}{path}: cannot be read: {error.strerror}") from error


def _parsed(path):
    """The elements of the file as a tree."""
    parser = xml.parsers.expat.ParserCreate()
    top, count = _Node("", {}, str(path)), 0
    open_nodes = [top]

    def start(tag, attributes):
        nonlocal count
        count += 1
        place = f"{path}:{parser.CurrentLineNumber}"
        if count > MOST_ELEMENTS or len(open_nodes) > MOST_DEPTH:
            raise Error(f"{place}: more than {MOST_ELEMENTS} elements, or {MOST_DEPTH} in each other")
        if tag.startswith("xacro:"):
            raise Error(f"{place}: <{_short(tag)[1:-1]}> is for xacro; expand the file first: xacro FILE > robot.urdf")
        node = _Node(tag, attributes, place)
        open_nodes[-1].inner.append(node)
        open_nodes.append(node)

    def refuse(*_):
        raise Error(f"{path}:{parser.CurrentLineNumber}: a DOCTYPE, which could bring entities and other files, is not read")

    parser.StartElementHandler, parser.EndElementHandler = start, lambda _: open_nodes.pop()
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    try:
        parser.Parse(_bytes_of(path, MOST_BYTES), True)
    except xml.parsers.expat.ExpatError as error:
        raise Error(f"{path}:{error.lineno}: not XML: {xml.parsers.expat.errors.messages[error.code]}") from error
    except (ValueError, LookupError) as error:  # of an encoding that Python does not know
        raise Error(f"{path}: not XML: {error}") from error
    return top.inner[0]


class _Reader:
    def __init__(self, path, folder):
        self._path, self._folder = path, folder
        self._left_out = {}

    def robot(self, node):
        if node.tag != "robot":
            raise Error(f"{node.place}: expected <robot>, found <{_short(node.tag)[1:-1]}>")
        self._list_unknown(node, "the robot")
        links = self._named(node, "link", self._link)
        joints = self._named(node, "joint", self._joint)
        if not links or len(links) > MOST_LINKS:
            raise Error(f"{node.place}: {len(links)} links; expected 1 to {MOST_LINKS}")
        root, order = _in_order(node.place, links, joints)
        return Robot(node.attributes.get("name") or self._path.stem, root, links, order, self._left_out)

    def _named(self, node, tag, make):
        found = {}
        for inner in node.all(tag):
            name = inner.text("name")
            if name in found:
                raise Error(f"{inner.place}: a second {tag} {_short(name)}")
            found[name] = make(name, inner)
        return found

    def _list_unknown(self, node, where):
        attributes, inner = (words.split() for words in KNOWN[node.tag])
        for name in node.attributes:
            if name not in attributes and not name.startswith("xmlns"):
                self._note(f"attribute {name} of <{node.tag}>", where)
        for child in node.inner:
            if child.tag not in inner:
                self._note(f"<{child.tag}> in <{node.tag}>", where)
            elif child.tag not in ("link", "joint"):
                self._list_unknown(child, where)

    def _note(self, what, where):
        self._left_out.setdefault(what, []).append(where)

    def _link(self, name, node):
        self._list_unknown(node, name)
        link = Link(name, node.place)
        if inertial := node.one("inertial"):
            mass = inertial.one("mass", needed=True)
            link.mass = mass.number("value")
            if link.mass < 0:
                raise Error(f"{mass.place}: the mass of link {_short(name)} is below 0")
            pose, inertia = _origin(inertial), inertial.one("inertia", needed=True)
            xx, xy, xz, yy, yz, zz = (inertia.number(f"i{axes}", 0 if axes[0] != axes[1] else None) for axes in ("xx", "xy", "xz", "yy", "yz", "zz"))
            tensor = numpy.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            link.centre, link.inertia = pose.position, pose.rotation @ tensor @ pose.rotation.T
        shapes = (self._collision(name, collision) for collision in node.all("collision"))
        link.collisions = [shape for shape in shapes if shape]
        return link

    def _collision(self, name, node):
        geometry = node.one("geometry", needed=True)
        shapes = [inner for inner in geometry.inner if inner.tag in KNOWN["geometry"][1].split()]
        if len(shapes) != 1:
            if len(shapes) > 1 or not geometry.inner:
                raise Error(f"{geometry.place}: expected one shape in <geometry>, found {len(shapes)}")
            return None  # of a kind that is listed
        shape, file = shapes[0], None
        if shape.tag == "mesh":
            sizes = shape.numbers("scale", 3, [1, 1, 1])
            if (sizes == 0).any():
                raise Error(f"{shape.place}: a scale of <mesh> is 0")
            if pathlib.PurePosixPath(shape.text("filename")).suffix.lower() != ".stl":
                self._note("meshes that are not STL", name)
                return None
            file = self._within_folder(shape.text("filename"), shape.place)
        else:
            sizes = shape.numbers("size", 3) if shape.tag == "box" else numpy.array([shape.number(key) for key in KNOWN[shape.tag][0].split()])
            if not (sizes > 0).all():
                raise Error(f"{shape.place}: expected sizes of <{shape.tag}> above 0")
        return Collision(shape.tag, sizes, _origin(node), file, shape.place)

    def _within_folder(self, name, place):
        """The file that a mesh names. In package://NAME/... the package NAME is the robot's folder, or a folder in it."""
        refuse = lambda why: Error(f"{place}: mesh {_short(name)} {why}")
        package = re.fullmatch(r"(?:package|model)://([^/]+)/(.+)", name)
        if not package and "://" in name:
            raise refuse("is neither a file's name nor package://")
        parts = pathlib.PurePosixPath(package[2] if package else name)
        if parts.is_absolute() or ".." in parts.parts or package and package[1] == ".." or "\0" in name:
            raise refuse("leads out of the robot's folder; give names relative to it")
        tried = [pathlib.PurePosixPath(package[1]) / parts, parts] if package else [parts]
        for relative in tried:
            path = self._folder
            for part in relative.parts:
                path = path / part
                if path.is_symlink():
                    raise refuse("goes through a symbolic link, which could lead out of the robot's folder")
            if path.exists():
                return path
        raise refuse(f"is not in the robot's folder {self._folder}" + ("; --folder names the one of the package" if package else ""))

    def _joint(self, name, node):
        self._list_unknown(node, name)
        kind = node.text("type")
        if kind not in JOINTS:
            raise Error(f"{node.place}: type {_short(kind)} of joint {_short(name)} is none of {', '.join(JOINTS)}")
        parent, child = (node.one(end, needed=True).text("link") for end in ("parent", "child"))
        axis, given = numpy.array([1.0, 0, 0]), node.one("axis")
        if given:
            axis = given.numbers("xyz", 3)
            length = numpy.linalg.norm(axis)
            if length == 0 and kind not in ("fixed", "floating"):
                raise Error(f"{given.place}: the axis of joint {_short(name)} is 0")
            axis = axis / (length or 1)
        joint = Joint(name, node.place, kind, parent, child, _origin(node), axis)
        if dynamics := node.one("dynamics"):
            joint.damping, joint.friction = dynamics.number("damping", 0), dynamics.number("friction", 0)
            if min(joint.damping, joint.friction) < 0:
                raise Error(f"{dynamics.place}: damping or friction of joint {_short(name)} is below 0")
        if limit := node.one("limit"):
            self._set_limits(joint, limit)
        return joint

    def _set_limits(self, joint, limit):
        large = 1e300  # authors write 1e16 for no limit
        joint.effort = limit.number("effort", 0, large)
        if joint.effort < 0:
            raise Error(f"{limit.place}: the effort of joint {_short(joint.name)} is below 0")
        if joint.kind in ("revolute", "prismatic"):
            joint.lower, joint.upper = limit.number("lower", 0, large), limit.number("upper", 0, large)
            if joint.lower > joint.upper:
                raise Error(f"{limit.place}: lower is above upper at joint {_short(joint.name)}")
            self._note("stops of joints: limits lower and upper", joint.name)
        if limit.number("velocity", 0, large) > 0:
            self._note("limits of joints' velocities", joint.name)


def _origin(node):
    """<origin xyz rpy> in an element: a rotation by roll about x, then pitch about y, then yaw about z of the outer frame."""
    origin = node.one("origin")
    if not origin:
        return HERE
    (cr, cp, cy), (sr, sp, sy) = (part(origin.numbers("rpy", 3, [0, 0, 0])) for part in (numpy.cos, numpy.sin))
    rotation = numpy.array([[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr], [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
                            [-sp, cp * sr, cp * cr]])
    return Pose(origin.numbers("xyz", 3, [0, 0, 0]), rotation)


def _in_order(place, links, joints):
    """The root, and the joints from there outwards."""
    below, child_of = {}, {}
    for joint in joints.values():
        for end in (joint.parent, joint.child):
            if end not in links:
                raise Error(f"{joint.place}: joint {_short(joint.name)} names link {_short(end)}, which is not there")
        if joint.child in child_of:
            raise Error(f"{joint.place}: link {_short(joint.child)} is the child of two joints, {_short(child_of[joint.child])} and {_short(joint.name)}")
        child_of[joint.child] = joint.name
        below.setdefault(joint.parent, []).append(joint)
    roots = [name for name in links if name not in child_of]
    if len(roots) != 1:
        raise Error(f"{place}: expected one link that is no joint's child, found " + (", ".join(_short(name) for name in roots[:3]) or "none"))
    order, ahead = [], [roots[0]]
    for name in ahead:
        order += below.get(name, [])
        ahead += [joint.child for joint in below.get(name, [])]
    if len(ahead) != len(links):
        found = set(ahead)
        lost = next(name for name in links if name not in found)
        raise Error(f"{links[lost].place}: link {_short(lost)} hangs in a loop of joints")
    return roots[0], order


def mesh_points(collision: Collision) -> numpy.ndarray:
    """The different corners of a mesh's triangles, scaled, in the frame of the mesh, m."""
    content = _bytes_of(collision.file, MOST_MESH_BYTES, collision.place)
    count = int.from_bytes(content[80:84], "little")
    if len(content) >= 84 and len(content) == 84 + FACET.itemsize * count:
        corners = numpy.frombuffer(content, FACET, count, 84)["corners"].reshape(-1, 3).astype(float)
    elif content.startswith(b"solid"):
        try:
            corners = numpy.array(VERTEX.findall(content), dtype=float).reshape(-1, 3)
        except ValueError as error:
            raise Error(f"{collision.place}: {collision.file}: not STL: {error}") from error
    else:
        raise Error(f"{collision.place}: {collision.file}: not STL: neither text nor the {84 + FACET.itemsize * count} bytes of {count} binary triangles")
    points = numpy.unique(corners, axis=0) * collision.sizes
    if not (numpy.abs(points) <= MOST_SIZE).all():
        raise Error(f"{collision.place}: {collision.file}: a corner is not finite, or beyond {MOST_SIZE:g} m")
    if len(points) < 4:
        raise Error(f"{collision.place}: {collision.file}: {len(points)} different corners make no body")
    return points
