import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { FaultShop } from '#tests/faults/fault-shop.ts'
import { openFaultShop } from '#tests/faults/fault-shop.ts'

/** The longest time that an idle server may take to shut down. */
const endsWithinMs = 3000

let shop: FaultShop
beforeAll(async () => {
  const postgres = inject('postgresUrl')
  shop = await openFaultShop((database) => postgres.replace(/postgres$/, database))
})
afterAll(() => shop.close())

test('an idle server with an open connection exits with 0 within three seconds of SIGTERM', async () => {
  const server = await shop.start({ ROLE: 'web' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await new Promise((resolve, reject) => {
    const asked = request(`${server.url}/livez`, { agent }, (answer) => answer.resume().on('end', resolve))
    asked.on('error', reject).end()
  })
  const since = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - since).toBeLessThan(endsWithinMs)
  agent.destroy()
})
