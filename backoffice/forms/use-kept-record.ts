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
 * Keeps a form's record while somebody types, whatever the page loads meanwhile. `filled` is the record in the fields,
 * `key` changes when they must be filled anew, and `version` goes with the save: if only other parts of the record
 * changed, it is the newest, so the save is not refused. `take` drops what was typed for the present record.
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
