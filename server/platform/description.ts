import { randomBytes } from 'node:crypto'
import packageFile from '../../package.json' with { type: 'json' }
import { json, securityHeaders } from './answer.ts'
import { describeApiAsPage } from './api-page.ts'
import { readCallDocs } from './call-docs.ts'
import type { Schemas } from './openapi.ts'
import { describeApi } from './openapi.ts'

/** `/api/openapi.json`: the table of calls, their schemas and the sentences above these, for machines. */
export async function answerOpenApi(schemas: Schemas): Promise<Response> {
  const description = describeApi(schemas, await readCallDocs(), packageFile.version)
  return json(JSON.stringify(description), 200, { 'Cache-Control': 'no-cache' })
}

/** `/api/docs`: the same to be read. */
export async function answerDocs(schemas: Schemas): Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  return new Response(describeApiAsPage(schemas, await readCallDocs(), nonce), {
    headers: {
      ...securityHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
    },
  })
}
