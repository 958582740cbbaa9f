import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { openAuthenticator } from '#tests/authenticator.ts'
import { openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import type { Office } from '#tests/office.ts'
import { openOffice, openOwner } from '#tests/office.ts'

const shop = setUpShop({ DEMO: 'false' })
let owner: Office
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  owner = await openOwner(shop)
})

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof ApiError ? error.code : String(error)),
  )

/** Adds a passkey for the owner. */
async function add() {
  const device = openAuthenticator()
  const { options } = await owner.people.newPasskey()
  const added = await owner.people.addPasskey({ response: device.create(options) })
  return { device, added }
}
async function useOn(office: Office, device: ReturnType<typeof openAuthenticator>) {
  const { options } = await office.people.passkeyOptions()
  return { options, response: device.use(options) }
}

describe('a passkey', () => {
  it('is listed after its creation, and the first one brings recovery codes', async () => {
    const { device, added } = await add()
    expect(added.passkeys).toMatchObject([{ id: device.id, usedAt: null }])
    expect(added.recoveryCodes).toHaveLength(10)
    const second = await add()
    expect(second.added.recoveryCodes).toEqual([])
    const { passkeys } = await owner.people.passkeys()
    expect(passkeys.map(({ id }) => id)).toEqual([second.device.id, device.id])
  })

  it('signs in without a password, once for each challenge', async () => {
    const { device } = await add()
    const office = openOffice(shop)
    const { response } = await useOn(office, device)
    expect(await office.people.signInWithPasskey({ response })).toMatchObject({ me: { email: 'owner@shop.test' } })
    expect((await office.people.passkeys()).passkeys).toMatchObject([{ id: device.id, usedAt: expect.any(String) }])
    expect(await refusal(openOffice(shop).people.signInWithPasskey({ response }))).toBe('staff.passkey_invalid')
  })

  it('signs nobody in if another key has signed', async () => {
    const { device } = await add()
    const stranger = openAuthenticator()
    stranger.create((await owner.people.newPasskey()).options)
    const office = openOffice(shop)
    const { response } = await useOn(office, stranger)
    const forged = { ...response, id: device.id, rawId: device.id }
    expect(await refusal(office.people.signInWithPasskey({ response: forged }))).toBe('staff.passkey_invalid')
  })

  it('confirms who asks for a sensitive call ten minutes after the sign-in', async () => {
    const { device } = await add()
    shop.clock.advance(11 * 60_000)
    expect(await refusal(owner.people.newPasskey())).toBe('staff.confirm_required')
    const { options, response } = await useOn(owner, device)
    expect(options.allowCredentials).toMatchObject([{ id: device.id }])
    await owner.people.confirmWithPasskey({ response })
    expect(await refusal(owner.people.newPasskey())).toBe(null)
  })

  it('no longer signs in after its removal', async () => {
    const { device } = await add()
    expect(await refusal(owner.people.removePasskey({ passkey: 'unknown' }))).toBe('not_found')
    expect(await owner.people.removePasskey({ passkey: device.id })).toEqual({ passkeys: [] })
    const office = openOffice(shop)
    const { response } = await useOn(office, device)
    expect(await refusal(office.people.signInWithPasskey({ response }))).toBe('staff.passkey_invalid')
    const subjects = (await mailsTo(shop, 'owner@shop.test')).map(({ subject }) => subject)
    expect(subjects.at(-1)).toBe('A passkey for the back office was removed')
  })
})
