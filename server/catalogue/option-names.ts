import { sql } from 'drizzle-orm'
import { isSameName } from '#contract/conditions.ts'
import { isWritten, locales } from '#contract/languages.ts'
import type { OptionNames } from '#contract/office/modifiers.ts'
import type { Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { readRows } from './product-list.ts'

/** Finds the names of option values, on which the conditions of modifier groups can depend. */

const maxNames = 40
/**
 * The maximum number of products to read, the most recently changed first. The products of larger shops repeat the same
 * options, so reading more of them would find few new names.
 */
const maxProducts = 5000

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
  const groupNames = await readNames(
    ctx,
    sql`and p.id in (select pg.product_id from product_modifier_groups pg where pg.group_id = ${group})`,
  )
  return { options: mergeNames(groupNames.length > 0 ? groupNames : await readNames(ctx, sql``)) }
}

const readNames = (ctx: Context, where: ReturnType<typeof sql>) =>
  readRows<NameRow>(
    ctx,
    sql`select o.option->'name' as option, v.value->'name' as value, count(*)::int as uses
    from (select p.options from products p where p.record_status <> 'ARCHIVED' and p.options <> '[]' ${where}
      order by p.updated_at desc, p.id limit ${maxProducts}) p,
    jsonb_array_elements(p.options) o(option),
    jsonb_array_elements(o.option->'values') with ordinality v(value, position)
    group by 1, 2 order by uses desc, min(v.position), 1, 2 limit ${maxNames * maxNames}`,
  )

/**
 * Returns each option and each of its values once. If several have the same name, keeps the name that has texts in more
 * languages.
 */
function mergeNames(rows: NameRow[]): OptionNames {
  const options: OptionNames = []
  for (const { option, value } of rows.filter((row) => isWritten(row.option) && isWritten(row.value))) {
    const existing = options.find((one) => isSameName(one.option, option))
    if (!existing) options.push({ option, values: [value] })
    else {
      existing.option = moreComplete(existing.option, option)
      const index = existing.values.findIndex((one) => isSameName(one, value))
      if (index < 0) existing.values.push(value)
      else existing.values[index] = moreComplete(existing.values[index] ?? value, value)
    }
  }
  return options.slice(0, maxNames).map(({ option, values }) => ({ option, values: values.slice(0, maxNames) }))
}

const countLanguages = (text: Text) => locales.filter((locale) => text[locale].trim()).length
const moreComplete = (one: Text, other: Text) => (countLanguages(other) > countLanguages(one) ? other : one)
