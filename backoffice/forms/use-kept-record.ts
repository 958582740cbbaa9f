import { useState } from 'react'
import { useNavigation } from 'react-router'
import type { FormResult } from '../core/attempt.ts'

interface Options<Stored> {
  /** The part of the record that the form shows. Changes of the rest do not concern it. */
  part: (stored: Stored) => unknown
  isChanged: boolean
  result: FormResult | undefined
}

/**
 * Keeps a form's fields while somebody types, although the page loads a newer record. `filled` is the record in the
 * fields; they are filled again when `key` changes. The form sends `version`. It is the newest one if only other parts
 * of the record changed, so that the save is accepted. `take` replaces what was typed by the newest record.
 */
export function useKeptRecord<Stored extends { version: number }>(
  stored: Stored,
  { part, isChanged, result }: Options<Stored>,
) {
  const { state } = useNavigation()
  const [kept, setKept] = useState({ filled: stored, key: 0, done: result?.done })
  const isSame = JSON.stringify(part(stored)) === JSON.stringify(part(kept.filled))
  const isSaved = result?.done !== undefined && result.done !== kept.done && state === 'idle'
  const take = () => setKept({ filled: stored, key: kept.key + 1, done: result?.done })
  if (isSaved || (!isChanged && !isSame && state === 'idle')) take()
  else if (isSame && stored.version !== kept.filled.version) setKept({ ...kept, filled: stored })
  return { filled: kept.filled, key: kept.key, version: kept.filled.version, isOld: isChanged && !isSame, take }
}
