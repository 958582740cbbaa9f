"""Models of breads, pastries and cakes."""
import math

import numpy as np

from matter import matter
from shapes import (
    TAU,
    again,
    ball,
    block,
    chance,
    grid_faces,
    group,
    lathe,
    linear,
    mesh,
    mix,
    move,
    ripple,
    sheet,
    smooth_line,
    tube,
)


def plate(radius=2.0, color='#f3eee3', rim=0.12, deep=0.0):
    """A round plate that stands on the table; food lies at z = 0.1."""
    china = matter(color, 0.25, coat=0.5)
    thing = lathe(
        [
            (0.001, 0.09),
            (radius * 0.72, 0.09),
            (radius * 0.82, 0.1 + deep),
            (radius, 0.1 + rim),
            (radius * 1.01, 0.1 + rim - 0.02),
            (radius * 0.8, 0.03),
            (radius * 0.6, 0),
            (0.001, 0),
        ],
        china,
        96,
    )
    # The plate may reach beyond the picture.
    thing['plate'] = True
    return 0.1


def board(width, depth, color='#b98a5a', dark='#96693d'):
    wood = matter(color, 0.6, mottle=(dark, 2, 0.35, 0.7), stretch=(0.4, 5, 1), bump=(8, 0.1))
    move(block((width, depth, 0.14), wood, 0.06), (0, 0, 0))
    return 0.14


def baked(points, light='#e0a04e', dark='#8a4314', pale='#efd3a0', low=0.0, high=1.0, seed=0, power=1.0):
    """Colours of a crust: pale below, brown above, uneven."""
    share = (points[:, 2] - low) / (high - low) + 0.16 * ripple(points, 2.4, seed, 3)
    top = np.clip((share - 0.35) * 1.6, 0, 1) ** power
    color = mix(pale, light, np.clip(share * 3, 0, 1))
    return color * (1 - top[:, None]) + np.asarray(linear(dark)) * top[:, None]


def crust(shine=0.3):
    return matter(rough=0.45, coat=shine, tone=True, bump=(14, 0.14))


def dome(points, flat=0.25):
    """Flattens the lower half of a ball, as of a bun that rose on a tray."""
    points = points.copy()
    below = points[:, 2] < 0
    points[below, 2] *= flat
    points[below, :2] *= 0.97
    return points


def bun(
    kind='plain',
    count=1,
    light='#dc9a45',
    dark='#94501a',
    sliced=None,
    plate_color='#f3eee3',
    halved=False,
):
    """Soft buns. `kind`: pineapple (cracked sugar crust), cocktail (oval, two stripes), glazed (sesame or not). `halved`
    shows two halves of one bun."""
    if kind == 'cocktail':
        return _cocktail_buns(light, dark, plate_color)
    spots = {1: [(0, 0)], 2: [(-0.95, 0.25), (0.95, -0.25)], 3: [(-1.05, 0.55), (1.05, 0.5), (0, -0.75)]}[count]
    base = plate(1.75 if count == 1 else 2.35, plate_color)
    for at, (x, y) in enumerate([] if halved else spots):
        parts = _bun(kind, light, dark, at)
        group(parts, (x, y, base), (0, 0, chance(0, 360)))
    if sliced:
        _half_bun(light, dark, sliced, base, (0.15, -1.25))
    if halved:
        for at, (x, y, turn) in enumerate(((-0.5, 0.75, 16), (0.35, -0.85, -12))):
            group(_open_bun(kind, light, dark, at), (x, y, base), (0, 0, turn))
    return {'pitch': 40}


def _bun(kind, light, dark, seed):
    squash = (1, 1, 0.78)
    body = ball(
        1,
        crust(0.35),
        squash,
        0.02,
        2,
        seed,
        48,
        dome,
        lambda p: baked(p, light, dark, low=-0.12, high=0.75, seed=seed),
    )
    body.location.z = 0.16
    parts = [body]
    if kind == 'pineapple':
        parts.append(_sugar_crust(seed))
    if kind == 'sesame':
        parts += _sprinkle('#f7ead0', 40, squash, (0.05, 0.03), 0.16)
    return parts


def _open_bun(kind, light, dark, seed):
    """Half a bun, its soft crumb toward the eye."""

    def tone(points):
        color = baked(points, light, dark, low=-0.12, high=0.75, seed=seed)
        cut = points[:, 1] < 0.004
        crumb = mix('#efd9a6', '#fbf0d2', 0.5 + 0.55 * ripple(points, 20, seed, 2))
        color[cut] = crumb[cut]
        return color

    half = ball(1, crust(0.2), (1, 1, 0.78), 0.02, 2, seed, 64, lambda p: _cut(dome(p)), tone)
    half.location.z = 0.16

    def crumb_face(u, v):
        a = u * TAU
        x, z = v * np.cos(a), 0.78 * v * np.sin(a)
        z = np.where(z < 0, z * 0.25, z)
        spots = np.column_stack([x, z, 0 * x])
        return 0.985 * x, -0.03 - 0.016 * ripple(spots, 24, seed + 3, 2) * (v < 0.93), 0.985 * z + 0.16

    def crumb_tone(u, v):
        x, _, z = crumb_face(u, v)
        spots = np.column_stack([x, z, 0 * x])
        color = mix('#f2d596', '#ffeec0', 0.5 + 0.6 * ripple(spots, 24, seed + 3, 2))
        skin = np.clip((v - 0.94) / 0.04, 0, 1)[:, None]
        return color * (1 - skin) + np.asarray(linear('#c0832f')) * skin

    soft = matter('#ffe2a0', rough=0.7, tone=True, bump=(34, 0.3), glow=0.16)
    face = sheet(crumb_face, soft, 60, 140, tone=crumb_tone, around=True)
    return [half, face, *([_sugar_crust(seed, True)] if kind == 'pineapple' else [])]


def _cocktail_buns(light, dark, plate_color):
    """A whole bun behind, one cut across before it, with its coconut filling."""
    base = plate(2.4, plate_color)
    group(_cocktail(light, dark, 0), (0.1, 0.85, base), (0, 0, 8))
    group(_cocktail(light, dark, 1, True), (-0.35, -0.62, base), (0, 0, 118))
    group(_cocktail(light, dark, 2, True), (0.98, -0.68, base), (0, 0, 66))
    return {'pitch': 40}


def _cocktail(light, dark, seed, half=False):
    """An oval bun, or the half of one whose cut looks along -x."""
    squash = (1.38, 0.88, 0.8)

    def shape(points):
        points = dome(points)
        if half:
            points[:, 0] = np.maximum(points[:, 0], 0)
        return points

    shine = matter(rough=0.28, coat=0.75, tone=True, bump=(14, 0.08))
    colors = lambda p: baked(p, light, dark, low=-0.12, high=1.0, seed=seed)
    parts = [move(ball(1, shine, squash, 0.02, 2, seed, 56, shape, colors), (0, 0, 0.2))]
    for side in (0.45,) if half else (-0.45, 0.45):
        reach = 0.86 * math.sqrt(1 - (side / 1.38) ** 2)
        line = []
        for t in np.linspace(-0.93, 0.93, 30):
            y = reach * t
            high = 0.8 * math.sqrt(max(0, 1 - (side / 1.38) ** 2 - (y / 0.88) ** 2))
            line.append((side + 0.015 * math.sin(t * 9), y, 0.21 + high))
        parts.append(tube(line, 0.09, matter('#fbeec9', 0.55), 12, flat=0.35))
    seeds = matter('#f9efd6', 0.5)
    one = ball(1, seeds, (0.045, 0.024, 0.014), detail=8)
    for at in range(54):
        x, y = chance(0.04 if half else -0.3, 0.3), chance(-0.45, 0.45)
        z = 0.2 + 0.8 * math.sqrt(1 - (x / 1.38) ** 2 - (y / 0.88) ** 2) + 0.012
        spot, turn = (x, y, z), (-y * 50, x * 30, chance(0, 360))
        parts.append(move(one, spot, turn) if at == 0 else again(one, spot, turn))
    if half:
        parts.append(_cocktail_cut(squash))
    return parts


def _cocktail_cut(squash):
    """The cut face: soft crumb around butter with grated coconut."""

    def face(u, v):
        a = u * TAU
        y, z = squash[1] * v * np.cos(a), squash[2] * v * np.sin(a)
        z = np.where(z < 0, z * 0.25, z)
        spots = np.column_stack([y * 4, z * 4, 0 * y])
        out = 0.03 * ripple(spots, 6, 5, 3) * ((y / 0.5) ** 2 + ((z - 0.22) / 0.27) ** 2 < 1)
        return -0.01 - np.maximum(out, 0) * 1.5, y * 0.985, z * 0.985 + 0.2

    def tone(u, v):
        _, y, z = face(u, v)
        spots = np.column_stack([y, z, 0 * y])
        far = (y / 0.52) ** 2 + ((z - 0.42) / 0.27) ** 2 + 0.25 * ripple(spots, 7, 2, 2)
        color = mix('#f3e0b4', '#faf0d2', 0.5 + 0.6 * ripple(spots, 22, 3, 2))
        filling = mix('#eab53c', '#fcecae', 0.42 + 0.8 * ripple(spots, 26, 8, 2))
        share = np.clip((1 - far) * 6, 0, 1)[:, None]
        color = color * (1 - share) + filling * share
        skin = np.clip((v - 0.95) / 0.03, 0, 1)[:, None]
        return color * (1 - skin) + np.asarray(linear('#b8701f')) * skin

    return sheet(face, matter(rough=0.6, tone=True, bump=(30, 0.35)), 70, 140, tone=tone, around=True)


def _sprinkle(color, count, squash, size, lift):
    one = ball(1, matter(color, 0.6), (size[0], size[1], size[1]), detail=7)
    parts = [one]
    for at in range(count):
        angle, out = chance(0, TAU), math.sqrt(chance()) * 0.5
        x, y = out * math.cos(angle), out * math.sin(angle)
        z = math.sqrt(1 - x * x - y * y)
        thing = one if at == 0 else again(one)
        move(thing, (x * squash[0], y * squash[1], z * squash[2] + lift + 0.01), (0, -x * 50, chance(0, 360)))
        if at:
            parts.append(thing)
    return parts


def _sugar_crust(seed, half=False):
    """The crackled crust that gives the pineapple bun its name: plates between cracks."""
    rows, columns = 90, 180
    v, u = np.meshgrid(np.linspace(0.0, 0.36 * math.pi, rows), np.linspace(0, TAU, columns + 1), indexing='ij')
    v, u = v.ravel(), u.ravel()
    x, y = np.sin(v) * np.cos(u), np.sin(v) * np.sin(u)
    wobble = 0.05 * ripple(np.column_stack([x, y, 0 * x]), 3, seed)
    a, b = (x + y) * 3.4 + wobble * 4, (x - y) * 3.4 - wobble * 4
    crack = np.minimum(np.abs(a - np.round(a)), np.abs(b - np.round(b)))
    deep = np.clip(crack / 0.16, 0, 1) ** 0.7
    edge = np.clip((0.36 * math.pi - v) / 0.12, 0, 1)
    radius = 1.005 + 0.075 * deep * edge
    points = np.column_stack([x * radius, y * radius, np.cos(v) * radius * 0.78])
    color = mix('#a9681f', '#eeb648', deep) * (0.9 + 0.12 * ripple(points, 5, seed))[:, None]
    if half:
        points[:, 1] = np.maximum(points[:, 1], 0.004)
    thing = mesh(
        points, grid_faces(rows, columns + 1), matter(rough=0.55, tone=True, bump=(30, 0.35), coat=0.12), tone=color
    )
    thing.location.z = 0.16
    return thing


def _half_bun(light, dark, filling, base, at):
    """Half a bun with its filling toward the eye."""
    half = ball(1, crust(0.35), (1, 1, 0.72), 0.02, 2, 9, 40, lambda p: _cut(dome(p)), lambda p: _crumb(p, light, dark))
    core = ball(
        0.56,
        matter(filling, 0.25, coat=0.5, bump=(9, 0.7), mottle=('#3d0f08', 5, 0.4, 0.65)),
        (1, 0.2, 0.5),
        0.12,
        4,
        3,
        24,
    )
    core.location = (0, -0.02, 0.12)
    half.location.z = core.location.z = 0.2
    group([half, core], (at[0], at[1], base), (0, 0, -8), 0.95)


def _cut(points):
    points = points.copy()
    points[:, 1] = np.maximum(points[:, 1], 0)
    return points


def _crumb(points, light, dark):
    color = baked(points, light, dark, low=-0.12, high=0.75)
    color[points[:, 1] < 0.004] = linear('#f4e3bd')
    return color


def loaf(humps=3, slices=0):
    """A tall milk loaf of several humps, on a board; `slices` are cut off and lie before it."""
    base = board(3.9, 4.0 if slices else 2.5)
    back = 1.0 if slices else 0

    def shape(points):
        points = points.copy()
        y, z = points[:, 1], points[:, 2]
        points[:, 2] = np.where(z < 0.25, np.sign(z) * np.abs(z) ** 0.6 * 0.72, z * 1.15)
        points[:, 1] = np.sign(y) * np.abs(y) ** 0.72 * 0.95
        points[:, 0] = np.sign(points[:, 0]) * np.abs(points[:, 0]) ** 0.8
        return points

    def piece(seed, left=-9.0, right=9.0):
        """A hump, or what lies between two cuts."""

        def cut(points):
            points = shape(points)
            points[:, 0] = np.clip(points[:, 0], left, right)
            return points

        def tone(points):
            color = baked(points, '#d98d38', '#7c3a10', '#f0d29a', -0.5, 1.35, seed)
            faces = (points[:, 0] <= left + 1e-6) | (points[:, 0] >= right - 1e-6)
            crumb = mix('#f7e6bf', '#fdf4dc', 0.5 + 0.5 * ripple(points, 26, seed, 2))
            color[faces] = crumb[faces]
            return color

        return ball(1, crust(0.5 if left < -1 else 0.1), (0.6, 0.86, 1.0), 0.012, 2, seed, 56, cut, tone)

    for at in range(humps):
        x = (at - (humps - 1) / 2) * 0.98
        cut_off = slices and at == humps - 1
        move(piece(at, right=0.02 if cut_off else 9.0), (x, back, base + 0.78))
    for at in range(slices):
        slab = piece(at + 5, -0.13, 0.13)
        # The slice lies on its cut face, turned to the camera, on the previous slice.
        group([move(slab, (0, 0, 0), (0, 90, 0))], (-0.5 + 0.85 * at, -1.1, base + 0.14 + 0.2 * at), (0, 0, 96 - 14 * at))
    return {'pitch': 30}


def croissant(count=2, halved=False):
    base = plate(2.3, '#3f7d66')
    if halved:
        for at, (x, y, turn) in enumerate(((-0.85, -0.1, 72), (0.85, -0.5, 122))):
            group(_croissant(at + 1, True), (x, y, base), (0, 0, turn), 0.98)
        return {'pitch': 44}
    for at in range(count):
        group(_croissant(at), ((-0.85, 0.55), (0.75, -0.6))[at] + (base,), (0, 0, (18, -160)[at]), 0.98)
    return {'pitch': 44}


def _croissant(seed, half=False):
    """A crescent of rolled layers: each band overlaps the next one toward the tips. `half` has a cut that looks along -x."""

    def bands(u, v):
        t = v if half else v * 2 - 1
        # The bands' edges slant: they come from a triangle of dough.
        place = np.abs(t) * 3.9 + 0.62 + 0.2 * np.cos(u * TAU - 0.5 * math.pi) * (1 - np.abs(t))
        return t, place % 1, np.floor(place)

    def surface(u, v):
        t, share, number = bands(u, v)
        fat = 0.66 * (1 - np.abs(t) ** 2.1) ** 0.8 + 0.1
        fat = fat * (0.9 + 0.2 * share**0.8)
        way = t * 1.5
        bent = 1.18 + 0.1 * np.abs(t)
        x, y = bent * np.sin(way), 0.95 * (1 - np.cos(way)) * -1.1
        side, up = fat * np.cos(u * TAU), fat * np.sin(u * TAU)
        z = np.maximum(up, -0.62 * fat) * 0.95 + fat * 0.6
        return x + side * np.sin(way), y + side * np.cos(way), z

    def tone(u, v):
        t, share, number = bands(u, v)
        x, y, z = surface(u, v)
        spots = np.column_stack([x, y, z])
        lines = 0.12 * np.sin(share * 46 + 2 * ripple(spots, 3, seed)) * np.clip(share * 2 - 0.7, 0, 1)
        brown = np.clip(0.02 + z * 0.5 + 0.35 * share + lines + 0.16 * ripple(spots, 4, seed, 3), 0, 1)
        color = mix('#f3cd86', '#c9812f', np.clip(brown * 1.7, 0, 1))
        top = np.clip(brown * 1.7 - 0.85, 0, 1)[:, None]
        return color * (1 - top) + np.asarray(linear('#7e3a0e')) * top

    skin = matter(rough=0.32, coat=0.5, tone=True, bump=(22, 0.15))
    parts = [sheet(surface, skin, 165 if half else 330, 60, tone=tone, around=True)]
    if half:
        parts.append(_croissant_cut(surface, seed))
    return parts


def _croissant_cut(surface, seed):
    """The cut: a honeycomb of thin walls that wind around the middle."""
    middle = 0.36

    def spots(u, v):
        _, y, z = surface(u, 0 * v)
        y, z = y * v, middle + (z - middle) * v
        return np.column_stack([y, z, 0 * y])

    def cells(u, v):
        points = spots(u, v)
        wind = 0.5 + 0.5 * np.sin(v * 26 - u * TAU + 2.4 * ripple(points, 5, seed))
        across = 0.5 + 0.5 * np.sin(u * TAU * 7 + v * 5 + 2.6 * ripple(points, 4, seed + 4))
        hole = np.clip((wind * (0.45 + 0.55 * across) - 0.42) / 0.2, 0, 1)
        return points, hole * (v < 0.93)

    def face(u, v):
        points, hole = cells(u, v)
        return 0.01 + 0.1 * hole, points[:, 0] * 0.99, points[:, 1]

    def tone(u, v):
        _, hole = cells(u, v)
        color = mix('#fbe6ac', '#bd8434', hole * 0.9)
        skin = np.clip((v - 0.94) / 0.03, 0, 1)[:, None]
        return color * (1 - skin) + np.asarray(linear('#9a5518')) * skin

    return sheet(face, matter(rough=0.5, coat=0.1, tone=True), 100, 200, tone=tone, around=True)


def ring(kind='bagel', filling=None, butter=False, glaze=None):
    """A bagel cut open with filling, or a doughnut of eight pearls with glaze."""
    base = plate(1.9, '#f3eee3' if kind != 'pearls' else '#2F6F57')
    if kind == 'pearls':
        dough = matter(rough=0.5, coat=0.15, tone=True, bump=(24, 0.15))
        parts = []
        for at in range(8):
            angle = at * TAU / 8
            one = ball(
                0.52,
                dough,
                (1, 1, 0.9),
                0.015,
                2,
                at,
                26,
                None,
                lambda p: mix('#c98338', '#a55f22', (p[:, 2] + 0.4)),
            )
            parts.append(move(one, (1.02 * math.cos(angle), 1.02 * math.sin(angle), 0.44)))
            cap = ball(0.545, matter(glaze, 0.16, coat=0.7), (1, 1, 0.9), 0.01, 2, at, 26, lambda p: _upper(p, -0.02))
            parts.append(move(cap, (1.02 * math.cos(angle), 1.02 * math.sin(angle), 0.44)))
        group(parts, (0, 0, base), (0, 0, 10))
        return {'pitch': 48}
    dough = matter(rough=0.4, coat=0.35, tone=True, bump=(18, 0.1))
    _bagel_half(dough, base, 0.0, (0, 0), 0)
    paste = matter(filling, 0.45, bump=(11, 0.9), mottle=('#5b1f1b', 6, 0.4, 0.65))
    parts = torus(0.98, 0.42, paste, 0.45, 0.05)
    parts.location = (0, 0, base + 0.52)
    if butter:
        slab = matter('#f8e39a', 0.35, coat=0.2)
        for angle in (205, 262, 318):
            a = math.radians(angle)
            move(
                block((0.62, 0.5, 0.18), slab, 0.04),
                (1.02 * math.cos(a), 1.02 * math.sin(a), base + 0.66),
                (0, 0, angle + 90),
            )
    _bagel_half(dough, base, 0.78, (0.1, 0.42), 16)
    return {'pitch': 38}


def torus(big, small, material, squash=1.0, rough=0.0, low=0.0, tone=None, half=False):
    rows, columns = 40, 110
    v, u = np.meshgrid(np.linspace(0, TAU, rows), np.linspace(0, TAU, columns + 1), indexing='ij')
    v, u = v.ravel(), u.ravel()
    bump = 1 + rough * ripple(np.column_stack([np.cos(u) * 2, np.sin(u) * 2, v]), 2.6, 4, 3)
    out = big + small * np.cos(v) * bump
    z = small * np.sin(v) * squash * bump
    if half:
        z = np.maximum(z, low)
    points = np.column_stack([out * np.cos(u), out * np.sin(u), z])
    return mesh(points, grid_faces(rows, columns + 1), material, tone=tone(points) if tone else None)


def _bagel_half(material, base, lift, shift, tilt):
    def tone(points):
        color = mix('#e2a455', '#9a5520', points[:, 2] / 0.55 + 0.15 * ripple(points, 3, 5))
        color[points[:, 2] <= 0.001] = linear('#f3e2bf')
        return color

    half = torus(0.98, 0.52, material, 0.95, 0.02, 0.0, tone, True)
    turn = (180, 0, 30) if lift == 0 else (tilt, 4, 0)
    return move(half, (shift[0], shift[1], base + (0.5 if lift == 0 else lift)), turn)


def _upper(points, low):
    points = points.copy()
    points[:, 2] = np.maximum(points[:, 2], low + 0.05 * np.sin(np.arctan2(points[:, 1], points[:, 0]) * 5))
    return points


def floss_roll(count=2):
    """A savoury sponge roll with scallion, its ends in pork floss."""
    base = plate(2.2, '#f3eee3')
    for at, (x, y, turn) in enumerate(((-0.25, 0.72, 12), (0.2, -0.72, 6))[:count]):
        parts = []
        sponge = matter(rough=0.6, tone=True, bump=(26, 0.3))
        line = [(t, 0, 0) for t in np.linspace(-1.2, 1.2, 50)]
        parts.append(
            tube(line, 0.62, sponge, 60, True, lambda p: mix('#efc777', '#c98a35', 0.5 + 0.5 * ripple(p, 4, 2, 3)))
        )
        green = matter('#4f8a2c', 0.5)
        for _ in range(70):
            angle, along = chance(0.1, math.pi - 0.1), chance(-0.85, 0.85)
            bit = block((0.1, 0.05, 0.03), green, 0)
            parts.append(
                move(
                    bit,
                    (along, 0.63 * math.cos(angle), 0.63 * math.sin(angle)),
                    (math.degrees(angle) - 90, 0, chance(-70, 70)),
                )
            )
        floss = matter(rough=0.9, tone=True)
        for end in (-1, 1):
            for _ in range(230):
                angle, out, along = chance(0, TAU), 0.66 * math.sqrt(chance()), chance(-0.28, 0.1)
                if along < 0:
                    out = 0.66
                c = np.array([end * (1.2 + along), out * math.cos(angle), out * math.sin(angle)])
                hair = [c + chance(-0.14, 0.14, 3), c + chance(-0.05, 0.05, 3), c + chance(-0.14, 0.14, 3)]
                shade = chance()
                parts.append(
                    tube(
                        smooth_line(hair, 3),
                        0.022,
                        floss,
                        4,
                        False,
                        lambda p: mix('#d39a52', '#a0622a', np.full(len(p), shade)),
                    )
                )
        group(parts, (x, y, base + 0.6), (0, 0, turn))
    return {'pitch': 42}


def garlic_bun():
    """One round bun, cut in six wedges that hold together below, cream cheese in the cuts."""
    base = plate(2.1, '#e9e2d2')

    # The profile runs from the middle of the top over the side to the foot.
    side = smooth_line(
        [(0, 0.001, 0.92), (0.3, 0.42, 0.95), (0.55, 0.76, 0.86), (0.75, 0.97, 0.58), (0.88, 1, 0.28), (1, 0.9, 0)], 12
    )

    def cut(a, r):
        aside = np.abs(((a / TAU * 6) % 1) - 0.5) * TAU / 6
        return np.exp(-((r * np.sin(aside) / 0.1) ** 2))

    def surface(u, v):
        a = u * TAU
        r, z = 1.36 * np.interp(v, side[:, 0], side[:, 1]), np.interp(v, side[:, 0], side[:, 2])
        deep = cut(a, r) * np.clip(v / 0.12, 0.7, 1)
        low = deep * 0.62 * np.clip((z - 0.12) / 0.5, 0, 1)
        spots = np.column_stack([r * np.cos(a), r * np.sin(a), z])
        rise = 0.035 * ripple(spots, 2, 3)
        r = r * (1 - 0.1 * deep * (v > 0.5))
        return r * np.cos(a), r * np.sin(a), z - low + rise

    def tone(u, v):
        a = u * TAU
        x, y, z = surface(u, v)
        r = np.hypot(x, y)
        spots = np.column_stack([x, y, z])
        aside = np.abs(((a / TAU * 6) % 1) - 0.5) * TAU / 6
        edge = np.exp(-(((r * np.sin(aside) - 0.22) / 0.09) ** 2))
        brown = np.clip((z - 0.15) * 0.95 + 0.3 * edge + 0.2 * ripple(spots, 3, 6, 3), 0, 1)
        color = mix('#efc277', '#c87a28', np.clip(brown * 1.6, 0, 1))
        top = np.clip(brown * 1.6 - 0.68, 0, 1)[:, None]
        color = color * (1 - top) + np.asarray(linear('#8f4813')) * top
        inside = np.clip(cut(a, r) * 1.5 - 0.55, 0, 1)[:, None]
        return color * (1 - inside) + np.asarray(linear('#f7e3b4')) * inside

    parts = [sheet(surface, matter(rough=0.25, coat=0.7, tone=True, bump=(16, 0.12)), 90, 260, tone=tone, around=True)]
    cream = matter('#fff6df', 0.35, coat=0.25, bump=(7, 0.25))
    for at in range(6):
        a = math.radians(at * 60 + 30)
        line, fat = [], []
        for t in np.linspace(0.06, 1, 26):
            r = 1.24 * t
            z = np.interp(t, [0, 0.5, 0.8, 1], [0.84, 0.84, 0.62, 0.3])
            swing = 0.02 * math.sin(t * 17 + at)
            line.append((r * math.cos(a) - swing * math.sin(a), r * math.sin(a) + swing * math.cos(a), z))
            fat.append(0.135 * (1 + 0.13 * math.sin(t * 26 + at * 2)) * (1 - max(0, t - 0.88) * 5))
        parts.append(tube(line, fat, cream, 16))
    parts.append(move(ball(0.27, cream, (1, 1, 0.6), 0.08, 3, 4, 24), (0, 0, 0.88)))
    green = [matter('#3f7a25', 0.6), matter('#5c9434', 0.6)]
    for at in range(130):
        a, v = chance(0, TAU), np.array([chance(0.05, 0.72)])
        x, y, z = (float(part[0]) for part in surface(np.array([a / TAU]), v))
        lift = 0.34 if float(cut(np.array([a]), np.array([math.hypot(x, y)]))[0]) > 0.5 else 0.012
        bit = block((chance(0.03, 0.07), chance(0.02, 0.035), 0.012), green[at % 2], 0)
        parts.append(move(bit, (x, y, z + lift), (chance(0, 30), chance(0, 30), chance(0, 360))))
    group(parts, (0, 0, base), (0, 0, 12))
    return {'pitch': 50}


def tarts(count=4, cut=False, plate_color='#f1ece2'):
    """Portuguese egg tarts: flaky shells, custard with dark blisters. `cut` shows the last one in half."""
    plate(2.75 if count > 3 else 2.3, plate_color)
    shell = matter('#c98a3c', 0.5, mottle=('#8e4d17', 3.5, 0.35, 0.65), bump=(9, 0.5), coat=0.1)
    spots = [(-0.98, 0.78), (1.0, 0.72), (-0.85, -0.98), (1.02, -0.92)]
    if count == 3:
        spots = [(-0.82, 0.5), (0.98, 0.42), (0.02, -0.98)]
    for at, (x, y) in enumerate(spots):
        steps = 13
        profile = []
        for k in range(steps + 1):
            t = k / steps
            profile.append((0.62 + 0.28 * t + (0.026 if k % 2 else -0.014), 0.6 * t))
        profile += [(0.89, 0.635), (0.84, 0.63), (0.79, 0.54)]
        wave = lambda a, s, k=at: 1 + (0.016 * np.sin(a * 7 + k) + 0.012 * np.sin(a * 17 + 2 * k + s * 9)) * s
        one = lathe(profile, shell, 120, wave)
        rows, columns = 80, 192
        custard = sheet(
            lambda u, v: (0.83 * v * np.cos(u * TAU), 0.83 * v * np.sin(u * TAU), 0.575 + 0.05 * np.cos(v * 1.57)),
            matter(rough=0.16, coat=0.6, tone=True, bump=(5, 0.1)),
            rows,
            columns + 1,
            tone=lambda u, v, k=at: _blister(u, v, k),
        )
        parts, turn = [one, custard], chance(0, 360)
        if cut and at == count - 1:
            parts, turn = [*(_behind(part) for part in parts), _tart_face()], -14
        group(parts, (x, y, 0.1), (0, 0, turn))
    return {'pitch': 46}


def _behind(thing):
    """Pulls what lies before the cut at y = 0 back to it."""
    points = np.empty(len(thing.data.vertices) * 3)
    thing.data.vertices.foreach_get('co', points)
    points[1::3] = np.maximum(points[1::3], 0)
    thing.data.vertices.foreach_set('co', points)
    thing.data.update()
    return thing


def _tart_face():
    """The cut through a tart: thin layers of pastry around smooth custard."""

    def face(u, v):
        top = 0.575 + 0.05 * np.cos((u * 2 - 1) * 1.57)
        return (u * 2 - 1) * (0.64 + 0.25 * v), -0.008 + 0 * u, v * top

    def tone(u, v):
        x, _, z = face(u, v)
        spots = np.column_stack([x * 3, 0 * x, z * 3])
        shell = np.minimum((1 - np.abs(u * 2 - 1)) * 0.8, z)
        flakes = 0.5 + 0.5 * np.sin(shell * 170 + 2 * ripple(spots, 3, 1))
        color = mix('#f9cf4c', '#f2b52a', 0.5 + 0.4 * ripple(spots, 2, 5))
        burnt = np.clip((v - 0.94) / 0.04, 0, 1)[:, None]
        color = color * (1 - burnt) + np.asarray(linear('#d98613')) * burnt
        pastry = np.clip((0.11 - shell) / 0.02, 0, 1)[:, None]
        return color * (1 - pastry) + mix('#e8c07a', '#a8641f', flakes) * pastry

    return sheet(face, matter(rough=0.3, coat=0.3, tone=True), 80, 160, tone=tone)


def _blister(u, v, seed):
    points = np.column_stack([v * np.cos(u * TAU), v * np.sin(u * TAU), 0 * u])
    noise = ripple(points, 7, seed, 3) + 0.15 * (v - 0.5)
    color = mix('#f6c22b', '#e88f14', np.clip(noise * 1.4 + 0.3, 0, 1))
    burnt = np.clip((noise - 0.36) / 0.14, 0, 1)[:, None]
    return color * (1 - burnt) + np.asarray(linear('#2a0f05')) * burnt


def _moon(radius, height, material, pattern, tone=None, scallops=12):
    """A moulded cake: scalloped side, raised rim and ornament on top."""
    rows, columns = 70, 240
    share = np.linspace(0, 1, rows)
    v, u = np.meshgrid(share, np.linspace(0, TAU, columns + 1), indexing='ij')
    v, u = v.ravel(), u.ravel()
    edge = radius * (1 + 0.035 * np.abs(np.sin(u * scallops / 2)))
    # The first fifth of `v` is the side. The rest is the top, from its rim to its middle.
    side = np.clip(v / 0.2, 0, 1)
    inward = np.clip((v - 0.2) / 0.8, 0, 1)
    out = edge * (1 - inward)
    r = out / radius
    relief = pattern(r, u) * (inward > 0.02)
    bulge = 1 + 0.02 * np.sin(side * math.pi)
    z = np.where(v < 0.2, height * side, height + relief)
    z = np.where(r > 0.985, np.minimum(z, height * side), z)
    points = np.column_stack([out * bulge * np.cos(u), out * bulge * np.sin(u), z])
    return mesh(
        points, grid_faces(rows, columns + 1), material, tone=tone(points, relief / 0.07, side) if tone else None
    )


def flower_pattern(r, u):
    """Petals around a middle, inside a ring."""
    ring = np.exp(-(((r - 0.86) / 0.045) ** 2))
    petal = np.clip(np.cos(u * 8) * 0.5 + 0.6, 0, 1) * np.exp(-(((r - 0.56) / 0.17) ** 4))
    vein = np.clip(1 - np.abs(np.sin(u * 4 + math.pi / 2)) * 8, 0, 1) * np.exp(-(((r - 0.56) / 0.14) ** 4)) * 0.6
    heart = np.exp(-((r / 0.2) ** 4)) + 0.0
    dots = np.clip(np.cos(u * 24), 0, 1) * np.exp(-(((r - 0.74) / 0.03) ** 2)) * 0.7
    return 0.07 * np.clip(ring + petal - vein + heart + dots, 0, 1)


def mooncakes(kind='baked', count=4, cut=None, color=None):
    """Mooncakes on a plate; `cut` shows one in half: yolk, nuts or custard."""
    base = plate(2.75, '#2F6F57' if kind == 'baked' else '#e8ded6')
    spots = {
        4: [(-0.95, 0.85), (1.05, 0.85), (-1.05, -0.9)],
        6: [(-1.3, 0.9), (0.2, 1.05), (1.6, 0.55), (-1.4, -0.55), (0.05, -0.4)],
    }[count]
    size = 0.92 if count == 4 else 0.68
    for at, (x, y) in enumerate(spots):
        group([moon(kind, (color or ['#f5ece0'])[at % len(color or [1])])], (x, y, base), (0, 0, chance(0, 360)), size)
    spot = (1.0, -0.95) if count == 4 else (1.35, -1.0)
    group(_half_moon(kind, cut, (color or ['#f5ece0'])[-1]), (spot[0], spot[1] + 0.2, base), (0, 0, -10), size)
    return {'pitch': 47}


def moon(kind, color='#f5ece0'):
    if kind == 'baked':

        def tone(points, relief, side):
            warm = np.clip(relief * 0.75 + 0.25 * (side < 0.95) + 0.15 * ripple(points, 3, 4), 0, 1)
            return mix('#d28b38', '#8d4514', warm)

        return _moon(1, 0.62, matter(rough=0.34, coat=0.45, tone=True, bump=(26, 0.1)), flower_pattern, tone)
    return _moon(1, 0.62, matter(color, 0.55, sheen=0.2), flower_pattern)


def _half_moon(kind, cut, color):
    """Half a mooncake with its face toward the eye."""
    skin = '#b9722a' if kind == 'baked' else color
    filling = {'yolk': '#c99a5b', 'nuts': '#a9743a', 'custard': '#f2b632'}[cut]

    def face(u, v):
        return (u - 0.5) * 2, 0 * u, v * 0.655

    def tone(u, v):
        border = np.minimum.reduce([u * 2, (1 - u) * 2, v * 0.62, (1 - v) * 0.62])
        colors = (
            np.tile(linear(filling), (len(u), 1))
            * (1 + 0.1 * ripple(np.column_stack([u * 9, v * 3, 0 * u]), 3, 2, 3))[:, None]
        )
        x, z = (u - 0.5) * 2, v * 0.62 - 0.31
        if cut == 'yolk':
            for cx in (-0.4, 0.4):
                inside = (x - cx) ** 2 + (z * 1.25) ** 2 < 0.068
                colors[inside] = mix('#f08a16', '#d95f0a', ((x - cx)[inside] ** 2 + (z[inside]) ** 2) / 0.068)
        if cut == 'nuts':
            rng = np.random.default_rng(3)
            for _ in range(70):
                cx, cz, size = rng.uniform(-0.9, 0.9), rng.uniform(-0.24, 0.24), rng.uniform(0.002, 0.009)
                stretch = rng.uniform(0.5, 2)
                colors[(x - cx) ** 2 * stretch + (z - cz) ** 2 / stretch < size] = linear(
                    ['#efdcb4', '#8a4b1e', '#f7ecd2', '#5d7a35', '#d7b06c'][rng.integers(5)]
                )
        colors[border < 0.06] = linear(skin)
        return colors

    cutface = sheet(face, matter(rough=0.4, coat=0.15, tone=True, bump=(30, 0.2)), 70, 160, tone=tone)
    whole = moon(kind, color)
    count = len(whole.data.vertices)
    points = np.empty(count * 3)
    whole.data.vertices.foreach_get('co', points)
    points = points.reshape(-1, 3)
    points[:, 1] = np.maximum(points[:, 1], 0.003)
    whole.data.vertices.foreach_set('co', points.ravel())
    return [whole, cutface]


def pineapple_cakes():
    """Short blocks, one cut open with its jam."""
    base = plate(2.5, '#f3eee3')
    spots = [(-1.15, 0.75, 8), (0.15, 0.95, -12), (1.35, 0.6, 10), (-1.05, -0.35, -6), (0.2, -0.2, 5)]

    def one():
        cake = block(
            (1.02, 0.82, 0.56), matter('#e5b25a', 0.6, mottle=('#cf913a', 2.5, 0.35, 0.7), bump=(24, 0.25)), 0.07
        )
        return cake

    first = one()
    for at, (x, y, turn) in enumerate(spots):
        move(first, (x, y, base), (0, 0, turn)) if at == 0 else again(first, (x, y, base), (0, 0, turn))
    again(first, (-0.45, 0.32, base + 0.56), (0, 0, 20))
    again(first, (0.7, 0.4, base + 0.56), (0, 0, -14))
    half = again(first, (1.25, -0.85, base), (0, 0, -8), (0.6, 1, 1))

    def face(u, v):
        return (u - 0.5) * 0.84, 0 * u, v * 0.56

    def tone(u, v):
        x, z = (u - 0.5) * 0.82, (v - 0.5) * 0.56
        inside = (np.abs(x / 0.26) ** 4 + np.abs(z / 0.155) ** 4) < 1
        color = np.tile(linear('#efcd85'), (len(u), 1))
        color[inside] = mix('#d98e1c', '#b8690f', 0.5 + 0.5 * ripple(np.column_stack([x, z, 0 * x]) * 9, 3, 1, 3))[
            inside
        ]
        return color

    cut = sheet(face, matter(rough=0.4, coat=0.2, tone=True, bump=(30, 0.3)), 50, 70, tone=tone)
    move(half, (0.5, -1.12, base), (0, 0, -100), (0.55, 1, 1))
    move(cut, (0.45, -1.44, base), (0, 0, -10), (0.98, 1, 1))
    return {'pitch': 42}


def almond_cookies(label=None):
    """Pressed cookies beside their tin."""
    import packages

    packages.tin_part(label, 1.15, 1.1, (-0.75, 0.85))
    powder = matter('#ead3a0', 0.85, bump=(34, 0.35), mottle=('#dcbf85', 3, 0.3, 0.7))
    first = _moon(0.72, 0.26, powder, flower_pattern, scallops=16)
    spots = [(1.0, 0.55, 0), (1.05, 0.5, 0.27), (-0.45, -0.85, 0), (0.75, -0.75, 0), (1.75, -0.35, 0)]
    for at, (x, y, z) in enumerate(spots):
        (move if at == 0 else again)(first, (x, y, z), (0, 0, chance(0, 360)))
    return {'pitch': 40}


def dango():
    """Three skewers of three balls: pink, white, green."""
    base = plate(2.1, '#4a4f50', 0.06)
    colors = ('#f2b8bd', '#f7f3ea', '#a9bd72')
    for row, (y, turn) in enumerate(((0.75, 6), (0.05, 0), (-0.68, -5))):
        parts = []
        for at, color in enumerate(colors):
            dough = matter(color, 0.38, coat=0.25)
            parts.append(move(ball(0.4, dough, (1, 1, 0.94), 0.012, 2, at + row, 26), (-0.86 + at * 0.74, 0, 0.37)))
        parts.append(tube([(-1.4, 0, 0.37), (2.0, 0, 0.37)], 0.035, matter('#d9b77e', 0.6), 10))
        group(parts, (-0.3, y, base), (0, 0, turn + 14))
    return {'pitch': 46}


def cake_slice(kind):
    """A slice: shortcake, mille crêpe or roll."""
    base = plate(1.95, '#f3eee3')
    if kind == 'roll':
        return _roll(base)
    layers = {
        'shortcake': [
            (0.5, '#f2d491'),
            (0.16, '#fdf8ee'),
            (0.1, 'berries'),
            (0.16, '#fdf8ee'),
            (0.5, '#f2d491'),
            (0.2, '#fdf8ee'),
        ],
        'crepe': [part for at in range(18) for part in ((0.045, '#eebf5a'), (0.035, '#fdf6e4'))],
    }[kind]
    z = base
    parts = []
    for at, (height, color) in enumerate(layers):
        if color == 'berries':
            parts += _wedge(height, '#fdf8ee', z)
            for side in (-1, 1):
                for k in range(4):
                    parts.append(_berry_face(z + 0.06, side, 0.4 + k * 0.44))
        else:
            parts += _wedge(height, color, z, 0.004 * ((at * 37) % 5) if kind == 'crepe' else 0.0)
        z += height
    if kind == 'shortcake':
        parts += [move(part, (0.0, 0.75, z + 0.0), (0, 0, 0), 0.62) for part in [group(strawberry())]]
        cream = matter('#fdf8ee', 0.4)
        for k in range(3):
            parts.append(move(ball(0.2, cream, (1, 1, 0.8), 0.05, 3, k), ((k - 1) * 0.42, 1.12, z + 0.1)))
    else:
        mango = matter('#f4a81f', 0.25, coat=0.4)
        for k in range(7):
            parts.append(
                move(
                    block((0.42, 0.3, 0.12), mango, 0.05),
                    (chance(-0.3, 0.3) * (0.3 + k * 0.12), -0.5 + k * 0.27, z + 0.02),
                    (chance(-14, 14), chance(-14, 14), chance(0, 180)),
                )
            )
    group(parts, (0, 0, 0), (0, 0, 38 if kind == 'shortcake' else 34))
    return {'pitch': 32}


def _wedge(height, color, z, grow=0.0):
    """One layer of a slice: its tip at y = -1.35."""
    stuff = matter(color, 0.6, bump=(20, 0.25) if height > 0.3 else None)
    angle = np.linspace(-0.42, 0.42, 24)
    outer = [(2.6 * math.sin(a), -1.35 + 2.6 * math.cos(a)) for a in angle]
    ring = [(0, -1.35 - grow)] + [(x * (1 + grow), y + grow) for x, y in outer]
    points = [(x, y, z) for x, y in ring] + [(x, y, z + height) for x, y in ring]
    n = len(ring)
    faces = [tuple(range(n))[::-1], tuple(range(n, 2 * n))] + [
        (k, (k + 1) % n, n + (k + 1) % n, n + k) for k in range(n)
    ]
    thing = mesh(points, faces, stuff, False)
    return [thing]


def _berry_face(z, side, along):
    """A halved strawberry in the cut."""
    half = ball(0.19, matter('#d8353c', 0.3, coat=0.3), (0.2, 0.95, 1), detail=14)
    x = side * along * math.sin(0.42)
    y = -1.35 + along * math.cos(0.42)
    return move(half, (x, y, z), (0, 0, -side * math.degrees(0.42)))


def strawberry(size=0.5):
    """A strawberry standing on its broad end removed: tip upward, with seeds."""

    def shape(points):
        points = points.copy()
        t = np.clip((points[:, 2] / size + 1) / 2, 0, 1)
        slim = 1.08 - 0.62 * t**1.6
        points[:, 0] *= slim
        points[:, 1] *= slim
        points[:, 2] = points[:, 2] * 1.2 + size * 1.1
        return points

    body = ball(
        size, matter('#cf1f2b', 0.22, coat=0.6, mottle=('#b3121f', 2, 0.35, 0.7)), (1, 1, 1), 0.02, 2, 1, 30, shape
    )
    seed = ball(0.036 * size, matter('#efc65a', 0.4), (0.8, 0.8, 1.3), detail=6)
    parts = [body, seed]
    seed.location = (0, 0, size)
    for row in range(8):
        for k in range(11):
            phi = 0.5 + row * 0.32
            a = (k + 0.5 * (row % 2)) * TAU / 11
            unit = np.array([[math.sin(phi) * math.cos(a), math.sin(phi) * math.sin(a), math.cos(phi)]]) * size
            parts.append(again(seed, tuple(shape(unit * 1.0)[0])))
    return parts


def _roll(base):
    """A roll cake with its cut face toward the eye, a slice lying before it."""
    group(_roll_piece(1.75, 1), (0.55, 1.5, base + 0.8), (90, 0, -30))
    group(_roll_piece(0.46, 2), (-0.15, -1.02, base), (0, 0, 40))
    return {'pitch': 40}


def _roll_piece(length, seed, radius=0.82):
    """A standing piece of the roll: a spiral of sponge and cream on top."""
    pitch = 0.46

    def sponge(u, v):
        spots = np.column_stack([v * np.cos(u * TAU), v * np.sin(u * TAU), 0 * u])
        wander = v + 0.018 * ripple(spots, 5, seed)
        turn = ((wander - pitch * u) / pitch) % 1
        band = np.clip((0.46 - np.abs(turn - 0.5) * 2) / 0.08 + 0.5, 0, 1) * (wander > 0.2)
        return np.maximum(band, np.clip((v - 0.86) / 0.02, 0, 1)), spots

    def face(u, v):
        share, spots = sponge(u, v)
        pores = 0.016 * ripple(spots, 34, seed, 2) * share * (v < 0.84)
        cream = 0.02 * (1 - share) * (v < 0.9)
        x, y = radius * spots[:, 0], radius * spots[:, 1]
        return x, y, length + pores + cream - 0.05 * np.clip((v - 0.94) / 0.06, 0, 1) ** 2

    def tone(u, v):
        share, spots = sponge(u, v)
        crumb = mix('#6f8f35', '#93ad55', 0.5 + 0.6 * ripple(spots, 30, seed + 2, 2))
        color = mix('#fffaf0', '#fffdf6', v) * (1 - share[:, None]) + crumb * share[:, None]
        skin = np.clip((v - 0.955) / 0.02, 0, 1)[:, None]
        return color * (1 - skin) + np.asarray(linear('#5c7528')) * skin

    def side(u, v):
        spots = np.column_stack([np.cos(u * TAU), np.sin(u * TAU), v * length / radius])
        r = radius * (1 + 0.006 * ripple(spots, 16, seed, 2))
        return r * spots[:, 0], r * spots[:, 1], v * (length - 0.05)

    def baked_skin(u, v):
        spots = np.column_stack([np.cos(u * TAU), np.sin(u * TAU), v * length / radius])
        return mix('#5c7528', '#7f9a41', 0.5 + 0.5 * ripple(spots, 9, seed, 3))

    crumbs = matter(rough=0.7, tone=True, bump=(34, 0.3))
    return [
        sheet(face, crumbs, 110, 200, tone=tone, around=True),
        sheet(side, crumbs, 50, 140, tone=baked_skin, around=True),
    ]


def cheesecake():
    """A burnt cheesecake in its paper, a slice moved out."""
    base = plate(1.95, '#f3eee3')

    profile = [(1.22, 0), (1.26, 0.1), (1.27, 0.85), (1.24, 0.98), (1.12, 1.05), (0.7, 1.0), (0.001, 0.95)]
    # The right side of the gap faces the camera and the light.
    start, end = math.radians(-28), math.radians(360 - 106)
    top = matter(rough=0.35, coat=0.25, tone=True, bump=(8, 0.25))
    prof = smooth_line(profile, 5)
    rows, columns = len(prof), 130
    u = np.linspace(start, end, columns)
    rr, aa = np.repeat(prof[:, 0], columns), np.tile(u, rows)
    zz = np.repeat(prof[:, 1], columns)
    wave = 1 + 0.012 * np.sin(aa * 19) + 0.01 * np.sin(aa * 31 + zz * 4)
    points = np.column_stack([rr * wave * np.cos(aa), rr * wave * np.sin(aa), zz])
    rim = np.clip((rr - 0.95) / 0.3, 0, 1) * 0.5
    browned = mix('#4a2008', '#8a4616', rim + 0.3 * ripple(points, 2.6, 3, 3) + 0.2)
    burnt = np.clip((zz - 0.5) / 0.5, 0, 1)[:, None]
    color = mix('#e8bf72', '#a8591c', burnt[:, 0] * 1.5) * (1 - burnt) + browned * burnt
    mesh(points, grid_faces(rows, columns), top, tone=color).location = (0, 0, base)
    inside = matter('#ffe2a0', rough=0.3, coat=0.3, tone=True, glow=0.1)
    for a in (start, end):

        def face(u, v, a=a):
            h = np.interp(u * 1.26, [0, 0.7, 1.12, 1.26], [0.95, 1.0, 1.05, 0.9])
            return u * 1.25 * math.cos(a), u * 1.25 * math.sin(a), v * h

        move(
            sheet(
                face,
                inside,
                30,
                40,
                tone=lambda u, v: mix(
                    '#ffe9ad', '#8a4a1a', np.clip((v - 0.93) * 13, 0, 1) + np.clip((u - 0.965) * 14, 0, 0.7)
                ),
            ),
            (0, 0, base),
        )
    parchment = matter('#e6d6b8', 0.9, bump=(5, 0.5))
    sheet(
        lambda u, v: (
            (1.31 + 0.05 * v + 0.035 * np.sin(u * 60) * v) * np.cos(start + u * (end - start)),
            (1.31 + 0.05 * v + 0.035 * np.sin(u * 60) * v) * np.sin(start + u * (end - start)),
            base + v * (1.22 + 0.07 * np.sin(u * 47)),
        ),
        parchment,
        12,
        260,
    )
    return {'pitch': 44}


def birthday_cake():
    """A white cake with fruit and candles."""
    base = plate(2.05, '#2F6F57')
    cream = matter('#fdf7ea', 0.42, bump=(5, 0.12))
    lathe(
        [
            (0.001, base),
            (1.45, base),
            (1.5, base + 0.06),
            (1.5, base + 1.12),
            (1.44, base + 1.2),
            (1.2, base + 1.22),
            (0.001, base + 1.22),
        ],
        cream,
        96,
    )
    top = base + 1.2
    drop = ball(
        0.19,
        cream,
        (1, 1, 0.9),
        detail=16,
        shape=lambda p: np.column_stack(
            [
                p[:, 0] * (1 - 0.45 * np.clip(p[:, 2] / 0.19, 0, 1)),
                p[:, 1] * (1 - 0.45 * np.clip(p[:, 2] / 0.19, 0, 1)),
                p[:, 2] * np.where(p[:, 2] > 0, 1.3, 1),
            ]
        ),
    )
    for at in range(22):
        a = at * TAU / 22
        again(drop, (1.27 * math.cos(a), 1.27 * math.sin(a), top + 0.1))
        again(drop, (1.52 * math.cos(a), 1.52 * math.sin(a), base + 0.12), scale=0.85)
    drop.location = (1.27, 0, top + 0.1)
    for at in range(7):
        a = at * TAU / 7 + 0.3
        group(strawberry(), (0.78 * math.cos(a), 0.78 * math.sin(a), top - 0.05), (0, 0, chance(0, 360)), 0.5)
    berry = ball(0.13, matter('#2c3560', 0.4, mottle=('#5a6796', 4, 0.4, 0.7)), detail=14)
    for at in range(14):
        a, out = at * TAU / 14, 0.5 + 0.5 * (at % 2)
        again(berry, (out * math.cos(a), out * math.sin(a), top + 0.12))
    berry.location = (0.5, 0, top + 0.12)
    for at in range(5):
        a = at * TAU / 5
        x, y = 0.28 * math.cos(a), 0.28 * math.sin(a)
        tube([(x, y, top), (x, y, top + 0.85)], 0.04, matter(['#D9481C', '#e9b84a', '#2F6F57'][at % 3], 0.4), 12)
        move(ball(0.055, matter('#ffd36a', glow=4), (1, 1, 2), detail=10), (x, y, top + 1.0))
    return {'pitch': 34}


def cupcakes():
    base = plate(2.3, '#e8ded6')
    paper = matter('#d8c7a4', 0.8)
    cream = matter('#f6f0ee', 0.4)
    berry = matter('#2c3560', 0.38, mottle=('#5a6796', 4, 0.4, 0.7))
    spots = [(-0.95, 0.75), (0.95, 0.75), (-0.95, -0.85), (0.95, -0.85)]
    for x, y in spots:
        parts = [
            lathe([(0.55, 0), (0.78, 0.66)], paper, 120, lambda a, s: 1 + 0.03 * np.sin(a * 30)),
            move(ball(0.78, matter('#d9a452', 0.6), (1, 1, 0.35), detail=20), (0, 0, 0.62)),
        ]
        t = np.linspace(0, 1, 130)
        a = t * TAU * 3.3
        r = 0.56 * (1 - t) ** 0.8
        parts.append(
            tube(np.column_stack([r * np.cos(a), r * np.sin(a), 0.8 + 0.62 * t]), 0.2 * (1 - 0.75 * t**2), cream, 14)
        )
        for k in range(3):
            b = k * TAU / 3 + chance(0, 1)
            parts.append(move(ball(0.15, berry, detail=16), (0.3 * math.cos(b), 0.3 * math.sin(b), 1.3)))
        group(parts, (x, y, base), (0, 0, chance(0, 360)))
    return {'pitch': 40}
