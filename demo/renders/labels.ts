import { join } from 'node:path'
import sharp from 'sharp'
import { demoBrands } from '../catalogue.ts'
import type { DemoProduct } from '../product.ts'
import { motifs } from './motifs.ts'
import type { Label, Row } from './row.ts'

const height = 1200

/** Draws the label of a row, and replaces the label's description with the path of the drawing. */
export async function drawLabels(product: DemoProduct, row: Row, folder: string): Promise<Row> {
  if (!row.label || typeof row.label === 'string') return row
  const file = join(folder, `${product.id}.label.png`)
  await sharp(Buffer.from(labelFor(product, row.label)))
    .png()
    .toFile(file)
  return { ...row, label: file }
}

function labelFor(product: DemoProduct, label: Label): string {
  const { motif, paper, ink, accent, ratio = 0.78, margin = 75 } = label
  const width = Math.round(height * ratio)
  const middle = width / 2
  const brand = demoBrands.find(({ id }) => id === product.brand)?.name ?? ['Lantern Lane', '灯里']
  const [en = '', amount = ''] = product.name[0].split(', ')
  const zh = product.name[1]
    .replace(/[（(].*[）)]$/, '')
    .replace(/\s*\d.*$/, '')
    .replace(/^.*·/, '')
  const names = { en: label.en ?? en, zh: label.zh ?? zh, amount: label.amount ?? amount }
  const innerWidth = width - 2 * margin
  const large = Math.min(210, innerWidth / Math.max(1, names.zh.length))
  const lines = breakLines(names.en)
  const small = Math.min(70, innerWidth / (Math.max(...lines.map((line) => line.length)) * 0.56))
  const picture = Math.min(400, innerWidth * 0.8)
  const font = 'font-family="Noto Serif CJK SC" font-weight="bold" text-anchor="middle"'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${paper}"/>
<rect x="34" y="34" width="${width - 68}" height="${height - 68}" fill="none" stroke="${ink}" stroke-width="5"/>
<rect x="50" y="50" width="${width - 100}" height="${height - 100}" fill="none" stroke="${ink}" stroke-width="2"/>
<text x="${middle}" y="150" ${font} font-size="${Math.min(50, innerWidth / 13)}" fill="${ink}">${escapeXml(brand[1])} · ${escapeXml(brand[0])}</text>
<g transform="translate(${middle} ${190 + 200}) scale(${picture / 200})">${motifs[motif](accent, ink, paper)}</g>
<text x="${middle}" y="${620 + large * 0.85}" ${font} font-size="${large}" fill="${ink}">${escapeXml(names.zh)}</text>
${lines.map((line, at) => `<text x="${middle}" y="${915 + at * small * 1.15}" ${font} font-size="${small}" fill="${ink}">${escapeXml(line)}</text>`).join('')}
<rect x="${middle - 90}" y="${1030}" width="180" height="6" fill="${accent}"/>
<text x="${middle}" y="1108" ${font} font-size="${Math.min(52, innerWidth / 10)}" fill="${ink}">${escapeXml(names.amount)}</text>
</svg>`
}

/** Breaks a long name into two lines of about the same length. */
function breakLines(name: string): string[] {
  const words = name.split(' ')
  if (name.length < 15 || words.length < 2) return [name]
  const cuts = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
  return cuts.sort((a, b) => maxLineLength(a) - maxLineLength(b))[0] ?? [name]
}

function maxLineLength(lines: string[]) {
  return Math.max(...lines.map((line) => line.length))
}

function escapeXml(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
