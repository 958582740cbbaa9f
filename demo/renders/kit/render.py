"""Renders the pictures of a list: blender -b -P render.py -- list.json. Prints a line for each finished picture."""
import json
import os
import sys
import time
import traceback
import zlib

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import scene
import shapes
from models import models

CAMERA = ('pitch', 'fill', 'brightness', 'shift')


def build(row, seed):
    """Builds the model of a row. Returns its camera. All pictures of a product show the same thing."""
    shapes.throw(zlib.crc32(seed.encode()))
    model, turn = models[row.pop('model')], row.pop('turned', 0)
    built = model(**row) or {}
    shapes.turn_all(turn)
    return built


def arrange(things):
    """Builds the products of a scene, each at its own place on the table. The scene has its own camera."""
    everything = bpy.context.scene.objects
    for thing in things:
        before = set(everything)
        own = {key: value for key, value in thing['row'].items() if key not in ('on', 'turned', *CAMERA)}
        build(own, thing['seed'])
        new = [each for each in everything if each not in before]
        at = (*thing['at'], -scene.lowest(new) * thing['scale'])
        shapes.group(new, at, (0, 0, thing['turned']), thing['scale'])
    return {}


jobs = json.load(open(sys.argv[sys.argv.index('--') + 1], encoding='utf-8'))
for job in jobs['pictures']:
    while os.path.exists(jobs['pause']):
        time.sleep(5)
    began = time.time()
    row = dict(job['row'])
    try:
        scene.begin()
        view = {key: row.pop(key) for key in CAMERA if key in row}
        view['shape'] = job['width'] / job['height']
        table = row.pop('on')
        built = arrange(row['things']) if 'things' in row else build(row, job['seed'])
        scene.frame(table, **{**built, **view})
        scene.render(job['file'] + '.tmp.png', job['width'], job['height'], job['samples'])
        os.replace(job['file'] + '.tmp.png', job['file'])
        print(f"RENDERED {job['id']} {time.time() - began:.0f} s", flush=True)
    except Exception:
        print(f"FAILED {job['id']} {traceback.format_exc()}", flush=True)
