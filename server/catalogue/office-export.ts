import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { officeBase } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'
import type { App, Context } from '#server/platform/context.ts'
import { systemContext } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { securityHeaders } from '#server/platform/http/responses.ts'
import { toWebStream } from '#server/platform/http/web-stream.ts'
import { exportProducts as writeProducts } from './export.ts'
import { writeRefusedRows } from './import/office-rows.ts'
import { findImport } from './import/records.ts'
import { products } from './tables.ts'

/** Exports of products from the back office. */

/** How long the address of a file can be opened. */
const validMs = 2 * 60_000

/**
 * Returns the URL of a file with all products, and how many products and memberships the shop has. The URL is valid for
 * two minutes and needs no sign-in. The activity log names the staff member who requested it.
 */
export async function exportProducts(
  ctx: Context,
): Promise<{ address: string; products: number; memberships: number }> {
  const isGoods = eq(products.type, 'STANDARD')
  const [row] = await ctx.db
    .select({
      products: sql<number>`(count(*) filter (where ${isGoods}))::int`,
      memberships: sql<number>`(count(*) filter (where not ${isGoods}))::int`,
    })
    .from(products)
  const name = `products-${ctx.app.now().toISOString().slice(0, 10)}.csv`
  ctx.staff?.note({ subject: name, after: null })
  return { address: addressOf(ctx, { name }), products: row?.products ?? 0, memberships: row?.memberships ?? 0 }
}

/**
 * Returns the URL of a file with the products of an import that have refused rows. The URL is valid for two minutes and
 * needs no sign-in. Fails with `not_found` for an unknown import.
 */
export async function exportRefused(ctx: Context, { import: id }: { import: string }): Promise<{ address: string }> {
  const { fileName } = await findImport(ctx, id)
  const name = `refused-${fileName.replace(/\.\w+$/, '')}.csv`
  return { address: addressOf(ctx, { name, refused: { import: id, locale: ctx.staff?.locale ?? ctx.locale } }) }
}

/** The part of a signed URL that says which file the URL opens. */
interface Signed {
  name: string
  /**
   * The import whose refused rows the file has, and the language of the reasons. If undefined, the file has all
   * products.
   */
  refused?: { import: string; locale: Locale }
}

function addressOf(ctx: Context, signed: Signed): string {
  const until = ctx.app.now().getTime() + validMs
  const content = Buffer.from(JSON.stringify([until, ctx.origin, signed])).toString('base64url')
  return `${officeBase}/exports/${content}.${sign(ctx.app, content)}`
}

/**
 * Sends the file of a URL that `addressOf` made, while the file is being written. Fails with `not_found` if the
 * signature is wrong or the URL is no longer valid.
 */
export async function serveExport(app: App, path: string): Promise<Response> {
  const [content = '', signature = ''] = (path.split('/').at(-1) ?? '').split('.')
  const wanted = Buffer.from(sign(app, content))
  const given = Buffer.from(signature)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) fail('not_found')
  // The signature proves that `addressOf` wrote the content, so its shape needs no check.
  const [until, origin, signed]: [number, string, Signed] = JSON.parse(Buffer.from(content, 'base64url').toString())
  if (app.now().getTime() > until) fail('not_found')
  const { name, refused } = signed
  const ctx = systemContext(app)
  const lines = refused ? writeRefusedRows(ctx, refused.import, refused.locale) : writeProducts(ctx, origin)
  const text = Readable.from(lines, { objectMode: false })
  return new Response(toWebStream(text), {
    headers: {
      ...securityHeaders,
      'Cache-Control': 'no-store',
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; ${fileNameOf(name)}`,
    },
  })
}

/** The file name for a header; a name with non-ASCII letters is encoded. */
const fileNameOf = (name: string) =>
  /^[\w.-]+$/.test(name) ? `filename="${name}"` : `filename*=UTF-8''${encodeURIComponent(name)}`

const sign = (app: App, content: string) =>
  createHmac('sha256', app.secret).update(`export of products ${content}`).digest('base64url')
