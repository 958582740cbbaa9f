import { productTableMessages } from '#contract/messages/office-product-table.ts'
import type { Column, Edit, Place, Sheet } from './sheet.ts'
import { allColumns, edit, hasCell, pasteBlock } from './sheet.ts'

/** The result of a paste into the table of products. */
export interface Pasted {
  sheet: Sheet
  /** The number of cells that did not fit into the table. */
  left: number
  /** The SKUs in the block that are not in the table. Null if the block has no column with SKUs. */
  unknown: string[] | null
}

interface Block {
  block: string[][]
  /** The shown columns, from left to right. */
  columns: readonly Column[]
}

const plain = (text: string) => text.toLowerCase().replace(/[\s_()（）]/g, '')
const skuNames = new Set(['sku', 'variantsku', '货号', '商品编码', 'sku编码'])
/** Names of the columns in the shop's own export. */
const exportNames: Partial<Record<string, Column>> = {
  variantprice: 'price',
  variantcompareatprice: 'compareAtPrice',
  variantmemberprice: 'memberPrice',
  variantdeposit: 'deposit',
  variantbarcode: 'barcode',
  variantgrams: 'grams',
}
const columnNames = new Map<string, Column>([
  ...Object.entries(exportNames).flatMap(([name, column]) => (column ? [[name, column] as const] : [])),
  ...allColumns.flatMap((column) =>
    productTableMessages[`table.${column}`].map((name) => [plain(name), column] as const),
  ),
])

/**
 * Pastes a block of cells. If a column of the block has SKUs, each row goes to the variant with the row's SKU. Each
 * other column goes to the table's column that its header names. Without a header, the other columns go to the active
 * cell's column and the columns after it. Without a column of SKUs, the block goes to the active cell as it is.
 */
export function paste(sheet: Sheet, at: Place, { block, columns }: Block): Pasted {
  const rowOf = new Map(sheet.rows.map(({ line }, row) => [plain(line.sku), row]))
  const skuAt = skuColumn(block, rowOf)
  if (skuAt === null) return { ...pasteBlock(sheet, at, { block, columns }), unknown: null }
  const [head = []] = block
  const hasHead = !rowOf.has(plain(head[skuAt] ?? '')) && isHead(head)
  const others = columns.slice(columns.indexOf(at.column))
  const width = Math.max(...block.map(({ length }) => length))
  const targets = Array.from({ length: width }, (_, across) => {
    if (across === skuAt) return undefined
    return hasHead ? columnNames.get(plain(head[across] ?? '')) : others[across < skuAt ? across : across - 1]
  })
  const edits: Edit[] = []
  const unknown = new Set<string>()
  let left = 0
  for (const cells of hasHead ? block.slice(1) : block) {
    const sku = (cells[skuAt] ?? '').trim()
    const row = rowOf.get(plain(sku))
    if (row === undefined && sku !== '') unknown.add(sku)
    for (const [across, text] of cells.entries()) {
      const column = targets[across]
      const there = row === undefined ? undefined : sheet.rows[row]
      if (across === skuAt || text.trim() === '' || (row === undefined && sku !== '')) continue
      if (row !== undefined && there && column && columns.includes(column) && hasCell(there, column)) {
        edits.push({ row, column, text: text.trim() })
      } else left += 1
    }
  }
  return { sheet: edit(sheet, edits), left, unknown: [...unknown] }
}

/** Whether these cells name columns. */
const isHead = (cells: string[]) => cells.some((name) => skuNames.has(plain(name)) || columnNames.has(plain(name)))

/**
 * The index of the column with SKUs. This is the column whose header names SKUs, or else the first column if at least
 * half of its cells are SKUs of the table. Null if there is no such column, or if the block has only one column.
 */
function skuColumn(block: string[][], rowOf: ReadonlyMap<string, number>): number | null {
  const [head = []] = block
  if (head.length < 2) return null
  const named = head.findIndex((name) => skuNames.has(plain(name)))
  if (named >= 0) return named
  const cells = block.map(([first = '']) => plain(first)).filter(Boolean)
  const known = cells.filter((cell) => rowOf.has(cell)).length
  return known > 0 && known * 2 >= cells.length - (isHead(head) ? 1 : 0) ? 0 : null
}
