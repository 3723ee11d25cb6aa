#!/usr/bin/python3
"""Robots of URDF files in decks: three files of authors of different style, against kinematics and sums of masses written here, closed
forms of motion, and files that must be refused.

One class a group; CTest runs each as postproc.robots.<group>.
"""

import contextlib
import io
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import unittest
import xml.etree.ElementTree
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import numpy
from command import SOURCE, TALUS, Case

sys.path.insert(0, str(SOURCE / "postproc"))
os.environ["TALUS_BINARY"] = TALUS
import talus
from talus import robot, shapes, urdf

ROBOTS = pathlib.Path(__file__).parent / "robots"
FILES = {"rover": SOURCE / "input" / "rover.urdf", "arm": ROBOTS / "arm" / "arm.urdf", "gripper": ROBOTS / "gripper" / "gripper.urdf"}
POSITIONS = {"rover": {"axle_fl": 0.4, "axle_br": -2.0}, "arm": {"shoulder_pan": 0.7, "shoulder_lift": -1.1, "elbow": 0.9},
             "gripper": {"slide left": -0.02, "slide right": 0.005}}


def about(axis, angle):
    """A rotation about x, y or z as a 4 x 4 matrix."""
    matrix, (i, j) = numpy.eye(4), ((1, 2), (2, 0), (0, 1))[axis]
    matrix[[i, j], [i, j]] = numpy.cos(angle)
    matrix[i, j], matrix[j, i] = -numpy.sin(angle), numpy.sin(angle)
    return matrix


def moved(offset):
    matrix = numpy.eye(4)
    matrix[:3, 3] = offset
    return matrix


def words(node, name, default):
    return [float(word) for word in (default if node is None else node.get(name, default)).split()]


def origin(node):
    at = node.find("origin")
    roll, pitch, yaw = words(at, "rpy", "0 0 0")
    return moved(words(at, "xyz", "0 0 0")) @ about(2, yaw) @ about(1, pitch) @ about(0, roll)


def turn(axis, angle):
    """About any axis: the axis is brought to z, and back."""
    x, y, z = axis
    to = about(2, numpy.arctan2(y, x)) @ about(1, numpy.arctan2(numpy.hypot(x, y), z))
    return to @ about(2, angle) @ numpy.linalg.inv(to)


def kinematics(tree, positions):
    """Frames of all links as 4 x 4 matrices, and of joints (place, axis) in the world: by repeated passes over the joints."""
    joints = tree.findall("joint")
    children = {joint.find("child").get("link") for joint in joints}
    frames, axes = {link.get("name"): numpy.eye(4) for link in tree.findall("link") if link.get("name") not in children}, {}
    while len(frames) < len(tree.findall("link")):
        for joint in joints:
            parent, child = (joint.find(end).get("link") for end in ("parent", "child"))
            if parent in frames and child not in frames:
                at, value = frames[parent] @ origin(joint), positions.get(joint.get("name"), 0)
                axis = words(joint.find("axis"), "xyz", "1 0 0")
                kind = joint.get("type")
                move = moved(value * numpy.array(axis)) if kind == "prismatic" else turn(axis, value) if kind != "fixed" else numpy.eye(4)
                frames[child] = at @ move
                axes[joint.get("name")] = frames[child][:3, 3], at[:3, :3] @ axis
    return frames, axes


def samples(tree, frames):
    """Points (mass, place) that have the mass, the centre and the moments of each link exactly: six on its principal axes."""
    found = {}
    for link in tree.findall("link"):
        inertial = link.find("inertial")
        if inertial is None:
            continue
        mass = float(inertial.find("mass").get("value"))
        i = {key: float(inertial.find("inertia").get(key, 0)) for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")}
        tensor = numpy.array([[i["ixx"], i["ixy"], i["ixz"]], [i["ixy"], i["iyy"], i["iyz"]], [i["ixz"], i["iyz"], i["izz"]]])
        squares, axes = numpy.linalg.eigh(0.5 * numpy.trace(tensor) * numpy.eye(3) - tensor)
        arms = [sign * numpy.sqrt(3 * square / mass) * axis for square, axis in zip(squares, axes.T) for sign in (1, -1)]
        frame = frames[link.get("name")] @ origin(inertial)
        found[link.get("name")] = [(mass / 6, (frame @ [*arm, 1])[:3]) for arm in arms]
    return found


def moments_of_points(points):
    mass = sum(m for m, _ in points)
    first = sum(m * x for m, x in points)
    second = sum(m * numpy.outer(x, x) for m, x in points)
    return mass, first, second


def moments_of_bodies(state, rows):
    """The same of bodies: int x x' of each follows from its principal moments."""
    mass, first, second = 0.0, numpy.zeros(3), numpy.zeros((3, 3))
    for n in rows:
        axes = shapes.rotated(state.orientation[n:n + 1], numpy.eye(3)[None])[0].T
        own = axes @ numpy.diag(0.5 * state.inertia[n].sum() - state.inertia[n]) @ axes.T
        mass += state.mass[n]
        first += state.mass[n] * state.position[n]
        second += own + state.mass[n] * numpy.outer(state.position[n], state.position[n])
    return mass, first, second


class RobotCase(Case):
    def scene(self, file, gravity=(0, 0, -9.81), end=0.0, every=0.0, step=1e-3, **how):
        scene = talus.Scene()
        made = urdf.add(scene, file, **how)
        self.runs = getattr(self, "runs", 0) + 1
        scene.set(time={"step": step, "end": end}, output={"folder": str(self.folder / f"out-{self.runs}"), "every": every}, gravity=list(gravity),
                  solver={"tolerance": 1e-8, "norm": "max", "max_sweeps": 20000})
        return scene, made

    def run_of(self, file, **how):
        return self.scene(file, **how)[0].run(progress=False)

    def bodies_of(self, run, lump):
        """Rows of the bodies that a link became: they have its name, or its name and a number."""
        names = [run.deck[f"bodies.list[{n}].name"] for n in range(len(run.state))]
        return [n for n, name in enumerate(names) if re.fullmatch(rf"{lump}(-\d+)?", name)]

    def file(self, text, name="robot.urdf"):
        path = self.folder / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path


LUMPS = {"rover": {"chassis": ["chassis", "mast", "camera"], **{f"wheel_{at}": [f"wheel_{at}"] for at in ("fl", "fr", "bl", "br")}},
         "arm": {name: [name] for name in ("shoulder_link", "upper_arm_link", "forearm_link")},
         "gripper": {"palm": ["palm"], "finger_left": ["finger left", "pad left"], "finger_right": ["finger right"]}}


class Masses(RobotCase):
    def test_sums_of_point_samples(self):
        """Mass, centre and moments of each body or group of welded bodies are those of point masses on the links."""
        for name, file in FILES.items():
            tree = xml.etree.ElementTree.parse(file).getroot()
            points = samples(tree, kinematics(tree, POSITIONS[name])[0])
            run = self.run_of(file, joints=POSITIONS[name])
            for lump, links in LUMPS[name].items():
                with self.subTest(f"{name}: {lump}"):
                    expected = moments_of_points([point for link in links for point in points[link]])
                    found = moments_of_bodies(run.state, self.bodies_of(run, lump))
                    for a, b in zip(found, expected):
                        numpy.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-9 * numpy.abs(b).max())

    def test_a_shape_in_place_is_one_body(self):
        run = self.run_of(FILES["rover"])
        self.assertEqual(len(self.bodies_of(run, "wheel_fl")), 1)
        self.assertEqual(len(self.bodies_of(run, "chassis")), 4)  # three shapes and a core

    def test_spheres_are_one_clump(self):
        """Three spheres, one on a link that is fixed to the other: two bodies, the mass of points, and the balls in their places."""
        text = "".join(LINK.format(name=name, mass=m, xx=1, yy=1.1, zz=1.2, at="0.1 0 0", shape='<sphere radius="0.1"/>') for name, m in (("a", 2), ("b", 3)))
        text = text.replace("</link>", '<collision><origin xyz="0 0.3 0"/><geometry><sphere radius="0.2"/></geometry></collision></link>', 1)
        text += '<joint name="j" type="fixed"><parent link="a"/><child link="b"/><origin xyz="1 0 0" rpy="0 0 1.5707963267948966"/></joint>'
        file = self.file(f"<robot name='r'>{text}</robot>")
        scene, _ = self.scene(file, rotation=[0, 0, 0.5])
        run = scene.run(progress=False)
        self.assertEqual(len(run.state), 2)
        tree = xml.etree.ElementTree.parse(file).getroot()
        frames, _ = kinematics(tree, {})
        points = [(m, (about(2, 0.5) @ [*x, 1])[:3]) for of_link in samples(tree, frames).values() for m, x in of_link]
        for found, expected in zip(moments_of_bodies(run.state, [0, 1]), moments_of_points(points)):
            numpy.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)
        balls = run.deck["shapes[0].balls"]
        numpy.testing.assert_allclose(balls, [[0, 0, 0, 0.1], [0, 0.3, 0, 0.2], [1, 0, 0, 0.1]], atol=1e-12)

    def test_moments_that_no_body_has(self):
        """Lowered and listed: 1, 1, 3 become 1, 1, 2."""
        text = LINK.format(name="a", mass=1, xx=1, yy=1, zz=3, at="0 0 0", shape='<sphere radius="0.1"/>')
        scene, made = self.scene(self.file(f"<robot name='r'>{text}</robot>"))
        self.assertEqual([names for what, names in made.left_out.items() if "no body has" in what], [["a"]])
        numpy.testing.assert_allclose(sorted(scene.run(progress=False).state.inertia[0]), [1, 1, 2])


class Names(RobotCase):
    def test_two_robots_in_a_scene(self):
        """Names are given once: of walls and bodies that are there, of both robots, and without blanks."""
        scene = talus.Scene()
        scene.add_wall("plane", name="palm", position=[0, 0, -2])
        one, other = (urdf.add(scene, FILES["gripper"], position=[0, y, 0]) for y in (0, 1))
        scene.set(time={"step": 1e-3, "end": 0}, output={"folder": str(self.folder / "out")})
        deck = scene.check()
        names = [deck[key] for key in deck if key.endswith("].name") and deck[key]]
        self.assertEqual(len(set(names)), len(names))
        self.assertEqual((one.joint_names["slide left"], one.body_names["pad left"]), ("slide_left", one.body_names["finger left"]))
        self.assertNotEqual(other.joint_names["slide left"], "slide_left")
        self.assertNotEqual(one.body_names["palm"], "palm")
        self.assertLessEqual(set(one.body_names.values()) | set(other.joint_names.values()), set(names))


class Kinematics(RobotCase):
    def test_places_of_shapes(self):
        """At given positions of joints: the centre of each box, cylinder and sphere, and the axis of cylinders."""
        for name, file in FILES.items():
            tree = xml.etree.ElementTree.parse(file).getroot()
            frames, _ = kinematics(tree, POSITIONS[name])
            run = self.run_of(file, joints=POSITIONS[name])
            axes = shapes.rotated(run.state.orientation, numpy.tile([0.0, 0, 1], (len(run.state), 1, 1)))[:, 0]
            checked = 0
            for link in tree.findall("link"):
                for collision in link.findall("collision"):
                    if collision.find("geometry/mesh") is not None:
                        continue
                    frame, checked = frames[link.get("name")] @ origin(collision), checked + 1
                    near = numpy.linalg.norm(run.state.position - frame[:3, 3], axis=1) < 1e-9
                    self.assertTrue(near.any(), f"{name}: {link.get('name')}")
                    if collision.find("geometry/cylinder") is not None:
                        self.assertGreater(abs(axes[near] @ frame[:3, 2]).max(), 1 - 1e-12)
            self.assertGreaterEqual(checked, 2)

    def test_joints_that_motors_turn(self):
        """Motors move joints at given speeds; where links are after a while follows from the positions of joints then. Signs and axes."""
        speeds = {"arm": {"shoulder_pan": 1.0, "shoulder_lift": -0.8, "elbow": 1.5}, "gripper": {"slide left": 0.05, "slide right": -0.08}}
        for name, given in speeds.items():
            scene, _ = self.scene(FILES[name], gravity=(0, 0, 0), end=0.1, every=0.05, joints=POSITIONS[name], fixed_base=True)
            for joint, speed in given.items():
                scene.add_drive("speed", joint.replace(" ", "_"), amount=speed)
            run = scene.run(progress=False)
            tree = xml.etree.ElementTree.parse(FILES[name]).getroot()
            for frame, time in zip(run.frames, run.frames.times):
                frames, _ = kinematics(tree, {joint: POSITIONS[name][joint] + speed * time for joint, speed in given.items()})
                points = samples(tree, frames)
                for lump, links in LUMPS[name].items():
                    if lump == "palm":
                        continue  # it is fixed, and its mass with it
                    mass, first, _ = moments_of_points([point for link in links for point in points[link]])
                    rows = self.bodies_of(run, lump)
                    centre = (frame.mass[rows, None] * frame.position[rows]).sum(axis=0) / frame.mass[rows].sum()
                    numpy.testing.assert_allclose(centre, first / mass, atol=1e-4, err_msg=f"{name}: {lump} at {time} s")
            self.assertGreater(time, 0.09)


LINK = """<link name="{name}"><inertial><origin xyz="{at}"/><mass value="{mass}"/><inertia ixx="{xx}" iyy="{yy}" izz="{zz}"/></inertial>
<collision><geometry>{shape}</geometry></collision></link>"""
PENDULUM = ("<robot name='pendulum'><link name='world'/>"
            + LINK.format(name="bar", mass=0.8, xx=0.011, yy=0.012, zz=0.002, at="0.01 0 -0.3", shape='<box size="0.02 0.02 0.5"/>')
            + "<joint name='pivot' type='continuous'><parent link='world'/><child link='bar'/><origin xyz='0 0 1'/><axis xyz='0 1 0'/>{more}</joint></robot>")


class Dynamics(RobotCase):
    def test_period_of_a_pendulum(self):
        """2 pi sqrt((I + m d^2) / (m g d)) (1 + a^2/16); the shape is elsewhere than the mass, so that two welded bodies swing."""
        mass, arm, inertia, tilt = 0.8, numpy.hypot(0.01, 0.3), 0.012, numpy.arctan2(0.01, 0.3)
        amplitude = 0.2
        run = self.run_of(self.file(PENDULUM.format(more="")), joints={"pivot": amplitude + tilt}, end=3.2, every=0.01)
        rows = self.bodies_of(run, "bar")
        self.assertEqual(len(rows), 2)
        x = numpy.array([numpy.average(frame.position[rows, 0], weights=frame.mass[rows]) for frame in run.frames])
        times, at = run.frames.times, numpy.nonzero((x[:-1] > 0) != (x[1:] > 0))[0]
        crossings = times[at] + (times[at + 1] - times[at]) * x[at] / (x[at] - x[at + 1])
        period = 2 * numpy.pi * numpy.sqrt((inertia + mass * arm**2) / (mass * 9.81 * arm)) * (1 + amplitude**2 / 16)
        self.assertGreater(len(crossings), 4)
        self.assertAlmostEqual(2 * numpy.diff(crossings).mean() / period, 1, delta=2e-3)

    def test_motors_that_hold_carry_gravity(self):
        """Efforts of held joints against the moments of the weights beyond them about their axes."""
        tree = xml.etree.ElementTree.parse(FILES["arm"]).getroot()
        frames, axes = kinematics(tree, POSITIONS["arm"])
        points = samples(tree, frames)
        series = self.run_of(FILES["arm"], joints=POSITIONS["arm"], hold=True, end=0.02).series
        beyond = ["shoulder_link", "upper_arm_link", "forearm_link"]
        for n, joint in enumerate(("shoulder_pan", "shoulder_lift", "elbow")):
            place, axis = axes[joint]
            moment = sum(numpy.cross(x - place, [0, 0, -9.81 * m]) for link in beyond[n:] for m, x in points[link])
            self.assertAlmostEqual(series[f"{joint}.motor.effort"][-1], -moment @ axis, delta=1e-4, msg=joint)
        self.assertGreater(abs(moment @ axis), 0.5)

    def test_effort_of_motors_is_limited(self):
        series = self.run_of(self.file(PENDULUM.format(more="<limit effort='0.25' velocity='1'/>")), joints={"pivot": 1.5}, hold=True, end=0.02).series
        numpy.testing.assert_allclose(numpy.abs(series["pivot.motor.effort"]), 0.25, rtol=1e-6)

    def test_damping_and_friction(self):
        """A finger that falls along its guide gets to the speed (m g - friction) / damping."""
        run = self.run_of(FILES["gripper"], gravity=(0, -9.81, 0), joints=POSITIONS["gripper"], fixed_base=True, end=0.1)
        for lump, mass in (("finger_right", 0.062), ("finger_left", 0.07016)):
            for n in self.bodies_of(run, lump):
                self.assertAlmostEqual(run.state.velocity[n, 1], -(mass * 9.81 - 0.35) / 12.5, delta=1e-6)

    def test_a_rover_stands_on_its_wheels(self):
        """The floor carries 4.5 + 4 x 0.5 kg; no link of the rover touches another one."""
        scene, _ = self.scene(FILES["rover"], end=0.3, every=0.3, position=(0, 0, 0.11))
        scene.add_wall("plane", name="floor")
        scene.set({"output.contacts": True})
        run = scene.run(progress=False)
        late = run.series.between(0.2, 0.3)
        self.assertAlmostEqual(late["wall.floor.force_z"].mean(), -6.5 * 9.81, delta=0.02)
        self.assertEqual(set(run.contacts[-1].id_a), {0})


    def test_planar_and_floating_joints(self):
        """Under gravity across a normal: along it nothing moves, below it both fall freely, by g t (t + h) / 2 in steps of h."""
        ball = '<sphere radius="0.05"/>'
        links = "".join(LINK.format(name=name, mass=1, xx=1, yy=1, zz=1, at="0 0 0", shape=ball) for name in "ab")
        joints = "".join(f"<joint name='{kind}' type='{kind}'><parent link='world'/><child link='{child}'/><origin xyz='{y} 0 0'/><axis xyz='1 0 0'/></joint>"
                         for kind, child, y in (("planar", "a", 0), ("floating", "b", 1)))
        run = self.run_of(self.file(f"<robot name='r'><link name='world'/>{links}{joints}</robot>"), gravity=(3, 0, -10), end=0.1)
        fall = 0.5 * 0.1 * 0.101
        for lump, expected in (("a", [0, 0, -10 * fall]), ("b", [1 + 3 * fall, 0, -10 * fall])):
            numpy.testing.assert_allclose(run.state.position[self.bodies_of(run, lump)[0]], expected, atol=1e-9)


class Command(RobotCase):
    def setUp(self):
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)

    def make(self, *arguments, code=0):
        """What the command prints on stdout and stderr; in this process, which has the modules."""
        said, told = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(told), mock.patch.object(sys, "argv", ["talus.urdf", *map(str, arguments)]):
            self.assertEqual(urdf.main(), code, told.getvalue())
        return said.getvalue(), told.getvalue()

    def test_as_a_command(self):
        environment = {**os.environ, "PYTHONPATH": str(SOURCE / "postproc")}
        done = subprocess.run([sys.executable, "-m", "talus.urdf", FILES["rover"]], capture_output=True, text=True, env=environment, timeout=120)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, *self.make(FILES["rover"])))

    def test_decks_that_are_accepted(self):
        for name, file in FILES.items():
            self.make(file, "-o", f"{name}.yaml", "--floor", "--position", 0, 0, 0.3, *(["--meshes", "exact"] if name == "gripper" else []))
            self.talus("check", f"{name}.yaml")

    def test_what_is_left_out_is_listed_and_counted(self):
        deck, told = self.make(FILES["arm"])
        said = re.findall(r"^talus\.urdf: left out: (.*)$", told, re.M)
        self.assertEqual(len(said), len(told.splitlines()))
        self.assertIn("1 x <transmission> in <robot>: the robot", said)
        self.assertIn("3 x stops of joints: limits lower and upper: shoulder_pan, shoulder_lift, elbow", said)
        self.assertEqual(re.findall(r"^#   (.*)$", deck, re.M), said)
        self.file(deck, "stdout.yaml")
        self.talus("check", "stdout.yaml")

    def test_bad_usage_writes_nothing(self):
        for arguments, message in (((FILES["arm"], "-o", "deck.yaml", "--joint", "elbow=3"), r"arm\.urdf:\d+: position 3 of joint 'elbow' is not between its limits -2\.6 and 2\.6"),
                                   ((FILES["arm"], "-o", "deck.yaml", "--joint", "knee=1"), "no joint 'knee' in the robot; it has world_joint, "),
                                   ((FILES["arm"], "-o", "deck.yaml", "--joint", "elbow=nan"), r"--joint elbow=nan: expected NAME=VALUE"),
                                   (("nothing.urdf", "-o", "deck.yaml"), "nothing.urdf: cannot be read: No such file"),
                                   ((FILES["rover"], "-o", "no/deck.yaml"), "No such file")):
            deck, told = self.make(*arguments, code=2)
            self.assertRegex(told, rf"^talus\.urdf: error: .*{message}.*\n$")
            self.assertEqual(deck, "")
        self.assertEqual(self.listing(), [])


def stl(triangles, start=b""):
    return start.ljust(80, b"\0") + struct.pack("<I", len(triangles)) + b"".join(struct.pack("<12fH", 0, 0, 0, *numpy.ravel(t), 0) for t in triangles)


TETRAHEDRON = [[(0, 0, 0), (0, 1, 0), (1, 0, 0)], [(0, 0, 0), (1, 0, 0), (0, 0, 1)], [(0, 0, 0), (0, 0, 1), (0, 1, 0)], [(1, 0, 0), (0, 1, 0), (0, 0, 1)]]


class Meshes(RobotCase):
    def robot(self, mesh, folder=None):
        inertial = "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>"
        return self.file(f"<robot name='r'><link name='a'>{inertial}<collision><geometry><mesh {mesh}/></geometry></collision></link></robot>")

    def test_a_mirrored_mesh(self):
        """Scales of each axis, one below 0: the centre of the tetrahedron is a quarter of the sum of its corners."""
        (self.folder / "solid.STL").write_bytes(stl(TETRAHEDRON, b"solid of a program that says so"))
        run = self.run_of(self.robot('filename="solid.STL" scale="2 -1 0.5"'), fixed_base=True)
        numpy.testing.assert_allclose(run.state.position[0], [0.5, -0.25, 0.125], atol=1e-12)

    def test_meshes_as_they_are(self):
        (self.folder / "part.stl").write_bytes(stl(TETRAHEDRON))
        scene, made = self.scene(self.robot('filename="part.stl" scale="0.5 0.5 0.5"'), fixed_base=True, exact_meshes=True)
        self.assertEqual(made.left_out, {})
        self.assertIn('kind: "mesh", file: "part.stl", scale: 0.5', scene.text(self.folder))
        numpy.testing.assert_allclose(scene.run(progress=False).state.position[0], [0.125] * 3, atol=1e-12)

    def test_hulls_of_many_points(self):
        """Of 5,000 points on a sphere few remain, and their hull is smaller by what is said, at most the sagitta of its facets."""
        points = numpy.random.default_rng(2).normal(size=(5000, 3))
        points /= numpy.linalg.norm(points, axis=1)[:, None]
        (self.folder / "ball.stl").write_bytes(stl(points[:4998].reshape(-1, 3, 3)))
        kept, short = urdf._hull_points(robot.mesh_points(robot.Collision("mesh", numpy.ones(3), robot.HERE, self.folder / "ball.stl", "here")))
        self.assertLessEqual(len(kept), urdf.MOST_POINTS)
        self.assertLess(short, 0.05)
        directions = numpy.random.default_rng(3).normal(size=(3, 500))
        directions /= numpy.linalg.norm(directions, axis=0)
        self.assertLess(((points @ directions).max(axis=0) - (kept @ directions).max(axis=0)).max(), 1.3 * short)

    def test_packages(self):
        """package://NAME/FILE in the folder, or in NAME in it."""
        for place in ("meshes", "arm_description/meshes"):
            (self.folder / place).mkdir(parents=True)
            (self.folder / place / "part.stl").write_bytes(stl(TETRAHEDRON))
            read = robot.read(self.robot('filename="package://arm_description/meshes/part.stl"'))
            self.assertEqual(read.links["a"].collisions[0].file, self.folder / place / "part.stl")

    def test_what_is_outside_is_refused(self):
        outside = self.folder / "outside.stl"
        outside.write_bytes(stl(TETRAHEDRON))
        (self.folder / "in").mkdir()
        (self.folder / "in" / "link.stl").symlink_to(outside)
        (self.folder / "in" / "up").symlink_to(self.folder)
        names = ("../outside.stl", "a/../../outside.stl", str(outside), f"file://{outside}", "package://../outside.stl", "package://in/../outside.stl",
                 f"package://in/{outside}", "http://example.org/a.stl", "link.stl", "up/outside.stl", "nothing.stl", "package://p/nothing.stl", "model://..//outside.stl")
        for name in names:
            with self.subTest(name), self.assertRaisesRegex(talus.Error, r"^[^\n]*robot\.urdf:1: mesh '[^\n]*(leads out of|symbolic link|is not in|neither)[^\n]*$"):
                robot.read(self.robot(f'filename="{name}"'), self.folder / "in")

    def test_files_that_are_no_meshes(self):
        os.mkfifo(self.folder / "pipe.stl")
        (self.folder / "folder.stl").mkdir()
        bad = {"empty.stl": b"", "words.stl": b"solid a\nvertex 1 2 three\n", "short.stl": stl(TETRAHEDRON)[:-1], "nan.stl": stl([[(0, 0, float("nan"))] * 3]),
               "flat.stl": stl(TETRAHEDRON[:1]), "none.stl": b"solid nothing\nendsolid nothing\n"}
        for name, content in bad.items():
            (self.folder / name).write_bytes(content)
        for name in ("pipe.stl", "folder.stl", *bad):
            with self.subTest(name), self.assertRaisesRegex(talus.Error, rf"^[^\n]*robot\.urdf:1: [^\n]*{name}: [^\n]+$"):
                self.scene(self.robot(f'filename="{name}"'))


def one(**changes):
    """A robot of two links and a joint with parts exchanged."""
    text = """<robot name="r"><link name="a">INERTIAL COLLISION</link><link name="b">INERTIAL</link>
<joint name="j" type="revolute"><origin xyz="0 0 1" rpy="0 0 0"/><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/><dynamics damping="0" friction="0"/></joint></robot>"""
    text = text.replace("COLLISION", '<collision><geometry><box size="1 1 1"/></geometry></collision>')
    text = text.replace("INERTIAL", '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>')
    for old, new in changes.get("put", {}).items():
        assert old in text
        text = text.replace(old, new, changes.get("times", -1))
    return text


LAUGHS = '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><robot name="&b;"/>'
FAULTS = [  # a file, and what its message has
    (LAUGHS, ":1: a DOCTYPE"),
    ('<!DOCTYPE robot SYSTEM "file:///etc/passwd"><robot name="r"/>', "DOCTYPE"),
    ('<!DOCTYPE r [<!ENTITY x SYSTEM "/etc/passwd">]><robot name="r">&x;</robot>', "DOCTYPE"),
    ('<robot name="&x;"/>', "not XML: undefined entity"),
    ("", "not XML: no element found"),
    ("solid robot", "not XML: syntax error"),
    ("<robot name='r'><link name='a'></robot>", "not XML: mismatched tag"),
    (b"\xff\xfe\x00", "not XML"),
    ('<?xml version="1.0" encoding="rot13"?><robot/>', "not XML"),
    ("<sdf/>", "expected <robot>, found <sdf>"),
    ("<robot name='r'/>", "0 links; expected 1"),
    ("<robot name='r'><xacro:macro name='m'/></robot>", "<xacro:macro> is for xacro; expand the file first"),
    ("<robot name='r'>" + "<a>" * 60 + "</a>" * 60 + "</robot>", "50 in each other"),
    ("<robot name='r'>" + "<a/>" * 200_001 + "</robot>", "more than 200000 elements"),
    (one(put={'link name="b"': 'link name="a"'}), "a second link 'a'"),
    (one(put={'link name="b"': 'link name=" "'}), "<link> needs the attribute name"),
    (one(put={'link name="b"': 'link name="b&#10;x: 1"'}), "characters that cannot be printed"),
    (one(put={'child link="b"': 'child link="c"'}), "joint 'j' names link 'c', which is not there"),
    (one(put={'parent link="a"': 'parent link="b"'}), "link 'b' hangs in a loop of joints"),
    (one(put={"</robot>": '<link name="c"/></robot>'}), "expected one link that is no joint's child, found 'a', 'c'"),
    (one(put={"</robot>": '<joint name="k" type="fixed"><parent link="a"/><child link="b"/></joint></robot>'}), "the child of two joints, 'j' and 'k'"),
    (one(put={'type="revolute"': 'type="helical"'}), "'helical' of joint 'j' is none of fixed, revolute"),
    (one(put={'<axis xyz="0 0 1"/>': '<axis xyz="0 0 0"/>'}), "the axis of joint 'j' is 0"),
    (one(put={'<axis xyz="0 0 1"/>': '<axis xyz="0 1"/>'}), "xyz of <axis>: expected 3 numbers, got '0 1'"),
    (one(put={'rpy="0 0 0"': 'rpy="0 nan 0"'}), "rpy of <origin>: expected finite numbers, got 'nan'"),
    (one(put={'xyz="0 0 1" rpy': 'xyz="0 0 inf" rpy'}), "got 'inf'"),
    (one(put={'xyz="0 0 1" rpy': 'xyz="0 0 1e400" rpy'}), "got '1e400'"),
    (one(put={'xyz="0 0 1" rpy': 'xyz="0 0 1_0" rpy'}), "got '1_0'"),
    (one(put={'xyz="0 0 1" rpy': 'xyz="0 0 ١" rpy'}), "expected finite numbers"),
    (one(put={'xyz="0 0 1" rpy': 'xyz="0 0 1e10" rpy'}), "finite numbers of at most 1e+09, got '1e10'"),
    (one(put={'<mass value="1"/>': '<mass value="-1"/>'}), "the mass of link 'a' is below 0"),
    (one(put={'<mass value="1"/>': ""}), "<inertial> without <mass>"),
    (one(put={'ixx="1"': ""}), "<inertia> needs the attribute ixx"),
    (one(put={'ixx="1"': 'ixx="-1"'}), "moments of inertia of link 'a' are -1, 1, 1 kg m2"),
    (one(put={"<inertial>": "<inertial><mass value='2'/>"}), "a second <mass> in <inertial>"),
    (one(put={'size="1 1 1"': 'size="1 0 1"'}), "expected sizes of <box> above 0"),
    (one(put={'<box size="1 1 1"/>': ""}), "expected one shape in <geometry>, found 0"),
    (one(put={'<box size="1 1 1"/>': '<sphere radius="1"/><sphere radius="1"/>'}), "expected one shape in <geometry>, found 2"),
    (one(put={'lower="-1"': 'lower="2"'}), "lower is above upper at joint 'j'"),
    (one(put={'effort="1"': 'effort="-1"'}), "the effort of joint 'j' is below 0"),
    (one(put={'effort="1"': 'effort="nan"'}), "got 'nan'"),
    (one(put={'damping="0"': 'damping="-1"'}), "damping or friction of joint 'j' is below 0"),
    (one(put={'<link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>': '<link name="b">'}), "link 'b' moves and has no mass"),
]


class Refusals(RobotCase):
    def test_each_fault_is_one_line(self):
        self.assertIsNotNone(robot.read(self.file(one())))
        for text, message in FAULTS:
            path = self.file(text)
            with self.subTest(message), self.assertRaises(talus.Error) as raised:
                self.scene(path)
            self.assertIn(message, str(raised.exception))
            self.assertRegex(str(raised.exception), r"^[^\n]*robot\.urdf:\d*[^\n]+$")

    def test_files_that_are_not_read(self):
        os.mkfifo(self.folder / "pipe.urdf")
        with open(self.folder / "large.urdf", "wb") as file:
            file.truncate(robot.MOST_BYTES + 1)
        for name, message in (("pipe.urdf", "not a regular file"), ("large.urdf", "more than the 16777216 that are read"), ("", "cannot be read: Is a directory")):
            with self.assertRaisesRegex(talus.Error, message):
                robot.read(self.folder / name)

    def test_damaged_files_raise_nothing_else(self):
        """Bytes are changed, removed and doubled at random: a file is read, or there is one line."""
        rng, read = random.Random(5), 0
        texts = [file.read_bytes() for file in FILES.values()]
        for n in range(300):
            text = bytearray(rng.choice(texts))
            for _ in range(rng.randint(1, 2)):
                at, length = rng.randrange(len(text)), rng.randint(1, 20)
                text[at:at + rng.choice((0, 1, length))] = rng.choice((b"", b"<", b"\"", b"-1", b"nan", b"0", b"&", bytes(text[at:at + length]), bytes([rng.randrange(256)])))
            path = self.file(bytes(text))
            try:
                robot.read(path, ROBOTS / "arm")
                read += 1
            except talus.Error as error:
                self.assertNotIn("\n", str(error))
        self.assertGreater(read, 15)


class Page(Case):
    def test_its_example_runs(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        (self.folder / "input").symlink_to(SOURCE / "input")
        blocks, said = re.findall(r"^```python\n(.*?)^```", (SOURCE / "docs" / "howto" / "robots.md").read_text(), re.S | re.M), io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile("".join(blocks), "docs/howto/robots.md", "exec"), {})
        self.assertIn("<gazebo> in <robot>", said.getvalue())


if __name__ == "__main__":
    unittest.main()
