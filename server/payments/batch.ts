import type { Context } from '#server/platform/context.ts'

/** Runs the work for all items in parallel and logs each failure. */
export async function runAll<T>(ctx: Context, items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const results = await Promise.allSettled(items.map(work))
  for (const result of results) {
    if (result.status === 'rejected') ctx.app.log.error('a payment could not be checked', { error: result.reason })
  }
}
