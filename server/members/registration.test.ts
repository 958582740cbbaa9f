import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { openTestShop, setUpShop } from '#tests/harness.ts'
import { mailedCode, mailedToken, mailsTo } from '#tests/mails.ts'
import { registerMember } from '#tests/registration.ts'
import * as members from './members.ts'

const shop = setUpShop()
beforeAll(async () => {
  await openStore(shop.ctx())
})
beforeEach(async () => {
  await shop.query('delete from members')
  await shop.query('delete from registrations')
})

let people = 0
const password = 'three dumplings at noon'
const somebody = () => ({ name: 'Mei Chen', email: `mei-${++people}@example.com`, password })
const memberOf = async (visitor: Visitor) => (await visitor.ctx()).memberId
const refused = (code: string) => ({ errors: [expect.objectContaining({ code })] })
const signIn = (visitor: Visitor, { email, password }: { email: string; password: string }) =>
  visitor.api.account.signIn({ email, password })
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a registration', () => {
  test('starts no session; the emailed code creates the account, proves the address and signs in', async () => {
    const visitor = shop.visitor()
    const mei = somebody()
    const { registration, ...rest } = await visitor.api.account.register(mei)
    expect(rest).toEqual({ sent: true })
    expect(await memberOf(visitor)).toBeNull()
    expect(await shop.query('select 1 from members')).toEqual([])
    const code = await mailedCode(shop, mei.email)
    const { userID } = await visitor.api.account.confirmRegistration({ registration, code })
    expect(await memberOf(visitor)).toBe(userID)
    expect((await visitor.api.account.profile()).emailVerifiedAt).not.toBeNull()
    expect(await shop.query('select 1 from registrations')).toEqual([])
    const other = shop.visitor()
    expect((await signIn(other, mei)).userID).toBe(userID)
  })

  test('keeps the cart of the guest', async () => {
    await addProducts(shop.ctx(), { id: 'tea', stock: 100 })
    const visitor = shop.visitor()
    await visitor.api.cart.add({ sku: 'tea', quantity: 2 })
    expect(await registerMember(shop, visitor, somebody())).toMatchObject({ mergedLines: 1 })
    expect(Object.values((await visitor.api.cart.view()).lineItems)).toMatchObject([{ quantity: 2 }])
  })

  test('emails none of the typed words to an unproven address', async () => {
    const email = `stranger-${++people}@example.com`
    const words = 'Claim your prize at evil.example'
    await shop.visitor().api.account.register({ name: words, email, password })
    const [mail] = await mailsTo(shop, email)
    expect(mail?.to).toEqual([{ address: email, name: '' }])
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('prize')
  })

  test('with a member’s address emails them a link to sign in, and leaves the account unchanged', async () => {
    const mei = somebody()
    await registerMember(shop, shop.visitor(), mei)
    // Sends the waiting welcome email first, so that the last email below is the one with the link.
    await shop.workOff()
    const visitor = shop.visitor()
    const again = { name: 'Eve', email: mei.email.toUpperCase(), password: 'seven cold noodles' }
    const { registration } = await visitor.api.account.register(again)
    const token = await mailedToken(shop, mei.email)
    const mail = (await mailsTo(shop, mei.email)).at(-1)
    expect([mail?.subject, mail?.text?.includes('Eve')]).toEqual(['You already have an account', false])
    expect(/\b\d{6}\b/.test(mail?.text ?? '')).toBe(false)
    await expect(visitor.api.account.confirmRegistration({ registration, code: '000000' })).rejects.toMatchObject(
      refused('account.wrong_code'),
    )
    expect((await visitor.api.account.signInWithLink({ token })).user.name).toBe('Mei Chen')
    await expect(shop.visitor().api.account.signInWithLink({ token })).rejects.toMatchObject(
      refused('account.link_invalid'),
    )
    await expect(signIn(shop.visitor(), again)).rejects.toMatchObject(refused('account.wrong_credentials'))
  })

  test('answers a known and an unknown address with the same status, body, headers and cookies', async () => {
    const mei = somebody()
    await registerMember(shop, shop.visitor(), mei)
    const answers = []
    for (const email of [mei.email, `new-${mei.email}`]) {
      const visitor = shop.visitor()
      await visitor.api.shell.appInfo({})
      const before = [...visitor.cookies.keys()]
      const xsrf = [...visitor.cookies].find(([name]) => /xsrf/i.test(name))?.[1] ?? ''
      const answer = await visitor.fetch('/api/istore/client/common3/clientRegistration', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-xsrf-token': xsrf },
        body: JSON.stringify({ name: 'Mei', email, password }),
      })
      const body = await answer.json()
      const headers = [...answer.headers.keys()].sort()
      const shape = Object.fromEntries(
        Object.entries(body).map(([key, value]) => [key, key === 'registration' ? String(value).length : value]),
      )
      answers.push({ status: answer.status, headers, shape, cookies: [...visitor.cookies.keys()], before })
    }
    expect(answers[0]).toMatchObject({ status: 200, shape: { sent: true, registration: 43 } })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]?.cookies).toEqual(answers[0]?.before)
  })

  test('does the same work for a known and an unknown address before it answers', async () => {
    const mei = somebody()
    await registerMember(shop, shop.visitor(), mei)
    const rowsOf = async (email: string) => {
      await shop.visitor().api.account.register({ ...mei, email })
      const [row] = await shop.query(
        'select password_hash is not null as hashed, code_hash from registrations where email = $1',
        [email],
      )
      const [event] = await shop.query('select name, done_at from events order by id desc limit 1')
      return { row, event }
    }
    expect(await rowsOf(mei.email)).toEqual({
      row: { hashed: true, code_hash: null },
      event: { name: 'account.registration_started', done_at: null },
    })
    await shop.workOff()
    expect(await rowsOf(`new-${mei.email}`)).toEqual({
      row: { hashed: true, code_hash: null },
      event: { name: 'account.registration_started', done_at: null },
    })
    await shop.workOff()
  })
})

describe('the code of a registration', () => {
  async function begin() {
    const visitor = shop.visitor()
    const mei = somebody()
    const { registration } = await visitor.api.account.register(mei)
    return { visitor, mei, registration, code: await mailedCode(shop, mei.email) }
  }
  const confirm = ({ visitor, registration, code }: Awaited<ReturnType<typeof begin>>) =>
    visitor.api.account.confirmRegistration({ registration, code })

  test('is valid for its own registration only', async () => {
    const [one, other] = [await begin(), await begin()]
    await expect(
      confirm({ ...one, code: other.code === one.code ? wrongOf(one.code) : other.code }),
    ).rejects.toMatchObject(refused('account.wrong_code'))
    await expect(confirm({ ...one, registration: 'made up' })).rejects.toMatchObject(refused('account.wrong_code'))
    await confirm(one)
  })

  test('is refused after ten minutes or five wrong tries', async () => {
    const late = await begin()
    shop.clock.advance(10 * 60_000 + 1000)
    await expect(confirm(late)).rejects.toMatchObject(refused('account.wrong_code'))
    const guessed = await begin()
    for (let tries = 0; tries < 5; tries++)
      await expect(confirm({ ...guessed, code: wrongOf(guessed.code) })).rejects.toThrow()
    await expect(confirm(guessed)).rejects.toMatchObject(refused('account.wrong_code'))
  })

  test('can be replaced by a new one', async () => {
    const begun = await begin()
    shop.clock.advance(11 * 60_000)
    await begun.visitor.api.account.resendRegistration({ registration: begun.registration })
    const code = await mailedCode(shop, begun.mei.email)
    await confirm({ ...begun, code })
    expect(await begun.visitor.api.account.resendRegistration({ registration: 'made up' })).toEqual({ sent: true })
  })

  test('entered ten times in parallel makes one account', async () => {
    const begun = await begin()
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => confirm({ ...begun, visitor: shop.visitor() })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await shop.query('select 1 from members')).toHaveLength(1)
  })

  test('from two registrations with one address makes one account and signs in to it twice', async () => {
    const mei = somebody()
    const begun = []
    for (const name of ['Mei', 'May']) {
      const visitor = shop.visitor()
      const { registration } = await visitor.api.account.register({ ...mei, name })
      begun.push({ visitor, mei, registration, code: await mailedCode(shop, mei.email) })
    }
    const signedIn = await Promise.all(begun.map(confirm))
    expect(new Set(signedIn.map(({ userID }) => userID)).size).toBe(1)
    expect(await shop.query('select 1 from members')).toHaveLength(1)
  })
})

test('the fourth registration email within an hour is refused, for known and new addresses alike', async () => {
  const strict = await openTestShop({ RATE_LIMIT_FACTOR: '1' })
  try {
    const known = somebody()
    await members.create(strict.ctx(), { ...known, isProven: true })
    for (const email of [known.email, `new-${known.email}`]) {
      const { registration } = await strict.visitor().api.account.register({ ...known, email })
      await strict.visitor().api.account.register({ ...known, email })
      await strict.visitor().api.account.resendRegistration({ registration })
      const more = [
        () => strict.visitor().api.account.register({ ...known, email }),
        () => strict.visitor().api.account.resendRegistration({ registration }),
      ]
      for (const ask of more) await expect(ask()).rejects.toMatchObject({ status: 429, ...refused('request.too_many') })
      expect((await mailsTo(strict, email)).length).toBe(3)
    }
    strict.clock.advance(3_600_001)
    await strict.visitor().api.account.register(known)
  } finally {
    await strict.close()
  }
})

test('unconfirmed registrations are deleted after an hour', async () => {
  await shop.visitor().api.account.register(somebody())
  shop.clock.advance(3_600_001)
  await members.sweepRegistrations(shop.ctx())
  expect(await shop.query('select 1 from registrations')).toEqual([])
})

describe('an account whose address was never proven', () => {
  async function planted() {
    const mei = somebody()
    const memberId = await members.create(shop.ctx(), mei)
    const names = [{ app: '', subject: `union-${people}` }]
    await members.linkIdentity(shop.ctx(), memberId, { provider: 'wechat', names, nickname: 'Eve' })
    const eve = shop.visitor()
    await signIn(eve, mei)
    return { mei, eve, memberId }
  }

  test('belongs to the person who proves the address: the earlier password, wallet and sessions end', async () => {
    const { mei, eve, memberId } = await planted()
    const owner = shop.visitor()
    await owner.api.account.register({ ...mei, password: 'my own long sentence' })
    const token = await mailedToken(shop, mei.email)
    expect((await owner.api.account.signInWithLink({ token })).userID).toBe(memberId)
    expect(await memberOf(eve)).toBeNull()
    await expect(signIn(eve, mei)).rejects.toMatchObject(refused('account.wrong_credentials'))
    expect(await shop.query('select 1 from member_identities where member_id = $1', [memberId])).toEqual([])
  })

  test('keeps its password when a signed-in member proves the address', async () => {
    const { mei, eve } = await planted()
    await eve.api.account.sendProof()
    await eve.api.account.proveEmail({ code: await mailedCode(shop, mei.email) })
    await signIn(shop.visitor(), mei)
    expect((await eve.api.account.profile()).hasPassword).toBe(true)
  })
})
