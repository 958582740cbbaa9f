export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The route of a call: all that a client needs to send a request. */
export interface Route {
  /** The name of the call, `area.operation`. Server and clients use the same name. */
  name: string
  method: HttpMethod
  /** The path, with `:name` for parameters. */
  path: string
  base: string
  /** Input names that are sent in the query string even if the call has a body. */
  query: string[]
}

/** Parses `METHOD /path?query&names`. */
export function parseRoute(target: string, base: string): Omit<Route, 'name'> {
  const [method = '', address = ''] = target.split(' ')
  const [path = '', query] = address.split('?')
  // The cast is safe: the type `Target` in `call.ts` ensures that each target begins with a method. Tables of routes
  // contain the same targets.
  return { method: method as HttpMethod, path, base, query: query?.split('&') ?? [] }
}

/** Lists the routes of a table, which maps each area and operation to a target: `{ cart: { add: 'POST /path' } }`. */
export function listRoutes(table: Record<string, Record<string, string>>, base: string): Route[] {
  return Object.entries(table).flatMap(([area, rows]) =>
    Object.entries(rows).map(([operation, target]) => ({ name: `${area}.${operation}`, ...parseRoute(target, base) })),
  )
}
