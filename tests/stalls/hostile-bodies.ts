import { readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { limits } from '#contract/limits.ts'
import { fileCalls } from '#contract/routes.ts'

const bodyBytes = 64 * 1024
const fileBytes = 8 * 1024 * 1024
/** The largest query, in bytes. The server limits the whole head of a request to 16 KiB. */
const queryBytes = 12 * 1024

/** Texts of a given size in bytes that make careless regular expressions, Unicode rules and searches slow. */
const texts: ((bytes: number) => string)[] = [
  (bytes) => 'a'.repeat(bytes),
  (bytes) => `${' '.repeat(bytes - 1)}x`,
  (bytes) => `${'0'.repeat(bytes - 1)}!`,
  (bytes) => `a@${'a.'.repeat((bytes - 2) / 2)}`,
  (bytes) => '茶'.repeat(bytes / 3),
  (bytes) => '👩‍'.repeat(bytes / 7),
  (bytes) => 'e\u0301'.repeat(bytes / 3),
]

/** A request that may be expensive to process. */
export interface HostileRequest {
  method: string
  path: string
  type?: string
  body?: string
}

/**
 * The largest hostile requests that the parser accepts for a call. Some have very many fields, some are deeply nested,
 * and some have one huge value in a field.
 */
export function requestsFor(call: Call): HostileRequest[] {
  const path = call.base + call.path.replace(/:\w+/g, 'x')
  if (fileCalls.has(call.name)) return uploads(path)
  const shape = z.toJSONSchema(call.input, { unrepresentable: 'any', io: 'input' })
  const names = Object.keys(shape.properties ?? {}).filter((name) => !call.path.includes(`:${name}`))
  if (call.method === 'GET') return queries(path, names)
  const json = (body: string): HostileRequest => ({ method: call.method, path, type: 'application/json', body })
  const most = call.takesLongBody ? limits.longBodyBytes : bodyBytes
  const room = most - 200
  return [
    json(`{"a":${'['.repeat(room / 2)}${']'.repeat(room / 2)}}`),
    json(`{${Array.from({ length: room / 12 }, (_, n) => `"k${n}":1`).join(',')}}`),
    json(`{"a":${'1'.repeat(room)}}`),
    ...names.flatMap((name) => [
      ...texts.map((text) => json(JSON.stringify({ [name]: text(room) }))),
      json(JSON.stringify({ [name]: Array.from({ length: 490 }, () => 'x'.repeat((room - 9000) / 490)) })),
    ]),
  ].filter(({ body = '' }) => Buffer.byteLength(body) <= most)
}

function queries(path: string, names: string[]): HostileRequest[] {
  return names.flatMap((name) =>
    texts.flatMap((text) => {
      // Uses a third of the bytes, because percent-encoding turns each byte into three.
      const query = `${name}=${encodeURIComponent(text(queryBytes / 3))}`
      return query.length <= queryBytes ? [{ method: 'GET', path: `${path}?${query}` }] : []
    }),
  )
}

/**
 * Hostile multipart forms. For example, they have very many tiny parts, a file that resembles the boundary, or a broken
 * picture.
 */
function uploads(path: string): HostileRequest[] {
  const boundary = 'a'.repeat(69)
  const head = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; ${name}\r\n\r\n`
  const end = `\r\n--${boundary}--\r\n`
  const send = (body: string): HostileRequest => ({
    method: 'POST',
    path,
    type: `multipart/form-data; boundary=${boundary}`,
    body,
  })
  const file = head('name="file"; filename="a.png"')
  return [
    send(`${head('name="x"')}\r\n`.repeat(fileBytes / 140) + end),
    send(file + `\r\n--${'a'.repeat(60)}`.repeat(fileBytes / 64) + end),
    send(file + 'a'.repeat(fileBytes) + end),
    send(`${file}\u0089PNG\r\n\u001a\n${'x'.repeat(fileBytes - 100)}${end}`),
    send(`${head('name="x"')}${'x'.repeat(500)}\r\n`.repeat(limits.formFields - 1) + end),
  ]
}

/** A page that takes forms. */
export interface PageAction {
  path: string
  takesFiles: boolean
}

/** Every page of the route table whose file has an action, with an example for each parameter. */
export function pageActions(routes: RouteConfigEntry[], filesAt: Readonly<Record<string, number>>): PageAction[] {
  return routes.flatMap(({ path, file, children = [] }) => {
    const routePath = path ? `/${path.replace(/:\w+\??/g, 'x').replace('*', 'x')}` : '/'
    const source = readFileSync(`storefront/${file}`, 'utf8')
    const takesForms = /export (const|async function|function) action\b|export \{[^}]*\baction\b/.test(source)
    return [
      ...(takesForms ? [{ path: routePath, takesFiles: routePath in filesAt }] : []),
      ...pageActions(children, filesAt),
    ]
  })
}

/** The largest hostile forms for a page; `names` are fields of the shop's forms. */
export function formsFor({ path, takesFiles }: PageAction, names: string[]): HostileRequest[] {
  const form = (body: string): HostileRequest => ({
    method: 'POST',
    path,
    type: 'application/x-www-form-urlencoded',
    body,
  })
  const room = Math.floor(bodyBytes / limits.formFields) - 20
  const fieldNames = names.slice(0, limits.formFields - 1)
  return [
    form(
      Array(bodyBytes / 2)
        .fill('&')
        .join(''),
    ),
    form(`x=${'%'.repeat(bodyBytes - 2)}`),
    form(`x=${'+'.repeat(bodyBytes - 2)}`),
    ...texts.map((text) => form(new URLSearchParams(fieldNames.map((name) => [name, text(room / 3)])).toString())),
    ...texts.map((text) => form(new URLSearchParams({ name: text(bodyBytes / 9), intent: text(200) }).toString())),
    ...(takesFiles ? uploads(path) : []),
  ].filter(({ body = '' }) => takesFiles || body.length <= bodyBytes)
}
