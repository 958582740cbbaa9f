import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { contentStaffCalls } from '#contract/office/content.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { putPage, putSection } from './content.ts'
import { putForm } from './forms.ts'
import { forms } from './tables.ts'

/** This module has the staff calls about pages, sections, forms, texts and the settings of the shop. */

export { linkTargets } from './menu-links.ts'
export { addShopPicture, shopSettings, writeShop } from './shop-settings.ts'
export { wording, writeWording } from './shop-texts.ts'

type Input<Name extends keyof typeof contentStaffCalls> = z.output<(typeof contentStaffCalls)[Name]['input']>
type Stored = Promise<{ stored: string }>

/** Adds a page or replaces the one with this name. */
export async function writePage(ctx: Context, { page, ...input }: Input<'writePage'>): Stored {
  await putPage(ctx, { ...input, name: page })
  return { stored: page }
}

/** Adds a section's block or replaces the one with this id. */
export async function writeSection(ctx: Context, { section, ...input }: Input<'writeSection'>): Stored {
  await putSection(ctx, { ...input, id: section })
  return { stored: section }
}

/**
 * Adds a form or replaces the one with this name. Only staff who may read submissions can change the recipient. If
 * other staff send no `mailTo`, the form keeps its recipient. If they send another recipient, the call fails with
 * `staff.no_right`.
 */
export function writeForm(ctx: Context, { form, mailTo, ...input }: Input<'writeForm'>): Stored {
  return transact(ctx, async (ctx) => {
    const mayRedirect = canAccessStore(ctx, 'messages.answer', null)
    const [stored] = await ctx.db.select({ mailTo: forms.mailTo }).from(forms).where(eq(forms.name, form)).for('update')
    const recipient = stored?.mailTo ?? null
    if (!mayRedirect && mailTo !== null && mailTo !== recipient) fail('staff.no_right')
    await putForm(ctx, { ...input, mailTo: mayRedirect ? mailTo : recipient, name: form })
    return { stored: form }
  })
}
