import { rename, rm, writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailedCode, mailsTo } from '#tests/mails.ts'
import * as members from './members.ts'

const shop = setUpShop()
beforeEach(() => shop.reset())

let people = 0
async function join() {
  const mei = { name: 'Mei Chen', email: `mei-${++people}@example.com`, password: 'three dumplings at noon' }
  await members.create(shop.ctx(), mei)
  return mei
}
const wrong = { status: 422, errors: [expect.objectContaining({ code: 'account.wrong_code', field: 'code' })] }
async function askForCode(email: string) {
  expect(await shop.visitor().api.account.sendCode({ email })).toEqual({ sent: true })
  return mailedCode(shop, email)
}
/** A code other than the given one. */
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('an emailed code', () => {
  test('signs in with spaces or a dash in it, and proves the address', async () => {
    const mei = await join()
    const code = await askForCode(mei.email)
    const visitor = shop.visitor()
    const typed = ` ${code.slice(0, 3)}-${code.slice(3)} `
    expect((await visitor.api.account.signInWithCode({ email: mei.email, code: typed })).user.email).toBe(mei.email)
    expect((await visitor.api.account.profile()).emailVerifiedAt).not.toBeNull()
  })

  test('works once, also with twenty parallel tries', async () => {
    const { email } = await join()
    const code = await askForCode(email)
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => shop.visitor().api.account.signInWithCode({ email, code })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(shop.visitor().api.account.signInWithCode({ email, code })).rejects.toMatchObject(wrong)
  })

  test('works in a browser that was signed in before, whatever strangers request and try', async () => {
    const { email, password } = await join()
    const own = shop.visitor()
    await own.api.account.signIn({ email, password })
    await own.api.account.signOut()
    for (let n = 0; n < 7; n++) await askForCode(email)
    await own.api.account.sendCode({ email })
    const code = await mailedCode(shop, email)
    const guess = (code: string) => shop.visitor().api.account.signInWithCode({ email, code })
    for (let n = 0; n < 5; n++) await expect(guess(other(code))).rejects.toMatchObject(wrong)
    await askForCode(email)
    await expect(guess(code)).rejects.toMatchObject(wrong)
    expect((await own.api.account.signInWithCode({ email, code })).user.email).toBe(email)
  })

  test('is emailed once emails work again, because failed emails do not count towards the limit', async () => {
    const { email } = await join()
    const earlier = await askForCode(email)
    const outbox = `${shop.app.config.DATA_DIR}/outbox`
    await rename(outbox, `${outbox}-away`)
    await writeFile(outbox, '')
    await shop.visitor().api.account.sendCode({ email })
    for (let attempt = 0; attempt < 8; attempt++) {
      await shop.workOff()
      shop.clock.advance(5 * minuteMs)
    }
    await rm(outbox)
    await rename(`${outbox}-away`, outbox)
    shop.clock.advance(9 * minuteMs)
    const code = await mailedCode(shop, email)
    expect(code).not.toBe(earlier)
    expect((await shop.visitor().api.account.signInWithCode({ email, code })).user.email).toBe(email)
    shop.errors.length = 0
  })

  test('that was requested elsewhere also works in a browser that was signed in before', async () => {
    const { email, password } = await join()
    const own = shop.visitor()
    await own.api.account.signIn({ email, password })
    await own.api.account.signOut()
    const code = await askForCode(email)
    expect((await own.api.account.signInWithCode({ email, code })).user.email).toBe(email)
  })

  test('stays valid if the sign-in fails', async () => {
    const { email } = await join()
    const code = await askForCode(email)
    await shop.query(`
      create function refuse_session() returns trigger language plpgsql as $$ begin raise 'no session'; end $$;
      create trigger refuse_session before insert on sessions for each row when (new.member_id is not null)
        execute function refuse_session()`)
    const sign = () => shop.visitor().api.account.signInWithCode({ email, code })
    await expect(sign()).rejects.toMatchObject({ status: 500 })
    await shop.query('drop trigger refuse_session on sessions; drop function refuse_session')
    shop.errors.length = 0
    expect((await sign()).user.email).toBe(email)
  })

  test('is invalid after five wrong tries, also in parallel', async () => {
    const { email } = await join()
    const code = await askForCode(email)
    await Promise.allSettled(
      Array.from({ length: 20 }, () => shop.visitor().api.account.signInWithCode({ email, code: other(code) })),
    )
    expect(await shop.query('select attempts from mailed_secrets')).toEqual([{ attempts: 5 }])
    await expect(shop.visitor().api.account.signInWithCode({ email, code })).rejects.toMatchObject(wrong)
  })

  test('is invalid after ten minutes, for another address, or once a newer one is sent', async () => {
    const [mei, eve] = [await join(), await join()]
    const first = await askForCode(mei.email)
    const sign = (email: string, code: string) => shop.visitor().api.account.signInWithCode({ email, code })
    await expect(sign(eve.email, first)).rejects.toMatchObject(wrong)
    const second = await askForCode(mei.email)
    if (first !== second) await expect(sign(mei.email, first)).rejects.toMatchObject(wrong)
    shop.clock.advance(600_001)
    await expect(sign(mei.email, second)).rejects.toMatchObject(wrong)
  })

  test('is requested with the same answer for an unknown address', async () => {
    expect(await askForCode('nobody@example.com')).toBe('')
    const sign = shop.visitor().api.account.signInWithCode({ email: 'nobody@example.com', code: '123456' })
    await expect(sign).rejects.toMatchObject(wrong)
  })

  test('is stored only as a hash', async () => {
    const { email } = await join()
    const code = await askForCode(email)
    const [row] = await shop.query<{ hash: string }>('select hash from mailed_secrets')
    expect(row?.hash).toMatch(/^[\w-]{43}$/)
    expect(row?.hash).not.toContain(code)
  })

  test('is in the subject, the text and the HTML, in the member’s language', async () => {
    const email = `lin-${++people}@example.com`
    await members.create(shop.ctx(), { name: '林美', email, password: 'three dumplings at noon', locale: 'zh' })
    const code = await askForCode(email)
    const [mail] = await mailsTo(shop, email)
    expect(mail?.subject).toBe(`验证码 ${code}`)
    expect(mail?.text).toContain('10 分钟内有效')
    expect(mail?.html).toContain(code)
  })
})

describe('proving an address', () => {
  test('requires a signed-in member and a code sent for that purpose', async () => {
    const mei = await join()
    const visitor = shop.visitor()
    await visitor.api.account.signIn({ email: mei.email, password: mei.password })
    expect((await visitor.api.account.profile()).emailVerifiedAt).toBeNull()
    const toSignIn = await askForCode(mei.email)
    await expect(visitor.api.account.proveEmail({ code: toSignIn })).rejects.toMatchObject(wrong)
    await visitor.api.account.sendProof()
    const code = await mailedCode(shop, mei.email)
    expect((await visitor.api.account.proveEmail({ code })).emailVerifiedAt).not.toBeNull()
  })
})
