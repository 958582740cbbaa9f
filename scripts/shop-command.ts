import type { Locale } from '#contract/languages.ts'
import type { StaffText } from '#contract/messages/staff.ts'
import type { Config } from '#server/platform/config.ts'
import type { StaffClient } from './staff-client.ts'

/** The arguments and options typed after the command, checked against the command's definition. */
export interface CommandInput {
  args: string[]
  /**
   * The value of an option, unparsed. If the call accepts only certain words, the shop refuses any other word and lists
   * the accepted words.
   */
  text<Word extends string = string>(option: string): Word | undefined
  number(option: string): number | undefined
  has(option: string): boolean
  /** The value of an option, such as `36 hours` or `2 days`, as a lead time in minutes. */
  leadMinutes(option: string): number | undefined
  /** The value of an option, which must be one of `names`. */
  choice<Name extends string>(option: string, names: readonly Name[]): Name | undefined
  /** The argument at index `place` as an amount in minor units; undefined if the argument is missing. */
  money(place: number, currency: string): number | undefined
  /** The value of an option as an amount in minor units. */
  moneyOption(option: string, currency: string): number | undefined
  /**
   * The argument at index `place`; fails if it is missing. As with `text`, the shop checks whether the call accepts the
   * word.
   */
  required<Word extends string = string>(place: number): Word
  /** The argument at index `place` as a number of pieces. */
  pieces(place: number): number
  /** The argument at index `place`, which must be one of `names`. The default is the first name. */
  oneOf<Name extends string>(place: number, names: readonly Name[]): Name
  /** The argument at index `place` as days of the week, 0 = Sunday: `mon-fri`, `sat,sun`. */
  weekdays(place: number): number[]
  /** The argument at index `place` as opening hours: `11:00-14:00,17:00-21:30`; empty for `closed`. */
  openings(place: number): { from: string; to: string }[]
  /** The argument at index `place` as whole numbers: `15,18,20`; empty for `none`. */
  numbers(place: number): number[]
  /**
   * The JSON of the file whose name is the argument at index `place`. The shop validates the JSON and reports its
   * faults.
   */
  json<File extends object>(place: number): File
}

/** Calls the shop. Returns its response and the lines to print. */
export type RunCommand = (
  shop: StaffClient,
  input: CommandInput,
  locale: Locale,
) => Promise<{ answer: unknown; lines: string[] }>

export interface CommandRow {
  /** The command's name, which is also the key of its help text. */
  name: StaffText
  /** Names of the arguments; optional ones in brackets. */
  args: string[]
  options: string[]
  /** An example of the content of `FILE`, if the command reads a JSON file. */
  example?: object
}

/** A command that calls the running shop. */
export interface ShopCommand extends CommandRow {
  run: RunCommand
}

/** A command that works directly on the shop's database, and so does not need a running shop. */
export interface DatabaseCommand extends CommandRow {
  /** `isBad` means that the command found a fault. The command then ends with the exit code of a refused command. */
  runHere(
    settings: Settings & { locale: Locale },
    input: CommandInput,
    t: Translate,
  ): Promise<{ answer: unknown; lines: string[]; isBad?: boolean }>
}

export interface Settings {
  config: Config
  env: Record<string, string | undefined>
}

/** Returns a text of the command in the user's language. */
export type Translate = (key: StaffText, values?: Record<string, string | number>) => string

export type Command = ShopCommand | DatabaseCommand
