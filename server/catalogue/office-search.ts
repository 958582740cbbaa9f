import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { readRows } from './product-list.ts'
import { isInitials, isSound } from './search/similar-sounds.ts'
import { withVocabulary } from './search/spelling.ts'
import type { Word } from './search/terms.ts'
import { readWords } from './search/terms.ts'
import { inName, quote } from './search/tokens.ts'
import { spellingQuery } from './search/word-queries.ts'
import { anyTierCondition, inTiers } from './tiers.ts'

/** Finds products by their names, SKUs and barcodes, for staff. */

/**
 * If at most this many products match the search text, the query finds all of them and sorts them. If more match, the
 * query reads products in the list's sort order until a page is full, which is then faster.
 */
const maxSorted = 2000

/**
 * A condition on product `p` in two forms. `inOrder` is for queries that read products in the list's sort order, and
 * `inAll` is for queries that read all products.
 */
export interface ProductCondition {
  inOrder: SQL
  inAll: SQL
}

/**
 * The condition that a text names product `p`. The text can consist of words of the product's name, or of the
 * beginnings, parts or pinyin of these words. It can also be the beginning of a SKU, or a barcode. If no product
 * matches, the text can be any part of a SKU.
 */
export async function nameCondition(ctx: Context, text: string): Promise<ProductCondition> {
  const words = await withVocabulary(ctx, readWords(text))
  const query = words.map(nameQuery).join(' & ')
  const codeMatches = byCode(text)
  const allMatches = query
    ? sql`select id from ${inTiers(
        (tierCondition) => sql`select id from products
      where ${tierCondition} and search @@ ${query}::tsquery`,
      )} found union all ${codeMatches}`
    : codeMatches
  const rows = await readRows<{ id: string }>(ctx, sql`select id from (${allMatches}) found limit ${maxSorted + 1}`)
  if (rows.length > maxSorted) {
    if (!query) return { inOrder: sql`p.id in (${codeMatches})`, inAll: sql`p.id in (${codeMatches})` }
    const inOrder = sql`(p.search @@ ${query}::tsquery or p.id in (${codeMatches}))`
    // If very many SKUs match, an index look-up for each of their products takes longer than reading all products. So
    // this condition uses `in`, with which PostgreSQL reads all products.
    if (await hasManyCodeMatches(ctx, text))
      return { inOrder, inAll: sql`(p.id in (${codeMatches}) or p.search @@ ${query}::tsquery)` }
    return {
      inOrder,
      // PostgreSQL combines the word indexes of all search tiers, and reads each product once. With `p.id in (…)`, it
      // would look up every found product a second time.
      inAll: sql`(${anyTierCondition((tierCondition) => sql`${tierCondition} and p.search @@ ${query}::tsquery`)}
        or p.id = any (array(${codeMatches})))`,
    }
  }
  if (rows.length === 0) {
    // This condition reads all SKUs, so the search uses it only if it found nothing else.
    const codePartCondition = sql`p.id in (select v.product_id from variants v
      where v.sku ilike ${`%${escapeLike(text)}%`})`
    return { inOrder: codePartCondition, inAll: codePartCondition }
  }
  const inFoundRows = inRows(rows)
  return { inOrder: inFoundRows, inAll: inFoundRows }
}

/**
 * Whether product `p` is one of `rows`. PostgreSQL evaluates the array once, and then looks up the products of the
 * array by index.
 */
const inRows = (rows: { id: string }[]) =>
  sql`p.id = any (array(select json_array_elements_text(${JSON.stringify(rows.map(({ id }) => id))}::json)))`

/** The condition that product `p` is in a category or in one below it. */
export async function categoryCondition(
  ctx: Context,
  category: string,
): Promise<ProductCondition & { isFew: boolean }> {
  const categoryIds = sql`array(with recursive down as (
      select id from categories where id = ${category}
      union select c.id from down join categories c on c.parent_id = down.id
    ) select id from down)`
  const rows = await readRows<{ id: string }>(
    ctx,
    sql`select product_id as id from product_categories
      where category_id = any (${categoryIds}) limit ${maxSorted + 1}`,
  )
  if (rows.length <= maxSorted) {
    const inFoundRows = inRows(rows)
    return { inOrder: inFoundRows, inAll: inFoundRows, isFew: true }
  }
  // `offset 0` keeps PostgreSQL from reading the whole category first.
  const inOrder = sql`exists (select 1 from product_categories pc
    where pc.product_id = p.id and pc.category_id = any (${categoryIds}) offset 0)`
  const inAll = sql`p.id in (select product_id from product_categories where category_id = any (${categoryIds}))`
  return { inOrder, inAll, isFew: false }
}

/** The `tsquery` text that finds a word in names. */
function nameQuery(word: Word): string {
  if (word.isChinese) return spellingQuery(word, inName)
  const { text, containing } = word
  const parts = [
    `${quote(text)}:*`,
    ...containing.map(quote),
    ...(isSound(text) ? [`${quote(`~${text}`)}:*`] : []),
    ...(isInitials(text) ? [`${quote(`.${text}`)}:*`] : []),
  ]
  return `(${parts.join(' | ')})`
}

/** Selects the products with a variant whose SKU begins with the text, or whose barcode equals the text. */
function byCode(text: string): SQL {
  return sql`(select product_id as id from variants where ${skuBeginsWith(text)}
    union select product_id from variants where barcode = ${text})`
}

/** Whether more than `maxSorted` variants have a SKU that begins with the text. */
async function hasManyCodeMatches(ctx: Context, text: string): Promise<boolean> {
  const rows = await readRows(ctx, sql`select 1 from variants where ${skuBeginsWith(text)} limit ${maxSorted + 1}`)
  return rows.length > maxSorted
}

const skuBeginsWith = (text: string) => sql`lower(sku) like ${`${escapeLike(text.toLowerCase())}%`}`

/** Escapes the special characters of `like`, so that they match only themselves. */
const escapeLike = (text: string) => text.replace(/[%_\\]/g, '\\$&')
