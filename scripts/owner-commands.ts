import type { Locale } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'
import { leadTimeText } from '#contract/lead-time.ts'
import { staffText } from '#contract/messages/staff.ts'
import { messages } from '#contract/messages.ts'
import { formatMoney } from '#contract/money.ts'
import type { CouponState, ShippingRateState, TaxRow, ZoneState } from '#contract/office/owner.ts'
import { taxClasses } from '#contract/shapes.ts'
import type { Command, CommandInput } from './shop-command.ts'
import type { InputOf, StaffClient } from './staff-client.ts'

type Actions<Result> = Record<string, (shop: StaffClient, input: CommandInput) => Promise<Result>>

const couponActions: Actions<{ coupons: CouponState[] }> = {
  list: (shop) => shop.coupons({}),
  write: (shop, input) => shop.writeCoupon({ ...input.json<InputOf<'writeCoupon'>>(2), coupon: input.required(1) }),
  stop: (shop, input) => shop.stopCoupon({ coupon: input.required(1) }),
}
const zoneActions: Actions<{ zones: ZoneState[] }> = {
  list: (shop) => shop.zones({}),
  write: (shop, input) => shop.writeZone({ ...input.json<InputOf<'writeZone'>>(2), zone: input.required(1) }),
  stop: (shop, input) => shop.stopZone({ zone: input.required(1) }),
  start: (shop, input) => shop.startZone({ zone: input.required(1) }),
}
const rateActions: Actions<{ rates: ShippingRateState[] }> = {
  list: (shop) => shop.shippingRates({}),
  write: (shop, input) =>
    shop.writeShippingRate({ ...input.json<InputOf<'writeShippingRate'>>(2), rate: input.required(1) }),
  stop: (shop, input) => shop.stopShippingRate({ rate: input.required(1) }),
}
const taxActions: Actions<{ taxes: TaxRow[] }> = {
  list: (shop) => shop.taxes({}),
  write: (shop, input) => shop.writeTax(input.json<TaxRow>(1)),
}

/** Creates a start link. The owner uses it to sign in for the first time, or after losing a phone. */
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
    run: async (shop, input, locale) => {
      const { baseCurrency } = await shop.exchangeRates({})
      const answer = await shop.setPrice({ sku: input.required(0), price: input.money(1, baseCurrency) ?? 0 })
      const amount = formatMoney({ amount: answer.price, currency: answer.currency }, locale)
      return { answer, lines: [staffText(locale, 'costs', { sku: answer.sku, amount })] }
    },
  },
  {
    name: 'product',
    args: ['DEED', 'PRODUCT'],
    options: [],
    run: async (shop, input, locale) => {
      const isShown = input.oneOf(0, ['show', 'hide']) === 'show'
      const answer = await shop.showProduct({ product: input.required(1), isShown })
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
    run: async (shop, input, locale) => {
      const action = input.oneOf(0, ['list', 'category', 'words', 'remove'])
      const split = (text: string) =>
        text
          .split(/[,，、]/)
          .map((word) => word.trim())
          .filter(Boolean)
      const change = () => {
        if (action === 'words') return { words: split(input.required(1)) }
        if (action === 'remove') return { remove: input.required(1) }
        const [id, words] = [input.required(1), input.required(2)]
        if (words === 'none') return { category: { id, words: [] } }
        // A text of only commas is a mistake. It becomes an empty word, so that the shop refuses the change. An empty
        // list would delete the category's words instead.
        return { category: { id, words: split(words).length > 0 ? split(words) : [''] } }
      }
      const answer = action === 'list' ? await shop.synonyms({}) : await shop.writeSynonyms(change())
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
    run: async (shop, input, locale) => {
      const answer = await shop.setQuantities({
        product: input.required(0),
        min: input.number('min'),
        step: input.number('step'),
        max: input.text('max') === 'none' ? null : input.number('max'),
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
    run: async (shop, input, locale) => {
      const gst = input.text('gst')
      const numbers = { GST: gst, HST: gst, PST: input.text('pst'), QST: input.text('qst'), RST: input.text('rst') }
      const changedNumbers = Object.entries(numbers).filter(([, number]) => number !== undefined)
      const name = input.text('name')
      const answer =
        changedNumbers.length > 0 || name !== undefined
          ? await shop.writeSeller({
              ...(name !== undefined && { name }),
              registrations: Object.fromEntries(changedNumbers),
            })
          : await shop.seller({})
      const rows = Object.entries(answer.registrations).map(([tax, number]) => `${tax}  ${number}`)
      return { answer, lines: [answer.name || staffText(locale, 'no_seller_name'), ...rows] }
    },
  },
  {
    name: 'terms',
    args: ['PRODUCT'],
    options: ['lead', 'contact', 'abroad'],
    run: async (shop, input, locale) => {
      const yesNoText = (is: boolean) => staffText(locale, is ? 'yes' : 'no')
      const answer = await shop.setTerms({
        product: input.required(0),
        leadMinutes: input.leadMinutes('lead'),
        contactRequired: toBoolean(input.choice('contact', ['yes', 'no'])),
        crossBorder: toBoolean(input.choice('abroad', ['yes', 'no'])),
      })
      const words = {
        id: answer.product,
        lead: leadTimeText(messages[locale], locale, answer.leadMinutes),
        contact: yesNoText(answer.contactRequired),
        abroad: yesNoText(answer.crossBorder),
      }
      return { answer, lines: [staffText(locale, 'terms_are', words)] }
    },
  },
  {
    name: 'tax-class',
    args: ['SKU', 'CLASS'],
    options: [],
    run: async (shop, input, locale) => {
      const name = input.oneOf(1, [...taxClasses, 'product'])
      const taxClass = taxClasses.find((known) => known === name) ?? null
      const answer = await shop.setTaxClass({ sku: input.required(0), taxClass })
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
    run: async (shop, input, locale) => {
      const answer = await runAction(couponActions, shop, input)
      return { answer, lines: toLines(answer.coupons, showCoupon, locale) }
    },
  },
  {
    name: 'rate',
    args: ['[CURRENCY]', '[RATE]'],
    options: [],
    run: async (shop, input, locale) => {
      const [currency] = input.args
      const answer = currency
        ? await shop.setExchangeRate({ currency, rate: input.required(1) })
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
    run: async (shop, input, locale) => {
      const answer = await runAction(taxActions, shop, input)
      return { answer, lines: toLines(answer.taxes, showTax, locale) }
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
    run: async (shop, input, locale) => {
      const answer = await runAction(zoneActions, shop, input)
      return { answer, lines: toLines(answer.zones, showZone, locale) }
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
    run: async (shop, input, locale) => {
      const answer = await runAction(rateActions, shop, input)
      return { answer, lines: toLines(answer.rates, showRate, locale) }
    },
  },
  {
    name: 'give-credit',
    args: ['EMAIL', 'AMOUNT'],
    options: ['note'],
    run: async (shop, input, locale) => {
      const { baseCurrency } = await shop.exchangeRates({})
      const creditGrant = {
        email: input.required(0),
        amount: input.money(1, baseCurrency) ?? 0,
        note: input.text('note'),
      }
      const answer = await shop.giveCredit(creditGrant)
      const amount = formatMoney({ amount: answer.available, currency: answer.currency }, locale)
      return { answer, lines: [staffText(locale, 'has_credit', { email: answer.email, amount })] }
    },
  },
]

const toBoolean = (text: string | undefined) => (text === undefined ? undefined : text === 'yes')

function runAction<Result>(actions: Actions<Result>, shop: StaffClient, input: CommandInput): Promise<Result> {
  const action = actions[input.oneOf(0, Object.keys(actions))]
  if (!action) throw new Error('a deed has no row')
  return action(shop, input)
}

function toLines<Item>(items: Item[], show: (one: Item, locale: Locale) => string, locale: Locale): string[] {
  return items.length > 0 ? items.map((one) => show(one, locale)) : [staffText(locale, 'nothing_written')]
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
