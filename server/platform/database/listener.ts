import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import type pg from 'pg'
import type { Log } from '#server/platform/log.ts'
import { createTaskQueue } from '#server/platform/turns.ts'

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

interface ListenerConnection {
  /** Resolves when the connection listens on all channels, or is lost. */
  ready: Promise<void>
  subscribe(channel: string): Promise<void>
  close(): Promise<void>
}

/** Usually, the listener notices a fault after at most `beatIntervalMs` plus `beatTimeoutMs`. */
const beatIntervalMs = 1000
const beatTimeoutMs = 4000
const reconnectDelayMs = 500
const connectTimeoutMs = 5000

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
  const firstOutcome = Promise.withResolvers<void>()
  /**
   * Whether notifications arrive. Undefined until the first notification has returned or is late, or the connection has
   * failed.
   */
  let isReceiving: boolean | undefined
  let connection: ListenerConnection | undefined
  let isClosed = false

  const setReceiving = (value: boolean) => {
    isReceiving = value
    firstOutcome.resolve()
  }

  const connect = (): ListenerConnection => {
    const socket = new Socket()
    const client = new Client({
      connectionString: url,
      application_name: 'listening',
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
      stream: () => socket,
    })
    const subscribed = new Set<string>()
    // Statements take turns, because the driver's next major version refuses a statement while another one runs.
    const statements = createTaskQueue({ concurrency: 1 })
    const execute = (statement: string) => statements.run(() => client.query(statement))
    let beats = 0
    let isSent = false
    let isLost = false
    let lateTimer: NodeJS.Timeout | undefined
    let beatTimer: NodeJS.Timeout | undefined

    const disconnect = (reason: string, error?: unknown) => {
      if (isLost) return
      isLost = true
      clearTimeout(lateTimer)
      clearTimeout(beatTimer)
      // Closes the socket without `client.end`, which would wait for a response from a machine that may be dead.
      socket.destroy()
      connection = undefined
      if (isClosed) return
      if (isReceiving !== false) {
        log.warn(`${reason}; nothing is cached until notifications arrive`, { error })
        setReceiving(false)
        for (const { onGap } of channels.values()) onGap(false)
      }
      setTimeout(() => {
        if (!isClosed) connection ??= connect()
      }, reconnectDelayMs).unref()
    }
    const scheduleBeat = () => {
      clearTimeout(beatTimer)
      if (!isLost) beatTimer = setTimeout(beat, beatIntervalMs).unref()
    }
    const beat = () => {
      const beatNumber = ++beats
      isSent = false
      lateTimer ??= setTimeout(checkLateBeat, beatTimeoutMs).unref()
      send(`notify ${ownChannel}, '${beatNumber}'`).then(
        () => {
          isSent = beatNumber === beats
        },
        () => {
          if (beatNumber === beats) scheduleBeat()
        },
      )
    }
    /**
     * Handles a late notification. If the pool has sent the notification, the connection counts as lost. If the pool
     * was too busy to send it, the connection must at least respond to a query, and then gets more time.
     */
    const checkLateBeat = async () => {
      if (isSent) return disconnect('a notification to this process itself did not arrive')
      try {
        await execute('select 1')
        if (!isLost && lateTimer) lateTimer = setTimeout(checkLateBeat, beatTimeoutMs).unref()
      } catch (error) {
        disconnect('the connection for notifications does not answer', error)
      }
    }
    const receiveBeat = () => {
      clearTimeout(lateTimer)
      lateTimer = undefined
      scheduleBeat()
      if (isReceiving) return
      if (isReceiving === false) log.warn('notifications of the database arrive again')
      setReceiving(true)
      for (const channel of subscribed) channels.get(channel)?.onGap(true)
    }
    const subscribe = async (channel: string) => {
      if (subscribed.has(channel) || isLost) return
      try {
        await execute(`listen ${channel}`)
      } catch (error) {
        return disconnect('the database does not send notifications', error)
      }
      subscribed.add(channel)
      if (isReceiving && !isLost) channels.get(channel)?.onGap(true)
    }
    const start = async () => {
      try {
        await client.connect()
      } catch (error) {
        return disconnect('the connection for notifications failed', error)
      }
      for (const channel of [ownChannel, ...channels.keys()]) await subscribe(channel)
      if (!isLost) beat()
    }
    client.on('error', (error) => disconnect('the connection for notifications was lost', error))
    client.on('end', () => disconnect('the connection for notifications was lost'))
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel !== ownChannel) channels.get(channel)?.onMessage(payload)
      else if (payload === String(beats)) receiveBeat()
    })
    const ready = start()
    return { ready, subscribe, close: () => ready.then(() => client.end()).catch(() => {}) }
  }

  return {
    async listen(channel, onMessage, onGap) {
      channels.set(channel, { onMessage, onGap })
      if (isReceiving === false) onGap(false)
      connection ??= connect()
      const current = connection
      await current.ready
      await current.subscribe(channel)
      await firstOutcome.promise
    },
    async close() {
      isClosed = true
      firstOutcome.resolve()
      await connection?.close()
    },
  }
}
