import { limits } from '#contract/limits.ts'
import type { PricedCart } from '#server/cart/cart.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { writeWithCommit } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { sum } from '#server/pricing/pricing.ts'
import { selectRoom, selectRoomOrAbort } from './queries.ts'

/** The most counted pieces that a session or network may hold, and the most holding carts of a network. */
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
    () => selectRoomOrAbort(ctx.db, values),
    async () => {
      const [answer] = await selectRoom(ctx.db, values)
      if (!answer?.fits) fail('checkout.holds_full', { max: values.mostBySession })
    },
  )
}
