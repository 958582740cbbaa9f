import { asc, inArray, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import type { Definitions, GroupTable } from './import/groups.ts'
import { groupTables } from './import/groups.ts'
import { readRows } from './product-list.ts'
import { brands, categories, modifierGroups, modifiers, tags } from './tables.ts'

/** The maximum number of levels that `ancestors` goes up from a category. */
const maxDepth = 20

/**
 * Writes each brand, category, tag and modifier group once, in the row of the first product that uses it. This keeps
 * the file small. An import of the file still creates all of them.
 */
export function createGroupWriter(ctx: Context) {
  const writtenGroups = new Set<string>()
  const isNew = (kind: GroupTable, id: string) => !writtenGroups.has(`${kind} ${id}`)
  return {
    /**
     * Returns, for each product, the definitions of its groups, except those that an earlier product already had. Null
     * if none are left.
     */
    async definitions(products: Record<GroupTable, string[]>[]): Promise<(Definitions | null)[]> {
      const newIds = (kind: GroupTable) => [
        ...new Set(products.flatMap((product) => product[kind]).filter((id) => isNew(kind, id))),
      ]
      const [categoryPaths, otherGroups] = await Promise.all([
        ancestors(ctx, newIds('categories')),
        readGroups(ctx, {
          brands: newIds('brands'),
          tags: newIds('tags'),
          modifierGroups: newIds('modifierGroups'),
        }),
      ])
      const groupsByKind = {
        ...otherGroups,
        categories: await readCategories(ctx, [...new Set([...categoryPaths.values()].flat())]),
      }
      return products.map((product) => {
        const ids = { ...product, categories: product.categories.flatMap((id) => categoryPaths.get(id) ?? []) }
        const newGroups = Object.fromEntries(
          groupTables.map((kind) => [
            kind,
            ids[kind].flatMap((id) => {
              const group = groupsByKind[kind].get(id)
              if (!group || !isNew(kind, id)) return []
              writtenGroups.add(`${kind} ${id}`)
              return [group]
            }),
          ]),
          // The cast restores the types that `Object.fromEntries` loses. The value of each kind has the type of the
          // rows in `groupsByKind[kind]`.
        ) as Definitions
        return groupTables.some((kind) => newGroups[kind].length > 0) ? newGroups : null
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
        from up join categories c on c.id = up.parent_id where up.depth < ${maxDepth}
    ) select start, id from up order by depth desc, id`,
  )
  return new Map([...Map.groupBy(rows, ({ start }) => start)].map(([start, path]) => [start, path.map(({ id }) => id)]))
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
    .where(inArray(modifiers.groupId, nonEmpty(ids.modifierGroups)))
    .orderBy(asc(modifiers.position), asc(modifiers.id))
  const byGroup = Map.groupBy(members, ({ groupId }) => groupId)
  const groups = await db
    .select()
    .from(modifierGroups)
    .where(inArray(modifierGroups.id, nonEmpty(ids.modifierGroups)))
  return {
    brands: byId(
      await db
        .select()
        .from(brands)
        .where(inArray(brands.id, nonEmpty(ids.brands))),
    ),
    tags: byId(
      await db
        .select()
        .from(tags)
        .where(inArray(tags.id, nonEmpty(ids.tags))),
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
const nonEmpty = (ids: string[]) => (ids.length > 0 ? ids : [''])

const byId = <Group extends { id: string }>(rows: Group[]) => new Map(rows.map((row) => [row.id, row]))
