import { beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import type { Call } from '#contract/call.ts'
import { listStaffCalls } from '#contract/office/calls.ts'
import type { Right, Role } from '#contract/rights.ts'
import { roleNames, roles } from '#contract/rights.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import type { Failure } from '#server/platform/fail.ts'
import type { Office as OfficeFacts } from '#server/platform/http/office-access.ts'
import { requireRight } from '#server/platform/http/office-access.ts'
import { setUpShop } from './harness.ts'
import type { Office } from './office.ts'
import { openColleague, openOwner } from './office.ts'

const shop = setUpShop()
const own = 'markham'
const other = locations.firstLocation.id

/**
 * Facts in which the id of an order, group-buy or payment is also the id of its store. So a test can choose the store
 * of each call by the id in the call's input.
 */
const facts: OfficeFacts = {
  find: async () => null,
  storeOf: { order: async (_, id) => id, campaign: async (_, id) => id, payment: async (_, id) => id },
  log: async () => {},
  lastChange: async () => null,
}

/**
 * `allowed` if a staff member with this role at `location` may make the call for `store`, else the error code. If
 * `location` is null, the role applies to all stores.
 */
async function answerTo(call: Call, role: Role, location: string | null, store: string): Promise<string> {
  const staff = {
    personId: 'x',
    name: 'X',
    locale: null,
    isHeldBack: false,
    roles: [{ role, location }],
    deviceId: null,
    sessionId: 'x',
    device: '',
    note: () => {},
  }
  const ctx: Context = { ...shop.ctx(), staff: { ...staff, confirmedAt: shop.app.now() } }
  const input = { order: store, campaign: store, reference: store, location: store }
  return requireRight(ctx, facts, { call, input }).then(
    () => 'allowed',
    (error: Failure) => error.items[0]?.code ?? '',
  )
}

describe('a role', () => {
  const calls = listStaffCalls().filter(({ right }) => right !== 'self' && right !== 'anyone')

  test.each(roleNames)('of %s allows exactly the calls of its rights, in its store', async (role) => {
    for (const call of calls) {
      const hasRight = (roles[role] as readonly Right[]).includes(call.right as Right)
      const [atOwn, atOther, everywhere] = await Promise.all([
        answerTo(call, role, own, own),
        answerTo(call, role, own, other),
        answerTo(call, role, null, other),
      ])
      const isOfShop = call.place === 'shop'
      const refused = hasRight && !isOfShop ? 'not_found' : 'staff.no_right'
      const isCut = hasRight && call.place === 'mine'
      expect([call.name, atOwn]).toEqual([call.name, hasRight && !isOfShop ? 'allowed' : 'staff.no_right'])
      expect([call.name, atOther]).toEqual([call.name, isCut ? 'allowed' : refused])
      expect([call.name, everywhere]).toEqual([call.name, hasRight ? 'allowed' : 'staff.no_right'])
    }
  })
})

describe('staff of one store', () => {
  let owner: Office
  let manager: Office
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error) => (error instanceof ApiError ? error.code : error),
    )

  beforeAll(async () => {
    await locations.openFirst(shop.ctx())
    await locations.put(shop.ctx(), { ...locations.firstLocation, id: own })
    owner = await openOwner(shop)
    manager = await openColleague(shop, owner, 'manager@shop.test', [{ role: 'manager', location: own }])
  })

  test('work in their own store, and another store does not exist for them', async () => {
    expect(await refusal(manager.staff.pause({ location: own, minutes: 5 }))).toBe('done')
    expect(await refusal(manager.staff.pause({ location: other, minutes: 5 }))).toBe('not_found')
    expect(await refusal(manager.staff.pause({ location: 'nowhere', minutes: 5 }))).toBe('not_found')
    expect(await refusal(manager.staff.taxes())).toBe('staff.no_right')
  })

  test('see only their own store in lists', async () => {
    expect((await owner.staff.openingHours()).stores).toHaveLength(2)
    expect((await manager.staff.openingHours()).stores.map(({ location }) => location)).toEqual([own])
    expect((await manager.staff.orderEmails()).stores.map(({ location }) => location)).toEqual([own])
  })

  test('see only their own store in the log', async () => {
    await owner.staff.pause({ location: other, minutes: 5 })
    const { entries } = await manager.people.log({})
    expect(entries.map(({ call, who, location }) => [call, who, location])).toEqual([['staff.pause', 'manager', own]])
  })
})

test('every call that changes something and needs a right is written to the log', async () => {
  const rights = listStaffCalls().filter(({ method, right }) => method !== 'GET' && right === 'anyone')
  // These calls come before sign-in, open a session or end a session, so they need no right. `people.join`,
  // `people.start` and `devices.enrol` write their own log entries.
  expect(rights.map(({ name }) => name)).toEqual([
    'people.start',
    'people.invitation',
    'people.join',
    'people.signIn',
    'people.second',
    'people.passkeyOptions',
    'people.signInWithPasskey',
    'people.signOut',
    'devices.enrol',
    'devices.choose',
  ])
})

test('only calls that wait for something else, or do not log a repetition, write their own line', () => {
  const names = listStaffCalls().flatMap(({ name, logsItself }) => (logsItself ? [name] : []))
  const ofStock = ['receiveStock', 'countStock', 'correctStock', 'wasteStock', 'moveStock', 'undoStockChange']
  expect(names.filter((name) => !ofStock.includes(name.replace('staff.', '')))).toEqual([
    'people.confirm',
    'staff.refund',
    'staff.addShopPicture',
    'staff.addPicture',
    'staff.cropPicture',
  ])
})

test('only reading, and preparing a menu or an import, leave no line in the log', () => {
  expect(listStaffCalls().flatMap(({ name, isUnlogged }) => (isUnlogged ? [name] : []))).toEqual([
    'notices.read',
    'staff.previewProductChange',
    'staff.productTable',
    'staff.findPasted',
    'staff.addImportPart',
    'staff.addImportZipPart',
    'staff.readImportZip',
    'staff.removeImportZip',
    'staff.readImport',
    'staff.checkImport',
    'staff.fixImportRow',
  ])
})

test('every call that refuses an old version names the kind of its record', () => {
  const nameless = listStaffCalls().filter(({ refusals, record }) => refusals?.includes('staff.stale') && !record)
  expect(nameless.map(({ name }) => name)).toEqual([])
})
