"""Models of warm dishes: bowls of noodles, rice plates, dumplings."""
import math

import numpy as np

from bakery import plate
from matter import matter
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
    mesh,
    mix,
    move,
    ripple,
    scatter,
    sheet,
    small_ball,
    smooth_line,
    tube,
)


def vessel(color='#f3eee3', inside=None, deep=True, radius=1.6):
    """A bowl. Returns the height of its content."""
    china = matter(color, 0.22, coat=0.6)
    height = 1.15 if deep else 0.62
    outer = [
        (0.001, 0.0),
        (0.62, 0.0),
        (0.66, 0.12),
        (0.9, 0.2),
        (radius * 0.86, height * 0.62),
        (radius, height),
        (radius - 0.05, height + 0.03),
    ]
    line = smooth_line(outer[1:], 6)
    lathe([(0.001, 0.02), *[tuple(p) for p in line]], china, 110)
    lining = smooth_line(
        [
            (radius - 0.05, height + 0.03),
            (radius - 0.12, height - 0.06),
            (radius * 0.8, height * 0.55),
            (0.5, 0.22),
            (0.01, 0.2),
        ],
        6,
    )
    lathe([tuple(p) for p in lining], matter(inside or color, 0.25, coat=0.5), 110)
    return height, radius


def soup(color, z, radius, oil=None, clear=0.0):
    """The surface of a broth, with drops of oil."""
    lathe(
        [(0.001, z), (radius * 0.5, z), (radius, z), (radius + 0.02, z + 0.012)],
        matter(color, 0.08, coat=0.5, bump=(3, 0.03), mottle=(tuple(p * 0.75 for p in linear(color)), 1.6, 0.35, 0.7)),
        96,
    )
    if oil:
        stuff = matter(oil, 0.05, coat=0.8)
        one = ball(0.09, stuff, (1, 1, 0.06), detail=10)
        one.location = (0.3, -radius * 0.6, z + 0.004)
        for _ in range(46):
            a, out = chance(0, TAU), radius * 0.94 * math.sqrt(chance())
            again(one, (out * math.cos(a), out * math.sin(a), z + 0.004), scale=chance(0.2, 1.2))


def noodles(color, z, radius, count=150, thick=0.045, wild=1.0, lift=0.3, gloss=0.35):
    """A nest of noodles: curved strands in a round dish, higher in the middle."""
    stuff = matter(color, 0.32, coat=gloss, mottle=(tuple(p * 0.86 for p in linear(color)), 3, 0.4, 0.7))
    for at in range(count):
        a = chance(0, TAU)
        out = radius * (0.1 + 0.75 * math.sqrt(chance()))
        turn = chance(0.5, 1.5) * (1 if chance() < 0.5 else -1)
        level = z + lift * (1 - (out / radius) ** 2) * chance(0.2, 1.0)
        points = []
        for t in np.linspace(0, 1, 7):
            b = a + turn * t * 1.6
            r = out * (1 + wild * 0.35 * math.sin(t * 4 + at)) + chance(-0.04, 0.04)
            r = min(r, radius * 0.93)
            points.append((r * math.cos(b), r * math.sin(b), level + chance(-0.05, 0.05) - (0.1 if t in (0, 1) else 0)))
        tube(smooth_line(points, 5), thick, stuff, 7)


def scallions(z, radius, count=40, center=(0, 0), height=lambda x, y: 0.0):
    """Rings of green onion."""
    colors = [matter('#5f9a35', 0.4, coat=0.2), matter('#8fbf57', 0.4, coat=0.2), matter('#c9dd9c', 0.4, coat=0.2)]
    rings = [lathe([(0.035, 0), (0.052, 0.0), (0.052, 0.06), (0.035, 0.06), (0.035, 0)], color, 14) for color in colors]
    for at in range(count):
        a, out = chance(0, TAU), radius * math.sqrt(chance())
        x, y = center[0] + out * math.cos(a), center[1] + out * math.sin(a)
        spot = (x, y, z + height(x, y) + 0.01)
        turn = (chance(-50, 50), chance(-50, 50), 0)
        if at < 3:
            move(rings[at], spot, turn, 1.2)
        else:
            again(rings[at % 3], spot, turn, chance(0.9, 1.5))


def beef(at, turn=0, size=1.0):
    """A thick piece of braised shank."""
    meat = matter('#6a3218', 0.35, coat=0.35, mottle=('#8a4a25', 3, 0.4, 0.6), bump=(8, 0.7), stretch=(1, 4, 1))
    thing = ball(0.34 * size, meat, (1.25, 0.85, 0.5), 0.12, 3, int(at[0] * 100) % 50, 22, _square)
    return move(thing, at, (chance(-15, 15), chance(-15, 15), turn))


def _square(points):
    """Pushes a ball toward a box."""
    size = np.abs(points).max(axis=0)
    unit = points / size
    return np.sign(unit) * np.abs(unit) ** 0.7 * size


def greens(at, turn=0, size=1.0):
    """Blanched bok choy: a pale stem with dark leaves."""
    stem = matter('#cfe0a8', 0.35, coat=0.3)
    leaf = matter('#2f7028', 0.35, coat=0.35, mottle=('#1f5420', 4, 0.4, 0.7), bump=(7, 0.4))
    parts = []
    for k in range(3):
        spread = (k - 1) * 0.16
        parts.append(
            tube(
                smooth_line([(0, spread * 0.5, 0), (0.3, spread, 0.05), (0.6, spread * 1.6, 0.02)], 6),
                [0.09, *[0.1] * 11, 0.06],
                stem,
                12,
                flat=0.6,
            )
        )

        def blade(u, v, s=spread):
            return (
                0.55 + v * 0.6,
                s * 1.5 + (u - 0.5) * 0.5 * np.sin(np.pi * np.clip(v + 0.06, 0, 1)) ** 0.7,
                0.05 + 0.06 * np.sin(u * 9 + s * 20) * v + 0.05 * np.sin(v * 6),
            )

        parts.append(sheet(blade, leaf, 18, 14, thickness=0.02))
    return group(parts, at, (chance(-6, 6), chance(-4, 10), turn), size)


def half_egg(at, turn=0, size=1.0):
    """Half a soft-boiled egg, cut side up."""
    white = matter('#f4ecdc', 0.4, coat=0.3)
    body = ball(
        0.36,
        white,
        (1.24, 0.95, 0.9),
        0.0,
        2,
        0,
        26,
        lambda p: np.column_stack([p[:, 0] * (1 + 0.12 * p[:, 0]), p[:, 1], np.minimum(p[:, 2], 0.0)]),
    )

    def face(u, v):
        x, y = 0.446 * v * np.cos(u * TAU), 0.342 * v * np.sin(u * TAU)
        sunk = np.interp(v, [0, 0.45, 0.54, 0.6, 0.93, 1], [0.03, 0.03, 0.012, 0.018, 0.012, 0.0])
        return x * (1 + 0.12 * x), y, sunk

    def tone(u, v):
        wander = v + 0.02 * np.sin(u * TAU * 3 + 1)
        color = mix('#f5f0e4', '#fbf8f0', (v - 0.5) * 2)
        yolk = mix('#f39a12', '#f8b93a', np.clip(wander / 0.5, 0, 1) ** 3)
        share = np.clip((0.57 - wander) / 0.03, 0, 1)[:, None]
        return color * (1 - share) + yolk * share

    cut = sheet(face, matter(rough=0.2, coat=0.5, tone=True), 50, 70, tone=tone, around=True)
    return group([body, cut], at, (26, -6, turn), size)


def shrimp(at, turn=(0, 0, 0), size=1.0):
    """A cooked, peeled shrimp, curled."""
    t = np.linspace(0, 1, 40)
    a = 0.4 + t * 4.1
    r = 0.3 - 0.05 * t
    line = np.column_stack([r * np.cos(a), r * np.sin(a), 0 * t])
    thick = 0.13 * (1 - 0.62 * t**1.5) * (1 + 0.05 * np.abs(np.sin(t * 22)))

    def tone(points):
        ring = np.repeat(t, 16)
        return mix('#f9d9c4', '#e8703f', 0.5 + 0.5 * np.sin(ring * 40) ** 3 + 0.1)

    body = tube(line, thick, matter(rough=0.3, coat=0.5, tone=True), 16, True, tone)
    end = line[-1]
    tail = [
        move(
            ball(0.1, matter('#d9502a', 0.3, coat=0.5), (0.4, 1.2, 0.2), detail=10),
            tuple(end + [0.02 * k, 0.06, 0]),
            (0, 0, 24 * k),
        )
        for k in (-1, 1)
    ]
    return group([body, *tail], at, turn, size)


def crumbs(color, z, radius, count, size=0.05, center=(0, 0), height=lambda x, y: 0.0, other=None):
    """Small bits: fried pork, preserved greens, sesame, peanuts."""
    ones = [
        ball(size, matter(c, 0.5, coat=0.2, bump=(20, 0.5)), (1.2, 0.9, 0.8), 0.25, 3, k, 10)
        for k, c in enumerate([color, other or color])
    ]
    for at in range(count):
        a, out = chance(0, TAU), radius * math.sqrt(chance())
        x, y = center[0] + out * math.cos(a), center[1] + out * math.sin(a)
        spot, turn = (x, y, z + height(x, y)), (chance(0, 360), chance(0, 360), 0)
        if at < 2:
            move(ones[at], spot, turn)
        else:
            again(ones[at % 2], spot, turn, chance(0.6, 1.3))


def noodle_bowl(kind):
    bowls = {
        'beef': ('#2c2a28', '#d8cdb8'),
        'dandan': ('#f3eee3', None),
        'sesame': ('#35705c', '#dfe6d6'),
        'scallion': ('#e9e2d2', None),
        'tomato': ('#f3eee3', None),
        'laksa': ('#2d4a63', '#eae4d8'),
        'wonton': ('#f3eee3', None),
        'congee': ('#5a4636', '#e9e0cf'),
    }
    outside, inside = bowls[kind]
    height, radius = vessel(
        outside,
        inside,
        kind not in ('dandan', 'sesame', 'scallion'),
        1.6 if kind not in ('dandan', 'sesame', 'scallion') else 1.75,
    )
    z = height - 0.18
    reach = radius - 0.17
    dome = lambda x, y: 0.26 * max(0, 1 - (x * x + y * y) / reach**2)
    if kind == 'beef':
        soup('#8a3f16', z, reach, '#c8491a')
        noodles('#ecd292', z - 0.05, reach, 130, 0.05, lift=0.22)
        for x, y, t in (
            (-0.5, 0.35, 20),
            (0.1, 0.55, -30),
            (-0.15, 0.02, 60),
            (0.5, 0.2, 10),
            (-0.75, -0.1, 80),
            (0.25, -0.3, -20),
        ):
            beef((x, y, z + 0.24), t, 1.05)
        greens((0.35, 0.75, z + 0.12), 20, 0.8)
        greens((0.5, 0.62, z + 0.16), -8, 0.7)
        crumbs('#8a9a3a', z + 0.14, 0.28, 40, 0.05, (-0.75, -0.6), other='#6d7d2c')
        scallions(z + 0.3, 0.4, 26, (0, 0))
    if kind == 'dandan':
        soup('#a5331a', z - 0.06, reach * 0.98, '#d9481c')
        noodles('#eed79a', z - 0.12, reach * 0.93, 170, 0.042, lift=0.36)
        crumbs('#6f3a1c', z + 0.12, 0.62, 190, 0.06, height=dome, other='#8a4d26')
        crumbs('#4c5a24', z + 0.15, 0.4, 60, 0.05, (-0.3, -0.2), dome, '#39471b')
        crumbs('#e0b978', z + 0.2, 0.5, 26, 0.055, (0.1, 0.0), dome, '#d6a661')
        scallions(z + 0.22, 0.55, 34, height=dome)
    if kind == 'sesame':
        noodles('#e6c98b', z - 0.1, reach * 0.95, 190, 0.045, lift=0.4)
        sauce = matter('#b98a52', 0.3, coat=0.5)
        ball(0.85, sauce, (1.1, 0.95, 0.26), 0.12, 2.5, 4, 36).location = (0.05, 0.0, z + 0.2)
        for at in range(46):
            a = chance(0, TAU)
            x, y = 0.42 * math.sqrt(chance()) * math.cos(a) - 0.05, 0.42 * math.sqrt(chance()) * math.sin(a)
            move(
                block((0.62, 0.05, 0.05), matter('#a9c870' if at % 3 else '#4f7f35', 0.35, coat=0.3), 0.012),
                (x, y, z + 0.4 + chance(0, 0.14)),
                (chance(-18, 18), chance(-18, 18), chance(-50, 50)),
            )
        crumbs('#f3e4c0', z + 0.3, 1.0, 110, 0.026, height=lambda x, y: dome(x, y) * 0.7, other='#e9d3a0')
    if kind == 'scallion':
        noodles('#c9924f', z - 0.1, reach * 0.95, 200, 0.045, lift=0.42, gloss=0.6)
        for at in range(60):
            a, out = chance(0, TAU), 0.62 * math.sqrt(chance())
            line = [(-0.42, 0, 0), (-0.1, chance(-0.08, 0.08), 0.06), (0.2, chance(-0.08, 0.08), 0.02), (0.42, 0, 0.04)]
            color = ['#4a5a1e', '#5b3a14', '#31400f', '#6d5a22'][at % 4]
            move(
                tube(smooth_line(line, 4), 0.03, matter(color, 0.4, coat=0.4), 6, flat=0.6),
                (out * math.cos(a), out * math.sin(a), z + 0.32 + dome(out, 0) * 0.4),
                (chance(-15, 15), chance(-15, 15), chance(0, 360)),
            )
    if kind == 'tomato':
        soup('#cf4a1e', z, reach, '#e8842a')
        noodles('#f2dfa8', z - 0.05, reach, 120, 0.05, lift=0.2)
        for at in range(15):
            a, out = chance(0, TAU), 0.9 * math.sqrt(chance())
            tomato = matter('#d43420', 0.22, coat=0.5, mottle=('#e85a2c', 2, 0.4, 0.7))
            move(
                ball(0.25, tomato, (1.2, 0.8, 0.5), 0.15, 3, at, 18),
                (out * math.cos(a), out * math.sin(a), z + 0.16),
                (chance(-30, 30), chance(-30, 30), chance(0, 360)),
            )
        for at in range(20):
            a, out = chance(0, TAU), 0.95 * math.sqrt(chance())
            move(
                ball(
                    0.26,
                    matter('#f6cf4a', 0.4, coat=0.3, mottle=('#fbe9a4', 4, 0.4, 0.65), bump=(10, 0.4)),
                    (1.2, 0.9, 0.36),
                    0.3,
                    4,
                    at,
                    20,
                ),
                (out * math.cos(a), out * math.sin(a), z + 0.2),
                (chance(-20, 20), chance(-20, 20), chance(0, 360)),
            )
        scallions(z + 0.3, 0.9, 40)
    if kind == 'laksa':
        soup('#dd8a2c', z, reach, '#d9521a')
        noodles('#f8f2e2', z - 0.06, reach, 90, 0.04, lift=0.16)
        puff = matter('#c98a35', 0.6, mottle=('#a56420', 3, 0.4, 0.7), bump=(16, 0.6))
        for x, y, t in ((-0.65, 0.45, 10), (-0.25, 0.75, 40), (-0.85, 0.0, 70), (-0.3, 0.25, 20)):
            move(block((0.46, 0.42, 0.34), puff, 0.11), (x, y, z + 0.02), (chance(-12, 12), chance(-12, 12), t))
        for x, y, t in ((0.45, 0.35, 20), (0.75, -0.1, 120), (0.15, -0.15, 240), (0.35, 0.8, 60)):
            shrimp((x, y, z + 0.2), (chance(-14, 14), chance(-14, 14), t), 1.05)
        leaf = matter('#3f7a2a', 0.45)
        for at in range(16):
            a, out = chance(0, TAU), 0.4 * math.sqrt(chance())
            move(
                ball(0.13, leaf, (1, 0.6, 0.08), 0.1, 3, at, 8),
                (out * math.cos(a) - 0.2, out * math.sin(a) - 0.6, z + 0.08 + chance(0, 0.1)),
                (chance(-30, 30), chance(-30, 30), chance(0, 360)),
            )
    if kind == 'wonton':
        soup('#c99a4a', z, reach, '#e3c06a')
        for at in range(8):
            a = at * TAU / 7 + 0.3
            out = 0.92 if at < 7 else 0.0
            group(
                wonton(at),
                (out * math.cos(a) * 0.9, out * math.sin(a) * 0.9, z + 0.0),
                (0, 0, math.degrees(a) + 126),
                0.9,
            )
        for at in range(22):
            a, out = chance(0, TAU), 0.9 * math.sqrt(chance())
            move(
                tube([(-0.16, 0, 0), (0, 0.02, 0.02), (0.16, 0, 0)], 0.022, matter('#e9dc7a', 0.4), 6),
                (out * math.cos(a), out * math.sin(a), z + 0.1 + 0.22 * chance()),
                (0, chance(-20, 20), chance(0, 360)),
            )
    if kind == 'congee':
        lathe(
            [(0.001, z + 0.05), (reach * 0.6, z + 0.04), (reach, z), (reach + 0.02, z + 0.01)],
            matter('#d9d0bd', 0.2, coat=0.5, bump=(20, 0.6), mottle=('#efe8d8', 16, 0.4, 0.62)),
            96,
        )
        for x, y, turn in (
            (-0.66, 0.3, 30),
            (0.1, 0.62, 165),
            (0.7, 0.12, 115),
            (-0.42, -0.42, 150),
            (0.36, -0.52, 20),
        ):
            group(century_egg(), (x, y, z - 0.06), (chance(10, 24), chance(-8, 4), turn), 1.05)
        pork = matter('#c9a58a', 0.55, bump=(12, 0.6), mottle=('#b0876a', 3, 0.4, 0.6), coat=0.15)
        for at in range(15):
            a, out = chance(0, TAU), 1.0 * math.sqrt(chance())
            line = [(-0.2, 0, 0), (0, chance(-0.05, 0.05), 0.03), (0.2, 0, 0)]
            move(
                tube(smooth_line(line, 4), [0.015, *[0.04] * 7, 0.015], pork, 7, flat=0.6),
                (out * math.cos(a), out * math.sin(a), z + 0.06),
                (chance(-8, 8), chance(-8, 8), chance(0, 360)),
            )
        scallions(z + 0.05, 0.95, 40)
        for k, (x, y, high, turn) in enumerate(((2.05, 0.42, 0.25, -16), (2.2, -0.2, 0.25, -34), (2.1, 0.1, 0.62, -62))):
            group(youtiao(k), (x, y, high), (0, 0, turn), 0.95)
    return {'pitch': 47}


def youtiao(seed=0):
    """A piece of fried dough: two strands grown together, crisp and full of holes."""
    long = 0.56

    def ring(a):
        return np.abs(np.cos(a)) * 0.3 + 0.1 * np.abs(np.sin(a)) + 0.02, np.sin(a) * (0.13 + 0.1 * np.abs(np.cos(a)))

    def surface(u, v):
        a = u * TAU
        wide, tall = ring(a)
        x = np.sign(np.cos(a)) * wide * np.abs(np.cos(a)) ** 0.4
        spots = np.column_stack([x * 2, tall * 2, v * 2])
        swell = 1 + 0.1 * ripple(spots, 3, seed, 2) + 0.05 * ripple(spots, 9, seed + 1, 2)
        return x * swell, (v - 0.5) * 2 * long, (0.08 * np.sign(tall) + tall) * swell

    def tone(u, v):
        x, y, z = surface(u, v)
        spots = np.column_stack([x, y, z])
        share = 0.35 + z * 0.9 + 0.4 * ripple(spots, 5, seed, 3)
        color = mix('#f0c67c', '#d08c34', np.clip(share * 1.6, 0, 1))
        dark = np.clip(share - 0.75, 0, 0.7)[:, None]
        return color * (1 - dark) + np.asarray(linear('#8d4f16')) * dark

    def cut(u, v):
        x, _, z = surface(u, 0 * v)
        return x * v, -long - 0.001 + 0 * v, z * v

    def holes(u, v):
        x, _, z = cut(u, v)
        spots = np.column_stack([x * 2, z * 2, 0 * x])
        deep = np.clip(ripple(spots, 7, seed + 3, 2) * 3 + 0.1, 0, 1)
        color = mix('#f8e4b4', '#8f5a22', deep)
        color[v > 0.9] = linear('#cf8d38')
        return color

    crisp = matter(rough=0.5, coat=0.2, tone=True, bump=(20, 0.5))
    return [
        sheet(surface, crisp, 40, 80, tone=tone, around=True),
        sheet(cut, crisp, 40, 80, tone=holes, around=True),
    ]


def century_egg():
    """A wedge of preserved egg: dark amber white, green-grey yolk."""
    spread = 0.62

    def outside(u, v):
        a, b = (u - 0.5) * 2 * spread + math.pi / 2, (v - 0.5) * math.pi
        return 0.52 * np.sin(b), 0.42 * np.cos(b) * np.cos(a), 0.42 * np.cos(b) * np.sin(a) * -1 + 0.3

    def tone(u, v):
        color = mix('#59634e', '#3f240d', np.clip((v - 0.54) / 0.1, 0, 1))
        return color * (0.85 + 0.3 * np.clip(0.5 - v, 0, 1))[:, None]

    parts = [sheet(outside, matter('#3f230c', 0.1, coat=0.9), 30, 24)]
    for side in (-1, 1):
        a = math.pi / 2 + side * spread

        def face(u, v, a=a):
            b = u * TAU / 2 - math.pi / 2
            return 0.52 * np.sin(b) * v, 0.42 * np.cos(b) * v * math.cos(a), -0.42 * np.cos(b) * v * math.sin(a) + 0.3

        parts.append(sheet(face, matter(rough=0.15, coat=0.7, tone=True), 24, 50, tone=tone))
    return parts


def wonton(seed=0):
    """A wonton: pink shrimp in a thin silky skin that trails off into a tail."""

    def wrinkled(points):
        unit = points / 0.38
        gather = np.clip(unit[:, 0] * 0.6 + 0.5, 0, 1)
        folds = 0.06 * np.sin(np.arctan2(unit[:, 1], unit[:, 2]) * 9 + seed) * gather
        points = points * (1 + folds + 0.04 * ripple(unit, 2.5, seed))[:, None]
        # Toward the tail the skin is gathered.
        slim = np.clip((points[:, 0] - 0.12) / 0.34, 0, 1)
        points[:, 1] *= 1 - 0.5 * slim
        points[:, 0] *= 1.12
        return points

    def tone(points):
        unit = points / 0.38
        share = 1.0 - np.clip(unit[:, 0] + 0.2, 0, 1) + 0.45 * ripple(unit, 3.2, seed + 5, 3) - 0.25
        return mix('#f6e9cf', '#ee8c5e', np.clip(share, 0, 0.8))

    body = ball(0.38, matter(rough=0.14, coat=0.8, tone=True), (1.05, 0.95, 0.8), 0, 2, seed, 44, wrinkled, tone)

    def fan(u, v):
        aside = u - 0.5
        wave = 0.05 * np.sin(aside * 13 + seed) * (0.3 + v) + 0.05 * np.sin(v * 5 + seed + aside * 4) * v
        reach = 0.3 + 0.82 * v * (1 - 0.5 * np.abs(aside) ** 1.5)
        curl = 0.18 * np.sin(seed * 1.7) * v**2
        return reach, aside * (0.26 + 1.0 * v**0.7) + curl, 0.18 - 0.14 * v**1.5 + wave

    silk = matter('#f7ecd4', 0.12, coat=0.8, clear=0.3)
    tail = sheet(fan, silk, 26, 50)
    return [body, tail]


def grains(z, radius, height, count=3400, center=(0, 0), colors=('#fdf8ea',), squash=1.0, stain=None, stray=0.0):
    """A mound of rice. `stain(x, y)` is the share of sauce between its grains; `stray` of the grains lie around it."""
    cx, cy = center
    ball(
        radius * 0.985,
        matter(colors[0], 0.7),
        (1, squash, height / radius),
        0.02,
        3,
        1,
        40,
        lambda p: np.column_stack([p[:, 0], p[:, 1], np.maximum(p[:, 2], 0)]),
    ).location = (cx, cy, z - 0.012)
    a, s = chance(0, TAU, count), np.sqrt(chance(0, 1, count))
    x, y = radius * s * np.cos(a), radius * squash * s * np.sin(a)
    bumps = 0.025 * ripple(np.column_stack([x, y, 0 * x]), 4, 3)
    top = z + height * np.sqrt(np.maximum(0, 1 - s * s)) + chance(-0.014, 0.014, count) + bumps
    far = chance(0, 1, count) < stray
    x[far], y[far] = x[far] * (0.5 + 0.75 / s[far]), y[far] * (0.5 + 0.75 / s[far])
    top[far], s[far] = z + 0.026, 0
    # Grains lie along the slope.
    slope = np.degrees(np.arctan(np.minimum(2.0, height / radius * s / np.sqrt(np.maximum(0.06, 1 - s * s)))))
    turns = np.column_stack(
        [-slope * np.sin(a) + chance(-14, 14, count), slope * np.cos(a) + chance(-14, 14, count), chance(0, 360, count)]
    )
    tone = np.array([linear(color) for color in colors])[np.arange(count) % len(colors)]
    tone = tone * chance(0.92, 1.0, count)[:, None]
    if stain:
        share = np.clip(stain(x + cx, y + cy) + chance(-0.12, 0.12, count), 0, 0.85)[:, None]
        tone = tone * (1 - share) + np.asarray(linear('#5c270c')) * share
    unit, faces = small_ball()
    unit = unit * [0.062, 0.029, 0.027]
    spots = np.column_stack([cx + x, cy + y, top])
    scatter(unit, faces, spots, turns, chance(0.85, 1.15, count), matter(rough=0.6, tone=True), tone)
    return lambda x, y: z + height * math.sqrt(max(0, 1 - ((x - cx) ** 2 + ((y - cy) / squash) ** 2) / radius**2))


def char_siu(seed, long=0.56, wide=0.36, thick=0.17):
    """A thick slice of roast pork: fibres in its cut face, a red glaze, a charred edge."""
    outline = lambda a: 1 + 0.07 * np.sin(2 * a + seed) + 0.05 * np.sin(3 * a + seed * 2.1) + 0.03 * np.sin(7 * a)
    share = lambda v: np.interp(v, [0, 0.62, 0.7, 0.8, 0.9, 1], [0.001, 0.93, 0.99, 1.0, 0.96, 0.3])

    def surface(u, v):
        a = u * TAU
        r = share(v) * outline(a)
        boxy = (np.abs(np.cos(a)) ** 3 + np.abs(np.sin(a)) ** 3) ** (-1 / 3)
        z = np.interp(v, [0, 0.62, 0.7, 0.8, 0.9, 1], [0.5, 0.5, 0.4, 0, -0.45, -0.5]) * thick
        x, y = wide * r * boxy * np.cos(a), long * r * boxy * np.sin(a)
        fibre = 0.012 * ripple(np.column_stack([x * 4, y, 0 * x]), 9, seed, 3) * (v < 0.6)
        return x, y, z + fibre

    def tone(u, v):
        x, y, _ = surface(u, v)
        edge = share(v) + 0.05 * ripple(np.column_stack([x, y, 0 * x]), 6, seed + 3, 2)
        lean = mix('#9a4a32', '#c98262', 0.5 + 0.55 * ripple(np.column_stack([x * 5, y, 0 * x]), 7, seed, 3))
        fat = np.clip(ripple(np.column_stack([x * 2.4, y * 0.8, 0 * x]), 4, seed + 9, 2) * 2.4 - 1.35, 0, 0.7)[:, None]
        color = lean * (1 - fat) + np.asarray(linear('#e9bd95')) * fat
        red = np.clip((edge - 0.66) / 0.2, 0, 1)[:, None]
        color = color * (1 - red) + np.asarray(linear('#8c2412')) * red
        char = np.clip((edge - 0.88) / 0.1 - 0.05 + 0.5 * np.sin(u * TAU * 2 + seed), 0, 1) * (v < 0.96)
        char = char[:, None]
        return color * (1 - char) + np.asarray(linear('#260a05')) * char

    return sheet(surface, matter(rough=0.24, coat=0.75, tone=True, bump=(16, 0.12)), 60, 100, tone=tone, around=True)


def chicken(seed, long=0.62, wide=0.34, thick=0.2):
    """A slice of poached chicken: white meat along its fibres, tender yellow skin along one edge."""
    outline = lambda a: 1 + 0.05 * np.sin(2 * a + seed) + 0.04 * np.sin(3 * a + seed * 2.1)
    share = lambda v: np.interp(v, [0, 0.62, 0.72, 0.82, 0.92, 1], [0.001, 0.92, 0.98, 1.0, 0.96, 0.3])

    def surface(u, v):
        a = u * TAU
        boxy = (np.abs(np.cos(a)) ** 3.4 + np.abs(np.sin(a)) ** 3.4) ** (-1 / 3.4)
        r = share(v) * outline(a) * boxy
        x, y = wide * r * np.cos(a), long * r * np.sin(a)
        z = np.interp(v, [0, 0.62, 0.72, 0.82, 0.92, 1], [0.5, 0.5, 0.4, 0, -0.4, -0.5]) * thick
        return x, y, z + 0.012 * ripple(np.column_stack([x, y * 4, 0 * x]), 6, seed, 3) * (v < 0.62)

    def tone(u, v):
        x, y, _ = surface(u, v)
        fibres = 0.5 + 0.55 * ripple(np.column_stack([x, y * 5, 0 * x]), 5, seed, 3)
        color = mix('#fbf3e4', '#e6cfae', fibres)
        # The skin is on the upper edge, with a thin pale line of fat below it.
        edge = np.clip((x / wide - 0.74 + 0.05 * np.sin(y * 8 + seed)) / 0.1, 0, 1)[:, None]
        skin = mix('#eec468', '#f6dc9a', 0.5 + 0.5 * ripple(np.column_stack([x, y, 0 * x]), 9, 4))
        return color * (1 - edge) + skin * edge

    return sheet(surface, matter(rough=0.3, coat=0.45, tone=True), 60, 100, tone=tone, around=True)


def cucumber_slices(spots, lean=50, turn=0):
    for at, (x, y, z) in enumerate(spots):
        parts = [
            lathe(
                [(0.001, 0.03), (0.1, 0.032), (0.24, 0.03)],
                matter('#d5e3a8', 0.3, coat=0.3, mottle=('#e9f0c9', 5, 0.4, 0.6)),
                40,
            ),
            lathe([(0.24, 0.03), (0.265, 0.02), (0.265, -0.02), (0.24, -0.03)], matter('#3f7a30', 0.35, coat=0.3), 40),
        ]
        group(parts, (x, y, z), (lean, 0, turn + chance(-8, 8)))


def sauce_dish(color, at, size=0.42, bits=None):
    china = matter('#f3eee3', 0.25, coat=0.5)
    parts = [
        lathe(
            [(0.001, 0.03), (size * 0.7, 0.03), (size, 0.2), (size - 0.04, 0.21), (size * 0.68, 0.07), (0.001, 0.07)],
            china,
            60,
        ),
        lathe(
            [(0.001, 0.15), (size * 0.82, 0.15)],
            matter(
                color, 0.12, coat=0.6, mottle=(bits, 12, 0.45, 0.6) if bits else None, bump=(16, 0.5) if bits else None
            ),
            60,
        ),
    ]
    return group(parts, at)


def rice_plate(kind):
    z = plate(
        2.15,
        {'char siu': '#2d4a3e', 'chicken': '#f3eee3', 'curry': '#e9e2d2', 'mapo': '#f3eee3', 'fried': '#35505f'}[kind],
        0.2,
        0.05,
    )
    if kind == 'char siu':
        fan = lambda x: 0.1 - 0.1 * (x + 0.1) ** 2
        stain = lambda x, y: 1.7 - np.abs(y + 0.34 - 0.1 * np.sin(x * 5)) * 3.4 - np.abs(x + 0.1) * 0.5
        top = grains(z, 1.4, 0.52, 5200, (0, 0.1), stain=stain)
        for k in range(8):
            x = -0.98 + 0.27 * k
            move(char_siu(k), (x, fan(x) + 0.06, top(x, fan(x)) + 0.14), (16, -32, 10 - 5 * k))
        half_egg((0.98, -0.66, z + 0.46), -14, 1.15)
        greens((0.36, -0.9, z + 0.36), 187, 0.95)
        greens((0.4, -1.08, z + 0.28), 183, 0.9)
    if kind == 'chicken':
        grains(z, 0.86, 0.72, 3000, (-0.72, 0.3), ('#f3e6c0', '#f7edd0'))
        for k in range(8):
            move(chicken(k), (-0.02 + 0.235 * k, 0.34 - 0.02 * (k - 3) ** 2, z + 0.27), (14, -40, 4 - 3 * k))
        cucumber_slices([(0.0 + 0.2 * k, -0.72 - 0.01 * k, z + 0.16) for k in range(8)], 58, -70)
        for x, color, bits in ((-1.12, '#d8401c', '#f08a3a'), (-0.42, '#e3dba0', '#9fb75a'), (0.28, '#170b07', None)):
            sauce_dish(color, (x, -1.0 - 0.05 * (x + 0.4), z), 0.33, bits)
    if kind == 'curry':
        grains(z, 0.95, 0.6, 3000, (-0.75, 0.4))
        curry = matter('#7a3d12', 0.18, coat=0.6, bump=(4, 0.2), mottle=('#935018', 2, 0.35, 0.7))
        ball(1.15, curry, (1, 0.86, 0.16), 0.06, 2.4, 5, 40).location = (0.55, -0.25, z + 0.08)
        for k, (x, y) in enumerate(((0.3, -0.75), (1.1, -0.65), (0.75, -0.95), (1.35, -0.1))):
            move(
                block((0.3, 0.28, 0.24), matter('#e08a24' if k % 2 else '#e3c06a', 0.35, coat=0.4), 0.06),
                (x, y, z + 0.12),
                (chance(-20, 20), chance(-20, 20), chance(0, 90)),
            )
        panko = matter('#c9822e', 0.8, mottle=('#a45d17', 4, 0.35, 0.7), bump=(26, 1.0))
        for k in range(6):
            parts = [
                block((0.3, 1.05, 0.32), panko, 0.08),
                move(block((0.29, 1.0, 0.2), matter('#f0dcc6', 0.5), 0.04), (0.008, -0.04, 0.06)),
            ]
            group(parts, (-0.42 + 0.34 * k, 0.35 - 0.05 * k, z + 0.42 - 0.03 * k), (0, -20, -6))
    if kind == 'mapo':
        grains(z, 0.95, 0.6, 3000, (-0.85, 0.45))
        oil = matter('#c8441a', 0.06, coat=0.9, mottle=('#a5300f', 3, 0.4, 0.7))
        ball(1.24, oil, (1.0, 0.94, 0.09), 0.06, 2.4, 5, 48).location = (0.5, -0.22, z + 0.03)
        sauce = matter('#7d2a10', 0.1, coat=0.8, bump=(6, 0.4), mottle=('#b2471b', 3, 0.35, 0.7))
        ball(1.16, sauce, (1, 0.94, 0.33), 0.06, 3, 5, 60).location = (0.5, -0.22, z + 0.06)
        dome = lambda x, y: 0.38 * math.sqrt(max(0, 1 - ((x - 0.5) / 1.16) ** 2 - ((y + 0.22) / 1.09) ** 2))
        for k, (x, y, h, r) in enumerate(heap(30, 0.185, 0.94, center=(0.5, -0.22, 0), tries=40)):
            lift = 0.12 if h > 0.3 else 0
            turn = (chance(-16, 16), chance(-16, 16), chance(0, 90))
            move(_tofu(k), (x, y, z + 0.02 + dome(x, y) + lift), turn, chance(0.88, 1.1))
        rise = lambda x, y: dome(x, y) + 0.13
        # Shiitake, minced: the dish has no meat.
        crumbs('#4e2a14', z + 0.03, 1.0, 230, 0.06, (0.5, -0.22), rise, '#74411f')
        crumbs('#b52a12', z + 0.06, 0.9, 26, 0.035, (0.5, -0.22), rise, '#8f1d10')
        scallions(z + 0.1, 0.75, 34, (0.5, -0.22), rise)
    if kind == 'fried':
        top = grains(z, 1.35, 0.75, 5600, (0, 0.1), ('#f0dca0', '#f5ebcc', '#e9cd84'))
        rise = lambda x, y: top(x, y) - z
        for k in range(26):
            a, s = chance(0, TAU), 1.2 * math.sqrt(chance())
            x, y = s * math.cos(a), s * math.sin(a) + 0.1
            spot = (x, y, z + rise(x, y) + 0.04)
            if k % 4 == 0 and k < 20:
                continue
            if k % 2:
                move(
                    block((0.2, 0.18, 0.13), matter('#e08a86', 0.4, coat=0.2), 0.03),
                    spot,
                    (chance(-30, 30), chance(-30, 30), chance(0, 90)),
                )
            else:
                move(
                    ball(0.17, matter('#f2c138', 0.5, bump=(10, 0.4)), (1.2, 0.9, 0.5), 0.25, 4, k, 14),
                    spot,
                    (chance(-30, 30), chance(-30, 30), 0),
                )
        for x, y, t in (
            (-0.6, -0.3, 20),
            (0.1, -0.55, 120),
            (0.65, -0.1, 200),
            (0.05, 0.25, 60),
            (-0.5, 0.5, 300),
            (0.6, 0.65, 10),
        ):
            shrimp((x, y, z + rise(x, y) + 0.1), (-y * 20, x * 20, t), 0.95)
        pea = ball(0.075, matter('#6aa334', 0.35, coat=0.2), detail=12)
        for k in range(30):
            a, s = chance(0, TAU), 1.25 * math.sqrt(chance())
            x, y = s * math.cos(a), s * math.sin(a) + 0.1
            again(pea, (x, y, z + rise(x, y) + 0.04))
        pea.location = (0, 0, z + 0.75)
        scallions(z, 1.15, 50, (0, 0.1), rise)
    return {'pitch': 46}


def _tofu(seed):
    """A soft cube of silken tofu, its lower part in sauce."""
    size = 0.17

    def cube(points):
        unit = points / np.abs(points).max(axis=0)
        soft = unit / np.maximum((np.abs(unit) ** 7).sum(axis=1)[:, None] ** (1 / 7), 1e-6)
        return soft * size * [1, 1, 0.88]

    def tone(points):
        low = np.clip(0.36 - points[:, 2] / size * 0.55 + 0.5 * ripple(points / size, 1.8, seed, 2), 0.04, 0.9)
        return mix('#fbeccb', '#b54a1a', low)

    return ball(size, matter(rough=0.14, coat=0.7, tone=True), detail=24, shape=cube, tone=tone)


def onigiri():
    """Two rice triangles in nori, one opened to show salmon."""
    z = plate(2.0, '#4a4f50')
    for at, (x, y, turn) in enumerate(((-0.72, 0.35, 14), (0.78, -0.15, -12))):

        def shape(points):
            points = points.copy()
            a = np.arctan2(points[:, 2], points[:, 0])
            r = np.hypot(points[:, 0], points[:, 2])
            tri = 1 / (0.80 + 0.24 * np.abs(np.cos(1.5 * (a + math.pi / 2))) ** 0.9)
            points[:, 0], points[:, 2] = r * tri * np.cos(a) * 1.02, r * tri * np.sin(a)
            flat = np.abs(points[:, 1])
            points[:, 1] = np.sign(points[:, 1]) * np.minimum(flat, 0.36)
            return points

        body = ball(0.8, matter('#f6f0e0', 0.5), (1, 0.62, 1), 0.0, 2, at, 70, shape)
        parts = [body, _rice_coat(body)]
        nori = matter('#18231c', 0.45, bump=(34, 0.4), coat=0.1)
        band = sheet(
            lambda u, v: ((u - 0.5) * 0.66, -0.43 * np.cos((v - 0.5) * 0.4) + 0 * u, -0.78 + 0.72 * v),
            nori,
            20,
            20,
            thickness=0.02,
        )
        parts.append(band)
        parts.append(
            sheet(lambda u, v: ((u - 0.5) * 0.66, -0.43 + 0.86 * v, -0.79 + 0 * v), nori, 10, 10, thickness=0.02)
        )
        for k in range(26):
            shade = matter(['#ef8a58', '#f4a378', '#e87a48'][k % 3], 0.3, coat=0.4, bump=(18, 0.6), stretch=(1, 5, 1))
            flake = ball(chance(0.075, 0.115), shade, (1.6, 1.0, 0.5), 0.16, 3, k, 14, _square)
            a, out = chance(0, TAU), 0.26 * math.sqrt(chance())
            spot = (1.1 * out * math.cos(a), -0.1 + 0.9 * out * math.sin(a), 0.93 - out * 1.0 + 0.05 * chance())
            parts.append(move(flake, spot, (chance(-35, 35), chance(-35, 35), chance(0, 360))))
        group(parts, (x, y, z + 0.82), (-12, 0, turn))
    return {'pitch': 32}


def _rice_coat(body, count=2300):
    """Grains that lie along the surface of a body."""
    total = len(body.data.vertices)
    spots, ways = np.empty(total * 3), np.empty(total * 3)
    body.data.vertices.foreach_get('co', spots)
    body.data.vertices.foreach_get('normal', ways)
    spots, ways = spots.reshape(-1, 3), ways.reshape(-1, 3)
    chosen = chance(0, total, count).astype(int)
    spots, ways = spots[chosen] + chance(-0.02, 0.02, (count, 3)), ways[chosen]
    along = np.cross(ways, chance(-1, 1, (count, 3)))
    along /= np.linalg.norm(along, axis=1)[:, None] + 1e-9
    unit, faces = small_ball()
    unit = unit * [0.075, 0.034, 0.03]
    points = (
        spots[:, None]
        + unit[None, :, :1] * along[:, None]
        + unit[None, :, 1:2] * np.cross(ways, along)[:, None]
        + unit[None, :, 2:] * ways[:, None]
    )
    every = np.asarray(faces)[None] + len(unit) * np.arange(count)[:, None, None]
    tone = np.repeat(np.asarray(linear('#fbf7ec')) * chance(0.86, 1.0, count)[:, None], len(unit), axis=0)
    grain = matter(rough=0.4, coat=0.25, tone=True)
    return mesh(points.reshape(-1, 3), every.reshape(-1, 4).tolist(), grain, True, None, tone)


def smacked_cucumber():
    height, radius = vessel('#f3eee3', None, False, 1.7)
    for x, y, z, r in heap(40, 0.27, 1.15, height=0.85, center=(0, 0, 0.2), tries=40):

        def tone(points, s=chance(0, 9)):
            skin = points[:, 1] > 0.1 + 0.02 * np.sin(points[:, 0] * 20 + s)
            color = mix('#dbe8ae', '#b5cf78', 0.5 + 0.5 * ripple(points, 8, 2, 2))
            color[skin] = linear('#3d7a2c')
            return color

        piece = ball(
            r, matter(rough=0.25, coat=0.6, tone=True), (1.75, 0.78, 0.6), 0.1, 3, int(x * 100) % 90, 22, _square, tone
        )
        move(piece, (x, y, z), (chance(20, 110), chance(-25, 25), chance(0, 360)))
    garlic = ball(0.05, matter('#faf3dc', 0.4, coat=0.3), (1.2, 1, 0.8), 0.2, 3, 1, 8)
    chilli = lathe([(0.04, 0), (0.07, 0), (0.07, 0.04), (0.04, 0.04), (0.04, 0)], matter('#cf2a17', 0.3, coat=0.5), 14)
    dome = lambda s: 0.35 + 0.72 * math.sqrt(max(0, 1 - (s / 1.25) ** 2))
    for k in range(80):
        a, s = chance(0, TAU), 1.05 * math.sqrt(chance())
        again(
            garlic if k % 3 else chilli,
            (s * math.cos(a), s * math.sin(a), dome(s) * 0.8 + 0.2),
            (chance(-60, 60), chance(-60, 60), 0),
            chance(0.8, 1.3),
        )
    garlic.location, chilli.location = (0, 0, dome(0) + 0.1), (0.1, 0, dome(0) + 0.1)
    return {'pitch': 46}


def popcorn_chicken():
    """Small fried pieces with fried basil."""
    z = plate(1.95, '#b98a5a')
    crust = [
        matter(c, 0.75, mottle=(d, 4, 0.35, 0.65), bump=(20, 1.0), coat=0.08)
        for c, d in (('#c98136', '#9a5418'), ('#d49243', '#a9621f'))
    ]
    for k, (x, y, h, r) in enumerate(heap(40, 0.26, 1.25, height=0.85, center=(0, 0, z), tries=40)):
        move(
            ball(r, crust[k % 2], (1.15, 0.95, 0.85), 0.16, 3.5, k, 22),
            (x, y, h),
            (chance(0, 90), chance(0, 90), chance(0, 360)),
        )
    leaf = matter('#2f5a1e', 0.35, coat=0.4)
    for k in range(24):
        a, s = chance(0, TAU), 1.1 * math.sqrt(chance())
        blade = sheet(
            lambda u, v: (
                (u - 0.5) * 0.26 * np.sin(np.pi * np.clip(v + 0.03, 0, 1)),
                v * 0.42,
                0.09 * np.sin(v * 5 + k) + 0.2 * (u - 0.5) ** 2,
            ),
            leaf,
            12,
            8,
            thickness=0.01,
        )
        move(
            blade,
            (s * math.cos(a), s * math.sin(a), z + 0.3 + 0.5 * math.sqrt(max(0, 1 - (s / 1.3) ** 2))),
            (chance(-30, 30), chance(-30, 30), chance(0, 360)),
        )
    return {'pitch': 42}


# Dumplings.


def dumpling(frozen=False, green=False, seed=0):
    """A jiaozi that lies on its belly: a thin skin over a round filling, its seam pressed into pleats."""
    pleats = 9

    def surface(u, v):
        t, a = u * 2 - 1, v * TAU
        fat = np.clip(1 - np.abs(t) ** 2.6, 0, 1) ** 0.6
        rise = np.clip(np.sin(a), 0, 1)
        spots = np.column_stack([t * 2, np.cos(a), np.sin(a)])
        swell = 1 + 0.045 * ripple(spots, 2.2, seed, 2) * (1 - rise)
        y = 0.5 * np.cos(a) * (1 - 0.3 * rise**3) * swell
        z = (0.3 + 0.32 * np.sin(a)) * swell
        # The seam stands up as a thin wavy edge; each pleat runs down the near side.
        turn = (t * pleats / 2 + 0.2 * rise + 0.03 * np.sin(t * 9 + seed)) % 1
        fold = np.where(turn < 0.7, turn / 0.7, (1 - turn) / 0.3)
        depth = np.clip((rise - 0.6) / 0.36, 0, 1)
        y = y - 0.11 * depth * (fold - 0.4) * (np.cos(a) < 0.3)
        crest = np.exp(-(((a - math.pi / 2) / 0.22) ** 2))
        z = z + crest * (0.2 + 0.035 * fold)
        y = y * (1 - 0.75 * crest) + 0.05 * crest * np.sin(t * pleats * math.pi + seed)
        return 0.84 * t, np.maximum(fat, 0.05) * y - 0.4 * t**2 + 0.14, np.maximum(fat * z, 0)

    def tone(u, v):
        x, y, z = surface(u, v)
        spots = np.column_stack([x, y, z])
        light, dark, inside = ('#f9f4ea', '#e9dfcb', 0.35) if frozen else ('#f8edd4', '#d8ab77', 0.75)
        if green:
            light, dark, inside = '#cfdca0', '#7fa052', 0.85
        # The filling shows through the belly; the doubled seam is pale.
        belly = np.exp(-(((z - 0.26) / 0.2) ** 2)) * np.exp(-((x / 0.66) ** 4))
        return mix(light, dark, np.clip(inside * belly * (0.6 + 0.5 * ripple(spots, 4, seed + 3, 2)), 0, 0.9))

    skin = matter(rough=0.6 if frozen else 0.22, coat=0 if frozen else 0.6, tone=True, bump=(9, 0.1))
    return [sheet(surface, skin, 80, 150, tone=tone)]


def dumplings(green=False):
    """A plate of boiled crescents with vinegar and chilli oil."""
    z = plate(2.35, '#2d4a3e' if green else '#35505f')
    firsts = [dumpling(green=green, seed=seed) for seed in range(3)]
    spots = [(-1.02, 0.98), (0.1, 1.14), (1.14, 0.82), (-1.4, 0.22), (-0.22, 0.36), (0.86, 0.16)]
    spots += [(-1.14, -0.54), (-0.02, -0.42), (-0.6, -1.22), (0.46, -1.14)]
    for at, (x, y) in enumerate(spots):
        spot, turn = (x, y, z), (0, 0, chance(-16, 16) + 8)
        (move if at < 3 else again)(firsts[at % 3][0], spot, turn, 0.74)
    sauce_dish('#1d0d07', (1.36, -0.72, z), 0.46)
    sauce_dish('#b5290f', (1.78, 0.06, z), 0.32, '#e0561f')
    scallions(z + 0.02, 0.28, 9, (0.2, -1.72))
    return {'pitch': 46}


def bao(seed=0, pleats=18, size=0.66):
    """A soup dumpling: a thin skin that sags with soup, its fine pleats turned into a small closed knot."""
    stops = [0, 0.08, 0.2, 0.36, 0.52, 0.68, 0.8, 0.88, 0.95, 1.0]
    width = [0.8, 0.98, 1.06, 1.02, 0.84, 0.55, 0.3, 0.15, 0.13, 0.01]
    high = [0.0, 0.03, 0.14, 0.32, 0.5, 0.63, 0.7, 0.75, 0.83, 0.85]

    side = smooth_line(np.column_stack([stops, width, high]), 8)

    def folds(u, v):
        # Each fold is steep on one side; it starts on the belly and turns toward the knot.
        turn = (u + 0.24 * np.clip(v - 0.3, 0, 1) ** 1.3 + 0.004 * np.sin(u * TAU * 5 + seed)) * pleats % 1
        return np.clip((v - 0.26) / 0.3, 0, 1), np.where(turn < 0.75, turn / 0.75, (1 - turn) / 0.25)

    def surface(u, v):
        a = u * TAU
        r, z = np.interp(v, side[:, 0], side[:, 1]), np.interp(v, side[:, 0], side[:, 2])
        deep, ridge = folds(u, v)
        r = r * (1 - 0.13 * deep * (1 - ridge) ** 1.2)
        z = z - 0.035 * deep * (1 - ridge) * (v < 0.85)
        sag = 1 + 0.035 * np.sin(a * 2 + seed) + 0.02 * np.sin(a * 3 + seed * 2)
        return size * r * sag * np.cos(a), size * r * sag * np.sin(a), size * z

    def tone(u, v):
        deep, ridge = folds(u, v)
        x, y, z = surface(u, v)
        soup = 0.5 + 0.35 * ripple(np.column_stack([x, y, z]), 3, seed, 2)
        # Filling and soup darken the belly; doubled skin is white.
        share = np.clip(soup * np.exp(-(((v - 0.3) / 0.24) ** 2)) + 0.35 * deep * (1 - ridge), 0, 0.8)
        return mix('#f7ecd6', '#d9a877', share)

    skin = matter(rough=0.2, coat=0.6, tone=True)
    return [sheet(surface, skin, 90, 324, tone=tone, around=True)]


def har_gow(seed=0):
    """A closed crescent of clear starch: pleats along its top edge, pink shrimp in its belly."""
    pleats = 13

    def surface(u, v):
        t, a = u * 2 - 1, v * TAU
        fat = np.clip(1 - np.abs(t) ** 2.4, 0, 1) ** 0.52
        rise = np.clip(np.sin(a), 0, 1)
        y = 0.56 * np.cos(a) * (1 - 0.4 * rise**3)
        z = 0.3 + 0.33 * np.sin(a)
        # The crest leans back, gathered in folds that are steep on one side.
        turn = (t * pleats / 2 + 0.25 * rise) % 1
        fold = np.where(turn < 0.72, turn / 0.72, (1 - turn) / 0.28)
        depth = np.clip((rise - 0.8) / 0.16, 0, 1)
        y = y - 0.1 * depth * fold * (np.cos(a) < 0.25)
        crest = np.exp(-(((a - math.pi / 2) / 0.3) ** 2))
        z = z + crest * (0.12 + 0.05 * fold)
        y = y + 0.1 * crest
        return 0.78 * t, fat * y - 0.34 * t**2 + 0.12, np.maximum(fat * z, 0)

    def tone(u, v):
        t, a = u * 2 - 1, v * TAU
        x, y, z = surface(u, v)
        spots = np.column_stack([x, y, z])
        belly = np.exp(-((t / 0.68) ** 4)) * np.exp(-(((z - 0.34) / 0.25) ** 4))
        bands = 0.5 + 0.5 * np.sin(x * 13 + 9 * (z - 0.3) ** 2 + 4 * z + 1.5 * ripple(spots, 3, seed) + seed)
        share = belly * (0.42 + 0.5 * bands + 0.3 * ripple(spots, 5, seed + 4, 2))
        return mix('#f2ece3', '#ec7d52', np.clip(share, 0, 0.85))

    skin = matter(rough=0.1, coat=0.9, tone=True)
    return [sheet(surface, skin, 90, 220, tone=tone)]


def steamer(kind):
    """A bamboo steamer with soup dumplings or crystal dumplings."""
    # Fibres run around: the noise is stretched along x and y.
    bamboo = matter('#d8ad6c', 0.55, mottle=('#b98845', 1.3, 0.38, 0.66), stretch=(1, 1, 26), bump=(4, 0.35))
    radius = 2.0
    rim = [(radius - 0.045, 0.8), (radius - 0.055, 0.77), (radius - 0.065, 0.77), (radius - 0.075, 0.8)]
    inside = [(radius - 0.12, 0.79), (radius - 0.12, 0.2)]
    lathe([(radius, 0), (radius, 0.79), (radius - 0.01, 0.8), *rim, *inside], bamboo, 120)
    hoop = [(0, 0.02), (0.07, 0.03), (0.08, 0.05), (0.08, 0.36), (0.07, 0.38), (0, 0.38)]
    lathe([(radius + out, up) for out, up in hoop], bamboo, 120)
    lathe([(0.001, 0.12), (radius - 0.12, 0.12)], matter('#6b4a22', 0.9), 90)
    slat = matter('#dcb877', 0.65, mottle=('#c29a55', 3, 0.35, 0.7), stretch=(6, 1, 1), bump=(10, 0.2))
    for k in range(17):
        x = (k - 8) * 0.222
        half = math.sqrt(max(0.01, (radius - 0.13) ** 2 - x * x))
        move(block((0.19, 2 * half, 0.05), slat, 0.015), (x, 0, 0.18))
    if kind == 'xlb':
        for at in range(8):
            a = at * TAU / 7 + 0.24
            out = 1.22 if at < 7 else 0
            group(bao(at), (out * math.cos(a), out * math.sin(a), 0.25), (0, 0, chance(0, 360)), 0.98)
    else:
        for at, (x, y) in enumerate(((-0.86, 0.66), (0.84, 0.7), (-0.84, -0.62), (0.86, -0.58))):
            group(har_gow(at), (x, y, 0.23), (0, 0, chance(-10, 10)), 1.02)
    return {'pitch': 48}
