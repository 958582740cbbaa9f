import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Place } from './shop-server.ts'
import { openShopServer } from './shop-server.ts'

// A server of a history as a process of its own, which can be killed. Its parent sends the clock and the work.

/** A message of the parent. `shiftMs` is how far the history's clock is ahead of the machine's. */
export interface Order {
  id: number
  what: 'work' | 'clear' | 'clock'
  shiftMs: number
}

/** A message to the parent. */
export type Told = { open: number } | { error: string } | { done: number; failure: string | null }

const tell = (told: Told) => process.send?.(told)
const place: Place & { shiftMs: number } = JSON.parse(process.env.HISTORIES_PLACE ?? '')
let { shiftMs } = place
const server = await openShopServer(place, {
  now: () => new Date(Date.now() + shiftMs),
  report: (error) => tell({ error }),
})
process.on('message', async (order: Order) => {
  shiftMs = order.shiftMs
  const work = order.what === 'work' ? server.work() : order.what === 'clear' ? server.clear() : Promise.resolve()
  const failure = await work.then(
    () => null,
    (error: Error) => error.message,
  )
  tell({ done: order.id, failure })
})
process.on('disconnect', () => process.exit())
const http = createServer(getRequestListener((request) => server.fetch(request)))
http.listen(0, '127.0.0.1', () => tell({ open: (http.address() as AddressInfo).port }))
