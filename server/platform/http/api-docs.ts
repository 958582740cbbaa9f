import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Call } from '#contract/call.ts'
import { fail } from '#server/platform/fail.ts'
import type { apiDocsFiles } from './api-docs-files.ts'
import type { CachedResponse } from './cached-response.ts'
import { cacheEncoded, headersOf, sendCached, toCachedResponse } from './cached-response.ts'
import { apiHeaders, securityHeaders } from './responses.ts'

type FileName = keyof typeof apiDocsFiles

const folder = 'build/api-docs'

/** The viewer sets inline styles and uses `data:` URLs for icons, so this policy allows both. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const ownHeaders: Record<FileName, Record<string, string>> = {
  'openapi.json': apiHeaders,
  'index.html': {
    ...securityHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': pagePolicy,
  },
  'start.js': { ...securityHeaders, 'Content-Type': 'text/javascript; charset=utf-8' },
  'swagger-ui.css': { ...securityHeaders, 'Content-Type': 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { ...securityHeaders, 'Content-Type': 'text/javascript; charset=utf-8' },
}

/** Returns a file of the API documentation. Fails with `not_found` if there is no file of this name. */
export type ApiDocs = (name: string, request: Request) => Promise<Response>

/**
 * Serves the API description as `openapi.json` for programs and as a page for people. The built server reads the files
 * that the build created, because creating them would block all other requests. A server that runs from the sources
 * creates each file once, at its first request.
 */
export function createApiDocs(calls: Call[]): ApiDocs {
  const files = new Map<string, Promise<CachedResponse>>()
  return async (name, request) => {
    if (!isFileName(name)) fail('not_found')
    const file = files.get(name) ?? loadFile(name, calls)
    files.set(name, file)
    // Removes a failed attempt from the cache, so that the next request tries again.
    file.catch(() => files.delete(name))
    return sendCached(await file, headersOf(request))
  }
}

const isFileName = (name: string): name is FileName => Object.hasOwn(ownHeaders, name)

async function loadFile(name: FileName, calls: Call[]): Promise<CachedResponse> {
  const headers = { ...ownHeaders[name], 'Cache-Control': 'public, no-cache', Vary: 'Accept-Encoding' }
  if (import.meta.env.PROD) return readBuilt(name, headers)
  const { apiDocsFiles } = await import('./api-docs-files.ts')
  return toCachedResponse(await apiDocsFiles[name](calls), { own: headers })
}

async function readBuilt(name: string, headers: Record<string, string>): Promise<CachedResponse> {
  const read = (ending: string) => readFile(join(folder, name + ending))
  const [plain, br, gzip] = await Promise.all([read(''), read('.br'), read('.gz')])
  const response = toCachedResponse(plain, { own: headers })
  cacheEncoded(response, 'br', Promise.resolve(br))
  cacheEncoded(response, 'gzip', Promise.resolve(gzip))
  return response
}
