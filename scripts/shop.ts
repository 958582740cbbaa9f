import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ApiError } from '#contract/api-error.ts'
import type { Locale } from '#contract/languages.ts'
import { locales } from '#contract/languages.ts'
import type { StaffText } from '#contract/messages/staff.ts'
import { staffText } from '#contract/messages/staff.ts'
import { parseDecimal } from '#contract/money.ts'
import { readConfig } from '#server/platform/config.ts'
import { explainStart } from '#server/platform/process.ts'
import type { Command, Typed } from './shop-commands.ts'
import { commands } from './shop-commands.ts'
import type { Door } from './shop-door.ts'
import { findDoor, isSafe, NotRunning, openDoor } from './shop-door.ts'

/** `npm run shop`: what staff do, until there is a back office. Exit codes: */
const exits = { done: 0, refused: 1, misused: 2, notRunning: 3, wrongSecret: 4 }

const flags = ['all', 'keep-stock', 'spam', 'json', 'help']
const everywhere = ['lang', 'url', 'json', 'help']
const named = [...new Set(commands.flatMap(({ options }) => options))].sort()
const options = Object.fromEntries(
  [...named, ...everywhere].map((name) => [name, { type: flags.includes(name) ? 'boolean' : 'string' } as const]),
)

const locale: Locale = readLanguage()
const t = (key: StaffText, values?: Record<string, string | number>) => staffText(locale, key, values)
const { values, positionals } = readArguments()
const [name = '', ...args] = positionals
if (values.help || !name) end(values.help ? exits.done : exits.misused, help())
const command = commands.find((command) => command.name === name) ?? misused('no_command', { name })
const typed = readTyped(command)
const door = await findDoor(readSettings(), values.url as string | undefined)
if (!isSafe(door)) end(exits.misused, t('not_safe', { host: door.host }))
if (!door.secret) end(exits.notRunning, t('no_secret', { folder: readSettings().DATA_DIR }))
const { answer, lines } = await command
  .run(openDoor(door, locale), typed, locale)
  .catch((error) => explain(error, door))
end(exits.done, values.json ? JSON.stringify(answer, null, 2) : lines.join('\n'))

/** Read before everything else, so that also what is wrong is said in it. */
function readLanguage(): Locale {
  const all = process.argv.join(' ')
  const asked = /--lang[= ](\w+)/.exec(all)?.[1] ?? process.env.LC_ALL ?? process.env.LANG ?? ''
  return locales.find((locale) => asked.startsWith(locale)) ?? locales[0]
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    return end(exits.misused, `${(error as Error).message.split('. ')[0]?.replace(/\.$/, '')}. ${t('all_help')}`)
  }
}

function readTyped({ name, args: wanted, options }: Command): Typed {
  const missing = wanted.find((what, place) => !what.startsWith('[') && !args[place])
  if (missing) misused('needs', { name, what: missing })
  const extra = args[wanted.length]
  if (extra !== undefined) misused('too_many', { name, what: extra })
  const odd = Object.keys(values).find((option) => !options.includes(option) && !everywhere.includes(option))
  if (odd) misused('not_an_option', { name, option: odd })
  const text = (option: string) => values[option] as string | undefined
  return {
    args,
    text,
    has: (option) => values[option] === true,
    number(option) {
      const typed = text(option)
      if (typed === undefined) return undefined
      return /^\d{1,6}$/.test(typed) ? Number(typed) : misused('not_a_number', { option })
    },
    money(place, currency) {
      const typed = args[place]
      if (typed === undefined) return undefined
      return parseDecimal(typed, currency) ?? misused('not_money', { what: typed })
    },
    pieces(place) {
      const typed = args[place] ?? ''
      return /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : misused('no_quantity', { what: typed })
    },
    oneOf(place, names) {
      const typed = args[place] ?? names[0] ?? ''
      return names.includes(typed) ? typed : misused('not_one_of', { what: typed, names: names.join(', ') })
    },
    json(place) {
      try {
        return JSON.parse(readFileSync(args[place] ?? '', 'utf8'))
      } catch {
        return misused('not_json', { what: args[place] ?? '' })
      }
    },
  }
}

function readSettings() {
  try {
    return readConfig()
  } catch (error) {
    return explainStart(error)
  }
}

function explain(error: unknown, { url }: Door): never {
  if (error instanceof NotRunning) end(exits.notRunning, t('not_running', { url }))
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'not_found') end(exits.wrongSecret, t('wrong_secret', { url }))
  const problems = error.errors.map(({ message, field }) => (field ? `${field}: ${message}` : message))
  return end(exits.refused, problems.join('\n') || error.message)
}

function help(): string {
  const row = (left: string, right: string) => `  ${left.padEnd(26)} ${right}`
  return [
    t('usage'),
    '',
    t('intro'),
    '',
    `${t('commands')}:`,
    ...commands.flatMap(({ name, args, options }) => [
      row([name, ...args].join(' '), t(name)),
      ...(options.length > 0 ? [row('', options.map((option) => `--${option}`).join(' '))] : []),
    ]),
    '',
    `${t('options')}:`,
    ...[...named, ...everywhere].map((option) => row(`--${option}`, t(`option_${option}` as StaffText))),
  ].join('\n')
}

function misused(key: StaffText, values: Record<string, string | number>): never {
  return end(exits.misused, `${t(key, values)} ${t('all_help')}`)
}

/** Says it, on the right output, and ends. */
function end(code: number, text: string): never {
  const output = code === exits.done ? process.stdout : process.stderr
  output.write(`${text}\n`)
  process.exit(code)
}
