import { describe, expect, test } from 'vitest'
import { listStaffCalls } from './office/calls.ts'
import { grantedRights, needsSecondStep, rights, roleNames, wholeShopRights } from './rights.ts'

describe('rights that need a role in all stores', () => {
  test('are those that no call about one store asks for', () => {
    const ofOneStore = new Set(listStaffCalls().flatMap(({ right, place }) => (place === 'shop' ? [] : (right ?? []))))
    expect(wholeShopRights).toEqual(rights.filter((right) => !ofOneStore.has(right)))
  })

  test('are not among the rights of a manager of one store', () => {
    const given = grantedRights([{ role: 'manager', location: 'markham' }])
    expect(given).toContainEqual({ right: 'store.write', stores: ['markham'] })
    expect(given.filter(({ right }) => wholeShopRights.includes(right))).toEqual([])
  })

  test('are among the rights of a manager of all stores', () => {
    const given = grantedRights([
      { role: 'cashier', location: 'markham' },
      { role: 'manager', location: null },
    ])
    expect(given).toContainEqual({ right: 'catalogue.price', stores: 'all' })
    expect(given.every(({ stores }) => stores === 'all')).toBe(true)
  })
})

describe('a second sign-in step', () => {
  test('is required of each role that sees or refunds payments', () => {
    const roles = roleNames.filter((role) => needsSecondStep([{ role, location: 'markham' }]))
    expect(roles).toEqual(['owner', 'manager', 'cashier', 'bookkeeper'])
  })

  test('is required if only one of several roles needs it', () => {
    const given = [
      { role: 'kitchen', location: null },
      { role: 'cashier', location: 'markham' },
    ] as const
    expect(needsSecondStep(given)).toBe(true)
    expect(needsSecondStep(given.slice(0, 1))).toBe(false)
    expect(needsSecondStep([])).toBe(false)
  })
})
