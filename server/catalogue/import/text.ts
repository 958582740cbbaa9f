/** Plain texts of files with products. */

const maxHtmlLength = 200_000
/** The maximum number of characters of a description. */
export const maxTextLength = 20_000

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  eacute: 'é',
  deg: '°',
  frac12: '½',
  times: '×',
}

/**
 * Converts HTML to plain text, because the shop never shows HTML from an imported file. `<br>` and the ends of block
 * elements become line breaks.
 */
export function plainText(html: string): string {
  return withoutCode(html.slice(0, maxHtmlLength))
    .replace(/<(br|\/p|\/li|\/div|\/h[1-6]|\/tr)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{2,8});/gi, (whole, name: string) => decodeEntity(name) ?? whole)
    .replace(/[ \t\r]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
    .slice(0, maxTextLength)
    .toWellFormed()
}

/**
 * Removes scripts and styles with one pass over the tags. A regular expression for whole elements would scan the rest
 * of the text again for each start tag that has no end tag.
 */
function withoutCode(html: string): string {
  const parts: string[] = []
  const tags = /<(\/?)(script|style)\b[^<>]*>/gi
  let from = 0
  let openElement = ''
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(tags)) {
    const kind = name.toLowerCase()
    if (openElement === '' && !slash) {
      parts.push(html.slice(from, index))
      openElement = kind
    } else if (openElement === kind && slash) {
      from = index + tag.length
      openElement = ''
    }
  }
  return openElement === '' ? parts.join('') + html.slice(from) : parts.join('')
}

function decodeEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return entities[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 31 && code < 0x110000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
}

/** The first sentence of a text, at most 160 characters. */
export function firstSentence(text: string): string {
  const [sentence = ''] = text.split(/(?<=[.!?。!?])\s|\n/)
  return [...sentence].slice(0, 160).join('')
}
