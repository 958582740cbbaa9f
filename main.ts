import * as build from 'virtual:react-router/server-build'
import type { ServerBuild } from 'react-router'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { openDemo } from '#demo/open.ts'
import { eventHandlers } from '#jobs/events.ts'
import { schedule } from '#jobs/schedule.ts'
import { createApi } from '#server/api.ts'
import { openApp } from '#server/platform/app.ts'
import { followChanges } from '#server/platform/changes.ts'
import { readConfig } from '#server/platform/config.ts'
import { systemContext } from '#server/platform/context.ts'
import { bindFiles } from '#server/platform/files.ts'
import { bindProbes, listen } from '#server/platform/http.ts'
import { bindPages } from '#server/platform/pages.ts'
import { explainStart, runUntilStopped } from '#server/platform/process.ts'
import { startWorker } from '#server/platform/queue.ts'
import { apiContext } from '#storefront/data.ts'
import { nonceContext } from '#storefront/nonce.ts'

/** Opens the shop: API and pages on one port, and the worker; `ROLE` separates them. */
async function start() {
  const app = await openApp(readConfig(), eventHandlers)
  const api = createApi(app)
  if (app.config.DEMO) await openDemo(systemContext(app))
  const handle = createRequestHandler(build as unknown as ServerBuild, 'production')
  bindProbes(app, api.http)
  bindFiles(app, api.http, 'build/client')
  const pages = bindPages(app, api.http, (request, visit, nonce) => {
    const context = new RouterContextProvider()
    context.set(apiContext, api.clientFor(visit))
    context.set(nonceContext, nonce)
    return handle(request, context)
  })
  await followChanges(app, [api.http.answers, pages])
  const server = app.config.ROLE === 'worker' ? null : await listen(app, api.http.hono.fetch)
  const worker = app.config.ROLE === 'web' ? null : startWorker(app, schedule)
  await runUntilStopped(app, { server, worker })
}

await start().catch(explainStart)
