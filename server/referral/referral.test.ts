import { beforeEach, describe, expect, test } from 'vitest'
import { setUpShop } from '#tests/harness.ts'
import { buy, friendsGroup, openReferralShop, order, referrer, register } from '#tests/referrals.ts'
import * as referral from './referral.ts'

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  await openReferralShop(shop)
})

const bound = () =>
  shop.query<{ referrer_id: string; member_id: string | null; via: string; group_id: string }>(
    'select referrer_id, member_id, via, group_id from referrals order by id',
  )
const code = (name: string) => ({ errors: [{ code: name }] })

describe('groups', () => {
  test('are listed with both sides’ rewards and can be joined; closed ones are shown to members only', async () => {
    await referral.put(shop.ctx(), { ...friendsGroup, id: 'closed', isOpen: false })
    const member = await register(shop)
    const { groups } = await member.api.referral.groups()
    expect(groups).toMatchObject([
      {
        id: 'friends',
        referrer: {
          as: 'credit',
          amount: { amount: 1000, currency: 'CAD' },
          words: { zh: expect.stringContaining('10.00 储值余额') },
        },
        friend: { words: { en: '$5.00 of store credit' } },
        joinedAt: null,
      },
    ])
    await expect(member.api.referral.joinGroup({ id: 'closed' })).rejects.toMatchObject(code('not_found'))
    await expect(member.api.referral.joinGroup({ id: 'nothing' })).rejects.toMatchObject(code('not_found'))
    const joined = await member.api.referral.joinGroup({ id: 'friends' })
    expect(joined.groups[0]?.joinedAt).not.toBeNull()
    await referral.put(shop.ctx(), { ...friendsGroup, isOpen: false })
    expect((await member.api.referral.joinGroup({ id: 'friends' })).groups).toHaveLength(1)
    expect((await (await register(shop)).api.referral.groups()).groups).toEqual([])
  })

  test('are joined once by twenty parallel requests', async () => {
    const member = await register(shop)
    await Promise.all(Array.from({ length: 20 }, () => member.api.referral.joinGroup({ id: 'friends' })))
    expect(await shop.query('select * from referrers')).toHaveLength(1)
  })

  test('cannot be joined from another site', async () => {
    const member = await register(shop)
    const path = '/api/istore/client/admin/userManagement/joinAffiliatedReferralGoup/friends'
    const answer = await member.fetch(path, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(answer.status).toBe(403)
    expect(await shop.query('select * from referrers')).toEqual([])
  })
})

describe('a referrer', () => {
  test('sees the clicks on their link, without bots, their own, and visitors who opt out of tracking', async () => {
    const own = await referrer(shop)
    const { referId } = await own.api.referral.overview()
    const follow = (headers: Record<string, string>, id = referId) =>
      shop.visitor(headers).api.referral.click({ referId: id, referGroup: 'friends' })
    const browser = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' }
    await Promise.all(Array.from({ length: 20 }, () => follow(browser)))
    expect(await follow({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })).toEqual({ isCounted: false })
    expect(await follow({ ...browser, 'sec-gpc': '1' })).toEqual({ isCounted: false })
    expect(await follow(browser, 'nobody')).toEqual({ isCounted: false })
    expect(await own.api.referral.click({ referId })).toEqual({ isCounted: false })
    expect((await own.api.referral.overview()).clicks).toBe(20)
    const kept = await shop.query<Record<string, unknown>>('select * from referral_clicks')
    expect(kept.map((row) => Object.keys(row).sort())).toEqual([['count', 'day', 'group_id', 'referrer_id']])
  })

  test('gets a referral id from the shell, and the group after joining one', async () => {
    const one = await register(shop)
    const other = await register(shop)
    const before = await one.api.shell.appInfo()
    expect(before.myID).toMatch(/^[0-9a-f]{12}$/)
    expect(before.referrerUserGroup).toBeNull()
    expect((await other.api.shell.appInfo()).myID).not.toBe(before.myID)
    await one.api.referral.joinGroup({ id: 'friends' })
    expect(await one.api.shell.appInfo()).toMatchObject({ myID: before.myID, referrerUserGroup: 'friends' })
  })

  test.each(['overview', 'members', 'orders', 'memberSummary', 'orderSummary'] as const)(
    'needs to join a group to call %s',
    async (name) => {
      await expect(shop.visitor().api.referral[name]({})).rejects.toMatchObject({ status: 401 })
      const member = await register(shop)
      await expect(member.api.referral[name]({})).rejects.toMatchObject({ status: 403, ...code('referral.join_first') })
      await member.api.referral.joinGroup({ id: 'friends' })
      await expect(member.api.referral[name]({})).resolves.toBeTruthy()
    },
  )

  test('has an overview with the link and a text to share in both languages', async () => {
    const member = await referrer(shop)
    const { referId, link, shareText, group, friends } = await member.api.referral.overview()
    expect(link).toBe(`http://localhost/invite?referId=${referId}&referGroup=friends`)
    expect([group.id, friends]).toEqual(['friends', 0])
    expect(shareText.en).toContain(`$5.00 of store credit: ${link}`)
    expect(shareText.zh).toContain(`$5.00 储值余额：${link}`)
  })

  test('is named in the invitation as “Friend”, and an id without a group has no invitation', async () => {
    const { held, email } = await referrer(shop)
    const guest = shop.visitor()
    const invitation = await guest.api.referral.invitation({ id: held.referId })
    expect(invitation).toMatchObject({ referrerName: 'Friend', friend: { as: 'credit' }, returnDays: 14 })
    expect(JSON.stringify(invitation)).not.toContain(email)
    const { myID } = await (await register(shop)).api.shell.appInfo()
    for (const id of [myID ?? '', 'nobody'])
      await expect(guest.api.referral.invitation({ id })).rejects.toMatchObject(code('not_found'))
  })
})

describe('a referral', () => {
  test('by registration binds a member to the link’s owner, in the link’s group if the owner joined it', async () => {
    await referral.put(shop.ctx(), { ...friendsGroup, id: 'writers' })
    const { id, held, api } = await referrer(shop)
    await api.referral.joinGroup({ id: 'writers' })
    const one = await register(shop, { ...held, referGroup: 'friends' })
    const other = await register(shop, { ...held, referGroup: 'elsewhere' })
    expect(await bound()).toEqual([
      { referrer_id: id, member_id: one.id, via: 'registration', group_id: 'friends' },
      { referrer_id: id, member_id: other.id, via: 'registration', group_id: 'writers' },
    ])
  })

  test('by a first order binds a member without a referrer, and later links change nothing', async () => {
    const first = await referrer(shop)
    const second = await referrer(shop)
    const friend = await register(shop)
    await buy(shop, friend, first.held)
    await buy(shop, friend, second.held)
    expect(await bound()).toMatchObject([{ referrer_id: first.id, member_id: friend.id, via: 'order' }])
    const earlier = await register(shop, second.held)
    await buy(shop, earlier, first.held)
    expect(await bound()).toMatchObject([{}, { referrer_id: second.id, member_id: earlier.id, via: 'registration' }])
  })

  test('by a guest’s first order belongs to the member who later proves the email address', async () => {
    const { id, held } = await referrer(shop)
    await order(shop.visitor(), held, { email: 'guest@shop.example' })
    await order(shop.visitor(), held, { email: 'Guest+again@shop.example' })
    expect(await bound()).toMatchObject([{ referrer_id: id, member_id: null, via: 'order' }])
    const friend = await register(shop, {}, { email: 'guest@shop.example' })
    await shop.app.events['member.email_proven']?.within?.at(-1)?.(shop.ctx(), {
      memberId: friend.id,
      email: friend.email,
    })
    expect(await bound()).toMatchObject([{ referrer_id: id, member_id: friend.id }])
  })

  test('does not bind a buyer with an earlier order, also under another account', async () => {
    const { held } = await referrer(shop)
    await order(shop.visitor(), {}, { email: 'old@shop.example' })
    await order(shop.visitor(), held, { email: 'OLD@shop.example' })
    await register(shop, held, { email: 'old@shop.example' })
    expect(await bound()).toEqual([])
  })

  test.each([
    ['the same account', { email: 'me@gmail.com' }, 'order'],
    ['another spelling of the same mailbox', { email: 'm.e+shop@googlemail.com' }, 'registration'],
    ['the same number', { email: 'else@shop.example', phone: '+1 (416) 555-0111' }, 'registration'],
  ] as const)('does not bind a member to themselves: %s', async (_, changes, how) => {
    const me = await referrer(shop, 'friends', { email: 'me@gmail.com', phone: '416-555-0111' })
    if (how === 'order') await buy(shop, me, me.held)
    else await register(shop, me.held, changes)
    await order(shop.visitor(), me.held, { email: 'M.E@gmail.com' })
    await order(shop.visitor(), me.held, { phone: '416 555 0111' })
    expect(await bound()).toEqual([])
  })

  test('does not bind members in a circle', async () => {
    const one = await referrer(shop)
    const two = await register(shop, one.held)
    await two.api.referral.joinGroup({ id: 'friends' })
    const three = await register(shop, { referId: (await two.api.shell.appInfo()).myID ?? '' })
    await three.api.referral.joinGroup({ id: 'friends' })
    await buy(shop, one, { referId: (await three.api.shell.appInfo()).myID ?? '' })
    expect(await bound()).toMatchObject([{ member_id: two.id }, { member_id: three.id }])
  })

  test('between two members who refer each other in parallel binds one of them', async () => {
    const [one, two] = await Promise.all([referrer(shop), referrer(shop)])
    await Promise.all([buy(shop, one, two.held), buy(shop, two, one.held)])
    expect(await bound()).toHaveLength(1)
  })

  test('by ten parallel first orders of one buyer binds the buyer once', async () => {
    const referrers = await Promise.all(Array.from({ length: 10 }, () => referrer(shop)))
    const orders = await Promise.all(
      referrers.map(({ held }) => order(shop.visitor(), held, { email: 'one@shop.example', phone: '416-555-0999' })),
    )
    expect(orders).toHaveLength(10)
    expect(await bound()).toHaveLength(1)
  })

  test('with an unknown id, or one without a group, changes neither registration nor order', async () => {
    const { myID } = await (await register(shop)).api.shell.appInfo()
    for (const referId of [myID ?? '', 'nobody', "'; drop table members; --", '灯']) {
      const friend = await register(shop, { referId, referGroup: 'x'.repeat(100) })
      await expect(buy(shop, friend, { referId })).resolves.toMatchObject({ status: 'NEW' })
    }
    expect(await bound()).toEqual([])
  })

  test('is processed only for orders with a referral id', async () => {
    const asked: string[] = []
    const within = shop.app.events['order.referred']?.within ?? []
    shop.app.events['order.referred'] = { within: [async () => asked.push('referred')] }
    await order(shop.visitor())
    expect(asked).toEqual([])
    await order(shop.visitor(), { referId: 'somebody' })
    expect(asked).toEqual(['referred'])
    shop.app.events['order.referred'] = { within }
  })
})

describe('deleting an account', () => {
  test('ends its rewards, removes its personal data, and keeps its referrals', async () => {
    const me = await referrer(shop)
    const friend = await register(shop, me.held)
    await buy(shop, friend)
    await referral.reward(shop.ctx())
    await friend.api.account.remove({ password: 'three dumplings at noon' }).catch(() => undefined)
    await shop.query("update orders set fulfilment_status = 'PICKED_UP'")
    const data = (await me.api.account.exportData()) as { referral: { brought: unknown[]; rewards: unknown[] } }
    expect([data.referral.brought.length, data.referral.rewards.length]).toEqual([1, 1])
    expect(JSON.stringify(data.referral)).not.toContain(friend.id)
    await friend.api.account.remove({ password: 'three dumplings at noon' })
    await me.api.account.remove({ password: 'three dumplings at noon' })
    expect(await shop.query('select state from referral_rewards')).toEqual([{ state: 'refused' }, { state: 'refused' }])
    expect(await shop.query('select member_id, email, phone from referrals')).toEqual([
      { member_id: null, email: null, phone: null },
    ])
    await register(shop, me.held)
    expect(await bound()).toHaveLength(1)
  })

  test('of a referrer ends their rewards for later orders, but not the friend’s reward', async () => {
    const me = await referrer(shop)
    const friend = await register(shop, me.held)
    await me.api.account.remove({ password: 'three dumplings at noon' })
    await buy(shop, friend)
    await referral.reward(shop.ctx())
    expect(await shop.query('select side, member_id from referral_rewards')).toEqual([
      { side: 'friend', member_id: friend.id },
    ])
  })
})

describe('merging two accounts', () => {
  const merge = (from: { id: string }, into: { id: string }) =>
    referral.transfer(shop.ctx(), { fromId: from.id, intoId: into.id })

  test('keeps the referrals, orders and rewards of both', async () => {
    const from = await referrer(shop)
    const friend = await register(shop, from.held)
    await buy(shop, friend)
    await referral.reward(shop.ctx())
    const into = await register(shop)
    await merge(from, into)
    expect(await bound()).toMatchObject([{ referrer_id: into.id, member_id: friend.id }])
    expect(await into.api.referral.overview()).toMatchObject({ friends: 1, orders: 1, waiting: { amount: 1000 } })
  })

  test('keeps the links of a referrer who merges into an account without links', async () => {
    const from = await referrer(shop)
    const into = await register(shop)
    await merge(from, into)
    const friend = await register(shop, from.held)
    expect(await bound()).toMatchObject([{ referrer_id: into.id, member_id: friend.id }])
    expect((await into.api.referral.overview()).referId).toBe(from.held.referId)
    const other = await referrer(shop)
    await merge(into, other)
    expect((await other.api.referral.overview()).referId).toBe(other.held.referId)
  })

  test('removes referrals that would form a circle', async () => {
    const one = await referrer(shop)
    const two = await register(shop, one.held)
    await buy(shop, two)
    await referral.reward(shop.ctx())
    await merge(two, one)
    expect(await bound()).toMatchObject([{ referrer_id: one.id, member_id: null }])
    expect(await shop.query('select distinct state from referral_rewards')).toEqual([{ state: 'refused' }])
    const upper = await referrer(shop)
    const middle = await register(shop, upper.held)
    await middle.api.referral.joinGroup({ id: 'friends' })
    const lower = await register(shop, { referId: (await middle.api.shell.appInfo()).myID ?? '' })
    await merge(lower, upper)
    expect(await bound()).toMatchObject([
      { member_id: null },
      { referrer_id: upper.id, member_id: middle.id },
      { referrer_id: middle.id, member_id: null },
    ])
  })
})
