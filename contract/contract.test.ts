import { expect, test } from 'vitest'
import { z } from 'zod'
import { listCalls, listSpecificationCalls } from './calls.ts'
import { createClient, toRequest } from './client.ts'
import { errors } from './errors.ts'
import { languages, locales } from './languages.ts'
import { officeMessages } from './messages/office.ts'
import { bulkMessages } from './messages/office-bulk.ts'
import { helpMessages } from './messages/office-help.ts'
import { logMessages } from './messages/office-log.ts'
import { logFieldMessages } from './messages/office-log-fields.ts'
import { accountPageMessages } from './messages/office-me.ts'
import { noticeMessages } from './messages/office-notices.ts'
import { paletteMessages, paletteWords } from './messages/office-palette.ts'
import { productFormMessages } from './messages/office-product.ts'
import { productPageMessages } from './messages/office-products.ts'
import { shopPageMessages } from './messages/office-shop.ts'
import { staffPageMessages } from './messages/office-staff.ts'
import { texts } from './messages.ts'
import { formatMoney, parseDecimal, toDecimal } from './money.ts'
import { listStaffCalls } from './office/calls.ts'
import { paymentMethods } from './payment-methods.ts'
import type { Place } from './rights.ts'

test('the table has the 127 calls of the specification, each at its own address', () => {
  const calls = listSpecificationCalls()
  expect(calls).toHaveLength(127)
  const addresses = [
    ...calls.map((call) => `${call.method} ${call.path}`),
    ...calls.flatMap(({ method, alias }) => (alias ? [`${method} ${alias}`] : [])),
  ]
  expect(new Set(addresses.map((address) => address.replace(/:\w+/g, ':'))).size).toBe(addresses.length)
})

test('only public GET calls that change no state are cached', () => {
  const calls = [...listCalls(), ...listStaffCalls()]
  // The cache responds before the server checks access, so a cached call must be open to anyone.
  expect(calls.filter(({ isCached, access }) => isCached && access !== 'anyone')).toEqual([])
  expect(calls.filter(({ changesState, access }) => changesState && access === 'staff')).toEqual([])
  expect(calls.filter(({ changesState, method }) => changesState && method !== 'GET')).toEqual([])
  expect(calls.filter(({ isCached, method, changesState }) => isCached && (method !== 'GET' || changesState))).toEqual(
    [],
  )
})

/** Input names of a call, over all variants of its schema. */
function fieldsOf(input: z.ZodType): Set<string> {
  const { properties = {}, anyOf = [], allOf = [] } = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' })
  const forms = [...anyOf, ...allOf] as { properties?: object }[]
  return new Set([properties, ...forms.map((form) => form.properties ?? {})].flatMap((fields) => Object.keys(fields)))
}

test('each path parameter and each query parameter is a field of the input', () => {
  const odd = [...listCalls(), ...listStaffCalls()].flatMap(({ name, path, query, input }) => {
    const fields = fieldsOf(input)
    const named = [...[...path.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter), ...query]
    return named.filter((field) => !fields.has(field)).map((field) => `${name}: ${field}`)
  })
  expect(odd).toEqual([])
})

test('a staff call that finds its store by an order, campaign, payment or location has that input field', () => {
  const fieldOf: Partial<Record<Place, string>> = {
    order: 'order',
    campaign: 'campaign',
    payment: 'reference',
    location: 'location',
  }
  const odd = listStaffCalls().filter(({ place, input }) => {
    const fields = fieldsOf(input)
    const field = place && fieldOf[place]
    return field !== undefined && !fields.has(field)
  })
  expect(odd.map(({ name }) => name)).toEqual([])
})

test('only calls that need a sign-in take a long body', () => {
  const long = [...listCalls(), ...listStaffCalls()].filter(({ takesLongBody }) => takesLongBody)
  expect(long.map(({ right }) => right)).not.toContain('anyone')
  expect(long.filter(({ access }) => access !== 'staff')).toEqual([])
  expect(long.length).toBeGreaterThan(0)
})

test('a description names only calls and error codes that exist, and each code is among the refusals', () => {
  const calls = [...listCalls(), ...listStaffCalls()]
  const names = new Set(calls.map(({ name }) => name))
  const areas = new Set([...names].map((name) => name.split('.')[0] ?? ''))
  for (const { name, description, refusals = [] } of calls) {
    for (const [, code = ''] of description.matchAll(/`(\w+\.\w+)`/g)) {
      if (code in errors) expect([name, refusals]).toEqual([name, expect.arrayContaining([code])])
      else if (areas.has(code.split('.')[0] ?? '')) expect([name, names.has(code) && code]).toEqual([name, code])
    }
  }
})

test('every error code has a status and a text in both languages', () => {
  for (const [code, status] of Object.entries(errors)) {
    expect(status, code).toBeGreaterThanOrEqual(400)
    expect(texts, code).toHaveProperty([code])
  }
})

test('each text exists in both languages with the same placeholders', () => {
  const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()
  for (const [key, [en, zh]] of Object.entries(texts)) {
    expect(en.trim(), key).not.toBe('')
    expect(zh.trim(), key).not.toBe('')
    if (!key.endsWith('.one')) expect(places(zh), key).toEqual(places(en))
  }
})

test('Chinese texts have Chinese characters and English texts have none, except listed texts', () => {
  const han = /\p{Script=Han}/u
  const odd = Object.entries(texts)
    .filter(
      ([key, [en, zh]]) => !signsAlone.has(key) && (en === zh || !han.test(zh) || han.test(en.replace('月饼', ''))),
    )
    .map(([key]) => key)
  expect(odd).toEqual([])
})
/** Texts that the test above omits: punctuation, company names and bilingual texts. */
const signsAlone = new Set([
  'mail.comma',
  'mail.store_audit_finding',
  'mail.moment',
  'mail.span',
  'store.window',
  'store.share_facebook',
  'store.share_x',
  'store.poster_scan',
  'checkout.times',
  'cart.choice',
  'payment.apple_pay',
  'payment.google_pay',
  'transfer.deadline',
  'field.error_at',
  'mail.fact',
  'tip.percent',
  'membership.mail_coupon_title',
  'payments.paypal',
  'payment.pay_with',
  'payment.through_snappay',
  'payment.through_ott',
  'payment.through_citcon',
  'payment.through_iotpay',
  'payment.through_etransfer',
  'payment.through_stripe',
  'payment.through_opay',
  'campaign.at',
  'campaign.window',
  'campaign.joined_item',
  'campaign.caption_en',
  'campaign.caption_zh',
  'campaign.caption_from_en',
  'campaign.caption_from_zh',
  'influencers.social_instagram',
  'influencers.social_tiktok',
  'influencers.social_youtube',
])

test('each call sends the cookies', async () => {
  const sent = new Map<string, RequestInit['credentials']>()
  const transport = async (url: string, init: RequestInit) => {
    sent.set(`${init.method} ${url}`, init.credentials)
    return new Response('{}')
  }
  await makeEveryCall(createClient(transport, () => undefined))
  expect(sent.size).toBeGreaterThan(120)
  expect(new Set(sent.values())).toEqual(new Set(['include']))
})

test('each call sends the value of the cookie XSRF-TOKEN in the header X-XSRF-TOKEN', async () => {
  const sent: (string | null)[] = []
  const transport = async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get('X-XSRF-TOKEN'))
    return new Response('{}')
  }
  // Sets the cookies that a script in a page would read, because the test runs without a browser.
  Object.assign(globalThis, { document: { cookie: 'location=markham; XSRF-TOKEN=a%2Fb.c%3D; XSRF-TOKEN-2=other' } })
  try {
    await makeEveryCall(createClient(transport))
  } finally {
    Reflect.deleteProperty(globalThis, 'document')
  }
  expect(sent.length).toBeGreaterThan(120)
  expect(new Set(sent)).toEqual(new Set(['a/b.c=']))
})

async function makeEveryCall(client: object) {
  const areas = Object.values(client) as Record<string, () => Promise<unknown>>[]
  for (const area of areas) for (const call of Object.values(area)) await call()
}

test('a request puts its input into the path and the query, and the rest into the body', () => {
  const requestOf = (name: string, input: Record<string, unknown>) => {
    const call = listSpecificationCalls().find((call) => call.name === name)
    if (!call) throw new Error('no such call')
    return toRequest(call, input)
  }
  expect(requestOf('checkout.setContact', { name: 'Mei', methodName: 'PICKUP', localStoreName: 'A & B' })).toEqual({
    url: '/shoppingManagement4/orderContactInfo?localStoreName=A+%26+B&methodName=PICKUP',
    body: { name: 'Mei' },
  })
  expect(requestOf('billing.view', { pickUpAandPayAtStore: true })).toEqual({
    url: '/shoppingManagement4/billing/?pickUpAandPayAtStore=true',
  })
})

test.each([
  ['12.34', 'CAD', 1234],
  ['12.3', 'CAD', 1230],
  ['12', 'CAD', 1200],
  ['0.07', 'CAD', 7],
  ['-1.10', 'CAD', -110],
  ['500', 'JPY', 500],
  ['12.345', 'CAD', null],
  ['12.340', 'CAD', 1234],
  ['1.5', 'JPY', null],
  ['1e3', 'CAD', null],
  ['', 'CAD', null],
  ['99999999999999999', 'CAD', null],
])('%s %s is %s minor units', (text, currency, amount) => {
  expect(parseDecimal(text, currency)).toBe(amount)
  if (amount !== null) expect(parseDecimal(toDecimal({ amount, currency }), currency)).toBe(amount)
})

test('formatMoney writes currency symbols, separators and minus signs', () => {
  expect(formatMoney({ amount: 123456, currency: 'CAD' }, 'en')).toBe('$1,234.56')
  expect(formatMoney({ amount: -123456, currency: 'CAD' }, 'zh')).toBe('−$1,234.56')
  expect(formatMoney({ amount: -500, currency: 'USD' }, 'en')).toBe('−US$5.00')
  expect(formatMoney({ amount: 500, currency: 'USD' }, 'zh')).toBe('US$5.00')
  expect(formatMoney({ amount: 500, currency: 'JPY' }, 'en')).toContain('500')
})

test.each(locales)('formatMoney writes Canadian dollars as Intl.NumberFormat does in %s, without “CA”', (locale) => {
  const format = new Intl.NumberFormat(languages[locale].money, { style: 'currency', currency: 'CAD' })
  const amounts = [0, 1, 99, 100, -1, 99_999, 100_000, 123_456_789_012, -100_000_000, 314_159_265]
  const written = amounts.map((amount) => formatMoney({ amount, currency: 'CAD' }, locale))
  expect(written).toEqual(
    amounts.map((amount) =>
      format
        .format(amount / 100)
        .replace('CA$', '$')
        .replace('-', '−'),
    ),
  )
})

test.each([
  ['CAD', 'en', 'CA$23.40'],
  ['CAD', 'zh', 'CA$23.40'],
  ['USD', 'en', 'US$23.40'],
  ['CNY', 'zh', '¥23.40'],
] as const)(
  'beside another currency, formatMoney writes an amount in %s with its country in %s',
  (currency, locale, words) => {
    expect(formatMoney({ amount: 2340, currency }, locale, { namesHome: true })).toBe(words)
    expect(formatMoney({ amount: -2340, currency }, locale, { namesHome: true })).toBe(`−${words}`)
  },
)

test('each payment option has a name', () => {
  const ids = [...Object.keys(paymentMethods), 'pay_at_store', 'store_credit']
  expect(ids.filter((id) => !(`payments.${id}` in texts))).toEqual([])
})

test('every change by staff has words for the activity log', () => {
  const changes = listStaffCalls().filter(
    ({ method, right, isUnlogged }) => method !== 'GET' && right !== 'anyone' && !isUnlogged,
  )
  // `changes` omits these log entries: three of them belong to calls with the right `anyone`, and the use of a recovery
  // code is a part of a sign-in.
  const own = ['people.start', 'people.join', 'devices.enrol', 'people.useRecoveryCode']
  const names = [...changes.map(({ name }) => name), ...own]
  expect(Object.keys(logMessages).sort()).toEqual(names.sort())
})

test('every text of the back office is written in both languages, with the same places to fill in', () => {
  const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()
  const rows = {
    ...officeMessages,
    ...staffPageMessages,
    ...accountPageMessages,
    ...shopPageMessages,
    ...productPageMessages,
    ...productFormMessages,
    ...bulkMessages,
    ...logMessages,
    ...logFieldMessages,
    ...noticeMessages,
    ...helpMessages,
    ...paletteMessages,
    ...paletteWords,
  }
  for (const [key, [en, zh]] of Object.entries(rows)) {
    expect([key, en.trim() !== '', zh.trim() !== '', places(zh)]).toEqual([key, true, true, places(en)])
  }
})
