import { randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { dayMs } from '#contract/durations.ts'
import { defaultLocale, isWritten, pick } from '#contract/languages.ts'
import type { pastedProductStaffCalls } from '#contract/office/pasted-products.ts'
import type { Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { deleteUnused } from './group-removal.ts'
import { toId, toShortId } from './import/ids.ts'
import { pastedKind } from './product-changes.ts'
import { nextPosition, readRows } from './product-list.ts'
import { reservedIds } from './product-settings.ts'
import type { ProductInput } from './products.ts'
import { addMissing, findSkuOwners, putModifierGroup, putProducts } from './products.ts'
import { writeOnce } from './submissions.ts'
import { exactNames, productCategories, productChanges, products as productRows } from './tables.ts'

/** Products from a menu that staff paste as text, and their undo. */

type Calls = typeof pastedProductStaffCalls
type PastedMenu = z.output<Calls['addPasted']['input']>
type MenuContent = Omit<PastedMenu, 'submission'>
type AddPastedResult = z.output<Calls['addPasted']['output']>

const undoDays = 7
const maxIdLength = 60

/**
 * Finds a product for each name. The product must have this name in any language and must not be archived. If several
 * products match, the one with the lowest id counts.
 */
export async function findPasted(ctx: Context, { names }: { names: string[] }) {
  const products = await readRows<{ name: string; product: string }>(
    ctx,
    sql`select distinct on (w.name) w.name, p.id as product
    from json_array_elements_text(${JSON.stringify([...new Set(names.map(nameKey))])}::json) as w(name)
    join products p on p.record_status <> 'ARCHIVED' and ${exactNames(sql.raw('p.name'))} @> array[w.name]
    where w.name <> '' order by w.name, p.id`,
  )
  return { products }
}

const nameKey = (name: string) => name.trim().toLowerCase()

/**
 * Adds the products of a menu with their categories, tags and modifier groups. A repeated submission adds nothing.
 * Fails with `staff.no_right` if the caller may not change prices, and with `request.key_reused` if the submission's id
 * belongs to another menu, or to a menu that staff have removed again.
 */
export function addPasted(ctx: Context, { submission, ...menu }: PastedMenu): Promise<AddPastedResult> {
  if (!canAccessStore(ctx, 'catalogue.price', null)) fail('staff.no_right')
  const write = async (ctx: Context) => {
    // If two people paste the same menu at once, the lock prevents duplicate categories and ids.
    await lockNames(ctx, ['pasted products'])
    const links = await addLinks(ctx, menu)
    const inputs = await assignIds(ctx, menu, links)
    await putProducts(ctx, inputs)
    const ids = inputs.map(({ id }) => id)
    const rows = await ctx.db
      .select({ id: productRows.id, at: productRows.updatedAt })
      .from(productRows)
      .where(inArray(productRows.id, ids))
    const versions = new Map(rows.map(({ id, at }) => [id, at.toISOString()]))
    const values = ids.map((id) => ({ id, was: '', is: versions.get(id) ?? '' }))
    const stored = { change: { kind: pastedKind, ...links.added }, values, products: ids.length }
    const names = menu.products.slice(0, 20).map(({ name }) => name)
    ctx.staff?.note({ subject: 'products', after: { products: ids.length, name: names, isShown: menu.isShown } })
    return { answer: { paste: submission, products: ids }, stored }
  }
  return writeOnce(ctx, { submission, input: menu }, write, (ctx, { values }) => {
    ctx.staff?.note({ subject: 'products', after: { products: 0 } })
    return { paste: submission, products: values.map(({ id }) => id) }
  })
}

/**
 * Undoes the `addPasted` call with the id `paste`, which must be from the last seven days. Deletes the drafts, archives
 * the published products, and keeps products that somebody changed after the call. Also deletes unused groups that the
 * call added. Does nothing if the call was already undone. Fails with `staff.no_right` if the caller may not change
 * prices, and with `not_found` for an unknown or older call.
 */
export function undoPasted(ctx: Context, { paste }: { paste: string }): Promise<{ removed: number; kept: number }> {
  if (!canAccessStore(ctx, 'catalogue.price', null)) fail('staff.no_right')
  return transact(ctx, async (ctx) => {
    const since = new Date(ctx.app.now().getTime() - undoDays * dayMs)
    const [row] = await ctx.db
      .select()
      .from(productChanges)
      .where(and(eq(productChanges.id, paste), gt(productChanges.at, since), pastedCondition))
      .for('update')
    if (!row) fail('not_found')
    if (row.undoneAt) {
      ctx.staff?.note({ subject: 'products', after: { products: 0 } })
      return { removed: 0, kept: 0 }
    }
    const versions = new Map(row.values.map((value) => [value.id, value.is]))
    const stored = await ctx.db
      .select({ id: productRows.id, at: productRows.updatedAt, status: productRows.recordStatus })
      .from(productRows)
      .where(inArray(productRows.id, [...versions.keys()]))
      .for('update')
    const unchanged = stored.filter(({ id, at }) => versions.get(id) === at.toISOString())
    const draftIds = unchanged.filter(({ status }) => status === 'DRAFT').map(({ id }) => id)
    const publishedIds = unchanged.filter(({ status }) => status !== 'DRAFT').map(({ id }) => id)
    // Deletes drafts, because no order or campaign can name them. Archives the others.
    if (draftIds.length > 0) await ctx.db.delete(productRows).where(inArray(productRows.id, draftIds))
    if (publishedIds.length > 0) {
      await ctx.db
        .update(productRows)
        .set({ recordStatus: 'ARCHIVED', updatedAt: ctx.app.now() })
        .where(inArray(productRows.id, publishedIds))
      await ctx.db.delete(productCategories).where(inArray(productCategories.productId, publishedIds))
    }
    // The column can contain any kind of change. `addPasted` wrote this change, so the cast is safe.
    const { categories, tags, groups } = row.change as Links['added']
    await deleteUnused(ctx, { categories, tags, modifierGroups: groups })
    await ctx.db.update(productChanges).set({ undoneAt: ctx.app.now() }).where(eq(productChanges.id, paste))
    const removed = [...draftIds, ...publishedIds]
    await publishCatalogueChange(ctx, ['published', 'lists', ...removed.map((id) => `product ${id}` as const)])
    ctx.staff?.note({ subject: 'products', after: { products: removed.length } })
    return { removed: removed.length, kept: stored.length - removed.length }
  })
}

const pastedCondition = sql`${productChanges.change}->>'kind' = ${pastedKind}`

interface Links {
  categories: (string | null)[]
  tags: string[][]
  groups: string[]
  /** The ids of the categories, tags and modifier groups that `addLinks` added, because they did not exist yet. */
  added: { categories: string[]; tags: string[]; groups: string[] }
}

/** The categories, tags and modifier groups of a menu. Adds those that do not exist yet. */
async function addLinks(ctx: Context, { products, groups }: MenuContent): Promise<Links> {
  const categories = await matchByName(
    ctx,
    'categories',
    products.flatMap(({ category }) => category ?? []),
  )
  const tags = await matchByName(
    ctx,
    'tags',
    products.flatMap((product) => product.tags),
  )
  const firstPosition = await nextPosition(ctx, 'categories')
  const positioned = categories.missing.map((category, at) => ({ ...category, position: firstPosition + at }))
  const added = await addMissing(ctx, { brands: [], categories: positioned, tags: tags.missing })
  const ids: string[] = []
  const newGroupIds: string[] = []
  for (const group of groups) {
    const existingId = await findSameGroup(ctx, group)
    const id = existingId ?? `${toId(pick(group.name, defaultLocale)).slice(0, maxIdLength) || 'group'}-${suffix()}`
    ids.push(id)
    if (existingId) continue
    newGroupIds.push(id)
    const modifiers = group.choices.map(({ name, price }, index) => ({ id: `${id}-${index + 1}`, name, price }))
    await putModifierGroup(ctx, { id, name: group.name, min: group.min, max: group.max, free: 0, modifiers })
  }
  return {
    categories: products.map(({ category }) => (category ? (categories.idOf(category) ?? null) : null)),
    tags: products.map((product) => [...new Set(product.tags.flatMap((tag) => tags.idOf(tag) ?? []))]),
    groups: ids,
    added: { categories: added.categories, tags: added.tags, groups: newGroupIds },
  }
}

/**
 * Finds the ids of categories or tags by their names in any language. `missing` has the categories or tags that do not
 * exist yet, with new ids. The caller must add them.
 */
async function matchByName(ctx: Context, table: 'categories' | 'tags', names: Text[]) {
  const stored = await readRows<{ id: string; name: Text }>(ctx, sql`select id, name from ${sql.identifier(table)}`)
  const byName = new Map<string, string>()
  const register = (id: string, name: Text) => {
    for (const words of Object.values(name)) if (words && !byName.has(nameKey(words))) byName.set(nameKey(words), id)
  }
  for (const { id, name } of stored) register(id, name)
  const idOf = (name: Text) => Object.values(name).flatMap((text) => (text ? (byName.get(nameKey(text)) ?? []) : []))[0]
  const usedIds = new Set(stored.map(({ id }) => id))
  const missing: { id: string; name: Text }[] = []
  for (const name of names) {
    if (!isWritten(name) || idOf(name)) continue
    const wanted = toId(pick(name, defaultLocale)).slice(0, maxIdLength) || 'menu'
    const id = usedIds.has(wanted) ? `${wanted}-${suffix()}` : wanted
    usedIds.add(id)
    register(id, name)
    missing.push({ id, name })
  }
  return { idOf, missing }
}

/** Finds a stored modifier group with the name, `min`, `max` and modifiers of a group of the menu. Returns its id. */
async function findSameGroup(ctx: Context, { name, min, max, choices }: PastedMenu['groups'][number]) {
  const choicesJson = JSON.stringify(choices.map((choice) => ({ name: choice.name, price: choice.price })))
  const [found] = await readRows<{ id: string }>(
    ctx,
    sql`select g.id from modifier_groups g where g.name = ${JSON.stringify(name)}::jsonb and g.min = ${min}
      and g.max = ${max} and (select jsonb_agg(jsonb_build_object('name', m.name, 'price', m.price)
        order by m.position, m.id) from modifiers m where m.group_id = g.id) = ${choicesJson}::jsonb limit 1`,
  )
  return found?.id
}

/** Builds the products, and gives each an id and SKUs that are not in use. */
async function assignIds(
  ctx: Context,
  { products, isShown, taxClass, sizeName }: MenuContent,
  links: Links,
): Promise<ProductInput[]> {
  const baseIds = products.map(({ name }) => toShortId(pick(name, defaultLocale), maxIdLength) || 'item')
  const [stored, owners] = await Promise.all([
    ctx.db.select({ id: productRows.id }).from(productRows).where(inArray(productRows.id, baseIds)),
    findSkuOwners(ctx, baseIds),
  ])
  const usedIds = new Set([...reservedIds, ...stored.map(({ id }) => id), ...owners.keys()])
  const ids = baseIds.map((id) => {
    const uniqueId = usedIds.has(id) ? `${id}-${suffix()}` : id
    usedIds.add(uniqueId)
    return uniqueId
  })
  const firstPosition = await nextPosition(ctx, 'products')
  const inputs = products.map((product, at): ProductInput => {
    const id = ids[at] ?? ''
    const { options, pairs } = toOption(product.sizes, sizeName)
    const category = links.categories[at]
    return {
      id,
      name: product.name,
      description: product.description,
      taxClass,
      options,
      recordStatus: isShown ? 'ACTIVE' : 'DRAFT',
      // The products keep the order of the menu.
      position: firstPosition + at,
      categories: category ? [category] : [],
      tags: links.tags[at] ?? [],
      modifierGroups: product.groups.flatMap((group) => links.groups[group] ?? []),
      noteAllowed: false,
      variants: product.sizes.map(({ price }, index) => ({
        sku: pairs[index] ? `${id}-${pairs[index]}` : id,
        optionPair: pairs[index] ? `size:${pairs[index]}` : '',
        price,
        counted: false,
      })),
    }
  })
  const otherOwners = await findSkuOwners(
    ctx,
    inputs.flatMap(({ variants }) => variants.map(({ sku }) => sku)),
  )
  for (const { variants } of inputs) {
    for (const variant of variants) if (otherOwners.has(variant.sku)) variant.sku = `${variant.sku}-${suffix()}`
  }
  return inputs
}

function toOption(sizes: PastedMenu['products'][number]['sizes'], sizeName: Text) {
  if (sizes.length === 1 && sizes.every(({ name }) => !isWritten(name))) return { options: [], pairs: [] }
  const pairs: string[] = []
  for (const { name } of sizes) {
    const baseId = toId(pick(name, defaultLocale)).slice(0, 40) || 'size'
    pairs.push(pairs.includes(baseId) ? `${baseId}-${suffix()}` : baseId)
  }
  const values = sizes.map(({ name }, index) => ({ id: pairs[index] ?? '', name }))
  return { options: [{ id: 'size', name: sizeName, values }], pairs }
}

const suffix = () => randomBytes(3).toString('hex')
