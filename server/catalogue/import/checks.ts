import { skuOwners } from '#server/catalogue/products.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { Row } from './cells.ts'
import { cell } from './cells.ts'
import type { GroupTable } from './groups.ts'
import { defineGroups, existingGroups, groupTables } from './groups.ts'
import type { RunOptions, Seen } from './options.ts'
import { readStock } from './own-columns.ts'
import { why } from './refusal.ts'
import type { ReadProduct, Refusal } from './rows.ts'
import { noteBefore } from './undo.ts'

/** Checks that the products of a file contradict neither each other nor the shop's data. */

/** Refuses products that contradict the shop's data or earlier products of the file. */
export class ImportChecks {
  private readonly seen: Seen
  /** The groups that the file has defined so far. A dry run needs them, because it does not write them to the shop. */
  private readonly defined: Record<GroupTable, Set<string>> = {
    categories: new Set(),
    brands: new Set(),
    tags: new Set(),
    modifierGroups: new Set(),
  }
  private readonly ctx: Context
  private readonly options: RunOptions
  private readonly refuse: (refusal: Refusal, rows: Row[]) => void

  constructor(ctx: Context, options: RunOptions, refuse: ImportChecks['refuse']) {
    this.ctx = ctx
    this.options = options
    this.refuse = refuse
    this.seen = options.seen ?? { lines: new Map(), owners: new Map() }
  }

  /**
   * Returns the products that can be imported, and refuses all others. Adds the groups that the file defines for them.
   */
  async pass(read: ReadProduct[]): Promise<ReadProduct[]> {
    const candidates = this.refuseRepeated(read)
    const skus = candidates.flatMap(({ input }) => input.variants.map(({ sku }) => sku))
    const owners = await skuOwners(this.ctx, skus)
    await this.define(candidates)
    return this.refuseUnknown(this.refuseTaken(candidates, owners))
  }

  /**
   * Refuses a product if an earlier product of the file has the same handle. Rows of one product must follow each
   * other.
   */
  private refuseRepeated(read: ReadProduct[]): ReadProduct[] {
    return read.filter(({ line, rows, input: { id } }) => {
      if (!this.seen.lines.has(id)) return this.seen.lines.set(id, line)
      this.refuse({ line, handle: id, ...why('import.apart') }, rows)
      return false
    })
  }

  /** Refuses products with an SKU that belongs to another product, in the shop or earlier in the file. */
  private refuseTaken(read: ReadProduct[], owners: Map<string, string>): ReadProduct[] {
    const ownerOf = (sku: string) => owners.get(sku) ?? this.seen.owners.get(sku)
    return read.filter(({ line, rows, input: { id, variants } }) => {
      const taken = variants.find(({ sku }) => (ownerOf(sku) ?? id) !== id)
      if (taken) {
        const at = rows.find((row) => cell(row, 'Variant SKU') === taken.sku)?.line ?? line
        const product = ownerOf(taken.sku) ?? ''
        this.refuse({ line: at, handle: id, ...why('import.sku_taken', { value: taken.sku, product }) }, rows)
        return false
      }
      // Only a dry run records these SKUs in `seen`. An import writes each batch, so the next batch finds them in the
      // shop.
      const known = this.options.dryRun ? this.seen.owners : owners
      for (const { sku } of variants) known.set(sku, id)
      return true
    })
  }

  /** Records the groups that the file defines. Unless this is a dry run, adds the groups that the shop lacks. */
  private async define(read: ReadProduct[]) {
    const all = read.flatMap(({ definitions }) => definitions ?? [])
    if (all.length === 0) return
    for (const kind of groupTables) for (const one of all) for (const { id } of one[kind]) this.defined[kind].add(id)
    if (this.options.dryRun) return
    await transact(this.ctx, async (ctx) => {
      const fresh = await defineGroups(ctx, all)
      if (this.options.record) await noteBefore(ctx, this.options.record, { merged: [], fresh, added: [] })
    })
  }

  /** Refuses products that name a group or store that neither the shop nor the file has. */
  private async refuseUnknown(read: ReadProduct[]): Promise<ReadProduct[]> {
    const idsOf = ({ groupIds, input }: ReadProduct): Record<GroupTable, string[]> => ({
      categories: groupIds.categories ?? [],
      brands: groupIds.brands ?? [],
      tags: groupIds.tags ?? [],
      modifierGroups: input.modifierGroups ?? [],
    })
    const all = read.map(idsOf)
    const there = await existingGroups(this.ctx, {
      categories: all.flatMap(({ categories }) => categories),
      brands: all.flatMap(({ brands }) => brands),
      tags: all.flatMap(({ tags }) => tags),
      modifierGroups: all.flatMap(({ modifierGroups }) => modifierGroups),
    })
    const isUnknown = (location: string | undefined) => location && !this.options.stores.has(location)
    return read.filter((product) => {
      const { line, rows, input, quantities } = product
      const ids = idsOf(product)
      const missing = groupTables.flatMap((kind) =>
        ids[kind].filter((id) => !there[kind].has(id) && !this.defined[kind].has(id)),
      )
      const store = quantities.find(({ location }) => isUnknown(location))?.location
      const [group] = missing
      const names = (row: Row) => readStock(cell(row, 'Stock by Store'))?.some(({ location }) => location === store)
      const at = rows.find(names)?.line ?? line
      if (group) this.refuse({ line, handle: input.id, ...why('import.no_group', { value: group }) }, rows)
      else if (store) this.refuse({ line: at, handle: input.id, ...why('import.no_store', { value: store }) }, rows)
      return !group && !store
    })
  }
}
