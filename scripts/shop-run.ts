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
import type { Command, CommandInput, DatabaseCommand, Translate } from './shop-command.ts'
import { commands } from './shop-commands.ts'
import { commandOptions, globalOptions, help, helpOn, withoutBrackets } from './shop-help.ts'
import type { StaffClient, StaffEndpoint } from './staff-client.ts'
import { createStaffClient, findStaffEndpoint, isSafe, NotRunningError } from './staff-client.ts'

const exitCodes = { done: 0, refused: 1, misused: 2, notRunning: 3, wrongSecret: 4 }

interface CommandOutcome {
  code: number
  /** The output, written to standard output if the code is 0, else to standard error. */
  text: string
}

/** Ends a command early with an exit code and a text. */
class CommandExit extends Error {
  readonly code: number
  constructor(code: number, text: string) {
    super(text)
    this.code = code
  }
}

/** Runs one command line with these settings. Returns its output and exit code. */
export async function runShop(typed: string[], env: Record<string, string | undefined>): Promise<CommandOutcome> {
  const locale = readLanguage(typed, env)
  const t: Translate = (key, values) => staffText(locale, key, values)
  try {
    return { code: exitCodes.done, text: await runCommand(typed, env, { locale, t }) }
  } catch (error) {
    if (error instanceof CommandExit) return { code: error.code, text: error.message }
    throw error
  }
}

interface Localization {
  locale: Locale
  t: Translate
}

async function runCommand(
  typed: string[],
  env: Record<string, string | undefined>,
  { locale, t }: Localization,
): Promise<string> {
  const { values, positionals } = readArguments(typed, t)
  const [name = '', ...args] = positionals
  if (!name) return values.help ? help(t) : end(exitCodes.misused, help(t))
  const command = commands.find((command) => command.name === name) ?? misused(t, 'no_command', { name })
  if (values.help) return helpOn(command, t)
  const input = readInput(command, { args, values, t })
  const config = readSettings(env)
  if ('runHere' in command) {
    const result = await runHere(command, input, { config, env, t, locale })
    return result.isBad ? end(exitCodes.refused, show(result, values)) : show(result, values)
  }
  const endpoint = await findStaffEndpoint(config, typeof values.url === 'string' ? values.url : undefined)
  if (!isSafe(endpoint)) end(exitCodes.misused, t('not_safe', { host: endpoint.host }))
  if (!endpoint.secret) end(exitCodes.notRunning, t('no_secret', { folder: config.DATA_DIR }))
  const shop = createStaffClient(endpoint, locale)
  const commandResult = await command.run(shop, input, locale).catch(async (error: unknown) => {
    if (isNotFound(error) && (await isAuthorized(shop)))
      end(exitCodes.refused, t('not_there', { what: args.join(' ') }))
    return explain(error, endpoint, t)
  })
  return show(commandResult, values)
}

const show = ({ answer, lines }: { answer: unknown; lines: string[] }, { json }: Values) =>
  json ? JSON.stringify(answer, null, 2) : lines.join('\n')

interface DatabaseCommandContext {
  config: Config
  env: Record<string, string | undefined>
  t: Translate
  locale: Locale
}

function runHere(command: DatabaseCommand, input: CommandInput, { config, env, t, locale }: DatabaseCommandContext) {
  return command.runHere({ config, env, locale }, input, t).catch((error: unknown) => {
    if (error instanceof BackupError) end(exitCodes.refused, t(error.text, error.values))
    if (error instanceof DatabaseError) end(exitCodes.refused, error.message)
    throw error
  })
}

/**
 * Reads the language of all output. Runs before the other options are parsed, so that the command can also report an
 * invalid option in this language.
 */
function readLanguage(typed: string[], env: Record<string, string | undefined>): Locale {
  const language = /--lang[= ](\w+)/.exec(typed.join(' '))?.[1] ?? env.LC_ALL ?? env.LANG ?? ''
  return locales.find((locale) => language.startsWith(locale)) ?? locales[0]
}

const flags = ['all', 'keep-stock', 'dry-run', 'spam', 'json', 'help']
const options = Object.fromEntries(
  [...commandOptions, ...globalOptions].map((name) => [
    name,
    { type: flags.includes(name) ? 'boolean' : 'string' } as const,
  ]),
)
type Values = Record<string, string | boolean | undefined>

/**
 * Marks a word that begins with one dash as a value, because ids can begin with a dash. Options begin with two dashes.
 */
const escapeDash = (word: string) => (/^-(?!-)/.test(word) ? `\0${word}` : word)
const unescapeDash = (word: string) => word.replace('\0', '')

function readArguments(args: string[], t: Translate): { values: Values; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args: args.map(escapeDash), allowPositionals: true, options })
    const entries = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? unescapeDash(value) : value,
    ])
    return { values: Object.fromEntries(entries), positionals: positionals.map(unescapeDash) }
  } catch (error) {
    const problem = toError(error).message.split('. ')[0]?.replace(/\.$/, '')
    return end(exitCodes.misused, `${problem}. ${t('all_help')}`)
  }
}

function readInput(
  { name, args: expectedArgs, options }: Command,
  { args, values, t }: { args: string[]; values: Values; t: Translate },
): CommandInput {
  const missing = expectedArgs.find((what, place) => !what.startsWith('[') && !args[place])
  if (missing) misused(t, 'needs', { name, what: missing })
  const extra = args[expectedArgs.length]
  if (extra !== undefined) misused(t, 'too_many', { name, what: extra })
  const unknownOption = Object.keys(values).find(
    (option) => !options.includes(option) && !globalOptions.includes(option),
  )
  if (unknownOption) misused(t, 'not_an_option', { name, option: unknownOption })
  // The cast allows any word, because the shop itself refuses words that the call does not accept.
  const asWord = <Word extends string>(typed: string) => typed as Word
  const text = <Word extends string>(option: string) => {
    const value = values[option]
    return typeof value === 'string' ? asWord<Word>(value) : undefined
  }
  const required = <Word extends string>(place: number) => {
    const what = withoutBrackets(expectedArgs[place] ?? '')
    return asWord<Word>(args[place] || misused(t, 'needs', { name: [name, ...args.slice(0, place)].join(' '), what }))
  }
  const toMoney = (typed: string | undefined, currency: string) =>
    typed === undefined ? undefined : (parseDecimal(typed, currency) ?? misused(t, 'not_money', { what: typed }))
  return {
    args,
    text,
    required,
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
    money: (place, currency) => toMoney(args[place], currency),
    moneyOption: (option, currency) => toMoney(text(option), currency),
    pieces(place) {
      const typed = args[place] ?? ''
      return /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : misused(t, 'no_quantity', { what: typed })
    },
    oneOf(place, names) {
      const typed = args[place] ?? names[0] ?? ''
      return isOneOf(names, typed) ? typed : misused(t, 'not_one_of', { what: typed, names: names.join(', ') })
    },
    weekdays(place) {
      const typed = required(place)
      return parseWeekdays(typed) ?? misused(t, 'no_weekdays', { what: typed })
    },
    openings(place) {
      const typed = required(place)
      return parseOpenings(typed) ?? misused(t, 'no_openings', { what: typed })
    },
    numbers(place) {
      const typed = required(place)
      if (typed === 'none') return []
      return /^\d{1,3}(,\d{1,3})*$/.test(typed)
        ? typed.split(',').map(Number)
        : misused(t, 'no_numbers', { what: typed })
    },
    json(place) {
      const file = required(place)
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
function parseWeekdays(text: string): number[] | null {
  const days = text
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
function parseOpenings(text: string): { from: string; to: string }[] | null {
  if (text === 'closed') return []
  const parts = text.split(',').map((part) => /^((?:[01]?\d|2[0-3]):[0-5]\d)-((?:[01]?\d|2[0-3]):[0-5]\d)$/.exec(part))
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
    if (error instanceof ConfigError) return end(exitCodes.refused, error.message)
    throw error
  }
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.code === 'not_found'

/**
 * Whether the shop accepts the secret. Every staff call with a wrong secret fails with `not_found`, like a call about a
 * missing record. This check tells the two cases apart.
 */
const isAuthorized = (shop: StaffClient) =>
  shop.orders({ limit: 1 }).then(
    () => true,
    () => false,
  )

function explain(error: unknown, { url }: StaffEndpoint, t: Translate): never {
  if (error instanceof NotRunningError) end(exitCodes.notRunning, t('not_running', { url }))
  if (isNotFound(error)) end(exitCodes.wrongSecret, t('wrong_secret', { url }))
  if (!(error instanceof ApiError)) throw error
  const problems = error.errors.map(({ message, field }) => (field ? `${field}: ${message}` : message))
  return end(exitCodes.refused, problems.join('\n') || error.message)
}

function misused(t: Translate, key: StaffText, values: Record<string, string | number>): never {
  return end(exitCodes.misused, `${t(key, values)} ${t('all_help')}`)
}

function end(code: number, text: string): never {
  throw new CommandExit(code, text)
}
