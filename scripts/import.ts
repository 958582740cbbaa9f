import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { ImportEvent } from '#server/catalogue/import-door.ts'
import { importOptions, runImport } from '#server/catalogue/import-door.ts'
import { openApp } from '#server/platform/app.ts'
import type { Config } from '#server/platform/config.ts'
import { readConfig } from '#server/platform/config.ts'
import { readLock } from '#server/platform/folder-lock.ts'
import { explainStart } from '#server/platform/process.ts'

const usage = `npm run import -- FILE [options]

Takes a Shopify product CSV. The same file again changes nothing.

  --dry-run              say what would happen, write nothing
  --location ID          store whose stock the quantities are   (default: the first store)
  --currency CAD         currency of the prices                 (default: the shop's)
  --tax-class CLASS      zero_rated, prepared, standard, alcohol, exempt, deposit   (default: standard)
  --language en|zh       language of the texts; the other falls back to it          (default: en)
  --encoding NAME        utf-8, utf-16le, gb18030, big5, windows-1252               (default: utf-8)
  --track                count quantities even where no inventory tracker is named
  --pictures MODE        fetch, retry (also those drawn so far) or skip             (default: fetch)
`
const shownRefusals = 50

const { values, positionals } = readArguments()
const [file] = positionals
if (values.help || !file) {
  process.stdout.write(usage)
  process.exit(values.help ? 0 : 2)
}
const options = importOptions.safeParse({
  dryRun: values['dry-run'],
  location: values.location,
  currency: values.currency?.toUpperCase(),
  taxClass: values['tax-class'],
  language: values.language,
  encoding: values.encoding,
  track: values.track,
  pictures: values.pictures,
})
if (!options.success) {
  for (const issue of options.error.issues) process.stderr.write(`--${issue.path.join('.')}: ${issue.message}\n`)
  process.exit(2)
}
let refused = 0
let pictures = 0
let failed = false
const config = readSettings()
const holder = config.DATABASE_URL ? null : await readLock(config.DATA_DIR)
if (holder?.token) await importThere(String(holder.port), String(holder.token))
else await importByItself()
process.exit(failed ? 1 : 0)

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        'dry-run': { type: 'boolean' },
        location: { type: 'string' },
        currency: { type: 'string' },
        'tax-class': { type: 'string' },
        language: { type: 'string' },
        encoding: { type: 'string' },
        track: { type: 'boolean' },
        pictures: { type: 'string' },
      },
    })
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}

function readSettings(): Config {
  try {
    return readConfig()
  } catch (error) {
    return explainStart(error)
  }
}

/** Through the running shop, which has the embedded database open. */
async function importThere(port: string, token: string) {
  const response = await fetch(`http://127.0.0.1:${port}/internal/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ file: resolve(file ?? ''), options: options.data }),
  }).catch(explainStart)
  if (!response.ok || !response.body) return explainStart(new Error(`the running shop answers ${response.status}`))
  for await (const line of createInterface({ input: Readable.fromWeb(response.body as never) })) show(JSON.parse(line))
}

async function importByItself() {
  const app = await openApp(config, {}).catch(explainStart)
  await runImport(app, resolve(file ?? ''), options.data ?? {}, show)
  await app.database.close()
}

function show(event: ImportEvent) {
  switch (event.kind) {
    case 'start': {
      const { location, currency, taxClass, language, encoding } = event.assumed
      say(
        `Taken as: stock of ${location}, prices in ${currency}, tax class ${taxClass}, texts in ${language}, file in ${encoding}${values['dry-run'] ? '; dry run, nothing is written' : ''}.`,
      )
      break
    }
    case 'progress':
      bar(event.ofBytes > 0 ? event.bytes / event.ofBytes : 1, `${event.rows} rows, ${event.products} products`)
      break
    case 'refused':
      if (++refused <= shownRefusals)
        say(`Refused, line ${event.line}${event.handle ? ` (${event.handle})` : ''}: ${event.reason}.`)
      break
    case 'picture':
      if (++pictures <= shownRefusals) say(`Picture drawn, line ${event.line}: ${event.address}: ${event.reason}.`)
      break
    case 'done':
      summarise(event.summary)
      break
    case 'failed':
      failed = true
      say(event.message)
  }
}

function summarise(summary: Record<string, number>) {
  const { rows, added, changed, unchanged, variants, uncounted, placeholders } = summary
  if (refused > shownRefusals) say(`… and ${refused - shownRefusals} more refused rows.`)
  if (pictures > shownRefusals) say(`… and ${pictures - shownRefusals} more pictures.`)
  say(
    `${rows} rows read: ${added} products added, ${changed} changed, ${unchanged} unchanged; ${variants} variants written; ${refused} rows refused.`,
  )
  if (placeholders) say(`${placeholders} pictures could not be fetched and are drawn. Later: --pictures retry.`)
  if (uncounted)
    say(`${uncounted} variants name no inventory tracker and can always be bought. To count them: --track.`)
}

function bar(share: number, text: string) {
  if (!process.stderr.isTTY) return
  const width = 28
  const full = Math.round(share * width)
  process.stderr.write(`\r\x1b[2K${'█'.repeat(full)}${'░'.repeat(width - full)} ${Math.round(share * 100)} %  ${text}`)
}

function say(text: string) {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K')
  process.stdout.write(`${text}\n`)
}
