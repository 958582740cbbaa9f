export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Where a call is found: all that a client needs to make its request. */
export interface Route {
  /** `area.operation`, the one name of a call everywhere. */
  name: string
  method: HttpMethod
  /** With `:name` for parameters. */
  path: string
  /** What the path lies below. */
  base: string
  /** Names that travel in the query string although the call has a body. */
  query: string[]
}

/** Reads `METHOD /path?query&names`. */
export function parseRoute(target: string, base: string): Omit<Route, 'name'> {
  const [method = '', address = ''] = target.split(' ')
  const [path = '', query] = address.split('?')
  return { method: method as HttpMethod, path, base, query: query?.split('&') ?? [] }
}

/** The routes of a table by area and name: `{ cart: { add: 'POST /path' } }`. */
export function listRoutes(table: Record<string, Record<string, string>>, base: string): Route[] {
  return Object.entries(table).flatMap(([area, rows]) =>
    Object.entries(rows).map(([operation, target]) => ({ name: `${area}.${operation}`, ...parseRoute(target, base) })),
  )
}
