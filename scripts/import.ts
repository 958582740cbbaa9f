import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ImportEvent } from '#server/catalogue/import/command.ts'
import { importOptions, runImport } from '#server/catalogue/import/command.ts'
import { openApp } from '#server/platform/app.ts'
import type { Config } from '#server/platform/config.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { explainStart } from '#server/platform/lifecycle.ts'
import { createLog } from '#server/platform/log.ts'
import { toError } from '#server/platform/node-errors.ts'

const usage = readFileSync(new URL('./help/import.txt', import.meta.url), 'utf8')
const maxShownRefusals = 50
const interruptedExitCode = 130
const separators: Record<string, string> = { ';': ' with semicolons', '\t': ' with tabs' }

const { values, positionals } = readArguments()
const [file = ''] = positionals
if (values.help) {
  process.stdout.write(usage)
  process.exit(0)
}
if (!file) exitWithUsage('Say which FILE to import.')
if (positionals.length > 1) exitWithUsage(`One file at a time: ${positionals.join(' and ')} are ${positionals.length}.`)
const options = readOptions()
let refusedCount = 0
let drawnCount = 0
let keptCount = 0
let hasFailed = false
const stop = new AbortController()
// One Ctrl-C sends two signals: one from the terminal, one from the parent process. The second signal must not end this
// process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
const config = readSettings()
await importFile()
process.exit(stop.signal.aborted ? interruptedExitCode : hasFailed ? 1 : 0)

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
        overwrite: { type: 'string' },
      },
    })
  } catch (error) {
    return exitWithUsage(`${toError(error).message.split('. ')[0]?.replace(/\.$/, '')}.`)
  }
}

function readOptions() {
  const parsed = importOptions.safeParse({
    dryRun: values['dry-run'],
    location: values.location,
    currency: values.currency?.toUpperCase(),
    taxClass: values['tax-class'],
    language: values.language,
    encoding: values.encoding,
    track: values.track,
    pictures: values.pictures,
    overwrite: values.overwrite?.split(','),
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const name = String(issue?.path[0]).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return exitWithUsage(`--${name}: ${issue?.message}.`)
}

/** Prints one line about wrong arguments and exits. */
function exitWithUsage(problem: string): never {
  process.stderr.write(`${problem} All options: npm run import -- --help\n`)
  process.exit(2)
}

function readSettings(): Config {
  try {
    return readConfig()
  } catch (error) {
    return explainStart(error)
  }
}

async function importFile() {
  const log = createLog(config.LOG)
  const app = await openApp(config, {}, await openDatabase(config, log, 'command').catch(explainStart))
  await runImport(app, resolve(file), { options, say: show, signal: stop.signal })
  await app.database.close()
}

function show(event: ImportEvent) {
  switch (event.kind) {
    case 'start': {
      const { location, currency, taxClass, language, encoding, separator = ',' } = event.assumed
      const separated = separators[separator] ?? ''
      const dryRun = values['dry-run'] ? '; dry run, nothing is written' : ''
      printLine(
        `Taken as: stock of ${location}, prices in ${currency}, tax class ${taxClass}, texts in ${language}, file in ${encoding}${separated}${dryRun}.`,
      )
      break
    }
    case 'progress':
      showProgress(
        event.ofBytes > 0 ? event.bytes / event.ofBytes : 1,
        `${event.rows} rows, ${event.products} products`,
      )
      break
    case 'refused':
      hasFailed ||= event.isLast === true
      if (++refusedCount <= maxShownRefusals)
        printLine(`Refused, line ${event.line}${event.handle ? ` (${event.handle})` : ''}: ${event.reason}.`)
      break
    case 'picture':
      if (++drawnCount <= maxShownRefusals)
        printLine(`Picture drawn, line ${event.line}: ${event.address}: ${event.reason}.`)
      break
    case 'kept':
      if (++keptCount <= maxShownRefusals) {
        const fields = [...new Set(event.kept.map(({ field }) => field))].join(', ')
        printLine(`Kept as changed in the shop, line ${event.line} (${event.handle}): ${fields}.`)
      }
      break
    case 'done':
      summarise(event.summary)
      break
    case 'failed':
      hasFailed = true
      printLine(event.message)
  }
}

function summarise(summary: Record<string, number>) {
  const { rows = 0, added = 0, changed, unchanged, variants = 0, uncounted = 0, placeholders = 0 } = summary
  if (rows === 0 && refusedCount === 0) return printLine('The file has a header and no rows.')
  if (refusedCount > maxShownRefusals) printLine(`… and ${refusedCount - maxShownRefusals} more refused rows.`)
  if (keptCount > maxShownRefusals)
    printLine(`… and ${keptCount - maxShownRefusals} more products with changes that were kept.`)
  if (keptCount > 0) printLine('To take the file’s values instead: --overwrite price,name (or other fields).')
  if (drawnCount > maxShownRefusals) printLine(`… and ${drawnCount - maxShownRefusals} more pictures.`)
  printLine(
    `${count(rows, 'row')} read: ${count(added, 'product')} added, ${changed} changed (${count(variants, 'variant')}), ${unchanged} unchanged; ${count(refusedCount, 'row')} refused.`,
  )
  if (placeholders > 0)
    printLine(`${count(placeholders, 'picture')} could not be fetched: drawn instead. Later: --pictures retry.`)
  if (uncounted > 0)
    printLine(
      `${count(uncounted, 'variant')} without an inventory tracker can always be bought. To count them: --track.`,
    )
}

function count(number: number, thing: string) {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}

function showProgress(share: number, text: string) {
  if (!process.stderr.isTTY) return
  const width = 28
  const full = Math.round(share * width)
  process.stderr.write(`\r\x1b[2K${'█'.repeat(full)}${'░'.repeat(width - full)} ${Math.round(share * 100)} %  ${text}`)
}

function printLine(text: string) {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K')
  process.stdout.write(`${text}\n`)
}
