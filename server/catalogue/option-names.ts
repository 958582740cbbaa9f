import { sql } from 'drizzle-orm'
import { isSameName } from '#contract/conditions.ts'
import { isWritten, locales } from '#contract/languages.ts'
import type { OptionNames } from '#contract/office/modifiers.ts'
import type { Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { readRows } from './product-list.ts'

/** Finds the names of option values, on which the conditions of modifier groups can depend. */

const most = 40
/**
 * The maximum number of products to read, the most recently changed first. The products of larger shops repeat the same
 * options, so reading more of them would find few new names.
 */
const mostProducts = 5000

interface NameRow {
  option: Text
  value: Text
  uses: number
}

/**
 * Returns the options and values of the products that offer a modifier group, most used first. If no such product has
 * options, returns the options of all products.
 */
export async function optionNames(ctx: Context, { group }: { group: string }): Promise<{ options: OptionNames }> {
  const own = await namesIn(
    ctx,
    sql`and p.id in (select pg.product_id from product_modifier_groups pg where pg.group_id = ${group})`,
  )
  return { options: joined(own.length > 0 ? own : await namesIn(ctx, sql``)) }
}

const namesIn = (ctx: Context, where: ReturnType<typeof sql>) =>
  readRows<NameRow>(
    ctx,
    sql`select o.option->'name' as option, v.value->'name' as value, count(*)::int as uses
    from (select p.options from products p where p.record_status <> 'ARCHIVED' and p.options <> '[]' ${where}
      order by p.updated_at desc, p.id limit ${mostProducts}) p,
    jsonb_array_elements(p.options) o(option),
    jsonb_array_elements(o.option->'values') with ordinality v(value, position)
    group by 1, 2 order by uses desc, min(v.position), 1, 2 limit ${most * most}`,
  )

/**
 * Returns each option and each of its values once. If several have the same name, keeps the name that has texts in more
 * languages.
 */
function joined(rows: NameRow[]): OptionNames {
  const options: OptionNames = []
  for (const { option, value } of rows.filter((row) => isWritten(row.option) && isWritten(row.value))) {
    const known = options.find((one) => isSameName(one.option, option))
    if (!known) options.push({ option, values: [value] })
    else {
      known.option = fuller(known.option, option)
      const at = known.values.findIndex((one) => isSameName(one, value))
      if (at < 0) known.values.push(value)
      else known.values[at] = fuller(known.values[at] ?? value, value)
    }
  }
  return options.slice(0, most).map(({ option, values }) => ({ option, values: values.slice(0, most) }))
}

const written = (text: Text) => locales.filter((locale) => text[locale].trim()).length
const fuller = (one: Text, other: Text) => (written(other) > written(one) ? other : one)
