import type { Locale } from '#contract/languages.ts'
import type { StaffText } from '#contract/messages/staff.ts'
import type { Config } from '#server/platform/config.ts'
import type { StaffClient } from './shop-door.ts'

/** What was typed after the command, checked by its row. */
export interface Typed {
  args: string[]
  /** Options by name, as typed. */
  text(option: string): string | undefined
  number(option: string): number | undefined
  has(option: string): boolean
  /** The option as minutes of a lead time: `36 hours`, `2 days`. */
  leadMinutes(option: string): number | undefined
  /** The option, which is one of these. */
  choice(option: string, names: string[]): string | undefined
  /** The argument at this place in minor units, if it is there. */
  money(place: number, currency: string): number | undefined
  /** The argument at this place, which this deed needs although others do not. */
  needed(place: number): string
  /** The argument at this place as a number of pieces. */
  pieces(place: number): number
  /** The argument at this place, one of these; the first of them where it is not there. */
  oneOf(place: number, names: string[]): string
  /** The argument at this place as days of the week, 0 = Sunday: `mon-fri`, `sat,sun`. */
  weekdays(place: number): number[]
  /** The argument at this place as openings: `11:00-14:00,17:00-21:30`; none for `closed`. */
  openings(place: number): { from: string; to: string }[]
  /** The argument at this place as whole numbers: `15,18,20`; none for `none`. */
  numbers(place: number): number[]
  /** What the file says that the argument at this place names. */
  json(place: number): unknown
}

/** Asks the shop; answers what it says, and the lines to show. */
export type Run = (shop: StaffClient, typed: Typed, locale: Locale) => Promise<{ answer: unknown; lines: string[] }>

export interface Row {
  /** Its text is the key of the same name. */
  name: StaffText
  /** Names of what stands after it; in brackets what may be left out. */
  args: string[]
  options: string[]
  /** What a FILE may hold. */
  example?: object
}

/** A command that calls the running shop. */
export interface ShopCommand extends Row {
  run: Run
}

/** A command that works on the shop's database itself, whether the shop runs or not. */
export interface DatabaseCommand extends Row {
  runHere(settings: Settings, typed: Typed, t: Speak): Promise<{ answer: unknown; lines: string[] }>
}

export interface Settings {
  config: Config
  env: Record<string, string | undefined>
}

/** A text of the command in the language that it speaks. */
export type Speak = (key: StaffText, values?: Record<string, string | number>) => string

export type Command = ShopCommand | DatabaseCommand
