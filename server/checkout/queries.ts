import { sql } from 'drizzle-orm'
import { abortUnless } from '#server/platform/database/conflicts.ts'
import { preparedRows } from '#server/platform/database/prepared-queries.ts'

const value = sql.placeholder

/**
 * SQL that computes `fits`: whether the limits of the session and of the IP network allow this cart to hold these
 * pieces in addition to the holds of other carts.
 */
const room = () => sql`with others as (
    select id, session_id = ${value('sessionId')}::uuid as is_own, hold_network = ${value('network')} as is_near
    from carts
    where held_until > ${value('now')}::timestamptz and id <> ${value('cartId')}::uuid
      and (session_id = ${value('sessionId')}::uuid or hold_network = ${value('network')})
  ), held as (
    select is_own, is_near,
      coalesce((select sum(quantity) from stock_holds where holder = others.id::text), 0)
      + coalesce((select sum(quantity) from campaign_holds where holder = others.id::text), 0) as pieces
    from others
  ), asked as (
    select ${value('pieces')}::bigint + coalesce(sum(pieces) filter (where is_own), 0)
        <= ${value('mostBySession')}::bigint
      and ${value('pieces')}::bigint + coalesce(sum(pieces) filter (where is_near), 0)
        <= ${value('mostByNetwork')}::bigint
      and count(*) filter (where is_near) < ${value('mostCarts')}::bigint as fits
    from held
  )`

export const selectRoom = preparedRows<{ fits: boolean }>(() => sql`${room()} select fits from asked`)

/** Aborts the transaction if the cart's hold would exceed the limits of pieces or of carts. */
export const selectRoomOrAbort = preparedRows(
  () => sql`${room()} select ${abortUnless(sql`fits`, 'hold bounds')} as fits from asked`,
)
