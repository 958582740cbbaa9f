import type { Text } from '#contract/languages.ts'
import { otherLocaleOf, toLang } from '#contract/languages.ts'
import { useTexts } from './texts.tsx'

/**
 * Shows a name in the language that the staff member does not use. Renders nothing if that text is missing or is
 * already shown as the name.
 */
export function SecondName({ name, isOwnLine }: { name: Text; isOwnLine?: boolean }) {
  const { say, locale } = useTexts()
  const other = otherLocaleOf(locale)
  const words = name[other]
  if (!words || words === say(name)) return null
  const props = { className: 'soft', lang: toLang(other) }
  return isOwnLine ? <p {...props}>{words}</p> : <span {...props}> {words}</span>
}
