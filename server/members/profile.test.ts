import { beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '#contract/addresses.ts'
import { setUpShop } from '#tests/harness.ts'
import { registerMember } from '#tests/registration.ts'
import { transferAddresses } from './addresses.ts'
import * as members from './members.ts'

const shop = setUpShop()
beforeEach(() => shop.reset())

const password = 'three dumplings at noon'
async function signedIn(email = 'mei@example.com') {
  if (!(await members.findByEmail(shop.ctx(), email)))
    await members.create(shop.ctx(), { name: 'Mei Chen', email, password })
  const visitor = shop.visitor({ 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' })
  await visitor.api.account.signIn({ email, password })
  return visitor
}
const refused = (code: string, status: number) => ({ status, errors: [expect.objectContaining({ code })] })

describe('the profile', () => {
  test('updates only the given fields', async () => {
    const { api } = await signedIn()
    await api.account.update({ phone: '416 555 0123' })
    const { user } = await api.account.update({ name: '  陈美 ', locale: 'zh' })
    expect(user).toMatchObject({ name: '陈美', phone: '+14165550123', locale: 'zh' })
    expect((await api.account.update({ phone: '' })).user.phone).toBeNull()
    await expect(api.account.update({ phone: '12' })).rejects.toMatchObject(refused('input.invalid', 400))
    await expect(api.account.update({ name: ' ' })).rejects.toMatchObject(refused('input.invalid', 400))
  })

  test('refuses fields that a member must not change', async () => {
    const visitor = await signedIn()
    const before = await shop.query('select * from members')
    for (const smuggled of [{ email: 'x@example.com' }, { emailVerifiedAt: '2020-01-01' }, { id: 'x' }, { credit: 1 }])
      await expect(visitor.api.account.update(smuggled as object)).rejects.toMatchObject(refused('input.invalid', 400))
    expect(await shop.query('select * from members')).toEqual(before)
  })

  test('stores each changed consent with its time and source', async () => {
    const visitor = shop.visitor()
    await registerMember(shop, visitor, { name: 'Mei', email: 'mei@example.com', password, news: true })
    const { api } = visitor
    const [news, reminders] = (await api.account.profile()).consents
    expect(news).toMatchObject({ kind: 'news', given: true, source: 'registration', at: expect.stringContaining('T') })
    expect(reminders).toEqual({ kind: 'reminders', given: false, at: null, source: null })
    await api.account.update({ consents: { news: true, reminders: true } })
    await api.account.update({ consents: { news: false, reminders: true } })
    const said = await shop.query('select kind, given, source from member_consents order by id')
    expect(said).toEqual([
      { kind: 'news', given: true, source: 'registration' },
      { kind: 'reminders', given: true, source: 'profile' },
      { kind: 'news', given: false, source: 'profile' },
    ])
  })

  test('lists the member’s devices, and ends one session or all others', async () => {
    const [here, there, elsewhere] = [await signedIn(), await signedIn(), await signedIn()]
    const eve = await signedIn('eve@example.com')
    const { devices } = await here.api.account.profile()
    expect(devices.map(({ name, isThis }) => [name, isThis])).toContainEqual(['Safari · iPhone', true])
    expect(devices).toHaveLength(3)
    const stranger = (await eve.api.account.profile()).devices[0]?.id ?? ''
    await here.api.account.endSessions({ id: stranger })
    expect((await eve.ctx()).memberId).not.toBeNull()
    const { id } = devices.find(({ isThis }) => !isThis) ?? {}
    expect((await here.api.account.endSessions(id ? { id } : {})).devices).toHaveLength(2)
    expect((await here.api.account.endSessions({})).devices).toHaveLength(1)
    expect((await here.ctx()).memberId).not.toBeNull()
    for (const ended of [there, elsewhere]) expect((await ended.ctx()).memberId).toBeNull()
  })
})

describe('addresses', () => {
  const toronto: Address = {
    country: 'CA',
    province: 'ON',
    city: 'Toronto',
    district: '',
    street: '12 Spadina Ave',
    unit: '',
    postCode: 'm5t1l4',
    buzzer: '',
    note: '',
    leaveAtDoor: false,
  }

  test('are stored by type in the form of their country, with one default', async () => {
    const visitor = await signedIn()
    const id = (await visitor.ctx()).memberId ?? ''
    const save = (put: object) =>
      visitor.api.account.updateAddresses({ id, type: 'DELIVERY', put: { address: toronto, ...put } })
    const [home] = (await save({ label: 'Home' })).addresses
    expect(home).toMatchObject({ label: 'Home', isDefault: true, address: { postCode: 'M5T 1L4' } })
    const both = (await save({ label: 'Work', isDefault: true })).addresses
    expect(both.map(({ label, isDefault }) => [label, isDefault])).toEqual([
      ['Work', true],
      ['Home', false],
    ])
    const changed = await save({ addressId: home?.addressId, label: 'Old home', address: { ...toronto, unit: '4' } })
    expect(changed.addresses.find(({ label }) => label === 'Old home')?.address.unit).toBe('4')
    const left = await visitor.api.account.updateAddresses({ id, type: 'DELIVERY', remove: home?.addressId })
    expect(left.addresses.map(({ label }) => label)).toEqual(['Work'])
    expect((await visitor.api.account.addresses({ id, type: 'BILLING' })).addresses).toEqual([])
  })

  test('of another member are not found: not to read, to change or to remove', async () => {
    const [mei, eve] = [await signedIn(), await signedIn('eve@example.com')]
    const [meiId, eveId] = [(await mei.ctx()).memberId ?? '', (await eve.ctx()).memberId ?? '']
    const put = { address: toronto }
    const [home] = (await mei.api.account.updateAddresses({ id: meiId, type: 'DELIVERY', put })).addresses
    const { addressId } = home ?? {}
    const gone = refused('not_found', 404)
    await expect(eve.api.account.addresses({ id: meiId, type: 'DELIVERY' })).rejects.toMatchObject(gone)
    const tries = [
      { id: meiId, put },
      { id: eveId, put: { ...put, addressId } },
      { id: eveId, remove: addressId },
    ]
    for (const input of tries)
      await expect(eve.api.account.updateAddresses({ type: 'DELIVERY', ...input })).rejects.toMatchObject(gone)
    expect((await mei.api.account.addresses({ id: meiId, type: 'DELIVERY' })).addresses).toEqual([home])
  })

  test('are refused if invalid, and beyond twenty, also in parallel', async () => {
    const visitor = await signedIn()
    const id = (await visitor.ctx()).memberId ?? ''
    const save = (own: Partial<Address>) =>
      visitor.api.account.updateAddresses({ id, type: 'BILLING', put: { address: { ...toronto, ...own } } })
    await expect(save({ postCode: 'D1D 1D1' })).rejects.toMatchObject({ status: 422 })
    const tries = await Promise.allSettled(Array.from({ length: 25 }, (_, at) => save({ unit: String(at) })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    await expect(save({})).rejects.toMatchObject(refused('account.addresses_full', 409))
    expect(await shop.query('select count(*)::int from member_addresses where is_default')).toEqual([{ count: 1 }])
  })

  test('are at most twenty after an order to a new address and after a merge of accounts', async () => {
    const visitor = await signedIn()
    const ctx = await visitor.ctx()
    const id = ctx.memberId ?? ''
    for (let unit = 1; unit <= 20; unit++)
      await visitor.api.account.updateAddresses({
        id,
        type: 'BILLING',
        put: { address: { ...toronto, unit: `${unit}` }, isDefault: unit === 1 },
      })
    await members.saveAddress(ctx, 'BILLING', { ...toronto, unit: '21' })
    const units = (await members.savedAddresses(ctx, 'BILLING')).map(({ unit }) => unit)
    expect(units).toHaveLength(20)
    expect(units).toEqual(expect.arrayContaining(['1', '21']))
    expect(units).not.toContain('2')

    // Older releases saved up to 21 addresses.
    await shop.query(
      `insert into member_addresses (member_id, type, address, is_default, used_at)
       select member_id, type, address || '{"unit": "22"}', false, used_at from member_addresses where is_default`,
    )
    const other = await signedIn('eve@example.com')
    const otherId = (await other.ctx()).memberId ?? ''
    for (const unit of ['a', 'b'])
      await other.api.account.updateAddresses({ id: otherId, type: 'BILLING', put: { address: { ...toronto, unit } } })
    await transferAddresses(ctx, otherId, id)
    expect(await members.savedAddresses(ctx, 'BILLING')).toHaveLength(21)
    expect(await members.savedAddresses(await other.ctx(), 'BILLING')).toHaveLength(2)
  })
})
