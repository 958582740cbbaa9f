import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { texts } from '#contract/messages.ts'
import * as members from '#server/members/members.ts'
import * as orders from '#server/orders/orders.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { decrypt, encrypt, rewrap } from '#server/platform/encryption.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { openTestShop, setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import { openOwner } from '#tests/office.ts'
import { invalidPictures, photo, pictureWithMetadata, toFile } from '#tests/pictures.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import * as contacts from './contacts.ts'
import { isName, isNumber, maskName, maskNumber } from './numbers.ts'

const keys = ['new', 'old'].map((id, at) => `${id}:${Buffer.alloc(32, at + 1).toString('base64')}`)
const password = 'three dumplings at noon'
const number = '350203198806120148'
const hour = hourMs

const shop = setUpShop({ CONTACT_KEYS: keys.join(',') })
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'tea', stock: 50 })
  await addProducts(shop.ctx(), { id: 'chopsticks', stock: 50 })
  await shop.query("update products set contact_required = true where id = 'chopsticks'")
})

async function join(email: string) {
  await members.create(shop.ctx(), { name: 'Somebody', email, password })
  const visitor = shop.visitor()
  await visitor.api.account.signIn({ email, password })
  return visitor
}
const png = () => photo().resize(60).png().toBuffer()
async function sendPhotos({ api }: Visitor, count = 2) {
  const file = toFile(await png())
  return Promise.all(
    Array.from({ length: count }, async () => (await api.verifiedContacts.uploadPhoto({ file })).photo.id),
  )
}
const identity = { name: '林美', idType: 'CN_ID' as const, idNumber: number, consent: true }
async function made(visitor: Visitor) {
  return (await visitor.api.verifiedContacts.create({ ...identity, photos: await sendPhotos(visitor) })).contact
}
async function decide(contact: string, decision: 'verify' | 'refuse', version = 1, note = '') {
  return contacts.staff.decideContact(shop.ctx(), { contact, decision, version, note })
}
/** A member who has chosen a verified contact for the cart. */
async function chosen() {
  const mei = await join('mei@example.com')
  const { id } = await made(mei)
  await decide(id, 'verify')
  await fillCart(mei, 'chopsticks')
  await mei.api.checkout.setVerifiedContact({ id })
  return { mei, id }
}
const refusal = (code: string) => ({ errors: [expect.objectContaining({ code })] })
const accesses = () => shop.query<{ what: string; by: string }>('select what, by from contact_accesses order by id')

describe('an identity number', () => {
  test.each([
    ['CN_ID', number, true],
    ['CN_ID', '11010519491231002X', true],
    ['CN_ID', '350203198806120149', false],
    ['CN_ID', '44030619950230001X', false],
    ['CN_ID', '350203208806120148', false],
    ['CN_ID', '35020319880612014', false],
    ['PASSPORT', 'AB123456', true],
    ['PASSPORT', 'ABCDEFGH', false],
    ['PASSPORT', 'E1234', false],
    ['PASSPORT', "E12345678'", false],
  ] as const)('of type %s is checked: %s is valid: %s', (type, typed, isRight) => {
    expect(isNumber(type, typed, '2026-11-20')).toBe(isRight)
  })

  test('and a name are masked, and a Chinese identity card needs a Chinese name', () => {
    expect([maskNumber(number), maskName('林美'), maskName('Mei Lin Chen')]).toEqual([
      '**************0148',
      '林*',
      'M** L** C***',
    ])
    expect([isName('CN_ID', '阿依古丽·买买提'), isName('CN_ID', 'Mei'), isName('PASSPORT', '<b>Mei')]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('a verified contact', () => {
  test('is masked in every answer and encrypted in the database', async () => {
    const mei = await join('mei@example.com')
    const contact = await made(mei)
    expect(contact).toMatchObject({ name: '林*', idNumber: '**************0148', status: 'WAITING' })
    const read = await mei.api.verifiedContacts.idNumber({})
    expect(read).toMatchObject({ isOn: true, contacts: [{ id: contact.id, idNumber: '**************0148' }] })
    expect((await mei.fetch('/verifiedContact/idNumber')).status).toBe(404)
    expect((await mei.fetch('/api/istore/client/verifiedContact/idNumber')).status).toBe(200)
    const dump = JSON.stringify([
      await shop.query('select * from verified_contacts'),
      await shop.query('select * from contact_photos'),
      await shop.query('select * from contact_accesses'),
      await shop.query('select * from events'),
    ])
    for (const word of [number, '林美', number.slice(0, 12)]) expect(dump).not.toContain(word)
    const all = JSON.stringify(await mei.api.account.exportData())
    expect(all).toContain('**************0148')
    expect(all).not.toContain(number)
  })

  test('is shown in full to staff only, who give a reason, and each access is logged', async () => {
    const mei = await join('mei@example.com')
    const { id } = await made(mei)
    const open = (note: string) => contacts.staff.contact(shop.ctx(), { contact: id, note })
    expect(await open('Parcel 77')).toMatchObject({ name: '林美', idNumber: number, photos: [{}, {}] })
    await mei.api.verifiedContacts.idNumber({ id })
    await decide(id, 'verify')
    expect((await accesses()).map(({ by, what }) => `${by} ${what}`)).toEqual([
      'member made',
      'staff opened',
      'member number',
      'staff decided',
    ])
    expect(await shop.query("select note from contact_accesses where what = 'opened'")).toEqual([{ note: 'Parcel 77' }])
    expect((await mei.api.verifiedContacts.idNumber({})).contacts[0]?.status).toBe('VERIFIED')
  })

  test.each([
    ['a wrong number', { idNumber: '350203198806120149' }, 'contacts.number'],
    ['a name in Latin letters', { name: 'Mei Lin' }, 'contacts.name'],
    ['a photo of one side only', { photos: 1 }, 'contacts.photos'],
    ['no consent', { consent: false }, 'input.invalid'],
  ])('is refused with %s', async (_, { photos, ...wrong }: { photos?: number } & object, code) => {
    const mei = await join('mei@example.com')
    const sent = mei.api.verifiedContacts.create({ ...identity, photos: await sendPhotos(mei, photos), ...wrong })
    await expect(sent).rejects.toMatchObject(refusal(code))
    expect(await shop.query('select * from verified_contacts')).toEqual([])
  })

  test('refuses photos of another member or of another contact, also in parallel', async () => {
    const [mei, eve] = [await join('mei@example.com'), await join('eve@example.com')]
    const photos = await sendPhotos(mei)
    await expect(eve.api.verifiedContacts.create({ ...identity, photos })).rejects.toMatchObject(
      refusal('contacts.photos'),
    )
    const twice = await Promise.allSettled([1, 2].map(() => mei.api.verifiedContacts.create({ ...identity, photos })))
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is checked again after a change, and staff decide about the version that they read', async () => {
    const mei = await join('mei@example.com')
    const { id } = await made(mei)
    await decide(id, 'verify')
    const change = { id, idType: 'CN_ID' as const, idNumber: '11010519491231002x' }
    const { contact } = await mei.api.verifiedContacts.update(change)
    expect(contact).toMatchObject({ status: 'WAITING', name: '林*', idNumber: '**************002X' })
    await expect(decide(id, 'verify', 1)).rejects.toThrow('contacts.changed')
    await decide(id, 'refuse', 2, 'The photo is blurred.')
    expect((await mei.api.verifiedContacts.idNumber({})).contacts[0]).toMatchObject({
      status: 'REFUSED',
      reason: 'The photo is blurred.',
    })
    // The job runs only after both decisions. By then, the first decision is about an older version of the contact, so
    // the job emails only the second decision.
    const letters = await mailsTo(shop, 'mei@example.com')
    expect(letters.map(({ subject }) => subject)).toEqual([texts['mail.contact_refuse_subject'][0]])
    expect(letters[0]?.text).toContain('The photo is blurred.')
    expect(`${letters[0]?.text}${letters[0]?.html}`).not.toMatch(/林美|002X/i)
  })

  test('is not found for another member, in any call', async () => {
    const [mei, eve] = [await join('mei@example.com'), await join('eve@example.com')]
    const { id, photos } = await made(mei)
    const { verifiedContacts, checkout } = eve.api
    await expect(verifiedContacts.idNumber({ id })).rejects.toMatchObject({ status: 404 })
    await expect(verifiedContacts.update({ id, name: '王明' })).rejects.toMatchObject({ status: 404 })
    await expect(verifiedContacts.remove({ id })).rejects.toMatchObject({ status: 404 })
    await expect(checkout.setVerifiedContact({ id })).rejects.toMatchObject({ status: 404 })
    expect((await eve.fetch(photos[0]?.address ?? '')).status).toBe(404)
    expect((await shop.visitor().fetch(photos[0]?.address ?? '')).status).toBe(401)
    await expect(mei.api.verifiedContacts.update({ id, status: 'VERIFIED' } as never)).rejects.toMatchObject({
      status: 400,
    })
  })

  test('is limited to ten per member, also in parallel', async () => {
    const mei = await join('mei@example.com')
    const passport = { name: 'Mei Lin', idType: 'PASSPORT' as const, idNumber: 'AB123456', consent: true }
    const photos = await sendPhotos(mei, 12)
    const sent = await Promise.allSettled(
      photos.map((one) => mei.api.verifiedContacts.create({ ...passport, photos: [one] })),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  test('is deleted with its photos by one call, and with the account', async () => {
    const mei = await join('mei@example.com')
    const [first] = [await made(mei), await made(mei)]
    expect((await mei.api.verifiedContacts.remove({ id: first.id })).contacts).toHaveLength(1)
    expect(await shop.query('select count(*)::int from contact_photos')).toEqual([{ count: 2 }])
    await mei.api.account.remove({ password })
    expect(await shop.query('select id from verified_contacts union select id from contact_photos')).toEqual([])
  })
})

describe('a photo', () => {
  test('gets a watermark and loses its metadata, and each access is logged', async () => {
    const mei = await join('mei@example.com')
    const { photo: sent } = await mei.api.verifiedContacts.uploadPhoto({ file: toFile(await pictureWithMetadata()) })
    const answer = await mei.fetch(sent.address)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 900, height: 600 })
    for (const word of ['SECRET', 'script', 'php']) expect(bytes.includes(word)).toBe(false)
    // The picture had a single colour, so all variation comes from the watermark, which covers the whole picture.
    for (const left of [0, 450])
      for (const top of [0, 300]) {
        const { channels } = await sharp(bytes).extract({ left, top, width: 450, height: 300 }).stats()
        expect(channels[0]?.stdev).toBeGreaterThan(5)
      }
    expect((await accesses()).at(-1)).toEqual({ by: 'member', what: 'photo' })
  })

  test.each(invalidPictures)('is refused: %s', async (_, make) => {
    const mei = await join('mei@example.com')
    const sent = mei.api.verifiedContacts.uploadPhoto({ file: toFile(await make()) })
    await expect(sent).rejects.toMatchObject({ status: 415, ...refusal('input.picture') })
    expect(await shop.query('select * from contact_photos')).toEqual([])
  })
})

describe('stored contact data', () => {
  test('is deleted: unused photos after a day, checked ones after 30, contacts after 180 days', async () => {
    const mei = await join('mei@example.com')
    const { id } = await made(mei)
    await sendPhotos(mei, 1)
    await decide(id, 'verify')
    const left = () =>
      shop.query(
        'select (select count(*) from contact_photos)::int as photos, (select count(*) from verified_contacts)::int as contacts',
      )
    for (const [hours, photos, count] of [
      [23, 3, 1],
      [2, 2, 1],
      [30 * 24, 0, 1],
      [151 * 24, 0, 0],
    ] as const) {
      shop.clock.advance(hours * hour)
      await contacts.purge(shop.ctx())
      expect(await left()).toEqual([{ photos, contacts: count }])
    }
    expect((await accesses()).filter(({ what }) => what === 'expired')).toHaveLength(3)
  })

  test('gets a new key without new encryption, and moved or changed bytes cannot be decrypted', async () => {
    const { app } = shop
    const [newest, old] = app.config.CONTACT_KEYS
    const before = { ...app, config: { ...app.config, CONTACT_KEYS: old ? [old] : [] } }
    const sealed = encrypt(before, Buffer.from('secret'), 'contact 1')
    const renewed = { ...sealed, ...rewrap(app, sealed, 'contact 1') }
    expect([sealed.keyId, renewed.keyId, newest?.id]).toEqual(['old', 'new', 'new'])
    const after = { ...app, config: { ...app.config, CONTACT_KEYS: newest ? [newest] : [] } }
    expect(decrypt(after, renewed, 'contact 1').toString()).toBe('secret')
    expect(() => decrypt(after, sealed, 'contact 1')).toThrow('has no key old')
    expect(() => decrypt(after, renewed, 'contact 2')).toThrow()
    const bent = Buffer.from(renewed.sealed)
    bent[14] = (bent[14] ?? 0) ^ 1
    expect(() => decrypt(after, { ...renewed, sealed: bent }, 'contact 1')).toThrow()
  })

  test('gets the newest key by the same job', async () => {
    const mei = await join('mei@example.com')
    const { id } = await made(mei)
    const { app } = shop
    const [newest, old] = app.config.CONTACT_KEYS
    if (!newest || !old) throw new Error('two keys are set')
    const newer = { id: 'newer', key: Buffer.alloc(32, 9) }
    const turned = { ...app, config: { ...app.config, CONTACT_KEYS: [newer, newest] } }
    await contacts.purge({ ...shop.ctx(), app: turned })
    expect(
      await shop.query('select distinct key_id from verified_contacts union select key_id from contact_photos'),
    ).toEqual([{ key_id: 'newer' }])
    const opened = await contacts.staff.contact({ ...shop.ctx(), app: turned }, { contact: id, note: 'Check' })
    expect(opened.idNumber).toBe(number)
  })
})

describe('goods that need a verified contact', () => {
  test('need the member’s own verified contact, and the order stores only its id', async () => {
    const mei = await join('mei@example.com')
    await fillCart(mei, 'chopsticks')
    await expect(placeOrder(mei)).rejects.toMatchObject(refusal('checkout.verified_contact_required'))
    const { id } = await made(mei)
    await expect(mei.api.checkout.setVerifiedContact({ id })).rejects.toMatchObject(
      refusal('checkout.verified_contact_required'),
    )
    await decide(id, 'verify')
    await mei.api.checkout.setVerifiedContact({ id })
    expect((await mei.api.checkout.config()).verifiedContact).toEqual({
      isMember: true,
      isOn: true,
      chosenId: id,
      contacts: [{ id, name: '林*', idNumber: '**************0148', status: 'VERIFIED' }],
    })
    const order = await placeOrder(mei)
    expect(await shop.query('select verified_contact_id as id from orders')).toEqual([{ id }])
    expect(JSON.stringify([order, await shop.query('select * from orders')])).not.toContain('林')
    expect((await accesses()).at(-1)).toEqual({ by: 'member', what: 'ordered' })
  })

  test('are ordered again with the contact that the member chose before paying', async () => {
    const { mei, id } = await chosen()
    const first = await placeOrder(mei)
    expect((await placeOrder(mei)).orderID).toBe(first.orderID)
    const { id: other } = await made(mei)
    await decide(other, 'verify')
    await mei.api.checkout.setVerifiedContact({ id: other })
    const second = await placeOrder(mei)
    expect(second.orderID).not.toBe(first.orderID)
    expect(await shop.query('select status, verified_contact_id as contact from orders order by status')).toEqual([
      { status: 'FAILED', contact: id },
      { status: 'INTERIM', contact: other },
    ])
  })

  test('added while the first order is paid keep the chosen contact', async () => {
    const { mei, id } = await chosen()
    const { orderID } = await placeOrder(mei)
    await mei.api.cart.add({ sku: 'chopsticks' })
    await transact(shop.ctx(), async (ctx) =>
      orders.markPaid(ctx, await orders.lock(ctx, orderID), { paymentOption: 'snappay_alipay' }),
    )
    expect(await mei.api.cart.view()).toMatchObject({ pieces: 1 })
    expect((await mei.api.checkout.config()).verifiedContact).toMatchObject({ chosenId: id })
    expect((await placeOrder(mei)).orderID).not.toBe(orderID)
  })

  test('added as a guest get the contact that the member chose', async () => {
    const { id } = await chosen()
    const phone = shop.visitor()
    await phone.api.cart.add({ sku: 'chopsticks' })
    await phone.api.account.signIn({ email: 'mei@example.com', password })
    expect(await phone.api.cart.view()).toMatchObject({ pieces: 2 })
    expect((await phone.api.checkout.config()).verifiedContact).toMatchObject({ chosenId: id })
  })

  test('require a sign-in, and refuse a contact that was refused or deleted meanwhile', async () => {
    const guest = shop.visitor()
    await fillCart(guest, 'chopsticks')
    expect((await guest.api.checkout.config()).verifiedContact).toEqual({
      isMember: false,
      isOn: true,
      contacts: [],
      chosenId: null,
    })
    await expect(placeOrder(guest)).rejects.toMatchObject({ status: 401, ...refusal('checkout.cross_border_sign_in') })
    const { mei, id } = await chosen()
    await decide(id, 'refuse')
    await expect(placeOrder(mei)).rejects.toMatchObject(refusal('checkout.verified_contact_required'))
    await mei.api.verifiedContacts.remove({ id })
    await expect(placeOrder(mei)).rejects.toMatchObject(refusal('checkout.verified_contact_required'))
    expect(await shop.query('select id from orders')).toEqual([])
  })

  test('are the only goods that require a contact', async () => {
    const guest = shop.visitor()
    await fillCart(guest, 'tea')
    expect((await guest.api.checkout.config()).verifiedContact).toBeNull()
    expect((await placeOrder(guest)).status).toBe('INTERIM')
    expect((await guest.api.catalogue.detail({ id: 'chopsticks' })).contactRequired).toBe(true)
    expect((await guest.api.catalogue.detail({ id: 'tea' })).contactRequired).toBe(false)
  })
})

test('a shop without a contact key stores no identities and says so', async () => {
  const keyless = await openTestShop({ DEMO: 'false' })
  try {
    await members.create(keyless.ctx(), { name: 'Mei', email: 'mei@example.com', password })
    const mei = keyless.visitor()
    await mei.api.account.signIn({ email: 'mei@example.com', password })
    expect(await mei.api.verifiedContacts.idNumber({})).toEqual({ isOn: false, contacts: [] })
    await expect(sendPhotos(mei, 1)).rejects.toMatchObject(refusal('contacts.off'))
    await expect(mei.api.verifiedContacts.create({ ...identity, photos: ['x', 'y'] })).rejects.toMatchObject(
      refusal('contacts.off'),
    )
    await expect(openTestShop({ CONTACT_KEYS: 'short:abc' })).rejects.toThrow('CONTACT_KEYS is wrong')
  } finally {
    await keyless.close()
  }
})

test('staff list the contacts that wait for a decision, masked and oldest first', async () => {
  const owner = await openOwner(shop)
  const [first, second] = [await made(await join('mei@example.com')), await made(await join('lin@example.com'))]
  const { contacts: waiting } = await owner.staff.contacts()
  expect(waiting.map(({ id }) => id)).toEqual([first.id, second.id])
  expect(JSON.stringify(waiting)).not.toContain(number)
  await decide(first.id, 'verify')
  expect((await owner.staff.contacts()).contacts.map(({ id }) => id)).toEqual([second.id])
})
