"""Meshes without Blender's operators: every function returns an object that stands in the scene."""
import math

import bpy
import numpy as np

TAU = 2 * math.pi
dice = np.random.default_rng(1)


def throw(seed):
    """Restarts the random numbers, so that a picture is the same at each rendering."""
    global dice
    dice = np.random.default_rng(seed)


def chance(low=0.0, high=1.0, size=None):
    return dice.uniform(low, high, size)


def ripple(points, scale, seed=0, octaves=2):
    """Smooth noise from -1 to 1 at the points: a sum of waves in random directions."""
    rng = np.random.default_rng(seed + 77)
    total = np.zeros(len(points))
    for octave in range(octaves):
        for _ in range(6):
            way = rng.normal(size=3)
            way *= scale * 2**octave / np.linalg.norm(way)
            total += np.sin(points @ way + rng.uniform(0, TAU)) / 2**octave
    return total / 5


def linear(color):
    """A hex colour as linear red, green and blue; a tuple stays as it is."""
    if not isinstance(color, str):
        return tuple(color)
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def mix(one, other, share):
    """Colours between two colours, one for each share."""
    share = np.clip(np.asarray(share, float), 0, 1)[..., None]
    return np.asarray(linear(one)) * (1 - share) + np.asarray(linear(other)) * share


def mesh(points, faces, material, smooth=True, uv=None, tone=None):
    points = np.asarray(points, float)
    data = bpy.data.meshes.new('part')
    data.from_pydata(points.tolist(), [], faces)
    if smooth:
        data.polygons.foreach_set('use_smooth', np.ones(len(data.polygons), bool))
    if uv is not None:
        layer = data.uv_layers.new()
        corners = np.empty(len(data.loops), int)
        data.loops.foreach_get('vertex_index', corners)
        layer.data.foreach_set('uv', np.asarray(uv, np.float32)[corners].ravel())
    if tone is not None:
        colors = data.attributes.new('tone', 'FLOAT_COLOR', 'POINT')
        colors.data.foreach_set('color', np.column_stack([tone, np.ones(len(points))]).astype(np.float32).ravel())
    data.materials.append(material)
    data.update()
    return place(bpy.data.objects.new('part', data))


def place(thing):
    bpy.context.scene.collection.objects.link(thing)
    return thing


def move(thing, at=(0, 0, 0), turn=(0, 0, 0), scale=1.0):
    """Puts an object, or each object of a list, to a place; turns are degrees."""
    thing.location = at
    thing.rotation_euler = [math.radians(angle) for angle in turn]
    thing.scale = (scale,) * 3 if np.isscalar(scale) else scale
    return thing


def unseen(thing):
    """Lets light through an object as if it were not there; the camera still sees it."""
    thing.visible_shadow = thing.visible_diffuse = thing.visible_glossy = False
    return thing


def again(thing, at=(0, 0, 0), turn=(0, 0, 0), scale=1.0):
    """Another object with the same mesh."""
    copy = place(bpy.data.objects.new('part', thing.data))
    copy.visible_shadow, copy.visible_diffuse = thing.visible_shadow, thing.visible_diffuse
    for modifier in thing.modifiers:
        twin = copy.modifiers.new(modifier.name, modifier.type)
        for key in ('width', 'segments', 'levels', 'render_levels', 'thickness'):
            if hasattr(modifier, key):
                setattr(twin, key, getattr(modifier, key))
    return move(copy, at, turn, scale)


def group(things, at=(0, 0, 0), turn=(0, 0, 0), scale=1.0):
    """Puts several objects to a place as one."""
    holder = place(bpy.data.objects.new('group', None))
    for thing in things:
        if thing.parent is None:
            thing.parent = holder
    return move(holder, at, turn, scale)


def turn_all(degrees):
    """Turns the whole scene around the z axis, so that the camera sees another side in the same light."""
    if degrees:
        things = [thing for thing in bpy.context.scene.objects if thing.parent is None]
        group(things, turn=(0, 0, degrees))


def grid_faces(rows, columns, around=False):
    across = columns if around else columns - 1
    return [
        (r * columns + c, r * columns + (c + 1) % columns, (r + 1) * columns + (c + 1) % columns, (r + 1) * columns + c)
        for r in range(rows - 1)
        for c in range(across)
    ]


def sheet(surface, material, rows=24, columns=24, smooth=True, tone=None, thickness=0, around=False):
    """A surface over u and v from 0 to 1: `surface(u, v)` gives x, y and z. `tone(u, v)` gives the colour."""
    v, u = np.meshgrid(np.linspace(0, 1, rows), np.linspace(0, 1, columns, endpoint=not around), indexing='ij')
    u, v = u.ravel(), v.ravel()
    x, y, z = surface(u, v)
    points = np.column_stack([np.broadcast_to(part, u.shape) for part in (x, y, z)])
    thing = mesh(
        points, grid_faces(rows, columns, around), material, smooth, np.column_stack([u, v]), tone and tone(u, v)
    )
    if thickness:
        solid = thing.modifiers.new('solid', 'SOLIDIFY')
        solid.thickness = thickness
        solid.offset = 0
    return thing


def smooth_line(points, steps=8):
    """A smooth line through the points (Catmull-Rom)."""
    points = np.asarray(points, float)
    padded = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    found = []
    for at in range(1, len(padded) - 2):
        a, b, c, d = padded[at - 1 : at + 3]
        for t in np.linspace(0, 1, steps, endpoint=False):
            found.append(
                0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
            )
    return np.array(found + [points[-1]])


def lathe(profile, material, sides=72, wave=None, smooth=True, tone=None, round_steps=0):
    """Turns a profile of (radius, height) around the z axis. `wave(angle, height share)` scales the radius."""
    profile = np.asarray(profile, float)
    if round_steps:
        profile = smooth_line(profile, round_steps)
        profile[:, 0] = np.maximum(profile[:, 0], 0.0005)
    rows = len(profile)
    angle = np.linspace(0, TAU, sides + 1)
    radius = np.repeat(profile[:, 0], sides + 1)
    z = np.repeat(profile[:, 1], sides + 1)
    around = np.tile(angle, rows)
    low, high = profile[:, 1].min(), profile[:, 1].max()
    share = (z - low) / max(high - low, 1e-6)
    if wave is not None:
        radius = radius * wave(around, share)
    points = np.column_stack([radius * np.cos(around), radius * np.sin(around), z])
    uv = np.column_stack([around / TAU, share])
    colors = tone(points, around, share) if tone else None
    return mesh(points, grid_faces(rows, sides + 1), material, smooth, uv, colors)


def ball(radius, material, squash=(1, 1, 1), rough=0.0, scale=2.0, seed=0, detail=24, shape=None, tone=None):
    """A ball with dents. `shape(points)` returns changed points, `tone(points)` colours."""
    rows, columns = detail, detail * 2
    v, u = np.meshgrid(np.linspace(0, math.pi, rows), np.linspace(0, TAU, columns + 1), indexing='ij')
    points = np.column_stack([(np.sin(v) * np.cos(u)).ravel(), (np.sin(v) * np.sin(u)).ravel(), -np.cos(v).ravel()])
    unit = points.copy()
    if rough:
        points = points * (1 + rough * ripple(unit, scale, seed))[:, None]
    points = points * np.asarray(squash) * radius
    if shape is not None:
        points = shape(points)
    return mesh(points, grid_faces(rows, columns + 1), material, True, None, tone(points) if tone else None)


def tube(line, radius, material, sides=10, ends=True, tone=None, flat=1.0):
    """A tube along a line; the radius is a number or one for each point. `flat` squeezes it across."""
    line = np.asarray(line, float)
    radius = np.broadcast_to(radius, (len(line),))
    along = np.gradient(line, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None] + 1e-9
    side = np.cross(along[0], [0.0, 0.0, 1.0])
    if np.linalg.norm(side) < 1e-3:
        side = np.array([1.0, 0, 0])
    rings = []
    angle = np.linspace(0, TAU, sides, endpoint=False)
    for at, way in enumerate(along):
        side = side - way * (side @ way)
        side /= np.linalg.norm(side) + 1e-9
        up = np.cross(side, way)
        rings.append(line[at] + radius[at] * (np.cos(angle)[:, None] * side + flat * np.sin(angle)[:, None] * up))
    points = np.vstack(rings)
    faces = grid_faces(len(line), sides, around=True)
    if ends:
        last = (len(line) - 1) * sides
        faces += [tuple(range(sides))[::-1], tuple(range(last, last + sides))]
    return mesh(points, faces, material, True, None, tone(points) if tone else None)


def block(size, material, bevel=0.05, segments=3, tone=None):
    """A box that stands on z = 0, with round edges."""
    x, y, z = size[0] / 2, size[1] / 2, size[2]
    points = [(sx * x, sy * y, h) for h in (0, z) for sy in (-1, 1) for sx in (-1, 1)]
    faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (1, 3, 7, 5), (0, 4, 6, 2)]
    thing = mesh(points, faces, material, bevel > 0)
    if bevel:
        edge = thing.modifiers.new('bevel', 'BEVEL')
        edge.width, edge.segments = bevel, segments
        thing.data.use_auto_smooth = True
        thing.data.auto_smooth_angle = math.radians(40)
    return thing


def panel(width, height, material, at=(0, 0, 0), turn=(90, 0, 0), bend=0.0, columns=24):
    """A printed sheet; `bend` is the radius of a bottle that it goes around."""

    def surface(u, v):
        if bend:
            angle = (u - 0.5) * width / bend - math.pi / 2
            return bend * np.cos(angle), bend * np.sin(angle), v * height
        return (u - 0.5) * width, (v - 0.5) * height, 0 * u

    return move(sheet(surface, material, 2, columns), at, (0, 0, 0) if bend else turn)


def heap(count, radius, reach, height=9.0, center=(0, 0, 0), tries=14, spread=1.0):
    """Places of a heap of balls inside a round dish: each falls where it lies lowest."""
    placed = np.empty((0, 4))
    found = []
    for _ in range(count):
        size = radius * chance(1 - 0.12 * spread, 1 + 0.12 * spread)
        best = None
        for _ in range(tries):
            angle, out = chance(0, TAU), reach * math.sqrt(chance())
            x, y = out * math.cos(angle), out * math.sin(angle)
            z = size
            if len(placed):
                apart = np.hypot(placed[:, 0] - x, placed[:, 1] - y)
                touch = (size + placed[:, 3]) * 0.94
                over = apart < touch
                if over.any():
                    z = max(z, (placed[over, 2] + np.sqrt(touch[over] ** 2 - apart[over] ** 2)).max())
            if best is None or z < best[2]:
                best = (x, y, z, size)
        if best[2] < height:
            placed = np.vstack([placed, best])
            found.append((best[0] + center[0], best[1] + center[1], best[2] + center[2], best[3]))
    return found


def scatter(unit, faces, spots, turns, sizes, material, tone):
    """Many small pieces of one shape as one mesh, which renders faster than as many objects. `turns` are degrees around
    x, y and z, `tone` has a colour for each piece."""
    a, b, c = np.radians(np.asarray(turns, float)).T
    ones, none = np.ones_like(a), np.zeros_like(a)
    about_x = np.stack([ones, none, none, none, np.cos(a), -np.sin(a), none, np.sin(a), np.cos(a)], 1)
    about_y = np.stack([np.cos(b), none, np.sin(b), none, ones, none, -np.sin(b), none, np.cos(b)], 1)
    about_z = np.stack([np.cos(c), -np.sin(c), none, np.sin(c), np.cos(c), none, none, none, ones], 1)
    turn = about_z.reshape(-1, 3, 3) @ about_y.reshape(-1, 3, 3) @ about_x.reshape(-1, 3, 3)
    points = np.einsum('nij,pj->npi', turn, unit) * np.asarray(sizes)[:, None, None] + np.asarray(spots)[:, None, :]
    count = len(unit)
    every = np.asarray(faces)[None] + count * np.arange(len(spots))[:, None, None]
    colors = np.repeat(tone, count, axis=0)
    return mesh(points.reshape(-1, 3), every.reshape(-1, np.shape(faces)[1]).tolist(), material, True, None, colors)


def small_ball(detail=6):
    """Points and faces of a ball of few corners, for `scatter`."""
    rows, columns = detail, detail * 2
    v, u = np.meshgrid(np.linspace(0, math.pi, rows), np.linspace(0, TAU, columns, endpoint=False), indexing='ij')
    v, u = v.ravel(), u.ravel()
    points = np.column_stack([np.sin(v) * np.cos(u), np.sin(v) * np.sin(u), -np.cos(v)])
    return points, grid_faces(rows, columns, around=True)
