import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import type pg from 'pg'
import type { Log } from '#server/platform/log.ts'
import { createTurns } from '#server/platform/turns.ts'

/**
 * Receives the notifications that this or other processes send. One connection listens on all channels, because
 * PostgreSQL has to wake each connection that listens.
 */
export interface Listener {
  /**
   * Listens on a channel. Calls `onGap` with false when notifications may be missed, and with true when they arrive
   * again. Resolves when the listener knows whether notifications arrive.
   */
  listen(channel: string, onMessage: (payload: string) => void, onGap: (isConnected: boolean) => void): Promise<void>
  close(): Promise<void>
}

interface Options {
  Client: typeof pg.Client
  /** The URL of the database, for the connection that listens. */
  url: string
  /** Sends a statement over the pool, which may use another URL. */
  send: (statement: string) => Promise<unknown>
  log: Log
}

interface Channel {
  onMessage: (payload: string) => void
  onGap: (isConnected: boolean) => void
}

interface Line {
  /** Resolves when the connection listens on all channels, or is lost. */
  ready: Promise<void>
  subscribe(channel: string): Promise<void>
  close(): Promise<void>
}

/** Usually, the listener notices a fault after at most `beatEveryMs` plus `beatWaitMs`. */
const beatEveryMs = 1000
const beatWaitMs = 4000
const reconnectMs = 500
const connectMs = 5000

/**
 * Creates a listener, which connects at the first `listen`. An open connection may deliver no notifications, for
 * example if the database's machine died or a proxy does not forward them. So the process notifies itself over the pool
 * each second. If that notification does not return in time, all channels have a gap, and the listener connects again.
 */
export function createListener({ Client, url, send, log }: Options): Listener {
  const channels = new Map<string, Channel>()
  // Each process has a channel with its own name, so that PostgreSQL sends the channel's notifications to this process
  // only.
  const ownChannel = `beat_${randomBytes(8).toString('hex')}`
  const first = Promise.withResolvers<void>()
  /**
   * Whether notifications arrive. Undefined until the first notification has returned or is late, or the connection has
   * failed.
   */
  let arrives: boolean | undefined
  let line: Line | undefined
  let isClosed = false

  const setArrives = (does: boolean) => {
    arrives = does
    first.resolve()
  }

  const connect = (): Line => {
    const socket = new Socket()
    const client = new Client({
      connectionString: url,
      application_name: 'listening',
      connectionTimeoutMillis: connectMs,
      query_timeout: connectMs,
      stream: () => socket,
    })
    const subscribed = new Set<string>()
    // Statements take turns, because the driver's next major version refuses a statement while another one runs.
    const statements = createTurns({ atOnce: 1 })
    const execute = (statement: string) => statements.take(() => client.query(statement))
    let beats = 0
    let isSent = false
    let isLost = false
    let late: NodeJS.Timeout | undefined
    let next: NodeJS.Timeout | undefined

    const lose = (reason: string, error?: unknown) => {
      if (isLost) return
      isLost = true
      clearTimeout(late)
      clearTimeout(next)
      // Closes the socket without `client.end`, which would wait for a response from a machine that may be dead.
      socket.destroy()
      line = undefined
      if (isClosed) return
      if (arrives !== false) {
        log.warn(`${reason}; nothing is cached until notifications arrive`, { error })
        setArrives(false)
        for (const { onGap } of channels.values()) onGap(false)
      }
      setTimeout(() => {
        if (!isClosed) line ??= connect()
      }, reconnectMs).unref()
    }
    const beatLater = () => {
      clearTimeout(next)
      if (!isLost) next = setTimeout(beat, beatEveryMs).unref()
    }
    const beat = () => {
      const beaten = ++beats
      isSent = false
      late ??= setTimeout(demand, beatWaitMs).unref()
      send(`notify ${ownChannel}, '${beaten}'`).then(
        () => {
          isSent = beaten === beats
        },
        () => {
          if (beaten === beats) beatLater()
        },
      )
    }
    /**
     * Handles a late notification. If the pool has sent the notification, the connection counts as lost. If the pool
     * was too busy to send it, the connection must at least respond to a query, and then gets more time.
     */
    const demand = async () => {
      if (isSent) return lose('a notification to this process itself did not arrive')
      try {
        await execute('select 1')
        if (!isLost && late) late = setTimeout(demand, beatWaitMs).unref()
      } catch (error) {
        lose('the connection for notifications does not answer', error)
      }
    }
    const hear = () => {
      clearTimeout(late)
      late = undefined
      beatLater()
      if (arrives) return
      if (arrives === false) log.warn('notifications of the database arrive again')
      setArrives(true)
      for (const channel of subscribed) channels.get(channel)?.onGap(true)
    }
    const subscribe = async (channel: string) => {
      if (subscribed.has(channel) || isLost) return
      try {
        await execute(`listen ${channel}`)
      } catch (error) {
        return lose('the database does not send notifications', error)
      }
      subscribed.add(channel)
      if (arrives && !isLost) channels.get(channel)?.onGap(true)
    }
    const begin = async () => {
      try {
        await client.connect()
      } catch (error) {
        return lose('the connection for notifications failed', error)
      }
      for (const channel of [ownChannel, ...channels.keys()]) await subscribe(channel)
      if (!isLost) beat()
    }
    client.on('error', (error) => lose('the connection for notifications was lost', error))
    client.on('end', () => lose('the connection for notifications was lost'))
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel !== ownChannel) channels.get(channel)?.onMessage(payload)
      else if (payload === String(beats)) hear()
    })
    const ready = begin()
    return { ready, subscribe, close: () => ready.then(() => client.end()).catch(() => {}) }
  }

  return {
    async listen(channel, onMessage, onGap) {
      channels.set(channel, { onMessage, onGap })
      if (arrives === false) onGap(false)
      line ??= connect()
      const current = line
      await current.ready
      await current.subscribe(channel)
      await first.promise
    },
    async close() {
      isClosed = true
      first.resolve()
      await line?.close()
    },
  }
}
