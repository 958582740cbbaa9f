"""Models of fruit and vegetables."""
import math

import numpy as np

from bakery import strawberry
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
    mix,
    move,
    ripple,
    scatter,
    sheet,
    small_ball,
    smooth_line,
    tube,
)


def _body(kind, seed=0):
    """One round fruit, standing on z = 0, as a list of parts."""
    if kind == 'mango':

        def shape(p):
            p = p.copy()
            t = p[:, 0] / 1.0
            # A mango is flat and bent like a kidney, with a beak at its end.
            p[:, 1] *= 1 - 0.16 * t - 0.12 * t * t
            p[:, 2] *= 1 - 0.12 * t
            p[:, 1] += 0.2 * t * t - 0.06
            p[:, 0] += 0.1 * np.exp(-(((t - 1) / 0.12) ** 2))
            dip = np.exp(-((np.hypot(p[:, 1] - 0.12, p[:, 2]) / 0.13) ** 2)) * (t < -0.7)
            p[:, 0] += 0.09 * dip
            return p

        def tone(p):
            blush = np.clip(0.45 + 0.25 * p[:, 2] + 0.3 * ripple(p, 1.6, seed), 0, 1)
            color = mix('#f9c62c', '#f0961a', blush)
            green = np.clip(-p[:, 0] - 0.5 + 0.2 * ripple(p, 2, seed + 4), 0, 0.55)[:, None]
            color = color * (1 - green) + np.asarray(linear('#a9b23c')) * green
            specks = np.clip(ripple(p, 26, seed + 9, 2) * 4 - 2.3, 0, 0.55)[:, None]
            return color * (1 - specks) + np.asarray(linear('#a8701c')) * specks

        skin = matter(rough=0.36, coat=0.22, tone=True, bump=(46, 0.08))
        body = ball(0.72, skin, (1.36, 0.88, 0.74), 0.015, 2, seed, 130, shape, tone)
        stem = tube([(-0.86, 0.12, 0), (-0.97, 0.13, 0.0)], [0.06, 0.045], matter('#5f4a24', 0.8), 12)
        return [body, stem]
    if kind == 'apple':

        def shape(p):
            p = p.copy()
            r = np.hypot(p[:, 0], p[:, 1])
            top = p[:, 2] > 0
            p[:, 2] -= np.where(top, 0.36, -0.2) * np.exp(-((r / 0.28) ** 2))
            slim = 1 - 0.12 * np.clip(-p[:, 2], 0, 1)
            p[:, 0] *= slim
            p[:, 1] *= slim
            return p

        def tone(p):
            a = np.arctan2(p[:, 1], p[:, 0])
            streak = 0.5 + 0.3 * np.sin(a * 23 + 3 * ripple(p, 2, seed)) * 0.6 + 0.5 * ripple(p, 1.3, seed)
            color = mix('#e9c35b', '#c3262c', np.clip(streak + 0.35, 0, 1))
            dip = np.exp(-((np.hypot(p[:, 0], p[:, 1]) / 0.25) ** 2))[:, None]
            return color * (1 - dip) + np.asarray(linear('#b7a945')) * dip

        body = ball(0.9, matter(rough=0.24, coat=0.5, tone=True), (1, 1, 0.92), 0.015, 2, seed, 44, shape, tone)
        stem = tube(
            smooth_line([(0, 0, 0.42), (0.03, 0, 0.75), (0.12, 0.02, 1.02)], 5), 0.035, matter('#5a3a1c', 0.7), 8
        )
        return [body, stem]
    if kind == 'pear':

        def shape(p):
            p = p.copy()
            t = np.clip(p[:, 2] / 0.9, -1, 1)
            slim = 1 - 0.16 * np.clip(t, 0, 1) ** 1.5
            p[:, 0] *= slim
            p[:, 1] *= slim
            r = np.hypot(p[:, 0], p[:, 1])
            p[:, 2] -= np.where(t > 0, 0.18, -0.15) * np.exp(-((r / 0.2) ** 2))
            return p

        stem = tube(smooth_line([(0, 0, 0.65), (0.02, 0, 1.0), (0.13, 0.02, 1.4)], 5), 0.035, matter('#5b4426', 0.7), 8)
        return [
            ball(
                0.9,
                matter('#dfce79', 0.4, coat=0.3, mottle=('#c9b259', 26, 0.56, 0.66), bump=(60, 0.08)),
                (1, 1, 1.06),
                0.015,
                2,
                seed,
                44,
                shape,
            ),
            stem,
        ]
    if kind == 'mandarin':

        def shape(p):
            p = p.copy()
            r = np.hypot(p[:, 0], p[:, 1])
            p[:, 2] -= np.where(p[:, 2] > 0, 0.14, -0.1) * np.exp(-((r / 0.2) ** 2))
            return p

        body = ball(
            0.8,
            matter('#ee8413', 0.36, coat=0.35, mottle=('#e5720c', 3, 0.4, 0.7), bump=(34, 0.3)),
            (1, 1, 0.82),
            0.015,
            2,
            seed,
            40,
            shape,
        )
        stem = tube([(0, 0, 0.5), (0.03, 0, 0.78)], 0.04, matter('#5f7a34', 0.6), 8)
        green = matter('#2f6b26', 0.32, coat=0.4, mottle=('#3f8430', 4, 0.4, 0.7))
        parts = [body, stem]
        for k in range(2):
            blade = sheet(
                lambda u, v: (
                    v * 0.95,
                    (u - 0.5) * 0.42 * np.sin(np.pi * np.clip(v * 0.97 + 0.02, 0, 1)) ** 0.8,
                    0.12 * np.sin(v * 3) - 0.15 * v * v + 0.25 * np.abs(u - 0.5) ** 1.2,
                ),
                green,
                18,
                9,
                thickness=0.012,
            )
            parts.append(move(blade, (0.02, 0, 0.7), (0, 8, seed * 70 + k * 80)))
        return parts
    if kind == 'avocado':

        def shape(p):
            p = p.copy()
            t = p[:, 0]
            slim = 1 - 0.34 * np.clip(t, 0, 1.4) / 1.1
            p[:, 1] *= slim
            p[:, 2] *= slim
            return p

        return [
            ball(
                0.72,
                matter('#2f3d22', 0.5, coat=0.15, mottle=('#1d2716', 5, 0.4, 0.7), bump=(13, 1.0)),
                (1.35, 0.95, 0.95),
                0.02,
                2,
                seed,
                44,
                shape,
            )
        ]
    if kind == 'potato':

        def shape(p):
            p = p.copy()
            p[:, 1] += 0.16 * np.sin(p[:, 0] * 1.1 + seed)
            taper = 1 - 0.3 * np.abs(p[:, 0] / 1.45) ** 3
            p[:, 1] *= taper
            p[:, 2] *= taper
            return p

        return [
            ball(
                0.62,
                matter('#8d4a34', 0.7, mottle=('#a9644a', 4, 0.38, 0.66), bump=(12, 0.6)),
                (2.15, 0.92, 0.88),
                0.06,
                1.6,
                seed,
                40,
                shape,
            )
        ]
    if kind == 'cherry':
        body = ball(
            0.4,
            matter('#5a0d18', 0.14, coat=0.9, mottle=('#7c1523', 2, 0.4, 0.7)),
            (1.05, 1, 0.95),
            0.0,
            2,
            seed,
            24,
            lambda p: np.column_stack(
                [p[:, 0], p[:, 1], p[:, 2] - 0.12 * np.exp(-(((p[:, 0] ** 2 + p[:, 1] ** 2) / 0.02))) * (p[:, 2] > 0)]
            ),
        )
        stem = tube(
            smooth_line([(0, 0, 0.24), (0.05, 0.03, 0.6), (0.2, 0.1, 1.05)], 5), 0.025, matter('#6f8a34', 0.5), 7
        )
        return [body, stem]
    if kind == 'blueberry':
        body = ball(0.3, matter('#2b3a6b', 0.6, mottle=('#6f82b8', 3, 0.38, 0.72)), (1, 1, 0.86), 0.01, 2, seed, 20)
        crown = lathe(
            [(0.13, 0.0), (0.15, 0.05), (0.09, 0.02), (0.04, 0.0)],
            matter('#1c2547', 0.7),
            30,
            lambda a, s: 1 + 0.3 * np.abs(np.sin(a * 2.5)) * s,
        )
        return [body, move(crown, (0, 0, 0.235))]
    raise ValueError(kind)


LOW = {
    'mango': 0.52,
    'apple': 0.76,
    'pear': 0.85,
    'mandarin': 0.6,
    'avocado': 0.66,
    'potato': 0.54,
    'cherry': 0.38,
    'blueberry': 0.26,
}


def fruit(kind, spots, half=None, size=1.0):
    """Some fruit on the table: spots of (x, y, turn, lift), perhaps with a half that shows the inside."""
    for at, (x, y, turn, *rest) in enumerate(spots):
        lift, lean = (rest + [0, 0])[:2]
        group(_body(kind, at), (x, y, LOW[kind] * size + lift), (lean, 0, turn), size)
    if half:
        (_half_potato if kind == 'potato' else _half_avocado)(half)
    return {'pitch': 40}


def _half_avocado(at):
    x, y, turn = at
    skin = _body('avocado', 7)
    rows, columns = 60, 120

    def face(u, v):
        a = u * TAU
        px = 0.97 * np.cos(a)
        slim = 1 - 0.34 * np.clip(px, 0, 1.4) / 1.1
        return px * v, 0.684 * np.sin(a) * slim * v, 0.0 * v

    def tone(u, v):
        color = mix('#f0e59a', '#8fae3e', np.clip((v - 0.62) / 0.33, 0, 1))
        color[v > 0.965] = linear('#2a3a1c')
        return color

    flesh = sheet(face, matter(rough=0.3, coat=0.35, tone=True), rows, columns, tone=tone, around=True)
    lower = sheet(
        lambda u, v: (
            0.97 * np.cos(u * TAU) * np.cos(v * 1.57),
            0.684 * np.sin(u * TAU) * (1 - 0.34 * np.clip(0.97 * np.cos(u * TAU), 0, 1.4) / 1.1) * np.cos(v * 1.57),
            -0.6 * np.sin(v * 1.57),
        ),
        matter('#2f3d22', 0.5, bump=(13, 1.0)),
        24,
        90,
        around=True,
    )
    stone = ball(
        0.34, matter('#7a4421', 0.3, coat=0.45, mottle=('#95592f', 3, 0.4, 0.7)), (1.05, 1, 0.8), 0.02, 2, 1, 24
    )
    stone.location = (-0.22, 0, 0.06)
    for part in skin:
        part.hide_render = True
    group([flesh, lower, stone], (x, y, 0.6), (24, 0, turn))


def _half_potato(at):
    """Half a sweet potato, cut across: orange inside."""
    x, y, turn = at
    skin = ball(
        0.62,
        matter('#8d4a34', 0.7, mottle=('#a9644a', 4, 0.38, 0.66), bump=(12, 0.6)),
        (1.9, 0.98, 0.94),
        0.05,
        1.6,
        8,
        50,
        lambda p: np.column_stack([np.minimum(p[:, 0], 0), p[:, 1], p[:, 2]]),
    )

    def tone(u, v):
        a = u * TAU
        spots = np.column_stack([v * np.cos(a), v * np.sin(a), 0 * u])
        color = mix('#f39a34', '#e4761c', 0.5 + 0.4 * ripple(spots, 6, 3, 3) + 0.25 * np.cos(v * 9))
        color[v > 0.93] = linear('#f7c183')
        color[v > 0.965] = linear('#8d4a34')
        return color

    def face(u, v):
        a = u * TAU
        wave = 1 + 0.012 * np.sin(3 * a)
        return 0.006 + 0.03 * (1 - v**2), 0.6 * wave * v * np.cos(a), 0.575 * wave * v * np.sin(a)

    cut = sheet(face, matter(rough=0.35, coat=0.3, tone=True, bump=(30, 0.15)), 40, 90, tone=tone, around=True)
    group([skin, cut], (x, y, 0.56), (0, 0, turn))


def mangoes():
    return fruit('mango', [(-0.72, 0.6, 24), (0.85, 0.5, -30), (0.05, -0.62, 8)])


def berries(kind, count, punnet='#2F6F57', reach=1.05, size=0.3):
    """Small fruit in a punnet, some before it."""
    wood = matter(punnet, 0.6, bump=(10, 0.15))
    w, d, h = 2.5, 2.0, 0.72
    for x, y, sx, sy in (
        (0, -d / 2, w, 0.07),
        (0, d / 2, w, 0.07),
        (-w / 2, 0, 0.07, d + 0.07),
        (w / 2, 0, 0.07, d + 0.07),
    ):
        move(block((sx, sy, h), wood, 0.02), (x, y, 0))
    move(block((w, d, 0.06), wood, 0.01), (0, 0, 0))
    first = [*strawberry(size), *_calyx(size)] if kind == 'strawberry' else _body(kind, 0)
    placed = []
    tries = 0
    for x, y, z, r in _box_heap(count, size * 1.0, w / 2 - size * 0.9, d / 2 - size * 0.9):
        placed.append((x, y, z))
        turn = (
            (chance(-70, 70), chance(-70, 70), chance(0, 360))
            if kind != 'cherry'
            else (chance(-50, 50), chance(-50, 50), chance(0, 360))
        )
        shift = -size * 1.1 if kind == 'strawberry' else 0
        if tries == 0:
            holder = group(first, (x, y, z + 0.06), turn)
        else:
            parts = [
                again(p, tuple(p.location), tuple(math.degrees(q) for q in p.rotation_euler), tuple(p.scale))
                for p in first
            ]
            holder = group(parts, (x, y, z + 0.06), turn)
        if shift:
            from mathutils import Euler, Vector

            holder.location = Vector((x, y, z + 0.06)) + Euler([math.radians(t) for t in turn]).to_matrix() @ Vector(
                (0, 0, shift)
            )
        tries += 1
    return {'pitch': 44}


def _calyx(size):
    """The green leaves of a strawberry, below its broad end."""
    green = matter('#4f8a2f', 0.5)
    leaf = sheet(
        lambda u, v: (
            (u - 0.5) * 0.42 * size * np.sin(np.pi * np.clip(v * 0.95 + 0.04, 0, 1)),
            v * 0.85 * size,
            0.1 * size * np.sin(v * 3) + 0.12 * size * v,
        ),
        green,
        10,
        7,
        thickness=0.012,
    )
    return [(move if k == 0 else again)(leaf, (0, 0, -0.12 * size), (0, 0, k * 51)) for k in range(7)]


def _box_heap(count, radius, half_x, half_y):
    placed = np.empty((0, 4))
    for _ in range(count):
        size, best = radius * chance(0.9, 1.08), None
        for _ in range(16):
            x, y, z = chance(-half_x, half_x), chance(-half_y, half_y), size
            if len(placed):
                apart = np.hypot(placed[:, 0] - x, placed[:, 1] - y)
                touch = (size + placed[:, 3]) * 0.9
                over = apart < touch
                if over.any():
                    z = max(z, (placed[over, 2] + np.sqrt(touch[over] ** 2 - apart[over] ** 2)).max())
            if best is None or z < best[2]:
                best = (x, y, z, size)
        placed = np.vstack([placed, best])
    return [tuple(p) for p in placed]


def grapes():
    """One bunch, lying."""
    skin = matter('#2a1638', 0.3, coat=0.35, mottle=('#5a3f78', 2, 0.36, 0.72))
    one = ball(0.32, skin, (1, 1, 1.08), detail=22)
    placed = []
    for _ in range(2600):
        t = chance()
        wide = 0.95 * math.sin(math.pi * min(1, 0.24 + t * 0.74)) ** 0.8
        x = -1.35 + 2.7 * t
        a, out = chance(0, TAU), wide * math.sqrt(chance())
        p = np.array([x, out * math.cos(a), 0.32 + max(0, 0.75 * out * abs(math.sin(a)) if math.sin(a) > 0 else 0)])
        if all(np.linalg.norm(p - q) > 0.47 for q in placed):
            placed.append(p)
    for k, p in enumerate(placed):
        (move if k == 0 else again)(one, tuple(p), (chance(0, 90), chance(0, 90), 0))
    stem = matter('#7a6a35', 0.6)
    tube(smooth_line([(-1.3, 0, 0.5), (-1.75, 0.05, 0.55), (-2.1, 0.15, 0.6)], 6), 0.06, stem, 10)
    tube([(-1.85, -0.22, 0.5), (-1.8, 0.06, 0.56), (-1.95, 0.35, 0.55)], 0.045, stem, 8)
    return {'pitch': 46}


def coconut():
    """A shaved young coconut, its top cut open: water in white flesh."""
    husk = matter('#f1e8d3', 0.8, mottle=('#dfd1b0', 5, 0.38, 0.68), bump=(22, 0.5), stretch=(1, 1, 0.2))
    profile = [
        (0.001, 0),
        (0.72, 0),
        (0.86, 0.04),
        (1.12, 0.4),
        (1.26, 0.85),
        (1.27, 1.2),
        (1.12, 1.58),
        (0.84, 1.9),
        (0.6, 2.1),
        (0.56, 2.12),
    ]
    lathe(profile, husk, 160, lambda a, s: 1 + 0.006 * np.sin(a * 9 + 4 * s) + 0.004 * np.sin(a * 23), round_steps=8)
    shell = matter('#8a6238', 0.6, bump=(30, 0.4))
    lathe([(0.56, 2.12), (0.52, 2.128)], husk, 96)
    lathe([(0.52, 2.128), (0.485, 2.125)], shell, 96)
    flesh = matter('#fdfbf5', 0.25, coat=0.5)
    lathe([(0.485, 2.125), (0.45, 2.12), (0.4, 2.07), (0.37, 1.9)], flesh, 96, round_steps=4)
    lathe([(0.001, 1.98), (0.39, 1.98)], matter('#dfe9e2', 0.04, coat=1.0), 60)
    lid = [
        lathe([(0.001, 0.34), (0.22, 0.3), (0.4, 0.16), (0.5, 0.02), (0.5, 0)], husk, 96, round_steps=6),
        lathe([(0.5, 0), (0.47, -0.005)], shell, 96),
        lathe([(0.47, -0.005), (0.42, 0.0), (0.3, 0.06), (0.001, 0.08)], flesh, 96, round_steps=4),
    ]
    group(lid, (1.34, -0.95, 0.375), (-150, 12, 0))
    return {'pitch': 36}


def melon():
    """A Hami melon, one slice cut off."""

    def shape(p):
        return p

    net = matter('#cfae5c', 0.6, mottle=('#e6d29a', 9, 0.46, 0.56), bump=(9, 0.9))
    body = ball(1.0, net, (1.42, 1, 1), 0.015, 1.5, 2, 60)
    move(body, (-0.15, 0.75, 1.0), (0, -6, 12))
    for at, (x, y, turn) in enumerate(((0.35, -0.72, -12), (-0.85, -0.95, 16))):

        def wedge(u, v):
            a = (u - 0.5) * math.pi
            r = 1.15 * (0.52 + 0.48 * v)
            return r * np.sin(a) * 1.1, 0 * u, 1.15 - r * np.cos(a) - 0.0

        def tone(u, v):
            color = mix('#f2a557', '#f7c98a', np.clip((v - 0.1), 0, 1) * 0.3)
            color = color * (1 + 0.05 * ripple(np.column_stack([u * 20, v * 6, 0 * u]), 3, 1))[:, None]
            edge = v > 0.9
            color[edge] = mix('#dfe2a0', '#b6a24e', (v[edge] - 0.9) / 0.1)
            return color

        parts = []
        for side in (-0.26, 0.26):

            def one(u, v, side=side):
                x0, _, z0 = wedge(u, v)
                return x0, side * v, z0

            parts.append(sheet(one, matter(rough=0.25, coat=0.4, tone=True), 40, 80, tone=tone))

        def rind(u, v):
            x0, _, z0 = wedge(u, np.ones_like(u))
            return x0, (v - 0.5) * 0.52, z0

        parts.append(sheet(rind, net, 10, 80))

        def inner(u, v):
            x0, _, z0 = wedge(u, np.zeros_like(u))
            return x0, (v - 0.5) * 0.02, z0

        group(parts, (x, y, 0.12), (-38, 0, turn), 0.95)
    return {'pitch': 36}


def bok_choy():
    """Shanghai bok choy: broad spoon-shaped stems around each other, dark leaves."""
    skin = matter(rough=0.3, coat=0.4, tone=True, bump=(12, 0.08))
    places = ((-1.0, 0.62, 100), (0.12, 0.72, 88), (1.15, 0.5, 76), (-0.5, -0.5, 97), (0.66, -0.55, 82))
    for at, (x, y, turn) in enumerate(places):
        parts = []
        for ring, count in ((1, 4), (0, 5)):
            for k in range(count):
                parts.append(_stalk(skin, ring, at * 7 + k + 3 * ring, 360 * (k + 0.5 * ring) / count + 17 * at))
        parts.append(move(ball(0.17, matter('#eef0d4', 0.5), (1, 1, 0.4), detail=14), (0, 0, 0.02)))
        group(parts, (x, y - 1.0, 0.4), (-80, 0, (turn - 90) * -1), 1.02)
    return {'pitch': 46}


def _stalk(skin, ring, seed, about):
    """One stem with its leaf, on a body of revolution: `ring` 1 lies inside."""
    stops = [0, 0.06, 0.16, 0.3, 0.44, 0.56, 0.7, 0.84, 0.94, 1]
    out = [0.1, 0.2, 0.28, 0.28, 0.24, 0.26, 0.36, 0.46, 0.52, 0.54]
    half = [50, 50, 46, 38, 31, 44, 58, 54, 36, 3]
    length = (2.3, 2.1)[ring]

    line = smooth_line(np.column_stack([stops, out, half]), 8)

    def surface(u, v):
        aside = u * 2 - 1
        r = np.interp(v, line[:, 0], line[:, 1]) * (1 - 0.24 * ring)
        wide = np.interp(v, line[:, 0], line[:, 2])
        leafy = np.clip((v - 0.5) / 0.2, 0, 1)
        a = np.radians(wide) * aside
        crinkle = leafy * (0.03 * np.sin(aside * 6 + seed) * np.sin(v * 21 + seed) + 0.06 * np.abs(aside) ** 2)
        # A thick rib in the middle, thin margins.
        r = r + 0.13 * (1 - aside**2) * (1 - leafy) * np.clip(v * 8, 0, 1) + crinkle
        return r * np.cos(a), r * np.sin(a), v * length * (1 - 0.03 * np.abs(aside) * leafy)

    def tone(u, v):
        aside = np.abs(u * 2 - 1)
        leafy = np.clip((v - 0.43 + 0.07 * aside) / 0.13, 0, 1)
        rib = np.exp(-((aside / (0.16 - 0.1 * np.clip(v - 0.5, 0, 0.5))) ** 2)) * np.clip(1.6 - 1.4 * v, 0, 1)
        veins = 0.25 * np.clip(np.sin(v * 46 - aside * 9), 0.6, 1) - 0.15
        stem = mix('#f3f5de', '#a9cb78', np.clip(v * 1.3 + 0.9 * aside**3 - 0.25, 0, 1))
        blade = mix('#2c6f24', '#67a046', np.clip(0.9 * rib + veins * (1 - rib), 0, 1))
        return stem * (1 - leafy[:, None]) + blade * leafy[:, None]

    return move(sheet(surface, skin, 60, 30, tone=tone, thickness=0.025), turn=(0, 0, about))


def broccoli():
    """Two crowns: clusters of tiny buds on branched stalks."""
    unit, faces = small_ball(5)
    for x, y, lean in ((-0.88, 0.22, -26), (0.92, -0.12, -20)):
        stalk = matter('#b3cb86', 0.5, coat=0.15, mottle=('#94b465', 3, 0.4, 0.7), bump=(9, 0.3), stretch=(3, 3, 0.5))
        parts = [tube([(0, 0, 0), (0, 0, 0.4), (0, 0, 0.85)], [0.31, 0.28, 0.36], stalk, 28)]
        parts.append(lathe([(0.001, 0.004), (0.26, 0.004), (0.31, -0.004)], matter('#dbe6b4', 0.6), 40))
        spots, sizes, deep = [], [], []
        for k in range(40):
            v = 1 - 1.05 * (k + 0.5) / 40
            a = k * 2.39996 + 0.2 * chance()
            out = math.sqrt(max(0, 1 - v * v))
            way = np.array([out * math.cos(a), out * math.sin(a), v])
            middle = np.array([0.8 * way[0], 0.8 * way[1], 0.86 + 0.6 * way[2]]) * chance(0.96, 1.05)
            size = chance(0.23, 0.31)
            for j in range(150):
                w = 1 - 2 * (j + 0.5) / 150
                b = j * 2.39996
                round_ = np.array([math.sqrt(1 - w * w) * math.cos(b), math.sqrt(1 - w * w) * math.sin(b), w])
                if round_ @ way < -0.25:
                    continue
                spots.append(middle + size * round_ * (1 + 0.07 * chance(-1, 1)))
                sizes.append(chance(0.034, 0.05))
                # Buds within a cluster are darker at its rim, where it meets the next one.
                deep.append(np.clip(0.85 - round_ @ way, 0, 1))
            if k % 2:
                foot = (0.16 * way[0], 0.16 * way[1], 0.5)
                bend = tuple(middle * 0.6 + np.array(foot) * 0.4)
                parts.append(tube([foot, bend, tuple(middle)], [0.09, 0.1, 0.12], stalk, 10))
            parts.append(move(ball(size * 0.97, matter('#27571f', 0.9), detail=16), tuple(middle)))
        tone = mix('#5f9a3e', '#21501d', np.array(deep) + chance(-0.18, 0.18, len(deep)))
        turns = np.zeros((len(spots), 3))
        parts.append(scatter(unit, faces, spots, turns, sizes, matter(rough=0.75, tone=True, sheen=0.2), tone))
        group(parts, (x, y, 0.34), (lean, 0, 0))
    return {'pitch': 38}


def eggplants():
    skin = matter('#4a2a63', 0.2, coat=0.6, mottle=('#6a3f86', 1.4, 0.38, 0.7))
    cap = matter('#5c6f3a', 0.6, mottle=('#6f5a63', 4, 0.4, 0.7))
    for x, y, turn, bend in ((0.0, 0.55, 10, 0.35), (0.1, -0.35, -6, -0.3), (-0.1, 0.1, 2, 0.2)):
        line = smooth_line(
            [(-2.2, 0, 0), (-1.2, bend * 0.7, 0), (0.2, bend, 0), (1.5, bend * 0.4, 0), (2.1, -bend * 0.2, 0)], 12
        )
        t = np.linspace(0, 1, len(line))
        radius = 0.3 * np.sin(np.pi * np.clip(0.06 + 0.94 * (1 - t) ** 0.8, 0, 1) ** 0.6) ** 0.45 + 0.04
        radius = 0.29 * np.minimum(1, ((1 - np.abs(2 * t - 1) ** 6) ** 0.5) + 0.02) * (0.86 + 0.2 * (1 - t))
        parts = [tube(line, radius, skin, 30)]
        top = line[-1]
        way = line[-1] - line[-6]
        way = way / np.linalg.norm(way)
        parts.append(
            tube(
                [top - way * 0.34, top - way * 0.1, top + way * 0.12, top + way * 0.5],
                [0.26, 0.24, 0.1, 0.075],
                cap,
                14,
            )
        )
        group(parts, (x, y, 0.32), (0, 0, turn + 24))
    return {'pitch': 46}


def tomatoes():
    skin = matter('#d42a1a', 0.15, coat=0.8, mottle=('#e2471f', 1.6, 0.38, 0.7))
    green = matter('#4f7a2a', 0.55)
    line = smooth_line(
        [(-1.9, 0.1, 0.95), (-0.9, 0.2, 1.05), (0.2, 0.05, 1.05), (1.2, 0.15, 1.0), (2.0, 0.3, 1.05)], 10
    )
    tube(line, 0.07, green, 10)
    for k, (x, y) in enumerate(((-1.3, -0.42), (-0.55, 0.75), (0.25, -0.6), (0.95, 0.75), (1.6, -0.4))):
        body = ball(
            0.68,
            skin,
            (1, 1, 0.86),
            0.02,
            2,
            k,
            36,
            lambda p: np.column_stack(
                [p[:, 0], p[:, 1], p[:, 2] - 0.14 * np.exp(-((p[:, 0] ** 2 + p[:, 1] ** 2) / 0.05)) * (p[:, 2] > 0)]
            ),
        )
        parts = [body]
        for s in range(5):
            leaf = sheet(
                lambda u, v: ((u - 0.5) * 0.13 * (1 - v) + 0 * u, v * 0.42, 0.07 * np.sin(v * 3.2)),
                green,
                12,
                6,
                thickness=0.015,
            )
            parts.append(move(leaf, (0, 0, 0.47), (0, 0, s * 72 + chance(-10, 10))))
        tilt = -30 if y < 0 else 30
        group(parts, (x, y, 0.58), (-tilt * 0.6, 0, 0))
        near = line[np.argmin(np.abs(line[:, 0] - x))]
        tube(
            smooth_line([tuple(near), (x, (near[1] + y) / 2, 1.12), (x, y + (0.12 if y < 0 else -0.12), 1.02)], 5),
            0.05,
            green,
            8,
        )
    return {'pitch': 44}


def carrots():
    skin = matter('#ea7a1c', 0.42, coat=0.2, mottle=('#d9650f', 3, 0.4, 0.7), bump=(7, 0.35), stretch=(7, 1, 1))
    stems = matter('#5f9a35', 0.5)
    frond = matter('#3f7f2a', 0.55)
    for k, (y, turn) in enumerate(((0.62, 7), (0.3, 3), (0.0, 0), (-0.32, -4), (-0.64, -8), (0.15, 2))):
        t = np.linspace(0, 1, 50)
        line = np.column_stack([-1.6 + 2.6 * t, 0.05 * np.sin(t * 4 + k), 0 * t])
        radius = (
            0.24 * np.minimum(1, (t * 1.0 + 0.02) ** 0.55) * (1 - 0.0 * t) * np.sqrt(np.clip((1 - t) * 12, 0, 1))
            + 0.012
        )
        parts = [tube(line, radius, skin, 26)]
        for s in range(6):
            a = chance(-22, 22)
            bend = smooth_line(
                [
                    (0.95, 0, 0),
                    (1.5, math.tan(math.radians(a)) * 0.5, 0.12 + 0.05 * s),
                    (2.2, math.tan(math.radians(a)) * 1.2, 0.1),
                ],
                8,
            )
            parts.append(tube(bend, 0.03, stems, 6))
            for j in range(8, len(bend)):
                for side in (-1, 1):
                    p = bend[j]
                    tip = p + np.array([0.2, side * 0.26, chance(-0.06, 0.1)])
                    parts.append(
                        tube(
                            smooth_line([tuple(p), tuple((p + tip) / 2 + [0, 0, 0.03]), tuple(tip)], 2),
                            [0.02, 0.035, 0.04, 0.03, 0.008],
                            frond,
                            5,
                        )
                    )
        group(parts, (-0.35, y * 0.95, 0.25 if k < 5 else 0.62), (0, 0, turn))
    return {'pitch': 48}


def corn():
    """Ears with kernels of two colours; husk folded back."""
    for at, (x, y, turn) in enumerate(((-0.0, 0.85, 6), (0.1, 0.28, -3), (-0.05, -0.3, 4), (0.1, -0.88, -6))):
        white, yellow = matter('#f8efcf', 0.25, coat=0.4), matter('#f6cd4c', 0.25, coat=0.4)
        kernels = [ball(0.095, white, (0.85, 1, 0.9), detail=10), ball(0.095, yellow, (0.85, 1, 0.9), detail=10)]
        parts = [
            tube(
                [(-1.35, 0, 0), (-0.4, 0, 0), (0.6, 0, 0), (1.3, 0, 0)],
                [0.26, 0.27, 0.24, 0.1],
                matter('#efdfa6', 0.6),
                20,
            )
        ]
        used = 0
        rng = np.random.default_rng(at)
        for row in range(14):
            a = row * TAU / 14
            for k in range(19):
                t = k / 18
                r = 0.3 * (1 - 0.55 * np.clip((t - 0.6) / 0.4, 0, 1) ** 1.6)
                spot = (-1.3 + 2.6 * t, r * math.cos(a), r * math.sin(a))
                which = int(rng.random() < 0.55)
                size = 1.0 - 0.4 * np.clip((t - 0.7) / 0.3, 0, 1)
                if used < 2 and which == used:
                    parts.append(move(kernels[used], spot, (0, 0, 0), size))
                    used += 1
                else:
                    parts.append(again(kernels[which], spot, (0, 0, 0), size))
        for thing in kernels[used:]:
            thing.hide_render = True
        husk = matter('#a9c46a', 0.6, mottle=('#c3d78e', 3, 0.4, 0.7), bump=(9, 0.4), stretch=(1, 8, 8))
        for s in range(6):
            a = s * 60 + 20
            leaf = sheet(
                lambda u, v: (
                    -1.2 - 1.0 * v,
                    (u - 0.5) * 0.5 * np.sin(np.pi * np.clip(v * 0.9 + 0.12, 0, 1)) ** 0.7,
                    0.3 + 0.14 * np.sin(v * 3) - 0.16 * v * v - 0.5 * (u - 0.5) ** 2,
                ),
                husk,
                16,
                10,
                thickness=0.015,
            )
            parts.append(move(leaf, (0, 0, 0), (a, 0, 0)))
        parts.append(tube([(-1.3, 0, 0), (-1.75, 0, 0)], [0.14, 0.11], husk, 14))
        group(parts, (x + 0.35, y, 0.36), (0, 0, turn))
    return {'pitch': 48}


def ginger():
    skin = matter('#c9a468', 0.7, mottle=('#b18a4c', 4, 0.4, 0.66), bump=(16, 0.5))

    def hand(seed):
        rng = np.random.default_rng(seed)
        parts = []
        t = np.linspace(0, 1, 40)

        def knob(start, way, length, r):
            line = np.array(start) + np.outer(t, np.array(way) * length)
            line[:, 1] += 0.08 * np.sin(t * 5 + seed)
            radius = r * np.sqrt(np.clip(1 - (2 * t - 1) ** 6, 0.0, 1)) * (1 + 0.13 * np.sin(t * 9 + seed)) + 0.01
            radius = radius * (1 + 0.05 * (np.sin(t * 46) > 0.8))
            parts.append(tube(line, radius, skin, 22, flat=0.85))
            return line

        main = knob((-1.3, 0, 0), (1, 0.1, 0), 2.6, 0.36)
        for s, along in enumerate((6, 14, 20, 27, 34)):
            side = 1 if s % 2 else -1
            p = main[along]
            knob(
                tuple(p),
                (rng.uniform(-0.3, 0.7), side * 1.0, rng.uniform(0, 0.35)),
                rng.uniform(0.6, 0.95),
                rng.uniform(0.25, 0.32),
            )
        return parts

    group(hand(1), (-0.2, 0.65, 0.34), (0, 0, 14))
    group(hand(4), (0.25, -0.75, 0.34), (0, 0, -170), 0.9)
    return {'pitch': 46}


def garlic():
    for at, (x, y, turn, lean) in enumerate(
        ((-0.95, 0.7, 0, 0), (0.85, 0.8, 40, 0), (-0.05, -0.05, 80, 0), (-1.2, -0.75, 20, 0), (1.1, -0.6, 60, 0))
    ):

        def wave(a, s):
            lobes = 1 - 0.1 * np.abs(np.sin(a * 4.5)) ** 0.5 * np.clip(1.25 - s * 1.3, 0, 1) * (s > 0.02)
            return lobes

        def tone(p, a, s):
            streak = np.clip(np.sin(a * 31 + 2 * np.sin(a * 5)) - 0.5, 0, 1) * np.clip(1.1 - s, 0, 1) * 1.2
            color = mix('#f7f2ea', '#b58aa5', streak * 0.7)
            return color

        body = lathe(
            [
                (0.12, 0),
                (0.45, 0.03),
                (0.72, 0.3),
                (0.66, 0.62),
                (0.36, 0.92),
                (0.17, 1.15),
                (0.12, 1.5),
                (0.15, 1.62),
                (0.01, 1.64),
            ],
            matter(rough=0.5, coat=0.1, tone=True, bump=(9, 0.2)),
            150,
            wave,
            True,
            tone,
            6,
        )
        group([body], (x, y, 0), (lean, 0, turn), 0.95)
    clove = matter('#f3e3d6', 0.4, coat=0.2)
    for x, y, t in ((0.45, -1.0, 30), (-0.35, -1.15, -40)):
        move(
            ball(
                0.26,
                clove,
                (1.35, 0.8, 0.75),
                0.04,
                2,
                1,
                20,
                lambda p: np.column_stack(
                    [
                        p[:, 0],
                        p[:, 1] * (1 - 0.4 * np.clip(p[:, 0] / 0.35, 0, 1)),
                        p[:, 2] * (1 - 0.4 * np.clip(p[:, 0] / 0.35, 0, 1)),
                    ]
                ),
            ),
            (x, y, 0.18),
            (0, 0, t),
        )
    return {'pitch': 40}


def peas():
    """Sugar snap peas, one opened."""
    skin = matter('#6fae35', 0.35, coat=0.35, mottle=('#5b9a28', 3, 0.4, 0.7))

    def pod(seed, open_=False):
        line = smooth_line([(-1.05, 0.0, 0), (-0.5, 0.12, 0), (0.1, 0.16, 0), (0.7, 0.05, 0), (1.05, -0.12, 0)], 12)
        t = np.linspace(0, 1, len(line))
        radius = (0.27 + 0.014 * np.sin(t * 44 - 1)) * np.clip(np.sin(np.pi * (0.02 + 0.96 * t)), 0, 1) ** 0.4 + 0.01
        parts = [tube(line, radius, skin, 22, flat=0.62)]
        tip = line[0]
        parts.append(tube([tuple(tip), tuple(tip + [-0.16, -0.03, 0.03])], [0.05, 0.02], matter('#86b84a', 0.5), 8))
        return parts

    first = pod(0)
    number = 0
    for x, y, z, r in heap(13, 0.34, 1.1, tries=30):
        turn = (chance(-10, 10), chance(-8, 8), chance(-55, 55))
        parts = first if number == 0 else [again(p) for p in first]
        group(parts, (x, y, z * 0.55), turn, 0.95)
        number += 1
    pea = ball(0.15, matter('#86bf45', 0.35, coat=0.35), detail=18)
    for k, (x, y) in enumerate(((0.95, -1.25), (1.25, -1.1), (1.15, -1.45), (1.5, -1.3))):
        (move if k == 0 else again)(pea, (x, y, 0.15))
    return {'pitch': 46}
