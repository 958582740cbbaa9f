"""A model of a drink in a cup or glass: layers, pearls, foam, ice, fruit, leaves."""
import math

import numpy as np

from bakery import strawberry
from matter import clear_wall, glass, layered, matter
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
    unseen,
)

# Radius at the foot, radius at the rim, height.
VESSELS = {'cup': (0.74, 1.02, 2.5), 'glass': (0.86, 0.92, 2.0), 'mug': (0.8, 0.88, 1.6), 'tall': (0.7, 0.84, 2.6)}
COLORS = {
    'pearl': '#2a130a',
    'sago': '#f4efe2',
    'osmanthus': '#e9a21e',
    'basil': '#17161a',
    'taro': '#b9a5bd',
}


def drink(
    layers,
    vessel='cup',
    full=0.92,
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
    slush=None,
    wedge=None,
    beside=None,
):
    """`layers` are (share of the height, colour) from below. `slices` and `cubes` name fruit and count, `foam` is the
    colour of a thick cap, `froth` of a thin one, `petals` float, `leaves` stand in the tea. `slush` is the colour of
    crushed ice, `wedge` a fruit on the rim, `beside` one on the table or on top."""
    foot, rim, height = VESSELS[vessel]
    radius = lambda z: foot + (rim - foot) * z / height
    level = height * full
    wall = lambda z: radius(z) - 0.012
    # Leaves a gap between the drink and the wall, so that pieces at the wall protrude from the drink.
    gap = 0.05 if pearls else 0.032 if sago else 0.014 if cubes or lumps or grapes or seeds else 0
    depth = (0.95 if pearls or lumps else 1.15 if sago else top_of_grapes(grapes) if grapes else 9) if gap else 0
    inner = lambda z: wall(z) - gap * min(1, max(0, (depth - z) / 0.25))
    _vessel(vessel, foot, rim, height)
    top = level - (0.3 if foam and slush else 0.42 if foam else 0)
    liquid = layered(layers, top, wander, streaks, stretch, 0.18, clear, 0.6 if slush else 0)
    floor = 0.015 if vessel == 'cup' else 0.12
    side = [(inner(z), z) for z in np.linspace(floor, top, 24)]
    lathe([(0.001, floor), (inner(floor) - 0.02, floor), *side, (0.001, top)], liquid, 96)
    surface = layers[-1][1]
    if foam:
        _foam(foam, wall, top, level)
    elif slush:
        _mound(slush, wall(top), top)
    elif froth:
        _cap(froth, inner(top), top)
    else:
        _cap(surface, inner(top), top, 0.12, clear)
    if dust:
        _dust(dust, inner(level) * 0.9, level)
    _pearls(pearls, COLORS[pearl], wall, 0.105, 0.75)
    _pearls(sago, '#fffaf0', wall, 0.055, 1.0)
    _pearls(seeds, COLORS['basil'], wall, 0.026, top * 0.95)
    _grapes(grapes, wall)
    if lumps:
        _lumps(lumps, wall)
    if cubes:
        _cubes(*cubes, wall, top)
    if slices:
        _slices(*slices, wall, top)
    # Ice below the surface shows in a clear drink only.
    _ice(ice, wall, top, floating=not foam, sunk=clear > 0.2)
    if petals:
        _petals(*petals, inner(top), level + (0.05 if foam else 0))
    if threads:
        _threads(threads, wall, top)
    if leaves:
        _leaves(leaves, inner, top)
    _flowers(flowers, inner, top)
    if straw:
        _straw(straw, height, level)
    if wedge:
        _wedge(rim, height)
    if beside == 'grapes':
        _kyoho(rim, level)
    if beside == 'strawberry':
        group(strawberry(), (-0.1, -0.25, level - 0.12), (14, 10, 0), 0.72)
    return {'pitch': 27 if vessel != 'mug' else 33}


def within(thing, wall):
    """Pulls the points of a piece that would stand outside of the wall back to it."""
    spots = np.empty(len(thing.data.vertices) * 3)
    thing.data.vertices.foreach_get('co', spots)
    matrix = np.array(thing.matrix_basis)
    spots = spots.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
    out = np.hypot(spots[:, 0], spots[:, 1])
    spots[:, :2] *= np.minimum(1, wall(spots[:, 2]) / np.maximum(out, 1e-6))[:, None]
    thing.data.vertices.foreach_set('co', spots.ravel())
    thing.data.update()
    return move(thing)


def _vessel(kind, foot, rim, height):
    # Uses many rows. With few rows, the wall would take on the slope of its rim and reflect like a bent wall.
    rows = [(foot + (rim - foot) * share, 0.03 + (height - 0.03) * share) for share in np.linspace(0, 1, 24)]
    if kind == 'cup':
        unseen(lathe([(0.02, 0), (foot - 0.07, 0), (foot - 0.012, 0.008), *rows], clear_wall(), 96))
        _ring(rim + 0.018, height, 0.045, 0.032)
    else:
        unseen(lathe([(0.02, 0), (foot - 0.06, 0), (foot - 0.015, 0.01), *rows], clear_wall(edge='#a9bbb8'), 96))
        unseen(lathe([(0.02, 0.11), (foot - 0.05, 0.11)], clear_wall(shine=0), 96))
        _ring(rim - 0.014, height, 0.024, 0.018, 0.5)
    if kind == 'mug':
        line = [
            (rim - 0.03, 0, height * 0.82),
            (rim + 0.38, 0, height * 0.8),
            (rim + 0.5, 0, height * 0.5),
            (rim + 0.34, 0, height * 0.24),
            (foot + 0.03, 0, height * 0.26),
        ]
        unseen(move(tube(smooth_line(line), 0.075, glass('#f4faf7', 0.04, 0.4), 14), turn=(0, 0, -14)))


def _ring(radius, z, wide, high, clear=0.34):
    """The rolled rim of a cup, which catches the light all around."""
    profile = [(radius + wide * math.cos(a), z + high * math.sin(a)) for a in np.linspace(0, TAU, 15)]
    unseen(lathe(profile, matter('#eef3f3', 0.16, coat=0.9, clear=clear), 96))


def _cap(color, radius, z, rough=0.5, clear=0.0):
    """The surface of the drink, which climbs a little at the wall."""
    stuff = matter(color, rough, clear=clear * 0.6)
    points = [(radius * math.sqrt(s), s) for s in np.linspace(0.0001, 1, 14)]
    lathe([(r, z + 0.012 - 0.01 * (1 - s)) for r, s in points], stuff, 96)
    lathe([(radius - 0.04, z + 0.01), (radius - 0.012, z + 0.018), (radius, z + 0.028)], stuff, 96)
    lathe([(radius + 0.001, z - 0.004), (radius + 0.002, z + 0.028)], stuff, 96)


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


def _pearls(count, color, wall, size, high):
    """Pearls that lie at the near half of the wall, in uneven rows from the bottom up."""
    if not count:
        return
    stuff = matter(color, 0.2, coat=0.6, spec=0.4)
    one = ball(size, stuff, detail=16)
    move(one, (0, 0, size + 0.06))
    if size < 0.08:
        for _ in range(count):
            z = 0.07 + size * 0.7 + (high - 0.1) * chance() ** 0.9
            _pearl(one, wall, size, chance(math.pi * 0.95, TAU * 1.025), z)
        return
    z, row, left = 0.05 + size, 0, count
    while left > 0 and z < high + 0.5:
        across = int(math.pi * 1.12 * wall(z) / (size * 1.92))
        # The top of the heap is uneven.
        full = 1 if z < high * 0.7 else 0.55 if z < high else 0.16
        for at in range(across):
            if left > 0 and chance() < full:
                angle = math.pi * 0.94 + math.pi * 1.12 * (at + 0.5 * (row % 2) + chance(-0.16, 0.16)) / across
                _pearl(one, wall, size, angle, z + size * chance(-0.22, 0.22))
                left -= 1
        z, row = z + size * 1.62, row + 1


def _pearl(one, wall, size, angle, z):
    """A soft pearl, flattened by the wall: it shows its whole face and stays inside."""
    share = chance(0.9, 1.06)
    thick = 0.62 * share
    out = wall(z - size) - size * thick
    turn = (0, 0, math.degrees(angle))
    again(one, (out * math.cos(angle), out * math.sin(angle), z), turn, (thick, share, share))


def top_of_grapes(count):
    return 0.3 + count / 18


def _grapes(count, wall):
    """Peeled grapes, pressed against the wall: dark outside, with a light heart."""
    tries, placed = 0, []
    while len(placed) < count and tries < 2000:
        tries += 1
        z = 0.2 + (top_of_grapes(count) - 0.2) * chance()
        angle = chance(math.pi * 0.95, TAU * 1.025)
        spot = np.array([wall(z) * angle, z])
        if all(np.hypot(*(spot - other)) > 0.3 for other in placed):
            placed.append(spot)
            _grape(angle, z, wall, len(placed))


def _grape(angle, z, wall, seed):
    half = seed % 3 == 0
    size = chance(0.2, 0.235)
    spin = chance(0, TAU)

    def tone(points):
        # After the rotation, the grape's x axis points to the wall. The light comes through the middle of the grape.
        out = np.hypot(points[:, 1], points[:, 2]) / size
        veins = 0.1 * ripple(points / size, 3, seed)
        rays = 0.1 * np.abs(np.sin(np.arctan2(points[:, 2], points[:, 1]) * 5 + spin)) * half
        heart, rim = ('#d3cf92', '#6b2d66') if half else ('#a4579a', '#3d1040')
        return mix(heart, rim, np.clip((out - 0.3) * 1.35, 0, 1) + rays + veins)

    thing = ball(size, matter(rough=0.12, coat=0.8, tone=True), (1, 1, 1.12), 0.02, 2, seed, 20, None, tone)
    out = wall(z) - size * (0.5 if half else 0.72)
    move(thing, (out * math.cos(angle), out * math.sin(angle), z), (0, 0, math.degrees(angle)))
    within(thing, wall)


def _mound(color, radius, z):
    """Crushed ice, heaped."""
    ice = matter(color, 0.22, coat=0.35, bump=(24, 0.8), mottle=(pale(color), 30, 0.4, 0.9))

    def heaped(u, v):
        out, angle = radius * v, u * TAU
        spots = np.column_stack([out * np.cos(angle), out * np.sin(angle), 0 * u])
        rise = (1 - v**2.5) * (0.2 + 0.07 * ripple(spots, 3, 2) + 0.05 * ripple(spots, 9, 5))
        return spots[:, 0], spots[:, 1], z + rise

    sheet(heaped, ice, 46, 121)


def pale(color):
    return tuple(0.45 + 0.55 * part for part in linear(color))


def _wedge(rim, height):
    """A slice of watermelon that sits on the rim."""
    radius, spread, thick = 0.78, math.radians(62), 0.13
    rows, columns = 60, 50
    stuff = matter(rough=0.3, coat=0.35, tone=True, bump=(30, 0.25))
    seeds = [(0.42 + 0.17 * (at % 3), (at - 4) / 5 + chance(-0.1, 0.1)) for at in range(9)]

    def tone(u, v):
        color = mix('#e3343f', '#d3212f', v) * (1 + 0.1 * ripple(np.column_stack([u * 6, v * 9, 0 * u]), 4, 2))[:, None]
        color[v > 0.84] = mix('#f2857a', '#f4f3d4', (v[v > 0.84] - 0.84) / 0.06)
        color[v > 0.93] = mix('#a9cf7a', '#1f5c26', (v[v > 0.93] - 0.93) / 0.05)
        for far, aside in seeds:
            x, y = v - far, (u * 2 - 1 - aside) * v * spread / 2
            color[(x / 0.042) ** 2 + (y / 0.022) ** 2 < 1] = linear('#1a0f0c')
        return color

    def face(side):
        def surface(u, v):
            angle = (u - 0.5) * spread
            return radius * v * np.sin(angle), side * thick / 2 + 0 * u, radius * v * np.cos(angle)

        return surface

    rind = matter(rough=0.3, coat=0.4, tone=True)
    ends = sheet(
        lambda u, v: (
            radius * np.sin((u - 0.5) * spread),
            (v - 0.5) * thick,
            radius * np.cos((u - 0.5) * spread),
        ),
        rind,
        6,
        60,
        tone=lambda u, v: mix('#2f7a34', '#12401a', 0.5 + 0.5 * np.sin(u * 40)),
    )
    parts = [sheet(face(side), stuff, rows, columns, tone=tone) for side in (-1, 1)]
    for side in (0, 1):
        parts.append(
            sheet(
                lambda u, v, side=side: (
                    radius * v * math.sin((side - 0.5) * spread),
                    (u - 0.5) * thick,
                    radius * v * math.cos((side - 0.5) * spread),
                ),
                stuff,
                rows,
                6,
                tone=lambda u, v: tone(0.5 + 0 * u, v),
            )
        )
    group([*parts, ends], (rim * 0.8, -0.34, height - 0.34), (-8, 16, -14))


def _kyoho(rim, level):
    """Whole grapes with their bloom, beside the foot and on top."""
    skin = matter('#2a1234', 0.3, coat=0.3, mottle=('#4d3266', 2, 0.36, 0.74))
    one = ball(0.3, skin, (1, 1, 1.1), detail=28)
    spots = [(rim + 0.22, -0.5, 0.3), (rim + 0.62, -0.98, 0.3), (rim + 0.04, -1.12, 0.3)]
    spots += [(-0.14, -0.3, level + 0.22), (0.38, -0.16, level + 0.2)]
    for at, (x, y, z) in enumerate(spots):
        (move if at == 0 else again)(one, (x, y, z), (chance(40, 80), chance(0, 40), chance(0, 360)))


def _lumps(color, wall):
    """Mash that clings to the wall."""
    for at in range(46):
        z = 0.12 + 0.95 * chance() ** 1.2
        angle = chance(math.pi * 0.95, TAU * 1.02)
        size = chance(0.12, 0.24)
        lump = ball(size, matter(color, 0.7), (1, 1, 0.7), 0.22, 3, at, 14)
        out = wall(z) - size * 0.7
        move(lump, (out * math.cos(angle), out * math.sin(angle), z), (chance(0, 90), 0, chance(0, 360)))
        within(lump, wall)


FRUIT = {
    'mango': '#f2a51c',
    'peach': '#f3a57c',
    'strawberry': '#c92d34',
    'kiwi': '#86ac3a',
    'watermelon': '#e0474f',
}


def _cubes(fruit, count, wall, top):
    stuff = matter(FRUIT[fruit], 0.3, coat=0.4, mottle=(mix_hex(FRUIT[fruit]), 3, 0.4, 0.7))
    for at in range(count):
        z = 0.2 + (top - 0.35) * chance() ** 1.4
        angle = chance(math.pi, TAU)
        size = chance(0.2, 0.3)
        cube = block((size, size * 0.9, size * 0.85), stuff, 0.05)
        out = wall(z) - size * 0.2
        move(
            cube,
            (out * math.cos(angle), out * math.sin(angle), z),
            (chance(-30, 30), chance(-30, 30), math.degrees(angle) + chance(-20, 20)),
        )
        within(cube, wall)


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
        'peach': ('#d8604f', '#f7c98c', '#fadca6', '#c8384a'),
    }[fruit]
    if fruit == 'peach':
        # A wedge without its stone.
        share, angle = 0.34 + 0.66 * share, angle * 0.46 + 0.1
    if fruit == 'kiwi':
        rays = np.abs(np.sin(angle * 16)) ** 3
        color = mix('#e9ecc4', '#86b035', (share - 0.2) / 0.18)
        color = color * (1 - 0.25 * (rays * (share > 0.3) * (share < 0.8))[:, None])
        color[(np.abs(share - 0.42) < 0.07) & (np.abs(np.sin(angle * 14)) > 0.86)] = (0.012, 0.012, 0.01)
        color[share > 0.965] = linear(rind)
    elif fruit == 'peach':
        red = np.clip((0.6 - share) / 0.24, 0, 1) + 0.18 * np.abs(np.sin(angle * 19)) * (share < 0.75)
        color = mix(flesh, line, red)
        color = mix('#fadca6', '#f5b877', np.clip((share - 0.7) / 0.2, 0, 1)) * (share > 0.7)[:, None] + color * (
            share <= 0.7
        )[:, None]
        color[share > 0.93] = linear(rind)
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


def _peach_wedge(size):
    """A wedge of peach: red skin outside, red flesh where the stone was."""
    path = [0, 0.36, 0.5, 0.64, 1]

    def surface(u, v):
        a = (u - 0.5) * 2.5
        slim = np.sqrt(np.clip(1 - (u * 2 - 1) ** 2, 0, 1))
        r = np.interp(v, path, [0.4, 0.97, 1.03, 0.97, 0.4])
        r = 1 - (1 - r) * (0.25 + 0.75 * slim)
        t = np.interp(v, path, [0, 0.2, 0, -0.2, 0]) * (0.1 + 0.9 * slim)
        t = np.where((v > 0.36) & (v < 0.64), np.interp(v, [0.36, 0.64], [0.2, -0.2]) * (0.1 + 0.9 * slim), t)
        return size * r * np.cos(a), size * r * np.sin(a), size * t

    def tone(u, v):
        inward = np.clip(np.minimum(v, 1 - v) / 0.36, 0, 1)
        color = mix('#c8384a', '#f9d59c', inward * 2.4 + 0.12 * np.sin(u * 60))
        color[(v > 0.35) & (v < 0.65)] = linear('#d8604f')
        return color

    return sheet(surface, matter(rough=0.25, coat=0.4, tone=True), 60, 40, tone=tone)


def _slices(fruit, count, inner, top):
    """Slices pressed to the wall, one on top."""
    for at in range(count):
        radius = chance(0.42, 0.5)
        middle = 0.6 + (top - 1.2) * (at + 0.5) / count + chance(-0.06, 0.06)
        start = math.radians(270 + (-1) ** at * chance(18, 36))

        # Wedges of peach lie in all directions; round slices look the same in each.
        spin = 2.4 * at + 0.6 if fruit == 'peach' else 0

        def bend(y, z, spin=spin):
            y, z = y * math.cos(spin) - z * math.sin(spin), y * math.sin(spin) + z * math.cos(spin)
            height = np.clip(middle + z, 0.06, top)
            around = start + y / inner(middle)
            out = inner(height) + 0.004
            return np.column_stack([out * np.cos(around), out * np.sin(around), height])

        fruit_slice(fruit, radius, bend=bend)
    if fruit == 'peach':
        for at, (x, y, turn) in enumerate(((-0.3, -0.1, 170), (0.1, -0.34, 240), (0.16, 0.2, 40))):
            move(_peach_wedge(0.46), (x, y, top + 0.06 + 0.03 * at), (chance(-14, 14), chance(-14, 14), turn))
        return
    group(fruit_slice(fruit, 0.46), (chance(-0.2, 0.0), 0.0, top + 0.06), (chance(-6, 6), -84, chance(0, 90)))


def _ice(count, wall, top, floating=True, sunk=True):
    stuff = glass('#eef6f8', 0.12, 0.25)
    milky = matter('#ffffff', 0.15, clear=0.72)
    for at in range(count):
        size = chance(0.36, 0.46)
        up = at < count * 0.45 and floating
        z = top - size * chance(0.35, 0.6) if up else chance(top * 0.45, top - size)
        angle = chance(math.pi, TAU) if not up else at * 2.4
        out = chance(0.15, wall(top) - size * 0.72) if up else wall(z) - size * 0.72
        spot = (out * math.cos(angle), out * math.sin(angle), z)
        turn = (chance(-25, 25), chance(-25, 25), chance(0, 90))
        if up or sunk:
            for share, skin in ((1, milky), (1.01, stuff)):
                cube = move(block((size * share, size * share, size * 0.9 * share), skin, 0.07), spot, turn)
                unseen(within(cube, wall))


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


def _threads(color, wall, top):
    """Torn pomelo flesh, and cubes of mango, on top and at the wall."""
    stuff = matter(color, 0.16, coat=0.7, mottle=('#fffbe6', 5, 0.4, 0.7))
    drop = smooth_line([(-0.13, 0, 0), (0, 0.02, 0.02), (0.13, 0, 0)], 5)
    for at in range(64):
        angle = chance(0, TAU)
        spot = (0.85 * math.sqrt(chance()) * wall(top), top + 0.03 + 0.04 * chance())
        if at > 40:
            z = chance(1.0, top * 0.9)
            angle, spot = chance(math.pi, TAU), (wall(z) - 0.04, z)
        piece = tube(drop, [0.008, 0.016, 0.024, 0.032, 0.04, 0.046, 0.05, 0.048, 0.04, 0.026, 0.008], stuff, 8)
        move(
            piece,
            (spot[0] * math.cos(angle), spot[0] * math.sin(angle), spot[1]),
            (chance(-20, 20), chance(-20, 20), chance(0, 360) if at < 41 else math.degrees(angle) + 90),
        )
        within(piece, wall)
    mango = matter(FRUIT['mango'], 0.25, coat=0.5, mottle=(mix_hex(FRUIT['mango']), 3, 0.4, 0.7))
    for at in range(7):
        angle, out = at * 2.4, 0.1 + 0.08 * at
        move(
            block((0.27, 0.25, 0.23), mango, 0.05),
            (out * math.cos(angle), out * math.sin(angle), top - 0.02 + chance(0, 0.08)),
            (chance(-25, 25), chance(-25, 25), chance(0, 90)),
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


LEAVES = {'longjing': '#94aa50', 'oolong': '#6d7d3c', 'jasmine': '#8a9850'}


def _leaves(kind, inner, top):
    stuff = matter(LEAVES[kind], 0.45, mottle=(mix_hex(LEAVES[kind]), 5, 0.4, 0.7))
    if kind == 'longjing':
        for at in range(46):
            spot = chance(0.08, inner(0.3) * 0.82), chance(0, TAU)
            floating = at % 4 == 0
            size = chance(0.42, 0.6)
            z = top - size * 1.05 if floating else 0.13
            for side in (-1, 1):
                move(
                    leaf(size, 0.13, stuff, 0.25),
                    (spot[0] * math.cos(spot[1]), spot[0] * math.sin(spot[1]), z),
                    (chance(-16, 16), side * 9 + chance(-8, 8), chance(0, 360)),
                )
        return
    # Opened leaves: most lie on the bottom, some stand on them.
    for at in range(54):
        stands = at % 4 == 0
        angle = chance(0, TAU)
        out = math.sqrt(chance()) * (0.5 if stands else 0.62) * inner(0.2)
        spread = math.degrees(angle) - 90 + chance(-50, 50)
        piece = move(
            leaf(chance(0.35, 0.58), chance(0.18, 0.27), stuff, 1.0, 0.5),
            (out * math.cos(angle), out * math.sin(angle), 0.14 + (0.06 if stands else 0.2 * chance())),
            (chance(15, 45) if stands else chance(62, 86), chance(-25, 25), spread + 180),
        )
        within(piece, lambda z: inner(0.2) * 0.94)


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
    # The open end of the straw.
    end = (top - low) / np.linalg.norm(top - low)
    tube([top - 0.01 * end, top + 0.004 * end], 0.082, matter([0.3 * part for part in linear(color)], 0.7), 24)


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
