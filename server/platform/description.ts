import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiHeaders, securityHeaders } from './answer.ts'
import { pageStyle } from './api-page.ts'
import type { describing } from './describing.ts'
import type { KeptAnswer } from './kept-answer.ts'
import { answerKept, headersOf, keepEncoded, toKept } from './kept-answer.ts'
import type { Schemas } from './openapi.ts'

/** The API's description of itself, for machines (`/api/openapi.json`) and for people (`/api/docs`). */
export interface Description {
  openApi(request: Request): Promise<Response>
  page(request: Request): Promise<Response>
}

const folder = 'build/description'
const caching = { 'Cache-Control': 'public, no-cache', Vary: 'Accept-Encoding' }

/**
 * The built server reads what the build wrote: to write it would hold up every other request. A server that runs from the
 * sources writes each form at its first request, once for the process.
 */
export function createDescription(schemas: Schemas): Description {
  const take = async (name: keyof typeof describing, headers: Record<string, string>) => {
    const own = { ...headers, ...caching }
    if (import.meta.env.PROD) return readBuilt(name, own)
    const { describing } = await import('./describing.ts')
    return toKept(await describing[name](schemas), own)
  }
  const openApi = once(() => take('openapi.json', apiHeaders))
  const page = once(() =>
    take('docs.html', {
      ...securityHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${sha256(pageStyle)}'; base-uri 'none'; frame-ancestors 'none'`,
    }),
  )
  return {
    openApi: async (request) => answerKept(await openApi(), headersOf(request)),
    page: async (request) => answerKept(await page(), headersOf(request)),
  }
}

async function readBuilt(name: string, headers: Record<string, string>): Promise<KeptAnswer> {
  const read = (ending: string) => readFile(join(folder, name + ending))
  const [plain, br, gzip] = await Promise.all([read(''), read('.br'), read('.gz')])
  const kept = toKept(plain, headers)
  keepEncoded(kept, 'br', Promise.resolve(br))
  keepEncoded(kept, 'gzip', Promise.resolve(gzip))
  return kept
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

/** Every caller shares one promise. A failure is not cached. */
function once(take: () => Promise<KeptAnswer>): () => Promise<KeptAnswer> {
  let taken: Promise<KeptAnswer> | undefined
  return () => {
    taken ??= take().catch((error: unknown) => {
      taken = undefined
      throw error
    })
    return taken
  }
}
