import type { Line } from '#contract/cart.ts'
import { modifierText } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'

/** The texts below a line's name in an email: option, modifiers and note, if any. */
export function choiceTexts(
  { optionText, modifiers, note }: Pick<Line, 'optionText' | 'modifiers' | 'note'>,
  locale: Locale,
): string[] {
  const modifierTexts = modifiers.map((modifier) => modifierText(modifier, locale))
  return [pick(optionText, locale), modifierTexts.join(', '), note && `“${note}”`].filter((text) => text !== '')
}
