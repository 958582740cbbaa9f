import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { BrowserContext } from 'playwright-core'
import { listSpecificationCalls } from '#contract/calls.ts'
import { specificationBase } from '#contract/constants.ts'

/** The folder in which end-to-end tests record the calls that pages make; undefined if they record nothing. */
export const trafficFolder = () => process.env.TRAFFIC_FOLDER

const fileIn = (folder: string) => join(folder, 'traffic.log')

function recordLine(line: string) {
  const folder = trafficFolder()
  if (folder) appendFileSync(fileIn(folder), `${line}\n`)
}

/** Records the calls that a context's pages make over the network. */
export function recordPages(context: BrowserContext): void {
  if (!trafficFolder()) return
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(specificationBase)) recordLine(`${request.method()} ${pathname}`)
  })
}

/** Reads a server's debug log, and records the calls that the server itself makes while it renders pages. */
export function recordServer(log: Readable): void {
  if (!trafficFolder()) return
  createInterface({ input: log }).on('line', (line) => {
    const match = /"message":"a call","call":"([\w.]+)","inProcess":true/.exec(line)
    if (match) recordLine(`${match[1]}`)
  })
}

/** The names of the recorded calls of the specification. */
export function recordedCalls(folder: string): Set<string> {
  const file = fileIn(folder)
  const lines = [...new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])]
  const recorded = listSpecificationCalls().filter(({ name, method, base, path }) => {
    const pattern = new RegExp(`^${method} ${base}${path.replace(/:\w+/g, '[^/]+')}/?$`)
    return lines.some((line) => line === name || pattern.test(line))
  })
  return new Set(recorded.map(({ name }) => name))
}

/**
 * Compares the calls that pages made (`recorded`) with the calls that no page makes (`listed`). Reports calls that are
 * in both or in neither, and unknown calls.
 */
export function findWrongEntries(recorded: ReadonlySet<string>, listed: Record<string, string>): string[] {
  const names = listSpecificationCalls().map(({ name }) => name)
  const unknown = Object.keys(listed).filter((name) => !names.includes(name))
  return [
    ...unknown.map((name) => `${name} is no call`),
    ...names.filter((name) => !recorded.has(name) && !(name in listed)).map((name) => `no page makes ${name}`),
    ...names.filter((name) => recorded.has(name) && name in listed).map((name) => `a page makes ${name}`),
  ]
}
