import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { sendRequest } from './http-client.ts'

const opened: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of opened.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

/** Starts a server that responds as a provider. `connections` returns how many connections it has received. */
async function outsider(answer: RequestListener) {
  let connections = 0
  const server = createServer(answer).on('connection', () => {
    connections++
  })
  opened.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => connections }
}

test('successive requests share one connection, and an idle connection is not used again', async () => {
  const { url, connections } = await outsider((_, response) => response.end('{}'))
  for (let turn = 0; turn < 3; turn++) {
    expect(await sendRequest(url, { body: '{}', timeoutMs: 2000 })).toMatchObject({
      kind: 'answered',
      status: 200,
      text: '{}',
    })
  }
  expect(connections()).toBe(1)
  await wait(1500)
  await sendRequest(url, { body: '{}', timeoutMs: 2000 })
  expect(connections()).toBe(2)
})

test('a response may take longer than an idle connection is kept', async () => {
  const { url } = await outsider((_, response) => setTimeout(() => response.end('{}'), 1300))
  expect(await sendRequest(url, { body: '{}', timeoutMs: 3000 })).toMatchObject({ kind: 'answered', text: '{}' })
})

test('a response that never ends is reported as a timeout', async () => {
  const { url } = await outsider((_, response) => response.writeHead(200).write('{'))
  expect(await sendRequest(url, { timeoutMs: 200 })).toEqual({ kind: 'broken', answer: 'timeout', mayRepeat: false })
})

test('a response that is cut off is reported as a broken connection', async () => {
  const { url } = await outsider((_, response) => {
    response.writeHead(200, { 'Content-Length': '10' }).write('{')
    setTimeout(() => response.destroy(), 20)
  })
  expect(await sendRequest(url, { timeoutMs: 2000 })).toEqual({ kind: 'broken', answer: 'connection', mayRepeat: true })
})

test('a form is sent with its content type and length', async () => {
  const { url } = await outsider(({ headers }, response) => response.end(JSON.stringify(headers)))
  const answer = await sendRequest(url, { body: new URLSearchParams({ name: '美 & co' }), timeoutMs: 2000 })
  expect(answer.kind === 'answered' && JSON.parse(answer.text)).toMatchObject({
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    'content-length': '21',
    accept: 'application/json',
  })
})
