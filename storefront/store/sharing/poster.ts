import { qrCode } from '#ui/qr-code.ts'

/** The content of a poster. */
export interface Poster {
  /** The URL of the picture, or null. */
  picture: string | null
  /** The name in the visitor's language and in the other language. The second name may be empty. */
  names: [string, string]
  summary: string
  price: string
  shop: string
  /** The text beside the QR code. */
  invitation: string
  /** The URL in the QR code. */
  url: string
  /** A CSS colour. */
  accent: string
}

const width = 750
const height = 1240
const margin = 56
const paper = '#fbf7f0'
const ink = '#211c17'
const inkSoft = '#5d5347'
const serif = 'Fraunces, "Songti SC", "Noto Serif SC", "Noto Serif CJK SC", serif'
const sans = '-apple-system, "Segoe UI", Roboto, "PingFang SC", "Noto Sans SC", "Noto Sans CJK SC", sans-serif'

/** Draws a poster to download or share. Returns the URL of a PNG, or null if the browser cannot draw it. */
export async function drawPoster(poster: Poster): Promise<string | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  const code = qrCode(poster.url)
  if (!pen || !code) return null
  const [picture] = await Promise.all([loadPicture(poster.picture), document.fonts.load(`600 44px ${serif}`)])
  pen.fillStyle = paper
  pen.fillRect(0, 0, width, height)
  if (picture) drawCover(pen, picture)
  const textBottom = drawTexts(pen, poster)
  drawFoot(pen, poster, { code, top: Math.max(textBottom, height - margin - codeSize) })
  try {
    return canvas.toDataURL('image/png')
  } catch {
    // A cross-origin picture may make the canvas unreadable. The poster is then drawn without the picture.
    return poster.picture ? drawPoster({ ...poster, picture: null }) : null
  }
}

const pictureHeight = 690
const codeSize = 220

async function loadPicture(address: string | null): Promise<HTMLImageElement | null> {
  if (!address) return null
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.src = address
  return image.decode().then(
    () => image,
    () => null,
  )
}

/** Fills the upper part of the poster with the picture, and crops what does not fit. */
function drawCover(pen: CanvasRenderingContext2D, image: HTMLImageElement) {
  const scale = Math.max(width / image.naturalWidth, pictureHeight / image.naturalHeight)
  const [w, h] = [width / scale, pictureHeight / scale]
  const [x, y] = [(image.naturalWidth - w) / 2, (image.naturalHeight - h) / 2]
  pen.drawImage(image, x, y, w, h, 0, 0, width, pictureHeight)
}

function drawTexts(pen: CanvasRenderingContext2D, { names, price, summary, accent }: Poster): number {
  let y = pictureHeight + 78
  pen.fillStyle = ink
  pen.font = `600 46px ${serif}`
  y = drawLines(pen, names[0], { top: y, step: 56, maxLines: 2 })
  if (names[1]) {
    pen.fillStyle = inkSoft
    pen.font = `400 30px ${serif}`
    y = drawLines(pen, names[1], { top: y, step: 42, maxLines: 1 })
  }
  pen.fillStyle = accent
  pen.font = `700 42px ${sans}`
  y = drawLines(pen, price, { top: y + 10, step: 52, maxLines: 1 })
  pen.fillStyle = inkSoft
  pen.font = `400 25px ${sans}`
  return drawLines(pen, summary, { top: y, step: 36, maxLines: 2 })
}

/** Draws the shop's name and the invitation on the left, and the QR code on the right. */
function drawFoot(
  pen: CanvasRenderingContext2D,
  { shop, invitation }: Poster,
  { code, top }: { code: boolean[][]; top: number },
) {
  const left = width - margin - codeSize
  const unit = codeSize / (code.length + 8)
  pen.fillStyle = '#ffffff'
  pen.fillRect(left, top, codeSize, codeSize)
  pen.fillStyle = '#000000'
  for (const [y, row] of code.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) pen.fillRect(left + (x + 4) * unit, top + (y + 4) * unit, unit + 0.4, unit + 0.4)
  pen.fillStyle = ink
  pen.font = `600 36px ${serif}`
  const y = drawLines(pen, shop, { top: top + 110, step: 44, maxLines: 2, maxWidth: left - 2 * margin })
  pen.fillStyle = inkSoft
  pen.font = `400 25px ${sans}`
  drawLines(pen, invitation, { top: y + 4, step: 34, maxLines: 2, maxWidth: left - 2 * margin })
}

/**
 * Draws a text in at most `maxLines` lines. If the text is longer, the last line ends with "…". Returns the position
 * of the line below.
 */
function drawLines(
  pen: CanvasRenderingContext2D,
  text: string,
  { top, step, maxLines, maxWidth }: { top: number; step: number; maxLines: number; maxWidth?: number | undefined },
) {
  const lines = toLines(text, (part) => pen.measureText(part).width <= (maxWidth ?? width - 2 * margin), maxLines)
  for (const [n, line] of lines.entries()) pen.fillText(line, margin, top + n * step)
  return top + lines.length * step
}

/**
 * Breaks a text into at most `maxLines` lines that fit. English breaks between words, Chinese at any character. "…"
 * replaces text that does not fit.
 */
export function toLines(text: string, fits: (line: string) => boolean, maxLines: number): string[] {
  const parts =
    text.trim().match(/[\p{Script=Han}，。、；：！？（）“”《》]|[^\s\p{Script=Han}，。、；：！？（）“”《》]+|\s+/gu) ??
    []
  const lines: string[] = []
  let line = ''
  for (const part of parts) {
    if (line === '' || fits(line + part)) line += line === '' ? part.trimStart() : part
    else {
      lines.push(line.trimEnd())
      line = part.trimStart()
    }
  }
  if (line.trim()) lines.push(line.trimEnd())
  if (lines.length <= maxLines) return lines
  let last = lines[maxLines - 1] ?? ''
  while (last && !fits(`${last}…`)) last = [...last].slice(0, -1).join('')
  return [...lines.slice(0, maxLines - 1), `${last}…`]
}
