import type { RefObject } from 'react'
import { useCallback, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useFrame } from '../core/me.ts'
import type { Draft } from './draft.ts'
import { draftKeyOf, dropDraft, dropNewInput, readDraft, saveDraft, withVersion } from './draft.ts'
import type { Values } from './form-values.ts'
import { changedNames, readValues, undraftedNames, writeValue } from './form-values.ts'

/**
 * Tracks the unsaved input of a form: the fields whose values differ from the base values, which are the values of the
 * stored record. The device stores unsaved input as a draft. If an earlier visit left a draft, the form offers it until
 * the staff member restores or declines it. Until then, new input does not overwrite the offered draft.
 */
export function useUnsavedInput(form: RefObject<HTMLFormElement | null>, version: number | string) {
  const { me } = useFrame()
  const { pathname } = useLocation()
  const draftKey = draftKeyOf(me.id, pathname)
  const [offeredDraft, setOfferedDraft] = useState<Draft | null>(null)
  const baseValues = useRef<Values>(new Map())
  const [names, setNames] = useState<string[]>([])

  /** Sets the base values, and compares the fields with them. */
  const setBaseValues = useCallback(
    (values: Values) => {
      baseValues.current = values
      if (form.current) setNames(changedNames(values, readValues(form.current)))
    },
    [form],
  )

  /** Removes the stored input, except a draft that the form still offers. */
  const dropInput = useCallback(
    () => (offeredDraft ? dropNewInput(draftKey) : dropDraft(draftKey)),
    [draftKey, offeredDraft],
  )

  /**
   * Keeps offering the draft after a save. The save gives the record a new version, so the draft must get this version
   * too.
   */
  const keepDraft = useCallback(
    (newVersion: number | string) => {
      if (offeredDraft) setOfferedDraft(withVersion(draftKey, offeredDraft, String(newVersion)))
    },
    [draftKey, offeredDraft],
  )

  /** Compares the fields with the base values. Stores the changed fields on the device, without files and secrets. */
  function storeInput({ isNew }: { isNew: boolean }) {
    if (!form.current) return
    const values = readValues(form.current)
    const changed = changedNames(baseValues.current, values)
    setNames(changed)
    const undrafted = undraftedNames(form.current)
    const draftNames = changed.filter((name) => !undrafted.has(name))
    if (!isNew) dropDraft(draftKey)
    if (draftNames.length === 0) dropNewInput(draftKey)
    else saveDraft(draftKey, { version: String(version), values, names: draftNames, isNew })
  }

  /** Stops offering the earlier draft. The current input becomes the new draft. */
  function declineDraft() {
    setOfferedDraft(null)
    storeInput({ isNew: false })
  }

  return {
    names,
    baseValues,
    setBaseValues,
    handleInput: () => storeInput({ isNew: offeredDraft !== null }),
    dropInput,
    offeredDraft,
    /** Offers the stored draft, if it belongs to this version of the record. */
    offerDraft: (recordVersion: number | string) => setOfferedDraft(readDraft(draftKey, String(recordVersion))),
    keepDraft,
    declineDraft,
    restoreDraft({ values }: Draft) {
      if (!form.current) return
      for (const [name, value] of values) writeValue(form.current, name, value)
      declineDraft()
    },
  }
}
