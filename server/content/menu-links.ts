import { asc, desc, inArray, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { thingKinds, thingOf } from '#contract/menu-links.ts'
import type { LinkTargets, shopStaffCalls, WrittenMenus } from '#contract/office/shop.ts'
import { menuNames } from '#contract/office/shop.ts'
import type { MenuItem } from '#contract/shell.ts'
import { brands, categories, products, tags } from '#server/catalogue/tables.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel } from '#server/platform/database/transactions.ts'
import { failAll } from '#server/platform/fail.ts'
import { pages } from './tables.ts'

/** This module lists the possible targets of menu links and checks that linked targets exist. */

type Asked = z.output<typeof shopStaffCalls.linkTargets.input>

const mostProducts = 30

/**
 * The possible targets of links. Lists the products with the ids in `products`, and some products whose name contains
 * `name`.
 */
export async function linkTargets(ctx: Context, { name, products: wanted = '' }: Asked): Promise<LinkTargets> {
  const like = `%${name.replace(/[%_\\]/g, '\\$&')}%`
  const named = { id: products.id, name: products.name }
  const [category, found, known, content, tag, brand, everywhere] = await inParallel(
    ctx.db
      .select({ id: categories.id, name: categories.name })
      .from(categories)
      .orderBy(asc(categories.position), asc(categories.id)),
    ctx.db
      .select(named)
      .from(products)
      .where(sql`exists (select 1 from jsonb_each_text(${products.name}) n where n.value ilike ${like})`)
      .orderBy(desc(products.updatedAt), asc(products.id))
      .limit(mostProducts),
    ctx.db
      .select(named)
      .from(products)
      .where(inArray(products.id, wanted.split(','))),
    ctx.db.select({ id: pages.name, name: pages.title }).from(pages).orderBy(asc(pages.name)),
    ctx.db.select({ id: tags.id, name: tags.name }).from(tags).where(sql`not ${tags.hidden}`).orderBy(asc(tags.id)),
    ctx.db.select({ id: brands.id, name: brands.name }).from(brands).orderBy(asc(brands.id)),
    locations.all(ctx),
  )
  const store = everywhere.filter(locations.isSelectable).map(({ id, name }) => ({ id, name }))
  const others = found.filter(({ id }) => !known.some((other) => other.id === id))
  return { category, product: [...known, ...others], content, tag, brand, store }
}

interface Leading {
  /** The path of the link's field in the input, for the error. */
  field: string
  entry: MenuItem
  /** The entry's internal link; empty if the entry has none. */
  link: string
  store: string | undefined
}

/**
 * Fails with `shop.link_missing` if links of menu entries lead to things that do not exist. The error names the
 * entries.
 */
export async function refuseMissingLinks(ctx: Context, menus: WrittenMenus): Promise<void> {
  const leading = menuNames.flatMap((menu) => leadingOf(menus[menu] ?? [], `navigation.${menu}`))
  const [missing, everywhere] = await inParallel(missingThings(ctx, leading), locations.all(ctx))
  const stores = new Set(everywhere.filter(locations.isSelectable).map(({ id }) => id))
  const wrong = leading.flatMap(({ field, entry, link, store }) => {
    const lost = store !== undefined && !stores.has(store) ? store : missing.has(link) ? link : null
    return lost === null
      ? []
      : [{ code: 'shop.link_missing' as const, field, details: { name: entry.name, link: lost } }]
  })
  if (wrong.length > 0) failAll(wrong)
}

function leadingOf(entries: MenuItem[], path: string): Leading[] {
  return entries.flatMap((entry, index) => {
    const { link = '', linkActionType, navLink } = entry
    const isStore = linkActionType === 'SET_LOCATION'
    const inner = isStore ? (navLink?.targetLink ?? '') : linkActionType === 'EXTERNAL_LINK' ? '' : link
    return [
      {
        field: `${path}.${index}.link`,
        entry,
        link: inner,
        store: isStore ? (navLink?.storeLocationId ?? '') : undefined,
      },
      ...leadingOf(entry.subMenu ?? [], `${path}.${index}.subMenu`),
    ]
  })
}

const columns = {
  category: [categories, categories.id],
  product: [products, products.id],
  content: [pages, pages.name],
  tag: [tags, tags.id],
  brand: [brands, brands.id],
} as const satisfies Record<(typeof thingKinds)[number], readonly [PgTable, PgColumn]>

/** The links that lead to something that does not exist. */
async function missingThings(ctx: Context, leading: Leading[]): Promise<Set<string>> {
  const wanted = [...new Set(leading.map(({ link }) => link))].flatMap((link) => {
    const thing = link === '' ? null : thingOf(link)
    return thing ? [{ link, ...thing }] : []
  })
  const known = await inParallel(
    ...thingKinds.map(async (kind) => {
      const ids = wanted.filter((thing) => thing.kind === kind).map(({ id }) => id)
      if (ids.length === 0) return []
      const [table, column] = columns[kind]
      const rows = await ctx.db.select({ id: column }).from(table).where(inArray(column, ids))
      return rows.map(({ id }) => `${kind} ${id}`)
    }),
  )
  const all = new Set(known.flat())
  return new Set(wanted.filter(({ kind, id }) => !all.has(`${kind} ${id}`)).map(({ link }) => link))
}
