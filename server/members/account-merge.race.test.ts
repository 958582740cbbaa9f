import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as credit from '#server/credit/credit.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { closeCommitGate } from '#tests/commit-gate.ts'
import type { Visitor } from '#tests/harness.ts'
import { authorize, openShopWithIdentities, signInAs } from '#tests/identities.ts'
import { fillCart } from '#tests/purchases.ts'
import { registerMember } from '#tests/registration.ts'

// Tests merges of two accounts while one of them buys or is deleted. In any order, no row refers to a deleted account,
// no money is lost or doubled, and nobody gets an internal error.

vi.setConfig({ testTimeout: 120_000 })

let open: Awaited<ReturnType<typeof openShopWithIdentities>>
beforeAll(async () => {
  open = await openShopWithIdentities()
})
afterAll(() => open.close())
beforeEach(async () => {
  await open.shop.reset()
  await openStore(open.shop.ctx())
  await addProducts(open.shop.ctx(), { id: 'tea', stock: 100, price: 1000 })
  await coupons.put(open.shop.ctx(), {
    code: 'ONCE',
    name: { en: 'Once', zh: '一次' },
    reward: { kind: 'amount', amount: 100 },
    maxUsesEach: 1,
  })
})

const password = 'three dumplings at noon'
const rounds = [1, 2, 3, 4, 5]
const give = async (visitor: Visitor, amount: number) => {
  const memberId = (await visitor.ctx()).memberId ?? ''
  const money = { amount, currency: 'CAD' }
  await credit.grant(open.shop.ctx(), { memberId, money, reason: 'gift', key: `gift/${memberId}` })
  return memberId
}

/**
 * A member with a password and a member with a WeChat account. The first member has proven that this WeChat account is
 * theirs too.
 */
async function openTwo(round: number) {
  const [own, other] = [open.shop.visitor(), open.shop.visitor()]
  const person = 'yu'
  await signInAs(open.shop, other, person, `${person}@example.com`)
  await registerMember(open.shop, own, { name: 'Rain', email: `rain${round}@example.com`, password })
  const otherId = await give(other, 700)
  const ownId = await give(own, 500)
  await own.api.wechat.link(await authorize(own, person, { purpose: 'link' })).catch(() => {})
  return { own, other, ownId, otherId, merge: () => own.api.identity.merge({ provider: 'wechat' }) }
}

/**
 * Runs all calls in parallel and returns which of them succeeded. A failure must be an `ApiError` with a status below
 * 500.
 */
async function atOnce(...works: (() => Promise<unknown>)[]): Promise<boolean[]> {
  const results = await Promise.allSettled(works.map((work) => work()))
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    expect(result.reason).toBeInstanceOf(ApiError)
    expect((result.reason as ApiError).status).toBeLessThan(500)
  }
  return results.map(({ status }) => status === 'fulfilled')
}

/** Checks that no row belongs to a deleted account, and that credit balances equal the sums of their entries. */
async function expectSound() {
  for (const owned of ['orders', 'carts', 'member_addresses', 'member_identities', 'sessions'])
    expect(
      await open.shop.query(
        `select 1 from ${owned} o join members m on m.id = o.member_id where m.deleted_at is not null`,
      ),
      owned,
    ).toEqual([])
  expect(
    await open.shop.query(
      `select g.id from credit_grants g join credit_entries e on e.grant_id = g.id group by g.id
       having sum(e.available) <> g.available or sum(e.held) <> g.held or min(e.member_id) <> g.member_id`,
    ),
  ).toEqual([])
}

const creditOf = async (memberId: string) =>
  (
    await open.shop.query<{ sum: number }>(
      'select coalesce(sum(available + held), 0)::int as sum from credit_grants where member_id = $1',
      [memberId],
    )
  )[0]?.sum

test.each(rounds)(
  'an account orders with credit and a coupon while it is merged, and nothing is lost, round %i',
  async (round) => {
    const { own, other, ownId, merge } = await openTwo(round)
    await fillCart(other, 'tea')
    await other.api.coupons.apply({ code: 'ONCE' })
    const bill = await other.api.storeCredit.apply({ amount: 300 })
    const place = () => other.api.billing.place({ id: bill.id, hash: bill.hash, pickUpAandPayAtStore: false })
    const [isMerged, isPlaced] = await atOnce(merge, place)
    expect(isMerged).toBe(true)
    await expectSound()
    expect(await creditOf(ownId)).toBe(1200)
    const placed = await open.shop.query<{ credit: number; memberId: string }>(
      `select credit, member_id as "memberId" from orders where coupon is not null`,
    )
    expect(placed).toEqual(isPlaced ? [{ credit: 300, memberId: ownId }] : [])
    const [use] = await open.shop.query<{ used: number }>(`select used from coupons where code = 'ONCE'`)
    expect(use?.used).toBe(placed.length)
    expect((await own.api.storeCredit.balance()).pending.amount).toBe(isPlaced ? 300 : 0)
  },
)

test.each(rounds)(
  'an account is deleted while it is merged into another, and no row is orphaned, round %i',
  async (round) => {
    const { other, ownId, merge } = await openTwo(round)
    const [isMerged] = await atOnce(merge, () => other.api.account.remove({}))
    await expectSound()
    expect(await creditOf(ownId)).toBe(isMerged ? 1200 : 500)
    expect(await open.shop.query('select id from members where deleted_at is null')).toEqual([{ id: ownId }])
  },
)

test.each(rounds)(
  'an account is deleted while another is merged into it, and no row is orphaned, round %i',
  async (round) => {
    const { own, ownId, otherId, merge } = await openTwo(round)
    const [isMerged, isRemoved] = await atOnce(merge, () => own.api.account.remove({ password }))
    await expectSound()
    const left = await open.shop.query<{ id: string }>('select id from members where deleted_at is null')
    const expected = [...(isMerged ? [] : [otherId]), ...(isRemoved ? [] : [ownId])]
    expect(left.map(({ id }) => id).sort()).toEqual(expected.sort())
    if (!isMerged) expect(await creditOf(otherId)).toBe(700)
  },
)

test('a deletion waits for an uncommitted merge, and then finds no account', async () => {
  const { other, ownId, merge } = await openTwo(9)
  const gate = await closeCommitGate(open.shop, 'members', 'new.deleted_at is not null')
  const merging = merge()
  await gate.waiting(1)
  const removing = other.api.account.remove({}).catch((error: unknown) => error)
  await gate.waiting(2, removing)
  await gate.open()
  await merging
  expect(await removing).toMatchObject({ errors: [{ code: 'account.sign_in_required' }] })
  await expectSound()
  expect(await creditOf(ownId)).toBe(1200)
})
