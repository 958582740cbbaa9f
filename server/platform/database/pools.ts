import { Socket } from 'node:net'
import type pg from 'pg'

/**
 * A client that sends everything that is queried in one turn in one packet: PostgreSQL then wakes its process once.
 * Over TLS the driver writes past the socket, and each statement goes out alone.
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
      return Reflect.apply(super.query, this, args) as never
    }
  }
}

/** The reads of one turn, and what came of them. */
interface Turn {
  client: Promise<pg.PoolClient>
  reads: number
  failure: Error | undefined
}

/**
 * A pool that can ask what is read in one turn over one connection: over several, PostgreSQL would wake as many
 * processes.
 */
export function poolWithReader(Pool: typeof pg.Pool) {
  return class extends Pool {
    #turn: Turn | undefined

    /**
     * For statements that read little and wait for no lock: what comes after them on the connection waits with them.
     */
    readonly reader = {
      query: async (config: pg.QueryConfig, values: unknown[]) => {
        this.#turn ??= this.#begin()
        const turn = this.#turn
        turn.reads++
        try {
          return await (await turn.client).query(config, values)
        } catch (error) {
          turn.failure = error as Error
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
 * A pool that lends connections of `shared` while one is free there, and its own when none is. Requests that hold all
 * of `shared`, such as those that wait for a lock, cannot keep the users of this pool waiting.
 */
export function reservePool(Pool: ReturnType<typeof poolWithReader>, shared: pg.Pool) {
  return class extends Pool {
    override connect(...callback: unknown[]): never {
      if (hasRoom(shared)) return Reflect.apply(shared.connect, shared, callback) as never
      return Reflect.apply(super.connect, this, callback) as never
    }
  }
}

const hasRoom = ({ waitingCount, idleCount, totalCount, options }: pg.Pool) =>
  waitingCount < idleCount + options.max - totalCount
