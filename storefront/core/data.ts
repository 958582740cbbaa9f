import type { ActionFunctionArgs, LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { createContext, data } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import { cachedHeader } from '#contract/constants.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { setReachable } from './client-state/reachability.ts'
import { markPageUsed } from './first-use.ts'

/** The API client for this request. The server sets it. */
export const apiContext = createContext<Client>()

/** The arguments for loading a page or handling its form. */
export interface Page {
  request: Request
  url: URL
  params: Record<string, string | undefined>
}
type Handler<Result> = (api: Client, page: Page) => Promise<Result>
type Args = LoaderFunctionArgs | ActionFunctionArgs

/**
 * Returns a `loader` or `action` that runs `handler` on the server. On the server, `handler` calls the API within the
 * process, without HTTP.
 */
export function onServer<Result>(handler: Handler<Result>) {
  return (args: Args) => runHandler(handler, (args.context as Readonly<RouterContextProvider>).get(apiContext), args)
}

/**
 * Returns a `clientLoader` or `clientAction` that runs `handler` in the browser. In the browser, `handler` calls the
 * API over HTTP. Each run marks the page as in use.
 */
export function inBrowser<Result>(handler: Handler<Result>) {
  const run = inBrowserUntracked(handler)
  return async (args: Args) => {
    markPageUsed()
    return run(args)
  }
}

/**
 * Like `inBrowser`, but does not mark the page as in use. For loaders that run on every page load, even before the
 * visitor uses the page.
 */
export function inBrowserUntracked<Result>(handler: Handler<Result>) {
  return async (args: Args) => runHandler(handler, await browserApi(), args)
}

/** Runs `handler`. If an API call fails, throws a response with the error's status, for the page's error boundary. */
async function runHandler<Result>(handler: Handler<Result>, api: Client, { request, params }: Args): Promise<Result> {
  try {
    return await handler(api, { request, params, url: new URL(request.url) })
  } catch (error) {
    if (error instanceof ApiError)
      throw data({ code: error.code, message: error.message, requestId: error.requestId }, { status: error.status })
    throw error
  }
}

let client: Promise<Client> | undefined
/**
 * The browser's API client. On first use, downloads the list of API calls. After a failed download, tries again on the
 * next use.
 */
export function browserApi(): Promise<Client> {
  client ??= import('#contract/client.ts').then(
    ({ createClient }) => createClient(fetchWithReachability),
    (error) => {
      client = undefined
      throw error
    },
  )
  return client
}

/**
 * Sends a request and records whether the shop was reachable. If the request fails, or if the service worker responds
 * from its cache, the shop was not reachable. An aborted request records nothing.
 */
async function fetchWithReachability(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init)
    setReachable(!response.headers.has(cachedHeader))
    return response
  } catch (error) {
    if (!init.signal?.aborted) setReachable(false)
    throw error
  }
}

/** The errors that the API returned instead of a call's result. */
export interface Refusal {
  errors: ErrorItem[]
}

/**
 * Awaits an API call and returns its result. If the API refuses the call with a status below 500, returns the errors,
 * which the page shows. Throws all other errors, for example if there is no response.
 */
export async function attempt<Result>(call: Promise<Result>): Promise<Result | Refusal> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { errors: error.errors }
    throw error
  }
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'errors' in value
}
