import type { ErrorItem } from '#contract/errors.ts'
import type { Locale, Text } from '#contract/languages.ts'
import { localesFrom, perLocale, toLang } from '#contract/languages.ts'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { textOf } from '../core/attempt.ts'
import { useTexts } from '../core/texts.tsx'

/** The name of the form field for a text in one language. */
export const fieldIn = (name: string, locale: Locale) => `${name}_${locale}`

/** Reads the text of a `TextPair` from a form. */
export const textPairOf = (form: FormData, name: string): Text =>
  perLocale((locale) => textOf(form, fieldIn(name, locale)))

interface TextPairProps {
  name: string
  label: (locale: Locale) => string
  text?: Text
  maxLength: number
  /** The number of rows, for a text with several lines. */
  rows?: number
  errors?: ErrorItem[] | undefined
}

/**
 * Optional fields for a text that shoppers read: one field for each language. The staff member's language comes first.
 * Inside `.pair` the fields are side by side.
 */
export function TextPair({ name, label, text, rows, ...rest }: TextPairProps) {
  const { locale: userLocale } = useTexts()
  return localesFrom(userLocale).map((locale) => {
    const props = {
      name: fieldIn(name, locale),
      label: label(locale),
      lang: toLang(locale),
      defaultValue: text?.[locale] ?? '',
      isOptional: true,
      ...rest,
    }
    return rows ? <TextArea key={locale} rows={rows} {...props} /> : <Field key={locale} {...props} />
  })
}
