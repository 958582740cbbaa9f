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

const normalizeHeader = (text: string) => text.toLowerCase().replace(/[\s_()（）]/g, '')
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
    productTableMessages[`table.${column}`].map((name) => [normalizeHeader(name), column] as const),
  ),
])

/**
 * Pastes a block of cells, starting at the cell `start`. But if a column of the block has SKUs, each row goes to the
 * variant with the row's SKU. Each other column then goes to the table's column that its header names. If the block has
 * no header row, the other columns go to the column of `start` and the columns after it.
 */
export function paste(sheet: Sheet, start: Place, { block, columns }: Block): Pasted {
  const rowBySku = new Map(sheet.rows.map(({ line }, row) => [normalizeHeader(line.sku), row]))
  const skuIndex = skuColumn(block, rowBySku)
  if (skuIndex === null) return { ...pasteBlock(sheet, start, { block, columns }), unknown: null }
  const [head = []] = block
  const hasHead = !rowBySku.has(normalizeHeader(head[skuIndex] ?? '')) && isHeaderRow(head)
  const nextColumns: (Column | undefined)[] = columns.slice(columns.indexOf(start.column))
  const targets = hasHead
    ? head.map((name) => columnNames.get(normalizeHeader(name)))
    : nextColumns.toSpliced(skuIndex, 0, undefined)
  const edits: Edit[] = []
  const unknown = new Set<string>()
  let left = 0
  for (const cells of hasHead ? block.slice(1) : block) {
    const sku = (cells[skuIndex] ?? '').trim()
    const row = rowBySku.get(normalizeHeader(sku))
    if (row === undefined && sku !== '') {
      unknown.add(sku)
      continue
    }
    const sheetRow = row === undefined ? undefined : sheet.rows[row]
    for (const [across, text] of cells.entries()) {
      if (across === skuIndex || text.trim() === '') continue
      const column = targets[across]
      const isCell = sheetRow && column && columns.includes(column) && hasCell(sheetRow, column)
      if (isCell && row !== undefined) edits.push({ row, column, text: text.trim() })
      else left += 1
    }
  }
  return { sheet: edit(sheet, edits), left, unknown: [...unknown] }
}

/** Whether these cells name columns. */
const isHeaderRow = (cells: string[]) =>
  cells.some((name) => skuNames.has(normalizeHeader(name)) || columnNames.has(normalizeHeader(name)))

/**
 * The index of the column with SKUs. This is the column whose header names SKUs, or else the first column if at least
 * half of its cells are SKUs of the table. Null if there is no such column, or if the block has only one column.
 */
function skuColumn(block: string[][], rowBySku: ReadonlyMap<string, number>): number | null {
  const [head = []] = block
  if (head.length < 2) return null
  const namedIndex = head.findIndex((name) => skuNames.has(normalizeHeader(name)))
  if (namedIndex >= 0) return namedIndex
  const cells = block.map(([first = '']) => normalizeHeader(first)).filter(Boolean)
  const knownSkus = cells.filter((cell) => rowBySku.has(cell)).length
  return knownSkus > 0 && knownSkus * 2 >= cells.length - (isHeaderRow(head) ? 1 : 0) ? 0 : null
}
