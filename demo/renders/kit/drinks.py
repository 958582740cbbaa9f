"""A model of a drink in a cup or glass: layers, pearls, foam, ice, fruit, leaves."""
import math

import numpy as np

from matter import glass, layered, matter
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
    sheet,
    smooth_line,
    tube,
    unseen,
)

# Radius at the foot, radius at the rim, height.
VESSELS = {'cup': (0.74, 1.02, 2.5), 'glass': (0.86, 0.92, 2.0), 'mug': (0.8, 0.88, 1.6), 'tall': (0.7, 0.84, 2.6)}
COLORS = {
    'pearl': '#1d100b',
    'sago': '#f4efe2',
    'osmanthus': '#e9a21e',
    'basil': '#17161a',
    'taro': '#b9a5bd',
}


def drink(
    layers,
    vessel='cup',
    full=0.88,
    wander=0.05,
    streaks=2.0,
    clear=0.0,
    pearls=0,
    pearl='pearl',
    sago=0,
    foam=None,
    ice=0,
    slices=None,
    cubes=None,
    lumps=None,
    grapes=0,
    petals=None,
    leaves=None,
    flowers=0,
    straw=None,
    seeds=0,
    threads=None,
    stretch=0.4,
    froth=None,
    whole=None,
    dust=None,
):
    """`layers` are (share of the height, colour) from below. `slices` and `cubes` name fruit and count, `foam` is the
    colour of a thick cap, `froth` of a thin one, `petals` float, `leaves` stand in the tea."""
    foot, rim, height = VESSELS[vessel]
    thick = 0.035 if vessel == 'cup' else 0.06
    radius = lambda z: foot + (rim - foot) * z / height
    level = height * full
    wall = lambda z: radius(z) - thick
    inner = (lambda z: wall(z) - 0.06) if cubes else wall
    _vessel(vessel, foot, rim, height)
    top = level - (0.42 if foam else 0)
    liquid = layered(layers, top, wander, streaks, stretch, 0.18, clear)
    floor = 0.04 if vessel == 'cup' else 0.12
    # Pearls lie between the wall and the drink.
    depth, room = (0.75, 0.12) if pearls or grapes else (floor + 0.05, 0.0)
    lathe(
        [
            (0.001, floor),
            (inner(floor) - 0.02 - room, floor),
            (inner(depth) - room, depth),
            (inner(depth + room * 2), depth + room * 2),
            (inner(top), top),
            (0.001, top),
        ],
        liquid,
        96,
    )
    surface = layers[-1][1]
    if foam:
        _foam(foam, wall, top, level)
    elif froth:
        _cap(froth, inner(top), top)
    else:
        _cap(surface, inner(top), top, 0.12, clear)
    if dust:
        _dust(dust, inner(level) * 0.9, level)
    _pearls(pearls, COLORS[pearl], inner, 0.105, 0.75)
    _pearls(sago, '#fffaf0', wall, 0.055, 1.0)
    _pearls(seeds, COLORS['basil'], inner, 0.026, top * 0.95)
    _pearls(grapes, '#b9c48a', inner, 0.2, 1.0, clear=0.25)
    if lumps:
        _lumps(lumps, inner)
    if cubes:
        _cubes(*cubes, wall, top)
    if slices:
        _slices(*slices, inner, top)
    _ice(ice, inner, top, floating=not foam)
    if petals:
        _petals(*petals, inner(top), level + (0.05 if foam else 0))
    if threads:
        _threads(threads, inner, top)
    if leaves:
        _leaves(leaves, inner, top)
    _flowers(flowers, inner, top)
    if straw:
        _straw(straw, height, level)
    return {'pitch': 27 if vessel != 'mug' else 33}


def _vessel(kind, foot, rim, height):
    if kind == 'cup':
        unseen(
            lathe(
                [
                    (0.02, 0),
                    (foot - 0.06, 0),
                    (foot, 0.03),
                    (rim, height),
                    (rim + 0.05, height + 0.01),
                    (rim + 0.06, height + 0.04),
                    (rim + 0.03, height + 0.06),
                    (rim, height + 0.05),
                ],
                glass('#fbfbfb', 0.06, 0.1),
                96,
            )
        )
    else:
        wall = glass('#fafdfc', 0.04, 0.14)
        unseen(
            lathe(
                [
                    (0.02, 0),
                    (foot, 0.0),
                    (foot + 0.02, 0.06),
                    (rim, height),
                    (rim - 0.04, height + 0.025),
                    (rim - 0.07, height),
                ],
                wall,
                96,
            )
        )
        unseen(lathe([(0.02, 0.11), (foot - 0.05, 0.11)], wall, 96))
    if kind == 'mug':
        line = [
            (rim - 0.03, 0, height * 0.82),
            (rim + 0.38, 0, height * 0.8),
            (rim + 0.5, 0, height * 0.5),
            (rim + 0.34, 0, height * 0.24),
            (foot + 0.03, 0, height * 0.26),
        ]
        unseen(move(tube(smooth_line(line), 0.075, glass('#f4faf7', 0.04, 0.4), 14), turn=(0, 0, -14)))


def _cap(color, radius, z, rough=0.5, clear=0.0):
    points = [(radius * math.sqrt(s), s) for s in np.linspace(0.0001, 1, 14)]
    lathe([(r, z + 0.012 - 0.01 * (1 - s)) for r, s in points], matter(color, rough, clear=clear * 0.6), 96)
    lathe(
        [(radius - 0.03, z + 0.008), (radius - 0.012, z + 0.024), (radius, z + 0.03)],
        matter(color, rough, clear=clear * 0.6),
        96,
    )


def _foam(color, inner, low, high):
    drips = lambda angle: 0.1 * np.sin(3 * angle + 1) + 0.06 * np.sin(7 * angle)
    cream = matter(color, 0.42, bump=(7, 0.12))

    def side(u, v):
        z = (low - 0.06 + drips(u * TAU)) * (1 - v) + high * v
        r = inner(z) + 0.006
        return r * np.cos(u * TAU), r * np.sin(u * TAU), z

    sheet(side, cream, 12, 97)
    profile = [
        (0.001, high + 0.07),
        (inner(high) * 0.5, high + 0.065),
        (inner(high) * 0.85, high + 0.04),
        (inner(high), high - 0.01),
    ]
    lathe(profile, cream, 96, round_steps=5)


def _dust(color, radius, z):
    bit = matter(color, 0.9)
    one = ball(0.013, bit, detail=5)
    for _ in range(170):
        angle, out = chance(0, TAU), radius * math.sqrt(chance()) * 0.8
        again(
            one,
            (out * math.cos(angle), out * math.sin(angle), z + 0.075 - 0.06 * (out / radius) ** 2),
            scale=chance(0.5, 1.2),
        )
    one.location = (0, 0, z)


def _pearls(count, color, inner, size, high, clear=0.0):
    if not count:
        return
    stuff = matter(color, 0.12, coat=0.9, clear=clear)
    one = ball(size, stuff, detail=16)
    move(one, (0, 0, size + 0.06))
    deep = size > 0.08
    for _ in range(count):
        z = 0.07 + size * 0.7 + (high - 0.1) * chance() ** (1.5 if deep else 0.9)
        angle = chance(math.pi * 0.95, TAU * 1.025)
        out = inner(z) - size * (1.02 if deep else 0.7)
        again(one, (out * math.cos(angle), out * math.sin(angle), z), scale=chance(0.9, 1.08))


def _lumps(color, inner):
    """Mash that clings to the wall."""
    for at in range(46):
        z = 0.12 + 0.95 * chance() ** 1.2
        angle = chance(math.pi * 0.95, TAU * 1.02)
        size = chance(0.12, 0.24)
        lump = ball(size, matter(color, 0.7), (1, 1, 0.7), 0.22, 3, at, 14)
        out = inner(z) - size * 0.86
        move(lump, (out * math.cos(angle), out * math.sin(angle), z), (chance(0, 90), 0, chance(0, 360)))


FRUIT = {
    'mango': '#f2a51c',
    'peach': '#f3a57c',
    'strawberry': '#c92d34',
    'kiwi': '#86ac3a',
    'watermelon': '#e0474f',
}


def _cubes(fruit, count, inner, top):
    stuff = matter(FRUIT[fruit], 0.3, coat=0.4, mottle=(mix_hex(FRUIT[fruit]), 3, 0.4, 0.7))
    for at in range(count):
        z = 0.2 + (top - 0.35) * chance() ** 1.4
        angle = chance(math.pi, TAU)
        size = chance(0.2, 0.3)
        cube = block((size, size * 0.9, size * 0.85), stuff, 0.05)
        out = inner(z) - size * 0.42
        move(
            cube,
            (out * math.cos(angle), out * math.sin(angle), z),
            (chance(-30, 30), chance(-30, 30), math.degrees(angle) + chance(-20, 20)),
        )


def mix_hex(color):
    return tuple(min(1, part * 1.35 + 0.03) for part in np.asarray(linear(color)))


def fruit_slice(fruit, radius=0.5, thick=0.07, bend=None):
    """A round slice whose face looks along +x, or `bend(y, z)` puts its points elsewhere."""
    rows, sides = 22, 72
    share, angle = np.meshgrid(np.linspace(0.001, 1, rows), np.linspace(0, TAU, sides + 1), indexing='ij')
    share, angle = share.ravel(), angle.ravel()
    rind, pith, flesh, line = {
        'lemon': ('#f0c419', '#fbf5dc', '#f6dc5a', '#fdf6d2'),
        'orange': ('#ee7d12', '#fbe9cc', '#f79a1d', '#fcd9a0'),
        'kiwi': ('#6b5638', '#8cb53c', '#8cb53c', '#c8d98c'),
    }[fruit]
    if fruit == 'kiwi':
        rays = np.abs(np.sin(angle * 16)) ** 3
        color = mix('#e9ecc4', '#86b035', (share - 0.2) / 0.18)
        color = color * (1 - 0.25 * (rays * (share > 0.3) * (share < 0.8))[:, None])
        color[(np.abs(share - 0.42) < 0.07) & (np.abs(np.sin(angle * 14)) > 0.86)] = (0.012, 0.012, 0.01)
        color[share > 0.965] = linear(rind)
    else:
        spokes = np.abs(np.sin(angle * 5))
        wall = np.clip(1 - spokes / (0.1 / np.maximum(share, 0.12)), 0, 1)
        color = mix(flesh, line, np.maximum(wall, (share < 0.1) * 1.0))
        color = color * chance(0.86, 1.06, (len(share), 1))
        color[share > 0.84] = linear(pith)
        color[share > 0.93] = linear(rind)
    stuff = matter(rough=0.25, coat=0.3, tone=True)
    y, z = radius * share * np.cos(angle), radius * share * np.sin(angle)
    faces = grid_faces(rows, sides + 1)
    if bend:
        return [mesh(bend(y, z), faces, stuff, tone=color)]
    both = [
        mesh(np.column_stack([np.full_like(y, x), y, z]), faces, stuff, tone=color) for x in (thick / 2, -thick / 2)
    ]
    edge = sheet(
        lambda u, v: ((v - 0.5) * thick, radius * np.cos(u * TAU), radius * np.sin(u * TAU)), matter(rind, 0.4), 2, 73
    )
    return [*both, edge]


def _slices(fruit, count, inner, top):
    """Slices pressed to the wall, one on top."""
    for at in range(count):
        radius = chance(0.42, 0.5)
        middle = 0.6 + (top - 1.2) * (at + 0.5) / count + chance(-0.06, 0.06)
        start = math.radians(270 + (-1) ** at * chance(18, 36))

        def bend(y, z):
            height = np.clip(middle + z, 0.06, top)
            around = start + y / inner(middle)
            out = inner(height) + 0.006
            return np.column_stack([out * np.cos(around), out * np.sin(around), height])

        fruit_slice(fruit, radius, bend=bend)
    group(fruit_slice(fruit, 0.46), (chance(-0.2, 0.0), 0.0, top + 0.06), (chance(-6, 6), -84, chance(0, 90)))


def _ice(count, inner, top, floating=True):
    if not count:
        return
    stuff = glass('#eef6f8', 0.12, 0.25)
    milky = matter('#ffffff', 0.15, clear=0.72)
    for at in range(count):
        size = chance(0.36, 0.46)
        up = at < count * 0.45 and floating
        z = top - size * chance(0.35, 0.6) if up else chance(top * 0.45, top - size)
        angle = chance(math.pi, TAU) if not up else at * 2.4
        out = chance(0.15, inner(top) - size * 0.72) if up else inner(z) - size * 0.72
        spot, turn = (out * math.cos(angle), out * math.sin(angle), z), (
            chance(-25, 25),
            chance(-25, 25),
            chance(0, 90),
        )
        unseen(move(block((size, size, size * 0.9), milky, 0.07), spot, turn))
        unseen(move(block((size * 1.01, size * 1.01, size * 0.91), stuff, 0.07), spot, turn))


def _petals(color, count, radius, z):
    one = ball(0.05, matter(color, 0.6), (1, 0.7, 0.25), detail=8)
    for _ in range(count):
        angle, out = chance(0, TAU), radius * math.sqrt(chance()) * 0.86
        x, y = out * math.cos(angle), out * math.sin(angle)
        for turn in range(5):
            again(
                one,
                (x + 0.05 * math.cos(turn * TAU / 5), y + 0.05 * math.sin(turn * TAU / 5), z + 0.03),
                (0, 0, turn * 72),
            )
    move(one, (0, 0, z))


def _threads(color, inner, top):
    """Torn citrus flesh."""
    stuff = matter(color, 0.3, coat=0.4)
    for at in range(26):
        z = chance(0.5, top * 0.9) if at > 9 else top + 0.02
        angle = chance(math.pi, TAU)
        out = inner(z) - 0.06 if at > 9 else chance(0.05, 0.6)
        line = [(-0.12, 0, 0), (0, 0.03, 0.04), (0.12, 0, 0.02)]
        move(
            tube(smooth_line(line, 5), [0.012] + [0.05] * 9 + [0.012], stuff, 8),
            (out * math.cos(angle), out * math.sin(angle), z),
            (chance(-40, 40), chance(-60, 60), math.degrees(angle) + 90),
        )


def leaf(length, width, material, bend=0.3, fold=0.25):
    return sheet(
        lambda u, v: (
            (u - 0.5) * width * np.sin(np.pi * np.clip(v * 0.96 + 0.03, 0, 1)) ** 0.8,
            fold * width * np.abs(u - 0.5) * np.sin(np.pi * v) + bend * length * np.sin(v * 1.5) * 0.4,
            v * length,
        ),
        material,
        14,
        7,
        thickness=0.012,
    )


LEAVES = {'longjing': '#8aa04a', 'oolong': '#5f6e36', 'jasmine': '#7d8a4b', 'puer': '#3a2015'}


def _leaves(kind, inner, top):
    stuff = matter(LEAVES[kind], 0.45, mottle=(mix_hex(LEAVES[kind]), 5, 0.4, 0.7))
    if kind == 'longjing':
        for at in range(44):
            spot = chance(0.1, inner(0.3) * 0.78), chance(0, TAU)
            floating = at % 4 == 0
            size = chance(0.42, 0.6)
            z = top - size * 0.9 if floating else 0.13
            for side in (-1, 1):
                move(
                    leaf(size, 0.13, stuff, 0.25),
                    (spot[0] * math.cos(spot[1]), spot[0] * math.sin(spot[1]), z),
                    (chance(-16, 16), side * 9 + chance(-8, 8), chance(0, 360)),
                )
        return
    for at in range(36):
        z = 0.16 + 0.5 * chance() ** 2
        angle = chance(0, TAU)
        out = chance(0.05, 0.55) * inner(z)
        move(
            leaf(chance(0.35, 0.6), chance(0.18, 0.28), stuff, 1.2, 0.5),
            (out * math.cos(angle), out * math.sin(angle), z),
            (chance(20, 90), chance(-40, 40), chance(0, 360)),
        )


def blossom(size=0.3, color='#fbf4d8', heart='#e2a51c', petals=60):
    """A chrysanthemum: rings of narrow petals around a heart."""
    stuff = matter(color, 0.6)
    parts = [move(ball(size * 0.3, matter(heart, 0.8, bump=(30, 0.5)), (1, 1, 0.6), detail=12), (0, 0, size * 0.16))]
    for at in range(petals):
        lift = 18 + 42 * (at % 3) / 2
        petal = leaf(size * (1 - 0.16 * (at % 3)), size * 0.15, stuff, 0.3, 0.3)
        parts.append(move(petal, (0, 0, size * 0.05), (-90 + lift, 0, at * 360 / petals * 1.0 + chance(-5, 5))))
    return parts


def _flowers(count, inner, top):
    for at in range(count):
        angle = at * TAU / count + 0.8
        out = 0.3 * inner(top) if count > 1 else 0
        group(
            blossom(0.36),
            (out * math.cos(angle) * 1.3, out * math.sin(angle) * 1.3, top + 0.0),
            (chance(-12, 12), chance(-12, 12), chance(0, 360)),
        )


def _straw(color, height, level):
    stuff = matter(color, 0.35)
    top = np.array([0.52, 0.25, height + 1.0])
    low = np.array([0.1, 0.0, level - 0.1])
    tube(np.linspace(low, top, 3), 0.1, stuff, 24)


def teacup(tea, foam=None, milk=None, on_saucer=True):
    """A thick white café cup with its saucer."""
    china = matter('#f6f2ea', 0.18, coat=0.7)
    if on_saucer:
        lathe(
            [
                (0.001, 0.05),
                (0.5, 0.05),
                (0.62, 0.09),
                (1.35, 0.24),
                (1.42, 0.27),
                (1.38, 0.2),
                (0.7, 0.0),
                (0.001, 0.0),
            ],
            china,
            96,
        )
    base = 0.1 if on_saucer else 0
    profile = [
        (0.5, 0),
        (0.56, 0.05),
        (0.72, 0.3),
        (0.92, 0.85),
        (0.97, 1.12),
        (0.93, 1.15),
        (0.88, 1.1),
        (0.84, 0.8),
        (0.001, 0.2),
    ]
    move(lathe(profile, china, 96), (0, 0, base))
    line = [(0.9, 0, 0.95), (1.28, 0, 0.98), (1.38, 0, 0.7), (1.2, 0, 0.42), (0.8, 0, 0.42)]
    move(tube(smooth_line(line), 0.09, china, 16, flat=0.75), (0, 0, base), (0, 0, -24))
    level = base + 0.98
    liquid = matter(tea, 0.1, coat=0.5)
    lathe([(0.001, level), (0.88, level)], liquid, 96)
    lathe([(0.78, level + 0.004), (0.87, level + 0.012), (0.89, level + 0.02)], matter(mix_hex(tea), 0.3), 96)
    return {'pitch': 38}
