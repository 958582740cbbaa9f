import { limits } from '#contract/limits.ts'
import { sum } from '#contract/sum.ts'
import type { choices, PricedCart } from '#server/cart/cart.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { writeWithCommit } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { scaledLimit } from '#server/platform/scaled-limit.ts'
import type { FulfilmentMethod } from './fulfilment-methods.ts'
import { selectRoom, selectRoomOrAbort } from './queries.ts'

/** The limits for holds: the pieces of counted stock per session and per IP network, and the carts per IP network. */
function holdLimits({ app }: Context) {
  return {
    mostBySession: scaledLimit(app, limits.heldPiecesPerSession),
    mostByNetwork: scaledLimit(app, limits.heldPiecesPerNetwork),
    mostCarts: scaledLimit(app, limits.heldCartsPerNetwork),
  }
}

/**
 * Fails with `checkout.holds_full` if the session or IP network would hold too much. Locks the session and the network
 * until the transaction ends. To prevent deadlocks, callers must lock rows of stock and slots before this call, not
 * after it: another order of the same network may hold such rows while it waits for this lock. Does not limit guests at
 * tables, nor holds by the shop itself.
 */
export async function refuseOverHoldLimits(
  ctx: Context,
  { cart, lines }: PricedCart,
  { way, held: { holdNetwork: network } }: { way: FulfilmentMethod; held: choices.HoldFields },
): Promise<void> {
  if (way.party || network === '') return
  const sessionId = ctx.sessionId ?? cart.sessionId
  const values = {
    sessionId,
    network,
    cartId: cart.id,
    now: ctx.app.now().toISOString(),
    pieces: sum(lines.map(({ purchasable, quantity }) => (purchasable === null ? 0 : quantity))),
    ...holdLimits(ctx),
  }
  await writeWithCommit(ctx, () => lockNames(ctx, [`hold session ${sessionId}`, `hold network ${network}`]))
  await writeWithCommit(
    ctx,
    () => selectRoomOrAbort(ctx.db, values),
    async () => {
      const [result] = await selectRoom(ctx.db, values)
      if (!result?.fits) fail('checkout.holds_full', { max: values.mostBySession })
    },
  )
}
