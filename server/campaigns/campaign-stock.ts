import { sql } from 'drizzle-orm'
import type { Text } from '#contract/shapes.ts'
import { stock } from '#server/catalogue/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import { preparedRows } from '#server/platform/database/prepared.ts'
import { failAll } from '#server/platform/fail.ts'
import { stockChanged } from '#server/platform/publish.ts'
import { refuseClosed } from './open.ts'
import { itemsOf, lock } from './rows.ts'
import { forgetGone } from './sold-out.ts'

/*
 * A campaign has its own stock beside the shop's. Every change locks the campaign first and then items by id, which
 * prevents deadlocks. Statements change pieces only while enough are there; a check constraint guards the same rule.
 */

export interface CampaignLine {
  sku: string
  quantity: number
  name: Text
}

const locked = (ids: string) => sql`locked as materialized (
    select id from campaign_items where id in (select id from ${sql.raw(ids)}) order by id for update)`

/**
 * Keeps pieces for a cart in place of what it kept, all or none: `cart.out_of_stock` for each line that is short, and as
 * `refuseClosed`.
 */
export async function hold(
  ctx: Context,
  { holder, campaignId, lines }: { holder: string; campaignId: string; lines: CampaignLine[] },
): Promise<void> {
  const campaign = await lock(ctx, campaignId)
  await release(ctx, holder)
  refuseClosed(ctx, campaign)
  const wanted = lines.map(({ sku, quantity }) => ({ sku, quantity }))
  const taken = await take(ctx.db, { holder, campaignId, wanted: JSON.stringify(wanted) })
  if (taken.length === lines.length) return
  const items = await itemsOf(ctx, campaignId)
  failAll(
    lines.flatMap(({ sku, quantity, name }) => {
      const item = items.find((item) => item.sku === sku)
      const isThere = taken.some((row) => row.sku === sku)
      const purchasable = Math.max(0, (item?.stock ?? 0) - (item?.held ?? 0) - (item?.sold ?? 0))
      return isThere || purchasable >= quantity ? [] : [stock.outOfStock({ sku, name, purchasable })]
    }),
  )
}

const take = preparedRows<{ sku: string }>(
  () => sql`with wanted as (
      select i.id, i.sku, w.quantity
      from json_to_recordset(${sql.placeholder('wanted')}::json) as w(sku text, quantity int)
      join campaign_items i on i.sku = w.sku and i.campaign_id = ${sql.placeholder('campaignId')}
    ), ${locked('wanted')}, changed as (
      update campaign_items i set held = i.held + w.quantity from wanted w join locked using (id)
      where i.id = w.id and i.held + i.sold + w.quantity <= i.stock returning i.id, i.sku, w.quantity
    )
    insert into campaign_holds (holder, item_id, quantity)
    select ${sql.placeholder('holder')}, id, quantity from changed
    returning (select sku from changed where changed.id = item_id) as sku`,
)

/** Gives back what a cart keeps; nothing where it keeps nothing. */
export async function release(ctx: Context, holder: string): Promise<void> {
  await giveBack(ctx.db, { holder })
  forgetGone(ctx)
}

const gone = sql`gone as (
    delete from campaign_holds where holder = ${sql.placeholder('holder')} returning item_id as id, quantity)`

const giveBack = preparedRows(
  () => sql`with ${gone}, ${locked('gone')}
    update campaign_items i set held = i.held - gone.quantity from gone join locked using (id) where i.id = gone.id`,
)

/** Makes of what a cart keeps what was sold; pages are told. */
export async function sell(ctx: Context, holder: string): Promise<void> {
  await sellHeld(ctx.db, { holder })
  stockChanged(ctx)
}

const sellHeld = preparedRows(
  () => sql`with ${gone}, ${locked('gone')}
    update campaign_items i set held = i.held - gone.quantity, sold = i.sold + gone.quantity
    from gone join locked using (id) where i.id = gone.id`,
)

/** Puts pieces back that were sold to somebody who left. */
export async function unsell(ctx: Context, items: { itemId: string; quantity: number }[]): Promise<void> {
  await takeBack(ctx.db, { items: JSON.stringify(items) })
  forgetGone(ctx)
  stockChanged(ctx)
}

const takeBack = preparedRows(
  () => sql`with back as (
      select "itemId" as id, quantity
      from json_to_recordset(${sql.placeholder('items')}::json) as w("itemId" text, quantity int)
    ), ${locked('back')}
    update campaign_items i set sold = i.sold - back.quantity from back join locked using (id) where i.id = back.id`,
)
