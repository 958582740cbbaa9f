import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { languages, locales, pick } from '#contract/languages.ts'
import type { LibraryPicture, mediaStaffCalls } from '#contract/office/media.ts'
import type { Image } from '#contract/shapes.ts'
import { hashOf, lockPicture, readRows, setRemovedAt } from '#server/catalogue/catalogue.ts'
import { sourcesOf } from '#server/catalogue/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { isStoredTime, readCursor } from '#server/platform/cursors.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { mediaFolder } from '#server/platform/pictures/media-folder.ts'
import { findUses, usedSources } from './uses.ts'

/** This module is the library of stored pictures in the back office. */

type Query = z.output<typeof mediaStaffCalls.pictures.input>

/** The count of matching pictures stops at this number, because an exact count of a large library takes too long. */
const maxCounted = 10_001

interface Row extends Image {
  fileName: string
  addedAt: string
  key: string
  /** How many pictures match, at most `maxCounted`. */
  count: number
}

/**
 * Lists stored pictures, newest first, with the records that show them. Fails with `input.invalid` for an unknown
 * `after`.
 */
export async function pictures(
  ctx: Context,
  { find, gap, after, limit }: Query,
): Promise<{ pictures: LibraryPicture[]; next: string | null; count: number }> {
  const filters = [...searchCondition(find), ...gapCondition(gap)]
  const condition = sql.join([sql`k.removed_at is null`, ...filters], sql` and `)
  const cursor = readCursor(after, isStoredTime)
  const afterCursor = cursor ? sql`and (k.added_at, k.src) < (${cursor.key}::timestamptz, ${cursor.id})` : sql``
  // With a filter, the query must read all pictures anyway, so the count and the page share one result. Without a
  // filter, the page reads only the first pictures, from an index in this order.
  const source = filters.length > 0 ? sql`found` : sql`pictures`
  const foundQuery = sql`found as materialized (select k.* from pictures k where ${condition}),`
  const rows = await readRows<Row>(
    ctx,
    sql`with ${filters.length > 0 ? foundQuery : sql``} counted as (
      select count(*)::int as count from (select 1 from ${source} where removed_at is null limit ${maxCounted}) first)
    select k.src, k.widths, k.width, k.height, k.alt, k.file_name as "fileName", k.added_at as "addedAt",
      k.added_at::text as key, counted.count
    from ${source} k, counted where k.removed_at is null ${afterCursor}
    order by k.added_at desc, k.src desc limit ${limit + 1}`,
  )
  const pageRows = rows.slice(0, limit)
  const last = rows.length > limit ? pageRows.at(-1) : undefined
  const uses = await findUses(
    ctx,
    pageRows.map(({ src }) => src),
  )
  return {
    pictures: await Promise.all(
      pageRows.map(async ({ key: _, count: __, fileName, addedAt, ...image }) => ({
        picture: hashOf(image.src),
        image,
        fileName,
        addedAt: new Date(addedAt).toISOString(),
        bytes: await fileSize(ctx, image),
        ...(uses.get(image.src) ?? { uses: [], usesCount: 0 }),
      })),
    ),
    next: last ? JSON.stringify([last.key, last.src]) : null,
    count: rows[0]?.count ?? 0,
  }
}

function searchCondition(find: string): SQL[] {
  if (!find) return []
  const like = `%${find.replace(/[%_\\]/g, '\\$&')}%`
  const matchesText = (text: SQL) => locales.map((locale) => sql`${text}->>${sql.raw(`'${locale}'`)} ilike ${like}`)
  const nameMatch = sql.join(matchesText(sql`p.name`), sql` or `)
  return [
    sql`(${sql.join(matchesText(sql`k.alt`), sql` or `)} or k.file_name ilike ${like} or k.src in (
      select e.src from products p, jsonb_array_elements_text(${sourcesOf(sql`p.images`)}) as e(src) where ${nameMatch}
      union select v.image->>'src' from variants v join products p on p.id = v.product_id
        where v.image is not null and (${nameMatch})))`,
  ]
}

function gapCondition(gap: Query['gap']): SQL[] {
  if (gap === 'unused') return [sql`not exists (select 1 from (${usedSources}) used where used.src = k.src)`]
  if (gap !== 'alt') return []
  const blank = locales.map((locale) => sql`coalesce(k.alt->>${sql.raw(`'${locale}'`)}, '') = ''`)
  return [sql`(${sql.join(blank, sql` or `)})`]
}

/** The size of the largest file in bytes; 0 if the file is missing. */
async function fileSize(ctx: Context, { src, widths }: Image): Promise<number> {
  const file = join(mediaFolder(ctx.app.config), hashOf(src), `${Math.max(...widths)}.webp`)
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}

/**
 * Removes a picture from the library. Fails with `picture.in_use` if something shows the picture, and with `not_found`
 * if there is no such picture.
 */
export function removePicture(ctx: Context, { picture }: { picture: string }): Promise<{ picture: string }> {
  return transact(ctx, async (ctx) => {
    const { src } = await lockPicture(ctx, picture)
    const { uses } = (await findUses(ctx, [src])).get(src) ?? { uses: [] }
    if (uses.length > 0) {
      const names = uses.slice(0, 3).map(({ name, id }) => pick(name, ctx.locale) || id)
      fail('picture.in_use', { places: names.join(languages[ctx.locale].between) })
    }
    ctx.staff?.note({ subject: src, after: fileNameEntry(await setRemovedAt(ctx, picture, ctx.app.now())) })
    return { picture }
  })
}

/** Puts a removed picture back into the library. Fails with `not_found` if there is no such picture. */
export function restorePicture(ctx: Context, { picture }: { picture: string }): Promise<{ picture: string }> {
  return transact(ctx, async (ctx) => {
    const { src } = await lockPicture(ctx, picture)
    ctx.staff?.note({ subject: src, after: fileNameEntry(await setRemovedAt(ctx, picture, null)) })
    return { picture }
  })
}

const fileNameEntry = (fileName: string) => (fileName ? { fileName } : null)
