import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from './postgres.ts'
import { npmStart, readStartupError, startServer } from './server.ts'

/** The data folder of an opened shop. Tests copy it, because copying is far faster than a first start. */
let opened: string
beforeAll(async () => {
  opened = await mkdtemp(join(tmpdir(), 'shop-opened-'))
  const server = await startServer({ DEMO: 'false', DATA_DIR: opened })
  expect(await server.stop()).toBe(0)
})
afterAll(() => rm(opened, { recursive: true, force: true }))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-start-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const copyOpened = () => cp(opened, folder, { recursive: true })

const refusal = (env: Record<string, string>) => readStartupError({ DEMO: 'false', DATA_DIR: folder, ...env })

test('a second process refuses a folder in use and names the first process, which continues', async () => {
  await copyOpened()
  const first = await startServer({ DEMO: 'false', DATA_DIR: folder })
  expect(await refusal({})).toBe(
    `The folder ${folder}/postgres is in use by process ${first.process.pid}. Stop it first, or set DATA_DIR to another folder.`,
  )
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  expect(await first.stop()).toBe(0)
})

test('a start takes over the folder of a killed process', async () => {
  await copyOpened()
  const first = await startServer({ DEMO: 'false', DATA_DIR: folder })
  await first.kill()
  const second = await startServer({ DEMO: 'false', DATA_DIR: folder })
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
  await second.stop()
})

test('a start on a taken port fails, and the next start can use the data', async () => {
  await copyOpened()
  const taken = await new Promise<Server>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
  })
  const { port } = taken.address() as { port: number }
  expect(await refusal({ PORT: String(port) })).toBe(
    `Port ${port} is taken. Stop what uses it, or set PORT to another one.`,
  )
  await new Promise((resolve) => taken.close(resolve))
  const server = await startServer({ DEMO: 'false', DATA_DIR: folder })
  await server.stop()
})

test('a start fails if the folder is not writable', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  expect(await refusal({ DATA_DIR: file })).toMatch(/a-file cannot be written .*Set DATA_DIR to one that can\.$/)
})

test('a start fails if the database is unreachable', async () => {
  expect(await refusal({ DATABASE_URL: 'postgres://shop:secret@127.0.0.1:9/shop' })).toMatch(
    /^The database at 127\.0\.0\.1:9 cannot be reached \(.*ECONNREFUSED.*\)\. Check DATABASE_URL\.$/,
  )
})

test('a start fails if the database is too old', async () => {
  const { server, port } = await oldPostgres()
  expect(await refusal({ DATABASE_URL: `postgres://shop@127.0.0.1:${port}/shop` })).toBe(
    `The database at 127.0.0.1:${port} is PostgreSQL 14; 15 or later is needed.`,
  )
  await new Promise((resolve) => server.close(resolve))
})

test.each([
  ['PORT', 'many', /^PORT is wrong: /],
  ['DATABASE_URL', 'mysql://localhost/shop', /^DATABASE_URL is wrong: /],
  ['ROLE', 'cook', /^ROLE is wrong: /],
])('a start fails and names a wrong %s', async (name, value, words) => {
  expect(await refusal({ [name]: value })).toMatch(words)
})

test('a start fails if only the address for notifications is set', async () => {
  expect(await refusal({ DATABASE_LISTEN_URL: 'postgres://shop@127.0.0.1/shop' })).toBe(
    'DATABASE_LISTEN_URL needs DATABASE_URL: the embedded PostgreSQL has one address only.',
  )
})

test('a public shop refuses to start with DEMO', async () => {
  expect(await refusal({ PUBLIC_URL: 'https://shop.example', DEMO: 'true' })).toMatch(/^DEMO must be false/)
})

test('the server exits with 0 and without errors after SIGTERM', async () => {
  await copyOpened()
  const server = await startServer({ DEMO: 'false', DATA_DIR: folder })
  expect(await server.stop()).toBe(0)
  expect(server.errors()).toBe('')
})

test('npm start names no demo accounts with DEMO=false', async () => {
  await copyOpened()
  const port = await freePort()
  const { said, stop } = await npmStart({
    DATA_DIR: folder,
    DEMO: 'false',
    PORT: String(port),
    PUBLIC_URL: 'https://shop.example',
  })
  expect(said).toContain('The shop is open: https://shop.example')
  expect(said).not.toContain('Sign in as')
  expect(await stop()).toEqual([0, null])
})

test('npm start opens the shop even if the ports of the simulators are taken', async () => {
  await copyOpened()
  const port = await freePort()
  const taken = [port + 1, port + 12].map((beside) => createServer().listen(beside, '127.0.0.1'))
  await Promise.all(taken.map((server) => server.listening || once(server, 'listening')))
  const { said, stop } = await npmStart({ DATA_DIR: folder, DEMO: 'false', PORT: String(port) })
  expect(said).toContain(`The shop is open: http://localhost:${port}`)
  expect(said).not.toContain('Inside a mini-program')
  expect(await stop()).toEqual([0, null])
  for (const server of taken) server.close()
})

/** A server with just enough of PostgreSQL's protocol to report version 14. */
async function oldPostgres() {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), length, body])
  }
  const ready = message('Z', Buffer.from('I'))
  const server = createServer((socket) => {
    let isGreeted = false
    socket.on('error', () => {})
    socket.on('data', (data) => {
      if (!isGreeted) {
        isGreeted = true
        socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]))
      } else if (data.includes('server_version_num')) {
        const name = Buffer.concat([
          Buffer.from('server_version_num\0'),
          Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]),
        ])
        const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 6]), Buffer.from('140005')])
        socket.write(
          Buffer.concat([
            message('T', Buffer.concat([Buffer.from([0, 1]), name])),
            message('D', row),
            message('C', Buffer.from('SHOW\0')),
            ready,
          ]),
        )
      } else {
        socket.end()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as { port: number }).port }
}
