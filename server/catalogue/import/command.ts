import { z } from 'zod'
import { importFields } from '#contract/import-limits.ts'
import { defaultLocale } from '#contract/languages.ts'
import { locale, taxClasses } from '#contract/shapes.ts'
import type { App } from '#server/platform/context.ts'
import { systemContext } from '#server/platform/context.ts'
import { toError } from '#server/platform/node-errors.ts'
import { encodings } from './options.ts'
import { ImportError } from './refusal.ts'
import type { KeptFields, PictureProblem, Progress } from './report.ts'
import type { Refusal } from './rows.ts'

/** The options of `npm run import`. */
export const importOptions = z.strictObject({
  dryRun: z.boolean().default(false),
  location: z.string().optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'a currency has three letters, such as CAD')
    .optional(),
  taxClass: z.enum(taxClasses).default('standard'),
  language: locale.default(defaultLocale),
  encoding: z.enum(encodings).default('utf-8'),
  track: z.boolean().default(false),
  pictures: z.enum(['fetch', 'retry', 'skip']).default('fetch'),
  overwrite: z.array(z.enum(importFields)).default([]),
})

/** The events that an import reports. */
export type ImportEvent =
  | { kind: 'start'; assumed: Record<string, string> }
  | ({ kind: 'progress' } & Progress)
  | ({ kind: 'refused' } & Omit<Refusal, 'code' | 'values'>)
  | ({ kind: 'picture' } & PictureProblem)
  | ({ kind: 'kept' } & KeptFields)
  | { kind: 'done'; summary: Record<string, number> }
  | { kind: 'failed'; message: string }

/** Imports a file and reports its progress; never throws. Aborting `signal` stops the import. */
export async function runImport(
  app: App,
  file: string,
  {
    options,
    say,
    signal,
  }: { options: z.input<typeof importOptions>; say: (event: ImportEvent) => void; signal?: AbortSignal | undefined },
) {
  const { importProducts } = await import('./import.ts')
  const report = {
    onStart: (assumed: Record<string, string>) => say({ kind: 'start', assumed }),
    onProgress: (done: Progress) => say({ kind: 'progress', ...done }),
    onRefused: ({ code: _, values: __, ...refusal }: Refusal) => say({ kind: 'refused', ...refusal }),
    onPicture: (problem: PictureProblem) => say({ kind: 'picture', ...problem }),
    onKept: (kept: KeptFields) => say({ kind: 'kept', ...kept }),
  }
  try {
    const summary = await importProducts(systemContext(app), file, {
      options: importOptions.parse(options),
      report,
      signal,
    })
    say({ kind: 'done', summary: { ...summary } })
  } catch (error) {
    if (!(error instanceof ImportError)) app.log.error('an import failed', { error })
    say({ kind: 'failed', message: toError(error).message })
  }
}
