import type { Step } from '#tests/faults/wires.ts'
import { openDatabaseWire } from '#tests/faults/wires.ts'

/** A proxy between a server and the database. It can cut their connections at a chosen statement. */
export interface Victim {
  /** The URL that leads to the database through the proxy. */
  url: string
  /**
   * Lets `after` writing steps pass (see `isWrite`), then cuts the connections at the next one. Keeps the connections
   * cut until `revive`.
   */
  strike(after: number): void
  revive(): void
  isDead(): boolean
  close(): Promise<void>
}

/** Starts a proxy to the database at this URL. Calls `onDeath` when it cuts the connections. */
export async function openVictim(url: string, onDeath: () => void): Promise<Victim> {
  let remainingWrites = -1
  let isDead = false
  const wire = await openDatabaseWire(Number(new URL(url).port), (step) => {
    if (!isDead && remainingWrites >= 0 && isWrite(step) && remainingWrites-- === 0) {
      isDead = true
      onDeath()
    }
    if (isDead) wire.drop()
    return isDead
  })
  const proxyUrl = new URL(url)
  proxyUrl.port = String(wire.port)
  return {
    url: proxyUrl.href,
    strike(after) {
      remainingWrites = after
    },
    revive() {
      remainingWrites = -1
      isDead = false
    },
    isDead: () => isDead,
    close: wire.close,
  }
}

/** Whether a process may die here: before a write, or after a commit. A death elsewhere only undoes a transaction. */
function isWrite({ moment, text, isKept }: Step): boolean {
  return /^\s*(insert|update|delete|with|commit)\b/i.test(text) && (moment === 'before' || isKept)
}
