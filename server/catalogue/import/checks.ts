import type { VariantInput } from '#server/catalogue/products.ts'
import { findSkuOwners, findVariantsWithOptions } from '#server/catalogue/products.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { Row } from './cells.ts'
import { cell } from './cells.ts'
import type { GroupTable } from './groups.ts'
import { defineGroups, existingGroups, groupTables } from './groups.ts'
import type { RunOptions, SeenProducts } from './options.ts'
import { readStock } from './own-columns.ts'
import { refusalReason } from './refusal.ts'
import type { FileProduct, Refusal } from './rows.ts'
import { asPartial } from './rows.ts'
import { recordBefore } from './undo.ts'

/** Refuses products that contradict the shop's data or earlier products of the file. */
export class ImportChecks {
  private readonly seen: SeenProducts
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
   * Returns the products that can be imported, and refuses all others. Unless this is a dry run, adds the groups that
   * the file defines.
   */
  async selectValid(fileProducts: FileProduct[]): Promise<FileProduct[]> {
    const candidates = this.refuseRepeated(fileProducts)
    const skus = candidates.flatMap(({ input }) => input.variants.map(({ sku }) => sku))
    const owners = await findSkuOwners(this.ctx, skus)
    await this.define(candidates)
    const known = await this.refuseWithoutOptions(candidates)
    return this.refuseUnknown(this.refuseTaken(known, owners))
  }

  /**
   * Refuses a product if an earlier product of the file has the same handle, because the rows of one product must
   * follow each other. If the earlier product is not written yet, marks it as partial, because it lacks the variants of
   * the refused rows.
   */
  private refuseRepeated(fileProducts: FileProduct[]): FileProduct[] {
    const repeatedIds = new Set<string>()
    const candidates = fileProducts.filter(({ line, rows, input: { id } }) => {
      if (!this.seen.lines.has(id)) return this.seen.lines.set(id, line)
      repeatedIds.add(id)
      this.refuse({ line, handle: id, ...refusalReason('import.apart') }, rows)
      return false
    })
    return candidates.map((product) => (repeatedIds.has(product.input.id) ? asPartial(product) : product))
  }

  /**
   * In a file without columns of options, refuses each variant whose options are unknown: a variant with a new SKU if
   * the shop's product has options, otherwise each active variant after the first. Also refuses an active variant if an
   * active variant in an earlier row has the same options.
   */
  private async refuseWithoutOptions(fileProducts: FileProduct[]): Promise<FileProduct[]> {
    const ids = fileProducts.flatMap(({ hasOptions, input: { id } }) => (hasOptions ? [] : id))
    const storedVariants = await findVariantsWithOptions(this.ctx, ids)
    return fileProducts.flatMap((product) => {
      const { hasOptions, input, rows, line } = product
      const { id } = input
      if (hasOptions) return product
      const firstVariant = input.variants.find(({ active }) => active !== false)
      const stored = storedVariants.get(id)
      const isKnown = (variant: VariantInput) =>
        stored ? stored.has(variant.sku) : variant.active === false || variant === firstVariant
      const takenPairs = new Set<string>()
      const isRepeated = ({ sku, active }: VariantInput) => {
        const known = stored?.get(sku)
        if (!known || !(active ?? known.active)) return false
        return takenPairs.size === takenPairs.add(known.optionPair).size
      }
      const variants = input.variants.filter((variant) => {
        const problem = isKnown(variant) ? isRepeated(variant) && 'import.same_option' : 'import.no_option'
        if (problem)
          this.refuse({ line: lineOf(rows, variant.sku) ?? line, handle: id, ...refusalReason(problem) }, rows)
        return !problem
      })
      const uncounted = variants.filter(({ counted }) => !counted).length
      const quantities = product.quantities.filter(({ sku }) => variants.some((variant) => variant.sku === sku))
      return variants.length > 0 ? { ...product, uncounted, quantities, input: { ...input, variants } } : []
    })
  }

  /** Refuses products with a SKU that belongs to another product, in the shop or earlier in the file. */
  private refuseTaken(fileProducts: FileProduct[], owners: Map<string, string>): FileProduct[] {
    const ownerOf = (sku: string) => owners.get(sku) ?? this.seen.owners.get(sku)
    return fileProducts.filter(({ line, rows, input: { id, variants } }) => {
      const takenVariant = variants.find(({ sku }) => (ownerOf(sku) ?? id) !== id)
      if (takenVariant) {
        const skuLine = lineOf(rows, takenVariant.sku) ?? line
        const product = ownerOf(takenVariant.sku) ?? ''
        this.refuse(
          { line: skuLine, handle: id, ...refusalReason('import.sku_taken', { value: takenVariant.sku, product }) },
          rows,
        )
        return false
      }
      // Only a dry run records these SKUs in `seen`. An import writes each batch, so the next batch finds them in the
      // shop.
      const ownersBySku = this.options.dryRun ? this.seen.owners : owners
      for (const { sku } of variants) ownersBySku.set(sku, id)
      return true
    })
  }

  /** Records the groups that the file defines. Unless this is a dry run, adds the groups that the shop lacks. */
  private async define(fileProducts: FileProduct[]) {
    const all = fileProducts.flatMap(({ definitions }) => definitions ?? [])
    if (all.length === 0) return
    for (const kind of groupTables) for (const one of all) for (const { id } of one[kind]) this.defined[kind].add(id)
    if (this.options.dryRun) return
    await transact(this.ctx, async (ctx) => {
      const newGroups = await defineGroups(ctx, all)
      if (this.options.record) await recordBefore(ctx, this.options.record, { merged: [], newGroups, added: [] })
    })
  }

  /**
   * Refuses products with the id of a group that neither the shop nor the file has, and products with stock for a store
   * that the shop does not have.
   */
  private async refuseUnknown(fileProducts: FileProduct[]): Promise<FileProduct[]> {
    const idsOf = ({ groupIds, input }: FileProduct): Record<GroupTable, string[]> => ({
      categories: groupIds.categories ?? [],
      brands: groupIds.brands ?? [],
      tags: groupIds.tags ?? [],
      modifierGroups: input.modifierGroups ?? [],
    })
    const all = fileProducts.map(idsOf)
    const existing = await existingGroups(this.ctx, {
      categories: all.flatMap(({ categories }) => categories),
      brands: all.flatMap(({ brands }) => brands),
      tags: all.flatMap(({ tags }) => tags),
      modifierGroups: all.flatMap(({ modifierGroups }) => modifierGroups),
    })
    const isUnknown = (location: string | undefined) => location && !this.options.stores.has(location)
    return fileProducts.filter((product) => {
      const { line, rows, input, quantities } = product
      const ids = idsOf(product)
      const missing = groupTables.flatMap((kind) =>
        ids[kind].filter((id) => !existing[kind].has(id) && !this.defined[kind].has(id)),
      )
      const store = quantities.find(({ location }) => isUnknown(location))?.location
      const [group] = missing
      const names = (row: Row) => readStock(cell(row, 'Stock by Store'))?.some(({ location }) => location === store)
      const storeLine = rows.find(names)?.line ?? line
      if (group) this.refuse({ line, handle: input.id, ...refusalReason('import.no_group', { value: group }) }, rows)
      else if (store)
        this.refuse({ line: storeLine, handle: input.id, ...refusalReason('import.no_store', { value: store }) }, rows)
      return !group && !store
    })
  }
}

/** The line of the row with this SKU; undefined if the import made the SKU. */
const lineOf = (rows: Row[], sku: string) => rows.find((row) => cell(row, 'Variant SKU') === sku)?.line
