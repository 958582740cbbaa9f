import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Place } from './shop-server.ts'
import { openShopServer } from './shop-server.ts'

// Runs one server of a history in its own process, so that the test can kill the server. The parent process sets the
// server's clock and tells it when to do due work.

/**
 * A command of the parent process. Each command sets `shiftMs`, which is how far the history's clock is ahead of the
 * machine's. `work` also does due work, and `clear` also forgets cached data.
 */
export interface ServerCommand {
  id: number
  what: 'work' | 'clear' | 'clock'
  shiftMs: number
}

/** A message to the parent. */
export type ServerMessage = { open: number } | { error: string } | { done: number; failure: string | null }

const sendMessage = (message: ServerMessage) => process.send?.(message)
const place: Place & { shiftMs: number } = JSON.parse(process.env.HISTORIES_PLACE ?? '')
let { shiftMs } = place
const server = await openShopServer(place, {
  now: () => new Date(Date.now() + shiftMs),
  report: (error) => sendMessage({ error }),
})
process.on('message', async (command: ServerCommand) => {
  shiftMs = command.shiftMs
  const work = command.what === 'work' ? server.work() : command.what === 'clear' ? server.clear() : Promise.resolve()
  const failure = await work.then(
    () => null,
    (error: Error) => error.message,
  )
  sendMessage({ done: command.id, failure })
})
process.on('disconnect', () => process.exit())
const http = createServer(getRequestListener((request) => server.fetch(request)))
http.listen(0, '127.0.0.1', () => sendMessage({ open: (http.address() as AddressInfo).port }))
