import { useState } from 'react'
import { useNavigation } from 'react-router'
import type { FormResult } from '../core/attempt.ts'

interface Options<Stored> {
  /** The part of the record that the form shows. Changes of other parts do not affect the form. */
  part: (stored: Stored) => unknown
  isChanged: boolean
  result: FormResult | undefined
}

/** Keeps changed input in a form's fields when the page loads a newer record. */
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
  return {
    /** The record in the form's fields. */
    filled: kept.filled,
    /** When the key changes, the form fills its fields again. */
    key: kept.key,
    /** The result of the form's last save. */
    done: kept.done,
    /**
     * The version that the form must send. If another staff member changes only parts that the form does not show, this
     * becomes the version of the newest record, so that the server accepts the save.
     */
    version: kept.filled.version,
    /** Whether the fields contain changed input and the newest record differs from `filled`. */
    isOld: isChanged && !isSame,
    /** Replaces the input with the newest record. */
    take,
  }
}
