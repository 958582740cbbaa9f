"""Models of gifts and tableware."""
import math

import numpy as np

import packages
import produce
from bakery import moon
from matter import matter, printed
from shapes import TAU, again, ball, block, chance, group, lathe, move, panel, sheet, smooth_line, tube


def teapot(color='#C2410F'):
    glaze = matter(color, 0.14, coat=0.8, mottle=('#E0682B', 1.4, 0.36, 0.7))
    lathe(
        [
            (0.001, 0),
            (0.66, 0),
            (0.7, 0.06),
            (1.05, 0.45),
            (1.16, 0.85),
            (1.02, 1.25),
            (0.66, 1.48),
            (0.6, 1.5),
            (0.58, 1.44),
        ],
        glaze,
        110,
        round_steps=4,
    )
    lathe(
        [(0.64, 1.47), (0.56, 1.6), (0.3, 1.7), (0.1, 1.74), (0.09, 1.8), (0.17, 1.88), (0.16, 1.98), (0.001, 2.02)],
        glaze,
        90,
        round_steps=4,
    )
    spout = smooth_line([(-0.9, 0, 0.6), (-1.3, 0, 0.78), (-1.55, 0, 1.15), (-1.78, 0, 1.45)], 10)
    tube(spout, np.linspace(0.3, 0.11, len(spout)), glaze, 28)
    move(lathe([(0.001, 0), (0.09, 0)], matter('#2a0f06', 0.6), 24), (-1.795, 0, 1.462), (0, -52, 0))
    handle = smooth_line([(0.95, 0, 1.22), (1.5, 0, 1.42), (1.82, 0, 1.0), (1.6, 0, 0.55), (1.08, 0, 0.5)], 10)
    tube(handle, 0.12, glaze, 20, flat=0.7)
    return {'pitch': 30}


def chopsticks():
    """Two pairs: red and black lacquer."""
    for pair, (y, color, other) in enumerate(((0.55, '#A8231C', '#171312'), (-0.55, '#171312', '#A8231C'))):
        stuff, tip = matter(color, 0.12, coat=0.9), matter(other, 0.12, coat=0.9)
        parts = []
        for k in (-0.11, 0.11):
            parts.append(
                tube(
                    [(-2.4, k, 0.1), (-0.8, k, 0.1), (1.0, k * 0.9, 0.08), (2.3, k * 0.75, 0.05)],
                    [0.095, 0.09, 0.07, 0.045],
                    stuff,
                    14,
                )
            )
            parts.append(tube([(-2.42, k, 0.1), (-2.1, k, 0.1)], [0.1, 0.099], tip, 14))
            gold = matter('#d2a544', 0.25, metal=0.9)
            parts.append(tube([(-2.1, k, 0.1), (-2.04, k, 0.1)], [0.102, 0.102], gold, 14))
        group(parts, (0, y, 0), (0, 0, 24))
    return {'pitch': 50}


def lantern(label=None):
    """A round paper lantern with ribs, wooden ends and a tassel; it stands on its lower ring."""
    paper = matter('#C8231B', 0.75, glow=0.22, bump=(30, 0.1))
    rows = 22
    profile = []
    for k in range(rows * 6 + 1):
        t = k / (rows * 6)
        a = (t - 0.5) * math.pi * 0.9
        r = 1.25 * math.cos(a) ** 0.85
        r += 0.028 * abs(math.sin(t * rows * math.pi))
        profile.append((max(r, 0.36), 0.34 + 2.0 * (0.5 + 0.5 * math.sin(a) / math.sin(math.pi * 0.45))))
    lathe(profile, paper, 120)
    dark = matter('#241611', 0.4, coat=0.4)
    gold = matter('#d2a544', 0.3, metal=0.8)
    for z in (0.26, 2.32):
        lathe([(0.001, z), (0.46, z), (0.46, z + 0.12), (0.001, z + 0.12)], dark, 60)
    lathe([(0.47, 0.3), (0.48, 0.33), (0.47, 0.36)], gold, 60)
    tube(smooth_line([(-0.4, 0, 2.42), (-0.25, 0, 2.85), (0.25, 0, 2.85), (0.4, 0, 2.42)], 8), 0.03, dark, 8)
    move(lathe([(0.001, 0), (0.42, 0), (0.42, 0.27), (0.001, 0.27)], dark, 60), (0, 0, 0))
    if label:

        def face(u, v):
            a = math.pi * (1.5 + (u - 0.5) * 0.3)
            t = 0.26 + 0.48 * v
            b = (t - 0.5) * math.pi * 0.9
            r = 1.25 * np.cos(b) ** 0.85 + 0.035
            return r * np.cos(a), r * np.sin(a), 0.34 + 2.0 * (0.5 + 0.5 * np.sin(b) / math.sin(math.pi * 0.45))

        sheet(face, printed(label, 0.6), 30, 30)
    return {'pitch': 20}


def envelopes(label):
    """A fan of red envelopes."""
    paper = matter('#B3141B', 0.75, bump=(50, 0.12))
    for k in range(4):
        parts = [
            block((1.3, 2.35, 0.05), paper, 0.012),
            panel(1.29, 2.34, printed(label, 0.6), (0, 0, 0.056), (0, 0, 0)),
        ]
        group(parts, (-0.75 + 0.5 * k, -0.08 * abs(k - 1.5), 0.055 * k), (0, 0, 21 - 14 * k))
    return {'pitch': 55}


def mooncake_box(label):
    """An open gift box with six mooncakes, its lid behind."""
    red = matter('#A8231C', 0.3, coat=0.5)
    inside = matter('#e9c98a', 0.6)
    w, d, h = 3.5, 2.5, 0.62
    for x, y, sx, sy in (
        (0, -d / 2, w, 0.08),
        (0, d / 2, w, 0.08),
        (-w / 2, 0, 0.08, d + 0.08),
        (w / 2, 0, 0.08, d + 0.08),
    ):
        move(block((sx, sy, h), red, 0.015), (x, y, 0))
    move(block((w, d, 0.08), inside, 0), (0, 0, 0))
    for k in range(6):
        x, y = (k % 3 - 1) * 1.12, (0.5 - k // 3) * 1.14
        tray = lathe(
            [(0.001, 0.09), (0.5, 0.09), (0.54, 0.3)],
            matter('#d2a544', 0.35, metal=0.6),
            60,
            lambda a, s: 1 + 0.03 * np.sin(a * 24),
        )
        tray.location = (x, y, 0)
        group([moon('baked')], (x, y, 0.12), (0, 0, chance(0, 360)), 0.47)
    parts = [
        block((w + 0.1, d + 0.1, 0.3), red, 0.02),
        panel(w, d, printed(label, 0.35, 0.4), (0, 0, 0.304), (0, 0, 0)),
    ]
    group(parts, (0.0, 1.75, 1.0), (68, 0, 0))
    return {'pitch': 42}


def sampler(label):
    """An open box with five small tins of tea, each of its own colour."""
    paper = matter('#efe3c8', 0.8)
    w, d, h = 4.3, 1.25, 0.55
    for x, y, sx, sy in (
        (0, -d / 2, w, 0.07),
        (0, d / 2, w, 0.07),
        (-w / 2, 0, 0.07, d + 0.07),
        (w / 2, 0, 0.07, d + 0.07),
    ):
        move(block((sx, sy, h), paper, 0.015), (x, y, 0))
    move(block((w, d, 0.07), paper, 0), (0, 0, 0))
    for k, color in enumerate(('#5f8a3a', '#e9e2cc', '#2F6F57', '#8f2f1c', '#3a2318')):
        packages.tin_part(None, 0.36, 1.0, ((k - 2) * 0.82, 0), color, 0, '#c9a24d')
    parts = [block((w, 1.5, 0.06), paper, 0.01), panel(w * 0.98, 1.46, printed(label, 0.7), (0, 0, 0.065), (0, 0, 0))]
    group(parts, (0, d / 2 + 0.62, 1.0), (62, 0, 0))
    leaf = ['#6f8a3a', '#b9b58c', '#3c4a26', '#4a1f12', '#241509']
    for k, color in enumerate(leaf):
        stuff = matter(color, 0.6, bump=(12, 0.6))
        one = ball(0.07, stuff, (1.6, 0.7, 0.6), 0.2, 4, k, 10)
        for j in range(34):
            a, r = chance(0, TAU), 0.3 * math.sqrt(chance())
            spot = ((k - 2) * 0.84 + r * math.cos(a), -1.15 + r * math.sin(a), 0.05 + 0.16 * (1 - r / 0.3))
            (move if j == 0 else again)(one, spot, (chance(-40, 40), chance(-40, 40), chance(0, 360)))
    return {'pitch': 38}


def hamper(label):
    """A willow basket with fruit, tea, mooncakes and a jar."""
    willow = matter('#b9843f', 0.6, mottle=('#9a6628', 6, 0.4, 0.66), bump=(12, 0.3))
    rx, ry, h = 1.85, 1.25, 0.95
    for k in range(11):
        t = np.linspace(0, TAU, 150)
        z = 0.06 + k * (h / 11)
        grow = 0.88 + 0.12 * k / 10
        weave = 0.035 * np.sin(t * 26 + k * math.pi)
        tube(
            np.column_stack([(rx * grow + weave) * np.cos(t), (ry * grow + weave) * np.sin(t), 0 * t + z]),
            0.055,
            willow,
            7,
        )
    t = np.linspace(0, TAU, 150)
    tube(np.column_stack([rx * np.cos(t), ry * np.sin(t), 0 * t + h + 0.02]), 0.1, willow, 12)
    arch = np.linspace(0, math.pi, 40)
    tube(np.column_stack([1.8 * np.cos(arch), 0 * arch, h + 1.75 * np.sin(arch)]), 0.085, willow, 12)
    straw = matter('#e0c78f', 0.9, bump=(12, 0.9))
    move(ball(1, straw, (1.65, 1.08, 0.4), 0.1, 5, 1, 24), (0, 0, 0.55))
    for k, (x, y) in enumerate(((-1.1, -0.4), (-0.45, -0.72))):
        group(produce._body('apple', k), (x, y, 1.15), (10, 0, 40 * k), 0.42)
    for k, (x, y) in enumerate(((0.2, -0.75), (0.75, -0.62), (0.48, -0.3))):
        group(produce._body('mandarin', k), (x, y, 1.1 + 0.14 * (k == 2)), (10, 0, 60 * k), 0.4)
    packages.tin_part(None, 0.4, 1.05, (-0.75, 0.35), '#2F6F57').location.z = 0.8
    jar = [
        lathe(
            [(0.001, 0), (0.38, 0), (0.4, 0.05), (0.4, 0.72), (0.001, 0.74)],
            matter('#8f1d10', 0.3, coat=0.6, mottle=('#d5651b', 9, 0.42, 0.62)),
            50,
        ),
        lathe([(0.43, 0.72), (0.43, 0.92), (0.001, 0.93)], matter('#211C17', 0.35, coat=0.4), 50),
        lathe([(0.405, 0.15), (0.405, 0.58)], matter('#FBF3E2', 0.6), 50),
    ]
    group(jar, (1.15, 0.15, 0.85))
    for k, (x, y, z) in enumerate(((0.15, 0.35, 1.0), (0.42, 0.3, 1.26))):
        group([moon('baked')], (x, y, z), (14, -8, 40 * k), 0.42)
    tag = [panel(0.7, 0.5, printed(label, 0.7), (0, 0, 0), (90, 0, 0))]
    group(tag, (-0.95, -1.32, 0.62), (-8, 0, -24))
    return {'pitch': 34}
