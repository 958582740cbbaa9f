import type { ActionFunctionArgs, LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { createContext, data } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import { keptHeader } from '#contract/constants.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { setReachable } from './client-state/reachability.ts'
import { noteUse } from './first-use.ts'

/** The API client for this request. The server sets it. */
export const apiContext = createContext<Client>()

/** The arguments for loading a page or handling its form. */
export interface Page {
  request: Request
  url: URL
  params: Record<string, string | undefined>
}
type Work<Result> = (api: Client, page: Page) => Promise<Result>
type Args = LoaderFunctionArgs | ActionFunctionArgs

/**
 * Returns a `loader` or `action` that runs `work` on the server. On the server, `work` calls the API within the
 * process, without HTTP.
 */
export function onServer<Result>(work: Work<Result>) {
  return (args: Args) => perform(work, (args.context as Readonly<RouterContextProvider>).get(apiContext), args)
}

/**
 * Returns a `clientLoader` or `clientAction` that runs `work` in the browser. In the browser, `work` calls the API over
 * HTTP. Each run marks the page as in use.
 */
export function inBrowser<Result>(work: Work<Result>) {
  const run = asItOpens(work)
  return async (args: Args) => {
    noteUse()
    return run(args)
  }
}

/**
 * Like `inBrowser`, but does not mark the page as in use. For loaders that run on every page load, even before the
 * visitor uses the page.
 */
export function asItOpens<Result>(work: Work<Result>) {
  return async (args: Args) => perform(work, await browserApi(), args)
}

/** Runs `work`. If an API call fails, throws a response with the error's status, for the page's error boundary. */
async function perform<Result>(work: Work<Result>, api: Client, { request, params }: Args): Promise<Result> {
  try {
    return await work(api, { request, params, url: new URL(request.url) })
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
    ({ createClient }) => createClient(watchedFetch),
    (error) => {
      client = undefined
      throw error
    },
  )
  return client
}

/**
 * Records whether the shop was reachable. If the response comes from the cache, or if the request fails, the shop was
 * not reachable. An aborted request records nothing.
 */
async function watchedFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init)
    setReachable(!response.headers.has(keptHeader))
    return response
  } catch (error) {
    if (!init.signal?.aborted) setReachable(false)
    throw error
  }
}

/** The errors of a form that the API rejected. */
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
