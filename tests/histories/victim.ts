import type { Step } from '#tests/faults/wires.ts'
import { openDatabaseWire } from '#tests/faults/wires.ts'

/** A proxy between a server and the database. It can cut their connections at a chosen statement. */
export interface Victim {
  /** The URL that leads to the database through the proxy. */
  url: string
  /**
   * Cuts the connections at a step that `isPoint` accepts, after `after` such steps have passed. Keeps the connections
   * cut until `revive`.
   */
  strike(after: number): void
  revive(): void
  isDead(): boolean
  close(): Promise<void>
}

/** Starts a proxy to the database at this URL. Calls `onDeath` when it cuts the connections. */
export async function openVictim(url: string, onDeath: () => void): Promise<Victim> {
  let left = -1
  let isDead = false
  const wire = await openDatabaseWire(Number(new URL(url).port), (step) => {
    if (!isDead && left >= 0 && isPoint(step) && left-- === 0) {
      isDead = true
      onDeath()
    }
    if (isDead) wire.drop()
    return isDead
  })
  const through = new URL(url)
  through.port = String(wire.port)
  return {
    url: through.href,
    strike(after) {
      left = after
    },
    revive() {
      left = -1
      isDead = false
    },
    isDead: () => isDead,
    close: wire.close,
  }
}

/** Whether a process may die here: before a write, or after a commit. A death elsewhere only undoes a transaction. */
function isPoint({ moment, text, isKept }: Step): boolean {
  return /^\s*(insert|update|delete|with|commit)\b/i.test(text) && (moment === 'before' || isKept)
}
