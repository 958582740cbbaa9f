import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import * as members from '#server/members/members.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import * as credit from './credit.ts'

const day = dayMs
const currency = 'CAD'

const shop = setUpShop()
let memberId: string
beforeEach(async () => {
  await shop.reset()
  memberId = await newMember('mei@shop.example')
})

function newMember(email: string) {
  return members.create(shop.ctx(), { name: 'Mei', email, password: 'a long enough password' })
}
let keys = 0
function give(amount: number, days?: number, key = `gift ${++keys}`) {
  const expiresAt = days === undefined ? null : new Date(shop.app.now().getTime() + days * day)
  return credit.grant(shop.ctx(), { memberId, money: { amount, currency }, reason: 'gift', key, expiresAt })
}
const hold = (orderId: string, amount: number) =>
  credit.hold(shop.ctx(), { orderId, memberId, money: { amount, currency } })
const available = () => credit.available(shop.ctx(), { memberId, currency })
const asMember = () => ({ ...shop.ctx(), memberId })
const balance = async () => {
  const { available, pending } = await credit.balance(asMember())
  return [available.amount, pending.amount]
}
const rests = async () =>
  (
    await shop.query<{ available: number; held: number }>(
      'select available, held from credit_grants order by granted_at, expires_at nulls last',
    )
  ).map(({ available, held }) => [available, held])

/** Differences between the ledger, the grants and the holds of orders, which must always agree. */
async function differences() {
  return shop.query(`
    select g.id from credit_grants g left join credit_entries e on e.grant_id = g.id group by g.id
    having g.available <> coalesce(sum(e.available), 0) or g.held <> coalesce(sum(e.held), 0)
    union all
    select null from (select member_id, sum(held) as held from credit_grants group by member_id) g
      join (select member_id, coalesce(sum(amount) filter (where state = 'held'), 0) as held from credit_uses
      group by member_id) u
      using (member_id) where g.held <> u.held
    union all
    select null from credit_uses u join (
      select order_id, sum(held) filter (where kind = 'hold') as held,
        -sum(held) filter (where kind in ('capture', 'release')) as ended
      from credit_entries group by order_id) e using (order_id)
      where u.amount <> e.held or (u.state <> 'held') <> (coalesce(e.ended, 0) = u.amount)`)
}

describe('credit', () => {
  test('is held while an order waits, and spent when it is paid', async () => {
    await give(5000)
    await hold('one', 1200)
    expect(await balance()).toEqual([3800, 1200])
    await credit.capture(shop.ctx(), 'one')
    expect(await balance()).toEqual([3800, 0])
  })

  test('is released completely when the order fails', async () => {
    await give(5000)
    await hold('one', 1200)
    await credit.release(shop.ctx(), 'one')
    expect(await balance()).toEqual([5000, 0])
  })

  test('is captured or released once by twenty parallel calls', async () => {
    await give(5000)
    await hold('one', 1200)
    await hold('two', 800)
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 ? credit.capture(shop.ctx(), 'one') : credit.release(shop.ctx(), 'one'),
      ),
    )
    const [use] = await shop.query<{ state: string }>("select state from credit_uses where order_id = 'one'")
    expect(await balance()).toEqual([use?.state === 'captured' ? 3000 : 4200, 800])
    expect(await differences()).toEqual([])
  })

  test('that expires first is spent first', async () => {
    await give(1000)
    await give(1000, 30)
    await give(1000, 5)
    await hold('one', 1500)
    expect((await rests()).toSorted()).toEqual(
      [
        [0, 1000],
        [1000, 0],
        [500, 500],
      ].toSorted(),
    )
  })

  test('is not held if it does not suffice, and nothing changes', async () => {
    await give(500)
    await expect(hold('one', 501)).rejects.toMatchObject({ items: [{ code: 'credit.insufficient' }] })
    expect(await balance()).toEqual([500, 0])
  })

  test('is held once for an order', async () => {
    await give(5000)
    await hold('one', 100)
    await expect(hold('one', 100)).rejects.toThrow()
    expect(await balance()).toEqual([4900, 100])
  })

  test('granted twenty times with one key is granted once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => give(700, undefined, 'welcome')))
    expect(await available()).toBe(700)
    expect(await differences()).toEqual([])
  })

  test('in another currency cannot be spent', async () => {
    await credit.grant(shop.ctx(), {
      memberId,
      money: { amount: 900, currency: 'USD' },
      reason: 'gift',
      key: 'dollars',
    })
    expect(await available()).toBe(0)
    await expect(hold('one', 100)).rejects.toMatchObject({ items: [{ code: 'credit.insufficient' }] })
  })

  test('held by twenty parallel orders is held once', async () => {
    await give(10_000)
    const tries = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => hold(`order ${n}`, 10_000)))
    const results = tries.map((tried) => (tried.status === 'rejected' ? tried.reason.items?.[0]?.code : 'held'))
    expect(results.toSorted()).toEqual([...Array(19).fill('credit.insufficient'), 'held'])
    expect(await balance()).toEqual([0, 10_000])
    expect(await differences()).toEqual([])
  })

  test('of another member cannot be held', async () => {
    await give(500)
    const other = await newMember('other@shop.example')
    await expect(
      credit.hold(shop.ctx(), { orderId: 'one', memberId: other, money: { amount: 1, currency } }),
    ).rejects.toMatchObject({ items: [{ code: 'credit.insufficient' }] })
  })
})

describe('expiry', () => {
  test('ends only unspent credit, exactly at its time', async () => {
    await give(1000, 1)
    await give(300)
    await hold('one', 400)
    shop.clock.advance(day)
    expect(await available()).toBe(300)
    await expect(hold('two', 301)).rejects.toMatchObject({ items: [{ code: 'credit.insufficient' }] })
    await credit.expire(shop.ctx())
    expect(await balance()).toEqual([300, 400])
    await credit.capture(shop.ctx(), 'one')
    expect(await balance()).toEqual([300, 0])
    expect(await differences()).toEqual([])
  })

  test('also ends credit that an order releases later', async () => {
    await give(1000, 1)
    await hold('one', 400)
    shop.clock.advance(2 * day)
    await credit.expire(shop.ctx())
    await credit.release(shop.ctx(), 'one')
    await Promise.all(Array.from({ length: 5 }, () => credit.expire(shop.ctx())))
    expect(await rests()).toEqual([[0, 0]])
    expect(await differences()).toEqual([])
  })

  test('is announced in the balance with amount and time', async () => {
    await give(1000)
    await give(250, 3)
    await give(150, 9)
    const { expiring } = await credit.balance(asMember())
    expect(expiring?.amount).toEqual({ amount: 250, currency })
    expect(new Date(expiring?.at ?? 0).getTime() - shop.app.now().getTime()).toBeGreaterThan(2.9 * day)
  })
})

describe('returning credit', () => {
  const giveBack = (reference: string, amount?: number) =>
    credit.refund(shop.ctx(), { orderId: 'one', reference, amount })

  beforeEach(async () => {
    await give(1000, 5)
    await give(1000)
    await hold('one', 1600)
  })

  test('fills the grants it came from, the one that expires last first', async () => {
    await credit.capture(shop.ctx(), 'one')
    expect(await giveBack('lines', 700)).toBe(700)
    expect(await rests()).toEqual([
      [100, 0],
      [1000, 0],
    ])
    expect(await giveBack('rest')).toBe(900)
    expect(await available()).toBe(2000)
    expect(await differences()).toEqual([])
  })

  test('happens once per reference, also in parallel', async () => {
    await credit.capture(shop.ctx(), 'one')
    const all = await Promise.all(Array.from({ length: 20 }, () => giveBack('cancelled')))
    expect(all.toSorted()).toEqual([...Array(19).fill(0), 1600])
    expect(await available()).toBe(2000)
  })

  test('happens once per reference for a partial amount too', async () => {
    await credit.capture(shop.ctx(), 'one')
    const all = await Promise.all(Array.from({ length: 5 }, () => giveBack('a broken cup', 200)))
    expect(all.toSorted()).toEqual([0, 0, 0, 0, 200])
    expect(await available()).toBe(600)
  })

  test('never exceeds the spent amount', async () => {
    await credit.capture(shop.ctx(), 'one')
    await giveBack('first', 1000)
    await expect(giveBack('second', 601)).rejects.toThrow()
    expect(await giveBack('third', 600)).toBe(600)
    expect(await giveBack('fourth')).toBe(0)
  })

  test('returns nothing for an order that spent nothing', async () => {
    expect(await giveBack('too early')).toBe(0)
    await credit.release(shop.ctx(), 'one')
    expect(await giveBack('too late')).toBe(0)
    expect(await credit.refund(shop.ctx(), { orderId: 'unknown', reference: 'x' })).toBe(0)
  })

  test('that has expired makes new credit for 30 days', async () => {
    await credit.capture(shop.ctx(), 'one')
    shop.clock.advance(10 * day)
    await credit.expire(shop.ctx())
    expect(await giveBack('cancelled')).toBe(1600)
    expect(await giveBack('cancelled')).toBe(0)
    expect(await available()).toBe(2000)
    shop.clock.advance(30 * day)
    expect(await available()).toBe(1000)
    expect(await differences()).toEqual([])
  })
})

describe('the history', () => {
  test('lists all movements with the balance after each, newest first, in pages', async () => {
    await give(1000, 5)
    await give(1000)
    await hold('one', 1600)
    await credit.capture(shop.ctx(), 'one')
    await credit.refund(shop.ctx(), { orderId: 'one', reference: 'cancelled' })
    await hold('two', 300)
    const { entries, hasMore } = await credit.history(asMember(), { numberToLoad: 3 })
    expect(entries.map(({ kind, amount, balanceAfter }) => [kind, amount.amount, balanceAfter.amount])).toEqual([
      ['spent', -300, 1700],
      ['given_back', 1600, 2000],
      ['spent', -1600, 400],
    ])
    expect(entries.map(({ pending }) => pending)).toEqual([true, false, false])
    expect(hasMore).toBe(true)
    const rest = await credit.history(asMember(), { before: entries.at(-1)?.id })
    expect(rest.entries.map(({ kind, balanceAfter }) => [kind, balanceAfter.amount])).toEqual([
      ['granted', 2000],
      ['granted', 1000],
    ])
    expect(rest.entries[1]?.expiresAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(rest.hasMore).toBe(false)
  })
})

test('a gift is emailed once, and its expiry a week before, once, to members who agreed', async () => {
  const subjects = async (email = 'mei@shop.example') => (await mailsTo(shop, email)).map(({ subject }) => subject)
  const otherId = await newMember('other@shop.example')
  await members.update(asMember(), { consents: { reminders: true } })
  const expiresAt = new Date(shop.app.now().getTime() + 30 * day)
  for (const ownerId of [memberId, otherId]) {
    for (const [key, amount] of Object.entries({ one: 1000, two: 250 })) {
      const money = { amount, currency }
      const gift = { memberId: ownerId, money, reason: 'gift', key: `${key} ${ownerId}`, expiresAt } as const
      for (const _ of [1, 2]) await credit.grant(shop.ctx(), gift)
    }
  }
  expect((await subjects()).sort()).toEqual(['You have $10.00 of store credit', 'You have $2.50 of store credit'])
  await hold('order', 300)
  await credit.capture(shop.ctx(), 'order')
  await credit.remind(shop.ctx())
  expect(await subjects()).toHaveLength(2)
  shop.clock.advance(23 * day)
  await Promise.all([1, 2, 3].map(() => credit.remind(shop.ctx())))
  await credit.remind(shop.ctx())
  expect((await subjects()).slice(2)).toEqual([expect.stringMatching(/^\$9\.50 of your store credit expires on /)])
  expect(await subjects('other@shop.example')).toHaveLength(2)
})

test('a failed transaction leaves no entries in the ledger', async () => {
  await give(1000)
  await transact(shop.ctx(), async (ctx) => {
    await credit.hold(ctx, { orderId: 'one', memberId, money: { amount: 400, currency } })
    throw new Error('something else went wrong')
  }).catch(() => {})
  expect(await balance()).toEqual([1000, 0])
  expect(await shop.query('select 1 from credit_uses')).toEqual([])
})

test.each([
  ['a negative amount of available credit', 'update credit_grants set available = -1'],
  ['more available credit than was granted', 'update credit_grants set available = amount + 1'],
  ['more returned credit than was spent', 'update credit_uses set given_back = amount + 1'],
  [
    'a second end of a hold',
    `insert into credit_entries (member_id, grant_id, order_id, kind, available, held, at)
    select member_id, grant_id, order_id, 'release', 100, -100, at from credit_entries where kind = 'capture'`,
  ],
  [
    'a capture that adds credit',
    `insert into credit_entries (member_id, grant_id, order_id, kind, available, held, at)
    select member_id, grant_id, order_id, 'capture', 100, -100, at from credit_entries where kind = 'hold'`,
  ],
])('the database refuses %s', async (_, statement) => {
  await give(1000)
  await hold('one', 400)
  await credit.capture(shop.ctx(), 'one')
  await expect(shop.query(statement)).rejects.toThrow(/violates/)
})

const action = fc.record({
  kind: fc.constantFrom('grant', 'hold', 'capture', 'release', 'giveBack', 'expire'),
  order: fc.integer({ min: 0, max: 5 }).map((n) => `order ${n}`),
  amount: fc.integer({ min: 1, max: 900 }),
  days: fc.option(fc.integer({ min: -1, max: 3 }), { nil: undefined }),
})

test('random parallel operations keep the ledger balanced', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 40 }), async (actions) => {
      await shop.reset()
      memberId = await newMember('mei@shop.example')
      let watching = true
      const watch = async () => {
        while (watching) expect(await differences()).toEqual([])
      }
      const watcher = watch()
      await Promise.allSettled(
        actions.map(({ kind, order, amount, days }) => {
          if (kind === 'grant') return give(amount, days)
          if (kind === 'hold') return hold(order, amount)
          if (kind === 'giveBack') return credit.refund(shop.ctx(), { orderId: order, reference: 'x', amount })
          if (kind === 'expire') return credit.expire(shop.ctx())
          return kind === 'capture' ? credit.capture(shop.ctx(), order) : credit.release(shop.ctx(), order)
        }),
      )
      watching = false
      await watcher
      expect(await differences()).toEqual([])
      const [sums] = await shop.query<Record<string, number>>(`select
        (select coalesce(sum(amount), 0)::int from credit_grants) as granted,
        (select coalesce(sum(available + held), 0)::int from credit_grants) as left,
        (select coalesce(sum(amount - given_back), 0)::int from credit_uses where state = 'captured') as spent,
        (select coalesce(-sum(available), 0)::int from credit_entries where kind = 'expire') as expired,
        (select coalesce(sum(g.amount), 0)::int from credit_grants g where reason = 'refund') as renewed`)
      if (!sums) throw new Error('nothing was summed up')
      const { granted = 0, left = 0, spent = 0, expired = 0, renewed = 0 } = sums
      expect(granted - renewed).toBe(left + spent + expired)
    }),
    { numRuns: 40 },
  )
})
