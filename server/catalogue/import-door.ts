import { z } from 'zod'
import type { App } from '#server/platform/context.ts'
import { systemContext } from '#server/platform/context.ts'
import { isSame } from '#server/platform/xsrf.ts'
import { taxClasses } from './tables.ts'

/** The options of an import as the command sends them. */
export const importOptions = z.strictObject({
  dryRun: z.boolean().default(false),
  location: z.string().optional(),
  currency: z.string().length(3).optional(),
  taxClass: z.enum(taxClasses).default('standard'),
  language: z.enum(['en', 'zh']).default('en'),
  encoding: z.enum(['utf-8', 'utf-16le', 'gb18030', 'big5', 'windows-1252']).default('utf-8'),
  track: z.boolean().default(false),
  pictures: z.enum(['fetch', 'retry', 'skip']).default('fetch'),
})
const order = z.strictObject({ file: z.string(), options: importOptions })

/** What an import says while it runs: one JSON line each. */
export type ImportEvent =
  | { kind: 'start'; assumed: Record<string, string> }
  | { kind: 'progress'; bytes: number; ofBytes: number; rows: number; products: number }
  | { kind: 'refused'; line: number; handle: string; reason: string }
  | { kind: 'picture'; line: number; address: string; reason: string }
  | { kind: 'done'; summary: Record<string, number> }
  | { kind: 'failed'; message: string }

/** Imports a file and says how it goes; never throws. */
export async function runImport(
  app: App,
  file: string,
  options: z.input<typeof importOptions>,
  say: (event: ImportEvent) => void,
) {
  const { ImportError, importProducts } = await import('./import.ts')
  try {
    const summary = await importProducts(systemContext(app), file, importOptions.parse(options), {
      onStart: (assumed) => say({ kind: 'start', assumed }),
      onProgress: (done) => say({ kind: 'progress', ...done }),
      onRefused: (refusal) => say({ kind: 'refused', ...refusal }),
      onPicture: (problem) => say({ kind: 'picture', ...problem }),
    })
    say({ kind: 'done', summary: { ...summary } })
  } catch (error) {
    if (!(error instanceof ImportError)) app.log.error('an import failed', { error })
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

/**
 * `POST /internal/import`: the import command asks the running shop to take a file of this machine, for two processes
 * cannot open the embedded database. Answers JSON lines. Anybody without the folder's token learns nothing.
 */
export async function importHere(app: App, request: Request): Promise<Response> {
  const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
  if (!isSame(token, app.internalToken)) return new Response('Not found', { status: 404 })
  const { file, options } = order.parse(await request.json())
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    async start(controller) {
      await runImport(app, file, options, (event) => controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`)))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } })
}
