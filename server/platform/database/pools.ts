import { Socket } from 'node:net'
import type pg from 'pg'
import { toError } from '#server/platform/node-errors.ts'

/**
 * A client that sends all queries of one turn of the event loop in one packet, so that the queries wake PostgreSQL's
 * process only once. With TLS the driver uses another socket, and the client sends each query separately.
 */
export function turnClient(Client: typeof pg.Client): typeof pg.Client {
  return class extends Client {
    readonly #socket: Socket
    #isCorked = false

    constructor(config?: string | pg.ClientConfig) {
      const socket = new Socket()
      super({ ...(typeof config === 'string' ? { connectionString: config } : config), stream: () => socket })
      this.#socket = socket
    }

    override query(...args: unknown[]): never {
      if (!this.#isCorked) {
        this.#isCorked = true
        this.#socket.cork()
        process.nextTick(() => {
          this.#isCorked = false
          this.#socket.uncork()
        })
      }
      // The driver's overloads of `query` without a callback all return the same type, so the cast is safe.
      return Reflect.apply(super.query, this, args) as never
    }
  }
}

/**
 * The reads of one turn of the event loop: their connection, the number of open reads, and the error of the last failed
 * read.
 */
interface Turn {
  client: Promise<pg.PoolClient>
  reads: number
  failure: Error | undefined
}

/**
 * A pool that can send all reads of one turn of the event loop over one connection. Over several connections, the reads
 * would wake one PostgreSQL process per connection.
 */
export function poolWithReader(Pool: typeof pg.Pool) {
  return class extends Pool {
    #turn: Turn | undefined

    /**
     * Use `reader` only for small reads that wait for no lock. The reads share one connection, so a slow read would
     * delay the reads after it.
     */
    readonly reader = {
      query: async (config: pg.QueryConfig, values: unknown[]) => {
        this.#turn ??= this.#begin()
        const turn = this.#turn
        turn.reads++
        try {
          return await (await turn.client).query(config, values)
        } catch (error) {
          turn.failure = toError(error)
          throw error
        } finally {
          if (--turn.reads === 0) this.#end(turn)
        }
      },
    }

    #begin(): Turn {
      const turn = { client: this.connect(), reads: 0, failure: undefined }
      process.nextTick(() => this.#close(turn))
      return turn
    }

    #close(turn: Turn) {
      if (this.#turn === turn) this.#turn = undefined
    }

    #end(turn: Turn) {
      this.#close(turn)
      turn.client.then(
        (client) => client.release(turn.failure),
        () => {},
      )
    }
  }
}

/**
 * A pool that lends connections of `shared` while one is free, and its own connections otherwise. Requests that occupy
 * all of `shared`, for example while they wait for a lock, cannot block the users of this pool.
 */
export function reservePool(Pool: ReturnType<typeof poolWithReader>, shared: pg.Pool) {
  return class extends Pool {
    override connect(...callback: unknown[]): never {
      // Both calls return what the driver's own `connect` returns, so the casts are safe.
      if (hasFreeConnection(shared)) return Reflect.apply(shared.connect, shared, callback) as never
      return Reflect.apply(super.connect, this, callback) as never
    }
  }
}

const hasFreeConnection = ({ waitingCount, idleCount, totalCount, options }: pg.Pool) =>
  waitingCount < idleCount + options.max - totalCount
