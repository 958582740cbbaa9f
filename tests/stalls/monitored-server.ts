import { resolve } from 'node:path'
import type { RunningServer } from '#tests/server.ts'

/** Measurements that the monitor in the server takes. */
export interface Reading {
  /** The longest delay of the event loop since the last `reset`, in milliseconds. */
  maxMs: number
  /** Resident memory, in bytes. */
  rss: number
  /** The resources that keep the process alive: sockets, timers, open files. */
  resources: string[]
}

/** Settings that load the monitor into a server. */
export const monitored = { NODE_OPTIONS: `--import ${resolve('tests/stalls/monitor.mjs')}` }

/**
 * The wait before a reading, in milliseconds. The monitor samples every 5 ms, and records a stall only after its end.
 */
const sampledAfterMs = 25

function ask(server: RunningServer, question: 'reset' | 'read'): Promise<Reading> {
  return new Promise((resolve) => {
    const hear = (message: { answer?: string } & Reading) => {
      if (message.answer !== question) return
      server.process.off('message', hear)
      resolve(message)
    }
    server.process.on('message', hear)
    server.process.send({ ask: question })
  })
}

export const read = (server: RunningServer) => ask(server, 'read')

/** The longest delay of the server's event loop during `run`, in milliseconds. */
export async function longestDelayDuring(server: RunningServer, run: () => Promise<unknown>): Promise<number> {
  await ask(server, 'reset')
  await run()
  await new Promise((resolve) => setTimeout(resolve, sampledAfterMs))
  return (await read(server)).maxMs
}

export const medianOf = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
