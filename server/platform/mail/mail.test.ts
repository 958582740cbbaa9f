import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { startSmtp } from '#simulators/smtp.ts'
import { createMailer } from './mail.ts'

const mail = {
  kind: 'order-receipt' as const,
  key: 'order-1-receipt',
  from: 'Lantern Lane 灯里',
  to: { name: '王美 "Mei"\r\nBcc: evil@example.com', address: 'mei@example.com' },
  subject: '您的收据\r\nBcc: evil@example.com',
  html: '<p>谢谢 & thanks</p>',
  text: '谢谢 & thanks\n.\nend',
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-mail-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('without SMTP an email is written to a file, and sending it again writes the same file', async () => {
  const mailer = createMailer(readConfig({ DATA_DIR: folder }))
  await mailer.send(mail)
  await mailer.send(mail)
  const files = await readdir(join(folder, 'outbox'))
  expect(files).toEqual(['order-1-receipt.eml'])
  const parsed = await PostalMime.parse(await readFile(join(folder, 'outbox', 'order-1-receipt.eml')))
  expect(parsed.subject).toContain('您的收据')
  expect(parsed.from).toMatchObject({ name: 'Lantern Lane 灯里', address: 'hello@lantern-lane.example' })
  expect(parsed.text?.trim()).toBe(mail.text)
  expect(parsed.html).toContain('谢谢')
  expect(parsed.messageId).toBe('<order-1-receipt@localhost>')
})

test('with SMTP an email arrives complete at one recipient, even with headers in its name and subject', async () => {
  const smtp = await startSmtp()
  await createMailer(readConfig({ DATA_DIR: folder, SMTP_URL: smtp.url })).send(mail)
  expect(smtp.mails).toHaveLength(1)
  const [received] = smtp.mails
  expect(received?.to).toEqual(['mei@example.com'])
  const parsed = await PostalMime.parse(received?.data ?? '')
  expect(parsed.bcc ?? []).toEqual([])
  expect(parsed.to?.map(({ address }) => address)).toEqual(['mei@example.com'])
  expect(parsed.text?.trim()).toBe(mail.text)
  await smtp.close()
})

test('sending fails if the SMTP server cannot be reached', async () => {
  await expect(
    createMailer(readConfig({ DATA_DIR: folder, SMTP_URL: 'smtp://127.0.0.1:9' })).send(mail),
  ).rejects.toThrow()
})

test('with SMTP an email needs no folder', async () => {
  const smtp = await startSmtp()
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  await createMailer(readConfig({ DATA_DIR: file, SMTP_URL: smtp.url })).send(mail)
  expect(smtp.mails).toHaveLength(1)
  await smtp.close()
})

test('emails are written again once their folder can be, and into a new folder if it was deleted', async () => {
  const place = join(folder, 'blocked')
  await writeFile(place, '')
  const mailer = createMailer(readConfig({ DATA_DIR: place }))
  await expect(mailer.send(mail)).rejects.toThrow()
  await rm(place)
  await mailer.send(mail)
  await rm(join(place, 'outbox'), { recursive: true })
  await mailer.send(mail)
  expect(await readdir(join(place, 'outbox'))).toEqual(['order-1-receipt.eml'])
})
