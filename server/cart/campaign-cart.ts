import type { Cart } from '#contract/cart.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'

/** The visitor's cart of a campaign; `not_found` where there is no such campaign. */
export async function view(_: Context, { id }: { id: string }): Promise<Cart> {
  return fail('not_found', { id })
}

/** Adds an item of the campaign. */
export const add = view

/** Changes quantities. */
export const change = view
