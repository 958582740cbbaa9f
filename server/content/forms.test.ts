import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import type { FormInput } from '#contract/forms.ts'
import * as members from '#server/members/members.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import * as content from './content.ts'
import { formStaff } from './content.ts'

const shop = setUpShop({ TRUST_PROXY: '1' })
beforeEach(async () => {
  await shop.reset()
  await content.putForm(shop.ctx(), contact)
})

const pair = (en: string, zh: string) => ({ en, zh })
const contact: FormInput & { mailTo: string } = {
  name: 'contact',
  title: pair('Write to us', '给我们留言'),
  text: pair('', ''),
  submit: pair('Send', '提交'),
  thanks: pair('Thank you', '谢谢'),
  mailTo: 'desk@shop.example',
  fields: [
    { name: 'name', kind: 'text', label: pair('Name', '称呼'), required: true, maxLength: 40 },
    { name: 'email', kind: 'email', label: pair('Email', '邮箱'), required: true, maxLength: 254 },
    { name: 'people', kind: 'number', label: pair('How many', '人数'), min: 2, max: 50 },
    {
      name: 'topic',
      kind: 'select',
      label: pair('About', '关于'),
      options: [{ id: 'order', name: pair('An order', '订单') }],
    },
    { name: 'day', kind: 'date', label: pair('Day', '日期') },
    { name: 'adult', kind: 'checkbox', label: pair('Of age', '已成年') },
    { name: 'message', kind: 'textarea', label: pair('Words', '留言'), required: true, maxLength: 500 },
  ],
}
const good = { name: 'Mei', email: 'mei@example.com', message: 'Hello there,\nis the oolong back?' }

const ticketFor = async (visitor: Visitor) => {
  const { ticket } = await visitor.api.content.form({ name: 'contact' })
  shop.clock.advance(5000)
  return ticket
}
interface Sending {
  values?: Record<string, string>
  ticket?: string
  website?: string
}
async function send(visitor: Visitor, { values = good, ticket, website = '' }: Sending = {}) {
  const form = { form: 'contact', values, website, ticket: ticket ?? (await ticketFor(visitor)) }
  return visitor.api.content.submitForm(form)
}
const kept = () => shop.query<{ reference: string; state: string }>('select reference, state from form_answers')
const outbox = async () => {
  const folder = join(shop.app.config.DATA_DIR, 'outbox')
  const files = await readdir(folder).catch(() => [])
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(folder, file), 'utf8') })))
}
const mailOf = async (key: string) => (await outbox()).find(({ file }) => file === `${key}.eml`)?.text ?? ''
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error) => error.errors[0].code as string,
  )

describe('a form', () => {
  test('has texts in both languages and a ticket; an unknown or unpublished form is not found', async () => {
    const { api } = shop.visitor()
    const { ticket, ...form } = await api.content.form({ name: 'contact' })
    expect(form).toMatchObject({ name: 'contact', title: contact.title })
    expect(ticket).toMatch(/^\w+\.[\w-]+\.[\w-]+$/)
    expect(await codeOf(api.content.form({ name: 'nothing' }))).toBe('not_found')
    await content.putForm(shop.ctx(), { ...contact, published: false } as never)
    expect(await codeOf(api.content.form({ name: 'contact' }))).toBe('not_found')
  })

  test('is stored and emailed to the shop, and the sender gets a receipt in their language', async () => {
    const visitor = shop.visitor({ 'accept-language': 'zh' })
    const values = { ...good, topic: 'order', adult: 'yes' }
    const { reference } = await send(visitor, { values })
    await shop.workOff()
    const { answers } = await formStaff.forms(shop.ctx(), { state: 'new', limit: 10 })
    expect(answers).toMatchObject([{ reference, form: 'contact', locale: 'zh', email: 'mei@example.com' }])
    expect(answers[0]?.lines.map(({ name, value }) => [name, value.en])).toEqual([
      ['name', 'Mei'],
      ['email', 'mei@example.com'],
      ['topic', 'An order'],
      ['adult', 'Yes'],
      ['message', good.message],
    ])
    const toShop = await mailOf(`form-${reference}`)
    expect(toShop).toMatch(/^To: [^:]*desk@shop\.example/m)
    expect(toShop).toMatch(/^Reply-To: mei@example\.com/m)
    const receipt = await mailOf(`form-${reference}-receipt`)
    expect(receipt).toMatch(/^To: mei@example\.com/m)
    expect(receipt).toContain('lang=3D"zh-Hans"')
  })

  test('sends a receipt without any words that the sender wrote', async () => {
    const words = 'BUY-CHEAP-WATCHES'
    const { reference } = await send(shop.visitor(), { values: { ...good, name: words, message: words } })
    await shop.workOff()
    expect(await mailOf(`form-${reference}`)).toContain(words)
    const receipt = await mailOf(`form-${reference}-receipt`)
    expect(receipt).toContain(reference)
    expect(receipt).not.toContain(words)
  })

  test('does not let its values add headers to emails', async () => {
    const visitor = shop.visitor()
    const bad = [
      'a@example.com\nBcc: all@example.com',
      'a@example.com, b@example.com',
      'Mei <a@example.com>',
      'a@b@c.d',
    ]
    for (const email of bad) {
      expect(await codeOf(send(visitor, { values: { ...good, email } })), email).toMatch(/^input\./)
    }
    expect(await kept()).toEqual([])
    // A single-line field stays on one line, whatever the client sends.
    expect(await codeOf(send(visitor, { values: { ...good, name: 'Mei\r\nBcc: all@example.com' } }))).toBe('none')
    const [answer] = await shop.query('select lines::text from form_answers')
    expect(answer?.lines).toContain('Mei Bcc: all@example.com')
    await shop.workOff()
    for (const { text } of await outbox()) expect(text).not.toMatch(/^(Bcc|Cc):/im)
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(41) }, 'name'],
    [{ email: 'no address' }, 'email'],
    [{ people: '1' }, 'people'],
    [{ people: '51' }, 'people'],
    [{ people: '1e9' }, 'people'],
    [{ topic: 'weather' }, 'topic'],
    [{ day: '2026-13-01' }, 'day'],
    [{ adult: 'perhaps' }, 'adult'],
    [{ message: 'x'.repeat(501) }, 'message'],
    [{ message: 'https://a.example http://b.example www.c.example' }, 'message'],
  ])('with %j is refused with the name of the field', async (wrong, field) => {
    const call = send(shop.visitor(), { values: { ...good, ...wrong } as Record<string, string> })
    await expect(call).rejects.toMatchObject({ errors: [{ code: 'input.invalid', field }] })
    expect(await kept()).toEqual([])
  })

  test('stores only the fields that it has', async () => {
    await send(shop.visitor(), { values: { ...good, role: 'owner' } })
    const [row] = await shop.query<{ lines: { name: string }[] }>('select lines from form_answers')
    expect(row?.lines.map(({ name }) => name)).toEqual(['name', 'email', 'message'])
  })

  test('with its hidden field filled in returns a reference and stores nothing', async () => {
    const { reference } = await send(shop.visitor(), { website: 'https://spam.example' })
    expect(reference).toMatch(/^\w{8}$/)
    await shop.workOff()
    expect(await kept()).toEqual([])
    expect(await mailOf(`form-${reference}`)).toBe('')
  })
})

describe('a ticket', () => {
  test('is refused right after it was issued, and after a day', async () => {
    const visitor = shop.visitor()
    const { ticket } = await visitor.api.content.form({ name: 'contact' })
    expect(await codeOf(send(visitor, { ticket }))).toBe('forms.ticket')
    shop.clock.advance(86_500_000)
    expect(await codeOf(send(visitor, { ticket }))).toBe('forms.ticket')
    expect(await kept()).toEqual([])
  })

  test('is refused for another form, and if it was changed', async () => {
    await content.putForm(shop.ctx(), { ...contact, name: 'catering' })
    const visitor = shop.visitor()
    const ticket = await ticketFor(visitor)
    const other = visitor.api.content.submitForm({ form: 'catering', ticket, values: good })
    expect(await codeOf(other)).toBe('forms.ticket')
    const [, random, signature] = ticket.split('.')
    for (const forged of ['', 'a.b.c', `${(0).toString(36)}.${random}.${signature}`, `${ticket}x`])
      expect(await codeOf(send(visitor, { ticket: forged })), forged).toBe('forms.ticket')
  })

  test('stores repeated answers once, with the same reference', async () => {
    const visitor = shop.visitor()
    const ticket = await ticketFor(visitor)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(visitor, { ticket })))
    expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1)
    expect(await kept()).toHaveLength(1)
    await shop.workOff()
    expect((await outbox()).filter(({ file }) => file.includes(answers[0]?.reference ?? '?'))).toHaveLength(2)
  })

  test('of a cached page serves several visitors, even with the same answer', async () => {
    const ticket = await ticketFor(shop.visitor())
    const from = (address: string) => shop.visitor({ 'x-forwarded-for': address })
    const first = await send(from('203.0.113.1'), { ticket })
    const second = await send(from('203.0.113.2'), { ticket })
    const third = await send(from('203.0.113.2'), { ticket, values: { ...good, message: 'Something else' } })
    expect(new Set([first, second, third].map(({ reference }) => reference)).size).toBe(3)
    expect(await kept()).toHaveLength(3)
  })

  test('does not allow an eleventh answer from one email address within a day', async () => {
    const visitor = shop.visitor()
    for (let number = 0; number < 10; number++)
      await send(visitor, { values: { ...good, message: `Number ${number}` } })
    const shouted = { ...good, email: 'MEI@example.com' }
    expect(await codeOf(send(visitor, { values: shouted }))).toBe('request.too_many')
    shop.clock.advance(dayMs)
    expect((await send(visitor)).reference).toMatch(/^\w{8}$/)
  })

  test('answers the repetition of the tenth answer with its reference', async () => {
    const visitor = shop.visitor()
    const ticket = await ticketFor(visitor)
    const sendNumber = (number: number) => send(visitor, { ticket, values: { ...good, message: `Number ${number}` } })
    for (let number = 1; number < 10; number++) await sendNumber(number)
    const tenth = await sendNumber(10)
    expect(await sendNumber(10)).toEqual(tenth)
  })
})

describe('answers', () => {
  test('can be closed as done or as spam, and are deleted after a year', async () => {
    const ctx = shop.ctx()
    const { reference } = await send(shop.visitor())
    const second = await send(shop.visitor())
    expect((await formStaff.closeForm(ctx, { reference: reference.toLowerCase(), spam: false })).state).toBe('done')
    expect((await formStaff.closeForm(ctx, { reference: second.reference, spam: true })).state).toBe('spam')
    expect((await formStaff.forms(ctx, { state: 'new', limit: 10 })).answers).toEqual([])
    expect((await formStaff.form(ctx, { reference })).lines).toHaveLength(3)
    await expect(formStaff.form(ctx, { reference: 'NOTHING2' })).rejects.toThrow()
    shop.clock.advance(366 * dayMs)
    await content.sweepForms(shop.ctx())
    expect(await kept()).toEqual([])
  })

  test('of a member are in the data export and are deleted with the account', async () => {
    const password = 'three dumplings at noon'
    await members.create(shop.ctx(), { name: 'Mei', email: 'mei@example.com', password })
    const visitor = shop.visitor()
    await visitor.api.account.signIn({ email: 'mei@example.com', password })
    const { reference } = await send(visitor)
    await send(shop.visitor(), { values: { ...good, message: 'Somebody else with that address' } })
    const { forms } = (await visitor.api.account.exportData({})) as { forms: { reference: string }[] }
    expect(forms.map((answer) => answer.reference)).toEqual([reference])
    await visitor.api.account.remove({ password })
    expect((await kept()).map((row) => row.reference)).not.toContain(reference)
  })
})

test('a receipt whose address refuses it does not email the shop again', async () => {
  await send(shop.visitor())
  const [answer] = await kept()
  const folder = join(shop.app.config.DATA_DIR, 'outbox')
  // A folder with the name of the receipt's file makes the write fail.
  await mkdir(join(folder, `form-${answer?.reference}-receipt.eml`), { recursive: true })
  await shop.workOff()
  await rm(join(folder, `form-${answer?.reference}.eml`))
  shop.clock.advance(hourMs)
  await shop.workOff()
  expect(await readdir(folder)).not.toContain(`form-${answer?.reference}.eml`)
  expect(await shop.query('select name from events where done_at is null')).toEqual([
    { name: 'content.form_sent.mails' },
  ])
  await rmdir(join(folder, `form-${answer?.reference}-receipt.eml`))
  shop.errors.length = 0
})

test('the owner writes a form, which shoppers can send while it is published', async () => {
  const owner = await openOwner(shop)
  const { name: _, ...input } = contact
  const catering = { ...input, form: 'catering', title: pair('Catering', '宴席') }
  expect(await owner.staff.writeForm(catering)).toEqual({ stored: 'catering' })
  const { form } = shop.visitor().api.content
  expect(await form({ name: 'catering' })).toMatchObject({ name: 'catering', title: catering.title })
  await owner.staff.writeForm({ ...catering, published: false })
  await expect(form({ name: 'catering' })).rejects.toMatchObject({ status: 404 })
})

test('a writer of content changes a form, but not where its submissions go', async () => {
  const owner = await openOwner(shop)
  const writer = await openColleague(shop, owner, 'writer@shop.test', [{ role: 'content', location: null }])
  const { name: form, mailTo, ...input } = contact
  const recipient = async () => (await shop.query('select mail_to from forms'))[0]
  for (const kept of [{}, { mailTo }]) {
    await writer.staff.writeForm({ ...input, ...kept, form, title: pair('Say hello', '打个招呼') })
    expect(await recipient()).toEqual({ mail_to: mailTo })
  }
  const redirect = { ...input, form, mailTo: 'writer@home.test' }
  await expect(writer.staff.writeForm(redirect)).rejects.toMatchObject({ code: 'staff.no_right' })
  await owner.staff.writeForm(redirect)
  expect(await recipient()).toEqual({ mail_to: 'writer@home.test' })
})
