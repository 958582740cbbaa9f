import { sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import type { PricedCart } from '#server/cart/cart.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { preparedRows } from '#server/platform/database/prepared.ts'
import { writeWithCommit } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { sum } from '#server/pricing/pricing.ts'

/** How many counted pieces one session or network may hold at once, and how many carts of a network may hold. */
function mostHeld({ app }: Context) {
  const widened = (limit: number) => Math.ceil(limit * app.config.RATE_LIMIT_FACTOR)
  return {
    mostBySession: widened(limits.heldPiecesPerSession),
    mostByNetwork: widened(limits.heldPiecesPerNetwork),
    mostCarts: widened(limits.heldCartsPerNetwork),
  }
}

/**
 * Refuses a hold if its session or network already holds too much: `checkout.holds_full`. It locks the session and the
 * network until the transaction ends, so it runs after stock. Holds of the shop itself are not limited.
 */
export async function refuseOverBounds(ctx: Context, { cart, lines }: PricedCart, network: string): Promise<void> {
  if (network === '') return
  const sessionId = ctx.sessionId ?? cart.sessionId
  const values = {
    sessionId,
    network,
    cartId: cart.id,
    now: ctx.app.now().toISOString(),
    pieces: sum(lines.map(({ purchasable, quantity }) => (purchasable === null ? 0 : quantity))),
    ...mostHeld(ctx),
  }
  await writeWithCommit(ctx, () => lockNames(ctx, [`hold session ${sessionId}`, `hold network ${network}`]))
  await writeWithCommit(
    ctx,
    () => demandRoom(ctx.db, values),
    async () => {
      const [answer] = await askForRoom(ctx.db, values)
      if (!answer?.fits) fail('checkout.holds_full', { max: values.mostBySession })
    },
  )
}

const value = sql.placeholder
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
    select ${value('pieces')}::bigint + coalesce(sum(pieces) filter (where is_own), 0) <= ${value('mostBySession')}::bigint
      and ${value('pieces')}::bigint + coalesce(sum(pieces) filter (where is_near), 0) <= ${value('mostByNetwork')}::bigint
      and count(*) filter (where is_near) < ${value('mostCarts')}::bigint as fits
    from held
  )`

const askForRoom = preparedRows<{ fits: boolean }>(() => sql`${room()} select fits from asked`)

/** Fails where there is no room, by a division by zero. */
const demandRoom = preparedRows(() => sql`${room()} select 1 / (case when fits then 1 else 0 end) as room from asked`)
