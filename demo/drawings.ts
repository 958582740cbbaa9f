import sharp from 'sharp'
import type { Text } from '#contract/shapes.ts'
import { storeImage } from '#server/platform/pictures/encoder.ts'
import type { Folder } from '#server/platform/pictures/media-folder.ts'
import { serveJobs } from '#server/platform/side-process.ts'
import { readMemberCard } from './member-cards.ts'
import type { Recipe } from './pictures.ts'
import { drawPicture, isWide } from './pictures.ts'
import { readPortraits } from './portraits.ts'
import { isScene, readRendered } from './renders/rendered.ts'

const squareWidths = [400, 800]
const wideWidths = [800, 1600]
const noAlt: Text = { en: '', zh: '' }

async function draw(folder: Folder, recipe: Recipe) {
  const squares = [
    ...(await readRendered(recipe)),
    ...(await Promise.all([...readPortraits(recipe), ...readMemberCard(recipe)].map(toPng))),
  ]
  const widths = squares.length > 1 || isScene(recipe) || isWide(recipe) ? wideWidths : squareWidths
  const picture = squares.length > 1 ? await sideBySide(squares) : (squares[0] ?? (await drawPicture(recipe)))
  const { alt: _, ...drawn } = await storeImage(folder, picture, noAlt, { widths, effort: 0 })
  return drawn
}

const toPng = (svg: string) => sharp(Buffer.from(svg)).png({ compressionLevel: 0 }).toBuffer()

/**
 * Puts square pictures side by side into one picture of 1600 × 900 pixels. Crops the left and right edge of each
 * square.
 */
async function sideBySide(squares: Buffer[]): Promise<Buffer> {
  const size = { width: 1600 / squares.length, height: 900 }
  const panels = await Promise.all(squares.map((square) => sharp(square).resize(size).png().toBuffer()))
  return sharp({ create: { width: 1600, height: 900, channels: 3, background: '#fff' } })
    .composite(panels.map((input, at) => ({ input, left: at * size.width, top: 0 })))
    .png({ compressionLevel: 0 })
    .toBuffer()
}

/** The jobs of the side process that draws the demonstration's pictures. */
export const jobs = { draw }

serveJobs(jobs)
