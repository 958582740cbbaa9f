"""Materials of the models."""
import bpy

from shapes import linear


def _start():
    material = bpy.data.materials.new('matter')
    material.use_nodes = True
    tree = material.node_tree
    return material, tree, tree.nodes['Principled BSDF'], tree.nodes['Material Output']


def _noise(tree, scale, detail=3.0, stretch=(1, 1, 1), distortion=0.0):
    coordinates = tree.nodes.new('ShaderNodeTexCoord')
    mapping = tree.nodes.new('ShaderNodeMapping')
    mapping.inputs['Scale'].default_value = stretch
    noise = tree.nodes.new('ShaderNodeTexNoise')
    noise.inputs['Scale'].default_value = scale
    noise.inputs['Detail'].default_value = detail
    noise.inputs['Distortion'].default_value = distortion
    tree.links.new(coordinates.outputs['Object'], mapping.inputs['Vector'])
    tree.links.new(mapping.outputs['Vector'], noise.inputs['Vector'])
    return noise.outputs['Fac']


def _ramp(tree, value, stops):
    ramp = tree.nodes.new('ShaderNodeValToRGB')
    elements = ramp.color_ramp.elements
    for at, (position, color) in enumerate(stops):
        element = elements[at] if at < 2 else elements.new(position)
        element.position, element.color = position, (*linear(color), 1)
    tree.links.new(value, ramp.inputs['Fac'])
    return ramp.outputs['Color']


def matter(
    color='#ffffff',
    rough=0.5,
    coat=0.0,
    metal=0.0,
    sheen=0.0,
    mottle=None,
    bump=None,
    clear=0.0,
    tone=False,
    glow=0.0,
    stretch=(1, 1, 1),
    spec=0.5,
):
    """Most materials. `mottle` is (other colour, scale, from, to): a noise between two colours. `bump` is (scale,
    strength). `clear` lets light through. With `tone` the colour comes from the mesh."""
    material, tree, shader, output = _start()
    shader.inputs['Base Color'].default_value = (*linear(color), 1)
    shader.inputs['Roughness'].default_value = rough
    shader.inputs['Clearcoat'].default_value = coat
    shader.inputs['Clearcoat Roughness'].default_value = 0.06
    shader.inputs['Metallic'].default_value = metal
    shader.inputs['Sheen'].default_value = sheen
    shader.inputs['Specular'].default_value = spec
    if tone:
        attribute = tree.nodes.new('ShaderNodeAttribute')
        attribute.attribute_name = 'tone'
        tree.links.new(attribute.outputs['Color'], shader.inputs['Base Color'])
    if mottle:
        other, scale, low, high = mottle
        noise = _noise(tree, scale, 5, stretch)
        tree.links.new(_ramp(tree, noise, [(low, color), (high, other)]), shader.inputs['Base Color'])
    if bump:
        scale, strength = bump
        node = tree.nodes.new('ShaderNodeBump')
        node.inputs['Strength'].default_value = strength
        node.inputs['Distance'].default_value = 0.05
        tree.links.new(_noise(tree, scale, 4, stretch), node.inputs['Height'])
        tree.links.new(node.outputs['Normal'], shader.inputs['Normal'])
    if glow:
        shader.inputs['Emission'].default_value = (*linear(color), 1)
        shader.inputs['Emission Strength'].default_value = glow
    if clear:
        _let_through(tree, shader, output, clear, color)
    return material


def _let_through(tree, shader, output, clear, color):
    through = tree.nodes.new('ShaderNodeBsdfTransparent')
    through.inputs['Color'].default_value = (*[0.35 + 0.65 * part for part in linear(color)], 1)
    mixed = tree.nodes.new('ShaderNodeMixShader')
    mixed.inputs['Fac'].default_value = clear
    tree.links.new(shader.outputs[0], mixed.inputs[1])
    tree.links.new(through.outputs[0], mixed.inputs[2])
    tree.links.new(mixed.outputs[0], output.inputs['Surface'])


def glass(tint='#ffffff', rough=0.03, blend=0.2):
    """Thin glass or plastic: clear in the middle, a mirror at its edges. It bends no light, so it renders fast."""
    material, tree, _, output = _start()
    through = tree.nodes.new('ShaderNodeBsdfTransparent')
    through.inputs['Color'].default_value = (*linear(tint), 1)
    mirror = tree.nodes.new('ShaderNodeBsdfGlossy')
    mirror.inputs['Roughness'].default_value = rough
    weight = tree.nodes.new('ShaderNodeLayerWeight')
    weight.inputs['Blend'].default_value = blend
    mixed = tree.nodes.new('ShaderNodeMixShader')
    # Dims reflections on the far wall. Otherwise the wall would mirror the drink as if the drink were in solid glass.
    sides = tree.nodes.new('ShaderNodeNewGeometry')
    near = tree.nodes.new('ShaderNodeMapRange')
    near.inputs['To Min'].default_value, near.inputs['To Max'].default_value = 1, 0.4
    tree.links.new(sides.outputs['Backfacing'], near.inputs['Value'])
    share = tree.nodes.new('ShaderNodeMath')
    share.operation = 'MULTIPLY'
    tree.links.new(weight.outputs['Fresnel'], share.inputs[0])
    tree.links.new(near.outputs['Result'], share.inputs[1])
    tree.links.new(share.outputs[0], mixed.inputs[0])
    tree.links.new(through.outputs[0], mixed.inputs[1])
    tree.links.new(mirror.outputs[0], mixed.inputs[2])
    tree.links.new(mixed.outputs[0], output.inputs['Surface'])
    return material


def clear_wall(tint='#fafcfc', edge='#c3cdcf', shine=1.0):
    """The upright wall of a clear cup, for `lathe`. A mirror would show the table at its sides as two pillars, so the
    sides are only tinted by `edge`. The light is too high for an upright wall to mirror it: `shine` paints its
    reflection, a stripe at the left and a weaker one at the right."""
    material, tree, shader, output = _start()
    weight = tree.nodes.new('ShaderNodeLayerWeight')
    through = tree.nodes.new('ShaderNodeBsdfTransparent')
    # `Facing` is 0.9 where the wall turns away from the camera. This part is a line of one or two hundredths of the
    # cup's width.
    tinted = _ramp(tree, weight.outputs['Facing'], [(0.62, tint), (0.97, edge)])
    tree.links.new(tinted, through.inputs['Color'])
    shader.inputs['Base Color'].default_value = (1, 1, 1, 1)
    shader.inputs['Roughness'].default_value = 0.3
    shader.inputs['Emission'].default_value = (1, 1, 1, 1)
    shader.inputs['Emission Strength'].default_value = 0.25
    parts = tree.nodes.new('ShaderNodeSeparateXYZ')
    coordinates = tree.nodes.new('ShaderNodeTexCoord')
    tree.links.new(coordinates.outputs['UV'], parts.inputs[0])
    stripes = [(0.565, 0), (0.58, 0.34), (0.592, 0.34), (0.607, 0), (0.9, 0), (0.912, 0.14), (0.918, 0.14), (0.93, 0)]
    around = _shares(tree, parts.outputs['X'], stripes)
    along = _shares(tree, parts.outputs['Y'], [(0.06, 0), (0.2, 0.6), (0.8, 1), (0.93, 1), (0.97, 0)])
    share = _times(tree, _times(tree, around, along), shine)
    # The far wall shows no stripes.
    sides = tree.nodes.new('ShaderNodeNewGeometry')
    near = _shares(tree, sides.outputs['Backfacing'], [(0, 1), (1, 0)])
    mixed = tree.nodes.new('ShaderNodeMixShader')
    tree.links.new(_times(tree, share, near), mixed.inputs['Fac'])
    tree.links.new(through.outputs[0], mixed.inputs[1])
    tree.links.new(shader.outputs[0], mixed.inputs[2])
    tree.links.new(mixed.outputs[0], output.inputs['Surface'])
    return material


def _shares(tree, value, stops):
    """Numbers from 0 to 1, for stops of (value, number)."""
    ramp = tree.nodes.new('ShaderNodeValToRGB')
    elements = ramp.color_ramp.elements
    for at, (position, share) in enumerate(stops):
        element = elements[at] if at < 2 else elements.new(position)
        element.position, element.color = position, (share, share, share, 1)
    tree.links.new(value, ramp.inputs['Fac'])
    return ramp.outputs['Color']


def _times(tree, one, other):
    product = tree.nodes.new('ShaderNodeMath')
    product.operation = 'MULTIPLY'
    for at, factor in enumerate((one, other)):
        if isinstance(factor, (int, float)):
            product.inputs[at].default_value = factor
        else:
            tree.links.new(factor, product.inputs[at])
    return product.outputs[0]


def layered(stops, height, wander=0.1, scale=2.0, stretch=0.4, rough=0.25, clear=0.0, frost=0.0):
    """A liquid whose colour changes with its height: stops of (share of the height, colour), blurred by streaks.
    `frost` is the strength of its grains of ice."""
    material, tree, shader, output = _start()
    shader.inputs['Roughness'].default_value = rough
    coordinates = tree.nodes.new('ShaderNodeTexCoord')
    parts = tree.nodes.new('ShaderNodeSeparateXYZ')
    tree.links.new(coordinates.outputs['Object'], parts.inputs[0])
    share = tree.nodes.new('ShaderNodeMath')
    share.operation = 'DIVIDE'
    share.inputs[1].default_value = height
    tree.links.new(parts.outputs['Z'], share.inputs[0])
    streaks = tree.nodes.new('ShaderNodeMapRange')
    streaks.inputs['To Min'].default_value = -wander
    streaks.inputs['To Max'].default_value = wander
    tree.links.new(_noise(tree, scale, 3, (1, 1, stretch), 1.0), streaks.inputs['Value'])
    total = tree.nodes.new('ShaderNodeMath')
    tree.links.new(share.outputs[0], total.inputs[0])
    tree.links.new(streaks.outputs[0], total.inputs[1])
    color = _ramp(tree, total.outputs[0], stops)
    if frost:
        grain = _ramp(tree, _noise(tree, 34, 4), [(0.42, '#000000'), (0.9, '#ffffff')])
        iced = tree.nodes.new('ShaderNodeMixRGB')
        iced.blend_type = 'SCREEN'
        weak = tree.nodes.new('ShaderNodeMixRGB')
        weak.blend_type = 'MULTIPLY'
        weak.inputs['Fac'].default_value = 1
        weak.inputs['Color2'].default_value = (frost * 0.6,) * 3 + (1,)
        tree.links.new(grain, weak.inputs['Color1'])
        iced.inputs['Fac'].default_value = 1
        tree.links.new(color, iced.inputs['Color1'])
        tree.links.new(weak.outputs['Color'], iced.inputs['Color2'])
        color = iced.outputs['Color']
    tree.links.new(color, shader.inputs['Base Color'])
    if clear:
        through = tree.nodes.new('ShaderNodeBsdfTransparent')
        tree.links.new(color, through.inputs['Color'])
        mixed = tree.nodes.new('ShaderNodeMixShader')
        mixed.inputs['Fac'].default_value = clear
        tree.links.new(shader.outputs[0], mixed.inputs[1])
        tree.links.new(through.outputs[0], mixed.inputs[2])
        tree.links.new(mixed.outputs[0], output.inputs['Surface'])
    return material


def printed(path, rough=0.55, coat=0.0, metal=0.0):
    """A picture file as a print, for labels."""
    material, tree, shader, _ = _start()
    image = tree.nodes.new('ShaderNodeTexImage')
    image.image = bpy.data.images.load(path)
    image.extension = 'EXTEND'
    shader.inputs['Roughness'].default_value = rough
    shader.inputs['Clearcoat'].default_value = coat
    shader.inputs['Metallic'].default_value = metal
    tree.links.new(image.outputs['Color'], shader.inputs['Base Color'])
    return material
