import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { readRows } from './product-list.ts'
import { asWritten, isInitials, isSound } from './search/search.ts'
import { withKnown } from './search/spelling.ts'
import type { Word } from './search/terms.ts'
import { readWords } from './search/terms.ts'
import { inName, quote } from './search/tokens.ts'
import { inTiers, isInAnyTier } from './tiers.ts'

/** Finds products by their names, SKUs and barcodes, for staff. */

/**
 * If at most this many products match the search text, the query finds all of them and sorts them. If more match, the
 * query reads products in the list's sort order until a page is full, which is then faster.
 */
const fewFound = 2000

/**
 * A condition on product `p` in two forms. `inOrder` is for queries that read products in the list's sort order, and
 * `inAll` is for queries that read all products.
 */
export interface Fit {
  inOrder: SQL
  inAll: SQL
}

/**
 * The condition that a text names product `p`. The text can consist of words of the product's name, or of the
 * beginnings, parts or pinyin of these words. It can also be the beginning of a SKU, or a barcode. If no product
 * matches, the text can be any part of a SKU.
 */
export async function isNamed(ctx: Context, text: string): Promise<Fit> {
  const words = await withKnown(ctx, readWords(text))
  const query = words.map(nameQuery).join(' & ')
  const coded = codedAs(text)
  const named = query
    ? sql`select id from ${inTiers(
        (isTier) => sql`select id from products
      where ${isTier} and search @@ ${query}::tsquery`,
      )} found union all ${coded}`
    : coded
  const rows = await readRows<{ id: string }>(ctx, sql`select id from (${named}) found limit ${fewFound + 1}`)
  if (rows.length > fewFound) {
    if (!query) return { inOrder: sql`p.id in (${coded})`, inAll: sql`p.id in (${coded})` }
    const inOrder = sql`(p.search @@ ${query}::tsquery or p.id in (${coded}))`
    // A look-up by index for each of very many products would take longer than reading all products.
    if (await areManyCoded(ctx, text))
      return { inOrder, inAll: sql`(p.id in (${coded}) or p.search @@ ${query}::tsquery)` }
    return {
      inOrder,
      // PostgreSQL reads each product once, from the indexes of all tiers together. With `p.id in (…)` it would look up
      // every product that it found a second time.
      inAll: sql`(${isInAnyTier((isTier) => sql`${isTier} and p.search @@ ${query}::tsquery`)}
        or p.id = any (array(${coded})))`,
    }
  }
  if (rows.length === 0) {
    // This condition reads all SKUs, so the search uses it only if it found nothing else.
    const isPart = sql`p.id in (select v.product_id from variants v where v.sku ilike ${`%${literal(text)}%`})`
    return { inOrder: isPart, inAll: isPart }
  }
  const isOne = isAmong(rows)
  return { inOrder: isOne, inAll: isOne }
}

/**
 * Whether product `p` is one of `rows`. PostgreSQL evaluates the array once, and then looks up the products of the
 * array by index.
 */
const isAmong = (rows: { id: string }[]) =>
  sql`p.id = any (array(select json_array_elements_text(${JSON.stringify(rows.map(({ id }) => id))}::json)))`

/** The condition that product `p` is in a category or in one below it. */
export async function isInCategory(ctx: Context, category: string): Promise<Fit & { isFew: boolean }> {
  const those = sql`array(with recursive down as (
      select id from categories where id = ${category}
      union select c.id from down join categories c on c.parent_id = down.id
    ) select id from down)`
  const rows = await readRows<{ id: string }>(
    ctx,
    sql`select product_id as id from product_categories where category_id = any (${those}) limit ${fewFound + 1}`,
  )
  if (rows.length <= fewFound) {
    const isOne = isAmong(rows)
    return { inOrder: isOne, inAll: isOne, isFew: true }
  }
  // `offset 0` keeps PostgreSQL from reading the whole category first.
  const inOrder = sql`exists (select 1 from product_categories pc
    where pc.product_id = p.id and pc.category_id = any (${those}) offset 0)`
  const inAll = sql`p.id in (select product_id from product_categories where category_id = any (${those}))`
  return { inOrder, inAll, isFew: false }
}

/** The `tsquery` text that finds a word in names. */
function nameQuery(word: Word): string {
  if (word.isChinese) return asWritten(word, inName)
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
function codedAs(text: string): SQL {
  return sql`(select product_id as id from variants where ${begins(text)}
    union select product_id from variants where barcode = ${text})`
}

/** Whether more than `fewFound` variants have a SKU that begins with the text. */
async function areManyCoded(ctx: Context, text: string): Promise<boolean> {
  const rows = await readRows(ctx, sql`select 1 from variants where ${begins(text)} limit ${fewFound + 1}`)
  return rows.length > fewFound
}

const begins = (text: string) => sql`lower(sku) like ${`${literal(text.toLowerCase())}%`}`

/** Escapes the special characters of `like`, so that they match only themselves. */
const literal = (text: string) => text.replace(/[%_\\]/g, '\\$&')
