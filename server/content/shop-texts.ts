import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Text } from '#contract/languages.ts'
import { isWritten, locales, noText, perLocale, rowText, toLang } from '#contract/languages.ts'
import { accountMessages } from '#contract/messages/account.ts'
import { addressMessages } from '#contract/messages/addresses.ts'
import { blogMessages } from '#contract/messages/blog.ts'
import { campaignMessages } from '#contract/messages/campaigns.ts'
import { checkoutMessages } from '#contract/messages/checkout.ts'
import { consentBanner, consentMessages } from '#contract/messages/consent.ts'
import { contactMessages } from '#contract/messages/contacts.ts'
import { contentMessages } from '#contract/messages/content.ts'
import { creditMessages } from '#contract/messages/credit.ts'
import { diningMessages } from '#contract/messages/dining.ts'
import { methodMessages, orderMethodMessages } from '#contract/messages/fulfilment-methods.ts'
import { identityMessages } from '#contract/messages/identity.ts'
import { influencerMessages } from '#contract/messages/influencers.ts'
import { liveMessages } from '#contract/messages/live.ts'
import { membershipMessages } from '#contract/messages/membership.ts'
import { moneyMessages } from '#contract/messages/money.ts'
import { orderMessages } from '#contract/messages/orders.ts'
import { referralMessages } from '#contract/messages/referral.ts'
import { shellMessages } from '#contract/messages/shell.ts'
import { storeMessages } from '#contract/messages/store.ts'
import { userMessages } from '#contract/messages/user.ts'
import type { MessageKey } from '#contract/messages.ts'
import { texts } from '#contract/messages.ts'
import type { contentStaffCalls, WordingArea, WordingText } from '#contract/office/content.ts'
import { wordingAreas } from '#contract/office/content.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { fail, failAll } from '#server/platform/fail.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import type { ShopSettings } from '#server/settings/tables.ts'
import { shop } from '#server/settings/tables.ts'
import { lockShop } from './shop-settings.ts'

/** This module has the shop's own wording of storefront texts. `appInfo` returns this wording as `labels`. */

/**
 * For each part of the shop, the texts of its pages, in display order. Texts that occur only in emails and errors are
 * not listed.
 */
const areas: Record<WordingArea, object[]> = {
  frame: [shellMessages],
  store: [storeMessages, liveMessages],
  checkout: [checkoutMessages, methodMessages, moneyMessages, diningMessages],
  orders: [orderMessages, orderMethodMessages],
  account: [accountMessages, userMessages, addressMessages, identityMessages, contactMessages],
  benefits: [membershipMessages, creditMessages, referralMessages, influencerMessages],
  campaigns: [campaignMessages],
  pages: [contentMessages, blogMessages],
  privacy: [consentBanner, consentMessages],
}

/**
 * Texts that the owner cannot change: texts of API responses and emails, even where a page repeats them, and texts that
 * the law requires on a receipt.
 */
const fixedPatterns = [
  /^(payments|receipt|staff|coupons)\./,
  /^money\.(tax_|bottle_deposit$|delivery$|shipping$|tip$)/,
  /^address\.(province|city|district|street)_required$|^address\.post_code_/,
  /^checkout\.(window_|lead_|address_other_store|address_pickup)/,
  /^cart\.(sold_out|modifier_sold_out|modifier_not_offered|up_to|choice)$/,
  /^membership\.(benefit|adjustment|mail)_/,
  /^referral\.(for_|credit_|coupon_referrer|coupon_amount|coupon_percent|at_most|from_minimum)/,
  /^orders\.this_|^forms\.yes$|^shell\.leaving$/,
]

interface Entry {
  key: MessageKey
  area: WordingArea
}

/** The texts that the owner can change. */
export const changeableTexts: Entry[] = wordingAreas.flatMap((area) =>
  areas[area]
    // The cast is safe, because all keys of these objects are keys of `texts`.
    .flatMap((rows) => Object.keys(rows) as MessageKey[])
    .filter((key) => !fixedPatterns.some((pattern) => pattern.test(key)))
    .map((key) => ({ key, area })),
)

const pageSize = 50

type WordingQuery = z.output<typeof contentStaffCalls.wording.input>

/**
 * The storefront texts that match the search, 50 per page. `open` is the text whose key is `text`, even if the search
 * or the page does not contain it.
 */
export async function wording(ctx: Context, { words, area, isChanged, page, text }: WordingQuery) {
  const [row] = await ctx.db.select({ settings: shop.settings }).from(shop)
  const labels = row?.settings.labels ?? {}
  const hasOwn = ({ key }: Entry) => isWritten(ownWording(labels, key))
  const filtered = changeableTexts.filter((entry) => (!area || entry.area === area) && (!isChanged || hasOwn(entry)))
  const found = words === '' ? filtered : search(filtered, labels, words)
  const open = changeableTexts.find(({ key }) => key === text)
  return {
    texts: found.slice((page - 1) * pageSize, page * pageSize).map((entry) => describe(entry, labels)),
    found: found.length,
    pages: Math.max(1, Math.ceil(found.length / pageSize)),
    open: open ? describe(open, labels) : null,
    areas: wordingAreas.map((area) => ({
      area,
      texts: changeableTexts.filter((entry) => entry.area === area).length,
    })),
    changed: changeableTexts.filter(hasOwn).length,
  }
}

type WordingInput = z.output<typeof contentStaffCalls.writeWording.input>

/**
 * Writes the shop's own wording of a text; an empty text restores the built-in wording. Fails with `shop.text_unknown`
 * for an unknown placeholder, and with `shop.text_missing` for a missing placeholder. Fails with `staff.stale` if the
 * wording has changed since `version`, and with `not_found` if the owner cannot change the text.
 */
export function writeWording(ctx: Context, { text, version, own }: WordingInput): Promise<WordingText> {
  const entry = changeableTexts.find(({ key }) => key === text) ?? fail('not_found')
  const { key } = entry
  return transact(ctx, async (ctx) => {
    const { settings } = await lockShop(ctx)
    const before = describe(entry, settings.labels)
    const { builtIn, languages: usedLanguages } = before
    // Records the subject before the checks below, because a failed check uses it to look up who changed the text.
    ctx.staff?.note({ subject: isWritten(builtIn) ? locales.map((locale) => builtIn[locale]).join(' / ') : key })
    if (before.version !== version) fail('staff.stale')
    refuseWrongPlaceholders(before, own)
    const newWording = perLocale((locale) =>
      usedLanguages.includes(locale) && own[locale] !== builtIn[locale] ? own[locale] : '',
    )
    const { [key]: _, ...others } = settings.labels
    const labels = isWritten(newWording) ? { ...others, [key]: newWording } : others
    await ctx.db.update(shop).set({ settings: { ...settings, labels }, updatedAt: ctx.app.now() })
    await publishCatalogueChange(ctx)
    const after = describe(entry, labels)
    ctx.staff?.note({ before: { own: before.own }, after: { own: after.own } })
    return after
  })
}

type Labels = ShopSettings['labels']

const ownWording = (labels: Labels, key: string): Text => ({ ...noText, ...labels[key] })

function describe({ key, area }: Entry, labels: Labels): WordingText {
  const builtIn = rowText(texts[key])
  const own = ownWording(labels, key)
  const number = numberOf(key)
  const placeholderNames = placeholdersOf(locales.map((locale) => builtIn[locale]).join(' '))
  return {
    text: key,
    // The version depends only on this text's own wording, so two staff members can change different texts at once.
    version: createHash('sha256')
      .update(JSON.stringify([key, own]))
      .digest('base64url')
      .slice(0, 20),
    area,
    number,
    languages: number === 'one' ? locales.filter(hasSingular) : [...locales],
    builtIn,
    own,
    placeholders: [...new Set([...placeholderNames, ...(number ? ['{count}'] : [])])],
  }
}

/** `one` for a singular text and `other` for a plural text; null for a text without these two forms. */
function numberOf(key: MessageKey): WordingText['number'] {
  const number = /\.(one|other)$/.exec(key)?.[1]
  return number && key.replace(/\w+$/, 'one') in texts ? (number as WordingText['number']) : null
}

const hasSingular = (locale: keyof Text) =>
  new Intl.PluralRules(toLang(locale)).resolvedOptions().pluralCategories.includes('one')

/**
 * Finds all names in braces, including unknown ones. Shoppers would see an unknown name with its braces, so the caller
 * refuses it.
 */
const placeholdersOf = (text: string): string[] => text.match(/\{[^{}]*\}/g) ?? []

/** Fails if placeholders are unknown or missing. A singular text may omit the count. */
function refuseWrongPlaceholders({ builtIn, number, placeholders }: WordingText, own: Text): void {
  const failures = locales.flatMap((locale): FailureItem[] => {
    if (own[locale] === '') return []
    const usedPlaceholders = placeholdersOf(own[locale])
    const unknown = usedPlaceholders.filter((name) => !placeholders.includes(name))
    const missing = placeholdersOf(builtIn[locale]).filter(
      (name) => !usedPlaceholders.includes(name) && !(number === 'one' && name === '{count}'),
    )
    const item = (code: FailureItem['code'], names: string[]): FailureItem[] =>
      names.length > 0 ? [{ code, field: `own.${locale}`, details: { names: [...new Set(names)].join(' ') } }] : []
    return [...item('shop.text_unknown', unknown), ...item('shop.text_missing', missing)]
  })
  if (failures.length > 0) failAll(failures)
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/**
 * Finds texts, best match first: texts that equal the search, then texts that equal it once their placeholders are
 * filled in, then texts that contain all words of the search.
 */
function search(entries: Entry[], labels: Labels, query: string): Entry[] {
  const folded = fold(query)
  const parts = folded.split(/\s+/)
  const ranked = entries.flatMap((entry) => {
    const own = ownWording(labels, entry.key)
    const candidates = locales.flatMap((locale) => [rowText(texts[entry.key])[locale], own[locale]]).map(fold)
    const joinedText = candidates.join('\n')
    if (candidates.includes(folded)) return [{ entry, rank: 0 }]
    if (candidates.some((candidate) => isFilledIn(candidate, folded))) return [{ entry, rank: 1 }]
    return parts.every((part) => joinedText.includes(part)) ? [{ entry, rank: 2 }] : []
  })
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ entry }) => entry)
}

/** Whether filling in the placeholders of `text` can give `query`: "{count} items" can give "3 items". */
function isFilledIn(text: string, query: string): boolean {
  const parts = text.split(/\{\w+\}/)
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  // False for texts without placeholders. Also false for texts with hardly any letters besides the placeholders, which
  // would match anything.
  if (parts.length === 1 || (text.replace(/\{\w+\}/g, '').match(/\p{L}/gu) ?? []).length < 2) return false
  if (!query.startsWith(first) || !query.endsWith(last)) return false
  let position = first.length
  for (const part of parts.slice(1, -1)) {
    const found = query.indexOf(part, position + 1)
    if (found < 0) return false
    position = found + part.length
  }
  return position < query.length - last.length
}
