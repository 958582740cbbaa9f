import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import type { DemoProduct } from '../product.ts'
import { demoProducts } from '../products.ts'
import { drawLabels } from './labels.ts'
import type { Rendered } from './rendered.ts'
import { namesOf, renderedFolder, renderedPictures } from './rendered.ts'
import type { Row, Scene } from './row.ts'
import { scenes } from './rows/scenes.ts'
import { rows } from './rows.ts'

/**
 * `npm run renders`: renders products and scenes with Blender. `--missing` omits the pictures that are up to date.
 * `--only a,b` renders only the products or scenes `a` and `b`. `--only a-2` renders only the second picture of `a`.
 * `--draft` renders small pictures into `data/renders/draft`. Blender pauses while the file `demo/renders/.pause`
 * exists.
 */
const { values: options } = parseArgs({
  options: { missing: { type: 'boolean' }, only: { type: 'string' }, draft: { type: 'boolean' } },
})

const maxBytes = 60_000
/**
 * Maps each kind of picture to its size in pixels and its samples per pixel. `lead` is a product's first picture, and
 * `view` is a further picture.
 */
const finalQuality = {
  lead: { width: 800, height: 800, samples: 8 },
  view: { width: 640, height: 640, samples: 8 },
  scene: { width: 1600, height: 1000, samples: 8 },
}
const draft = {
  lead: { width: 360, height: 360, samples: 10 },
  view: { width: 360, height: 360, samples: 10 },
  scene: { width: 640, height: 400, samples: 8 },
}
const quality = options.draft ? draft : finalQuality
type Kind = keyof typeof finalQuality

const workFolder = resolve('data', 'renders', options.draft ? 'draft' : 'full')
const list = join(import.meta.dirname, 'rendered.json')

interface Job {
  kind: Kind
  name: string
  /** The seed of the picture's random numbers. */
  seed: string
  /** Draws the labels of packages. Returns the values from which Blender renders the picture. */
  prepare: () => Promise<unknown>
  file: string
  hash: string
}

const selectedNames = options.only?.split(',')
await mkdir(workFolder, { recursive: true })
const jobs = [...demoProducts.flatMap(productJobs), ...Object.entries(scenes).map(sceneJob)]
  .filter(({ seed, name }) => !selectedNames || selectedNames.includes(seed) || selectedNames.includes(name))
  .filter(({ name, hash }) => !(options.missing && renderedPictures[name]?.row === hash && existsSync(pictureOf(name))))
process.stdout.write(`${jobs.length} pictures\n`)
if (jobs.length > 0) await renderAll()

/** Returns the jobs of a product: one for its first picture, and one for each further view. */
function productJobs(product: DemoProduct): Job[] {
  const { id } = product
  const row = rows[id]
  if (!row) return []
  const { views = [], ...lead } = row
  // Leaves the alternative text out of the row, so that a change of the text does not render the picture again.
  return [lead, ...views.map(({ alt: _, ...view }) => ({ ...lead, ...view }))].map((each: Row, at) => ({
    kind: at === 0 ? 'lead' : 'view',
    seed: id,
    prepare: () => drawLabels(product, each, workFolder),
    ...jobFields(namesOf(id)[at] ?? id, [each, product.name]),
  }))
}

/**
 * Returns the job that renders a scene. The job's hash covers the rows of the scene's products. So if one of these rows
 * changes, `--missing` renders the scene again.
 */
function sceneJob([name, { things, ...scene }]: [string, Scene]): Job {
  const placed = things.map(({ of, at, turned = 0, scale = 1, ...parameters }) => {
    const { views: _, ...row } = rowOf(of)
    return { seed: of, at, turned, scale, row: { ...row, ...parameters } }
  })
  const prepare = async () => ({
    ...scene,
    things: await Promise.all(
      placed.map(async (thing) => ({ ...thing, row: await drawLabels(productOf(thing.seed), thing.row, workFolder) })),
    ),
  })
  return { kind: 'scene', seed: name, prepare, ...jobFields(name, [scene, placed]) }
}

function jobFields(name: string, content: unknown) {
  return { name, file: join(workFolder, `${name}.png`), hash: shortHash(JSON.stringify(content)) }
}

function rowOf(id: string): Row {
  const row = rows[id]
  if (!row) throw new Error(`no row of this product: ${id}`)
  return row
}

function productOf(id: string): DemoProduct {
  const product = demoProducts.find((each) => each.id === id)
  if (!product) throw new Error(`no such product: ${id}`)
  return product
}

function shortHash(content: string | Buffer) {
  return createHash('sha256').update(content).digest('hex').slice(0, 12)
}

async function renderAll() {
  const pictures = []
  for (const { kind, name, seed, prepare, file } of jobs) {
    pictures.push({ id: name, seed, ...quality[kind], file, row: await prepare() })
  }
  const ordersFile = join(workFolder, 'orders.json')
  await writeFile(ordersFile, JSON.stringify({ pause: join(import.meta.dirname, '.pause'), pictures }))
  const script = join(import.meta.dirname, 'kit', 'render.py')
  const blender = spawn('nice', [
    '-n',
    '19',
    'blender',
    '-b',
    '--factory-startup',
    '-t',
    '1',
    '-P',
    script,
    '--',
    ordersFile,
  ])
  blender.stderr.resume()
  for await (const line of createInterface({ input: blender.stdout })) {
    const [word, name] = line.split(' ')
    if (word === 'FAILED' || line.startsWith(' ') || line.includes('Error')) process.stderr.write(`${line}\n`)
    if (word !== 'RENDERED') continue
    process.stdout.write(`${line}\n`)
    const job = jobs.find((each) => each.name === name)
    if (job && !options.draft) await storePicture(job)
  }
}

function pictureOf(name: string) {
  return join(renderedFolder, `${name}.avif`)
}

/** Encodes a finished rendering at the best quality that fits the size limit, and lists it in `rendered.json`. */
async function storePicture({ name, file, hash }: Job) {
  const picture = await encodeAvif(file)
  await writeFile(pictureOf(name), picture)
  const renderedList: Record<string, Rendered> = JSON.parse(await readFile(list, 'utf8'))
  renderedList[name] = { row: hash, picture: shortHash(picture) }
  const sorted = Object.fromEntries(Object.entries(renderedList).sort(([one], [other]) => (one < other ? -1 : 1)))
  await writeFile(list, `${JSON.stringify(sorted, null, 2)}\n`)
}

async function encodeAvif(file: string): Promise<Buffer> {
  for (const quality of [62, 54, 46, 38]) {
    const picture = await sharp(file).avif({ quality, effort: 5, chromaSubsampling: '4:4:4' }).toBuffer()
    if (picture.length <= maxBytes) return picture
  }
  throw new Error(`no quality makes this picture small enough: ${file}`)
}
