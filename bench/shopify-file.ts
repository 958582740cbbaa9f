import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

const header = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Taxable',
  'Variant Barcode',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Gift Card',
  'SEO Title',
  'Status',
]
const words =
  'amber apple autumn bamboo basil black blossom blue brass bright brown butter canvas caramel cedar charcoal chestnut classic clay clear cloud copper coral cotton cream crisp crystal dark deep denim dusk dusty early ebony ember evening fern field fine flax forest fresh frost garden ginger glass golden granite grape green grey hazel heather honey indigo iron ivory jade jasmine juniper lantern lavender leather lemon light lilac linen lotus maple marble meadow mellow midnight mint misty morning moss mulberry oak oat ocean olive onyx orange orchid osmanthus pale paper peach pearl pepper pine pink plain plum porcelain quiet raw red rice river rose round russet rust saffron sage sand satin scarlet sea shadow silk silver slate smoke soft spring stone straw summer sunny sweet tall teal velvet vintage violet walnut warm white wild willow winter wooden wool yellow'.split(
    ' ',
  )
const nouns = 'Bowl Shirt Teapot Jacket Notebook Scarf Cup Lamp Basket Blanket Vase Jumper Tray Bag Mug Towel'.split(
  ' ',
)
const chinese = '龙井 乌龙 茉莉 桂花 红豆 抹茶 青瓷 竹编 丝绸 灯笼'.split(' ')
const sizes = ['Small', 'Medium', 'Large', 'Extra large']
const colours = ['Black', 'White']

/**
 * Writes a Shopify product CSV with at least this many bytes or rows. The file is the same each time. Returns the
 * numbers of rows and products.
 */
export async function writeShopifyFile(
  file: string,
  minSize: { bytes: number } | { rows: number },
): Promise<{ rows: number; products: number }> {
  const out = createWriteStream(file, { highWaterMark: 1024 * 1024 })
  const next = numbers(20_261_120)
  const line = (cells: Record<string, string | number>) =>
    `${header.map((name) => quote(String(cells[name] ?? ''))).join(',')}\n`
  out.write(`${header.join(',')}\n`)
  let writtenBytes = 0
  let rows = 0
  let products = 0
  while ('bytes' in minSize ? writtenBytes < minSize.bytes : rows < minSize.rows) {
    const lines = product(products++, next).map(line)
    rows += lines.length
    const text = lines.join('')
    writtenBytes += Buffer.byteLength(text)
    if (!out.write(text)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
  return { rows, products }
}

/**
 * The rows of one product: one to four variants, sometimes with colours, and a description of three to ten sentences.
 */
function product(number: number, next: (below: number) => number): Record<string, string | number>[] {
  const pick = (list: string[]) => list[next(list.length)] ?? ''
  const title = `${capital(pick(words))} ${capital(pick(words))} ${pick(nouns)}${next(5) === 0 ? ` ${pick(chinese)}` : ''} ${number}`
  const handle = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
  const sentences = Array.from(
    { length: 3 + next(8) },
    () => `${capital(Array.from({ length: 6 + next(10) }, () => pick(words)).join(' '))}.`,
  )
  const list = Array.from({ length: next(5) }, () => `<li><strong>${pick(words)}</strong> &amp; ${pick(words)}</li>`)
  const variants = 1 + next(4)
  const hasColours = variants > 1 && next(3) === 0
  const price = 300 + next(20_000)
  return Array.from({ length: variants }, (_, index) => ({
    Handle: handle,
    ...(index === 0 && {
      Title: title,
      'Body (HTML)': `<p class="lead">${sentences.join(' ')}</p>\n<ul>${list.join('')}</ul>`,
      Vendor: `${capital(words[next(90)] ?? '')} & Sons`,
      Type: nouns[number % nouns.length] ?? '',
      Tags: Array.from({ length: 1 + next(5) }, () => pick(words)).join(', '),
      Published: 'true',
      'Option1 Name': variants > 1 ? 'Size' : 'Title',
      'Option2 Name': hasColours ? 'Colour' : '',
      'Image Src': next(20) === 0 ? `https://pictures.example/${handle}.jpg` : '',
      'Image Position': 1,
      'Gift Card': 'false',
      'SEO Title': `${title} – made by hand`,
      Status: next(50) === 0 ? 'draft' : 'active',
    }),
    'Option1 Value': variants > 1 ? (sizes[index] ?? '') : 'Default Title',
    'Option2 Value': hasColours ? (colours[index % 2] ?? '') : '',
    'Variant SKU': `B-${number}-${index}`,
    'Variant Grams': next(3000),
    'Variant Inventory Tracker': next(4) === 0 ? '' : 'shopify',
    'Variant Inventory Qty': next(500),
    'Variant Inventory Policy': next(10) === 0 ? 'continue' : 'deny',
    'Variant Price': ((price + index * 150) / 100).toFixed(2),
    'Variant Compare At Price': next(4) === 0 ? ((price + 2000) / 100).toFixed(2) : '',
    'Variant Taxable': 'true',
    'Variant Barcode': String(6_900_000_000_000 + number * 10 + index),
  }))
}

/**
 * Returns a function that returns pseudo-random integers below a bound (mulberry32). The same seed gives the same
 * integers.
 */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function quote(cell: string) {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function capital(word: string) {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
