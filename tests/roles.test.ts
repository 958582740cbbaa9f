import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { listCalls } from '#contract/calls.ts'
import { toRequest } from '#contract/client.ts'
import { xsrfCookie, xsrfHeader } from '#contract/constants.ts'
import { changingGets, fileCalls } from '#contract/routes.ts'
import * as members from '#server/members/members.ts'
import { addProducts, openStore } from './catalogue-factory.ts'
import type { Visitor } from './harness.ts'
import { setUpShop } from './harness.ts'
import { fillCart, placeOrder } from './purchases.ts'

// Makes every call of the contract as a guest, as the owner of the data and as another member. Only a new call with a
// path parameter needs a change here: an entry in `publicPaths` or `ownedPaths`.

const built = listCalls()
const changing = built.filter(({ method, name }) => method !== 'GET' || changingGets.has(name))
const forMembers = built.filter(({ access }) => access === 'member' || access === 'referrer')

/** Calls whose path parameters have no owner. */
const publicPaths = [
  /^influencers\.(detail|like|unlike|recommending)$/,
  /^(catalogue|search|content|blog|locations|currency|shell|campaigns|campaignCart)\./,
  /^coupons\.(terms|apply)$/,
  /^cart\.preview$/,
  /^referral\.(joinGroup|invitation)$/,
  // These calls take a token. Anyone who has the token may use them.
  /^payments\.handover$/,
  /^dining\.look$/,
]

interface Owned {
  memberId: string
  pictureId: string
  orderID: string
  influencerPictureId: string
  contactId: string
}
/**
 * The calls whose path contains the id of somebody's data. For each call, a function returns the input with the ids of
 * this owner's data.
 */
const ownedPaths: Record<string, (mine: Owned) => Record<string, unknown>> = {
  'account.picture': ({ pictureId }) => ({ id: pictureId }),
  'account.addresses': ({ memberId }) => ({ id: memberId, type: 'DELIVERY' }),
  'account.updateAddresses': ({ memberId }) => ({ id: memberId, type: 'DELIVERY' }),
  'influencers.removePicture': ({ influencerPictureId }) => ({ id: influencerPictureId }),
  'verifiedContacts.remove': ({ contactId }) => ({ id: contactId }),
  'orders.ofCustomer': ({ memberId }) => ({ id: memberId }),
  'orders.detail': ({ orderID }) => ({ id: orderID }),
  'orders.reorder': ({ orderID }) => ({ id: orderID }),
  'orders.comment': ({ orderID }) => ({ id: orderID, comment: 'Thank you' }),
  'orders.commentByLink': ({ orderID }) => ({ id: orderID, comment: 'Thank you' }),
  'orders.askToCancel': ({ orderID }) => ({ id: orderID }),
  'orders.cancelByLink': ({ orderID }) => ({ id: orderID }),
  'orders.cancel': ({ orderID }) => ({ id: orderID, reason: 'changed_mind' }),
  'billing.place': ({ orderID }) => ({ id: orderID, hash: 'x' }),
}
/**
 * Calls that fail for the owner too. For these, the test only requires that the owner is not refused for lack of
 * access.
 */
const refusesOwner = new Set(['billing.place', 'orders.askToCancel'])

const shop = setUpShop()
let owner: Visitor
let other: Visitor
let mine: Owned
beforeAll(async () => {
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'tea', stock: 100 })
  owner = await join('owner@example.com')
  other = await join('other@example.com')
  await fillCart(owner, 'tea')
  const { orderID } = await placeOrder(owner, { payAtStore: true })
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const { user } = await owner.api.account.uploadPicture({ file: new File([png], 'me.png') })
  const memberId = (await owner.ctx()).memberId ?? ''
  await owner.api.influencers.apply({ name: { en: 'Mei', zh: '' }, bio: { en: 'Tea', zh: '' } })
  const { profile } = await owner.api.influencers.uploadPicture({ file: new File([png], 'tea.png') })
  const { photo } = await owner.api.verifiedContacts.uploadPhoto({ file: new File([png], 'page.png') })
  const { contact } = await owner.api.verifiedContacts.create({
    name: 'Mei Chen',
    idType: 'PASSPORT',
    idNumber: 'AB123456',
    photos: [photo.id],
    consent: true,
  })
  mine = {
    memberId,
    orderID,
    influencerPictureId: profile.pictures[0]?.id ?? '',
    contactId: contact.id,
    pictureId: user.profileImage?.split('/').at(-1) ?? '',
  }
})

async function join(email: string) {
  const password = 'three dumplings at noon'
  await members.create(shop.ctx(), { name: 'Somebody', email, password })
  const visitor = shop.visitor()
  await visitor.api.account.signIn({ email, password })
  return visitor
}

/** Sends the call as a browser does. Path parameters that `input` lacks get the value `x`. */
async function ask(visitor: Visitor, call: Call, input: Record<string, unknown> = {}, own: HeadersInit = {}) {
  if (!visitor.cookies.has(xsrfCookie)) await visitor.api.shell.appInfo()
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const filled = { ...Object.fromEntries(names.map((name) => [name, 'x'])), ...input }
  const { url, body } = toRequest(call, filled)
  const isFile = fileCalls.has(call.name)
  const headers = new Headers({ [xsrfHeader]: visitor.cookies.get(xsrfCookie) ?? '' })
  if (!isFile && body) headers.set('content-type', 'application/json')
  new Headers(own).forEach((value, name) => {
    if (value === '') headers.delete(name)
    else headers.set(name, value)
  })
  const sent = isFile ? new FormData() : JSON.stringify(body)
  const answer = await visitor.fetch(call.base + url, { method: call.method, headers, ...(body && { body: sent }) })
  const codes = answer.headers.get('content-type')?.startsWith('application/json')
    ? ((await answer.json()) as { error?: { errors: { code: string }[] } }).error?.errors.map(({ code }) => code)
    : undefined
  return { status: answer.status, codes }
}

const called = (calls: Call[]) => calls.map((call) => [call.name, call] as const)

describe('access', () => {
  test.each(called(forMembers))('%s asks a guest to sign in', async (_, call) => {
    expect(await ask(shop.visitor(), call)).toEqual({ status: 401, codes: ['account.sign_in_required'] })
  })

  test.each(called(built.filter((call) => !forMembers.includes(call))))('%s requires no sign-in', async (_, call) => {
    const { status, codes } = await ask(shop.visitor(), call)
    expect([status, codes]).not.toEqual([401, ['account.sign_in_required']])
    expect(status).toBeLessThan(500)
  })

  test('each call with a path parameter is listed as public or owned', () => {
    const unsaid = built
      .filter(({ path, name }) => path.includes(':') && !publicPaths.some((known) => known.test(name)))
      .filter(({ name }) => !(name in ownedPaths))
    expect(unsaid.map(({ name }) => name)).toEqual([])
  })

  const owned = built.filter(({ name }) => name in ownedPaths)
  test.each(called(owned))('%s of another person is answered as not found', async (name, call) => {
    const input = ownedPaths[name]?.(mine) ?? {}
    const theirs = await ask(other, call, input)
    expect(theirs).toMatchObject({ status: 404 })
    const absent = Object.fromEntries(
      Object.entries(input).map(([key, value]) => [key, key === 'id' ? String(value).replace(/^./, 'z') : value]),
    )
    expect(await ask(other, call, absent)).toEqual(theirs)
    if (call.access === 'shopper') expect(await ask(shop.visitor(), call, input)).toEqual(theirs)
  })

  // Cancellation comes last, because it ends the order that the other calls need.
  const inOrder = owned.toSorted(
    (one, next) => Number(/^orders\.cancel/.test(one.name)) - Number(/^orders\.cancel/.test(next.name)),
  )
  test.each(called(inOrder))('%s is allowed to the owner', async (name, call) => {
    const { status, codes } = await ask(owner, call, ownedPaths[name]?.(mine))
    expect([401, 403].includes(status), String(codes)).toBe(false)
    if (!refusesOwner.has(name)) expect([name, status, codes]).toEqual([name, 200, undefined])
  })
})

describe('a forged request', () => {
  test.each(called(changing))(
    '%s is refused without its token, with a token of another session, and from other sites',
    async (_, call) => {
      const forgeries: [string, HeadersInit][] = [
        ['no token', { [xsrfHeader]: '' }],
        ['nonsense', { [xsrfHeader]: 'nonsense' }],
        ['another session’s', { [xsrfHeader]: other.cookies.get(xsrfCookie) ?? '' }],
        ['another site’s', { 'sec-fetch-site': 'cross-site' }],
        ['a neighbour’s', { 'sec-fetch-site': 'same-site' }],
        ['another origin’s', { origin: 'https://evil.example' }],
        // A page with the referrer policy `no-referrer` sends the origin `null`. The server must then check the token.
        ['no origin’s', { origin: 'null', [xsrfHeader]: '' }],
        ['no origin’s from another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
      ]
      const answers = await Promise.all(
        forgeries.map(async ([whose, headers]) => [whose, (await ask(owner, call, {}, headers)).codes]),
      )
      expect(answers).toEqual(forgeries.map(([whose]) => [whose, ['request.forged']]))
    },
  )

  test('changes nothing', async () => {
    expect((await owner.api.account.profile()).user.name).toBe('Somebody')
    expect((await owner.ctx()).memberId).toBe(mine.memberId)
  })
})

describe('unknown fields', () => {
  const bodies = built.filter(({ method, access }) => method !== 'GET' && access !== 'anyone')
  test.each(called(bodies))('%s refuses unknown fields', async (_, call) => {
    if (fileCalls.has(call.name)) return
    const smuggled = { memberId: mine.memberId, isAdmin: true, role: 'staff', emailVerifiedAt: '2020-01-01' }
    const before = await shop.query('select id, email, email_verified_at, password_hash from members order by id')
    const { status } = await ask(other, call, smuggled)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(await shop.query('select id, email, email_verified_at, password_hash from members order by id')).toEqual(
      before,
    )
  })
})
