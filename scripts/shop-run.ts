import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ApiError } from '#contract/api-error.ts'
import type { Locale } from '#contract/languages.ts'
import { locales } from '#contract/languages.ts'
import { parseLeadTime } from '#contract/lead-time.ts'
import type { StaffText } from '#contract/messages/staff.ts'
import { staffText } from '#contract/messages/staff.ts'
import { parseDecimal } from '#contract/money.ts'
import { isOneOf } from '#contract/object-keys.ts'
import { BackupError } from '#server/backup/problem.ts'
import type { Config } from '#server/platform/config.ts'
import { ConfigError, readConfig } from '#server/platform/config.ts'
import { DatabaseError } from '#server/platform/database/errors.ts'
import { toError } from '#server/platform/node-errors.ts'
import type { Command, DatabaseCommand, Speak, Typed } from './shop-command.ts'
import { commands } from './shop-commands.ts'
import { everywhere, help, helpOn, named, withoutBrackets } from './shop-help.ts'
import type { Door, StaffClient } from './staff-client.ts'
import { findDoor, isSafe, NotRunning, openDoor } from './staff-client.ts'

const exits = { done: 0, refused: 1, misused: 2, notRunning: 3, wrongSecret: 4 }

interface Said {
  code: number
  /** The output, written to standard output if the code is 0, else to standard error. */
  said: string
}

/** Ends a command early with an exit code and a text. */
class Ended extends Error {
  readonly code: number
  constructor(code: number, text: string) {
    super(text)
    this.code = code
  }
}

/** Runs one command line with these settings. Returns its output and exit code. */
export async function runShop(typed: string[], env: Record<string, string | undefined>): Promise<Said> {
  const locale = readLanguage(typed, env)
  const t: Speak = (key, values) => staffText(locale, key, values)
  try {
    return { code: exits.done, said: await answer(typed, env, { locale, t }) }
  } catch (error) {
    if (error instanceof Ended) return { code: error.code, said: error.message }
    throw error
  }
}

interface Speaking {
  locale: Locale
  t: Speak
}

async function answer(
  typed: string[],
  env: Record<string, string | undefined>,
  { locale, t }: Speaking,
): Promise<string> {
  const { values, positionals } = readArguments(typed, t)
  const [name = '', ...args] = positionals
  if (!name) return values.help ? help(t) : end(exits.misused, help(t))
  const command = commands.find((command) => command.name === name) ?? misused(t, 'no_command', { name })
  if (values.help) return helpOn(command, t)
  const input = readTyped(command, { args, values, t })
  const config = readSettings(env)
  if ('runHere' in command) {
    const done = await runHere(command, input, { config, env, t, locale })
    return done.isBad ? end(exits.refused, show(done, values)) : show(done, values)
  }
  const door = await findDoor(config, typeof values.url === 'string' ? values.url : undefined)
  if (!isSafe(door)) end(exits.misused, t('not_safe', { host: door.host }))
  if (!door.secret) end(exits.notRunning, t('no_secret', { folder: config.DATA_DIR }))
  const shop = openDoor(door, locale)
  const done = await command.run(shop, input, locale).catch(async (error: unknown) => {
    if (isNotFound(error) && (await knowsUs(shop))) end(exits.refused, t('not_there', { what: args.join(' ') }))
    return explain(error, door, t)
  })
  return show(done, values)
}

const show = ({ answer, lines }: { answer: unknown; lines: string[] }, { json }: Values) =>
  json ? JSON.stringify(answer, null, 2) : lines.join('\n')

interface Here {
  config: Config
  env: Record<string, string | undefined>
  t: Speak
  locale: Locale
}

function runHere(command: DatabaseCommand, input: Typed, { config, env, t, locale }: Here) {
  return command.runHere({ config, env, locale }, input, t).catch((error: unknown) => {
    if (error instanceof BackupError) end(exits.refused, t(error.text, error.values))
    if (error instanceof DatabaseError) end(exits.refused, error.message)
    throw error
  })
}

/**
 * The language of all output. It is read before the other options, so that errors in these options are reported in this
 * language, too.
 */
function readLanguage(typed: string[], env: Record<string, string | undefined>): Locale {
  const asked = /--lang[= ](\w+)/.exec(typed.join(' '))?.[1] ?? env.LC_ALL ?? env.LANG ?? ''
  return locales.find((locale) => asked.startsWith(locale)) ?? locales[0]
}

const flags = ['all', 'keep-stock', 'dry-run', 'spam', 'json', 'help']
const options = Object.fromEntries(
  [...named, ...everywhere].map((name) => [name, { type: flags.includes(name) ? 'boolean' : 'string' } as const]),
)
type Values = Record<string, string | boolean | undefined>

/**
 * Marks a word that begins with one dash as a value, because ids can begin with a dash. Options begin with two dashes.
 */
const asValue = (word: string) => (/^-(?!-)/.test(word) ? `\0${word}` : word)
const bare = (word: string) => word.replace('\0', '')

function readArguments(args: string[], t: Speak): { values: Values; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args: args.map(asValue), allowPositionals: true, options })
    const typed = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? bare(value) : value])
    return { values: Object.fromEntries(typed), positionals: positionals.map(bare) }
  } catch (error) {
    const problem = toError(error).message.split('. ')[0]?.replace(/\.$/, '')
    return end(exits.misused, `${problem}. ${t('all_help')}`)
  }
}

function readTyped(
  { name, args: wanted, options }: Command,
  { args, values, t }: { args: string[]; values: Values; t: Speak },
): Typed {
  const missing = wanted.find((what, place) => !what.startsWith('[') && !args[place])
  if (missing) misused(t, 'needs', { name, what: missing })
  const extra = args[wanted.length]
  if (extra !== undefined) misused(t, 'too_many', { name, what: extra })
  const odd = Object.keys(values).find((option) => !options.includes(option) && !everywhere.includes(option))
  if (odd) misused(t, 'not_an_option', { name, option: odd })
  // The cast allows any word, because the shop itself refuses words that the call does not accept.
  const asWord = <Word extends string>(typed: string) => typed as Word
  const text = <Word extends string>(option: string) => {
    const value = values[option]
    return typeof value === 'string' ? asWord<Word>(value) : undefined
  }
  const needed = <Word extends string>(place: number) => {
    const what = withoutBrackets(wanted[place] ?? '')
    return asWord<Word>(args[place] || misused(t, 'needs', { name: [name, ...args.slice(0, place)].join(' '), what }))
  }
  return {
    args,
    text,
    needed,
    has: (option) => values[option] === true,
    leadMinutes(option) {
      const typed = text(option)
      return typed === undefined ? undefined : (parseLeadTime(typed) ?? misused(t, 'no_lead', { what: typed }))
    },
    choice(option, names) {
      const typed = text(option)
      if (typed === undefined || isOneOf(names, typed)) return typed
      return misused(t, 'not_one_of', { what: typed, names: names.join(', ') })
    },
    number(option) {
      const typed = text(option)
      if (typed === undefined) return undefined
      return /^\d{1,6}$/.test(typed) ? Number(typed) : misused(t, 'not_a_number', { option })
    },
    money(place, currency) {
      const typed = args[place]
      if (typed === undefined) return undefined
      return parseDecimal(typed, currency) ?? misused(t, 'not_money', { what: typed })
    },
    pieces(place) {
      const typed = args[place] ?? ''
      return /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : misused(t, 'no_quantity', { what: typed })
    },
    oneOf(place, names) {
      const typed = args[place] ?? names[0] ?? ''
      return isOneOf(names, typed) ? typed : misused(t, 'not_one_of', { what: typed, names: names.join(', ') })
    },
    weekdays(place) {
      const typed = needed(place)
      return weekdaysIn(typed) ?? misused(t, 'no_weekdays', { what: typed })
    },
    openings(place) {
      const typed = needed(place)
      return openingsIn(typed) ?? misused(t, 'no_openings', { what: typed })
    },
    numbers(place) {
      const typed = needed(place)
      if (typed === 'none') return []
      return /^\d{1,3}(,\d{1,3})*$/.test(typed)
        ? typed.split(',').map(Number)
        : misused(t, 'no_numbers', { what: typed })
    },
    json(place) {
      const file = needed(place)
      try {
        return JSON.parse(readFileSync(file, 'utf8'))
      } catch {
        return misused(t, 'not_json', { what: file })
      }
    },
  }
}

const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** The days in `mon-fri` or `sat,sun`, 0 = Sunday; null if the text is malformed. */
function weekdaysIn(typed: string): number[] | null {
  const days = typed
    .toLowerCase()
    .split(',')
    .flatMap((part) => {
      const [first = -1, last = first] = part.split('-').map((name) => weekdayNames.indexOf(name))
      const length = ((last - first + 7) % 7) + 1
      return first < 0 || last < 0 ? [-1] : Array.from({ length }, (_, at) => (first + at) % 7)
    })
  return days.includes(-1) ? null : days
}

/** The opening hours in `11:00-14:00,17:00-21:30`, empty for `closed`; null if the text is malformed. */
function openingsIn(typed: string): { from: string; to: string }[] | null {
  if (typed === 'closed') return []
  const parts = typed.split(',').map((part) => /^((?:[01]?\d|2[0-3]):[0-5]\d)-((?:[01]?\d|2[0-3]):[0-5]\d)$/.exec(part))
  const spans = parts.map((part) => ({
    from: part?.[1]?.padStart(5, '0') ?? '',
    to: part?.[2]?.padStart(5, '0') ?? '',
  }))
  return spans.every(({ from, to }) => from !== '' && from !== to) ? spans : null
}

function readSettings(env: Record<string, string | undefined>): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return end(exits.refused, error.message)
    throw error
  }
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.code === 'not_found'

/**
 * Whether the shop accepts the secret. Every staff call with a wrong secret fails with `not_found`, like a call about a
 * missing record. This check tells the two cases apart.
 */
const knowsUs = (shop: StaffClient) =>
  shop.orders({ limit: 1 }).then(
    () => true,
    () => false,
  )

function explain(error: unknown, { url }: Door, t: Speak): never {
  if (error instanceof NotRunning) end(exits.notRunning, t('not_running', { url }))
  if (isNotFound(error)) end(exits.wrongSecret, t('wrong_secret', { url }))
  if (!(error instanceof ApiError)) throw error
  const problems = error.errors.map(({ message, field }) => (field ? `${field}: ${message}` : message))
  return end(exits.refused, problems.join('\n') || error.message)
}

function misused(t: Speak, key: StaffText, values: Record<string, string | number>): never {
  return end(exits.misused, `${t(key, values)} ${t('all_help')}`)
}

function end(code: number, text: string): never {
  throw new Ended(code, text)
}
