"""Models of packed goods with printed labels, and of their content, loose in front of the package."""
import math

import numpy as np

from bakery import plate
from matter import glass, matter, printed
from shapes import (
    TAU,
    again,
    ball,
    block,
    chance,
    group,
    heap,
    lathe,
    linear,
    mix,
    move,
    panel,
    ripple,
    sheet,
    smooth_line,
    tube,
    unseen,
)


def around(radius, low, high, label, share=0.5, lift=0.008):
    """A label around a round package; `share` of the circumference."""
    width = TAU * radius * share
    return panel(width, high - low, printed(label), (0, 0, low), bend=radius + lift, columns=60)


def bottle(label, shape='sauce', tint='#2a1208', cap='#D9481C', see=0.0, loose=None, neck_label=None):
    profiles = {
        'sauce': [
            (0.001, 0),
            (0.5, 0),
            (0.56, 0.06),
            (0.56, 1.75),
            (0.52, 1.95),
            (0.3, 2.25),
            (0.2, 2.5),
            (0.2, 2.85),
            (0.001, 2.85),
        ],
        'soda': [
            (0.001, 0),
            (0.46, 0),
            (0.52, 0.06),
            (0.52, 1.4),
            (0.46, 1.75),
            (0.27, 2.15),
            (0.22, 2.4),
            (0.22, 2.62),
            (0.001, 2.62),
        ],
        'milk': [
            (0.001, 0),
            (0.6, 0),
            (0.68, 0.08),
            (0.68, 1.5),
            (0.62, 1.78),
            (0.38, 2.1),
            (0.36, 2.4),
            (0.36, 2.5),
            (0.001, 2.5),
        ],
    }
    profile = profiles[shape]
    body = smooth_line(profile[1:-1], 6)
    body[:, 0] = np.maximum(body[:, 0], 0.01)
    full = [tuple(p) for p in body]
    if see:
        liquid = [(max(r - 0.04, 0.01), z + 0.03) for r, z in full if z < profile[5][1] * 0.97]
        lathe([(0.001, 0.04), *liquid, (0.001, liquid[-1][1])], matter(tint, 0.2, clear=see), 80)
        unseen(lathe(full, glass('#f4faf8', 0.05, 0.16), 96))
    else:
        lathe([(0.001, 0), *full, (0.001, profile[-1][1])], matter(tint, 0.12, coat=0.8), 96)
    top = profile[-1][1]
    wide = profile[-2][0] + 0.05
    lathe(
        [
            (wide, top - 0.3 if shape != 'soda' else top - 0.12),
            (wide, top + 0.04),
            (wide - 0.04, top + 0.08),
            (0.001, top + 0.08),
        ],
        matter(cap, 0.4, coat=0.3),
        60,
        (lambda a, s: 1 + 0.03 * np.sin(a * 22)) if shape == 'soda' else None,
    )
    straight = {'sauce': (0.35, 1.6), 'soda': (0.25, 1.3), 'milk': (0.35, 1.35)}[shape]
    around(profile[2][0], *straight, label)
    _before(loose)
    return {'pitch': 24}


def jar(label, inside='#8f1d10', mottle=None, lid='#211C17', loose=None, tall=1.45, cloth=None):
    wall = 0.82
    stuff = matter(inside, 0.35, coat=0.4, mottle=mottle, bump=(9, 0.7))
    lathe(
        [(0.001, 0.06), (wall - 0.06, 0.06), (wall - 0.04, 0.12), (wall - 0.04, tall - 0.18), (0.001, tall - 0.12)],
        stuff,
        80,
    )
    unseen(
        lathe(
            [
                (0.02, 0),
                (wall - 0.06, 0),
                (wall, 0.07),
                (wall, tall - 0.2),
                (wall - 0.1, tall - 0.02),
                (wall - 0.1, tall + 0.05),
            ],
            glass('#f6faf9', 0.05, 0.14),
            96,
        )
    )
    lathe(
        [
            (wall - 0.02, tall - 0.03),
            (wall, tall),
            (wall, tall + 0.28),
            (wall - 0.05, tall + 0.33),
            (0.001, tall + 0.33),
        ],
        matter(lid, 0.35, coat=0.4, metal=0.3),
        96,
        lambda a, s: 1 + 0.008 * np.sin(a * 60) * (s < 0.9),
    )
    around(wall, 0.26, tall - 0.3, label, 0.42)
    _before(loose)
    return {'pitch': 30}


def tin_part(label, radius=0.85, height=1.3, at=(0, 0), color='#D9481C', turn=0, lid=None):
    parts = [lathe([(0.001, 0), (radius, 0), (radius, height * 0.8)], matter(color, 0.45, coat=0.2), 96)]
    shade = matter(lid or color, 0.35, coat=0.4)
    parts.append(
        lathe(
            [
                (radius + 0.025, height * 0.78),
                (radius + 0.025, height - 0.03),
                (radius, height),
                (radius - 0.1, height),
                (radius - 0.13, height - 0.03),
                (0.001, height - 0.03),
            ],
            shade,
            96,
        )
    )
    if label:
        parts.append(around(radius, height * 0.04, height * 0.76, label, 0.5))
    return group(parts, (at[0], at[1], 0), (0, 0, turn))


def tin(label, radius=0.85, height=1.9, color='#2F6F57', lid=None, loose=None):
    tin_part(label, radius, height, (0, 0.35), color, 0, lid)
    _before(loose)
    return {'pitch': 30}


def can_part(label, radius, height, at, turn=0, share=0.5, body='#c9ccce', tin=False):
    """A drink can, or with `tin` a food tin with straight sides and seams."""
    steel = matter(body, 0.28, metal=0.9)
    if tin:
        parts = [_tin_can(radius, height, steel), around(radius + 0.004, 0.11, height - 0.13, label, share)]
        ring = [(0.15 * math.cos(a), 0.2 * math.sin(a) - 0.28, 0) for a in np.linspace(0, TAU, 30)]
        parts.append(move(tube(ring, 0.028, steel, 10), (0, 0, height - 0.03)))
        parts.append(move(block((0.16, 0.3, 0.03), steel, 0.012), (0, -0.02, height - 0.05)))
        return group(parts, (at[0], at[1], 0), (0, 0, turn))
    parts = [
        lathe(
            [
                (0.001, 0),
                (radius * 0.9, 0),
                (radius * 0.94, 0.03),
                (radius, 0.1),
                (radius, height - 0.12),
                (radius * 0.9, height - 0.02),
                (radius * 0.9, height),
                (radius * 0.84, height),
                (radius * 0.82, height - 0.06),
                (0.001, height - 0.06),
            ],
            steel,
            96,
        )
    ]
    parts.append(around(radius, 0.09, height - 0.13, label, share))
    parts.append(
        move(
            tube(
                smooth_line(
                    [(-0.02, -0.05, 0), (0.06, -0.2, 0.01), (0.0, -0.3, 0.0), (-0.06, -0.2, 0.01), (0.02, -0.05, 0)], 5
                ),
                0.02,
                steel,
                8,
            ),
            (0, 0.02, height - 0.045),
        )
    )
    return group(parts, (at[0], at[1], 0), (0, 0, turn))


def _tin_can(radius, height, steel):
    seam = [(0.0, 0.0), (0.022, 0.015), (0.022, 0.06), (0.0, 0.08)]
    foot = [(radius + out, up) for out, up in seam]
    rim = [(radius + out, height - 0.08 + up) for out, up in seam]
    lid = [(radius - 0.04, height), (radius - 0.06, height - 0.07), (radius * 0.86, height - 0.07)]
    lid += [(radius * 0.83, height - 0.05), (radius * 0.8, height - 0.07), (0.001, height - 0.065)]
    return lathe([(0.001, 0.01), (radius - 0.05, 0.0), *foot, *rim, *lid], steel, 96)


def cans(label, count=1, radius=0.62, height=2.1, loose=None, tin=False):
    spots = {1: [(0, 0.3, 0)], 4: [(-0.72, 0.9, 6), (0.72, 0.95, -8), (-0.66, -0.45, 4), (0.68, -0.4, -4)]}[count]
    for x, y, turn in spots:
        can_part(label, radius, height, (x, y), turn, 0.46, tin=tin)
    _before(loose)
    return {'pitch': 32}


def cartons(label, count=6):
    """Drink boxes in two rows, each with its straw."""
    for at in range(count):
        x, y = (at % 3 - 1) * 0.98, 0.42 if at < 3 else -0.42
        parts = [
            block((0.86, 0.62, 1.5), matter('#5b2440', 0.45), 0.03),
            panel(0.84, 1.46, printed(label), (0, -0.312, 0.75)),
        ]
        parts.append(tube([(0.25, 0.1, 1.5), (0.25, 0.1, 1.72), (0.38, 0.0, 1.9)], 0.035, matter('#f5efe4', 0.4), 10))
        parts.append(panel(0.84, 0.6, matter('#7b3557', 0.45), (0, 0, 1.503), (0, 0, 0)))
        group(parts, (x, y, 0), (0, 0, -16 + chance(-2, 2)))
    return {'pitch': 30}


def pouch(label, width=1.8, height=2.4, depth=0.62, back='#efe6d6', seed=0):
    """A bag: its front is one print."""

    def face(sign):
        def surface(u, v):
            inner = np.clip((v - 0.05) / 0.88, 0, 1)
            puff = (
                np.sin(np.pi * u) ** 0.55
                * np.sin(np.pi * np.clip(inner * 0.93 + 0.05, 0, 1)) ** 0.5
                * (inner > 0)
                * (inner < 1)
            )
            points = np.column_stack([u * 2, v * 3, 0 * u])
            crease = 0.028 * ripple(points, 5, seed + 1, 3) * (1 - puff * 0.7)
            x = (u - 0.5) * width * (1 - 0.07 * np.sin(np.pi * v) * 1.0)
            # The two sheets must not cross at the seam.
            return x, sign * (depth * puff * 0.75 + 0.012) + crease, v * height * 0.97

        return surface

    parts = [sheet(face(-1), printed(label, 0.38, 0.25), 60, 60), sheet(face(1), matter(back, 0.4), 60, 60)]
    return parts


def bag(label, width=1.8, height=2.4, depth=0.62, back='#efe6d6', loose=None, shift=None, tilt=-12):
    parts = pouch(label, width, height, depth, back)
    group(parts, (-0.35 if loose and shift is None else (shift or 0), 0.75, 0.02), (tilt, 0, 6 if loose else -10))
    _before(loose)
    return {'pitch': 33}


def sack(label, width=2.0, height=2.5, loose=None):
    """A fat cloth sack of rice that stands by itself."""

    def surface(u, v):
        a = u * TAU
        squeeze = np.interp(v, [0, 0.08, 0.3, 0.75, 0.86, 0.93, 1], [0.82, 1.0, 1.06, 0.94, 0.5, 0.42, 0.62])
        fold = 1 + np.interp(v, [0, 0.7, 0.86, 1], [0, 0.01, 0.13, 0.2]) * np.sin(a * 11)
        return width / 2 * squeeze * fold * np.cos(a), width / 2.6 * squeeze * fold * np.sin(a), v * height

    cloth = matter('#ead9ba', 0.95, bump=(60, 0.3), sheen=0.3)
    parts = [sheet(surface, cloth, 60, 140, around=True)]

    def front(u, v):
        a = math.pi * (1.5 + (u - 0.5) * 0.62)
        w = 0.14 + v * 0.56
        squeeze = np.interp(w, [0, 0.08, 0.3, 0.75, 0.86], [0.82, 1.0, 1.06, 0.94, 0.5])
        return width / 2 * squeeze * 1.012 * np.cos(a), width / 2.6 * squeeze * 1.012 * np.sin(a) - 0.006, w * height

    parts.append(sheet(front, printed(label, 0.9), 30, 40))
    rope = matter('#b9843f', 0.9)
    a = np.linspace(0, TAU, 60)
    parts.append(
        tube(
            np.column_stack([width / 2 * 0.46 * np.cos(a), width / 2.6 * 0.46 * np.sin(a), 0 * a + height * 0.925]),
            0.06,
            rope,
            10,
        )
    )
    group(parts, (-0.3, 0.5, 0), (0, 0, 5))
    _before(loose)
    return {'pitch': 33}


def carton_box(label, size=(2.3, 0.9, 1.7), color='#2F6F57', loose=None, turn=-14, lie=False, at=(0, 0.5)):
    """A printed box, standing, or lying with its print on top."""
    parts = [block(size, matter(color, 0.5), 0.025)]
    if lie:
        parts.append(panel(size[0] * 0.985, size[1] * 0.985, printed(label), (0, 0, size[2] + 0.004), (0, 0, 0)))
    else:
        parts.append(panel(size[0] * 0.985, size[2] * 0.985, printed(label), (0, -size[1] / 2 - 0.004, size[2] / 2)))
    group(parts, (at[0], at[1], 0), (0, 0, turn))
    _before(loose)
    return {'pitch': 46 if lie else 31}


def tub(label, color='#6f8f3a', scoops='#8ea653'):
    """An ice cream tub with its lid beside it."""
    lathe(
        [(0.001, 0), (0.86, 0), (1.05, 1.35), (1.1, 1.36), (1.1, 1.42), (1.02, 1.42), (1.0, 1.3)],
        matter('#f4eee0', 0.6),
        96,
    )

    def wrap(u, v):
        a = math.pi * (1.5 + (u - 0.5) * 1.1)
        r = 0.86 + 0.19 * (0.08 + 0.84 * v) + 0.008
        return r * np.cos(a), r * np.sin(a), 1.35 * (0.06 + 0.86 * v)

    sheet(wrap, printed(label), 20, 60)
    cream = matter(scoops, 0.45, bump=(8, 0.5), mottle=('#9fb566', 4, 0.4, 0.7))
    for at, (x, y, z, r) in enumerate(((-0.32, 0.22, 1.42, 0.56), (0.4, 0.18, 1.4, 0.56), (0.02, -0.32, 1.44, 0.56))):
        move(ball(r, cream, (1, 1, 0.9), 0.06, 4, at, 36), (x, y, z))
    return {'pitch': 33}


def eggs():
    """Twelve brown eggs in a grey carton."""
    pulp = matter('#9c9284', 0.95, bump=(28, 0.4), mottle=('#8a8175', 4, 0.35, 0.7))
    shape = lambda p: np.column_stack(
        [p[:, 0] * (1 - 0.16 * p[:, 2] / 0.42), p[:, 1] * (1 - 0.16 * p[:, 2] / 0.42), p[:, 2] * 1.28]
    )
    for row in range(2):
        for column in range(6):
            x, y = (column - 2.5) * 0.78, (row - 0.5) * 0.8
            color = mix('#b97646', '#d39a68', [chance()])[0]
            egg = ball(
                0.36, matter(tuple(color), 0.5, mottle=(tuple(color * 0.9), 14, 0.45, 0.6)), detail=26, shape=shape
            )
            move(egg, (x, y, 0.52), (chance(-9, 9), chance(-9, 9), 0))
            lathe([(0.3, 0.02), (0.38, 0.2), (0.41, 0.46), (0.385, 0.46)], pulp, 40).location = (x, y, 0)
    for x in range(7):
        for y in (-1, 0, 1):
            move(block((0.2, 0.2, 0.62 if y == 0 else 0.5), pulp, 0.08), ((x - 3) * 0.78, y * 0.8, 0))
    move(block((4.95, 1.86, 0.42), pulp, 0.12), (0, 0, 0))
    sheet(
        lambda u, v: (
            (u - 0.5) * 4.95,
            0.95 + 0.35 * v + 0.12 * np.sin(v * 3),
            0.42 + 1.5 * v + 0.05 * np.sin(u * TAU * 6) * (v > 0.2),
        ),
        pulp,
        20,
        80,
        thickness=0.06,
    )
    return {'pitch': 48}


def paper_bag(label, loose=None):
    """An open paper bag filled to the top."""
    paper = matter('#c79a63', 0.9, bump=(5, 0.5))
    w, d, h = 1.5, 0.9, 1.7

    def surface(u, v):
        a = u * TAU
        power = 0.35
        x = np.sign(np.cos(a)) * np.abs(np.cos(a)) ** power * w / 2 * (1 + 0.06 * v)
        y = np.sign(np.sin(a)) * np.abs(np.sin(a)) ** power * d / 2 * (1 + 0.16 * v)
        z = h * v * (1 + 0.03 * np.sin(u * TAU * 30) * (v > 0.95))
        return x, y + 0.02 * np.sin(v * 9 + u * 20), z

    parts = [sheet(surface, paper, 40, 160, around=True)]
    parts.append(panel(1.15, 1.15, printed(label), (0, -d / 2 - 0.085, 0.85), (85, 0, 0)))
    group(parts, (-0.25, 0.7, 0), (0, 0, 5))
    piece = PIECES[loose[0]]
    first = piece()
    for x, y, z, r in heap(17, 0.2, 0.6, center=(-0.25, 0.7, 1.3), height=0.75):
        group_again(first, (x, y, z), r / 0.2)
    _before(loose)
    return {'pitch': 36}


# The content of packages.


def group_again(parts, at, scale=1.0):
    turn = (chance(0, 360), chance(0, 360), chance(0, 360))
    holder = group(
        [
            again(part, tuple(part.location), tuple(math.degrees(a) for a in part.rotation_euler), tuple(part.scale))
            for part in parts
        ],
        at,
        turn,
        scale,
    )
    return holder


def _cracker():
    soy = matter('#b5702c', 0.4, coat=0.35, mottle=('#8a4a17', 4, 0.35, 0.65), bump=(16, 0.5))
    body = ball(0.3, soy, (1, 1, 0.28), 0.05, 4, 3, 22)
    nori = block((0.64, 0.24, 0.2), matter('#1d2a1c', 0.5, bump=(30, 0.4)), 0.04)
    nori.location.z = -0.1
    return [body, nori]


def _candy():
    """Wrapped with twisted ends."""
    wax = matter('#f7f2e8', 0.35, coat=0.3)
    roll = tube([(-0.2, 0, 0), (0.2, 0, 0)], 0.13, wax, 20)
    stripe = tube([(-0.09, 0, 0), (0.09, 0, 0)], 0.134, matter('#c9302c', 0.35, coat=0.3), 20)
    parts = [roll, stripe]
    for side in (-1, 1):
        fan = sheet(
            lambda u, v: (side * (0.2 + 0.17 * v), (u - 0.5) * (0.08 + 0.3 * v), 0.05 * np.sin(u * 25) * v), wax, 8, 24
        )
        parts.append(fan)
    return parts


def _popcorn():
    corn = matter('#f2c23c', 0.6, mottle=('#fdf0c4', 4, 0.4, 0.6), bump=(14, 0.4))
    return [
        move(
            ball(0.13, corn, (1, 1, 0.9), 0.2, 4, at, 12),
            tuple(np.array([chance(-1, 1), chance(-1, 1), chance(-1, 1)]) * 0.1),
        )
        for at in range(6)
    ]


def _pretzel():
    half = [(-0.16, -0.26, 0.06), (-0.08, -0.13, 0.05), (0.03, 0.0, 0.05), (0.11, 0.14, 0.0), (0.25, 0.25, 0.0)]
    half += [(0.39, 0.14, 0.0), (0.37, -0.1, 0.0), (0.2, -0.3, 0.0)]
    back = [(-x, y, -z * 0.4 if at == 2 else z) for at, (x, y, z) in enumerate(half)][::-1]
    line = smooth_line([*half, (0, -0.35, 0.0), *back], 6)
    share = np.linspace(-1, 1, len(line))
    radius = 0.068 - 0.02 * np.abs(share) ** 3

    def tone(points):
        return mix('#c98438', '#7d3d10', np.clip(0.55 + points[:, 2] * 4 + 0.35 * ripple(points, 7, 2, 2), 0, 1))

    parts = [tube(line, radius, matter(rough=0.32, coat=0.5, tone=True), 16, True, tone)]
    seed = ball(0.017, matter('#17130f', 0.5), (1.5, 1, 0.7), detail=5)
    parts.append(seed)
    for at in range(60):
        spot = int(chance(0, len(line) - 1))
        way = line[spot + 1] - line[spot]
        across = np.array([-way[1], way[0], 0]) / (np.hypot(way[0], way[1]) + 1e-9)
        angle = chance(-1.2, 1.2)
        place = line[spot] + radius[spot] * (math.sin(angle) * across + np.array([0, 0, math.cos(angle)]))
        parts.append(again(seed, tuple(place), (math.degrees(angle) * 0.5, 0, chance(0, 360))))
    return parts


def _bean(color='#7c2020'):
    return [
        ball(
            0.1,
            matter(color, 0.3, coat=0.35, mottle=(tuple(p * 0.6 for p in linear(color)), 3, 0.4, 0.7)),
            (1.35, 1, 0.95),
            detail=12,
        )
    ]


def _peanut():
    def shape(points):
        points = points.copy()
        tip = np.clip(points[:, 0] / 0.2, 0, 1)
        slim = 1 - 0.35 * tip**2
        points[:, 1] *= slim
        points[:, 2] *= slim
        return points

    def tone(points):
        angle = np.arctan2(points[:, 2], points[:, 1])
        veins = 0.5 + 0.3 * np.sin(angle * 7 + 4 * ripple(points, 7, 1)) + 0.35 * ripple(points, 16, 3, 2)
        color = mix('#c5705a', '#8e3527', np.clip(veins, 0, 1))
        tip = np.clip((points[:, 0] - 0.165) / 0.02, 0, 1)[:, None]
        return color * (1 - tip) + np.asarray(linear('#e6c9a4')) * tip

    return [ball(0.13, matter(rough=0.55, coat=0.1, tone=True), (1.5, 1, 1), 0.03, 3, 1, 24, shape, tone)]


def _chestnut():
    def shape(points):
        points = points.copy()
        points[:, 2] = np.where(
            points[:, 2] > 0,
            points[:, 2] * (1 + 0.35 * np.exp(-((points[:, 0] ** 2 + points[:, 1] ** 2) / 0.008))),
            points[:, 2] * 0.8,
        )
        return points

    def tone(points):
        return mix('#5a2a10', '#c29a68', np.clip((-points[:, 2] - 0.11) / 0.02, 0, 1))

    return [ball(0.2, matter(rough=0.25, coat=0.5, tone=True), (1, 0.85, 0.85), 0.03, 2, 2, 22, shape, tone)]


def _bud():
    """A chrysanthemum bud: a ball of small petals."""
    parts = [ball(0.11, matter('#d8a526', 0.8, bump=(26, 0.9)), (1, 1, 0.8), 0.1, 6, 1, 14)]
    petal = ball(0.045, matter('#efcf5a', 0.7), (0.6, 0.3, 1.4), detail=6)
    parts.append(move(petal, (0.1, 0, 0.02)))
    for at in range(26):
        a, v = chance(0, TAU), chance(-0.4, 0.9)
        out = 0.11 * math.cos(v)
        parts.append(
            again(
                petal,
                (out * math.cos(a), out * math.sin(a), 0.1 * math.sin(v)),
                (math.degrees(-v) * 0 + 20, 0, math.degrees(a) + 90),
            )
        )
    parts.append(move(ball(0.05, matter('#76803c', 0.7), (1, 1, 0.6), detail=8), (0, 0, -0.09)))
    return parts


def _tea():
    """A rolled oolong pearl."""
    return [
        ball(
            0.09,
            matter('#3c4a26', 0.6, mottle=('#5d6b3a', 5, 0.4, 0.7), bump=(12, 0.8)),
            (1.2, 1, 0.85),
            0.18,
            4,
            2,
            12,
        )
    ]


def _fortune():
    """A fortune cookie: a folded disc, bent over a rim, so that its lips look outward; with its slip."""

    def surface(u, v):
        t, a = v * 2 - 1, u * TAU
        way = t * 1.72
        fat = 0.17 + 0.16 * np.sin(math.pi * np.abs(t) ** 0.75)
        fat = fat * np.clip(1 - np.abs(t) ** 5, 0, 1) ** 0.7 + 0.012
        # The lips: a narrow gap along the outer side.
        lips = np.exp(-(((a - math.pi) / 0.16) ** 2))
        out = np.cos(a - math.pi)
        point = 1 + 0.32 * np.clip(out, 0, 1) ** 2
        side = fat * out * point * (1 - 0.3 * lips)
        up = fat * np.sin(a) * 0.86
        pinch = 0.1 * np.exp(-((t / 0.13) ** 2)) * np.clip(-out + 0.4, 0, 1)
        r = 0.3 + side + pinch
        return r * np.sin(way), r * np.cos(way) - 0.12, up

    def tone(u, v):
        x, y, z = surface(u, v)
        t, a = v * 2 - 1, u * TAU
        spots = np.column_stack([x, y, z])
        lips = np.exp(-(((a - math.pi) / 0.2) ** 2))
        rim = np.exp(-(((np.abs(a - math.pi) - 0.5) / 0.3) ** 2))
        share = 0.25 + 0.4 * rim + 0.3 * ripple(spots, 4, 2, 3) + 0.25 * np.exp(-((t / 0.1) ** 2))
        color = mix('#eab866', '#b9742a', np.clip(share, 0, 1))
        return color * (1 - 0.75 * lips)[:, None]

    body = sheet(surface, matter(rough=0.4, coat=0.3, tone=True), 90, 60, tone=tone, around=True)
    slip = move(panel(0.5, 0.13, matter('#fdfaf2', 0.8)), (0.42, -0.22, 0.02), (64, 12, 128))
    return [body, slip]


def _dumpling():
    import dishes

    return dishes.dumpling(frozen=True)


def _naruto():
    """A slice of fish cake: white with a pink swirl, ribbed rim."""
    rows, columns = 40, 130

    def tone(u, v):
        a = u * TAU
        turn = (v * 2.1 - a / TAU) % 1
        pink = (np.abs(turn - 0.5) < 0.15) & (v < 0.8) & (v > 0.06)
        color = np.tile(linear('#fbf6ee'), (len(u), 1))
        color[pink] = linear('#e8587f')
        return color

    edge = lambda u: 0.4 * (1 + 0.05 * np.sign(np.sin(u * TAU * 14)) * np.abs(np.sin(u * TAU * 14)) ** 0.5)
    face = sheet(
        lambda u, v: (edge(u) * v * np.cos(u * TAU), edge(u) * v * np.sin(u * TAU), 0.08 + 0 * v),
        matter(rough=0.4, coat=0.15, tone=True),
        rows,
        columns,
        tone=tone,
    )
    side = sheet(
        lambda u, v: (edge(u) * np.cos(u * TAU), edge(u) * np.sin(u * TAU), -0.08 + 0.16 * v),
        matter('#fbf6ee', 0.4),
        2,
        columns,
    )
    back = sheet(
        lambda u, v: (edge(u) * v * np.cos(u * TAU), edge(u) * v * np.sin(u * TAU), -0.08 + 0 * v),
        matter(rough=0.4, tone=True),
        rows,
        columns,
        tone=tone,
    )
    return [face, side, back]


def _tangyuan():
    return [ball(0.24, matter('#f8f5ee', 0.4, coat=0.2), (1, 1, 0.96), 0.015, 2, 1, 22)]


def _cut_tangyuan():
    """A halved ball: dough around ground black sesame that runs out."""
    dough = matter('#f8f5ee', 0.4, coat=0.2)
    half = ball(0.25, dough, (1, 1, 0.96), 0.015, 2, 1, 30, lambda p: np.column_stack([p[:, :2], np.minimum(p[:, 2], 0)]))
    paste = matter('#17120f', 0.18, coat=0.8, bump=(30, 0.3))
    core = ball(0.17, paste, (1, 1, 0.25), 0.04, 3, 2, 24)
    drop = move(ball(0.06, paste, (1, 1.7, 0.4), 0.05, 3, 3, 14), (0.02, -0.17, 0.01))
    return [half, core, drop]


def _lychee():
    """A peeled lychee without its stone: translucent flesh that shows the hole."""

    def pitted(points):
        points = points.copy()
        out = np.hypot(points[:, 0], points[:, 1])
        near = np.exp(-((out / 0.06) ** 2)) * (points[:, 2] > 0)
        points[:, 2] -= 0.14 * near
        # The lychee narrows toward the stalk, and a seam runs down one side.
        slim = 1 - 0.16 * np.clip(points[:, 2] / 0.24, 0, 1)
        seam = 1 - 0.1 * np.exp(-((np.arctan2(points[:, 1], points[:, 0]) / 0.12) ** 2)) * (out > 0.03)
        points[:, :2] *= (slim * seam)[:, None]
        return points

    def tone(points):
        out = np.hypot(points[:, 0], points[:, 1])
        pink = 0.5 * np.exp(-((out / 0.05) ** 2)) * (points[:, 2] > 0) + 0.16 * ripple(points, 16, 3, 2)
        return mix('#f1ece4', '#d8a898', np.clip(pink, 0, 1))

    flesh = matter('#f3ece4', rough=0.1, coat=1.0, tone=True, bump=(9, 0.2), clear=0.14)
    return [ball(0.23, flesh, (1, 1, 1.08), 0.03, 2, 1, 44, pitted, tone)]


def _salt():
    return [block((0.07, 0.07, 0.06), matter('#ffffff', 0.25, clear=0.25), 0.008)]


def _kumquat():
    return [ball(0.17, matter('#e88a1a', 0.35, coat=0.4, bump=(40, 0.15)), (1, 1, 1.2), detail=18)]


def _chocolate():
    return [
        block((0.42, 0.34, 0.12), matter('#2c140b', 0.3, coat=0.3), 0.04),
        move(
            tube(
                smooth_line([(-0.15, -0.05, 0.12), (0, 0.06, 0.14), (0.15, 0.0, 0.12)], 6),
                0.025,
                matter('#c9761f', 0.4),
                8,
            ),
            (0, 0, 0),
        ),
    ]


PIECES = {
    'cracker': _cracker,
    'candy': _candy,
    'popcorn': _popcorn,
    'pretzel': _pretzel,
    'adzuki': _bean,
    'peanut': _peanut,
    'chestnut': _chestnut,
    'bud': _bud,
    'tea': _tea,
    'fortune': _fortune,
    'dumpling': _dumpling,
    'naruto': _naruto,
    'tangyuan': _tangyuan,
    'lychee': _lychee,
    'salt': _salt,
    'kumquat': _kumquat,
    'soybean': lambda: _bean('#dcb45f'),
    'chocolate': _chocolate,
}
SIZES = {
    'cracker': 0.24,
    'candy': 0.2,
    'popcorn': 0.19,
    'pretzel': 0.28,
    'adzuki': 0.1,
    'peanut': 0.13,
    'chestnut': 0.19,
    'bud': 0.13,
    'tea': 0.09,
    'fortune': 0.4,
    'dumpling': 0.48,
    'naruto': 0.3,
    'tangyuan': 0.24,
    'lychee': 0.22,
    'salt': 0.045,
    'kumquat': 0.18,
    'soybean': 0.1,
    'chocolate': 0.24,
}
FLAT = {'cracker', 'pretzel', 'naruto', 'dumpling', 'fortune', 'chocolate', 'candy'}


def _before(loose):
    """Scatters (kind, count, x, y, reach) before the package."""
    if not loose:
        return
    kind, count, *spot = loose
    x, y, reach = spot or (0.75, -0.55, 0.55)
    if kind == 'tangyuan':
        group(_cut_tangyuan(), (x - 0.62, y - 0.62, 0.24), (30, 0, -24))
        group(_cut_tangyuan(), (x + 0.02, y - 0.82, 0.24), (34, 0, 12))
    if kind == 'rice':
        from dishes import grains

        grains(0, reach, reach * 0.32, count, (x, y), ('#f6f0df', '#fcf8ee', '#efe6cf'), stray=0.05)
        return
    first = PIECES[kind]()
    size = SIZES[kind]
    for part in first:
        part.hide_render = True
    if kind == 'pretzel':
        _leaning(first, x, y)
        return
    for px, py, pz, r in heap(
        count, size * 0.92, reach, center=(x, y, 0), tries=40, height=size if kind == 'dumpling' else 9
    ):
        if kind in FLAT:
            tilt = 2 if kind == 'dumpling' else 16
            turn = (chance(-tilt, tilt), chance(-tilt, tilt), chance(-30, 30) if kind == 'dumpling' else chance(0, 360))
            z = pz - size * (0.55 if kind in ('cracker', 'naruto', 'pretzel') else 0.4 if kind == 'candy' else 0.92)
            z = max(z, 0.09) if kind in ('cracker', 'naruto', 'pretzel', 'candy') else max(z, 0)
            copies = [
                again(p, tuple(p.location), tuple(math.degrees(a) for a in p.rotation_euler), tuple(p.scale))
                for p in first
            ]
            group(copies, (px, py, z), turn)
        elif kind == 'lychee':
            # Most lychees turn their hole up or to a side.
            copies = [again(part) for part in first]
            group(copies, (px, py, pz), (chance(-50, 20), chance(-60, 60), chance(0, 360)), r / (size * 0.92))
        else:
            group_again(first, (px, py, pz), r / (size * 0.92) * 1.0)


def _leaning(first, x, y):
    """Flat goods that show their faces: some lie, the others lean on them."""
    spots = [(-0.5, -0.3, 0.09, 6, 20), (0.36, -0.42, 0.09, 8, -18), (-0.06, 0.14, 0.12, 14, 150)]
    spots += [(0.56, 0.2, 0.14, 20, 60), (-0.5, 0.32, 0.2, 34, -24), (0.14, -0.1, 0.28, 30, 12)]
    spots += [(0.24, 0.42, 0.36, 48, -8)]
    for out, back, z, lean, turn in spots:
        copies = [
            again(p, tuple(p.location), tuple(math.degrees(a) for a in p.rotation_euler), tuple(p.scale)) for p in first
        ]
        # First turns the piece within its plane, then leans it.
        group([group(copies, turn=(0, 0, turn))], (x + out, y + back, z), (lean, chance(-8, 8), 0), 1.08)


def loose_only(kind, count, reach=1.2, dish=None):
    """The goods alone, on a plate."""
    base = plate(2.0, dish) if dish else 0
    first = PIECES[kind]()
    for part in first:
        part.hide_render = True
    size = SIZES[kind]
    for x, y, z, r in heap(count, size * 0.95, reach):
        turn = (chance(-14, 14), chance(-14, 14), chance(0, 360))
        copies = [
            again(p, tuple(p.location), tuple(math.degrees(a) for a in p.rotation_euler), tuple(p.scale)) for p in first
        ]
        # A cookie lies on its side, lower than a ball of its width.
        group(copies, (x, y, base + (z - size * 0.28 if kind in FLAT else z)), turn)
    return {'pitch': 45}
