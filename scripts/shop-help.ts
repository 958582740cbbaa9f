import type { StaffText } from '#contract/messages/staff.ts'
import type { Command, Translate } from './shop-command.ts'
import { commands, parts } from './shop-commands.ts'

/**
 * `globalOptions` lists the options that every command has. `commandOptions` lists the options that only some commands
 * have.
 */
export const globalOptions = ['lang', 'url', 'json', 'help']
export const commandOptions = [...new Set(commands.flatMap(({ options }) => options))].sort()

/** The help text that lists all commands by topic, one line each, and the options that every command has. */
export function help(t: Translate): string {
  return [
    t('usage'),
    '',
    t('intro'),
    ...parts.flatMap(({ title, commands }) => [
      '',
      `${t(title)}:`,
      ...commands.map((command) => row(usageOf(command), t(command.name))),
    ]),
    '',
    `${t('options')}:`,
    ...globalOptions.map((option) => optionRow(option, t)),
    '',
    t('one_help'),
  ].join('\n')
}

/** The help text of one command: its purpose, its options, and an example of its file. */
export function helpOn(command: Command, t: Translate): string {
  const { name, options, example } = command
  return [
    `npm run shop -- ${usageOf(command)}`,
    '',
    t(name),
    ...(options.length > 0 ? ['', `${t('options')}:`, ...options.map((option) => optionRow(option, t))] : []),
    ...(example ? ['', `${t('example')}:`, JSON.stringify(example, null, 2)] : []),
  ].join('\n')
}

/** Removes the brackets of an optional argument, such as `[FILE]`. */
export const withoutBrackets = (arg: string) => arg.replace(/[[\]]/g, '')

const usageOf = ({ name, args }: Command) => [name, ...args].join(' ')
const row = (left: string, right: string) => `  ${left.padEnd(34)} ${right}`
// Each option has a text with this key, so the cast is safe.
const optionRow = (option: string, t: Translate) => row(`--${option}`, t(`option_${option}` as StaffText))
