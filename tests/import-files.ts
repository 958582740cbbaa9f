import type { ImportReason } from '#contract/messages/office-import-reasons.ts'

/** Product files like those that owners import. */

const header = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Published', 'Gift Card', 'Status'],
  ...['Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Inventory Tracker', 'Variant Inventory Qty'],
  ...['Variant Price', 'Variant Compare At Price', 'Variant Grams', 'Variant Barcode'],
] as const
type Cells = Partial<Record<(typeof header)[number], string>>

/** A row that the import refuses: its line, and the reason. */
interface BadRow {
  line: number
  code: ImportReason
}

const sizes = ['Small', 'Large']
const kinds = ['Tea', 'Cup', 'Biscuit', 'Jar', 'Towel']

/**
 * The faults of the bad products, by the number of the product. `row` is the index of the bad row in the product,
 * `cells` are the changed cells of that row, and `code` is the reason of the refusal.
 */
const faults: Record<number, { row: 0 | 1; code: ImportReason; cells: Cells }> = {
  7: { row: 0, code: 'import.price', cells: { 'Variant Price': 'twelve' } },
  31: { row: 0, code: 'import.no_title', cells: { Title: '' } },
  58: { row: 1, code: 'import.price', cells: { 'Variant Price': '-4.00' } },
  83: { row: 0, code: 'import.stock', cells: { 'Variant Inventory Qty': '1.5' } },
  110: { row: 1, code: 'import.alike_option', cells: { 'Option1 Value': 'Small' } },
  134: { row: 0, code: 'import.gift_card', cells: { 'Gift Card': 'true' } },
  159: { row: 0, code: 'import.long_title', cells: { Title: 'Very '.repeat(120) } },
  177: { row: 0, code: 'import.no_id', cells: { Handle: '—' } },
  202: { row: 1, code: 'import.same_sku', cells: { 'Variant SKU': 'S202-0' } },
  236: { row: 0, code: 'import.sku_taken', cells: { 'Variant SKU': 'S3-0' } },
  264: { row: 1, code: 'import.no_option', cells: { 'Option1 Value': '' } },
  291: { row: 0, code: 'import.compare_at', cells: { 'Variant Compare At Price': 'n/a' } },
}

/**
 * A Shopify file of 300 products with 12 bad rows. Products with an even number have one variant, the others two. A
 * product whose second row is bad always has two variants.
 */
export function shopifyFile(): { content: string; products: number; bad: BadRow[] } {
  const products = 300
  const rows: Cells[] = []
  const bad: BadRow[] = []
  for (let number = 0; number < products; number++) {
    const productLines = productRows(number)
    const fault = faults[number]
    if (fault) {
      Object.assign(productLines[fault.row] ?? {}, fault.cells)
      // If the handle is wrong, changes it in all rows of the product, because rows belong together by their handle.
      for (const row of productLines) if (fault.cells.Handle) row.Handle = fault.cells.Handle
      bad.push({ line: rows.length + fault.row + 2, code: fault.code })
    }
    rows.push(...productLines)
  }
  const lines = rows.map((cells) => header.map((name) => quote(cells[name] ?? '')).join(','))
  return { content: [header.join(','), ...lines, ''].join('\n'), products, bad }
}

function productRows(number: number): Cells[] {
  const handle = `item-${number}`
  const variants = number % 2 === 0 && faults[number]?.row !== 1 ? 1 : 2
  return Array.from({ length: variants }, (_, index) => ({
    Handle: handle,
    ...(index === 0 && {
      Title: `${kinds[number % kinds.length]} ${number}`,
      'Body (HTML)': `<p>Made by <b>hand</b>, number ${number}.</p>`,
      Vendor: `House ${number % 7}`,
      Type: kinds[number % kinds.length] ?? '',
      Tags: `new, lot ${number % 11}`,
      Published: 'true',
      Status: number % 50 === 0 ? 'draft' : 'active',
      'Option1 Name': variants > 1 ? 'Size' : 'Title',
    }),
    'Option1 Value': variants > 1 ? (sizes[index] ?? '') : 'Default Title',
    'Variant SKU': `S${number}-${index}`,
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': String((number * 7) % 40),
    'Variant Price': (3 + (number % 90) / 10 + index).toFixed(2),
    'Variant Grams': String(100 + number),
  }))
}

/** A file with a Chinese header. It changes some products of `shopifyFile` and adds new ones. */
export const chineseFile = [
  '商品编号,商品名称,英文名,分类,货号,售价,库存,描述,备注',
  'item-1,手工杯 1,Cup 1,杯子,S1-0,9.90,12,"手工制作,可微波",卖得最好',
  'item-4,毛巾 4,Towel 4,家居,S4-0,6.60,3,纯棉,',
  'tea-gift,茶礼盒,Tea gift box,礼盒,G1,88.00,20,"春茶\n礼盒","两行\n备注"',
  'mooncake,月饼,Mooncake,礼盒,G2,58.00,30,广式,',
].join('\n')

const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
