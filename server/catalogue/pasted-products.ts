import { randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { defaultLocale, isWritten, pick } from '#contract/languages.ts'
import type { pastedProductStaffCalls } from '#contract/office/pasted-products.ts'
import type { Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { isMine } from '#server/platform/http/office-access.ts'
import { catalogueChanged } from '#server/platform/publish.ts'
import { toId } from './import/rows.ts'
import { pastedKind } from './product-changes.ts'
import { nextPosition, readRows } from './product-list.ts'
import { pageNames } from './product-settings.ts'
import type { ProductInput } from './products.ts'
import { addMissing, putModifierGroup, putProducts, skuOwners } from './products.ts'
import { exactNames, productCategories, productChanges, products as productRows } from './tables.ts'

/** Products from a menu that staff paste as text, and their undo. */

type Calls = typeof pastedProductStaffCalls
type Pasted = z.output<Calls['addPasted']['input']>
type Added = z.output<Calls['addPasted']['output']>

const undoDays = 7
const mostIdLetters = 60

/** Finds the first product with each name, in any language. */
export async function findPasted(ctx: Context, { names }: { names: string[] }) {
  const products = await readRows<{ name: string; product: string }>(
    ctx,
    sql`select distinct on (w.name) w.name, p.id as product
    from json_array_elements_text(${JSON.stringify([...new Set(names.map(asKey))])}::json) as w(name)
    join products p on p.record_status <> 'ARCHIVED' and ${exactNames(sql.raw('p.name'))} @> array[w.name]
    where w.name <> '' order by w.name, p.id`,
  )
  return { products }
}

const asKey = (name: string) => name.trim().toLowerCase()

/**
 * Adds the products of a menu with their categories, tags and modifier groups. A repeated submission adds nothing.
 * Fails with `staff.no_right` if the caller may not change prices.
 */
export function addPasted(ctx: Context, pasted: Pasted): Promise<Added> {
  if (!isMine(ctx, 'catalogue.price', null)) fail('staff.no_right')
  return transact(ctx, async (ctx) => {
    const { submission } = pasted
    // If two people paste the same menu at once, the lock prevents duplicate categories and ids.
    await lockNames(ctx, ['pasted products', `pasted ${submission}`])
    const [known] = await ctx.db.select().from(productChanges).where(eq(productChanges.id, submission))
    if (known) {
      ctx.staff?.note({ subject: 'products', after: { products: 0 } })
      return { paste: submission, products: known.values.map(({ id }) => id) }
    }
    const links = await addLinks(ctx, pasted)
    const inputs = await withIds(ctx, pasted, links)
    await putProducts(ctx, inputs)
    const ids = inputs.map(({ id }) => id)
    const rows = await ctx.db
      .select({ id: productRows.id, at: productRows.updatedAt })
      .from(productRows)
      .where(inArray(productRows.id, ids))
    const versions = new Map(rows.map(({ id, at }) => [id, at.toISOString()]))
    await ctx.db.insert(productChanges).values({
      id: submission,
      at: ctx.app.now(),
      change: { kind: pastedKind, ...links.added },
      values: ids.map((id) => ({ id, was: '', is: versions.get(id) ?? '' })),
      products: ids.length,
    })
    const names = pasted.products.slice(0, 20).map(({ name }) => name)
    ctx.staff?.note({ subject: 'products', after: { products: ids.length, name: names, isShown: pasted.isShown } })
    return { paste: submission, products: ids }
  })
}

/**
 * Undoes the `addPasted` call with the id `paste`, which must be from the last seven days. Deletes products that
 * shoppers have never seen, and archives others. Keeps products that have changed after the call. Does nothing if the
 * call was already undone. Fails with `staff.no_right` if the caller may not change prices, and with `not_found` for an
 * unknown or older call.
 */
export function undoPasted(ctx: Context, { paste }: { paste: string }): Promise<{ removed: number; kept: number }> {
  if (!isMine(ctx, 'catalogue.price', null)) fail('staff.no_right')
  return transact(ctx, async (ctx) => {
    const since = new Date(ctx.app.now().getTime() - undoDays * 86_400_000)
    const [row] = await ctx.db
      .select()
      .from(productChanges)
      .where(and(eq(productChanges.id, paste), gt(productChanges.at, since), isPasted))
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
    const same = stored.filter(({ id, at }) => versions.get(id) === at.toISOString())
    const drafts = same.filter(({ status }) => status === 'DRAFT').map(({ id }) => id)
    const shown = same.filter(({ status }) => status !== 'DRAFT').map(({ id }) => id)
    // Deletes drafts, because no order or campaign can name them. Archives the others.
    if (drafts.length > 0) await ctx.db.delete(productRows).where(inArray(productRows.id, drafts))
    if (shown.length > 0) {
      await ctx.db
        .update(productRows)
        .set({ recordStatus: 'ARCHIVED', updatedAt: ctx.app.now() })
        .where(inArray(productRows.id, shown))
      await ctx.db.delete(productCategories).where(inArray(productCategories.productId, shown))
    }
    await removeUnused(ctx, row.change)
    await ctx.db.update(productChanges).set({ undoneAt: ctx.app.now() }).where(eq(productChanges.id, paste))
    const removed = [...drafts, ...shown]
    await catalogueChanged(ctx, ['published', 'lists', ...removed.map((id) => `product ${id}` as const)])
    ctx.staff?.note({ subject: 'products', after: { products: removed.length } })
    return { removed: removed.length, kept: stored.length - removed.length }
  })
}

const isPasted = sql`${productChanges.change}->>'kind' = ${pastedKind}`

/** Deletes the categories, tags and modifier groups that a menu added and that no product has. */
async function removeUnused(ctx: Context, change: Record<string, unknown>) {
  // The column can contain any kind of change. `addPasted` wrote this change, so the cast is safe.
  const { categories, tags, groups } = change as Links['added']
  const listed = (ids: string[]) => sql`(select json_array_elements_text(${JSON.stringify(ids)}::json))`
  await ctx.db.execute(sql`delete from categories c where c.id in ${listed(categories)}
    and not exists (select 1 from product_categories l where l.category_id = c.id)
    and not exists (select 1 from categories child where child.parent_id = c.id)`)
  await ctx.db.execute(sql`delete from tags t where t.id in ${listed(tags)}
    and not exists (select 1 from product_tags l where l.tag_id = t.id)`)
  await ctx.db.execute(sql`delete from modifier_groups g where g.id in ${listed(groups)}
    and not exists (select 1 from product_modifier_groups l where l.group_id = g.id)`)
}

interface Links {
  categories: (string | null)[]
  tags: string[][]
  groups: string[]
  /** The ids of the categories, tags and groups that did not exist before, so `addLinks` adds them. */
  added: { categories: string[]; tags: string[]; groups: string[] }
}

/** The categories, tags and modifier groups of a menu. Adds those that do not exist yet. */
async function addLinks(ctx: Context, { products, groups }: Pasted): Promise<Links> {
  const categories = await named(
    ctx,
    'categories',
    products.flatMap(({ category }) => category ?? []),
  )
  const tags = await named(
    ctx,
    'tags',
    products.flatMap((product) => product.tags),
  )
  const first = await nextPosition(ctx, 'categories')
  const inOrder = categories.missing.map((category, at) => ({ ...category, position: first + at }))
  const added = await addMissing(ctx, { brands: [], categories: inOrder, tags: tags.missing })
  const ids: string[] = []
  const fresh: string[] = []
  for (const group of groups) {
    const own = await sameGroup(ctx, group)
    const id = own ?? `${toId(pick(group.name, defaultLocale)).slice(0, mostIdLetters) || 'group'}-${suffix()}`
    ids.push(id)
    if (own) continue
    fresh.push(id)
    const modifiers = group.choices.map(({ name, price }, at) => ({ id: `${id}-${at + 1}`, name, price }))
    await putModifierGroup(ctx, { id, name: group.name, min: group.min, max: group.max, free: 0, modifiers })
  }
  return {
    categories: products.map(({ category }) => (category ? (categories.idOf(category) ?? null) : null)),
    tags: products.map((product) => [...new Set(product.tags.flatMap((tag) => tags.idOf(tag) ?? []))]),
    groups: ids,
    added: { categories: added.categories, tags: added.tags, groups: fresh },
  }
}

/**
 * Finds the ids of categories or tags by their names in any language. `missing` has the categories or tags that do not
 * exist yet, with new ids. The caller must add them.
 */
async function named(ctx: Context, table: 'categories' | 'tags', names: Text[]) {
  const stored = await readRows<{ id: string; name: Text }>(ctx, sql`select id, name from ${sql.identifier(table)}`)
  const byName = new Map<string, string>()
  const learn = (id: string, name: Text) => {
    for (const words of Object.values(name)) if (words && !byName.has(asKey(words))) byName.set(asKey(words), id)
  }
  for (const { id, name } of stored) learn(id, name)
  const idOf = (name: Text) =>
    Object.values(name).flatMap((words) => (words ? (byName.get(asKey(words)) ?? []) : []))[0]
  const taken = new Set(stored.map(({ id }) => id))
  const missing: { id: string; name: Text }[] = []
  for (const name of names) {
    if (!isWritten(name) || idOf(name)) continue
    const wanted = toId(pick(name, defaultLocale)).slice(0, mostIdLetters) || 'menu'
    const id = taken.has(wanted) ? `${wanted}-${suffix()}` : wanted
    taken.add(id)
    learn(id, name)
    missing.push({ id, name })
  }
  return { idOf, missing }
}

/** The modifier group with the same name and the same modifiers. */
async function sameGroup(ctx: Context, { name, min, max, choices }: Pasted['groups'][number]) {
  const wanted = JSON.stringify(choices.map((choice) => ({ name: choice.name, price: choice.price })))
  const [found] = await readRows<{ id: string }>(
    ctx,
    sql`select g.id from modifier_groups g where g.name = ${JSON.stringify(name)}::jsonb and g.min = ${min}
      and g.max = ${max} and (select jsonb_agg(jsonb_build_object('name', m.name, 'price', m.price)
        order by m.position, m.id) from modifiers m where m.group_id = g.id) = ${wanted}::jsonb limit 1`,
  )
  return found?.id
}

/** The products with ids and SKUs that nothing else has. */
async function withIds(
  ctx: Context,
  { products, isShown, taxClass, sizeName }: Pasted,
  links: Links,
): Promise<ProductInput[]> {
  const wanted = products.map(({ name }) => toId(pick(name, defaultLocale)).slice(0, mostIdLetters) || 'item')
  const [stored, owners] = await Promise.all([
    ctx.db.select({ id: productRows.id }).from(productRows).where(inArray(productRows.id, wanted)),
    skuOwners(ctx, wanted),
  ])
  const taken = new Set([...pageNames, ...stored.map(({ id }) => id), ...owners.keys()])
  const ids = wanted.map((id) => {
    const free = taken.has(id) ? `${id}-${suffix()}` : id
    taken.add(free)
    return free
  })
  const first = await nextPosition(ctx, 'products')
  const inputs = products.map((product, at): ProductInput => {
    const id = ids[at] ?? ''
    const { options, pairs } = optionOf(product.sizes, sizeName)
    const category = links.categories[at]
    return {
      id,
      name: product.name,
      description: product.description,
      taxClass,
      options,
      recordStatus: isShown ? 'ACTIVE' : 'DRAFT',
      // The products keep the order of the menu.
      position: first + at,
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
  const foreign = await skuOwners(
    ctx,
    inputs.flatMap(({ variants }) => variants.map(({ sku }) => sku)),
  )
  for (const { variants } of inputs) {
    for (const variant of variants) if (foreign.has(variant.sku)) variant.sku = `${variant.sku}-${suffix()}`
  }
  return inputs
}

function optionOf(sizes: Pasted['products'][number]['sizes'], sizeName: Text) {
  if (sizes.length === 1 && sizes.every(({ name }) => !isWritten(name))) return { options: [], pairs: [] }
  const pairs: string[] = []
  for (const { name } of sizes) {
    const wanted = toId(pick(name, defaultLocale)).slice(0, 40) || 'size'
    pairs.push(pairs.includes(wanted) ? `${wanted}-${suffix()}` : wanted)
  }
  const values = sizes.map(({ name }, at) => ({ id: pairs[at] ?? '', name }))
  return { options: [{ id: 'size', name: sizeName, values }], pairs }
}

const suffix = () => randomBytes(3).toString('hex')
