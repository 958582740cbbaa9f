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
const sampleDelayMs = 25

function askMonitor(server: RunningServer, question: 'reset' | 'read'): Promise<Reading> {
  return new Promise((resolve) => {
    const onMessage = (message: { answer?: string } & Reading) => {
      if (message.answer !== question) return
      server.process.off('message', onMessage)
      resolve(message)
    }
    server.process.on('message', onMessage)
    server.process.send({ ask: question })
  })
}

export const read = (server: RunningServer) => askMonitor(server, 'read')

/** The longest delay of the server's event loop during `run`, in milliseconds. */
export async function maxDelayDuring(server: RunningServer, run: () => Promise<unknown>): Promise<number> {
  await askMonitor(server, 'reset')
  await run()
  await new Promise((resolve) => setTimeout(resolve, sampleDelayMs))
  return (await read(server)).maxMs
}

export const medianOf = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
