import { createHash } from 'node:crypto'
import packageFile from '../../package.json' with { type: 'json' }
import { apiHeaders, securityHeaders } from './answer.ts'
import { describeApiAsPage, pageStyle } from './api-page.ts'
import { readCallDocs } from './call-docs.ts'
import type { KeptAnswer } from './kept-answer.ts'
import { answerKept, headersOf, toKept } from './kept-answer.ts'
import type { Schemas } from './openapi.ts'
import { describeApi } from './openapi.ts'

/** The API's description of itself, for machines (`/api/openapi.json`) and for people (`/api/docs`). */
export interface Description {
  openApi(request: Request): Promise<Response>
  page(request: Request): Promise<Response>
}

const caching = { 'Cache-Control': 'public, no-cache', Vary: 'Accept-Encoding' }

/** Writes each form at its first request, once for the process: to write it takes longer than a thousand other answers. */
export function createDescription(schemas: Schemas): Description {
  const openApi = once(async () => {
    const description = describeApi(schemas, await readCallDocs(), packageFile.version)
    return toKept(JSON.stringify(description), { ...apiHeaders, ...caching })
  })
  const page = once(async () =>
    toKept(describeApiAsPage(schemas, await readCallDocs()), {
      ...securityHeaders,
      ...caching,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${sha256(pageStyle)}'; base-uri 'none'; frame-ancestors 'none'`,
    }),
  )
  return {
    openApi: async (request) => answerKept(await openApi(), headersOf(request)),
    page: async (request) => answerKept(await page(), headersOf(request)),
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

/** Every caller shares one promise. A failure is not cached. */
function once(write: () => Promise<KeptAnswer>): () => Promise<KeptAnswer> {
  let written: Promise<KeptAnswer> | undefined
  return () => {
    written ??= write().catch((error: unknown) => {
      written = undefined
      throw error
    })
    return written
  }
}
