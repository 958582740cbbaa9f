import type { Locale } from '#contract/languages.ts'
import { inEach } from '#contract/languages.ts'
import type { Image } from '#contract/shapes.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { ImportError, openImportFile } from './import-file.ts'
import { takeTurn } from './import-lock.ts'
import type { ImportOptions } from './import-options.ts'
import type { ImportPictures } from './import-pictures.ts'
import { createImportPictures } from './import-pictures.ts'
import type { ImportReport } from './import-report.ts'
import type { ReadProduct, Refusal, Row } from './import-rows.ts'
import { readProduct } from './import-rows.ts'
import { addMissing, importHashes, measureTables, putProducts, skuOwners } from './products.ts'
import { shopCurrency } from './rates.ts'
import { setOnHandMany } from './stock.ts'

export interface ImportSummary {
  rows: number
  added: number
  changed: number
  unchanged: number
  variants: number
  refused: number
  placeholders: number
  /** Variants whose stock is not counted, so that they are always for sale. */
  uncounted: number
}

/** Limits of one transaction, to bound its memory and the locks that shoppers wait for. */
const batch = { products: 100, bytes: 4 * 1024 * 1024 } as const
/** Products above these limits are refused, because a file with so many rows of one handle must have wrong handles. */
const largestProduct = { rows: 2500, bytes: 16 * 1024 * 1024 } as const
const progressEveryMs = 200

/**
 * Imports a Shopify product CSV as a stream. The rows of one handle form a product; importing the same file again
 * changes nothing. Reports invalid rows with line and reason, and imports the others. If `signal` aborts, stops after
 * the current write. Throws `ImportError` if the import fails or another import is running.
 */
export async function importProducts(
  ctx: Context,
  path: string,
  options: ImportOptions,
  report: ImportReport,
  signal?: AbortSignal,
): Promise<ImportSummary> {
  if (options.location && !(await locations.find(ctx, options.location)))
    throw new ImportError(`There is no store ${options.location}.`)
  const currency = options.currency ?? (await shopCurrency(ctx))
  const file = await openImportFile(path, options.encoding)
  try {
    const turn = options.dryRun ? null : await takeTurn(ctx)
    try {
      const { encoding, separator } = file
      const { taxClass, language } = options
      const location = options.location ?? (await firstStore(ctx, options))
      report.onStart({ location, currency, taxClass, language, encoding, separator })
      const pictures = createImportPictures(ctx, options.pictures, report)
      const run = new Run(ctx, { ...options, currency, location, signal }, pictures, report)
      const say = (bytes: number) =>
        report.onProgress({ bytes, ofBytes: file.size, rows: run.summary.rows, products: run.productCount })
      let saidAt = 0
      const takeAll = async (rows: AsyncIterable<Row>) => {
        for await (const row of rows) {
          await run.take(row)
          if (performance.now() - saidAt < progressEveryMs) continue
          saidAt = performance.now()
          say(file.bytesRead())
        }
      }
      try {
        await file.read(takeAll, (broken) => run.refuse({ handle: '', ...broken }), signal)
        await run.finish()
      } catch (error) {
        await run.settle()
        if (!signal?.aborted) throw error
        throw new ImportError(
          `Stopped after ${run.written} products. They are in the shop; the same file again goes on from there.`,
        )
      }
      say(file.size)
      return run.summary
    } finally {
      await turn?.end()
    }
  } finally {
    await file.close()
  }
}

/** The id of the first store. A new shop has none, so this creates the store that the first start would create. */
async function firstStore(ctx: Context, { dryRun }: ImportOptions): Promise<string> {
  if (!dryRun) await locations.openFirst(ctx)
  return (await locations.all(ctx))[0]?.id ?? locations.firstLocation.id
}

/** A running import: collects rows into products, and writes them in batches while it reads the next rows. */
class Run {
  readonly summary: ImportSummary = {
    rows: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    variants: 0,
    refused: 0,
    placeholders: 0,
    uncounted: 0,
  }
  productCount = 0
  /** The number of products that are the same in the database as in the file. */
  written = 0
  private rows: Row[] = []
  private batch: ReadProduct[] = []
  private batchBegan = 0
  private writing: Promise<void> = Promise.resolve()
  /** The number of products written since `measureTables` last ran, and the number written before that run. */
  private unmeasured = 0
  private measured = 0
  /** The ids of the products read so far. */
  private readonly ids = new Set<string>()
  private readonly known = { brands: new Set<string>(), categories: new Set<string>(), tags: new Set<string>() }
  private readonly ctx: Context
  private readonly options: ImportOptions & { currency: string; location: string; signal: AbortSignal | undefined }
  private readonly pictures: ImportPictures
  private readonly report: ImportReport

  constructor(ctx: Context, options: Run['options'], pictures: ImportPictures, report: ImportReport) {
    this.ctx = ctx
    this.options = options
    this.pictures = pictures
    this.report = report
  }

  async take(row: Row) {
    this.summary.rows++
    const handle = handleOf(row)
    const [first] = this.rows
    if (first && handle !== handleOf(first)) await this.closeProduct(row.at)
    if (handle === '') {
      this.refuse({ line: row.line, handle, reason: 'it has no handle' })
    } else if (
      this.rows.length >= largestProduct.rows ||
      row.at - (this.rows[0]?.at ?? row.at) > largestProduct.bytes
    ) {
      this.refuse({ line: row.line, handle, reason: `a product has at most ${largestProduct.rows} rows and 16 MB` })
    } else {
      this.rows.push(row)
    }
  }

  refuse(refusal: Refusal) {
    this.summary.refused++
    this.report.onRefused(refusal)
  }

  async finish() {
    await this.closeProduct(Number.POSITIVE_INFINITY)
    await this.writing
    if (this.unmeasured > 0) await measureTables(this.ctx)
  }

  /** Waits for the current write to end, even if it fails. */
  async settle() {
    await this.writing.catch(() => undefined)
    if (this.unmeasured > 0) await measureTables(this.ctx).catch(() => undefined)
  }

  /** `at` is the current byte offset in the file. */
  private async closeProduct(at: number) {
    const product =
      this.rows.length > 0 ? readProduct(this.rows, this.options, (refusal) => this.refuse(refusal)) : null
    this.rows = []
    if (product) {
      this.productCount++
      this.batch.push(product)
    }
    if (this.batch.length < batch.products && at - this.batchBegan < batch.bytes) return
    const full = this.batch
    this.batch = []
    this.batchBegan = at
    await this.writing
    this.writing = this.write(full)
    // The next `await` of `writing` reports its failure.
    this.writing.catch(() => undefined)
  }

  private async write(read: ReadProduct[]) {
    const candidates = this.refuseRepeated(read)
    const skus = candidates.flatMap(({ input }) => input.variants.map(({ sku }) => sku))
    const owners = await skuOwners(this.ctx, skus)
    const ours = this.refuseTaken(candidates, owners)
    const hashes = await importHashes(
      this.ctx,
      ours.map(({ input }) => input.id),
    )
    const changed = ours.filter(({ input, hash }) => !isUnchanged(hashes.get(input.id), hash, this.options.pictures))
    if (!this.options.dryRun && changed.length > 0) await this.store(changed)
    this.summary.unchanged += ours.length - changed.length
    for (const { input, uncounted } of changed) {
      this.summary[hashes.has(input.id) ? 'changed' : 'added']++
      this.summary.variants += input.variants.length
      this.summary.uncounted += uncounted
    }
    this.written += ours.length
    if (!this.options.dryRun) await this.measureNowAndThen(changed.length)
  }

  /**
   * Updates the tables' statistics each time the number of products has doubled, so that shoppers' queries stay fast
   * while the tables grow.
   */
  private async measureNowAndThen(changed: number) {
    this.unmeasured += changed
    if (this.unmeasured <= this.measured) return
    await measureTables(this.ctx)
    this.measured += this.unmeasured
    this.unmeasured = 0
  }

  /** Refuses later groups of rows with a handle that an earlier group had. */
  private refuseRepeated(read: ReadProduct[]): ReadProduct[] {
    return read.filter(({ line, input: { id } }) => {
      if (!this.ids.has(id)) return this.ids.add(id)
      const reason = 'its handle stood further up already: rows of one product must stand together'
      this.refuse({ line, handle: id, reason })
      return false
    })
  }

  /** Refuses products with an SKU that belongs to another product, in the shop or earlier in the file. */
  private refuseTaken(read: ReadProduct[], owners: Map<string, string>): ReadProduct[] {
    return read.filter(({ line, input: { id, variants } }) => {
      const taken = variants.find(({ sku }) => (owners.get(sku) ?? id) !== id)
      if (taken) {
        const reason = `its SKU ${taken.sku} belongs to the product ${owners.get(taken.sku)}`
        this.refuse({ line, handle: id, reason })
        return false
      }
      for (const { sku } of variants) owners.set(sku, id)
      return true
    })
  }

  private async store(changed: ReadProduct[]) {
    const pictures = new Map<string, { images: Image[]; byAddress: Map<string, Image>; missing: number }>()
    for (const product of changed) {
      this.options.signal?.throwIfAborted()
      pictures.set(product.input.id, await this.pictures.of(product))
    }
    await transact(this.ctx, async (ctx) => {
      await this.addReferences(ctx, changed)
      await putProducts(
        ctx,
        changed.map(({ input, hash, variantPictures }) => {
          const found = pictures.get(input.id)
          this.summary.placeholders += found?.missing ?? 0
          return {
            ...input,
            images: found?.images ?? [],
            variants: input.variants.map((variant) => ({
              ...variant,
              image: found?.byAddress.get(variantPictures.get(variant.sku) ?? '') ?? null,
            })),
            importHash: found?.missing ? `${hash}${placeholderMark}` : hash,
          }
        }),
      )
      const counted = changed.flatMap(({ quantities }) => quantities)
      await setOnHandMany(
        ctx,
        counted.map(({ sku, quantity }) => ({ sku, quantity, locationId: this.options.location })),
      )
    })
  }

  /** Adds the brands, categories and tags of the rows that this run has not added yet. */
  private async addReferences(ctx: Context, changed: ReadProduct[]) {
    const unseen = (known: Set<string>, pick: (product: ReadProduct) => Map<string, string>) => {
      const named = new Map(changed.flatMap((product) => [...pick(product)]))
      const missing = [...named].filter(([id]) => !known.has(id))
      if (known.size > mostKnown) known.clear()
      for (const [id] of missing) known.add(id)
      return missing.map(([id, name]) => ({ id, name: inLanguage(this.options.language, name) }))
    }
    await addMissing(ctx, {
      brands: unseen(this.known.brands, ({ brand }) => brand),
      categories: unseen(this.known.categories, ({ category }) => category),
      tags: unseen(this.known.tags, ({ tags }) => tags),
    })
  }
}

const mostKnown = 20_000

function handleOf({ cells }: Row): string {
  return cells.Handle?.trim().toLowerCase() ?? ''
}

function inLanguage(language: Locale, name: string) {
  return inEach((locale) => (locale === language ? name : ''))
}

/** Appended to the stored hash of a product if some of its pictures are placeholders. */
const placeholderMark = '+placeholder'

function isUnchanged(before: string | null | undefined, hash: string, pictures: ImportOptions['pictures']): boolean {
  return before === hash || (before === hash + placeholderMark && pictures !== 'retry')
}
