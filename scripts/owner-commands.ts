import type { Locale } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'
import { leadTimeText } from '#contract/lead-time.ts'
import { staffText } from '#contract/messages/staff.ts'
import { messages } from '#contract/messages.ts'
import { formatMoney } from '#contract/money.ts'
import type { CouponState, ShippingRateState, TaxRow, ZoneState } from '#contract/office/owner.ts'
import { taxClasses } from '#contract/shapes.ts'
import type { Command, Typed } from './shop-command.ts'
import type { InputOf, StaffClient } from './staff-client.ts'

type Deeds<Answer> = Record<string, (shop: StaffClient, typed: Typed) => Promise<Answer>>

const couponDeeds: Deeds<{ coupons: CouponState[] }> = {
  list: (shop) => shop.coupons({}),
  write: (shop, typed) => shop.writeCoupon({ ...typed.json<InputOf<'writeCoupon'>>(2), coupon: typed.needed(1) }),
  stop: (shop, typed) => shop.stopCoupon({ coupon: typed.needed(1) }),
}
const zoneDeeds: Deeds<{ zones: ZoneState[] }> = {
  list: (shop) => shop.zones({}),
  write: (shop, typed) => shop.writeZone({ ...typed.json<InputOf<'writeZone'>>(2), zone: typed.needed(1) }),
  stop: (shop, typed) => shop.stopZone({ zone: typed.needed(1) }),
}
const rateDeeds: Deeds<{ rates: ShippingRateState[] }> = {
  list: (shop) => shop.shippingRates({}),
  write: (shop, typed) =>
    shop.writeShippingRate({ ...typed.json<InputOf<'writeShippingRate'>>(2), rate: typed.needed(1) }),
  stop: (shop, typed) => shop.stopShippingRate({ rate: typed.needed(1) }),
}
const taxDeeds: Deeds<{ taxes: TaxRow[] }> = {
  list: (shop) => shop.taxes({}),
  write: (shop, typed) => shop.writeTax(typed.json<TaxRow>(1)),
}

/** Creates a start link, with which an owner signs in for the first time or after losing a phone. */
export const ownerLinkCommand: Command = {
  name: 'owner',
  args: [],
  options: [],
  run: async (shop, _, locale) => {
    const answer = await shop.ownerLink()
    return { answer, lines: [staffText(locale, 'owner_link'), answer.address] }
  },
}

/** The owner's commands: prices, coupons, taxes, delivery areas, store credit. */
export const ownerCommands: Command[] = [
  {
    name: 'price',
    args: ['SKU', 'AMOUNT'],
    options: [],
    run: async (shop, typed, locale) => {
      const { baseCurrency } = await shop.exchangeRates({})
      const answer = await shop.setPrice({ sku: typed.needed(0), price: typed.money(1, baseCurrency) ?? 0 })
      const amount = formatMoney({ amount: answer.price, currency: answer.currency }, locale)
      return { answer, lines: [staffText(locale, 'costs', { sku: answer.sku, amount })] }
    },
  },
  {
    name: 'product',
    args: ['DEED', 'PRODUCT'],
    options: [],
    run: async (shop, typed, locale) => {
      const isShown = typed.oneOf(0, ['show', 'hide']) === 'show'
      const answer = await shop.showProduct({ product: typed.needed(1), isShown })
      return {
        answer,
        lines: [staffText(locale, isShown ? 'product_shown' : 'product_hidden', { id: answer.product })],
      }
    },
  },
  {
    name: 'synonyms',
    args: ['[DEED]', '[CATEGORY or WORDS]', '[WORDS]'],
    options: [],
    run: async (shop, typed, locale) => {
      const deed = typed.oneOf(0, ['list', 'category', 'words', 'remove'])
      const split = (text: string) =>
        text
          .split(/[,，、]/)
          .map((word) => word.trim())
          .filter(Boolean)
      const change = () => {
        if (deed === 'words') return { words: split(typed.needed(1)) }
        if (deed === 'remove') return { remove: typed.needed(1) }
        const [id, words] = [typed.needed(1), typed.needed(2)]
        if (words === 'none') return { category: { id, words: [] } }
        // A text of only commas is a mistake. It becomes an empty word, so that the shop refuses the change. An empty
        // list would delete the category's words instead.
        return { category: { id, words: split(words).length > 0 ? split(words) : [''] } }
      }
      const answer = deed === 'list' ? await shop.synonyms({}) : await shop.writeSynonyms(change())
      const lines = [
        ...answer.categories.map(({ category, words }) => `${category}: ${words.join(', ')}`),
        ...answer.groups.map((words) => words.join(' = ')),
      ]
      return { answer, lines: lines.length > 0 ? lines : [staffText(locale, 'nothing_written')] }
    },
  },
  {
    name: 'quantities',
    args: ['PRODUCT'],
    options: ['min', 'step', 'max'],
    run: async (shop, typed, locale) => {
      const answer = await shop.setQuantities({
        product: typed.needed(0),
        min: typed.number('min'),
        step: typed.number('step'),
        max: typed.text('max') === 'none' ? null : typed.number('max'),
      })
      const { product: id, min, step, max } = answer
      const words = { id, min, step, max: max ?? '' }
      return { answer, lines: [staffText(locale, max === null ? 'quantities_without' : 'quantities_are', words)] }
    },
  },
  {
    name: 'seller',
    args: [],
    options: ['name', 'gst', 'pst', 'qst', 'rst'],
    run: async (shop, typed, locale) => {
      const gst = typed.text('gst')
      const numbers = { GST: gst, HST: gst, PST: typed.text('pst'), QST: typed.text('qst'), RST: typed.text('rst') }
      const given = Object.entries(numbers).filter(([, number]) => number !== undefined)
      const name = typed.text('name')
      const answer =
        given.length > 0 || name !== undefined
          ? await shop.writeSeller({ ...(name !== undefined && { name }), registrations: Object.fromEntries(given) })
          : await shop.seller({})
      const rows = Object.entries(answer.registrations).map(([tax, number]) => `${tax}  ${number}`)
      return { answer, lines: [answer.name || staffText(locale, 'no_seller_name'), ...rows] }
    },
  },
  {
    name: 'terms',
    args: ['PRODUCT'],
    options: ['lead', 'contact', 'abroad'],
    run: async (shop, typed, locale) => {
      const yesNo = (is: boolean) => staffText(locale, is ? 'yes' : 'no')
      const answer = await shop.setTerms({
        product: typed.needed(0),
        leadMinutes: typed.leadMinutes('lead'),
        contactRequired: isYes(typed.choice('contact', ['yes', 'no'])),
        crossBorder: isYes(typed.choice('abroad', ['yes', 'no'])),
      })
      const words = {
        id: answer.product,
        lead: leadTimeText(messages[locale], locale, answer.leadMinutes),
        contact: yesNo(answer.contactRequired),
        abroad: yesNo(answer.crossBorder),
      }
      return { answer, lines: [staffText(locale, 'terms_are', words)] }
    },
  },
  {
    name: 'tax-class',
    args: ['SKU', 'CLASS'],
    options: [],
    run: async (shop, typed, locale) => {
      const name = typed.oneOf(1, [...taxClasses, 'product'])
      const taxClass = taxClasses.find((known) => known === name) ?? null
      const answer = await shop.setTaxClass({ sku: typed.needed(0), taxClass })
      return { answer, lines: [staffText(locale, 'taxed_as', { sku: answer.sku, taxClass: answer.taxClass })] }
    },
  },
  {
    name: 'coupon',
    args: ['[DEED]', '[CODE]', '[FILE]'],
    options: [],
    example: {
      name: { en: 'Lantern week, 10% off', zh: '花灯周九折' },
      reward: { kind: 'percent', percent: 10, cap: 2000 },
      conditions: { minimum: 3000, methods: ['PICKUP', 'DELIVERY'] },
      endsAt: '2027-03-01T05:00:00Z',
      maxUses: 200,
      maxUsesEach: 1,
      listed: true,
    },
    run: async (shop, typed, locale) => {
      const answer = await doneAs(couponDeeds, shop, typed)
      return { answer, lines: listed(answer.coupons, showCoupon, locale) }
    },
  },
  {
    name: 'rate',
    args: ['[CURRENCY]', '[RATE]'],
    options: [],
    run: async (shop, typed, locale) => {
      const [currency] = typed.args
      const answer = currency
        ? await shop.setExchangeRate({ currency, rate: typed.needed(1) })
        : await shop.exchangeRates({})
      const lines = answer.rates.map(
        ({ currencyCode, rate, at }) => `1 ${answer.baseCurrency} = ${rate} ${currencyCode}  ${at.slice(0, 10)}`,
      )
      return { answer, lines: lines.length > 0 ? lines : [staffText(locale, 'nothing_written')] }
    },
  },
  {
    name: 'tax',
    args: ['[DEED]', '[FILE]'],
    options: [],
    example: {
      province: 'NS',
      tax: 'HST',
      from: '2027-04-01',
      percent: { standard: 13, prepared: 13, alcohol: 13 },
    },
    run: async (shop, typed, locale) => {
      const answer = await doneAs(taxDeeds, shop, typed)
      return { answer, lines: listed(answer.taxes, showTax, locale) }
    },
  },
  {
    name: 'zone',
    args: ['[DEED]', '[ZONE]', '[FILE]'],
    options: [],
    example: {
      location: 'markham',
      name: { en: 'Near the store', zh: '门店附近' },
      area: { kind: 'postal', prefixes: ['L3P', 'L3R'] },
      fees: [
        { from: 0, fee: 599 },
        { from: 5000, fee: 0 },
      ],
      minimum: 2000,
      extraMinutes: 20,
    },
    run: async (shop, typed, locale) => {
      const answer = await doneAs(zoneDeeds, shop, typed)
      return { answer, lines: listed(answer.zones, showZone, locale) }
    },
  },
  {
    name: 'shipping',
    args: ['[DEED]', '[RATE]', '[FILE]'],
    options: [],
    example: {
      location: 'markham',
      name: { en: 'China', zh: '中国' },
      countries: ['CN'],
      weightFees: [
        { upToGrams: 1000, fee: 1800 },
        { upToGrams: 5000, fee: 4200 },
      ],
      freeFrom: 20000,
      minimum: 3000,
      days: { from: 7, to: 14 },
    },
    run: async (shop, typed, locale) => {
      const answer = await doneAs(rateDeeds, shop, typed)
      return { answer, lines: listed(answer.rates, showRate, locale) }
    },
  },
  {
    name: 'give-credit',
    args: ['EMAIL', 'AMOUNT'],
    options: ['note'],
    run: async (shop, typed, locale) => {
      const { baseCurrency } = await shop.exchangeRates({})
      const wish = { email: typed.needed(0), amount: typed.money(1, baseCurrency) ?? 0, note: typed.text('note') }
      const answer = await shop.giveCredit(wish)
      const amount = formatMoney({ amount: answer.available, currency: answer.currency }, locale)
      return { answer, lines: [staffText(locale, 'has_credit', { email: answer.email, amount })] }
    },
  },
]

const isYes = (typed: string | undefined) => (typed === undefined ? undefined : typed === 'yes')

function doneAs<Answer>(deeds: Deeds<Answer>, shop: StaffClient, typed: Typed): Promise<Answer> {
  const deed = deeds[typed.oneOf(0, Object.keys(deeds))]
  if (!deed) throw new Error('a deed has no row')
  return deed(shop, typed)
}

function listed<One>(all: One[], show: (one: One, locale: Locale) => string, locale: Locale): string[] {
  return all.length > 0 ? all.map((one) => show(one, locale)) : [staffText(locale, 'nothing_written')]
}

function showCoupon({ code, name, state, used, maxUses, endsAt }: CouponState, locale: Locale): string {
  const count = staffText(locale, 'coupon_used', { used, of: maxUses === null ? '∞' : maxUses })
  const end = endsAt && `→ ${endsAt.slice(0, 10)}`
  return [code, staffText(locale, `coupon_${state}`), count, end, pick(name, locale)].filter(Boolean).join('  ')
}

function showTax({ province, tax, from, percent }: TaxRow): string {
  const rates = Object.entries(percent).map(([taxClass, rate]) => `${taxClass} ${rate} %`)
  return [province, tax, from, ...rates].join('  ')
}

function showRate(
  { rate, location, isActive, name, countries, weightFees, days }: ShippingRateState,
  locale: Locale,
): string {
  const fees = weightFees.map(({ upToGrams, fee }) => `≤${upToGrams / 1000} kg ${(fee / 100).toFixed(2)}`)
  const state = isActive ? '' : staffText(locale, 'coupon_stopped')
  const span = `${days.from}–${days.to} d`
  return [rate, location, pick(name, locale), countries.join(' '), ...fees, span, state].filter(Boolean).join('  ')
}

function showZone({ zone, location, isActive, name, area, fees }: ZoneState, locale: Locale): string {
  const where = area.kind === 'postal' ? area.prefixes.join(' ') : area.kind === 'radius' ? `${area.km} km` : area.kind
  const fee = fees.map(({ fee }) => (fee / 100).toFixed(2)).join(' / ')
  const state = isActive ? '' : staffText(locale, 'coupon_stopped')
  return [zone, location, pick(name, locale), where, fee, state].filter(Boolean).join('  ')
}
