"""Renders the pictures of a list: blender -b -P render.py -- list.json. Prints a line for each finished picture."""
import json
import os
import sys
import time
import traceback
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import scene
import shapes
from models import models

jobs = json.load(open(sys.argv[sys.argv.index('--') + 1], encoding='utf-8'))
for job in jobs['pictures']:
    while os.path.exists(jobs['pause']):
        time.sleep(5)
    began = time.time()
    row = dict(job['row'])
    try:
        scene.begin()
        shapes.throw(zlib.crc32(job['id'].encode()))
        model = models[row.pop('model')]
        view = {key: row.pop(key) for key in ('pitch', 'fill', 'brightness') if key in row}
        table = row.pop('on')
        built = model(**row) or {}
        scene.frame(table, **{**built, **view})
        scene.render(job['file'] + '.tmp.png', jobs['pixels'], jobs['samples'])
        os.replace(job['file'] + '.tmp.png', job['file'])
        print(f"RENDERED {job['id']} {time.time() - began:.0f} s", flush=True)
    except Exception:
        print(f"FAILED {job['id']} {traceback.format_exc()}", flush=True)
