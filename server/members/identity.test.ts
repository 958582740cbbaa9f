import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { approveConsent, authorize, openShopWithIdentities, signInAs } from '#tests/identities.ts'
import { mailedCode, mailedToken, mailsTo } from '#tests/mails.ts'
import { registerMember, registerWallet } from '#tests/registration.ts'
import * as members from './members.ts'

let open: Awaited<ReturnType<typeof openShopWithIdentities>>
beforeAll(async () => {
  open = await openShopWithIdentities()
})
afterAll(() => open.close())
beforeEach(async () => {
  await open.shop.reset()
  await openStore(open.shop.ctx())
  await addProducts(open.shop.ctx(), { id: 'tea', stock: 100 })
})

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const places = {
  desk: 'Mozilla/5.0 (X11; Linux x64) Chrome/140.0',
  phone: `${iPhone} Safari/604.1`,
  weChat: `${iPhone} MicroMessenger/8.0.50`,
  miniProgram: `${iPhone} MicroMessenger/8.0.50 miniProgram/wx1`,
  alipay: `${iPhone} AlipayClient/10.6.0`,
}
const at = (place: keyof typeof places = 'desk') => open.shop.visitor({ 'user-agent': places[place] })
const refused = (code: string) => ({ errors: [expect.objectContaining({ code })] })
const password = 'three dumplings at noon'
async function join(email: string, visitor = at()) {
  await registerMember(open.shop, visitor, { name: email, email, password })
  return visitor
}

describe('the wallets to sign in with', () => {
  test.each([
    ['desk', ['wechat', 'alipay']],
    ['phone', ['alipay']],
    ['weChat', ['wechat']],
    ['miniProgram', ['wechat']],
    ['alipay', ['alipay']],
  ] as const)('on %s are %j', async (place, ways) => {
    expect((await at(place).api.identity.ways()).ways).toEqual(ways)
  })

  test('have public app ids, but their secrets are never answered', async () => {
    const settings = await at().api.wechat.settings()
    expect(settings).toMatchObject({ enabled: true, miniProgramAppId: 'wx0123456789abcdef' })
    expect(JSON.stringify([settings, await at().api.alipay.settings()])).not.toContain(
      open.shop.app.config.WECHAT_MINI_SECRET,
    )
    expect(await at().api.alipay.settings()).toEqual({ apaId: '2021000000000001' })
  })

  test('get the parameters that WeChat and Alipay document', async () => {
    const pageFrom = async (place: keyof typeof places, provider: 'wechat' | 'alipay') => {
      const { url } = await at(place).api.identity.begin({ provider, purpose: 'sign_in' })
      const { pathname, hash, searchParams } = new URL(url)
      return { pathname, hash, ...Object.fromEntries(searchParams) }
    }
    expect(await pageFrom('desk', 'wechat')).toEqual({
      pathname: '/connect/qrconnect',
      hash: '#wechat_redirect',
      appid: 'wx000000000website',
      redirect_uri: 'http://localhost/account/with/wechat',
      response_type: 'code',
      scope: 'snsapi_login',
      state: expect.stringMatching(/^[a-zA-Z0-9]{48}$/),
    })
    expect(await pageFrom('weChat', 'wechat')).toMatchObject({
      pathname: '/connect/oauth2/authorize',
      appid: 'wx00000000official',
      scope: 'snsapi_userinfo',
    })
    expect(await pageFrom('alipay', 'alipay')).toMatchObject({
      pathname: '/oauth2/publicAppAuthorize.htm',
      app_id: '2021000000000001',
      scope: 'auth_user',
    })
    await expect(at('phone').api.identity.begin({ provider: 'wechat', purpose: 'sign_in' })).rejects.toMatchObject(
      refused('identity.unavailable'),
    )
  })
})

describe.each(['wechat', 'alipay'] as const)('signing in with %s', (provider) => {
  test('needs an account; a registration with a proven email creates one', async () => {
    const visitor = at()
    await visitor.api.cart.add({ sku: 'tea', quantity: 2 })
    const arrived = await visitor.api[provider].signIn(await authorize(visitor, 'yu', { provider }))
    expect(arrived).toEqual({ signedIn: null, nickname: '小雨 Xiao Yu', next: null })
    expect((await visitor.ctx()).memberId).toBeNull()
    const before = visitor.cookies.get('sid')
    const signedIn = await registerWallet(open.shop, visitor, provider, { name: '小雨', email: 'yu@example.com' })
    expect(signedIn).toMatchObject({ user: { email: 'yu@example.com' }, mergedLines: 1 })
    expect(visitor.cookies.get('sid')).not.toBe(before)
    expect(await visitor.api.account.profile()).toMatchObject({
      hasPassword: false,
      emailVerifiedAt: expect.any(String),
    })
    await expect(
      registerWallet(open.shop, visitor, provider, { name: 'Twice', email: 'two@example.com' }),
    ).rejects.toMatchObject(refused('identity.unproven'))

    const later = at()
    const again = await later.api[provider].signIn(await authorize(later, 'yu', { provider }))
    expect(again.signedIn?.userID).toBe(signedIn.userID)
    expect((await later.api.cart.view()).itemCount).toBe(1)
  })

  test('accepts a state once, in the session that began with it, for ten minutes', async () => {
    const victim = at()
    const attacker = at()
    const theirs = await authorize(attacker, 'sam', { provider })
    await victim.api.cart.add({ sku: 'tea', quantity: 1 })
    const signIn = (visitor: Visitor, arrival: { code: string; state: string }) => visitor.api[provider].signIn(arrival)
    await expect(signIn(victim, theirs)).rejects.toMatchObject(refused('identity.expired'))
    await expect(signIn(victim, { ...theirs, state: 'a'.repeat(48) })).rejects.toMatchObject(
      refused('identity.expired'),
    )
    // The failed attempt did not use up the state.
    expect((await signIn(attacker, theirs)).nickname).toBe('Sam')
    await expect(signIn(attacker, theirs)).rejects.toMatchObject(refused('identity.expired'))
    const late = await authorize(attacker, 'sam', { provider })
    open.shop.clock.advance(10 * 60_000 + 1000)
    await expect(signIn(attacker, late)).rejects.toMatchObject(refused('identity.expired'))
    const forLinking = await join('linker@example.com')
    const link = await authorize(forLinking, 'sam', { provider, purpose: 'link' })
    await expect(signIn(forLinking, link)).rejects.toMatchObject(refused('identity.expired'))
  })

  test('accepts a code once, also with a new state, and refuses an invalid one', async () => {
    const visitor = at()
    const { code, state } = await authorize(visitor, 'yu', { provider })
    const { url } = await visitor.api.identity.begin({ provider, purpose: 'sign_in' })
    const second = new URL(url).searchParams.get('state') ?? ''
    await visitor.api[provider].signIn({ code, state })
    await expect(visitor.api[provider].signIn({ code, state: second })).rejects.toMatchObject(
      refused('identity.refused'),
    )
    const third = await authorize(visitor, 'yu', { provider })
    await expect(visitor.api[provider].signIn({ ...third, code: 'made-up' })).rejects.toMatchObject(
      refused('identity.refused'),
    )
  })

  const faults = {
    wechat: ['busy', 'not_json', 'no_openid', 'html_502', 'timeout_after_acceptance', 'connection_cut'],
    alipay: [
      'busy',
      'nobody',
      'bad_answer_signature',
      'no_answer_signature',
      'html_502',
      'timeout_after_acceptance',
      'connection_cut',
    ],
  }[provider]
  const method = { wechat: 'access_token', alipay: 'alipay.system.oauth.token' }[provider]
  test.each(faults)('fails after the answer %s, and a new try succeeds', async (fault) => {
    const visitor = at()
    const arrival = await authorize(visitor, 'yu', { provider })
    await open.sendCommand(provider, fault, method)
    await expect(visitor.api[provider].signIn(arrival)).rejects.toMatchObject(refused('identity.down'))
    expect(await open.shop.query('select * from proven_identities')).toEqual([])
    expect((await signInAs(open.shop, visitor, 'yu', 'yu@example.com', provider)).user.email).toBe('yu@example.com')
  })

  test('succeeds without a nickname if the wallet does not provide one', async () => {
    const visitor = at()
    const arrival = await authorize(visitor, 'yu', { provider })
    await open.sendCommand(provider, 'html_502', provider === 'wechat' ? 'userinfo' : 'alipay.user.info.share')
    expect(await visitor.api[provider].signIn(arrival)).toMatchObject({ signedIn: null, nickname: '' })
  })

  test('forgets a proven identity after ten minutes, and offers it to no other session', async () => {
    const visitor = at()
    await visitor.api[provider].signIn(await authorize(visitor, 'yu', { provider }))
    await expect(
      registerWallet(open.shop, at(), provider, { name: 'Thief', email: 't@example.com' }),
    ).rejects.toMatchObject(refused('identity.unproven'))
    open.shop.clock.advance(10 * 60_000 + 1000)
    await expect(
      registerWallet(open.shop, visitor, provider, { name: 'Late', email: 'l@example.com' }),
    ).rejects.toMatchObject(refused('identity.unproven'))
  })

  test('creates one account from ten parallel registrations', async () => {
    const visitor = at()
    await visitor.api[provider].signIn(await authorize(visitor, 'yu', { provider }))
    const tries = Array.from({ length: 10 }, (_, n) =>
      registerWallet(open.shop, visitor, provider, { name: 'Yu', email: `yu${n}@example.com` }),
    )
    const done = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
    expect(done).toHaveLength(1)
    expect(await open.shop.query('select 1 from members')).toHaveLength(1)
  })
})

describe('in the mini-program', () => {
  const comeIn = async (visitor: Visitor, person: string, more = {}) => {
    const { place, url } = await visitor.api.identity.begin({ provider: 'wechat', purpose: 'sign_in' })
    expect(place).toBe('mini_program')
    const state = new URL(url, 'http://mini').searchParams.get('state') ?? ''
    const code = await open.weChatLogin(person)
    return visitor.api.wechat.signInMiniProgram({ code, state, ...more })
  }

  test('a code of wx.login signs in, and an open id sent by the client is ignored', async () => {
    const visitor = at('miniProgram')
    await comeIn(visitor, 'yu')
    const { userID } = await registerWallet(open.shop, visitor, 'wechat', { name: '小雨', email: 'yu@example.com' })
    const [row] = await open.shop.query<{ subject: string }>(
      "select subject from member_identities where app <> '' limit 1",
    )
    const thief = at('miniProgram')
    const { signedIn } = await comeIn(thief, 'sam', { weChatOpenId: row?.subject })
    expect(signedIn).toBeNull()
    const again = at('miniProgram')
    expect((await comeIn(again, 'yu', { weChatOpenId: 'oSomebodyElse' })).signedIn?.userID).toBe(userID)
  })

  test('a browser sign-in cannot be completed as a mini-program sign-in', async () => {
    const visitor = at('weChat')
    const arrival = await authorize(visitor, 'yu')
    await expect(visitor.api.wechat.signInMiniProgram(arrival)).rejects.toMatchObject(refused('identity.expired'))
  })

  test('a union id identifies a member in every app, also if it is learned later', async () => {
    const inBrowser = at('weChat')
    const { userID } = await signInAs(open.shop, inBrowser, 'yu', 'yu@example.com')
    expect((await comeIn(at('miniProgram'), 'yu')).signedIn?.userID).toBe(userID)

    await open.sendCommand('wechat', 'no_unionid', 'jscode2session')
    const alone = at('miniProgram')
    await comeIn(alone, 'sam')
    const sam = await registerWallet(open.shop, alone, 'wechat', { name: 'Sam', email: 'sam@example.com' })
    expect((await comeIn(at('miniProgram'), 'sam')).signedIn?.userID).toBe(sam.userID)
    const later = at('weChat')
    expect((await later.api.wechat.signIn(await authorize(later, 'sam'))).signedIn?.userID).toBe(sam.userID)
  })
})

describe('linking a wallet', () => {
  test('links and unlinks WeChat, and the shell shows it', async () => {
    const member = await join('mei@example.com')
    expect(await member.api.wechat.linked()).toEqual({ wmpBind: false, nickname: null })
    const linked = await member.api.wechat.link(await authorize(member, 'mei', { purpose: 'link' }))
    expect(linked.linked).toMatchObject([{ provider: 'wechat', nickname: '林美 Mei', mayUnlink: true }])
    expect(await member.api.wechat.linked()).toEqual({ wmpBind: true, nickname: '林美 Mei' })
    expect((await member.api.shell.appInfo()).appContent.appDetail.wmpBind).toBe(true)
    expect((await at().api.shell.appInfo()).appContent.appDetail.wmpBind).toBe(false)
    const elsewhere = at()
    expect((await elsewhere.api.wechat.signIn(await authorize(elsewhere, 'mei'))).signedIn?.user.email).toBe(
      'mei@example.com',
    )
    expect((await member.api.identity.unlink({ provider: 'wechat' })).linked).toEqual([])
    expect((await member.api.wechat.linked()).wmpBind).toBe(false)
  })

  test('is named by the email after a password reset, not after a change', async () => {
    for (const [locale, person, shown] of [
      ['en', 'mei', /WeChat is still linked/],
      ['zh', 'sam', /仍绑定着微信/],
    ] as const) {
      const email = `reset-${person}@example.com`
      const member = await join(email)
      await member.api.account.update({ locale })
      await member.api.wechat.link(await authorize(member, person, { purpose: 'link' }))
      await open.shop.workOff()
      await member.api.account.changePassword({ password, newPassword: 'four lanterns over water' })
      expect((await mailsTo(open.shop, email)).at(-1)?.text).not.toMatch(/\/user\/linked/)
      await at().api.account.forgotPassword({ emailID: email })
      const token = await mailedToken(open.shop, email)
      open.shop.clock.advance(1000)
      await at().api.account.resetForgotten({ token, password: 'five kites in the morning' })
      const text = (await mailsTo(open.shop, email)).at(-1)?.text
      expect(text).toMatch(shown)
      expect(text).toMatch(/\/user\/linked/)
    }
  })

  test('links a wallet proven before the password sign-in, only when the member asks', async () => {
    await join('mei@example.com')
    const visitor = at()
    await visitor.api.alipay.signIn(await authorize(visitor, 'mei', { provider: 'alipay' }))
    await visitor.api.account.signIn({ email: 'mei@example.com', password })
    expect(await visitor.api.identity.linked()).toMatchObject({
      linked: [],
      proven: [{ provider: 'alipay', nickname: '林美 Mei', other: null }],
    })
    const about = (mails: Awaited<ReturnType<typeof mailsTo>>) =>
      mails.filter(({ text }) => text?.includes('/user/linked'))
    expect(about(await mailsTo(open.shop, 'mei@example.com'))).toEqual([])
    expect((await visitor.api.alipay.link({})).linked).toMatchObject([{ provider: 'alipay' }])
    const [mail, ...others] = about(await mailsTo(open.shop, 'mei@example.com'))
    expect([mail?.subject, others]).toEqual(['Alipay was linked to your account', []])
    await expect(visitor.api.alipay.link({})).rejects.toMatchObject(refused('identity.unproven'))
    await visitor.api.alipay.link(await authorize(visitor, 'mei', { provider: 'alipay', purpose: 'link' }))
    expect(about(await mailsTo(open.shop, 'mei@example.com'))).toHaveLength(1)
  })

  test('requires a recent sign-in', async () => {
    const member = await join('mei@example.com')
    open.shop.clock.advance(16 * 60_000)
    for (const call of [
      () => member.api.identity.begin({ provider: 'wechat', purpose: 'link' }),
      () => member.api.wechat.link({}),
      () => member.api.identity.unlink({ provider: 'wechat' }),
      () => member.api.identity.merge({ provider: 'wechat' }),
    ])
      await expect(call()).rejects.toMatchObject(refused('account.recent_required'))
  })

  test('refuses a wallet that another session proved', async () => {
    const member = await join('mei@example.com')
    const attacker = await join('evil@example.com')
    const theirs = await authorize(attacker, 'sam', { purpose: 'link' })
    await expect(member.api.wechat.link(theirs)).rejects.toMatchObject(refused('identity.expired'))
    expect((await member.api.wechat.linked()).wmpBind).toBe(false)
  })

  test('refuses to unlink the last way to sign in, also in parallel', async () => {
    const visitor = at()
    await signInAs(open.shop, visitor, 'yu', 'yu@example.com')
    // Makes the account's email address unproven. Otherwise the member could still sign in with an emailed code, and
    // could therefore unlink WeChat.
    await open.shop.query('update members set email_verified_at = null')
    await expect(visitor.api.identity.unlink({ provider: 'wechat' })).rejects.toMatchObject(
      refused('identity.last_way'),
    )
    await visitor.api.alipay.link(await authorize(visitor, 'yu', { provider: 'alipay', purpose: 'link' }))
    const both = (['wechat', 'alipay'] as const).map((provider) => visitor.api.identity.unlink({ provider }))
    const done = (await Promise.allSettled(both)).filter(({ status }) => status === 'fulfilled')
    expect(done).toHaveLength(1)
    expect((await visitor.api.identity.linked()).linked).toMatchObject([{ mayUnlink: false }])
    await visitor.api.account.sendProof()
    await visitor.api.account.proveEmail({ code: await mailedCode(open.shop, 'yu@example.com') })
    expect((await visitor.api.identity.linked()).linked).toMatchObject([{ mayUnlink: true }])
  })

  test('refuses a wallet that belongs to another account', async () => {
    await signInAs(open.shop, at(), 'yu', 'yu@example.com')
    const member = await join('mei@example.com')
    await expect(member.api.wechat.link(await authorize(member, 'yu', { purpose: 'link' }))).rejects.toMatchObject(
      refused('identity.taken'),
    )
    expect(await member.api.identity.linked()).toMatchObject({
      linked: [],
      proven: [{ provider: 'wechat', other: { name: 'yu', email: 'yu@example.com' } }],
    })
  })

  test('by twenty parallel members links an identity to one of them', async () => {
    const names = [{ app: '', subject: 'union-many' }]
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        members.create(open.shop.ctx(), { name: 'M', email: `m${n}@example.com`, password }),
      ),
    )
    const tries = ids.map((id) =>
      members.linkIdentity(open.shop.ctx(), id, { provider: 'wechat', names, nickname: '' }),
    )
    const done = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
    expect(done).toHaveLength(1)
  })
})

test('a visitor who refuses at WeChat returns without a code', async () => {
  const { url } = await at().api.identity.begin({ provider: 'wechat', purpose: 'sign_in', next: '//evil.example' })
  expect((await approveConsent(url, '')).code).toBe('')
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
  'a sign-in does not redirect to %s',
  async (next) => {
    const visitor = at()
    const { url } = await visitor.api.identity.begin({ provider: 'wechat', purpose: 'sign_in', next })
    const { code, state } = await approveConsent(url, 'yu')
    expect((await visitor.api.wechat.signIn({ code, state })).next).toBeNull()
  },
)
