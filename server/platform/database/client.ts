import type pg from 'pg'

/**
 * A client that spares the database round trips. Each statement is parsed and planned once for a connection, named
 * after its text: texts are written in the code, so there are some hundreds; beyond that (lists of changing length)
 * they go unnamed. What is asked in one turn goes out in one piece; `begin` waits for the first statement of its
 * transaction and goes out with it, and a transaction without statements asks nothing. What columns a statement answers
 * is told once, not with every answer. Needs `pipeline`.
 */
export function sparingClient(Client: typeof pg.Client): typeof pg.Client {
  const named = statementNames()
  const KnownQuery = describedOnce((Client as unknown as { Query: typeof DriverQuery }).Query)
  return class extends Client {
    #owesBegin = false
    #isCorked = false

    override query(...args: unknown[]): never {
      const [config] = args
      const text = isStatement(config) ? config.text : config
      if (text === 'begin') {
        this.#owesBegin = true
        return nothing as never
      }
      const owedBegin = this.#owesBegin
      this.#owesBegin = false
      if (owedBegin && (text === 'commit' || text === 'rollback')) return nothing as never
      this.#gather()
      // Where it fails the connection is lost, and the statement after it says so.
      if (owedBegin) super.query('begin').catch(() => {})
      const known = isStatement(config) && named(config)
      if (!known) return Reflect.apply(super.query, this, args) as never
      const [values, callback] = args.slice(1)
      if (callback) return super.query(new KnownQuery(known, values, callback) as never) as never
      return new Promise((resolve, reject) => {
        const done = (error: unknown, result: unknown) => (error ? reject(error) : resolve(result))
        super.query(new KnownQuery(known, values, done) as never)
      }) as never
    }

    /** Keeps what is written from here on until this turn is over. */
    #gather() {
      if (this.#isCorked) return
      const { stream } = (this as unknown as Insides).connection
      this.#isCorked = true
      stream.cork()
      process.nextTick(() => {
        this.#isCorked = false
        stream.uncork()
      })
    }
  }
}

/** The reads of one turn, and what came of them. */
interface Turn {
  client: Promise<pg.PoolClient>
  reads: number
  failure: Error | undefined
}

/** A pool that can ask what is read in one turn over one connection: over several, PostgreSQL would wake as many processes. */
export function sparingPool(Pool: typeof pg.Pool) {
  return class extends Pool {
    #turn: Turn | undefined

    /** For statements that read little and wait for no lock: what comes after them on the connection waits with them. */
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
 * A pool that lends connections of `shared` while one is free there, and its own when none is. Requests that hold all of
 * `shared`, such as those that wait for a lock, cannot keep the users of this pool waiting.
 */
export function reservePool(Pool: ReturnType<typeof sparingPool>, shared: pg.Pool) {
  return class extends Pool {
    override connect(...callback: unknown[]): never {
      if (hasRoom(shared)) return Reflect.apply(shared.connect, shared, callback) as never
      return Reflect.apply(super.connect, this, callback) as never
    }
  }
}

const hasRoom = ({ waitingCount, idleCount, totalCount, options }: pg.Pool) =>
  waitingCount < idleCount + options.max - totalCount

/** What the driver keeps to itself. */
interface Insides {
  connection: { stream: { cork(): void; uncork(): void } }
}
interface Connection {
  describe(what: unknown): void
}
/** The columns of an answer, and how their values are read. */
interface Shape {
  fields: unknown[]
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}
declare class DriverQuery {
  constructor(config: unknown, values: unknown, callback: unknown)
  name: string
  _result: Shape
  _accumulateRows: boolean
  hasBeenParsed(connection: Connection): boolean
  prepare(connection: Connection): void
  handleCommandComplete(message: unknown, connection: Connection): void
}
interface Statement {
  text: string
}

/** A query that asks what columns it answers only where that is not known, for telling costs as much as a small answer. */
function describedOnce(Query: typeof DriverQuery) {
  // By the names of statements. PostgreSQL refuses to run one whose columns have become others.
  const shapes = new Map<string, Shape>()
  return class extends Query {
    override prepare(connection: Connection) {
      const known = this.hasBeenParsed(connection) && shapes.get(this.name)
      if (!known) return super.prepare(connection)
      Object.assign(this._result, known)
      this._accumulateRows = true
      super.prepare(silenced(connection))
    }

    override handleCommandComplete(message: unknown, connection: Connection) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
      shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
      super.handleCommandComplete(message, connection)
    }
  }
}

const nothing = Promise.resolve({ rows: [], rowCount: 0 })
const mostNames = 1000

const silent = new WeakMap<Connection, Connection>()

/** The same connection, on which nothing is described. */
function silenced(connection: Connection): Connection {
  const made = silent.get(connection) ?? Object.create(connection, { describe: { value: () => {} } })
  silent.set(connection, made)
  return made
}

/** Names statements by their texts, the first so many. */
function statementNames() {
  const names = new Map<string, string>()
  const made = new WeakMap<Statement, Statement>()
  return (statement: Statement): Statement | undefined => {
    const before = made.get(statement)
    if (before) return before
    const { text } = statement
    const name = names.get(text) ?? (names.size < mostNames ? `shop_${names.size}` : undefined)
    if (!name) return undefined
    names.set(text, name)
    // The driver copies what a statement has of its own, slowly and each time that it runs; what it inherits is read in place.
    const known: Statement = Object.create({ ...statement, name })
    made.set(statement, known)
    return known
  }
}

function isStatement(config: unknown): config is Statement {
  return (
    typeof config === 'object' &&
    config !== null &&
    'text' in config &&
    !('submit' in config) &&
    !('name' in config && config.name)
  )
}
