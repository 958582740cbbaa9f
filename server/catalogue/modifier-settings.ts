import { randomBytes } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Condition } from '#contract/conditions.ts'
import { defaultLocale, pick } from '#contract/languages.ts'
import type { modifierStaffCalls, OfficeModifierGroup, OfficeModifierGroupDetail } from '#contract/office/modifiers.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { requireDistinctNames } from './distinct-names.ts'
import { deleteModifierGroups, forgetModifiers } from './group-removal.ts'
import { versionOf } from './group-writes.ts'
import { toId } from './import/rows.ts'
import { readRows } from './product-list.ts'
import { findGroupTopics, putModifierGroup } from './products.ts'
import { shopCurrency } from './rates.ts'
import { modifierGroups as groupRows, modifiers as modifierRows, nameOrder } from './tables.ts'

/** Modifier groups in the back office. */

export { optionNames } from './option-names.ts'

type WriteInput = z.output<typeof modifierStaffCalls.writeModifierGroup.input>
type Group = Omit<OfficeModifierGroup, 'products'>

/** The maximum number of products that the page of a group lists. */
const maxUses = 200

/** Returns all modifier groups with the number of products that offer them. */
export async function modifierGroups(ctx: Context): Promise<{ groups: OfficeModifierGroup[]; currency: string }> {
  const [groups, uses, currency] = await Promise.all([
    readGroups(ctx),
    readRows<{ group: string; products: number }>(
      ctx,
      sql`select pg.group_id as "group", count(*)::int as products from product_modifier_groups pg
      join products p on p.id = pg.product_id where p.record_status <> 'ARCHIVED' group by pg.group_id`,
    ),
    shopCurrency(ctx),
  ])
  const counts = new Map(uses.map(({ group, products }) => [group, products]))
  return { groups: groups.map((group) => ({ ...group, products: counts.get(group.group) ?? 0 })), currency }
}

/**
 * Returns a modifier group, the products that offer it and the other groups. Fails with `not_found` for an unknown
 * group.
 */
export async function modifierGroup(
  ctx: Context,
  { group: id }: { group: string },
): Promise<OfficeModifierGroupDetail> {
  const [{ groups, currency }, usedIn] = await Promise.all([
    modifierGroups(ctx),
    readRows<OfficeModifierGroupDetail['usedIn'][number]>(
      ctx,
      sql`select p.id as product, p.name from product_modifier_groups pg join products p on p.id = pg.product_id
      where pg.group_id = ${id} and p.record_status <> 'ARCHIVED' order by ${nameOrder(sql.raw('p.name'))}, p.id
      limit ${maxUses}`,
    ),
  ])
  const found = groups.find(({ group }) => group === id) ?? fail('not_found')
  const others = groups.filter((other) => other !== found)
  return {
    ...found,
    currency,
    usedIn,
    dependents: others
      .filter(({ condition }) => found.modifiers.some((modifier) => condition?.modifiers.includes(modifier.id)))
      .map(({ group, name }) => ({ group, name })),
    others: others.map(({ group, name, modifiers }) => ({
      group,
      name,
      modifiers: modifiers.map(({ id, name }) => ({ id, name })),
    })),
  }
}

/**
 * Adds a modifier group if the id is `new`, or replaces one. Fails with:
 * - `staff.stale` if the group has changed since `version`
 * - `input.invalid` if `min` exceeds `max`, or if more than `max` modifiers are preselected
 * - `staff.no_right` if prices change and the caller may not change them
 * - `staff.circle` if the group would depend on itself
 * - `staff.alike_in` if two modifiers of the group have the same name
 * - `not_found` if the group, one of its modifiers or a modifier in its condition does not exist
 */
export function writeModifierGroup(ctx: Context, input: WriteInput): Promise<OfficeModifierGroupDetail> {
  const { group: groupId, version, name, min, max, free } = input
  const condition = input.condition && toStored(input.condition)
  return transact(ctx, async (ctx) => {
    const before = groupId === 'new' ? null : await lock(ctx, groupId, version)
    if (min > max) fail('input.invalid', undefined, 'min')
    const storedFields = before ? await storedModifiers(ctx, before.group) : new Map<string, { isAvailable: boolean }>()
    const storedById = new Map(before?.modifiers.map((modifier) => [modifier.id, modifier]))
    const modifiers = input.modifiers.map(({ id, isPreselected, ...modifier }) => {
      if (id !== '' && !storedById.has(id)) fail('not_found')
      return {
        ...modifier,
        id: id || newId(modifier.name, 'choice'),
        preselected: isPreselected,
        available: storedFields.get(id)?.isAvailable ?? true,
      }
    })
    requireDistinctNames(name, modifiers, before?.modifiers ?? [])
    // Shoppers can choose at most `max` modifiers, so at most `max` can be preselected.
    if (modifiers.filter(({ preselected }) => preselected).length > max) {
      fail('input.invalid', undefined, 'isPreselected')
    }
    const isPriceChanged = modifiers.some(({ id, price }) => price !== (storedById.get(id)?.price ?? 0))
    if (isPriceChanged && !canAccessStore(ctx, 'catalogue.price', null)) fail('staff.no_right')
    const id = before?.group ?? newId(name, 'group')
    const keptIds = new Set(modifiers.map((modifier) => modifier.id))
    const others = (await readGroups(ctx)).filter(({ group }) => group !== id)
    requireCondition({ group: id, condition, modifiers }, others)
    await putModifierGroup(ctx, { id, name, min, max, free, condition, modifiers })
    await forgetModifiers(
      ctx,
      [...storedById.keys()].filter((one) => !keptIds.has(one)),
    )
    const after = await modifierGroup(ctx, { group: id })
    ctx.staff?.note({ subject: id, before: before && toLogEntry(before, others), after: toLogEntry(after, others) })
    return after
  })
}

/**
 * Removes a modifier group from the shop and from all products. Fails with `staff.stale` if it has changed since
 * `version`, and with `not_found` for an unknown group.
 */
export function removeModifierGroup(
  ctx: Context,
  { group: id, version }: { group: string; version: string },
): Promise<{ products: number }> {
  return transact(ctx, async (ctx) => {
    const before = await lock(ctx, id, version)
    const { products } = await modifierGroup(ctx, { group: id })
    const topics = await findGroupTopics(ctx, id)
    const logEntry = toLogEntry(before, await readGroups(ctx))
    await deleteModifierGroups(ctx, [id])
    // Also clears the cached lists. If a product has lost its last choices, its button in lists now adds it to the cart
    // directly.
    await publishCatalogueChange(ctx, ['lists', ...topics])
    ctx.staff?.note({ subject: id, before: logEntry, after: null })
    return { products }
  })
}

/** All groups, sorted by name. The version of a group changes if any value that the form shows changes. */
async function readGroups(ctx: Context): Promise<Group[]> {
  const [rows, members] = await Promise.all([
    ctx.db.select().from(groupRows).orderBy(nameOrder(groupRows.name), asc(groupRows.id)),
    ctx.db.select().from(modifierRows).orderBy(asc(modifierRows.position), asc(modifierRows.id)),
  ])
  return rows.map(({ id, name, min, max, free, condition }) => {
    const modifiers = members
      .filter(({ groupId }) => groupId === id)
      .map(({ id, name, price, preselected }) => ({ id, name, price, isPreselected: preselected }))
    const group = { group: id, name, min, max, free, condition, modifiers }
    return { ...group, version: versionOf(group) }
  })
}

/**
 * Locks the stored group and returns it. Fails with `staff.stale` if it has changed since `version`, and with
 * `not_found` for an unknown group.
 */
async function lock(ctx: Context, id: string, version: string): Promise<Group> {
  await ctx.db.select({ id: groupRows.id }).from(groupRows).where(eq(groupRows.id, id)).for('update')
  const found = (await readGroups(ctx)).find(({ group }) => group === id) ?? fail('not_found')
  if (found.version !== version) fail('staff.stale')
  return found
}

/** Maps the id of each modifier of a group to the stored fields that the form does not show. */
async function storedModifiers(ctx: Context, group: string) {
  const rows = await ctx.db
    .select({ id: modifierRows.id, isAvailable: modifierRows.available })
    .from(modifierRows)
    .where(eq(modifierRows.groupId, group))
  return new Map(rows.map((row) => [row.id, row]))
}

const newId = (name: Group['name'], fallback: string) =>
  `${toId(pick(name, defaultLocale)).slice(0, 40) || fallback}-${randomBytes(3).toString('hex')}`

/** Removes an empty list of values from a condition, so that the shop stores equal conditions in the same form. */
const toStored = ({ values = [], ...condition }: Condition): Condition =>
  values.length > 0 ? { ...condition, values } : condition

/** Fails if the condition names unknown modifiers, or if the group would depend on itself. */
function requireCondition(
  { group, condition, modifiers }: { group: string; condition: Condition | null; modifiers: { id: string }[] },
  others: Group[],
) {
  if (!condition) return
  const all = [...others, { group, condition, modifiers }]
  const ownerOf = (modifier: string) => all.find(({ modifiers }) => modifiers.some(({ id }) => id === modifier))
  if (condition.modifiers.some((modifier) => !ownerOf(modifier))) fail('not_found')
  const visited = new Set<string>()
  const follow = (from: Condition | null) => {
    for (const modifier of from?.modifiers ?? []) {
      const owner = ownerOf(modifier)
      if (!owner || visited.has(owner.group)) continue
      visited.add(owner.group)
      follow(owner.condition)
    }
  }
  follow(condition)
  if (visited.has(group)) fail('staff.circle', undefined, 'condition')
}

/** A group as the activity log shows it. `all` are the groups whose modifiers its condition can name. */
function toLogEntry({ name, min, max, free, condition, modifiers }: Group, all: Group[]) {
  const conditionModifiers = all.flatMap(({ modifiers }) =>
    modifiers.filter(({ id }) => condition?.modifiers.includes(id)),
  )
  return {
    name,
    minChoices: min,
    maxChoices: max,
    free,
    condition: condition && {
      kind: condition.kind,
      modifiers: [...conditionModifiers.map(({ name }) => name), ...(condition.values ?? []).map(({ value }) => value)],
    },
    modifiers: modifiers.map(({ name, price }) => ({ name, price })),
  }
}
