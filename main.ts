import * as build from 'virtual:react-router/server-build'
import type { ServerBuild } from 'react-router'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { demoJob, openDemo } from '#demo/open.ts'
import { eventHandlers } from '#jobs/events.ts'
import { schedule } from '#jobs/schedule.ts'
import { createApi, firstOwnerLink, introduce, openFirstLocation } from '#server/api.ts'
import { openApp } from '#server/platform/app.ts'
import { followChanges } from '#server/platform/cache-invalidation.ts'
import { readConfig } from '#server/platform/config.ts'
import { systemContext } from '#server/platform/context.ts'
import type { OpenDatabase } from '#server/platform/database/database.ts'
import { listen } from '#server/platform/http/server.ts'
import { bindFiles, bindOffice } from '#server/platform/http/static-files.ts'
import { freeMemoryWhenIdle } from '#server/platform/idle-memory.ts'
import { endOnSignal, explainStart, runUntilStopped } from '#server/platform/lifecycle.ts'
import { bindPages } from '#server/platform/pages/pages.ts'
import { startWorker } from '#server/platform/queue.ts'
import { bindProbes } from '#server/platform/readiness.ts'
import { nonceContext } from '#storefront/core/scripts/nonce.ts'
import { apiContext } from './storefront/core/data.ts'

/**
 * Connects the parts of the shop and prepares its data. The returned `fetch` serves the API, files and pages. On a hot
 * reload, the caller passes the database that is already open.
 */
export async function openShop(database?: OpenDatabase) {
  const app = await openApp(readConfig(), eventHandlers, database)
  const api = createApi(app)
  await (app.config.DEMO ? openDemo : openFirstLocation)(systemContext(app))
  // The cast is safe, because the build is a module with the exports of `ServerBuild`.
  const handle = createRequestHandler(build as ServerBuild, import.meta.env.MODE)
  bindProbes(app, api.http)
  bindFiles(app, api.http, 'build/client')
  bindOffice(api.http, 'build/office')
  if (app.config.NODE_ENV === 'development') (await import('#demo/mail-preview.ts')).bindMailPreview(app, api.http)
  const { pages, memberPages, members } = bindPages(
    app,
    api.http,
    (request, visit, nonce) => {
      const context = new RouterContextProvider()
      context.set(apiContext, api.clientFor(visit))
      context.set(nonceContext, nonce)
      return handle(request, context)
    },
    introduce,
  )
  await followChanges(app, [api.http.responseCache, pages, memberPages], members)
  return {
    app,
    fetch: api.http.hono.fetch,
    work: () => startWorker(app, app.config.DEMO ? [...schedule, demoJob] : schedule),
  }
}

/** Runs the server and the worker of the shop in one process. If `ROLE` is `web` or `worker`, runs only that part. */
async function start() {
  endOnSignal()
  const { app, fetch, work } = await openShop()
  const server = app.config.ROLE === 'worker' ? null : await listen(app, fetch)
  const worker = app.config.ROLE === 'web' ? null : work()
  freeMemoryWhenIdle()
  await runUntilStopped(app, { server, worker })
  const ownerLink = server ? await firstOwnerLink(systemContext(app)) : null
  return { isDemo: app.config.DEMO, ownerLink }
}

/** A production build starts the shop when this module is loaded. In development, `scripts/dev.ts` calls `openShop`. */
export const opened = import.meta.env.PROD ? await start().catch(explainStart) : undefined
