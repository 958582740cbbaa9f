import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import sharp from 'sharp'
import type { Image, Text } from '#contract/shapes.ts'
import { fail } from '#server/platform/fail.ts'
import type { Effort, Folder, Format, Part } from './media-folder.ts'
import { mediaFolder } from './media-folder.ts'

const imageWidths = [160, 320, 640, 960, 1280]
const maxPixels = 40_000_000
const maxConcurrentEncodings = 2
const readableFormats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'])
/**
 * The version of the encoding, which is part of the hash in each picture's URL. Increment it when the encoding changes,
 * because URLs are cached permanently.
 */
const encodingVersion = 'v1'
const imageFormats: readonly Format[] = ['avif', 'webp']

// Gives each encoding one thread. At most two encodings run at the same time, and more threads would only wait for each
// other.
sharp.concurrency(1)
sharp.cache(false)

/** Does the work of `storeImage` in `images.ts`. The image process calls it. */
export async function storeImage(
  config: Folder,
  input: Buffer,
  alt: Text,
  { widths = imageWidths, formats = imageFormats, effort = 2, part }: Effort = {},
): Promise<Image> {
  const size = await measure(input)
  const region = part ? regionOf(size, part) : undefined
  const source = region ?? size
  const fitting = widthsFor(source.width, widths)
  // A region of a picture may be narrower than the usual widths. So the region is also stored in its own width, but
  // never wider than the largest usual width.
  const regionWidths = region ? [Math.min(source.width, Math.max(...widths))] : []
  const storedWidths = [...new Set([...fitting, ...regionWidths])]
  const hash = createHash('sha256')
    .update(
      `${encodingVersion} ${effort} ${storedWidths.join(' ')} ${formats === imageFormats ? '' : formats.join(' ')}`,
    )
    .update(region ? JSON.stringify(region) : '')
    .update(input)
    .digest('hex')
    .slice(0, 32)
  const folder = join(mediaFolder(config), hash)
  if (!(await exists(folder)))
    await shareWork(folder, () => encodeAll(input, storedWidths, { effort, formats, folder, region }))
  const width = storedWidths.at(-1) ?? source.width
  return {
    src: `/media/${hash}`,
    widths: storedWidths,
    width,
    height: Math.max(1, Math.round((source.height * width) / source.width)),
    alt,
  }
}

/**
 * Does the work of `storeJpeg` in `images.ts`. `name` is the path of the WebP file below the media folder, without its
 * ending. The image process calls it.
 */
export async function storeJpeg(config: Folder, name: string): Promise<void> {
  const file = join(mediaFolder(config), name)
  await shareWork(file, async () => {
    await removeUnfinished(`${file}.jpg`)
    const unfinished = `${file}.jpg.${randomUUID()}`
    const make = () => sharp(`${file}.webp`).flatten({ background: '#fff' }).jpeg({ quality: 82 }).toBuffer()
    try {
      await writeFile(unfinished, await withEncodingSlot(make))
      await rename(unfinished, `${file}.jpg`)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  })
}

/** An unfinished file is older than this only if its process was killed. Writing a file takes far less time. */
const unfinishedMaxAgeMs = 10 * 60_000

/** Deletes unfinished files that a killed process left beside this file. Keeps files that a process may still write. */
async function removeUnfinished(file: string) {
  const folder = dirname(file)
  const found = (await readdir(folder)).filter((name) => name.startsWith(`${basename(file)}.`))
  for (const name of found) {
    const stats = await stat(join(folder, name)).catch(() => null)
    if (stats && stats.mtimeMs < Date.now() - unfinishedMaxAgeMs) await rm(join(folder, name), { force: true })
  }
}

async function measure(input: Buffer): Promise<{ width: number; height: number }> {
  // For an empty buffer, sharp throws synchronously. In an async function, the error becomes a rejected promise.
  const read = async () => sharp(input, { limitInputPixels: maxPixels }).metadata()
  const metadata = await read().catch(() => null)
  if (!metadata?.format || !readableFormats.has(metadata.format)) fail('input.media_type', { field: 'image' })
  const { width, height } = metadata.autoOrient
  if (width < 1 || height < 1 || width * height > maxPixels) fail('input.media_type', { field: 'image' })
  return { width, height }
}

/** Converts a part of a picture from shares of its size to whole pixels. */
function regionOf({ width, height }: { width: number; height: number }, part: Part): Part {
  const left = Math.min(width - 1, Math.round(part.left * width))
  const top = Math.min(height - 1, Math.round(part.top * height))
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(part.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(part.height * height))),
  }
}

function widthsFor(source: number, widths: readonly number[]): number[] {
  const fitting = widths.filter((width) => width <= source)
  return fitting.length > 0 ? fitting : [source]
}

interface Encoding {
  region: Part | undefined
  effort: number
  formats: readonly Format[]
  folder: string
}

async function encodeAll(input: Buffer, widths: number[], { effort, formats, folder, region }: Encoding) {
  const pixels = await withEncodingSlot(() => decode(input, widths.at(-1), region))
  // `rename` makes the complete folder appear in one step, so a folder that exists is complete.
  const unfinished = `${folder}.${randomUUID()}`
  await mkdir(unfinished, { recursive: true })
  try {
    const files = widths.flatMap((width) => formats.map((format) => ({ width, format })))
    await Promise.all(
      files.map(({ width, format }) =>
        withEncodingSlot(async () => {
          const file = await encode(pixels, { width, format, effort })
          await writeFile(join(unfinished, `${width}.${format}`), file)
        }),
      ),
    )
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await exists(folder))) throw error
  }
}

interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

function decode(input: Buffer, width: number | undefined, region: Part | undefined): Promise<Pixels> {
  const upright = sharp(input, { limitInputPixels: maxPixels, pages: 1 }).autoOrient()
  return (region ? upright.extract(region) : upright)
    .resize({ width, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(() => fail('input.media_type', { field: 'image' }))
}

function encode(
  { data, info }: Pixels,
  { width, format, effort }: { width: number; format: Format; effort: number },
): Promise<Buffer> {
  const picture = sharp(data, { raw: info }).resize({ width })
  switch (format) {
    case 'avif':
      return picture.avif({ quality: 55, effort, chromaSubsampling: '4:2:0' }).toBuffer()
    case 'webp':
      return picture.webp({ quality: 78, effort: Math.min(effort + 1, 4) }).toBuffer()
    case 'png':
      return picture.png({ compressionLevel: 9 }).toBuffer()
  }
}

let running = 0
const waiting: (() => void)[] = []

/** Limits the number of concurrent decodings and encodings. Waits until `work` may start. */
export async function withEncodingSlot<T>(work: () => Promise<T>): Promise<T> {
  while (running >= maxConcurrentEncodings) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

const pendingWork = new Map<string, Promise<void>>()

/** Runs `work`, unless work with the same key is already running. In that case, waits for the running work instead. */
function shareWork(key: string, work: () => Promise<void>): Promise<void> {
  const pending = pendingWork.get(key)
  if (pending) return pending
  const started = work().finally(() => pendingWork.delete(key))
  pendingWork.set(key, started)
  return started
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

const tints = ['#E9DCC9', '#F1D9D8', '#DCE6D2', '#D8E4EC', '#F0E8D6', '#E3DAE8']
const inks = ['#B98E5C', '#C0706F', '#7A9A63', '#6A93AD', '#C0A464', '#937BA3']

/** Does the work of `drawPlaceholder` in `images.ts`. The image process calls it. */
export function drawPlaceholder(name: string, seed: string): Promise<Buffer> {
  const digest = createHash('sha256').update(`${seed} ${name}`).digest()
  const pick = (index: number, length: number) => (digest[index] ?? 0) % length
  const tone = pick(0, tints.length)
  const motif = motifs[pick(1, motifs.length)] ?? ''
  const ink = inks[tone] ?? '#B98E5C'
  const angle = pick(2, 13) - 6
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="960" height="960" viewBox="0 0 960 960">
<defs><radialGradient id="light" cx=".38" cy=".28" r=".9"><stop offset="0" stop-color="#fff" stop-opacity=".62"/>
<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
<radialGradient id="shade"><stop offset="0" stop-color="${ink}" stop-opacity=".38"/>
<stop offset="1" stop-color="${ink}" stop-opacity="0"/></radialGradient></defs>
<rect width="960" height="960" fill="${tints[tone]}"/><rect width="960" height="960" fill="url(#light)"/>
<ellipse cx="480" cy="716" rx="230" ry="34" fill="url(#shade)"/>
<g transform="rotate(${angle} 480 480)" fill="none" stroke="${ink}" stroke-width="16" stroke-linecap="round"
stroke-linejoin="round">${motif}</g></svg>`),
  )
    .png({ compressionLevel: 6 })
    .toBuffer()
}

/**
 * Drawings of a bowl, a bag, a lantern, a jar and a leaf. They contain no letters, so they do not depend on a machine's
 * fonts.
 */
const motifs = [
  `<path d="M270 480h420c0 130-86 208-210 208s-210-78-210-208Z" fill="#fff" fill-opacity=".5"/>
<path d="M396 688h168M390 400c-24-34 24-56 0-92M480 400c-24-34 24-56 0-92M570 400c-24-34 24-56 0-92"/>`,
  `<path d="M312 394h336l28 296H284Z" fill="#fff" fill-opacity=".5"/>
<path d="M394 450v-84c0-116 172-116 172 0v84"/>`,
  `<path d="M480 232v70M396 302h168M396 640h168M480 640v84"/>
<ellipse cx="480" cy="471" rx="188" ry="169" fill="#fff" fill-opacity=".5"/>
<path d="M480 302c-92 96-92 242 0 338M480 302c92 96 92 242 0 338"/>`,
  `<path d="M366 282h228v64H366ZM354 346c-46 34-56 62-56 104v206c0 22 14 34 36 34h292c22 0 36-12 36-34V450c0-42-10-70-56-104"
fill="#fff" fill-opacity=".5"/><path d="M298 496h364v108H298"/>`,
  `<path d="M296 664C250 420 400 280 692 290c8 292-124 424-350 356" fill="#fff" fill-opacity=".5"/>
<path d="M268 716c64-136 164-236 296-300"/>`,
]
