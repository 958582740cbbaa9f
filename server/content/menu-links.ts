import { asc, desc, inArray, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { linkedRecordOf, recordKinds } from '#contract/menu-links.ts'
import type { LinkTargets, MenuInput, shopStaffCalls } from '#contract/office/shop.ts'
import { menuNames } from '#contract/office/shop.ts'
import type { MenuItem } from '#contract/shell.ts'
import { brands, categories, products, tags } from '#server/catalogue/tables.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel } from '#server/platform/database/transactions.ts'
import { failAll } from '#server/platform/fail.ts'
import { pages } from './tables.ts'

/** This module lists the possible targets of menu links and checks that linked targets exist. */

type LinkQuery = z.output<typeof shopStaffCalls.linkTargets.input>

const maxProducts = 30

/**
 * The possible targets of links. The products are those with the ids in `products`, and up to `maxProducts` products
 * whose name contains `name`.
 */
export async function linkTargets(
  ctx: Context,
  { name, products: requestedIds = '' }: LinkQuery,
): Promise<LinkTargets> {
  const like = `%${name.replace(/[%_\\]/g, '\\$&')}%`
  const productColumns = { id: products.id, name: products.name }
  const [category, found, requestedProducts, content, tag, brand, allLocations] = await inParallel(
    ctx.db
      .select({ id: categories.id, name: categories.name })
      .from(categories)
      .orderBy(asc(categories.position), asc(categories.id)),
    ctx.db
      .select(productColumns)
      .from(products)
      .where(sql`exists (select 1 from jsonb_each_text(${products.name}) n where n.value ilike ${like})`)
      .orderBy(desc(products.updatedAt), asc(products.id))
      .limit(maxProducts),
    ctx.db
      .select(productColumns)
      .from(products)
      .where(inArray(products.id, requestedIds.split(','))),
    ctx.db.select({ id: pages.name, name: pages.title }).from(pages).orderBy(asc(pages.name)),
    ctx.db.select({ id: tags.id, name: tags.name }).from(tags).where(sql`not ${tags.hidden}`).orderBy(asc(tags.id)),
    ctx.db.select({ id: brands.id, name: brands.name }).from(brands).orderBy(asc(brands.id)),
    locations.all(ctx),
  )
  const store = allLocations.filter(locations.isSelectable).map(({ id, name }) => ({ id, name }))
  const others = found.filter(({ id }) => !requestedProducts.some((other) => other.id === id))
  return { category, product: [...requestedProducts, ...others], content, tag, brand, store }
}

interface MenuLink {
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
export async function refuseMissingLinks(ctx: Context, menus: MenuInput): Promise<void> {
  const menuLinks = menuNames.flatMap((menu) => menuLinksOf(menus[menu] ?? [], `navigation.${menu}`))
  const [missing, allLocations] = await inParallel(findMissingTargets(ctx, menuLinks), locations.all(ctx))
  const stores = new Set(allLocations.filter(locations.isSelectable).map(({ id }) => id))
  const failures = menuLinks.flatMap(({ field, entry, link, store }) => {
    const toFailure = (target: string) => ({
      code: 'shop.link_missing' as const,
      field,
      details: { name: entry.name, link: target },
    })
    if (store !== undefined && !stores.has(store)) return [toFailure(store)]
    return missing.has(link) ? [toFailure(link)] : []
  })
  if (failures.length > 0) failAll(failures)
}

function menuLinksOf(entries: MenuItem[], path: string): MenuLink[] {
  return entries.flatMap((entry, index) => {
    const { link = '', linkActionType, navLink } = entry
    const isStore = linkActionType === 'SET_LOCATION'
    const internalLink = isStore ? (navLink?.targetLink ?? '') : linkActionType === 'EXTERNAL_LINK' ? '' : link
    return [
      {
        field: `${path}.${index}.link`,
        entry,
        link: internalLink,
        store: isStore ? (navLink?.storeLocationId ?? '') : undefined,
      },
      ...menuLinksOf(entry.subMenu ?? [], `${path}.${index}.subMenu`),
    ]
  })
}

const columns = {
  category: [categories, categories.id],
  product: [products, products.id],
  content: [pages, pages.name],
  tag: [tags, tags.id],
  brand: [brands, brands.id],
} as const satisfies Record<(typeof recordKinds)[number], readonly [PgTable, PgColumn]>

/** The links that lead to something that does not exist. */
async function findMissingTargets(ctx: Context, menuLinks: MenuLink[]): Promise<Set<string>> {
  const targets = [...new Set(menuLinks.map(({ link }) => link))].flatMap((link) => {
    const target = link === '' ? null : linkedRecordOf(link)
    return target ? [{ link, ...target }] : []
  })
  const existing = await inParallel(
    ...recordKinds.map(async (kind) => {
      const ids = targets.filter((target) => target.kind === kind).map(({ id }) => id)
      if (ids.length === 0) return []
      const [table, column] = columns[kind]
      const rows = await ctx.db.select({ id: column }).from(table).where(inArray(column, ids))
      return rows.map(({ id }) => `${kind} ${id}`)
    }),
  )
  const existingKeys = new Set(existing.flat())
  return new Set(targets.filter(({ kind, id }) => !existingKeys.has(`${kind} ${id}`)).map(({ link }) => link))
}
