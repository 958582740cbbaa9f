import { afterAll, beforeAll, expect, test } from 'vitest'
import { specificationBase } from '#contract/constants.ts'
import { limits } from '#contract/limits.ts'
import type { AttackClient, Victim } from './attacker.ts'
import { openAttackClient, openVictim, sendRaw } from './attacker.ts'
import type { RunningServer } from './server.ts'

/** Checks that the built server refuses oversized bodies of page forms and calls before it parses them. */
let victim: Victim
let member: AttackClient
beforeAll(async () => {
  victim = await openVictim()
  member = await openAttackClient(victim.server)
  expect((await member.signIn()).status).toBe(303)
}, 60_000)
afterAll(() => victim.close())

const boundary = 'a-boundary-of-the-tests'
const type = `multipart/form-data; boundary=${boundary}`
const part = (head: string, body: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
const word = (name: string, body = '') => part(`name="${name}"`, body)
const file = (body: string) => part('name="file"; filename="a.png"', body)
const end = `--${boundary}--\r\n`
const uploads: [name: string, path: string][] = [
  ['a page', '/user/profile'],
  ['a call', `${specificationBase}/admin/userManagement/image/upload`],
]

function send(somebody: AttackClient, path: string, body: string, more: Record<string, string> = {}) {
  const headers = { 'content-type': type, origin: victim.server.url, ...more }
  return somebody.call('POST', path, body, headers)
}

test.each(uploads)('a form with too many parts is refused when %s takes files', async (_, path) => {
  const crowded = word('x').repeat(limits.formFields + 1) + end
  expect((await send(member, path, crowded)).status).toBe(413)
  // A body of 8 MB that consists of minimal parts. A parser would take seconds for it.
  const tiny = word('x').repeat(Math.floor((8 * 1024 * 1024) / word('x').length)) + end
  expect((await send(member, path, tiny)).status).toBe(413)
})

test.each(uploads)('%s refuses too many files, long fields and malformed forms', async (_, path) => {
  expect((await send(member, path, file('x').repeat(3) + end)).status).toBe(413)
  expect((await send(member, path, word('name', 'x'.repeat(70_000)) + end)).status).toBe(413)
  const noEnd = `--${boundary}\r\nContent-Disposition: form-data; name="${'x'.repeat(5000)}\r\n${end}`
  expect((await send(member, path, noEnd)).status).toBe(415)
  expect((await send(member, path, word('x') + end, { 'content-type': 'multipart/form-data; x=y' })).status).toBe(415)
})

const unreadable: [what: string, part: string][] = [
  ['no header', `--${boundary}\r\n\r\nx\r\n`],
  ['no end of its header', `--${boundary}\r\nContent-Disposition: form-data; name="phone"\r\n`],
  ['a broken header', `--${boundary}\r\nX\r\nContent-Disposition: form-data; name="phone"\r\n\r\nx\r\n`],
  ['no name', part('filename="a.png"', 'x')],
  ['neither a name nor a file', `--${boundary}\r\nContent-Disposition: form-data\r\n\r\nx\r\n`],
  ['two lines as its name', word('pho\nne', 'x')],
  ['its place behind the end', end + word('phone', 'x')],
]
const names = () => victim.shop.query('select name from members order by name')

test.each(unreadable)('a form that has a part with %s is refused and changes nothing', async (_, broken) => {
  const before = await names()
  for (const [, path] of uploads) {
    for (const body of [word('name', 'Nobody') + broken, broken + word('name', 'Nobody')]) {
      const answer = await send(member, path, body + end, { accept: 'application/json' })
      expect([path, answer.status]).toEqual([path, 415])
      if (path !== '/user/profile')
        expect(await answer.json()).toMatchObject({ error: { errors: [{ code: 'input.media_type' }] } })
    }
  }
  expect(await names()).toEqual(before)
})

test('a call refuses a form that repeats a field', async () => {
  const path = `${specificationBase}/admin/userManagement/image/upload`
  const answer = await send(member, path, word('x') + word('x') + end)
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { error: { errors: [{ code: 'input.invalid', field: 'x' }] } },
  ])
})

test('an encoded form with too many fields is refused', async () => {
  const fields = (count: number) => Array(count).fill('x=').join('&')
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: victim.server.url }
  const status = async (count: number) => (await member.call('POST', '/checkout/cart', fields(count), headers)).status
  expect(await status(limits.formFields + 1)).toBe(413)
  expect(await status(limits.formFields)).toBeLessThan(413)
})

test('a guest who uploads a file is redirected to the sign-in before the server reads it', async () => {
  const guest = await openAttackClient(victim.server)
  const head = guest.head('/user/profile', type)
  const heard = await sendRaw(victim.server, `${head}Content-Length: 8000000\r\n\r\n--${boundary}\r\n`, {
    patience: 8000,
  })
  expect(heard.status).toBe(302)
  expect(heard.text).toMatch(/\r\nlocation: \/account\/login\?next=%2Fuser%2Fprofile\r\n/i)
})

async function startStrict(factor: number): Promise<RunningServer> {
  return victim.startBeside({ RATE_LIMIT_FACTOR: String(factor), ROLE: 'web' })
}

test('page renderings are limited per network; cached pages are not', async () => {
  const server = await startStrict(10 / limits.pageRenderings)
  const status = async (path: string, cookie = '') => (await fetch(server.url + path, { headers: { cookie } })).status
  expect(await status('/home')).toBe(200)
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) statuses.push(await status('/checkout/cart'))
  expect(statuses.filter((code) => code === 200)).toHaveLength(9)
  expect(statuses.slice(-3)).toEqual([429, 429, 429])
  expect(await status('/home')).toBe(200)
  await server.stop()
})

test('page forms are limited per network', async () => {
  const server = await startStrict(10 / limits.pageForms)
  const guest = await openAttackClient(server)
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) statuses.push((await guest.form('/preferences', { locale: 'zh' })).status)
  expect(statuses.slice(0, 10)).not.toContain(429)
  expect(statuses.slice(10)).toEqual([429, 429])
  await server.stop()
})
