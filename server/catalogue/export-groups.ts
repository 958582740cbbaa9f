import { asc, inArray, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import type { Definitions, GroupTable } from './import/groups.ts'
import { groupTables } from './import/groups.ts'
import { readRows } from './product-list.ts'
import { brands, categories, modifierGroups, modifiers, tags } from './tables.ts'

/** The maximum number of levels that `ancestors` goes up from a category. */
const deepest = 20

/**
 * Writes each brand, category, tag and modifier group once, in the row of the first product that uses it. This keeps
 * the file small. An import of the file still creates all of them.
 */
export function createGroupWriter(ctx: Context) {
  const written = new Set<string>()
  const isNew = (kind: GroupTable, id: string) => !written.has(`${kind} ${id}`)
  return {
    /**
     * Returns, for each product, the definitions of its groups that no earlier product had. Null if it has no such
     * group.
     */
    async definitions(products: Record<GroupTable, string[]>[]): Promise<(Definitions | null)[]> {
      const wanted = (kind: GroupTable) => [
        ...new Set(products.flatMap((product) => product[kind]).filter((id) => isNew(kind, id))),
      ]
      const [above, found] = await Promise.all([
        ancestors(ctx, wanted('categories')),
        readGroups(ctx, {
          brands: wanted('brands'),
          tags: wanted('tags'),
          modifierGroups: wanted('modifierGroups'),
        }),
      ])
      const all = { ...found, categories: await readCategories(ctx, [...new Set([...above.values()].flat())]) }
      return products.map((product) => {
        const ids = { ...product, categories: product.categories.flatMap((id) => above.get(id) ?? []) }
        const own = Object.fromEntries(
          groupTables.map((kind) => [
            kind,
            ids[kind].flatMap((id) => {
              const group = all[kind].get(id)
              if (!group || !isNew(kind, id)) return []
              written.add(`${kind} ${id}`)
              return [group]
            }),
          ]),
          // `Object.fromEntries` loses the types: the value of each kind has the type of the rows in `all[kind]`.
        ) as Definitions
        return groupTables.some((kind) => own[kind].length > 0) ? own : null
      })
    },
  }
}

/** Returns the path of each category: the ids of the categories above it, then its own. */
async function ancestors(ctx: Context, ids: string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await readRows<{ start: string; id: string }>(
    ctx,
    sql`with recursive up as (
      select id as start, id, parent_id, 0 as depth from categories where id in ${ids}
      union all select up.start, c.id, c.parent_id, up.depth + 1
        from up join categories c on c.id = up.parent_id where up.depth < ${deepest}
    ) select start, id from up order by depth desc, id`,
  )
  return new Map([...Map.groupBy(rows, ({ start }) => start)].map(([start, own]) => [start, own.map(({ id }) => id)]))
}

async function readCategories(ctx: Context, ids: string[]) {
  const rows = ids.length > 0 ? await ctx.db.select().from(categories).where(inArray(categories.id, ids)) : []
  return byId(rows)
}

async function readGroups(ctx: Context, ids: Record<Exclude<GroupTable, 'categories'>, string[]>) {
  const { db } = ctx
  const members = await db
    .select()
    .from(modifiers)
    .where(inArray(modifiers.groupId, orNothing(ids.modifierGroups)))
    .orderBy(asc(modifiers.position), asc(modifiers.id))
  const byGroup = Map.groupBy(members, ({ groupId }) => groupId)
  const groups = await db
    .select()
    .from(modifierGroups)
    .where(inArray(modifierGroups.id, orNothing(ids.modifierGroups)))
  return {
    brands: byId(
      await db
        .select()
        .from(brands)
        .where(inArray(brands.id, orNothing(ids.brands))),
    ),
    tags: byId(
      await db
        .select()
        .from(tags)
        .where(inArray(tags.id, orNothing(ids.tags))),
    ),
    modifierGroups: byId(
      groups.map((group) => ({
        ...group,
        modifiers: (byGroup.get(group.id) ?? []).map(({ groupId: _, position: __, ...modifier }) => modifier),
      })),
    ),
  }
}

/** The ids; for an empty list, only the empty id. No group has the empty id, so the query then finds nothing. */
const orNothing = (ids: string[]) => (ids.length > 0 ? ids : [''])

const byId = <Group extends { id: string }>(rows: Group[]) => new Map(rows.map((row) => [row.id, row]))
