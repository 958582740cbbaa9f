import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Http } from './server.ts'
import { bindOffice } from './static-files.ts'

let folder: string
const http: Pick<Http, 'hono'> = { hono: new Hono() }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-files-'))
  await mkdir(join(folder, 'assets'))
  for (const ending of ['', '.br', '.gz']) await writeFile(join(folder, `assets/page.js${ending}`), `form${ending}`)
  await writeFile(join(folder, 'assets/plain.js'), 'form')
  bindOffice(http, folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['gzip, deflate, br, zstd', 'br', 'form.br'],
  ['gzip, br;q=0', 'gzip', 'form.gz'],
  ['br;q=0.5, gzip', 'gzip', 'form.gz'],
  ['br;q=0, gzip;q=0', null, 'form'],
  ['x-br', null, 'form'],
])('a client that sends “Accept-Encoding: %s” gets a script as %s', async (accepted, encoding, body) => {
  const ask = (name: string) =>
    http.hono.request(`/office/assets/${name}`, { headers: { 'accept-encoding': accepted } })
  const answer = await ask('page.js')
  expect([answer.status, answer.headers.get('content-encoding'), await answer.text()]).toEqual([200, encoding, body])
  // This file has no compressed form.
  const plain = await ask('plain.js')
  expect([plain.status, plain.headers.get('content-encoding'), await plain.text()]).toEqual([200, null, 'form'])
})
