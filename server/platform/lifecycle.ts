import { setTimeout } from 'node:timers/promises'
import type { ServerType } from '@hono/node-server'
import { nodeFields, toError } from '#server/platform/node-errors.ts'
import { ConfigError } from './config.ts'
import type { App } from './context.ts'
import { DatabaseError } from './database/errors.ts'
import { describeError } from './log.ts'
import type { Worker } from './queue.ts'
import { removeRunningShop, writeRunningShop } from './running-shop.ts'

const shutdownTimeoutMs = 10_000
/** How long a server with open connections continues after SIGTERM, so that proxies notice that it is not ready. */
const unreadyNoticeMs = 1000

const endingSignals = ['SIGTERM', 'SIGINT'] as const
const endImmediately = () => process.exit(1)

/**
 * Ends the process at once on a signal that arrives while the shop is starting. Without a handler, process 1 of a
 * container would ignore signals.
 */
export function endOnSignal(): void {
  for (const signal of endingSignals) process.on(signal, endImmediately)
}

interface RunningServices {
  server: ServerType | null
  worker: Worker | null
}

/**
 * Reports to the parent process and to commands that the shop is open. On SIGTERM and SIGINT, the process first reports
 * that it is not ready, and each response closes its connection. The process then accepts no new connections, finishes
 * open requests, stops the worker and closes the database. After ten seconds, the process ends in any case.
 */
export async function runUntilStopped(app: App, { server, worker }: RunningServices) {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    app.stop()
    setTimeout(shutdownTimeoutMs, undefined, { ref: false }).then(() => process.exit(1))
    if (server) await endConnections(server)
    await worker?.stop()
    await app.database.close()
    await removeRunningShop(app.config)
    process.exit(0)
  }
  for (const signal of endingSignals) process.off(signal, endImmediately).on(signal, stop)
  const address = server?.address()
  // A shop that cannot write to its folder still runs. Commands then find the shop by `HOST` and `PORT`.
  if (typeof address === 'object' && address)
    await writeRunningShop(app.config, { host: address.address, port: address.port }).catch((error) =>
      app.log.warn('DATA_DIR cannot be written', { error }),
    )
  process.send?.({ ready: true })
}

async function endConnections(server: ServerType) {
  const connections = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  if (connections > 0) await setTimeout(unreadyNoticeMs)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })
}

/** Prints one line with the reason why the shop could not start, and ends with status 1. */
export function explainStart(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message
  const { code, port, path } = nodeFields(error)
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop what uses it, or set PORT to another one.`
  if (code === 'EACCES' && port) return `Port ${port} may not be used by this user. Set PORT to one above 1023.`
  if ((code === 'EACCES' || code === 'EROFS' || code === 'EPERM') && path)
    return `${path} cannot be written. Set DATA_DIR to a folder that can.`
  if (code === 'ENOSPC') return 'The disk is full.'
  const { message: text, cause } = describeError(toError(error))
  return `The shop could not start: ${cause ?? text}`
}
