import { ApiError } from '#contract/api-error.ts'
import type { Client, ClientOf } from '#contract/client.ts'
import { clientOf, createClient } from '#contract/client.ts'
import { officeXsrfCookie, xsrfCookie, xsrfHeader } from '#contract/constants.ts'
import type { StaffCalls } from '#contract/office/calls.ts'
import { listStaffCalls } from '#contract/office/calls.ts'
import type { ServerName, World } from './world.ts'

/** A browser whose requests go to one server. */
export interface Browser {
  cookies: Map<string, string>
  send(path: string, init?: RequestInit): Promise<Response>
}

interface BrowserOptions {
  at: ServerName
  cookies: Map<string, string>
  /** Called with each response whose status is 500 or higher. */
  report(what: string, status: number): unknown
}

/** Creates a browser with these cookies. Its requests have the `Host` at which the provider reaches the shop. */
export function openBrowser(world: World, { at, cookies, report }: BrowserOptions): Browser {
  return {
    cookies,
    async send(path, init = {}) {
      const headers = new Headers({ host: new URL(world.origin).host, 'sec-fetch-site': 'same-origin' })
      new Headers(init.headers).forEach((value, name) => {
        headers.set(name, value)
      })
      if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
      const response = await world.servers[at].fetch(new Request(world.origin + path, { ...init, headers }))
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        const equals = pair.indexOf('=')
        const value = pair.slice(equals + 1)
        if (value === '' || /max-age=0/i.test(line)) cookies.delete(pair.slice(0, equals))
        else cookies.set(pair.slice(0, equals), value)
      }
      if (response.status >= 500)
        report(`${init.method ?? 'GET'} ${path}: ${response.status} ${await response.clone().text()}`, response.status)
      return response
    },
  }
}

/** The calls of a shopper in this browser. */
export function shopperClient(browser: Browser): Client {
  return createClient(
    async (path, init) => {
      if (!browser.cookies.has(xsrfCookie)) await browser.send('/api/istore/client/common3/appInfoInit')
      const headers = new Headers(init.headers)
      headers.set(xsrfHeader, browser.cookies.get(xsrfCookie) ?? '')
      return browser.send(path, { ...init, headers })
    },
    () => undefined,
  )
}

const staffRoutes = listStaffCalls()

/** The calls of staff in this browser. */
export function officeClient(browser: Browser): ClientOf<StaffCalls> {
  return clientOf<StaffCalls>(staffRoutes, (path, init) => browser.send(path, init), {
    xsrfToken: () => browser.cookies.get(officeXsrfCookie),
  })
}

/** What a call did: `done`, or the code of its refusal. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}
