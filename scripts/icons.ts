import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

/**
 * Converts two icons to the PNG and ICO files that devices need: `public/favicon.svg`, the default icon of shops, and
 * `public/demonstration/favicon.svg`. Run this script after you change one of them.
 */
const paper = '#fbf7f0'
const icoSizes = [16, 32, 48]

for (const folder of ['public', 'public/demonstration']) {
  const mark = readFileSync(`${folder}/favicon.svg`, 'utf8')
  const drawing = mark.replace(/<svg[^>]*>|<\/svg>|<title>.*?<\/title>|<rect width="64"[^>]*>/g, '')
  /**
   * The drawing on a full background. Each device crops the picture to its own shape, but all devices show the inner
   * four fifths.
   */
  const onPaper = (scale: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${paper}"/>
  <g transform="translate(32 33) scale(${scale}) translate(-32 -33)">${drawing}</g></svg>`
  const icons = [
    ['icon-192', mark, 192],
    ['icon-512', mark, 512],
    ['icon-maskable-192', onPaper(0.74), 192],
    ['icon-maskable-512', onPaper(0.74), 512],
    ['apple-touch-icon', onPaper(0.86), 180],
  ] as const
  for (const [name, svg, size] of icons) writeFileSync(`${folder}/${name}.png`, await draw(svg, size))
  writeFileSync(`${folder}/favicon.ico`, toIco(await Promise.all(icoSizes.map((size) => draw(mark, size)))))
}

function draw(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true, effort: 10 })
    .toBuffer()
}

/** The container of Windows icons: a header, an entry of 16 bytes for each picture, and the pictures as PNG. */
function toIco(pictures: Buffer[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  for (const [index, picture] of pictures.entries()) {
    const at = 6 + 16 * index
    const size = icoSizes[index] ?? 0
    header.writeUInt8(size, at)
    header.writeUInt8(size, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(picture.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += picture.length
  }
  return Buffer.concat([header, ...pictures])
}
