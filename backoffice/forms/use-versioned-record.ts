import { useState } from 'react'
import { useNavigation } from 'react-router'
import type { FormResult } from '../core/attempt.ts'

interface Options<Stored> {
  /** The part of the record that the form shows. Changes of other parts do not affect the form. */
  part: (stored: Stored) => unknown
  isChanged: boolean
  result: FormResult | undefined
}

/**
 * Chooses the record that fills a form. When the page loads a newer record, the form keeps the earlier one while its
 * fields contain changed input. After a save, the form shows the newest record.
 */
export function useVersionedRecord<Stored extends { version: number }>(
  stored: Stored,
  { part, isChanged, result }: Options<Stored>,
) {
  const { state } = useNavigation()
  const [current, setCurrent] = useState({ filled: stored, key: 0, done: result?.done })
  const isSame = JSON.stringify(part(stored)) === JSON.stringify(part(current.filled))
  const isSaved = result?.done !== undefined && result.done !== current.done && state === 'idle'
  const take = () => setCurrent({ filled: stored, key: current.key + 1, done: result?.done })
  if (isSaved || (!isChanged && !isSame && state === 'idle')) take()
  else if (isSame && stored.version !== current.filled.version) setCurrent({ ...current, filled: stored })
  return {
    /** The record in the form's fields. */
    filled: current.filled,
    /** When the key changes, the form fills its fields again. */
    key: current.key,
    /** The result of the form's last save. */
    done: current.done,
    /**
     * The version that the form must send. If another staff member changes only other parts of the record, the form
     * must send the newest version. The server then accepts the save.
     */
    version: current.filled.version,
    /** Whether the fields contain changed input and the form's part of the newest record differs from `filled`. */
    isStale: isChanged && !isSame,
    /** Replaces the input with the newest record. */
    take,
  }
}
