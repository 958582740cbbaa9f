import type { Line } from '#contract/cart.ts'
import type { Locale } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'

/** What an email says about a line below its name: the option, the additions and the note, where there are any. */
export function choicesOf(
  { optionText, modifiers, note }: Pick<Line, 'optionText' | 'modifiers' | 'note'>,
  locale: Locale,
): string[] {
  const added = modifiers.map(({ name, quantity }) =>
    quantity > 1 ? `${pick(name, locale)} × ${quantity}` : pick(name, locale),
  )
  return [pick(optionText, locale), added.join(', '), note && `“${note}”`].filter((words) => words !== '')
}
