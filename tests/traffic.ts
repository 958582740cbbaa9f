import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { clientBase, listCalls } from '#contract/calls.ts'

const fileIn = (folder: string) => join(folder, 'traffic.log')

/** Writes down, in a folder, which calls the pages of a context make over the network. */
export function recordTraffic(context: BrowserContext, folder: string): void {
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(clientBase)) appendFileSync(fileIn(folder), `${request.method()} ${pathname}\n`)
  })
}

/** The names of the specification's calls that are not in what was written down, in the table's order. */
export function callsNotMade(folder: string): string[] {
  const file = fileIn(folder)
  const made = existsSync(file) ? new Set(readFileSync(file, 'utf8').split('\n')) : new Set<string>()
  return listCalls()
    .filter(({ method, base, path }) => {
      const pattern = new RegExp(`^${method} ${base}${path.replace(/:\w+/g, '[^/]+')}/?$`)
      return ![...made].some((line) => pattern.test(line))
    })
    .map(({ name }) => name)
}
