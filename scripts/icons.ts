import { readFileSync } from 'node:fs'
import sharp from 'sharp'

/**
 * Draws the shop's mark, `public/favicon.svg`, in the sizes and forms that devices ask for: run it after the mark
 * changed.
 */
const mark = readFileSync('public/favicon.svg', 'utf8')
const paper = '#fbf7f0'
const lantern = mark.replace(/<svg[^>]*>|<\/svg>|<title>.*?<\/title>|<rect width="64"[^>]*>/g, '')
/** The lantern on paper to the very edges: a device cuts its own shape, and at least four fifths across are seen. */
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
