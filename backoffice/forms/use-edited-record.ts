import type { RefObject } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import type { FormResult } from '../core/attempt.ts'
import { rememberSentInput } from './draft.ts'
import type { Conflict, Values } from './form-values.ts'
import { mergeValues, readValues, writeValue } from './form-values.ts'
import { useUnsavedInput } from './use-unsaved-input.ts'

/** A record that is newer than the values in the fields. */
interface NewerRecord<Stored> {
  stored: Stored
  /** Whether this form's own save produced the record. */
  isOwn: boolean
  /**
   * Whether the form says that somebody changed the record, even if there is no conflict to resolve. False if only the
   * unversioned part changed, unless the server rejected a save as stale.
   */
  isAnnounced: boolean
}

/**
 * Keeps the fields of a form up to date with a versioned record, and never loses unsaved input. If the page loads a
 * newer record and there is no unsaved input, the newer record fills the fields. Otherwise, a hidden form shows the
 * newer record, and this hook merges the values of the hidden form into the fields. `unversioned` is the part of the
 * record, as text, that changes without a new version. The hook always merges a change of only this part.
 */
export function useEditedRecord<Stored extends { version: number | string; unversioned?: string }>(
  form: RefObject<HTMLFormElement | null>,
  { stored, result }: { stored: Stored; result: FormResult | undefined },
) {
  const isIdle = useNavigation().state === 'idle'
  /** The record that fills the fields. When `key` changes, the fields are filled again. */
  const [filled, setFilled] = useState({ stored, key: 0 })
  const [version, setVersion] = useState(stored.version)
  const [unversioned, setUnversioned] = useState(stored.unversioned)
  const input = useUnsavedInput(form, version)
  const { baseValues, setBaseValues, dropInput, keepDraft } = input
  const hasUnsavedInput = input.names.length > 0

  const isSending = useRef(false)
  /** The values of the last submission. */
  const sentValues = useRef<Values>(new Map())
  const lastResult = useRef(result)
  /** When the form was saved last. Empty before the first save. */
  const [savedAt, setSavedAt] = useState('')
  /** Whether the server saved this form, but the page has not loaded the saved record yet. */
  const awaitsOwnRecord = useRef(false)

  /** The newest record that the form has already put into its fields or has started to merge. */
  const handledRecord = useRef(stored)
  const [newerRecord, setNewerRecord] = useState<NewerRecord<Stored> | null>(null)
  /** The hidden form that shows the newer record. */
  const newerForm = useRef<HTMLFormElement>(null)
  /** The fields that another staff member changed differently. Null if there was no merge. */
  const [conflicts, setConflicts] = useState<Conflict[] | null>(null)

  /** Fills the fields with a record. This discards the unsaved input. */
  const fill = useCallback((record: Stored) => {
    setVersion(record.version)
    setUnversioned(record.unversioned)
    setFilled(({ key }) => ({ stored: record, key: key + 1 }))
  }, [])

  // Runs after the record has filled the fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per filling
  useEffect(() => {
    if (!form.current) return
    setBaseValues(readValues(form.current))
    setConflicts(null)
    input.offerDraft(filled.stored.version)
  }, [filled.key])

  useEffect(() => {
    if (isIdle) isSending.current = false
  }, [isIdle])

  // Runs after the action returns a result, and after the page loads a newer record. A save of this form or of another
  // staff member can have produced the newer record.
  useEffect(() => {
    if (result !== lastResult.current) {
      lastResult.current = result
      awaitsOwnRecord.current = result?.done !== undefined
      if (awaitsOwnRecord.current) {
        dropInput()
        setSavedAt(new Date().toISOString())
      }
    }
    const isOwn = awaitsOwnRecord.current
    if (isIdle) awaitsOwnRecord.current = false
    const hasOtherVersion = stored.version !== version
    // A save that changes nothing does not change the version. So after this form's own save, an idle page is enough to
    // know that `stored` is the saved record.
    const isChanged = hasOtherVersion || stored.unversioned !== unversioned
    const hasArrived = isOwn ? hasOtherVersion || isIdle : isChanged && stored !== handledRecord.current
    if (!hasArrived) return
    handledRecord.current = stored
    if (isOwn) {
      awaitsOwnRecord.current = false
      // Does not change `key`, so that React keeps the input elements and the focused element keeps the focus.
      setFilled(({ key }) => ({ stored, key }))
    }
    const isStale = result?.errors?.some(({ code }) => code === 'staff.stale') ?? false
    if (!hasOtherVersion || isOwn || hasUnsavedInput)
      setNewerRecord({ stored, isOwn, isAnnounced: hasOtherVersion || isStale })
    else fill(stored)
  }, [stored, result, version, unversioned, hasUnsavedInput, isIdle, dropInput, fill])

  // Runs after the hidden form shows the newer record. Merges the record's values into the fields.
  useEffect(() => {
    if (!newerRecord || !form.current || !newerForm.current) return
    const { stored: newer, isOwn, isAnnounced } = newerRecord
    const theirs = readValues(newerForm.current)
    const was = isOwn ? sentValues.current : baseValues.current
    const { updates, conflicts } = mergeValues({ was, mine: readValues(form.current), theirs })
    for (const [name, value] of updates) writeValue(form.current, name, value)
    setBaseValues(theirs)
    setVersion(newer.version)
    setUnversioned(newer.unversioned)
    // After the form's own save there are no conflicts. If the staff member typed during the save, the typed text stays
    // in its field.
    if (isOwn) setConflicts(null)
    else if (isAnnounced || conflicts.length > 0) setConflicts(conflicts)
    if (isOwn) keepDraft(newer.version)
    setNewerRecord(null)
  }, [newerRecord, form, baseValues, setBaseValues, keepDraft])

  return {
    filled,
    version,
    input,
    isSending,
    savedAt,
    newerRecord,
    newerForm,
    conflicts,
    handleSubmit() {
      if (!form.current) return
      isSending.current = true
      sentValues.current = readValues(form.current)
      rememberSentInput(dropInput)
    },
    /** Writes the value that the staff member chose for a field with a conflict. */
    chooseValue(name: string, value: string) {
      if (form.current) writeValue(form.current, name, value)
      input.handleInput()
    },
    /** Replaces the unsaved input with the stored record. */
    discard() {
      dropInput()
      fill(stored)
    },
  }
}
