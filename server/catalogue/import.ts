import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CsvError } from 'csv-parse'
import { parse } from 'csv-parse'
import { inArray } from 'drizzle-orm'
import type { Image } from '#contract/shapes.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/context.ts'
import type { ImportPictures } from './import-pictures.ts'
import { createImportPictures } from './import-pictures.ts'
import type { ReadProduct, Refusal, Row } from './import-rows.ts'
import { readProduct } from './import-rows.ts'
import { putBrand, putCategory, putProducts, putTag, skuOwners } from './products.ts'
import { shopCurrency } from './rates.ts'
import { setOnHandMany } from './stock.ts'
import type { TaxClass } from './tables.ts'
import { brands, categories, products, tags } from './tables.ts'

/** What a file does not say, and how it is taken. */
export interface ImportOptions {
  /** Nothing is written, no picture fetched. */
  dryRun: boolean
  /** The store whose stock the quantities are; the first one where it is left out. */
  location?: string
  currency?: string
  taxClass: TaxClass
  /** Language of the texts; the other falls back to it. */
  language: 'en' | 'zh'
  encoding: 'utf-8' | 'utf-16le' | 'gb18030' | 'big5' | 'windows-1252'
  /** Counts quantities even where the file names no inventory tracker. */
  track: boolean
  /** `retry` fetches again what is a drawn placeholder so far. */
  pictures: 'fetch' | 'retry' | 'skip'
}

export interface ImportReport {
  /** What was assumed. */
  onStart(assumed: { location: string; currency: string; taxClass: string; language: string; encoding: string }): void
  onProgress(done: { bytes: number; ofBytes: number; rows: number; products: number }): void
  onRefused(refusal: Refusal): void
  onPicture(problem: { line: number; address: string; reason: string }): void
}

export interface ImportSummary {
  rows: number
  added: number
  changed: number
  unchanged: number
  variants: number
  refused: number
  placeholders: number
  /** Variants without an inventory tracker: always available. */
  uncounted: number
}

/** The file cannot be imported, or not further: one sentence that says why and from which line. */
export class ImportError extends Error {}

const required = ['Handle', 'Title', 'Variant Price']
const batchSize = 200
const longestRecord = 2 * 1024 * 1024

/**
 * Imports a Shopify product CSV, streaming: rows of one handle make a product, the same file again changes nothing.
 * Rows that cannot be taken are reported with line and reason; the others are imported. Throws `ImportError`.
 */
export async function importProducts(
  ctx: Context,
  file: string,
  options: ImportOptions,
  report: ImportReport,
): Promise<ImportSummary> {
  const location = options.location ? await locations.find(ctx, options.location) : (await locations.all(ctx))[0]
  if (!location)
    throw new ImportError(options.location ? `There is no store ${options.location}.` : 'The shop has no store yet.')
  const currency = options.currency ?? (await shopCurrency(ctx))
  const encoding = await checkEncoding(file, options.encoding)
  report.onStart({ location: location.id, currency, taxClass: options.taxClass, language: options.language, encoding })

  const pictures = createImportPictures(ctx, options.pictures, report)
  const run = new Run(ctx, { ...options, currency, location: location.id }, pictures, report)
  const size = (await stat(file)).size
  let bytes = 0
  let lastSaid = 0
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const parser = parse({
    bom: true,
    columns: (header: string[]) => checkColumns(header),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRecord,
    skip_records_with_error: true,
    on_skip: (error?: CsvError) => {
      if (error) run.skip(error)
    },
  })
  const consume = async (records: AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>) => {
    for await (const { record, info } of records) {
      await run.take({ line: info.lines, cells: record })
      if (performance.now() - lastSaid > 200) {
        lastSaid = performance.now()
        report.onProgress({ bytes, ofBytes: size, rows: run.summary.rows, products: run.productCount })
      }
    }
  }
  await pipeline(createReadStream(file), counted, decodeStream(encoding), parser, consume)
  await run.finish()
  report.onProgress({ bytes: size, ofBytes: size, rows: run.summary.rows, products: run.productCount })
  return run.summary
}

/** One import under way: gathers rows to products and writes them a few hundred at a time. */
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
  private readonly id = `${Date.now().toString(36)}-${process.pid}`
  private rows: Row[] = []
  private batch: ReadProduct[] = []
  private readonly known = { brands: new Set<string>(), categories: new Set<string>(), tags: new Set<string>() }
  private readonly ctx: Context
  private readonly options: ImportOptions & { currency: string; location: string }
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
    const handle = row.cells.Handle?.trim()
    if (this.rows.length > 0 && handle !== this.rows[0]?.cells.Handle?.trim()) await this.closeProduct()
    this.rows.push(row)
  }

  /** A record that is no CSV. */
  skip(error: CsvError) {
    this.refuse({ line: Number((error as { lines?: number }).lines ?? 0), handle: '', reason: explain(error) })
  }

  async finish() {
    await this.closeProduct()
    await this.write()
  }

  private async closeProduct() {
    if (this.rows.length === 0) return
    const product = readProduct(this.rows, this.options, (refusal) => this.refuse(refusal))
    this.rows = []
    if (!product) return
    this.productCount++
    this.batch.push(product)
    if (this.batch.length >= batchSize) await this.write()
  }

  private refuse(refusal: Refusal) {
    this.summary.refused++
    this.report.onRefused(refusal)
  }

  private async write() {
    const read = this.refuseClashes(this.batch)
    this.batch = []
    if (read.length === 0) return
    const before = new Map(
      (
        await this.ctx.db
          .select({ id: products.id, hash: products.importHash, run: products.importRun })
          .from(products)
          .where(
            inArray(
              products.id,
              read.map(({ input }) => input.id),
            ),
          )
      ).map((row) => [row.id, row]),
    )
    const owners = await skuOwners(
      this.ctx,
      read.flatMap(({ input }) => input.variants.map(({ sku }) => sku)),
    )
    const changed: ReadProduct[] = []
    for (const product of read) {
      const known = before.get(product.input.id)
      if (known?.run === this.id) {
        this.refuse({
          line: product.line,
          handle: product.input.id,
          reason: 'its handle stood further up already: rows of one product must stand together',
        })
        continue
      }
      const taken = product.input.variants.find(({ sku }) => (owners.get(sku) ?? product.input.id) !== product.input.id)
      if (taken) {
        this.refuse({
          line: product.line,
          handle: product.input.id,
          reason: `its SKU ${taken.sku} belongs to the product ${owners.get(taken.sku)}`,
        })
        continue
      }
      if (isUnchanged(known?.hash, product.hash, this.options.pictures)) {
        this.summary.unchanged++
        continue
      }
      this.summary[known ? 'changed' : 'added']++
      changed.push(product)
    }
    for (const { input, uncounted } of changed) {
      this.summary.variants += input.variants.length
      this.summary.uncounted += uncounted
    }
    if (!this.options.dryRun && changed.length > 0) await this.store(changed)
  }

  /** SKUs that two products of one batch share: the later product is refused. */
  private refuseClashes(batch: ReadProduct[]): ReadProduct[] {
    const owners = new Map<string, string>()
    const ids = new Set<string>()
    return batch.filter(({ input, line }) => {
      if (ids.has(input.id)) {
        this.refuse({
          line,
          handle: input.id,
          reason: 'its handle stood further up already: rows of one product must stand together',
        })
        return false
      }
      const taken = input.variants.find(({ sku }) => owners.has(sku))
      if (taken) {
        this.refuse({
          line,
          handle: input.id,
          reason: `its SKU ${taken.sku} belongs to the product ${owners.get(taken.sku)}`,
        })
        return false
      }
      ids.add(input.id)
      for (const { sku } of input.variants) owners.set(sku, input.id)
      return true
    })
  }

  private async store(changed: ReadProduct[]) {
    const pictures = new Map<string, { images: Image[]; byAddress: Map<string, Image>; missing: number }>()
    for (const product of changed) pictures.set(product.input.id, await this.pictures.of(product))
    await transact(this.ctx, async (ctx) => {
      await this.putReferences(ctx, changed)
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
            importRun: this.id,
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

  /** Brands, categories and tags that the rows name and the shop lacks; those that it has keep their owner's texts. */
  private async putReferences(ctx: Context, changed: ReadProduct[]) {
    const add = async (
      known: Set<string>,
      table: typeof brands | typeof categories | typeof tags,
      wanted: Map<string, string>,
      put: (id: string, name: { en: string; zh: string }) => Promise<void>,
    ) => {
      const missing = [...wanted].filter(([id]) => !known.has(id))
      if (missing.length === 0) return
      const there = await ctx.db
        .select({ id: table.id })
        .from(table)
        .where(
          inArray(
            table.id,
            missing.map(([id]) => id),
          ),
        )
      const found = new Set(there.map(({ id }) => id))
      for (const [id, name] of missing) {
        if (!found.has(id)) await put(id, this.options.language === 'en' ? { en: name, zh: '' } : { en: '', zh: name })
        known.add(id)
      }
    }
    const wanted = (pick: (product: ReadProduct) => Map<string, string>) =>
      new Map(changed.flatMap((product) => [...pick(product)]))
    await add(
      this.known.brands,
      brands,
      wanted((product) => product.brand),
      (id, name) => putBrand(ctx, { id, name }),
    )
    await add(
      this.known.categories,
      categories,
      wanted((product) => product.category),
      (id, name) => putCategory(ctx, { id, name, position: 1000 }),
    )
    await add(
      this.known.tags,
      tags,
      wanted((product) => product.tags),
      (id, name) => putTag(ctx, { id, name }),
    )
  }
}

/** Ends the fingerprint of a product whose pictures could not all be had. */
const placeholderMark = '+placeholder'

function isUnchanged(before: string | null | undefined, hash: string, pictures: ImportOptions['pictures']): boolean {
  return before === hash || (before === hash + placeholderMark && pictures !== 'retry')
}

function checkColumns(header: string[]): string[] {
  const names = header.map((name) => name.trim())
  const missing = required.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    throw new ImportError(
      `Line 1: the column ${missing.map((name) => `“${name}”`).join(' and ')} is missing. Nothing was imported.`,
    )
  }
  return names
}

/** The file's encoding: what its byte order mark says, else what is asked for, proved on the whole file before a row is taken. */
async function checkEncoding(file: string, asked: ImportOptions['encoding']): Promise<ImportOptions['encoding']> {
  const handle = await open(file).catch((error: Error) => {
    throw new ImportError(`The file cannot be read: ${error.message}.`)
  })
  const start = Buffer.alloc(4)
  const { bytesRead } = await handle.read(start, 0, 4, 0)
  await handle.close()
  if (bytesRead === 0) throw new ImportError('The file is empty.')
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start.subarray(0, 2).equals(Buffer.from('PK')))
    throw new ImportError('This is a spreadsheet or an archive. Save it as CSV (UTF-8) first.')
  const decoder = new TextDecoder(asked, { fatal: true })
  let bytes = 0
  let lines = 1
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
      decoder.decode(chunk, { stream: true })
      bytes += chunk.length
      for (const byte of chunk as Buffer) if (byte === 10) lines++
    }
    decoder.decode()
  } catch {
    const others = ['utf-8', 'gb18030', 'big5', 'windows-1252'].filter((name) => name !== asked).join(', ')
    throw new ImportError(
      `The file is not ${asked}: it breaks off after about line ${lines} (byte ${bytes}). Nothing was imported. Save it as UTF-8, or say --encoding ${others}.`,
    )
  }
  return asked
}

function decodeStream(encoding: string): Transform {
  const decoder = new TextDecoder(encoding, { fatal: true })
  return new Transform({
    readableObjectMode: false,
    transform(chunk: Buffer, _, done) {
      done(null, Buffer.from(decoder.decode(chunk, { stream: true })))
    },
  })
}

function explain(error: CsvError): string {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_MAX_RECORD_SIZE':
      return 'a quotation mark is opened here and never closed: nothing after it can be read'
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return 'a quotation mark stands where none may'
    default:
      return 'it cannot be read as CSV'
  }
}
