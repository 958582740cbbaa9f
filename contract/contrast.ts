/**
 * Whether text of a colour is readable on a background (WCAG 2.2, 1.4.3). Supports `#rgb`, `#rrggbb` and `rgb()`; other
 * formats count as unreadable.
 */
export function isReadable(foreground: string | undefined, background: string | undefined): boolean {
  const ratio = contrastOf(foreground, background)
  return ratio !== null && ratio >= readableContrast
}

/** The minimum contrast ratio of readable text (WCAG 2.2, 1.4.3). */
export const readableContrast = 4.5

/** The contrast ratio of two CSS colours; null if either is missing or in an unsupported format. */
export function contrastOf(foreground: string | undefined, background: string | undefined): number | null {
  const front = foreground ? readColour(foreground) : null
  const back = background ? readColour(background) : null
  return front && back && contrast(front, back)
}

/**
 * The contrast ratio with one decimal. It is rounded down, so that a ratio below the required ratio never looks like
 * the required ratio.
 */
export const contrastFigure = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1)

type Rgb = [red: number, green: number, blue: number]

/** The contrast ratio, from 1 (equal colours) to 21 (black on white). */
export function contrast(a: Rgb, b: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one)
  return (lighter + 0.05) / (darker + 0.05)
}

export function readColour(colour: string): Rgb | null {
  const text = colour.trim().toLowerCase()
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text)?.[1]
  if (hex) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
    const part = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16)
    return [part(0), part(2), part(4)]
  }
  const parts = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(text)
  const part = (at: number) => Math.min(255, Number(parts?.[at]))
  return parts ? [part(1), part(2), part(3)] : null
}

/** The colour as `#rrggbb`, as colour inputs need it; null for an unsupported format. */
export function hexColour(colour: string | undefined): string | null {
  const parts = colour ? readColour(colour) : null
  return parts && `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
