import { createContext, useContext } from 'react'
import type { Text } from '#contract/shapes.ts'

/** The texts that these components show, by key. The client that uses them has the words. */
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
  /** The owner's words in the visitor's language, else in the other. */
  say: (text: Text | null | undefined) => string
  /** What addresses of the shop's own pictures begin with; empty where that is the shop itself. */
  pictureBase: string
}

export const UiTextsContext = createContext<UiTexts | null>(null)

export function useUiTexts(): UiTexts {
  const texts = useContext(UiTextsContext)
  if (!texts) throw new Error('A component of ui/ is outside a UiTextsContext')
  return texts
}
