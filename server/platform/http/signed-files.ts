import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import type { App } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { securityHeaders } from './responses.ts'
import { toWebStream } from './web-stream.ts'

/** How long the URL of a signed file is valid. The URL works without sign-in, so this time is short. */
const validityMs = 2 * 60_000

/**
 * Returns the last part of a URL that is valid for two minutes. Anyone who has the URL can read `content`, because
 * `content` is signed but not encrypted.
 */
export function signFile(app: App, purpose: string, content: unknown): string {
  const until = app.now().getTime() + validityMs
  const text = Buffer.from(JSON.stringify([until, content])).toString('base64url')
  return `${text}.${sign(app, purpose, text)}`
}

/**
 * Returns what `signFile` signed for this purpose. Fails with `not_found` if the signature is wrong or the URL has
 * expired.
 */
export function readSigned<Content>(app: App, purpose: string, path: string): Content {
  const [text = '', signature = ''] = (path.split('/').at(-1) ?? '').split('.')
  const expected = Buffer.from(sign(app, purpose, text))
  const actual = Buffer.from(signature)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) fail('not_found')
  // The signature proves that `signFile` wrote the content, so its shape needs no check.
  const [until, content]: [number, Content] = JSON.parse(Buffer.from(text, 'base64url').toString())
  if (app.now().getTime() > until) fail('not_found')
  return content
}

/** Sends a CSV file while it is being written. */
export function csvFile(name: string, lines: AsyncIterable<string>): Response {
  return new Response(toWebStream(Readable.from(lines, { objectMode: false })), {
    headers: {
      ...securityHeaders,
      'Cache-Control': 'no-store',
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; ${fileNameOf(name)}`,
    },
  })
}

/** The file name for `Content-Disposition`. A name with characters other than `A-Z a-z 0-9 _ . -` is encoded. */
const fileNameOf = (name: string) =>
  /^[\w.-]+$/.test(name) ? `filename="${name}"` : `filename*=UTF-8''${encodeURIComponent(name)}`

const sign = (app: App, purpose: string, text: string) =>
  createHmac('sha256', app.secret).update(`${purpose} ${text}`).digest('base64url')
