import { eq, sql } from 'drizzle-orm'
import { officeBase } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'
import type { App, Context } from '#server/platform/context.ts'
import { systemContext } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { csvFile, readSigned, signFile } from '#server/platform/http/signed-files.ts'
import { exportProducts as writeProducts } from './export.ts'
import { writeRefusedRows, writeReport } from './import/office-rows.ts'
import { downloadsOf, findImport } from './import/records.ts'
import { products } from './tables.ts'

/** Exports of products from the back office. */

const purpose = 'export of products'

/**
 * Returns the URL of a file with all products, and how many products and memberships the shop has. The URL is valid for
 * two minutes and needs no sign-in. The activity log names the staff member who requested it.
 */
export async function exportProducts(
  ctx: Context,
): Promise<{ address: string; products: number; memberships: number }> {
  const goodsCondition = eq(products.type, 'STANDARD')
  const [row] = await ctx.db
    .select({
      products: sql<number>`(count(*) filter (where ${goodsCondition}))::int`,
      memberships: sql<number>`(count(*) filter (where not ${goodsCondition}))::int`,
    })
    .from(products)
  const name = `products-${ctx.app.now().toISOString().slice(0, 10)}.csv`
  ctx.staff?.note({ subject: name, after: null })
  return { address: signedUrl(ctx, { name }), products: row?.products ?? 0, memberships: row?.memberships ?? 0 }
}

/**
 * Returns the URL of a file with all rows of each product of which an import refused a row. The URL is valid for two
 * minutes and needs no sign-in. Fails with `not_found` for an unknown import, or an import without this download.
 */
export async function exportRefused(ctx: Context, { import: id }: { import: string }): Promise<{ address: string }> {
  const fileName = await findFileName(ctx, id, 'refused')
  const name = `refused-${fileName.replace(/\.\w+$/, '')}.csv`
  return { address: signedUrl(ctx, { name, refused: { import: id, locale: ctx.staff?.locale ?? ctx.locale } }) }
}

/**
 * Returns the URL of a file with all lines of an import's report. The URL is valid for two minutes and needs no
 * sign-in. Fails with `not_found` for an unknown import, or an import without this download.
 */
export async function exportReport(ctx: Context, { import: id }: { import: string }): Promise<{ address: string }> {
  const fileName = await findFileName(ctx, id, 'report')
  const name = `report-${fileName.replace(/\.\w+$/, '')}.csv`
  return { address: signedUrl(ctx, { name, report: { import: id, locale: ctx.staff?.locale ?? ctx.locale } }) }
}

/** The name of an import's file. Fails with `not_found` for an unknown import, or an import without this download. */
async function findFileName(ctx: Context, id: string, download: keyof ReturnType<typeof downloadsOf>): Promise<string> {
  const record = await findImport(ctx, id)
  if (!downloadsOf(record)[download]) fail('not_found')
  return record.fileName
}

/**
 * The part of a signed URL that says which file the URL opens. Without `refused` and `report`, it is the file with all
 * products.
 */
interface SignedFile {
  name: string
  origin: string
  /**
   * Set for the file with the products of which the import `import` refused rows. The reasons are in the language
   * `locale`.
   */
  refused?: { import: string; locale: Locale }
  /** Set for the file with the report of the import `import`, in the language `locale`. */
  report?: { import: string; locale: Locale }
}

function signedUrl(ctx: Context, file: Omit<SignedFile, 'origin'>): string {
  const content: SignedFile = { ...file, origin: ctx.origin }
  return `${officeBase}/exports/${signFile(ctx.app, purpose, content)}`
}

/**
 * Sends the file of a URL that `signedUrl` made. Fails with `not_found` for any other URL, and for an import that
 * no longer has the download.
 */
export async function serveExport(app: App, path: string): Promise<Response> {
  const { name, origin, refused, report } = readSigned<SignedFile>(app, purpose, path)
  const ctx = systemContext(app)
  if (report) await findFileName(ctx, report.import, 'report')
  if (refused) await findFileName(ctx, refused.import, 'refused')
  if (report) return csvFile(name, writeReport(ctx, report.import, report.locale))
  return csvFile(name, refused ? writeRefusedRows(ctx, refused.import, refused.locale) : writeProducts(ctx, origin))
}
