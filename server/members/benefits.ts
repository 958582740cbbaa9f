import type { Context } from '#server/platform/context.ts'

/** Whether this visitor pays what members pay: a membership gives it, an account alone does not. */
export function hasMemberPrices(_ctx: Context): Promise<boolean> {
  return Promise.resolve(false)
}
