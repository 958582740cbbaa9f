import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Call } from '#contract/call.ts'
import packageFile from './../../../package.json' with { type: 'json' }
import { describeApi } from './openapi.ts'

const viewer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Storefront API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<style>
.swagger-ui .opblock-tag { flex-wrap: wrap }
.swagger-ui .opblock-tag small { flex: 1 0 100%; order: 1; padding: 0 }
</style>
<script src="/api/docs/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</head>
<body>
<main id="viewer"><p>The description for programs is <a href="/api/openapi.json">openapi.json</a>.</p></main>
</body>
</html>
`

/** Starts the viewer. Trial calls from its page send the XSRF token, as the shop's own pages do. */
const start = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#viewer',
  deepLinking: true,
  docExpansion: 'none',
  displayOperationId: true,
  filter: true,
  validatorUrl: null,
  requestInterceptor(request) {
    const token = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)
    if (token) request.headers['X-XSRF-TOKEN'] = decodeURIComponent(token[1])
    return request
  },
})
`

/** The files of the API documentation, by name: the description and a page that shows it. */
export const apiDocsFiles = {
  'openapi.json': async (calls: Call[]) => JSON.stringify(describeApi(calls, packageFile.version)),
  'index.html': async () => page,
  'start.js': async () => start,
  'swagger-ui.css': () => readFile(join(viewer, 'swagger-ui.css')),
  'swagger-ui-bundle.js': () => readFile(join(viewer, 'swagger-ui-bundle.js')),
} satisfies Record<string, (calls: Call[]) => Promise<string | Uint8Array>>
