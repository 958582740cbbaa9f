import type pg from 'pg'

/**
 * A client that spares the database round trips. Each statement is parsed and planned once for a connection, named
 * after its text: texts are written in the code, so there are some hundreds; beyond that (lists of changing length)
 * they go unnamed. `begin` waits for the first statement of its transaction and goes out with it; a transaction without
 * statements asks nothing. Needs `pipeline`.
 */
export function sparingClient(Client: typeof pg.Client): typeof pg.Client {
  return class extends Client {
    #owesBegin = false

    override query(...args: unknown[]): never {
      const [config] = args
      const text = isStatement(config) ? config.text : config
      if (text === 'begin') {
        this.#owesBegin = true
        return nothing as never
      }
      if (isStatement(config)) args[0] = named(config)
      if (!this.#owesBegin) return Reflect.apply(super.query, this, args) as never
      this.#owesBegin = false
      if (text === 'commit' || text === 'rollback') return nothing as never
      const { stream } = (this as unknown as Insides).connection
      stream.cork()
      try {
        // Where it fails the connection is lost, and the statement after it says so.
        super.query('begin').catch(() => {})
        return Reflect.apply(super.query, this, args) as never
      } finally {
        stream.uncork()
      }
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
