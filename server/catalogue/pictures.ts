import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { SQL } from 'drizzle-orm'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { dayMs } from '#contract/durations.ts'
import { noText } from '#contract/languages.ts'
import type { mediaStaffCalls } from '#contract/office/media.ts'
import type { Image, Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { requireNoTransaction, transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { removeImage, storeImage } from '#server/platform/pictures/images.ts'
import { mediaFolder, readLargest } from '#server/platform/pictures/media-folder.ts'
import { pictures, sourcesOf } from './tables.ts'

type Calls = typeof mediaStaffCalls

/** Widths of stored pictures, for cards and product pages on normal and high-resolution screens. */
const pictureWidths = [240, 480, 960, 1600]
const sourcePattern = /^\/media\/[0-9a-f]{32}$/
/**
 * The minimum time for which the files of a removed picture stay, in milliseconds. A product form that is still open
 * can save the picture during this time.
 */
const retentionMs = dayMs

interface ShownPicture {
  image: Image
  /**
   * The name of the record that shows the picture. An alternative text that only repeats this name does not count as
   * the picture's own text.
   */
  name?: Text
}

/**
 * Records which pictures are shown, so that the library lists them. Also stores each picture's alternative text in the
 * library, unless the library already has another text and several products show the picture.
 */
export async function recordPictures(ctx: Context, shown: ShownPicture[]): Promise<void> {
  const rows = new Map<string, typeof pictures.$inferInsert>()
  for (const { image, name } of shown) {
    if (!sourcePattern.test(image.src)) continue
    const alt = name && !isOwnText(image.alt, name) ? noText : image.alt
    const recorded = rows.get(image.src)
    if (!recorded || recorded.alt === noText) rows.set(image.src, { ...image, alt })
  }
  await upsertPictures(ctx, [...rows.values()], { isUsed: true })
}

async function upsertPictures(
  ctx: Context,
  rows: (typeof pictures.$inferInsert)[],
  { isUsed }: { isUsed: boolean },
): Promise<void> {
  if (rows.length === 0) return
  const textCondition = (alt: SQL) => sql`exists (select 1 from jsonb_each_text(${alt}) e where e.value <> '')`
  const sharedCondition = sql`(select count(*) from (
    select 1 from products p where ${sourcesOf(sql`p.images`)} ? excluded.src limit 2) shown) > 1`
  const newAlt = sql`case when k.alt = excluded.alt or not ${textCondition(sql`excluded.alt`)} then k.alt
    when not ${textCondition(sql`k.alt`)} then excluded.alt when ${sharedCondition} then k.alt else excluded.alt end`
  // Sorts the pictures, so that two transactions with the same pictures cannot deadlock.
  await ctx.db.execute(sql`insert into pictures as k (src, widths, width, height, alt, file_name, added_at, was_used)
    select w.src, w.widths, w.width, w.height, w.alt, coalesce(w."fileName", ''),
      ${ctx.app.now().toISOString()}::timestamptz, ${isUsed}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as w(src text, widths jsonb, width int, height int, alt jsonb, "fileName" text)
    order by w.src
    on conflict (src) do update set alt = ${newAlt},
      file_name = coalesce(nullif(k.file_name, ''), excluded.file_name),
      was_used = k.was_used or excluded.was_used, removed_at = null
    where k.removed_at is not null or (excluded.was_used and not k.was_used)
      or (k.file_name = '' and excluded.file_name <> '') or k.alt <> ${newAlt}`)
}

/**
 * Fails with `input.invalid` if a picture's URL is not below `/media/`, and with `picture.unknown` if the library does
 * not have the picture. Accepts a picture that was removed from the library as long as its files exist.
 */
export async function requireStored(ctx: Context, sources: string[], field: string): Promise<void> {
  if (sources.some((src) => !sourcePattern.test(src))) fail('input.invalid', { field }, field)
  if (sources.length === 0) return
  const storedRows = await ctx.db.select({ src: pictures.src }).from(pictures).where(inArray(pictures.src, sources))
  if (storedRows.length < new Set(sources).size) fail('picture.unknown', undefined, field)
}

/** Whether an alternative text is more than the name: in some language, it is neither empty nor one of the names. */
export function isOwnText(alt: Text, name: Text): boolean {
  const names = Object.values(name)
  return Object.values(alt).some((words) => words !== '' && !names.includes(words))
}

/** The pictures anywhere in a value, such as the blocks of a page. */
export function picturesIn(value: unknown): Image[] {
  if (typeof value !== 'object' || value === null) return []
  // An object with one of our URLs and with widths is a picture.
  if ('src' in value && 'widths' in value && sourcePattern.test(String(value.src))) return [value as Image]
  return Object.values(value).flatMap(picturesIn)
}

/** Stores a picture or, with `crop`, a part of a picture. The stored picture has no alternative text. */
export async function addPicture(
  ctx: Context,
  { file, crop }: { file: File; crop?: string | undefined },
): Promise<Image> {
  requireNoTransaction(ctx)
  return store(ctx, Buffer.from(await file.arrayBuffer()), { crop, fileName: file.name.slice(0, 200) })
}

/**
 * Stores a part of a stored picture as a new picture, and returns it with the text of the stored picture. Fails with
 * `not_found` if the stored picture or its file does not exist.
 */
export async function cropPicture(
  ctx: Context,
  { picture, crop }: z.output<Calls['cropPicture']['input']>,
): Promise<Image> {
  requireNoTransaction(ctx)
  const [storedRow] = await ctx.db
    .select()
    .from(pictures)
    .where(eq(pictures.src, sourceOf(picture)))
  const bytes = storedRow ? await readLargest(ctx.app.config, storedRow) : null
  if (!storedRow || !bytes) fail('not_found')
  return store(ctx, bytes, { crop, fileName: storedRow.fileName, alt: storedRow.alt })
}

async function store(
  ctx: Context,
  bytes: Buffer,
  { crop, fileName, alt = noText }: { crop?: string | undefined; fileName: string; alt?: Text },
): Promise<Image> {
  const [left = 0, top = 0, width = 1, height = 1] = crop?.split(',').map(Number) ?? []
  const part = { left, top, width, height }
  const save = () => storeImage(ctx.app.config, bytes, { alt, widths: pictureWidths, effort: 0, ...(crop && { part }) })
  const image = await save()
  ctx.staff?.note({ subject: image.src, after: fileName ? { fileName } : null })
  await transact(ctx, async (ctx) => {
    await upsertPictures(ctx, [{ ...image, fileName }], { isUsed: false })
    await ctx.staff?.log?.(ctx)
  })
  // `sweepPictures` may have just deleted the files of an equal picture. In this case, writes the files again.
  const accessResult = await access(join(mediaFolder(ctx.app.config), hashOf(image.src))).catch(() => false)
  if (accessResult === false) await save()
  return image
}

export const sourceOf = (picture: string) => `/media/${picture}`
export const hashOf = (src: string) => src.slice('/media/'.length)

/**
 * Removes a picture from the library or, if `removedAt` is null, restores it. Returns the picture's file name. Fails
 * with `not_found` for an unknown picture.
 */
export async function setRemovedAt(ctx: Context, picture: string, removedAt: Date | null): Promise<string> {
  const [row] = await ctx.db
    .update(pictures)
    .set({ removedAt })
    .where(eq(pictures.src, sourceOf(picture)))
    .returning({ fileName: pictures.fileName })
  return row?.fileName ?? fail('not_found')
}

/** Sets the text of a picture in the library. */
export async function setText(ctx: Context, picture: string, alt: Text): Promise<void> {
  await ctx.db
    .update(pictures)
    .set({ alt })
    .where(eq(pictures.src, sourceOf(picture)))
}

/**
 * Locks a picture, so that no record begins to show it before the transaction ends. Fails with `not_found` for an
 * unknown picture.
 */
export async function lockPicture(ctx: Context, picture: string): Promise<typeof pictures.$inferSelect> {
  const [row] = await ctx.db
    .select()
    .from(pictures)
    .where(eq(pictures.src, sourceOf(picture)))
    .for('update')
  return row ?? fail('not_found')
}

/**
 * Deletes pictures, with their files, if staff removed them from the library more than a day ago and no record has ever
 * shown them.
 */
export async function sweepPictures(ctx: Context): Promise<void> {
  const cutoff = new Date(ctx.app.now().getTime() - retentionMs)
  const deleted = await ctx.db
    .delete(pictures)
    .where(and(lt(pictures.removedAt, cutoff), eq(pictures.wasUsed, false)))
    .returning({ src: pictures.src })
  for (const { src } of deleted) await removeImage(ctx.app.config, src)
}
