import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import type { EntryContext, RouterContextProvider } from 'react-router'
import { ServerRouter } from 'react-router'
import { deferScripts } from '#storefront/core/scripts/deferred-scripts.ts'
import { NonceContext, nonceContext } from '#storefront/core/scripts/nonce.ts'

/** Renders a complete page. Its scripts have the nonce that the server put into the context. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const nonce = loadContext.get(nonceContext) || undefined
  headers.set('Content-Type', 'text/html; charset=utf-8')
  let code = status
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        // The server sends only complete pages, so that no script has to insert parts later.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          text(pipe(new PassThrough()))
            .then((page) => deferScripts(page, nonce))
            .then(resolve, reject)
        },
        onShellError: reject,
        onError(error) {
          code = 500
          console.error(error)
        },
      },
    )
  })
  return new Response(html, { status: code, headers })
}

/**
 * Logs an unexpected error, unless the request was aborted. Does not log thrown responses. They are expected, and error
 * boundaries show them.
 */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (!request.signal.aborted && error instanceof Error) console.error(error)
}
