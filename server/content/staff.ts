import type { z } from 'zod'
import type { contentStaffCalls } from '#contract/office/content.ts'
import type { Context } from '#server/platform/context.ts'
import { putPage, putSection } from './content.ts'
import { putForm } from './forms.ts'

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

/** Adds a form or replaces the one with this name. */
export async function writeForm(ctx: Context, { form, ...input }: Input<'writeForm'>): Stored {
  await putForm(ctx, { ...input, name: form })
  return { stored: form }
}
