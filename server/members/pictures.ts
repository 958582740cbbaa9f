import { randomBytes } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import type { User } from '#contract/shell.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { countUpload } from '#server/platform/http/throttle.ts'
import { squarePicture } from '#server/platform/pictures/images.ts'
import { changeRow, currentRow, memberIdOf, toMember, toUser } from './rows.ts'
import { memberPictures } from './tables.ts'

const side = 512
const type = 'image/webp'

/** Replaces the member's picture and deletes the previous one. Fails as `squarePicture` does. */
export async function uploadPicture(ctx: Context, { file }: { file: File }): Promise<{ user: User }> {
  const memberId = memberIdOf(ctx)
  countUpload(ctx.app, memberId)
  const bytes = await squarePicture(Buffer.from(await file.arrayBuffer()), side)
  const id = randomBytes(16).toString('base64url')
  await transact(ctx, async (ctx) => {
    await ctx.db.insert(memberPictures).values({ id, memberId, type, bytes, createdAt: ctx.app.now() })
    await changeRow(ctx, memberId, { pictureId: id })
    await ctx.db.delete(memberPictures).where(and(eq(memberPictures.memberId, memberId), ne(memberPictures.id, id)))
  })
  return { user: toUser(toMember(await currentRow(ctx))) }
}

/** A picture of the member. Fails with `not_found` if it belongs to another member. */
export async function picture(ctx: Context, { id }: { id: string }): Promise<File> {
  const [found] = await ctx.db
    .select()
    .from(memberPictures)
    .where(and(eq(memberPictures.id, id), eq(memberPictures.memberId, memberIdOf(ctx))))
  if (!found) fail('not_found')
  return new File([new Uint8Array(found.bytes)], 'picture.webp', { type: found.type })
}
