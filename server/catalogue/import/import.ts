import { shopCurrency } from '#server/catalogue/rates.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import type { Row } from './cells.ts'
import { openImportFile } from './file.ts'
import { acquireImportLock } from './lock.ts'
import type { ImportOptions, RunOptions } from './options.ts'
import { createImportPictures } from './pictures.ts'
import { ImportError } from './refusal.ts'
import type { ImportReport } from './report.ts'
import type { ImportSummary } from './run.ts'
import { ImportRun } from './run.ts'
import { openPictureZip } from './zip.ts'

const progressEveryMs = 200

/**
 * Imports a Shopify product CSV as a stream. The rows of one handle form a product. Importing the same file again
 * changes nothing. Reports invalid rows with line and reason, and imports the others. If `signal` aborts, stops after
 * the current write. Throws `ImportError` if the file cannot be read, if `signal` aborted, or if another import is
 * running.
 */
export async function importProducts(
  ctx: Context,
  path: string,
  { options, report, signal }: { options: ImportOptions; report: ImportReport; signal?: AbortSignal | undefined },
): Promise<ImportSummary> {
  if (options.location && !(await locations.find(ctx, options.location)))
    throw new ImportError(`There is no store ${options.location}.`)
  const file = await openImportFile(path, options.encoding, options)
  const cleanups: (() => void)[] = []
  try {
    const lock = options.dryRun ? null : await acquireImportLock(ctx)
    try {
      const { encoding, separator } = file
      const runOptions = await withDefaults(ctx, options)
      const { location, currency, taxClass, language } = runOptions
      report.onStart({ location, currency, taxClass, language, encoding, separator })
      const zip = options.zip ? await openPictureZip(options.zip) : null
      cleanups.push(() => zip?.close())
      const pictures = createImportPictures(ctx, report, { mode: options.pictures, zip })
      const run = new ImportRun(ctx, { ...runOptions, signal }, { pictures, report })
      const reportProgress = (bytes: number) =>
        report.onProgress({ bytes, ofBytes: file.size, rows: run.summary.rows, products: run.productCount })
      let reportedAt = 0
      const processRows = async (rows: AsyncIterable<Row>) => {
        for await (const row of rows) {
          await run.addRow(row)
          if (performance.now() - reportedAt < progressEveryMs) continue
          reportedAt = performance.now()
          reportProgress(file.bytesRead())
        }
      }
      try {
        await file.read(processRows, (broken) => run.refuseBroken(broken), signal)
        await run.finish()
      } catch (error) {
        await run.settle()
        if (!signal?.aborted) throw error
        throw new ImportError(
          `Stopped after ${run.writtenCount} products. They are in the shop; the same file again goes on from there.`,
        )
      }
      reportProgress(file.size)
      return run.summary
    } finally {
      await lock?.release()
    }
  } finally {
    for (const close of cleanups) close()
    await file.close()
  }
}

/** Does a dry run of only these rows. `options.seen` has the other products of the file. */
export async function dryRunRows(
  ctx: Context,
  rows: Row[],
  { options, report }: { options: ImportOptions & Pick<RunOptions, 'seen'>; report: ImportReport },
): Promise<ImportSummary> {
  const runOptions = await withDefaults(ctx, { ...options, dryRun: true })
  const { location, currency, taxClass, language, encoding } = runOptions
  report.onStart({ location, currency, taxClass, language, encoding, separator: '' })
  const zip = options.zip ? await openPictureZip(options.zip) : null
  try {
    const pictures = createImportPictures(ctx, report, { mode: options.pictures, zip })
    const run = new ImportRun(ctx, { ...runOptions, seen: options.seen, signal: undefined }, { pictures, report })
    for (const row of rows) await run.addRow(row)
    await run.finish()
    return run.summary
  } finally {
    zip?.close()
  }
}

/** The options, with the shop's currency and its first store as defaults. Adds the ids of all stores. */
async function withDefaults(ctx: Context, options: ImportOptions) {
  const currency = options.currency ?? (await shopCurrency(ctx))
  const location = options.location ?? (await firstStore(ctx, options))
  const stores: ReadonlySet<string> = new Set((await locations.all(ctx)).map(({ id }) => id))
  return { ...options, currency, location, stores }
}

/**
 * The id of the first store. If the shop has no store yet, creates the store that the server would create when it first
 * starts. A dry run creates nothing, and returns the id that this store would get.
 */
async function firstStore(ctx: Context, { dryRun }: ImportOptions): Promise<string> {
  if (!dryRun) await locations.openFirst(ctx)
  return (await locations.all(ctx))[0]?.id ?? locations.firstLocation.id
}
