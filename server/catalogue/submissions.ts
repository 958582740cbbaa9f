import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { productChanges } from './tables.ts'

type StoredChange = typeof productChanges.$inferSelect

interface Submission {
  submission: string
  /** The input of the call without the id of the submission. */
  input: object
}

interface Write<Answer> {
  answer: Answer
  /** The values that are stored in the row of the change. */
  stored: Pick<StoredChange, 'change' | 'values' | 'products'>
}

/**
 * Runs `write` and stores its change in a row whose id is the submission. A repeated submission changes nothing and
 * gets the answer that `answerAgain` reads from this row. Fails with `request.key_reused` if the row belongs to another
 * input, or if staff have undone its change.
 */
export function writeOnce<Answer>(
  ctx: Context,
  { submission, input }: Submission,
  write: (ctx: Context) => Promise<Write<Answer>>,
  answerAgain: (ctx: Context, row: StoredChange) => Answer | Promise<Answer>,
): Promise<Answer> {
  const inputHash = createHash('sha256').update(JSON.stringify(input)).digest('base64url')
  return transact(ctx, async (ctx) => {
    await lockNames(ctx, [`submission ${submission}`])
    const [row] = await ctx.db.select().from(productChanges).where(eq(productChanges.id, submission))
    if (row)
      return row.change.inputHash === inputHash && !row.undoneAt ? answerAgain(ctx, row) : fail('request.key_reused')
    const { answer, stored } = await write(ctx)
    const change = { ...stored.change, inputHash }
    await ctx.db.insert(productChanges).values({ ...stored, id: submission, at: ctx.app.now(), change })
    return answer
  })
}
