import { createContext, useContext } from 'react'
import type { Text } from '#contract/shapes.ts'

/** Keys of the texts that these components show. The client supplies the words. */
type UiTextKey =
  | 'account.email'
  | 'account.optional'
  | 'account.show_password'
  | 'field.error_at'
  | 'shell.close'
  | 'store.copied'

/** What a client provides to these components. */
export interface UiTexts {
  /** A text in the visitor's language. */
  t: (key: UiTextKey, values?: Record<string, string | number>) => string
  /** The owner's text in the visitor's language, else in the other language. */
  say: (text: Text | null | undefined) => string
  /** Prefix of the addresses of the shop's own pictures; empty if the shop itself serves them. */
  pictureBase: string
}

export const UiTextsContext = createContext<UiTexts | null>(null)

export function useUiTexts(): UiTexts {
  const texts = useContext(UiTextsContext)
  if (!texts) throw new Error('A component of ui/ is outside a UiTextsContext')
  return texts
}
