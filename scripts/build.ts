import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { listCalls } from '#contract/calls.ts'
import { apiDocsFiles } from '#server/platform/http/api-docs-files.ts'

/**
 * Builds the pages and the server, then the service worker, the back office and the API's description. The service
 * worker lists the files of this build. Writes a gzip and a Brotli version beside scripts, styles and other text files.
 */
const result = spawnSync(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn'], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
})
if (result.status !== 0) process.exit(result.status ?? 1)

const client = 'build/client'
const assets = join(client, 'assets')

markRootSheetsAsLinked()

// Files in `assets` have a hash in their names. The favicon keeps its name, so it needs a revision.
const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 16)
const files = [
  ...readdirSync(assets)
    .filter((name) => /\.(js|css|woff2)$/.test(name))
    .map((name) => ({ url: `/assets/${name}`, revision: null })),
  { url: '/favicon.svg', revision: hashOf(readFileSync(join(client, 'favicon.svg'))) },
]
await buildWorker('service-worker', { __BUILT_FILES__: files, __BUILD__: hashOf(JSON.stringify(files)) })
await buildWorker('switched-off', {})

for (const name of [...readdirSync(assets).map((name) => join('assets', name)), 'service-worker.js']) {
  if (/\.(js|css|svg)$/.test(name)) compress(join(client, name))
}

await build({ configFile: 'backoffice/vite.config.ts', logLevel: 'error' })
const office = 'build/office'
for (const name of readdirSync(join(office, 'assets'))) {
  if (/\.(js|css)$/.test(name)) compress(join(office, 'assets', name))
}

const apiDocs = 'build/api-docs'
mkdirSync(apiDocs, { recursive: true })
for (const [name, write] of Object.entries(apiDocsFiles)) {
  const file = join(apiDocs, name)
  writeFileSync(file, await write(listCalls()))
  compress(file, 9)
}

/**
 * Removes the `#` that React Router puts behind the root route's style sheets in its manifests. The `#` makes Vite add
 * a second link for a sheet that a lazy module needs too, so that the sheet stays on the page when the route ends. The
 * root route never ends, so a second link would only make the browser style and lay out the whole page again.
 */
function markRootSheetsAsLinked() {
  const manifest = readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name))
  if (!manifest) throw new Error('React Router wrote no manifest for browsers.')
  const sheets = /"root":\{[^}]*?"css":(\[[^\]]*\])/.exec(readFileSync(join(assets, manifest), 'utf8'))?.[1]
  if (!sheets) throw new Error('The manifest names no style sheets of the root route.')
  for (const file of [join(assets, manifest), 'build/server/main.js']) {
    const marked = (JSON.parse(sheets) as string[]).filter((sheet) => sheet.endsWith('#'))
    const linked = marked.reduce(
      (text, sheet) => text.replaceAll(sheet, sheet.slice(0, -1)),
      readFileSync(file, 'utf8'),
    )
    writeFileSync(file, linked)
  }
}

/**
 * Compresses a file with gzip and Brotli. Brotli's best quality takes seconds for a large file. So the caller passes a
 * lower `quality` for files that browsers rarely load.
 */
function compress(file: string, quality = 11) {
  const body = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))
}

// `npm start` runs this bundle, because Node's own TypeScript stripping takes 17 MB more memory.
await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  ssr: { target: 'node' },
  build: { ssr: 'scripts/start.ts', outDir: 'build', emptyOutDir: false, target: 'es2022' },
})

/** Builds one file of `storefront/offline` as a script of its own, with all its imports. */
function buildWorker(name: string, defines: Record<string, unknown>) {
  const definitions = Object.entries(defines).map(([key, value]) => [key, JSON.stringify(value)])
  return build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"', ...Object.fromEntries(definitions) },
    build: {
      target: 'es2022',
      outDir: client,
      emptyOutDir: false,
      lib: { entry: `storefront/offline/${name}.ts`, formats: ['iife'], name: 'worker', fileName: () => `${name}.js` },
    },
  })
}
