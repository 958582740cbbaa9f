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
import type { Row } from './row.ts'
import { rows } from './rows.ts'

/**
 * Renders products with Blender: `npm run renders -- --missing`. `--only a,b` renders only these products. `--draft`
 * renders small pictures into `data/renders/draft`. It waits while a file `.pause` is beside this one.
 */
const { values: options } = parseArgs({
  options: { missing: { type: 'boolean' }, only: { type: 'string' }, draft: { type: 'boolean' } },
})

const maxBytes = 60_000
const quality = options.draft ? { pixels: 360, samples: 10 } : { pixels: 800, samples: 8 }
const work = resolve('data', 'renders', options.draft ? 'draft' : 'full')
const list = join(import.meta.dirname, 'rendered.json')

interface Job {
  product: DemoProduct
  name: string
  row: Row
  file: string
  hash: string
}

const wanted = options.only?.split(',')
await mkdir(work, { recursive: true })
const jobs = demoProducts
  .filter(({ id }) => !wanted || wanted.includes(id))
  .flatMap((product) => viewsOf(product.id).map((view) => toJob(product, view)))
  .filter(({ name, hash }) => !(options.missing && renderedPictures[name]?.row === hash && existsSync(pictureOf(name))))
process.stdout.write(`${jobs.length} pictures\n`)
if (jobs.length > 0) await renderAll()

/** The rows of a product: the first view, and further views that change some of its parameters. */
function viewsOf(id: string): { name: string; row: Row }[] {
  const row = rows[id]
  if (!row) return []
  const { views = [], ...lead } = row
  return [lead, ...views.map((view) => ({ ...lead, ...view }))].map((each, at) => ({
    name: namesOf(id)[at] ?? id,
    row: each,
  }))
}

function toJob(product: DemoProduct, { name, row }: { name: string; row: Row }): Job {
  const hash = shortHash(JSON.stringify([row, product.name]))
  return { product, name, row, file: join(work, `${name}.png`), hash }
}

function shortHash(content: string | Buffer) {
  return createHash('sha256').update(content).digest('hex').slice(0, 12)
}

async function renderAll() {
  const pictures = []
  for (const { product, name, row, file } of jobs) {
    pictures.push({ id: name, file, row: await drawLabels(product, row, work) })
  }
  const orders = join(work, 'orders.json')
  await writeFile(orders, JSON.stringify({ pause: join(import.meta.dirname, '.pause'), ...quality, pictures }))
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
    orders,
  ])
  blender.stderr.resume()
  for await (const line of createInterface({ input: blender.stdout })) {
    const [word, name] = line.split(' ')
    if (word === 'FAILED' || line.startsWith(' ') || line.includes('Error')) process.stderr.write(`${line}\n`)
    if (word !== 'RENDERED') continue
    process.stdout.write(`${line}\n`)
    const job = jobs.find((each) => each.name === name)
    if (job && !options.draft) await keep(job)
  }
}

function pictureOf(name: string) {
  return join(renderedFolder, `${name}.avif`)
}

/** Encodes a finished rendering at the best quality that fits the size limit, and lists it in `rendered.json`. */
async function keep({ name, file, hash }: Job) {
  const picture = await encoded(file)
  await writeFile(pictureOf(name), picture)
  const listed: Record<string, Rendered> = JSON.parse(await readFile(list, 'utf8'))
  listed[name] = { row: hash, picture: shortHash(picture) }
  const sorted = Object.fromEntries(Object.entries(listed).sort(([one], [other]) => (one < other ? -1 : 1)))
  await writeFile(list, `${JSON.stringify(sorted, null, 2)}\n`)
}

async function encoded(file: string): Promise<Buffer> {
  for (const quality of [62, 54, 46, 38]) {
    const picture = await sharp(file).avif({ quality, effort: 5, chromaSubsampling: '4:4:4' }).toBuffer()
    if (picture.length <= maxBytes) return picture
  }
  throw new Error(`no quality makes this picture small enough: ${file}`)
}
