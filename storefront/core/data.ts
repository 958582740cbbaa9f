import type { ActionFunctionArgs, LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { createContext, data } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import { keptHeader } from '#contract/constants.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { setReachable } from './client-state/reachability.ts'
import { noteUse } from './use.ts'

/** The API as this request may use it; on the server it is given with each request. */
export const apiContext = createContext<Client>()

/** What a page knows when it asks for its data or acts on a form. */
export interface Page {
  request: Request
  url: URL
  params: Record<string, string | undefined>
}
type Work<Result> = (api: Client, page: Page) => Promise<Result>
type Args = LoaderFunctionArgs | ActionFunctionArgs

/** A page's data or form work as the server's `loader` or `action`: the API is called within the process. */
export function onServer<Result>(work: Work<Result>) {
  return (args: Args) => perform(work, (args.context as Readonly<RouterContextProvider>).get(apiContext), args)
}

/** The same work as the browser's `clientLoader` or `clientAction`: the API is called over the network. */
export function inBrowser<Result>(work: Work<Result>) {
  const run = asItOpens(work)
  return async (args: Args) => {
    noteUse()
    return run(args)
  }
}

/** The same for what every page asks for as it opens, which is not yet a use of it. */
export function asItOpens<Result>(work: Work<Result>) {
  return async (args: Args) => perform(work, await browserApi(), args)
}

/** A call that is not made answers its failure with its status to the page's error boundary. */
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
 * The API over the network, for the browser; its table of calls comes with the first one, and is asked for again if it
 * did not.
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

/** Notes whether the shop was reached: an answer that was kept, or none at all, says that it was not. */
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

/** What a form shows when the API refused it. */
export interface Refusal {
  errors: ErrorItem[]
}

/** Runs a call whose refusal the page itself shows: the result, or the errors to put beside the fields. */
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
