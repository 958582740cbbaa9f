import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { officeBase } from '#contract/constants.ts'
import { listStaffCalls } from '#contract/office/calls.ts'
import type { TestShop } from './harness.ts'
import { openTestShop } from './harness.ts'
import type { RunningServer } from './server.ts'
import { startServer } from './server.ts'

const staffSecret = 'a staff secret of the tests that is long enough'
const wrongSecret = 'a wrong secret that nobody may read in the log'
const call = listStaffCalls().find(({ name }) => name === 'staff.orders')
if (!call) throw new Error('there is no call staff.orders')
const { method } = call
const path = call.base + call.path

let shop: TestShop
const started: RunningServer[] = []
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(async () => {
  await Promise.all(started.map((server) => server.stop()))
  await shop.close()
})

async function start(env: Record<string, string>) {
  const server = await startServer({
    DATABASE_URL: shop.url,
    DATA_DIR: shop.app.config.DATA_DIR,
    APP_SECRET: shop.app.config.APP_SECRET ?? '',
    STAFF_SECRET: staffSecret,
    DEMO: 'false',
    ROLE: 'web',
    LOG: 'warn',
    HOST: '0.0.0.0',
    ...env,
  })
  started.push(server)
  return server
}

/** Sends a staff call with these headers. Returns the status. */
function callStaff(server: RunningServer, headers: Record<string, string>, address = '127.0.0.1'): Promise<number> {
  const { port } = new URL(server.url)
  const options = { host: address, port, path, method, agent: false as const }
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, headers: { authorization: `Bearer ${staffSecret}`, ...headers } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })
}

test('all processes count wrong secrets together, refuse them and log them without the secret', async () => {
  const servers = [await start({}), await start({})] as const
  const wrong = { authorization: `Bearer ${wrongSecret}` }
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) statuses.push(await callStaff(servers[n % 2 === 0 ? 0 : 1], wrong))
  expect(statuses).toEqual([...Array(10).fill(404), 429, 429])
  for (const server of servers) {
    await expect.poll(() => server.errors().match(/a wrong secret was refused/g)?.length).toBe(6)
    await expect.poll(() => server.errors()).toContain('"ip":"127.0.0.1"')
    expect(server.errors()).not.toContain(wrongSecret)
    expect(await callStaff(server, {})).toBe(200)
  }
})

test('with an https address the staff secret works locally, or over https from a private network', async () => {
  const server = await start({ PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' })
  const host = { host: 'shop.example' }
  expect(await callStaff(server, host)).toBe(200)
  const from = (ip: string, scheme: string) => ({ ...host, 'x-forwarded-for': ip, 'x-forwarded-proto': scheme })
  expect(await callStaff(server, from('192.168.1.7', 'https'))).toBe(200)
  expect(await callStaff(server, from('192.168.1.7', 'http'))).toBe(404)
  expect(await callStaff(server, from('192.168.1.7', 'https,http'))).toBe(404)
  expect(await callStaff(server, { ...host, 'x-forwarded-for': '192.168.1.7' })).toBe(404)
  expect(await callStaff(server, from('203.0.113.7', 'https'))).toBe(404)
  await expect.poll(() => server.errors()).toMatch(/over plain HTTP was refused.*192\.168\.1\.7/)
  await expect.poll(() => server.errors()).toMatch(/outside STAFF_NETWORKS was refused.*203\.0\.113\.7/)
  const own = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  if (!own) return
  expect(await callStaff(server, host, own)).toBe(404)
  const bound = await start({ PUBLIC_URL: 'https://shop.example', HOST: own })
  expect(await callStaff(bound, host, own)).toBe(200)
})

test('an untrusted proxy makes no caller local, and STAFF_NETWORKS allows other networks', async () => {
  const untrusting = await start({})
  expect(await callStaff(untrusting, { 'x-forwarded-for': '203.0.113.7' })).toBe(404)
  await expect.poll(() => untrusting.errors()).toContain('set TRUST_PROXY')
  const open = await start({ TRUST_PROXY: '1', STAFF_NETWORKS: 'private,203.0.113.0/24' })
  expect(await callStaff(open, { 'x-forwarded-for': '203.0.113.7' })).toBe(200)
  expect(await callStaff(open, { 'x-forwarded-for': '198.51.100.7' })).toBe(404)
})

test('OFFICE_NETWORKS limits the back office to some networks', async () => {
  const server = await start({ TRUST_PROXY: '1', OFFICE_NETWORKS: '203.0.113.0/24' })
  const from = (ip: string, path = '/status') =>
    fetch(`${server.url}${officeBase}${path}`, { headers: { 'x-forwarded-for': ip } }).then(({ status }) => status)
  expect(await from('203.0.113.7')).toBe(200)
  expect(await from('198.51.100.7')).toBe(404)
  // These calls return the URL of a file that needs no sign-in. `OFFICE_NETWORKS` must also apply to this URL.
  const period = { from: '2026-11-01', to: '2026-11-02' }
  for (const [path, input] of [['/exports', {}] as const, ['/books/export', period] as const]) {
    const headers = { authorization: `Bearer ${staffSecret}`, 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}${officeBase}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    })
    const { address } = await answer.json()
    const file = address.slice(officeBase.length)
    expect([path, await from('203.0.113.7', file), await from('198.51.100.7', file)]).toEqual([path, 200, 404])
  }
})
