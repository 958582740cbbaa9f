import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { OverlayOptions } from 'sharp'
import sharp from 'sharp'
import { isKeyOf } from '#contract/object-keys.ts'
import type { Prop } from './props.ts'
import { props } from './props.ts'

/**
 * Describes a picture: first the tint, then the arrangement, then the things, the most important first. A number after
 * `@` rotates the hue of a thing by that number of degrees. Example: `berry side boba@320 strawberry`. The same recipe
 * always gives the same picture. Other recipes begin with a word that names their kind: `render` and `scene` for a
 * rendered picture (`renders/rendered.ts`), `portrait` for people (`portraits.ts`), and `member-card` for a membership
 * card (`member-cards.ts`).
 */
export type Recipe = string

interface Tint {
  wall: string
  floor: string
  light: string
  shape: string
  shade: string
}

const tints: Record<string, Tint> = {
  tea: { wall: '#EBDCC6', floor: '#DFCBAE', light: '#FBF3E4', shape: '#F3E6D0', shade: '#6B4A24' },
  berry: { wall: '#F3DAD9', floor: '#E8C4C4', light: '#FDF1EF', shape: '#F9E6E4', shade: '#7E3A3C' },
  leaf: { wall: '#D9E5CF', floor: '#C4D5B6', light: '#F2F8EC', shape: '#E6EFDD', shade: '#3C5A2C' },
  sky: { wall: '#D5E3EC', floor: '#BFD2DF', light: '#F1F7FB', shape: '#E3EDF4', shade: '#2F526B' },
  rice: { wall: '#F2EADB', floor: '#E6DAC3', light: '#FEFAF1', shape: '#F8F2E6', shade: '#6E5A34' },
  plum: { wall: '#E3D9E7', floor: '#D1C3D8', light: '#F7F2F9', shape: '#EEE6F1', shade: '#523B60' },
}

/**
 * The position of an object in the picture: its horizontal centre, its base line and the length of its longer side. For
 * an object that lies, the second number is the vertical centre. All three numbers are in thousandths of the picture's
 * height.
 */
type Place = [x: number, ground: number, size: number]

const standingPlaces: Record<string, Place[]> = {
  hero: [[500, 790, 620]],
  pair: [
    [586, 738, 530],
    [286, 826, 362],
  ],
  twins: [
    [662, 742, 452],
    [336, 796, 452],
  ],
  trio: [
    [500, 674, 420],
    [292, 800, 344],
    [708, 822, 344],
  ],
  side: [
    [520, 765, 585],
    [210, 838, 238],
    [790, 846, 200],
  ],
  pile: [
    [372, 640, 286],
    [636, 632, 286],
    [500, 742, 300],
    [254, 790, 262],
    [754, 792, 262],
  ],
  row: [
    [746, 690, 292],
    [500, 742, 322],
    [246, 796, 350],
  ],
  feast: [
    [500, 700, 430],
    [246, 742, 250],
    [770, 728, 250],
    [388, 842, 196],
    [648, 850, 196],
  ],
}

const lyingPlaces: Record<string, Place[]> = {
  scatter: [
    [248, 236, 300],
    [690, 214, 286],
    [486, 500, 330],
    [156, 610, 250],
    [842, 556, 262],
    [330, 836, 290],
    [716, 838, 276],
  ],
  ring: [
    [500, 500, 400],
    [500, 152, 220],
    [812, 330, 220],
    [806, 690, 220],
    [500, 858, 220],
    [192, 690, 220],
    [186, 330, 220],
  ],
}

const widePlaces: Record<string, Place[]> = {
  table: [
    [1050, 600, 460],
    [730, 570, 330],
    [1360, 600, 430],
    [860, 735, 310],
    [1190, 760, 330],
    [1500, 770, 310],
    [590, 745, 300],
    [1040, 865, 270],
    [690, 880, 200],
    [870, 935, 170],
    [1330, 925, 190],
  ],
  strip: [
    [889, 690, 466],
    [1280, 740, 430],
    [510, 760, 400],
    [1100, 860, 280],
    [330, 870, 260],
    [720, 890, 230],
  ],
}

/** Whether `drawPicture` draws a wide picture for this recipe. */
export function isWide(recipe: Recipe): boolean {
  return (recipe.split(' ')[1] ?? '') in widePlaces
}

/** Draws a recipe as a PNG: a square of 800 pixels, or 1600 × 900 for the wide arrangements. */
export async function drawPicture(recipe: Recipe): Promise<Buffer> {
  const { tint, arrangement, things } = parseRecipe(recipe)
  const [width, height] = isWide(recipe) ? [1600, 900] : [800, 800]
  const places = standingPlaces[arrangement] ?? lyingPlaces[arrangement] ?? widePlaces[arrangement]
  if (!places) throw new Error(`no such arrangement: ${recipe}`)
  const chance = createRandom(recipe)
  const scale = height / 1000
  const isLying = arrangement in lyingPlaces
  const isAlike = arrangement === 'scatter' || uniformArrangements.has(arrangement)
  const usedPlaces = places.slice(0, arrangement === 'side' ? things.length : places.length)
  const figures = await Promise.all(
    usedPlaces.map(([x, ground, size], index) => {
      const turn = isLying ? (chance() - 0.5) * 60 : index === 0 ? 0 : (chance() - 0.5) * 14
      const placement = { x: x * scale, ground: ground * scale, size: size * scale, turn, isLying }
      return renderFigure(propAt(things, index, isAlike), placement)
    }),
  )
  if (arrangement in standingPlaces) centre(figures, height)
  if (!isLying) figures.sort((a, b) => a.ground - b.ground)
  const shadows = await Promise.all(figures.map((each) => dropShadow(each, tint, isLying)))
  const stage = { width, height, isLying, isWide: isWide(recipe), chance }
  const ground = backdrop(tint, stage, isLying ? [] : figures)
  return sharp(Buffer.from(ground))
    .composite(
      figures.flatMap((each, index) => [
        ...shadows.slice(index, index + 1),
        { input: each.pixels, raw: raw(each, 4), left: each.left, top: each.top },
      ]),
    )
    .removeAlpha()
    .png({ compressionLevel: 0 })
    .toBuffer()
}

/** Moves a group of figures up or down, until its centre is slightly below the middle of the picture. */
function centre(figures: Figure[], height: number) {
  const top = Math.min(...figures.map((each) => each.top))
  const bottom = Math.max(...figures.map((each) => each.top + each.height))
  const shift = Math.round(height * 0.525 - (top + bottom) / 2)
  for (const each of figures) {
    each.top += shift
    each.ground += shift
  }
}

const uniformArrangements = new Set(['twins', 'trio', 'pile', 'row'])

/**
 * Chooses the thing at a position of the arrangement. In uniform arrangements, all things repeat in turn. In other
 * arrangements, the first thing appears once and the others repeat.
 */
function propAt(things: PropChoice[], index: number, isAlike: boolean): PropChoice {
  const others = isAlike || things.length === 1 ? things : things.slice(1)
  const thing = index === 0 || isAlike ? things[index % things.length] : others[(index - 1) % others.length]
  return thing as PropChoice
}

interface PropChoice {
  prop: Prop
  hue: number
}

function parseRecipe(recipe: Recipe) {
  const [tintName = '', arrangement = '', ...words] = recipe.split(' ')
  const tint = tints[tintName]
  const things = words.map((word): PropChoice => {
    const [prop = '', hue = '0'] = word.split('@')
    if (!isKeyOf(props, prop)) throw new Error(`no such prop: ${word} in ${recipe}`)
    return { prop, hue: Number(hue) }
  })
  if (!tint || things.length === 0) throw new Error(`not a recipe: ${recipe}`)
  return { tint, arrangement, things }
}

interface Figure {
  pixels: Buffer
  left: number
  top: number
  width: number
  height: number
  x: number
  ground: number
}

/** The maximum scale of a thing. Its source picture is 256 pixels wide and looks blurred at a larger scale. */
const maxScale = 500 / 256

interface FigurePlacement {
  x: number
  ground: number
  size: number
  turn: number
  isLying: boolean
}

async function renderFigure(
  { prop, hue }: PropChoice,
  { x, ground, size, turn, isLying }: FigurePlacement,
): Promise<Figure> {
  const box = await opaqueBox(prop)
  const scale = Math.min(size / Math.max(box.width, box.height), maxScale)
  const source = sharp(asset(prop)).extract(box).ensureAlpha()
  const scaled =
    Math.abs(turn) > 1
      ? source.affine(turnedBy(turn, scale), { interpolator: 'bicubic', background: '#0000' })
      : source.resize(Math.round(box.width * scale), Math.round(box.height * scale), {
          kernel: 'lanczos3',
          fit: 'fill',
        })
  const coloured = hue ? scaled.modulate({ hue }) : scaled
  const { data, info } = await coloured.raw().toBuffer({ resolveWithObject: true })
  return {
    pixels: data,
    width: info.width,
    height: info.height,
    left: Math.round(x - info.width / 2),
    top: Math.round(isLying ? ground - info.height / 2 : ground - info.height),
    x,
    ground,
  }
}

/** The matrix that rotates and scales in one step. Two separate steps would take twice as long. */
function turnedBy(degrees: number, scale: number): [[number, number], [number, number]] {
  const angle = (degrees * Math.PI) / 180
  const [cosine, sine] = [Math.cos(angle) * scale, Math.sin(angle) * scale]
  return [
    [cosine, -sine],
    [sine, cosine],
  ]
}

/**
 * Draws the shadow of a thing: its outline, blurred and shifted away from the light. The shadow of a thing that lies on
 * a table is darker and shifted further than the shadow of a thing that stands.
 */
async function dropShadow(source: Figure, tint: Tint, isLying: boolean): Promise<OverlayOptions> {
  const grain = 4
  const pad = 13
  const size = { width: Math.ceil(source.width / grain) + 2 * pad, height: Math.ceil(source.height / grain) + 2 * pad }
  const outline = Buffer.alloc(size.width * size.height)
  for (let y = 0; y < source.height; y += grain) {
    for (let x = 0; x < source.width; x += grain) {
      const at = (y / grain + pad) * size.width + x / grain + pad
      outline[at] = (source.pixels[(y * source.width + x) * 4 + 3] ?? 0) * (isLying ? 0.42 : 0.2)
    }
  }
  const blurred = await sharp(outline, { raw: raw(size, 1) })
    .blur(isLying ? 3.4 : 4.2)
    .extractChannel(0)
    .raw()
    .toBuffer()
  const { data, info } = await sharp(blurred, { raw: raw(size, 1) })
    .resize(size.width * grain, size.height * grain, { kernel: 'linear' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(tint.shade.slice(at, at + 2), 16))
  const soft = Buffer.alloc(data.length * 4)
  for (let at = 0; at < data.length; at++) {
    soft[at * 4] = red
    soft[at * 4 + 1] = green
    soft[at * 4 + 2] = blue
    soft[at * 4 + 3] = data[at] ?? 0
  }
  const shift = isLying ? 13 : 7
  return {
    input: soft,
    raw: raw(info, 4),
    left: source.left - pad * grain + shift,
    top: source.top - pad * grain + Math.round(shift * 1.4),
  }
}

function raw<Channels extends 1 | 4>({ width, height }: { width: number; height: number }, channels: Channels) {
  return { width, height, channels }
}

interface Stage {
  width: number
  height: number
  isLying: boolean
  isWide: boolean
  chance: () => number
}

function backdrop(tint: Tint, stage: Stage, figures: Figure[]): string {
  const { width, height, isLying, chance } = stage
  const horizon = Math.round(height * 0.6)
  const shapes = [
    '',
    `<circle cx="${width * 0.5}" cy="${height * 0.46}" r="${height * 0.36}" fill="${tint.shape}"/>`,
    `<path d="M${width * 0.2} ${horizon}V${height * 0.42}a${width * 0.3} ${width * 0.3} 0 0 1 ${width * 0.6} 0V${horizon}Z" fill="${tint.shape}"/>`,
  ]
  const shape = isLying || stage.isWide ? '' : shapes[Math.floor(chance() * shapes.length)]
  const floor = isLying ? '' : `<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="url(#floor)"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>
<radialGradient id="light" cx=".3" cy=".16" r="1"><stop offset="0" stop-color="${tint.light}"/>
<stop offset=".75" stop-color="${tint.light}" stop-opacity="0"/></radialGradient>
<linearGradient id="floor" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${tint.floor}" stop-opacity=".75"/>
<stop offset=".55" stop-color="${tint.floor}" stop-opacity=".28"/><stop offset="1" stop-color="${tint.floor}" stop-opacity=".5"/></linearGradient>
<radialGradient id="contact"><stop offset="0" stop-color="${tint.shade}" stop-opacity=".5"/>
<stop offset=".55" stop-color="${tint.shade}" stop-opacity=".2"/><stop offset="1" stop-color="${tint.shade}" stop-opacity="0"/></radialGradient>
</defs>
<rect width="${width}" height="${height}" fill="${tint.wall}"/>
<rect width="${width}" height="${height}" fill="url(#light)"/>
${shape}${floor}
${figures.map(contactShadow).join('\n')}
</svg>`
}

function contactShadow({ x, ground, width }: Figure): string {
  const reach = width * 0.52
  return `<ellipse cx="${x + 10}" cy="${ground - 4}" rx="${reach}" ry="${Math.max(12, width * 0.075)}" fill="url(#contact)"/>
<ellipse cx="${x + 34}" cy="${ground + 2}" rx="${reach * 1.2}" ry="${Math.max(16, width * 0.12)}" fill="url(#contact)" opacity=".45"/>`
}

const assets = join(dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')), 'assets')

function asset(prop: Prop): string {
  return join(assets, `${props[prop]}.webp`)
}

interface Box {
  left: number
  top: number
  width: number
  height: number
}

const boxes = new Map<Prop, Promise<Box>>()

function opaqueBox(prop: Prop): Promise<Box> {
  const box = boxes.get(prop) ?? findOpaqueBox(prop)
  boxes.set(prop, box)
  return box
}

async function findOpaqueBox(prop: Prop): Promise<Box> {
  const { data, info } = await sharp(asset(prop))
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
  let [left, top, right, bottom] = [info.width, info.height, 0, 0]
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      if ((data[y * info.width + x] ?? 0) < 24) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** Returns a function that gives pseudo-random numbers from 0 to 1. The numbers depend only on `seed`. */
function createRandom(seed: string): () => number {
  let digest = createHash('sha256').update(seed).digest()
  let offset = 0
  return () => {
    if (offset + 4 > digest.length) {
      digest = createHash('sha256').update(digest).digest()
      offset = 0
    }
    offset += 4
    return digest.readUInt32BE(offset - 4) / 2 ** 32
  }
}
