import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import type { App } from '#server/platform/context.ts'
import { openJpegForms } from '#server/platform/pictures/jpeg-forms.ts'
import { chooseEncoding } from './cached-response.ts'
import { securityHeaders } from './responses.ts'
import type { Http, HttpContext } from './server.ts'
import { toWebStream } from './web-stream.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.txt': 'text/plain; charset=utf-8',
}
const immutableCaching = 'public, max-age=31536000, immutable'
/** The file name extensions of the build's compressed files. */
const encodedExtensions = { br: 'br', gzip: 'gz' } as const

/** The paths of the default icons, for shops without icons of their own. */
const iconPaths = [
  '/favicon.ico',
  '/favicon.svg',
  '/apple-touch-icon.png',
  ...['', 'maskable-'].flatMap((form) => [192, 512].map((size) => `/icon-${form}${size}.png`)),
]

/**
 * Serves the built scripts and styles (with the compressed forms of the build), the shop's pictures, the icons, the
 * screenshots and the service worker.
 */
export function bindFiles(app: App, http: Pick<Http, 'hono'>, builtFolder: string) {
  const built = resolve(builtFolder)
  const media = join(app.config.DATA_DIR, 'media')
  http.hono.get('/assets/*', (c) => sendFile(c, built, { path: c.req.path, caching: immutableCaching }))
  const storeJpeg = openJpegForms(app)
  http.hono.get('/media/*', async (c) => {
    const path = c.req.path.slice('/media'.length)
    await storeJpeg(path)
    return sendFile(c, media, { path, caching: immutableCaching })
  })
  const worker = app.config.OFFLINE ? '/service-worker.js' : '/switched-off.js'
  http.hono.get('/service-worker.js', (c) => sendFile(c, built, { path: worker, caching: 'no-cache' }))
  // The demonstration has icons of its own in this folder.
  const iconFolder = app.config.DEMO ? '/demonstration' : ''
  const caching = 'public, max-age=86400'
  for (const icon of iconPaths) http.hono.get(icon, (c) => sendFile(c, built, { path: iconFolder + icon, caching }))
  http.hono.get('/screenshots/*', (c) => sendFile(c, built, { path: c.req.path, caching }))
}

/** Headers of the back office's pages. They forbid content from other servers and indexing by search engines. */
const officeHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
}

/** Serves the built back office below `/office`: its files, and one page for all other URLs. */
export function bindOffice(http: Pick<Http, 'hono'>, builtFolder: string) {
  const built = resolve(builtFolder)
  const page = (c: HttpContext) => sendFile(c, built, { path: '/index.html', caching: 'no-cache', more: officeHeaders })
  http.hono.get('/office/assets/*', (c) =>
    sendFile(c, built, { path: c.req.path.slice('/office'.length), caching: immutableCaching }),
  )
  http.hono.get('/office', page)
  http.hono.get('/office/*', page)
}

async function sendFile(
  c: HttpContext,
  folder: string,
  { path, caching, more = {} }: { path: string; caching: string; more?: Record<string, string> },
): Promise<Response> {
  const type = types[extname(path)]
  const file = resolve(folder, `.${path}`)
  if (!type || !file.startsWith(folder + sep)) return notFound()
  const encoding = chooseEncoding(c.req.header('accept-encoding'))
  const encoded = encoding && (await readFile(`${file}.${encodedExtensions[encoding]}`).catch(() => null))
  if (encoded)
    return send(encoded, type, { caching, more: { ...more, 'Content-Encoding': encoding, Vary: 'Accept-Encoding' } })
  const stats = await stat(file).catch(() => null)
  if (!stats?.isFile()) return notFound()
  if (stats.size < 200_000) return send(await readFile(file), type, { caching, more })
  return send(toWebStream(createReadStream(file)), type, {
    caching,
    more: {
      ...more,
      'Content-Length': String(stats.size),
    },
  })
}

function send(
  body: BodyInit,
  type: string,
  { caching, more = {} }: { caching: string; more?: Record<string, string> | undefined },
) {
  return new Response(body, {
    headers: {
      ...securityHeaders,
      'Content-Type': type,
      'Cache-Control': caching,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ...more,
    },
  })
}

const notFound = () =>
  new Response('Not found', {
    status: 404,
    headers: { ...securityHeaders, 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
  })
