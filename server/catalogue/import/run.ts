import type { Locale } from '#contract/languages.ts'
import type { ProductInput } from '#server/catalogue/products.ts'
import {
  addMissing,
  addMissingNames,
  analyzeTables,
  findImportHashes,
  linkRelated,
  lockProducts,
  putProducts,
  recordImported,
} from '#server/catalogue/products.ts'
import type { StoredProduct } from '#server/catalogue/stored-products.ts'
import { findGroupsByName, loadStoredProducts } from '#server/catalogue/stored-products.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { withPictures } from './base.ts'
import type { Row } from './cells.ts'
import { ImportChecks } from './checks.ts'
import type { GroupKind } from './group-names.ts'
import type { MergeResult } from './merge.ts'
import { mergeProduct } from './merge.ts'
import type { ImportOptions, RunOptions } from './options.ts'
import { placeholderMark } from './options.ts'
import type { ImportPictures } from './pictures.ts'
import { importError, refusalReason } from './refusal.ts'
import type { ImportReport } from './report.ts'
import type { FileProduct, Refusal } from './rows.ts'
import { asPartial, readProduct } from './rows.ts'
import { setImportedStock } from './stock.ts'
import { recordBefore } from './undo.ts'

export interface ImportSummary {
  rows: number
  added: number
  changed: number
  unchanged: number
  variants: number
  refused: number
  /** The number of products that keep values which the owner changed. */
  kept: number
  placeholders: number
  /** The number of variants whose stock the shop does not count, so that they are always for sale. */
  uncounted: number
}

/** Limits of one transaction. They bound its memory, and the time for which its locks make shoppers wait. */
const batchLimits = { products: 100, bytes: 4 * 1024 * 1024 } as const
/**
 * Limits of one product. The import refuses all further rows of the product. If a file has so many rows with one
 * handle, its handles are wrong.
 */
const maxProduct = { rows: 2500, bytes: 16 * 1024 * 1024 } as const

/** A running import: collects rows into products, and writes them in batches while it reads the next rows. */
export class ImportRun {
  readonly summary: ImportSummary = {
    rows: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    variants: 0,
    refused: 0,
    kept: 0,
    placeholders: 0,
    uncounted: 0,
  }
  productCount = 0
  /** The number of products that the import has written so far, or that needed no change. */
  writtenCount = 0
  private rows: Row[] = []
  /** The lines after the previous product with a row that could not be read or has no handle. */
  private brokenLines: number[] = []
  /** The last line of the previous product. */
  private previousLine = 0
  /** Whether rows of the open product were refused, because it has too many. */
  private isCut = false
  private batch: FileProduct[] = []
  private batchStart = 0
  private writing: Promise<void> = Promise.resolve()
  /** The number of products written since `analyzeTables` last ran, and the number written before that run. */
  private unmeasured = 0
  private measured = 0
  /**
   * Whether the import has written products since it last cleared the cached lists. If so, the cached lists can lack
   * these products.
   */
  private hasStored = false
  private readonly addedGroups = { brands: new Set<string>(), categories: new Set<string>(), tags: new Set<string>() }
  private readonly ctx: Context
  /**
   * The related products of the products written so far. The import links them at its end, because some of them can
   * come later in the file.
   */
  private readonly related: { id: string; related: string[] }[] = []
  private readonly checks: ImportChecks
  private readonly options: RunOptions
  private readonly pictures: ImportPictures
  private readonly report: ImportReport

  constructor(
    ctx: Context,
    options: RunOptions,
    { pictures, report }: { pictures: ImportPictures; report: ImportReport },
  ) {
    this.ctx = { ...ctx, defersLists: true }
    this.options = options
    this.pictures = pictures
    this.report = report
    this.checks = new ImportChecks(this.ctx, options, (refusal, rows) => this.refuse(refusal, rows))
  }

  async addRow(row: Row) {
    this.summary.rows++
    if (this.summary.rows > (this.options.mostRows ?? Number.POSITIVE_INFINITY))
      throw importError('import.rows_many', { most: this.options.mostRows ?? 0 })
    const handle = handleOf(row)
    if (handle === '') {
      // A row without a handle can belong to the product before it or after it, so both products count as partial.
      this.brokenLines.push(row.line)
      this.refuse({ line: row.line, handle, ...refusalReason('import.no_handle') }, [row])
      return
    }
    const [first] = this.rows
    if (first && handle !== handleOf(first)) await this.closeProduct(row)
    if (this.rows.length >= maxProduct.rows || row.at - (this.rows[0]?.at ?? row.at) > maxProduct.bytes) {
      this.isCut = true
      this.refuse({ line: row.line, handle, ...refusalReason('import.rows', { most: maxProduct.rows }) }, [row])
    } else {
      this.rows.push(row)
    }
  }

  refuse(refusal: Refusal, rows: Row[]) {
    this.summary.refused++
    this.report.onRefused(refusal, rows)
  }

  /** Refuses a row that cannot be read. It can belong to the product before or after, so both count as partial. */
  refuseBroken(broken: Omit<Refusal, 'handle'>) {
    this.brokenLines.push(broken.line)
    this.refuse({ handle: '', ...broken }, [])
  }

  async finish() {
    await this.closeProduct({ at: Number.POSITIVE_INFINITY, line: Number.POSITIVE_INFINITY })
    await this.writing
    if (this.options.dryRun) this.pictures.reportUnnamed()
    await linkRelated(this.ctx, this.related)
    if (this.unmeasured > 0) await analyzeTables(this.ctx)
    await this.publishLists()
  }

  /**
   * Waits for the current write to end, even if it fails. Then updates the tables' statistics and clears the cached
   * lists.
   */
  async settle() {
    await this.writing.catch(() => undefined)
    if (this.unmeasured > 0) await analyzeTables(this.ctx).catch(() => undefined)
    await this.publishLists().catch(() => undefined)
  }

  /** Clears the cached lists if the import has written products, because batches do not clear them. */
  private async publishLists() {
    if (this.hasStored) await publishCatalogueChange({ ...this.ctx, defersLists: false })
    this.hasStored = false
  }

  /**
   * Builds a product from the collected rows and adds it to the batch. Starts to write the batch if it is full.
   * `next` is the first row after the product.
   */
  private async closeProduct(next: Pick<Row, 'at' | 'line'>) {
    const rows = this.rows
    const hasBroken = this.brokenLines.some((line) => line > this.previousLine && line < next.line)
    const isPartial = hasBroken || this.isCut
    this.rows = []
    this.isCut = false
    this.previousLine = rows.at(-1)?.line ?? this.previousLine
    this.brokenLines = this.brokenLines.filter((line) => line > this.previousLine)
    const product = rows.length > 0 ? readProduct(rows, this.options, (refusal) => this.refuse(refusal, rows)) : null
    if (rows.some(({ line }) => this.options.fixes?.[line])) this.report.onCorrected?.(rows)
    if (product) {
      this.productCount++
      this.batch.push(isPartial ? asPartial(product) : product)
    }
    if (this.batch.length < batchLimits.products && next.at - this.batchStart < batchLimits.bytes) return
    const batchToWrite = this.batch
    this.batch = []
    this.batchStart = next.at
    await this.writing
    this.writing = this.write(batchToWrite)
    // Prevents an unhandled rejection if this write fails. The next `await writing` throws its error.
    this.writing.catch(() => undefined)
  }

  private async write(fileProducts: FileProduct[]) {
    const valid = await this.checks.selectValid(fileProducts)
    if (this.options.dryRun) await this.pictures.reportProblems(valid)
    for (const { line, input } of valid)
      this.report.onAccepted?.({ line, handle: input.id, skus: input.variants.map(({ sku }) => sku) })
    const hashes = await findImportHashes(
      this.ctx,
      valid.map(({ input }) => input.id),
    )
    const needsWrite = ({ input, hash }: FileProduct) =>
      this.options.overwrite.length > 0 || !isUnchanged(hashes.get(input.id), hash, this.options.pictures)
    const merged = await this.merge(this.ctx, valid.filter(needsWrite))
    const changed = merged.filter(({ isUnchanged }) => !isUnchanged)
    if (!this.options.dryRun) {
      await this.recordUnchanged(merged.filter(({ isUnchanged }) => isUnchanged))
      if (changed.length > 0) await this.storeBatch(changed)
    }
    // Reports the products after they were written. If the import fails, its report then lists only products that the
    // shop has stored.
    this.reportProducts(merged, hashes)
    this.summary.unchanged += valid.length - changed.length
    this.writtenCount += valid.length
    if (!this.options.dryRun) await this.measureIfDoubled(changed.length)
  }

  /** Merges each product of the file with the stored product of the same id. */
  private async merge(ctx: Context, products: FileProduct[]): Promise<MergedProduct[]> {
    const present = await loadStoredProducts(
      ctx,
      products.map(({ input }) => input.id),
    )
    const names = (kind: GroupKind) =>
      products.flatMap(({ groups, languages }) =>
        languages.flatMap((language) => groups[kind].map((group) => ({ language, name: group[language] }))),
      )
    const groupIds = await findGroupsByName(ctx, {
      brands: names('brands'),
      categories: names('categories'),
      tags: names('tags'),
    })
    const find = (kind: GroupKind, language: Locale, name: string) => groupIds[kind].get(`${language}\n${name}`)
    return products.map((product) => {
      const before = present.get(product.input.id)
      return {
        ...mergeProduct(product, { present: before, find, options: this.options }),
        fileProduct: product,
        before,
      }
    })
  }

  private reportProducts(merged: MergedProduct[], hashes: Map<string, unknown>) {
    for (const { fileProduct, input, kept, isUnchanged } of merged) {
      const { line } = fileProduct
      if (kept.length > 0) {
        this.summary.kept++
        this.report.onKept({ line, handle: input.id, kept })
      }
      if (isUnchanged) continue
      const isNew = !hashes.has(input.id)
      this.summary[isNew ? 'added' : 'changed']++
      this.summary.variants += fileProduct.input.variants.length
      this.summary.uncounted += fileProduct.uncounted
      const prices = input.variants.flatMap(({ active, price }) => (active === false ? [] : price))
      this.report.onProduct?.({ line, handle: input.id, isNew, name: input.name, prices })
    }
  }

  private async recordUnchanged(same: MergedProduct[]) {
    await recordImported(
      this.ctx,
      same.map(({ input, fileProduct }) => ({
        id: input.id,
        importHash: hashOf(fileProduct, input.importHash),
        imported: input.imported ?? null,
      })),
    )
  }

  /**
   * Updates the tables' statistics each time the number of written products has doubled, so that shoppers' queries stay
   * fast while the tables grow.
   */
  private async measureIfDoubled(changed: number) {
    this.unmeasured += changed
    if (this.unmeasured <= this.measured) return
    await analyzeTables(this.ctx)
    this.measured += this.unmeasured
    this.unmeasured = 0
  }

  private async storeBatch(changed: MergedProduct[]) {
    const pictures = new Map<string, FetchedPictures>()
    for (const { fileProduct, takesPictures } of changed) {
      this.options.signal?.throwIfAborted()
      if (takesPictures) pictures.set(fileProduct.input.id, await this.pictures.fetchAll(fileProduct))
    }
    this.hasStored = true
    await transact(this.ctx, async (ctx) => {
      await lockProducts(
        ctx,
        changed.map(({ input }) => input.id),
      )
      // Merges again, because somebody could have changed the products while the import fetched their pictures.
      const merged = await this.merge(
        ctx,
        changed.map(({ fileProduct }) => fileProduct),
      )
      const newGroups = await this.addReferences(ctx, merged)
      await putProducts(
        ctx,
        merged.map((product) => this.withFetchedPictures(product, pictures.get(product.input.id))),
      )
      const added = await setImportedStock(
        ctx,
        merged.flatMap(({ quantities }) =>
          quantities.map(({ sku, quantity, location = this.options.location }) => ({
            sku,
            quantity,
            locationId: location,
          })),
        ),
      )
      for (const { input } of merged)
        if (input.related?.length) this.related.push({ id: input.id, related: input.related })
      if (this.options.record) await recordBefore(ctx, this.options.record, { merged, newGroups, added })
    })
  }

  /**
   * The product as the import stores it: with the fetched pictures if `takesPictures` is set, otherwise with the
   * pictures of `input`. With `keepsImages`, only its variants get fetched pictures.
   */
  private withFetchedPictures(
    { input, fileProduct, takesPictures, keepsImages, variantPictures }: MergedProduct,
    fetched: FetchedPictures | undefined,
  ): ProductInput {
    const { imported = null } = input
    if (!takesPictures || !fetched) return { ...input, importHash: hashOf(fileProduct, input.importHash) }
    this.summary.placeholders += fetched.missing
    const addresses = fileProduct.pictures.map(({ source }) => source)
    const variants = input.variants.map((variant) => {
      const address = variantPictures.get(variant.sku)
      return { ...variant, image: (address && fetched.byAddress.get(address)) || variant.image || null }
    })
    const images = keepsImages ? null : fetched.images
    return {
      ...input,
      images: images ?? input.images ?? [],
      variants,
      importHash: fetched.missing ? `${fileProduct.hash}${placeholderMark}` : fileProduct.hash,
      imported: imported && withPictures(imported, { addresses, images, variantPictures, variants }),
    }
  }

  /**
   * Adds the brands, categories and tags that this run has not added yet. If an existing brand, category or tag lacks a
   * name in a language of the file, adds this name.
   */
  private async addReferences(ctx: Context, merged: MergedProduct[]) {
    const unseen = (kind: GroupKind) => {
      const addedIds = this.addedGroups[kind]
      const namesById = new Map(merged.flatMap(({ groups }) => [...groups[kind]]))
      const missing = [...namesById].filter(([id]) => !addedIds.has(id))
      if (addedIds.size > maxRememberedGroups) addedIds.clear()
      for (const [id] of missing) addedIds.add(id)
      return missing.map(([id, name]) => ({ id, name }))
    }
    const missing = { brands: unseen('brands'), categories: unseen('categories'), tags: unseen('tags') }
    const fresh = await addMissing(ctx, missing)
    for (const kind of ['brands', 'categories', 'tags'] as const) await addMissingNames(ctx, kind, missing[kind])
    return fresh
  }
}

/**
 * A merged product, with the file's product and the stored product from which it was merged. `before` is undefined for
 * a new product.
 */
export type MergedProduct = MergeResult & { fileProduct: FileProduct; before: StoredProduct | undefined }
type FetchedPictures = Awaited<ReturnType<ImportPictures['fetchAll']>>

const maxRememberedGroups = 20_000

function handleOf({ cells }: Row): string {
  return cells.Handle?.trim().toLowerCase() ?? ''
}

/**
 * The hash to store. If the stored pictures stay and some are placeholders, the hash keeps the mark of placeholders.
 */
function hashOf({ hash }: FileProduct, before: string | null | undefined): string {
  return before?.endsWith(placeholderMark) ? `${hash}${placeholderMark}` : hash
}

function isUnchanged(before: string | null | undefined, hash: string, pictures: ImportOptions['pictures']): boolean {
  return before === hash || (before === hash + placeholderMark && pictures !== 'retry')
}
