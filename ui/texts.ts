import { createContext, useContext } from 'react'
import type { Text } from '#contract/shapes.ts'

/** The keys of the texts that the components in `ui` show. The application provides the texts. */
type UiTextKey =
  | 'account.email'
  | 'account.optional'
  | 'account.show_password'
  | 'field.error_at'
  | 'shell.close'
  | 'store.copied'

/** The data that the application provides to the components in `ui`. */
export interface UiTexts {
  /** An interface text in the visitor's language. */
  t: (key: UiTextKey, values?: Record<string, string | number>) => string
  /** A content text in the visitor's language, else in the other language. */
  say: (text: Text | null | undefined) => string
  /** The prefix of the URLs of the shop's own pictures. Empty if the shop itself serves them. */
  pictureBase: string
}

export const UiTextsContext = createContext<UiTexts | null>(null)

export function useUiTexts(): UiTexts {
  const texts = useContext(UiTextsContext)
  if (!texts) throw new Error('A component of ui/ is outside a UiTextsContext')
  return texts
}
