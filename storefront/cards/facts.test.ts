import { expect, test } from 'vitest'
import type { CampaignState } from '#contract/campaigns.ts'
import {
  hasReachedGoal,
  isJoinable,
  itemPath,
  lowestPriceOf,
  phaseOf,
  pollIntervalOf,
  progressPercent,
  tiersOf,
} from './facts.ts'

const cad = (amount: number) => ({ amount, currency: 'CAD' })
const progress = (reached: number, missing: number) => ({
  participants: 0,
  pieces: 0,
  amount: cad(0),
  reached,
  missing,
  left: null,
})

test.each<[CampaignState, string, boolean, number | null]>([
  ['scheduled', 'coming', false, 10_000],
  ['open', 'open', true, 10_000],
  ['reached', 'open', true, 10_000],
  ['full', 'open', false, 10_000],
  ['settling', 'ended', false, 10_000],
  ['succeeded', 'ended', false, 30_000],
  ['arrived', 'ended', false, 30_000],
  ['done', 'ended', false, null],
  ['failed', 'ended', false, null],
  ['cancelled', 'ended', false, null],
])('a campaign that is %s is listed as %s; joinable: %s, polled every %s ms', (state, part, canJoin, every) => {
  expect(phaseOf({ state })).toBe(part)
  expect(isJoinable({ state })).toBe(canJoin)
  expect(pollIntervalOf({ state })).toBe(every)
})

test.each([
  [0, 20, 20, 0, false],
  [19, 1, 20, 95, false],
  [20, 0, 20, 100, true],
  [35, 0, 20, 100, true],
])('%i reached and %i missing of %i are %i %%, goal reached: %s', (reached, missing, target, percent, isThere) => {
  const campaign = { goal: { kind: 'pieces' as const, target, cap: null }, progress: progress(reached, missing) }
  expect(progressPercent(campaign)).toBe(percent)
  expect(hasReachedGoal(campaign)).toBe(isThere)
})

test('a campaign without a goal counts as reached', () => {
  const campaign = { goal: { kind: 'none' as const, target: 0, cap: null }, progress: progress(0, 0) }
  expect(hasReachedGoal(campaign)).toBe(true)
})

const tier = (from: number, amount: number, isReached: boolean) => ({ from, price: cad(amount), isReached })

test('tiersOf returns the current tier and the next one', () => {
  const tiers = [tier(1, 1200, true), tier(10, 1000, true), tier(30, 900, false)]
  expect(tiersOf({ tiers })).toEqual({ now: tiers[1], next: tiers[2] })
  expect(tiersOf({ tiers: tiers.slice(0, 2) })).toEqual({ now: tiers[1], next: null })
})

test('lowestOf returns the last price of a ladder, if the given price is the current one and can still fall', () => {
  const ladder = [tier(1, 1200, true), tier(10, 1000, false), tier(30, 900, false)]
  expect(lowestPriceOf(ladder, cad(1200))).toEqual(cad(900))
  expect(lowestPriceOf(ladder, cad(700))).toBeNull()
  const reached = ladder.map((one) => ({ ...one, isReached: true }))
  expect(lowestPriceOf(reached, cad(900))).toBeNull()
  expect(lowestPriceOf([], cad(1200))).toBeNull()
})

test('the address of a campaign item contains its campaign', () => {
  expect(itemPath({ id: 'm1.box', fissionCampaignId: 'm1' })).toBe('/store/campaignItem/m1.box?FissionSale=m1')
})
