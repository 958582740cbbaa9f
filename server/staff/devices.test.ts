import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { dayMs, hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { listStaffCalls } from '#contract/office/calls.ts'
import { screenRights } from '#contract/rights.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOffice, openOwner, staffPassword } from '#tests/office.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'

const shop = setUpShop({ DEMO: 'false' })
let owner: Office
let ana: Office
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  await openStore(shop.ctx(), 'downtown', 1)
  await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 50 })
  owner = await openOwner(shop)
  ana = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'cashier', location: 'markham' }])
})

const codeOf = (failure: unknown) => (failure instanceof ApiError ? failure.code : String(failure))
const refusal = (work: Promise<unknown>) => work.then(() => 'done', codeOf)

type Screens = Parameters<Office['devices']['add']>[0]['screens']
const add = (screens: Screens, location = 'markham') => owner.devices.add({ location, name: 'Counter', screens })

async function openTablet(screens: Screens, location = 'markham') {
  const tablet = openOffice(shop)
  const { people } = await tablet.devices.enrol({ code: (await add(screens, location)).code })
  const idOf = (name: string) => people.find((one) => one.name === name)?.id ?? ''
  return { tablet, idOf, names: people.map(({ name }) => name) }
}

async function order() {
  const shopper = shop.visitor()
  await fillCart(shopper, 'bun')
  return (await placeOrder(shopper, { payAtStore: true })).orderID
}

describe('a link for a counter device', () => {
  it('works once, for 15 minutes', async () => {
    const { code } = await add(['orders'])
    expect(await refusal(openOffice(shop).devices.enrol({ code }))).toBe('done')
    expect(await refusal(openOffice(shop).devices.enrol({ code }))).toBe('staff.link_invalid')
    const late = await add(['orders'])
    shop.clock.advance(15 * 60_000 + 1000)
    expect(await refusal(openOffice(shop).devices.enrol({ code: late.code }))).toBe('staff.link_invalid')
  })

  it('is made by managers of the store only', async () => {
    const manager = await openColleague(shop, owner, 'kim@shop.test', [{ role: 'manager', location: 'downtown' }])
    const input = { name: 'iPad', screens: ['orders' as const] }
    expect(await refusal(ana.devices.add({ ...input, location: 'markham' }))).toBe('staff.no_right')
    expect(await refusal(manager.devices.add({ ...input, location: 'markham' }))).toBe('not_found')
    expect((await manager.devices.add({ ...input, location: 'downtown' })).devices).toHaveLength(1)
    await add(['orders'])
    expect((await manager.devices.list()).devices.map(({ location }) => location)).toEqual(['downtown'])
    expect((await owner.devices.list()).devices).toHaveLength(2)
  })
})

describe('a browser that becomes a counter device', () => {
  it('loses the session of whoever opened the link', async () => {
    const { code } = await add(['orders'])
    await owner.devices.enrol({ code })
    expect(await owner.people.status()).toMatchObject({ me: null, isDevice: true })
  })

  it('is in the log of its store', async () => {
    const manager = await openColleague(shop, owner, 'kim@shop.test', [{ role: 'manager', location: 'markham' }])
    await openTablet(['orders'])
    const [line] = (await manager.people.log({})).entries
    expect(line).toMatchObject({ call: 'devices.enrol', who: 'Counter', location: 'markham' })
  })

  it('becomes another one with another link', async () => {
    const { tablet } = await openTablet(['orders'])
    await tablet.devices.enrol({ code: (await add(['orders'], 'downtown')).code })
    const { devices } = await owner.devices.list()
    expect(devices.map(({ location, isEnrolled }) => [location, isEnrolled])).toEqual([
      ['downtown', true],
      ['markham', true],
    ])
  })
})

describe('a counter device', () => {
  it('shows who may work there, and nobody else', async () => {
    await openColleague(shop, owner, 'bo@shop.test', [{ role: 'cashier', location: 'downtown' }])
    await openColleague(shop, owner, 'cy@shop.test', [{ role: 'content', location: 'markham' }])
    const { names, tablet } = await openTablet(['orders'])
    expect(names).toEqual(['Mei', 'ana'])
    expect((await openOffice(shop).devices.counter()).people).toEqual([])
    const { people } = await owner.people.people()
    const bo = people.find(({ name }) => name === 'bo')?.id ?? ''
    expect(await refusal(tablet.devices.choose({ person: bo }))).toBe('not_found')
    expect(await refusal(openOffice(shop).devices.choose({ person: bo }))).toBe('staff.no_device')
  })

  it('gives a person only what it is for, in its store', async () => {
    const { tablet, idOf } = await openTablet(['orders'])
    const { me } = await tablet.devices.choose({ person: idOf('Mei') })
    expect(me).toMatchObject({ isOnDevice: true, secondStepDue: null })
    expect(me?.rights).toMatchObject({ 'orders.work': ['markham'] })
    expect(Object.keys(me?.rights ?? {})).not.toContain('staff.write')
    expect((await tablet.people.status()).me?.rights).toEqual(me?.rights)
    const id = await order()
    expect(await refusal(tablet.staff.accept({ order: id }))).toBe('done')
    expect(await refusal(tablet.people.people())).toBe('staff.no_right')
    expect(await refusal(tablet.staff.pause({ location: 'markham' }))).toBe('staff.no_right')
    const other = await openTablet(['orders'], 'downtown')
    await other.tablet.devices.choose({ person: other.idOf('Mei') })
    expect(await refusal(other.tablet.staff.ready({ order: id }))).toBe('not_found')
  })

  it('opens nothing of the account of a person', async () => {
    await ana.people.setPin({ pin: '2580' })
    const { tablet, idOf } = await openTablet(['orders'])
    await tablet.devices.choose({ person: idOf('ana') })
    await tablet.people.confirm({ secret: '2580' })
    expect(await refusal(tablet.people.changePassword({ password: 'plum-boat-lantern-8' }))).toBe('staff.no_right')
    expect(await refusal(tablet.people.sessions())).toBe('staff.no_right')
    expect(await refusal(tablet.people.endSession({ session: 'others' }))).toBe('staff.no_right')
    expect(await refusal(tablet.people.setPin({ pin: '1397' }))).toBe('staff.no_right')
  })

  it('ends at once when it is taken back, with the sessions on it', async () => {
    const { tablet, idOf } = await openTablet(['orders'])
    await tablet.devices.choose({ person: idOf('ana') })
    const [device] = (await owner.devices.list()).devices
    expect(device).toMatchObject({ name: 'Counter', isEnrolled: true, by: 'Mei' })
    await owner.devices.end({ device: device?.id ?? '' })
    expect(await refusal(tablet.staff.orders({}))).toBe('staff.sign_in_required')
    expect((await tablet.devices.counter()).device).toBeNull()
    expect(await refusal(ana.staff.orders({}))).toBe('done')
  })

  it('loses a person who is stopped', async () => {
    const { tablet, idOf } = await openTablet(['orders'])
    await tablet.devices.choose({ person: idOf('ana') })
    const { people } = await owner.people.people()
    const { id = '', version = 0, roles = [] } = people.find(({ name }) => name === 'ana') ?? {}
    await owner.people.writePerson({ person: id, version, roles, isStopped: true })
    expect(await refusal(tablet.staff.orders({}))).toBe('staff.sign_in_required')
    expect(await refusal(tablet.devices.choose({ person: id }))).toBe('not_found')
  })

  it('shows its people again after 15 minutes without a use', async () => {
    const { tablet, idOf } = await openTablet(['orders'])
    await tablet.devices.choose({ person: idOf('ana') })
    for (const minutes of [14, 14]) {
      shop.clock.advance(minutes * 60_000)
      expect(await refusal(tablet.staff.orders({}))).toBe('done')
    }
    shop.clock.advance(15 * 60_000 + 1000)
    expect(await refusal(tablet.staff.orders({}))).toBe('staff.sign_in_required')
    expect((await tablet.devices.counter()).people.map(({ name }) => name)).toEqual(['Mei', 'ana'])
    expect(await refusal(ana.staff.orders({}))).toBe('done')
  })

  it('makes a sign-in with a password in its browser as short', async () => {
    const { tablet } = await openTablet(['orders'])
    const { me } = await tablet.people.signIn({ email: 'ana@shop.test', password: staffPassword })
    expect(me?.isOnDevice).toBe(false)
    for (const minutes of [14, 14]) {
      shop.clock.advance(minutes * 60_000)
      expect(await refusal(tablet.staff.orders({}))).toBe('done')
    }
    shop.clock.advance(15 * 60_000 + 1000)
    expect(await refusal(tablet.staff.orders({}))).toBe('staff.sign_in_required')
    shop.clock.advance(11 * hourMs)
    expect(await refusal(ana.staff.orders({}))).toBe('done')
  })

  it('is for nothing that only a person of all stores could use', () => {
    const usable = new Set(listStaffCalls().flatMap(({ right, place }) => (place === 'shop' ? [] : [right])))
    const dead = Object.values(screenRights)
      .flat()
      .filter((right) => !usable.has(right))
    expect(dead).toEqual([])
  })

  it('has its name in the sessions of a person', async () => {
    const { tablet, idOf } = await openTablet(['orders'])
    await tablet.devices.choose({ person: idOf('ana') })
    expect((await ana.people.sessions()).sessions.map(({ device }) => device)).toContain('Counter')
  })

  it('must be added again after 90 days without use', async () => {
    const { tablet } = await openTablet(['orders'])
    shop.clock.advance(90 * dayMs + 1000)
    expect((await tablet.devices.counter()).device).toBeNull()
  })

  it('stays for 90 days after its last use, with a cookie that lasts as long', async () => {
    const { tablet, idOf } = await openTablet(['orders'])
    shop.clock.advance(60 * dayMs)
    const path = `/api/office/counter/people/${idOf('ana')}`
    const headers = { 'content-type': 'application/json' }
    const answer = await tablet.visitor.fetch(path, { method: 'POST', headers, body: '{}' })
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('counter='))
    expect(cookie).toBe(
      `counter=${tablet.visitor.cookies.get('counter')}; Path=/; Max-Age=${90 * 86_400}; SameSite=Strict; HttpOnly`,
    )
    shop.clock.advance(60 * dayMs)
    expect((await tablet.devices.counter()).device).not.toBeNull()
  })
})

describe('a PIN', () => {
  it('is asked for steps that move money, for ten minutes', async () => {
    await ana.people.setPin({ pin: '2580' })
    const { tablet, idOf } = await openTablet(['orders'])
    await tablet.devices.choose({ person: idOf('ana') })
    const id = await order()
    expect(await refusal(tablet.staff.accept({ order: id }))).toBe('done')
    expect(await refusal(tablet.staff.cancel({ order: id }))).toBe('staff.confirm_required')
    expect(await refusal(tablet.people.confirm({ secret: '2581' }))).toBe('staff.wrong_code')
    await tablet.people.confirm({ secret: '2580' })
    expect(await refusal(tablet.staff.cancel({ order: id }))).toBe('done')
    shop.clock.advance(10 * 60_000 + 1000)
    expect(await refusal(tablet.staff.cancel({ order: await order() }))).toBe('staff.confirm_required')
  })

  it('works on counter devices only', async () => {
    await ana.people.setPin({ pin: '2580' })
    shop.clock.advance(10 * 60_000 + 1000)
    expect(await refusal(ana.people.confirm({ secret: '2580' }))).toBe('staff.wrong_code')
    expect(await refusal(ana.people.setPin({ pin: '1397' }))).toBe('staff.confirm_required')
  })

  it('that others guess first is refused, and nobody has one without setting it', async () => {
    for (const pin of ['0000', '1234', '987654', '111111', '1212', '258258']) {
      expect([pin, await refusal(ana.people.setPin({ pin }))]).toEqual([pin, 'staff.pin_weak'])
    }
    const { tablet, idOf } = await openTablet(['orders'])
    await tablet.devices.choose({ person: idOf('ana') })
    expect(await refusal(tablet.people.confirm({ secret: '2580' }))).toBe('staff.no_pin')
  })
})

it('five wrong PINs lock the person on the device for 15 minutes, and managers are told', async () => {
  await ana.people.setPin({ pin: '2580' })
  const { tablet, idOf } = await openTablet(['orders'])
  const other = await openTablet(['orders'])
  await tablet.devices.choose({ person: idOf('ana') })
  for (let n = 0; n < limits.wrongPins; n++) {
    expect(await refusal(tablet.people.confirm({ secret: '9999' }))).toBe('staff.wrong_code')
  }
  expect(await refusal(tablet.people.confirm({ secret: '2580' }))).toBe('staff.pin_locked')
  expect((await mailsTo(shop, 'owner@shop.test')).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('wrong PINs on “Counter”'),
  ])
  await other.tablet.devices.choose({ person: idOf('ana') })
  expect(await refusal(other.tablet.people.confirm({ secret: '2580' }))).toBe('done')
})

it('the lock of a PIN begins with the fifth wrong one, and ends', async () => {
  await ana.people.setPin({ pin: '2580' })
  const { tablet, idOf } = await openTablet(['orders'])
  await tablet.devices.choose({ person: idOf('ana') })
  const wrong = () => refusal(tablet.people.confirm({ secret: '9999' }))
  for (let n = 1; n < limits.wrongPins; n++) await wrong()
  // The limit of attempts uses the database's clock, which the test cannot move. Instead, the test moves the end of the
  // time window.
  const leave = (time: string) =>
    shop.query("update attempts set ends_at = now() + $1::interval where name = 'staff.pin'", [time])
  await leave('1 minute')
  expect(await wrong()).toBe('staff.wrong_code')
  const locked = await tablet.people.confirm({ secret: '2580' }).catch((error: ApiError) => error.errors)
  expect(locked).toMatchObject([{ code: 'staff.pin_locked', details: { minutes: 15 } }])
  await leave('-1 second')
  expect(await refusal(tablet.people.confirm({ secret: '2580' }))).toBe('done')
})
