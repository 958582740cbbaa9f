import type { ShopDetail } from '#contract/office/shop.ts'
import { api } from './api.ts'
import { attempt, textOf } from './attempt.ts'

type Change = Omit<Parameters<typeof api.staff.writeShop>[0], 'version'>

/**
 * Writes a part of the shop's settings. All parts share one version. The form sends this version in the field `version`
 * and the JSON of the loaded part in the field `part`. If only other parts have changed since the page was loaded, this
 * function sends the change again with the current version.
 */
export async function writeShopPart(form: FormData, part: (settings: ShopDetail) => unknown, change: Change) {
  const write = (version: number) => attempt(api.staff.writeShop({ version, ...change }))
  const result = await write(Number(textOf(form, 'version')))
  if (!result.errors?.some(({ code }) => code === 'staff.stale')) return result
  const current = await api.staff.shopSettings()
  return JSON.stringify(part(current)) === textOf(form, 'part') ? write(current.version) : result
}
