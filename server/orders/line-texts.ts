import type { Line } from '#contract/cart.ts'
import type { Locale } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'

/** The texts below a line's name in an email: option, modifiers and note, if any. */
export function choiceTexts(
  { optionText, modifiers, note }: Pick<Line, 'optionText' | 'modifiers' | 'note'>,
  locale: Locale,
): string[] {
  const modifierTexts = modifiers.map(({ name, quantity }) =>
    quantity > 1 ? `${pick(name, locale)} × ${quantity}` : pick(name, locale),
  )
  return [pick(optionText, locale), modifierTexts.join(', '), note && `“${note}”`].filter((text) => text !== '')
}
