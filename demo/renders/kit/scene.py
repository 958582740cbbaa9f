"""Sets up one light, one lens and six surfaces. Renders a picture and removes its noise."""
import math
import os
import time

import bpy
import numpy as np
from mathutils import Vector

from matter import matter
from shapes import mesh

# The share of the picture's width or height that the product covers.
FILL = 0.83
LENS = 85


def begin():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def surface(name):
    """The material of the table."""
    if name == 'paper':
        return matter('#F4ECDF', 0.85, bump=(40, 0.12), mottle=('#EFE5D4', 1.2, 0.3, 0.7))
    if name == 'jade':
        return matter('#2F7A5E', 0.42, coat=0.12, mottle=('#2A634D', 1.1, 0.3, 0.72), bump=(1.6, 0.08))
    if name == 'walnut':
        return matter('#6B4630', 0.5, mottle=('#3C2417', 1.6, 0.32, 0.68), bump=(9, 0.12), stretch=(0.35, 4.5, 1))
    if name == 'linen':
        return _linen()
    if name == 'slate':
        return matter('#4A4F50', 0.72, mottle=('#363A3C', 1.4, 0.3, 0.7), bump=(7, 0.3))
    if name == 'persimmon':
        return matter('#CE5A31', 0.7, mottle=('#C24E27', 1.0, 0.3, 0.7), bump=(30, 0.06))
    raise ValueError(f'no such surface: {name}')


def _linen():
    material = matter('#DDCFB8', 0.95, sheen=0.3)
    tree = material.node_tree
    shader = tree.nodes['Principled BSDF']
    coordinates = tree.nodes.new('ShaderNodeTexCoord')
    waves = []
    for axis in ('X', 'Y'):
        wave = tree.nodes.new('ShaderNodeTexWave')
        wave.bands_direction = axis
        wave.inputs['Scale'].default_value = 13
        wave.inputs['Distortion'].default_value = 1.2
        wave.inputs['Detail'].default_value = 2
        tree.links.new(coordinates.outputs['Object'], wave.inputs['Vector'])
        waves.append(wave.outputs['Fac'])
    total = tree.nodes.new('ShaderNodeMath')
    tree.links.new(waves[0], total.inputs[0])
    tree.links.new(waves[1], total.inputs[1])
    bump = tree.nodes.new('ShaderNodeBump')
    bump.inputs['Strength'].default_value = 0.35
    bump.inputs['Distance'].default_value = 0.04
    tree.links.new(total.outputs[0], bump.inputs['Height'])
    tree.links.new(bump.outputs['Normal'], shader.inputs['Normal'])
    return material


def lowest(things):
    """The height on which the things of a product stand."""
    return 0 if any(thing.get('plate') for thing in things) else _points(things)[:, 2].min()


def _points(things=None):
    """Points of all products in the scene, or of these things, not of their table."""
    bpy.context.view_layer.update()
    found = []
    for thing in things or bpy.context.scene.objects:
        if thing.type != 'MESH' or thing.hide_render or thing.get('plate'):
            continue
        count = len(thing.data.vertices)
        points = np.empty(count * 3)
        thing.data.vertices.foreach_get('co', points)
        points = points.reshape(-1, 3)[:: max(1, count // 400)]
        matrix = np.array(thing.matrix_world)
        found.append(points @ matrix[:3, :3].T + matrix[:3, 3])
    return np.vstack(found)


def frame(table, pitch=45, fill=None, brightness=1.0, shift=(0, 0), shape=1.0):
    """Puts the table, the daylight from the left and the camera, so that the product fills the picture.
    `shift` moves the camera to the right and up, in halves of the picture's width. `shape` is its width divided by its
    height."""
    scene = bpy.context.scene
    plated = any(thing.get('plate') for thing in scene.objects)
    usual = 0.76 if plated else FILL
    fill = fill or usual
    points = _points()
    low = (
        min(thing.matrix_world.translation.z for thing in scene.objects if thing.get('plate'))
        if plated
        else points[:, 2].min()
    )
    span = max(np.ptp(points, axis=0).max(), 0.1)
    down = math.radians(pitch)
    toward = np.array([0, -math.cos(down), math.sin(down)])
    right, up = np.array([1.0, 0, 0]), np.array([0, math.sin(down), math.cos(down)])
    target, distance, tangent = points.mean(axis=0), span * 4, 18 / LENS
    for _ in range(12):
        relative = points - target
        depth = (distance - relative @ toward) * tangent
        u, v = relative @ right / depth, relative @ up / depth
        target = target + (right * (u.max() + u.min()) + up * (v.max() + v.min())) / 2 * distance * tangent
        distance *= max(np.ptp(u), np.ptp(v) * shape) / 2 / fill
    # A closer camera leaves the light where it is.
    light_target, light_room = target, distance * tangent * fill / usual
    target = target + (right * shift[0] + up * shift[1]) * distance * tangent
    camera = bpy.data.cameras.new('camera')
    camera.lens, camera.clip_end = LENS, 500
    eye = bpy.data.objects.new('camera', camera)
    scene.collection.objects.link(eye)
    eye.location = target + toward * distance
    eye.rotation_euler = (math.radians(90 - pitch), 0, 0)
    scene.camera = eye
    room = distance * tangent
    half = room * 30
    floor = mesh(
        [(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)], [(0, 1, 2, 3)], surface(table)
    )
    floor.location = (target[0], target[1], low - 0.002)
    floor.scale = (room, room, room)
    floor.data.transform(_scaling(1 / room))
    floor['table'] = True
    _daylight(light_target, light_room, brightness)


def _scaling(factor):
    from mathutils import Matrix

    return Matrix.Scale(factor, 4)


def _daylight(target, room, light):
    scene = bpy.context.scene
    world = bpy.data.worlds.new('world')
    scene.world = world
    world.use_nodes = True
    world.node_tree.nodes['Background'].inputs[0].default_value = (0.93, 0.96, 1, 1)
    world.node_tree.nodes['Background'].inputs[1].default_value = 0.36 * light
    for place, size, energy, color in (
        ((-2.7, -0.15, 2.7), 2.0, 150, (1, 0.95, 0.88)),
        ((1.4, -3.2, 1.9), 2.6, 42, (0.96, 0.98, 1)),
    ):
        lamp = bpy.data.lights.new('daylight', 'AREA')
        lamp.size, lamp.energy, lamp.color = size * room, energy * room * room * light, color
        thing = bpy.data.objects.new('daylight', lamp)
        thing.visible_glossy = energy > 50
        scene.collection.objects.link(thing)
        thing.location = Vector(target) + Vector(place) * room
        thing.rotation_euler = (Vector(target) - thing.location).to_track_quat('-Z', 'Y').to_euler()


def render(path, width, height, samples):
    """Writes the scene as a PNG without noise."""
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.threads_mode, scene.render.threads = 'FIXED', 1
    cycles = scene.cycles
    cycles.samples, cycles.use_denoising = samples, False
    cycles.use_adaptive_sampling, cycles.adaptive_threshold, cycles.adaptive_min_samples = True, 0.05, 6
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 2, 2
    cycles.transmission_bounces, cycles.transparent_max_bounces = 2, 10
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.sample_clamp_direct = 2, 4
    cycles.use_fast_gi, cycles.fast_gi_method = True, 'REPLACE'
    cycles.ao_bounces_render = 1
    world = scene.world.light_settings
    world.ao_factor, world.distance = 0.75, 4
    bpy.context.view_layer.cycles.denoising_store_passes = True
    scene.view_layers[0].use_pass_z = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new('CompositorNodeRLayers')
    files = tree.nodes.new('CompositorNodeOutputFile')
    folder = path + '.passes'
    files.base_path = folder
    files.format.file_format, files.format.color_depth = 'OPEN_EXR', '32'
    files.format.exr_codec = 'NONE'
    files.file_slots.clear()
    for name in ('Image', 'Denoising Albedo', 'Denoising Normal'):
        files.file_slots.new(name.split()[-1])
        tree.links.new(layers.outputs[name], files.inputs[-1])
    bpy.ops.render.render()
    passes = [_read(os.path.join(folder, f'{name}0001.exr')) for name in ('Image', 'Albedo', 'Normal')]
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    os.rmdir(folder)
    rendered = time.time()
    _write(develop(calm(*passes)), path)
    print(f'filtered in {time.time() - rendered:.0f} s', flush=True)


def _read(file):
    image = bpy.data.images.load(file)
    image.colorspace_settings.name = 'Non-Color'
    width, height = image.size
    values = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(values)
    return np.ascontiguousarray(values.reshape(height, width, 4)[..., :3])


def calm(color, albedo, normal):
    """Removes noise: divides by the surface's own colour, averages over pixels of similar surface, multiplies again.
    Edge-avoiding à-trous wavelets (Dammertz and others, 2010)."""
    base = np.clip(_middle(albedo), 0, 1) * 0.97 + 0.03
    light = np.log1p(np.minimum(color, 6) / base)
    kernel = np.array([1, 4, 6, 4, 1], np.float32) / 16
    guide = _box(light, 2)
    for level in range(3):
        step = 2**level
        # A later pass trusts the guide more, because the light is smoother by then.
        reach = (0.05, 0.03, 0.02)[level]
        light = _average(light, np.dstack([guide / reach**0.5, base / 0.122, normal / 0.346]), kernel, step)
        guide = _box(light, 1)
    return np.expm1(light) * base


def _average(light, features, kernel, step):
    """The weighted mean over 5 × 5 pixels, `step` apart. Each pair of pixels has one weight for both directions."""
    height, width = light.shape[:2]
    total = light * kernel[2] ** 2
    weights = np.full((height, width, 1), kernel[2] ** 2, np.float32)
    for i in range(3):
        for j in range(-2, 3):
            if i == 0 and j <= 0:
                continue
            y, x = i * step, j * step
            here = np.s_[: height - y, max(0, -x) : width - max(0, x)]
            there = np.s_[y:, max(0, x) : width - max(0, -x)]
            apart = features[here] - features[there]
            weight = np.exp(-np.einsum('yxc,yxc->yx', apart, apart))[..., None] * (kernel[2 + i] * kernel[2 + j])
            total[here] += weight * light[there]
            total[there] += weight * light[here]
            weights[here] += weight
            weights[there] += weight
    return total / weights


def _middle(values):
    """The median of 3 × 3 pixels. Removes the grain that thin glass gives to the colours behind it."""
    height, width = values.shape[:2]
    wide = np.pad(values, ((1, 1), (1, 1), (0, 0)), 'edge')
    around = [wide[i : i + height, j : j + width] for i in range(3) for j in range(3)]
    return np.median(np.stack(around), axis=0)


def _box(values, size):
    padded = np.pad(values, ((size + 1, size), (size + 1, size), (0, 0)), 'edge').astype(np.float64)
    sums = padded.cumsum(0).cumsum(1)
    width = 2 * size + 1
    total = sums[width:, width:] - sums[:-width, width:] - sums[width:, :-width] + sums[:-width, :-width]
    return (total / width**2).astype(np.float32)


def develop(color, exposure=1.42):
    """Linear light as sRGB: straight up to the middle tones, then a soft shoulder."""
    bright = np.maximum(color * exposure, 0)
    bright = bright * (0.82 + 0.36 * bright / (bright + 0.18))
    knee = 0.55
    shoulder = knee + (1 - knee) * (1 - np.exp(-(bright - knee) / (1 - knee)))
    bright = np.where(bright > knee, shoulder, bright)
    return np.where(bright <= 0.0031308, bright * 12.92, 1.055 * bright ** (1 / 2.4) - 0.055)


def _write(color, path):
    height, width = color.shape[:2]
    image = bpy.data.images.new('picture', width, height)
    values = np.ones((height, width, 4), np.float32)
    values[..., :3] = np.clip(color, 0, 1)
    image.pixels.foreach_set(values.ravel())
    image.filepath_raw, image.file_format = path, 'PNG'
    image.save()
