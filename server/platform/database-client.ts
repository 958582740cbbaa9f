import type pg from 'pg'

/**
 * A client that spares the database round trips. Each statement is parsed and planned once for a connection, named
 * after its text: texts are written in the code, so there are some hundreds; beyond that (lists of changing length)
 * they go unnamed. What is asked in one turn goes out in one piece; `begin` waits for the first statement of its
 * transaction and goes out with it, and a transaction without statements asks nothing. Needs `pipeline`.
 */
export function sparingClient(Client: typeof pg.Client): typeof pg.Client {
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
      if (isStatement(config)) args[0] = named(config)
      const owedBegin = this.#owesBegin
      this.#owesBegin = false
      if (owedBegin && (text === 'commit' || text === 'rollback')) return nothing as never
      this.#gather()
      // Where it fails the connection is lost, and the statement after it says so.
      if (owedBegin) super.query('begin').catch(() => {})
      return Reflect.apply(super.query, this, args) as never
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

/** What the driver keeps to itself. */
interface Insides {
  connection: { stream: { cork(): void; uncork(): void } }
}
interface Statement {
  text: string
}

const nothing = Promise.resolve({ rows: [], rowCount: 0 })
const names = new Map<string, string>()
const mostNames = 1000

function named(statement: Statement): Statement {
  const known = names.get(statement.text)
  const name = known ?? (names.size < mostNames ? `shop_${names.size}` : undefined)
  if (!known && name) names.set(statement.text, name)
  return name ? ({ ...statement, name } as Statement) : statement
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
