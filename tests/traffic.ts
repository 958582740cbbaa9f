import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { BrowserContext } from 'playwright-core'
import { listSpecificationCalls } from '#contract/calls.ts'
import { specificationBase } from '#contract/constants.ts'

/** Where journeys write down which calls pages make; unset where nothing is written down. */
export const trafficFolder = () => process.env.TRAFFIC_FOLDER

const fileIn = (folder: string) => join(folder, 'traffic.log')

function note(line: string) {
  const folder = trafficFolder()
  if (folder) appendFileSync(fileIn(folder), `${line}\n`)
}

/** Writes down which calls the pages of a context make over the network. */
export function recordPages(context: BrowserContext): void {
  if (!trafficFolder()) return
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(specificationBase)) note(`${request.method()} ${pathname}`)
  })
}

/** Writes down, from the log of a server that tells everything, which calls it makes itself while it renders pages. */
export function recordServer(log: Readable): void {
  if (!trafficFolder()) return
  createInterface({ input: log }).on('line', (line) => {
    const called = /"message":"a call","call":"([\w.]+)","inProcess":true/.exec(line)
    if (called) note(`${called[1]}`)
  })
}

/** The names of the specification's calls that are in what was written down. */
export function callsSeen(folder: string): Set<string> {
  const file = fileIn(folder)
  const lines = [...new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])]
  const seen = listSpecificationCalls().filter(({ name, method, base, path }) => {
    const pattern = new RegExp(`^${method} ${base}${path.replace(/:\w+/g, '[^/]+')}/?$`)
    return lines.some((line) => line === name || pattern.test(line))
  })
  return new Set(seen.map(({ name }) => name))
}

/** Where a list of calls that no page makes is wrong: calls that are neither seen nor listed, or both, or none of the table. */
export function untrueWords(seen: ReadonlySet<string>, listed: Record<string, string>): string[] {
  const names = listSpecificationCalls().map(({ name }) => name)
  const unknown = Object.keys(listed).filter((name) => !names.includes(name))
  return [
    ...unknown.map((name) => `${name} is no call`),
    ...names.filter((name) => !seen.has(name) && !(name in listed)).map((name) => `no page makes ${name}`),
    ...names.filter((name) => seen.has(name) && name in listed).map((name) => `a page makes ${name}`),
  ]
}
