import { and, asc, eq, sql } from 'drizzle-orm'
import { prepared, preparedRows } from '#server/platform/database/prepared-queries.ts'
import { campaignHolds, campaignItems, campaignPoints, campaigns, campaignWindows } from './tables.ts'

export const selectCampaign = prepared((db) =>
  db
    .select()
    .from(campaigns)
    .where(eq(campaigns.id, sql.placeholder('id'))),
)

export const lockCampaign = prepared((db) =>
  db
    .select()
    .from(campaigns)
    .where(eq(campaigns.id, sql.placeholder('id')))
    .for('update'),
)

export const selectItems = prepared((db) =>
  db
    .select({ item: campaignItems, own: campaignHolds.quantity })
    .from(campaignItems)
    .leftJoin(
      campaignHolds,
      and(eq(campaignHolds.itemId, campaignItems.id), eq(campaignHolds.holder, sql.placeholder('holder'))),
    )
    .where(eq(campaignItems.campaignId, sql.placeholder('campaignId')))
    .orderBy(asc(campaignItems.position), asc(campaignItems.id)),
)

export const selectPoints = prepared((db) =>
  db
    .select({ point: campaignPoints, window: campaignWindows })
    .from(campaignPoints)
    .leftJoin(campaignWindows, eq(campaignWindows.pointId, campaignPoints.id))
    .where(eq(campaignPoints.campaignId, sql.placeholder('campaignId')))
    .orderBy(
      asc(campaignPoints.position),
      asc(campaignPoints.id),
      asc(campaignWindows.date),
      asc(campaignWindows.from),
    ),
)

/**
 * Locks items in order of id, so that two such statements cannot deadlock. A transaction with several such statements
 * must lock the campaign first.
 */
const lockedItems = (ids: string) => sql`locked as materialized (
    select id from campaign_items where id in (select id from ${sql.raw(ids)}) order by id for update)`

/** Holds the wanted pieces of each item that has enough pieces left. Returns the SKUs of these items. */
export const insertHolds = preparedRows<{ sku: string }>(
  () => sql`with wanted as (
      select i.id, i.sku, w.quantity
      from json_to_recordset(${sql.placeholder('wanted')}::json) as w(sku text, quantity int)
      join campaign_items i on i.sku = w.sku and i.campaign_id = ${sql.placeholder('campaignId')}
    ), ${lockedItems('wanted')}, changed as (
      update campaign_items i set held = i.held + w.quantity from wanted w join locked using (id)
      where i.id = w.id and i.held + i.sold + w.quantity <= i.stock returning i.id, i.sku, w.quantity
    )
    insert into campaign_holds (holder, item_id, quantity)
    select ${sql.placeholder('holder')}, id, quantity from changed
    returning (select sku from changed where changed.id = item_id) as sku`,
)

const deletedHolds = sql`gone as (
    delete from campaign_holds where holder = ${sql.placeholder('holder')} returning item_id as id, quantity)`

export const deleteHolds = preparedRows(
  () => sql`with ${deletedHolds}, ${lockedItems('gone')}
    update campaign_items i set held = i.held - gone.quantity from gone join locked using (id) where i.id = gone.id`,
)

export const updateSold = preparedRows(
  () => sql`with ${deletedHolds}, ${lockedItems('gone')}
    update campaign_items i set held = i.held - gone.quantity, sold = i.sold + gone.quantity
    from gone join locked using (id) where i.id = gone.id`,
)

export const updateUnsold = preparedRows(
  () => sql`with back as (
      select "itemId" as id, quantity
      from json_to_recordset(${sql.placeholder('items')}::json) as w("itemId" text, quantity int)
    ), ${lockedItems('back')}
    update campaign_items i set sold = i.sold - back.quantity from back join locked using (id) where i.id = back.id`,
)

export const selectItemIds = preparedRows<{ id: string; sku: string }>(
  () => sql`select id, sku from campaign_items where campaign_id = ${sql.placeholder('campaignId')}`,
)

/** The totals of a campaign, including orders that are being paid. */
export const selectJoinedSums = preparedRows<{ people: number; pieces: number; amount: number }>(
  () => sql`select count(distinct person)::int as people, coalesce(sum(pieces), 0)::int as pieces,
      coalesce(sum(amount), 0)::int as amount
    from campaign_joins where campaign_id = ${sql.placeholder('campaignId')} and state in ('held', 'paid')`,
)
