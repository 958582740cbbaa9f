import { readFileSync } from 'node:fs'
import sharp from 'sharp'

/**
 * Draws the shop's icon, `public/favicon.svg`, in all sizes and formats that devices need. Run it after a change of the
 * icon.
 */
const mark = readFileSync('public/favicon.svg', 'utf8')
const paper = '#fbf7f0'
const lantern = mark.replace(/<svg[^>]*>|<\/svg>|<title>.*?<\/title>|<rect width="64"[^>]*>/g, '')
/** The lantern on a full background. A device cuts its own shape, and at least the inner four fifths stay visible. */
const onPaper = (scale: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${paper}"/>
  <g transform="translate(32 33) scale(${scale}) translate(-32 -33)">${lantern}</g></svg>`

const icons = [
  ['icon-192', mark, 192],
  ['icon-512', mark, 512],
  ['icon-maskable-192', onPaper(0.74), 192],
  ['icon-maskable-512', onPaper(0.74), 512],
  ['apple-touch-icon', onPaper(0.86), 180],
] as const
for (const [name, svg, size] of icons) {
  await sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true, effort: 10 })
    .toFile(`public/${name}.png`)
}
