import type { Text } from '#contract/shapes.ts'
import { storeImage } from '#server/platform/pictures/encoder.ts'
import type { Folder } from '#server/platform/pictures/media-folder.ts'
import { answerJobs } from '#server/platform/side-process.ts'
import type { Recipe } from './pictures.ts'
import { drawPicture, isWide } from './pictures.ts'
import { readRendered } from './renders/rendered.ts'

const squareWidths = [400, 800]
const wideWidths = [800, 1600]
const noAlt: Text = { en: '', zh: '' }

async function draw(folder: Folder, recipe: Recipe) {
  const widths = isWide(recipe) ? wideWidths : squareWidths
  const picture = (await readRendered(recipe)) ?? (await drawPicture(recipe))
  const { alt: _, ...drawn } = await storeImage(folder, picture, noAlt, { widths, effort: 0 })
  return drawn
}

/** The side process that draws the demonstration's pictures. */
export const jobs = { draw }

answerJobs(jobs)
