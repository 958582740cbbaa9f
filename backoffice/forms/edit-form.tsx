import type { ReactNode } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Form, useBlocker, useLocation, useNavigation } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { Done } from '#ui/done.tsx'
import { ErrorSummary } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import type { FormResult } from '../core/attempt.ts'
import { useFrame } from '../core/me.ts'
import { timeOf } from '../core/texts.tsx'
import { Conflicts } from './conflicts.tsx'
import type { Draft } from './draft.ts'
import { draftKeyOf, dropDraft, dropNewInput, keepDraft, readDraft, withVersion } from './draft.ts'
import type { Conflict, Values } from './form-values.ts'
import { changedNames, labelOf, mergeValues, readValues, undraftedNames, writeValue } from './form-values.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { useFormTexts } from './texts.ts'
import './forms.css'

interface EditFormProps<Stored> {
  stored: Stored
  /** The result of the page's action. `done` is set after a save. */
  result: FormResult | undefined
  /** The labels of the fields in the list of errors, by field name. */
  labels?: Record<string, string>
  encType?: 'multipart/form-data'
  /**
   * Renders the fields of a record. The fields must be uncontrolled, because the form itself reads and writes their
   * values.
   */
  children: (stored: Stored, errors: ErrorItem[] | undefined) => ReactNode
}

/**
 * A form that edits one versioned record. A bar lists the unsaved changes and can save or discard them. The form merges
 * other staff members' changes into the input. If another staff member changed the same field, this staff member
 * chooses a value. The device keeps unsaved input for seven days.
 */
export function EditForm<Stored extends { version: number | string }>({
  stored,
  result,
  labels = {},
  encType,
  children,
}: EditFormProps<Stored>) {
  const { t, when, locale } = useFormTexts()
  const { me } = useFrame()
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const others = useRef<HTMLFormElement>(null)
  const base = useRef<Values>(new Map())
  const isSending = useRef(false)
  /** The values of the last submission. */
  const sent = useRef<Values>(new Map())
  const seen = useRef(result)
  /** Whether the server saved this form, but the page has not loaded the saved record yet. */
  const isSaved = useRef(false)
  /** The newest record that the form has already put into its fields or has started to merge. */
  const handled = useRef(stored)
  /** The record that fills the fields. When `key` changes, the fields are filled again. */
  const [filled, setFilled] = useState({ stored, key: 0 })
  const [version, setVersion] = useState(stored.version)
  const [changed, setChanged] = useState<string[]>([])
  /**
   * A record that is newer than the values in the fields. `isOwn` is whether this form's own save produced the record.
   */
  const [newer, setNewer] = useState<{ stored: Stored; isOwn: boolean } | null>(null)
  const [savedAt, setSavedAt] = useState('')
  const [conflicts, setConflicts] = useState<Conflict[] | null>(null)
  /** The draft of an earlier visit, until the staff member restores or drops it. */
  const [draft, setDraft] = useState<Draft | null>(null)
  const draftKey = draftKeyOf(me.id, pathname)
  const isChanged = changed.length > 0

  /**
   * Compares the fields with the stored values. Stores the changed values on the device, without files and secrets. If
   * the staff member has not decided on an earlier draft, stores the values under another key, so that both drafts are
   * kept.
   */
  const compare = useCallback(
    (isUndecided: boolean) => {
      if (!form.current) return
      const now = readValues(form.current)
      const names = changedNames(base.current, now)
      setChanged(names)
      const secret = undraftedNames(form.current)
      const kept = names.filter((name) => !secret.has(name))
      if (!isUndecided) dropDraft(draftKey)
      if (kept.length > 0) keepDraft(draftKey, { version: String(version), values: now, names: kept }, isUndecided)
      else dropNewInput(draftKey)
    },
    [draftKey, version],
  )

  // After the form fills its fields, stores their values. The form compares later input with these values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per filling
  useEffect(() => {
    if (!form.current) return
    base.current = readValues(form.current)
    setChanged([])
    setConflicts(null)
    setDraft(readDraft(draftKey, String(filled.stored.version)))
  }, [filled.key])

  useEffect(() => {
    if (state === 'idle') isSending.current = false
  }, [state])

  // Handles a newer record, which results from this form's save or from another staff member's change.
  useEffect(() => {
    if (result !== seen.current) {
      seen.current = result
      isSaved.current = result?.done !== undefined
      if (isSaved.current) {
        if (draft) dropNewInput(draftKey)
        else dropDraft(draftKey)
        setSavedAt(new Date().toISOString())
      }
    }
    const isOwn = isSaved.current
    if (state === 'idle') isSaved.current = false
    const isSame = stored.version === version
    if (isSame && !(isOwn && state === 'idle')) return
    if (!isOwn && stored === handled.current) return
    handled.current = stored
    if (isOwn) {
      isSaved.current = false
      // With the same `key`, React keeps the input elements, so the focus stays where it is.
      setFilled(({ key }) => ({ stored, key }))
      setNewer({ stored, isOwn })
    } else if (isChanged) setNewer({ stored, isOwn })
    else {
      setVersion(stored.version)
      setFilled(({ key }) => ({ stored, key: key + 1 }))
    }
  }, [stored, result, version, isChanged, draft, draftKey, state])

  // A hidden form contains the newer record. Reads the record from that form, so that the values can be compared field
  // by field.
  useEffect(() => {
    if (!newer || !form.current || !others.current) return
    const theirs = readValues(others.current)
    const was = newer.isOwn ? sent.current : base.current
    const { taken, conflicts } = mergeValues(was, readValues(form.current), theirs)
    for (const [name, value] of taken) writeValue(form.current, name, value)
    base.current = theirs
    setVersion(newer.stored.version)
    // After the form's own save there are no conflicts. If the staff member typed during the save, the typed text stays
    // in its field.
    setConflicts(newer.isOwn ? null : conflicts)
    // If the staff member has not decided on a draft, the form still offers the draft after a save.
    if (newer.isOwn && draft) setDraft(withVersion(draftKey, draft, String(newer.stored.version)))
    setNewer(null)
    setChanged(changedNames(theirs, readValues(form.current)))
  }, [newer, draft, draftKey])

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && !isSending.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isChanged])

  function restore(draft: Draft) {
    if (!form.current) return
    for (const [name, value] of draft.values) writeValue(form.current, name, value)
    decide()
  }

  /** Stops offering the earlier draft. The current input becomes the new draft. */
  function decide() {
    setDraft(null)
    compare(false)
  }

  function discard() {
    if (draft) dropNewInput(draftKey)
    else dropDraft(draftKey)
    setVersion(stored.version)
    setFilled(({ key }) => ({ stored, key: key + 1 }))
  }

  const stale = result?.errors?.find(({ code }) => code === 'staff.stale')
  const errors = result?.errors?.filter((error) => error !== stale)
  return (
    <>
      {draft && (
        <div className="alert alert-note">
          <p>{t('form.draft', { date: when(new Date(draft.at).toISOString()) })}</p>
          <div className="row">
            <button type="button" className="button button-quiet" onClick={() => restore(draft)}>
              {t('form.restore')}
            </button>
            <button type="button" className="button button-quiet" onClick={decide}>
              {t('form.drop')}
            </button>
          </div>
        </div>
      )}
      {conflicts && (
        <Conflicts
          conflicts={conflicts}
          stale={stale}
          form={form.current}
          onChoose={(name, value) => {
            if (form.current) writeValue(form.current, name, value)
            compare(draft !== null)
          }}
        />
      )}
      <Form
        method="post"
        className="stack"
        ref={form}
        key={filled.key}
        onInput={() => compare(draft !== null)}
        onSubmit={({ currentTarget }) => {
          isSending.current = true
          sent.current = readValues(currentTarget)
        }}
        {...(encType && { encType })}
      >
        <ErrorSummary errors={errors} title={t('office.check_form')} labels={labels} />
        <input type="hidden" name="version" value={version} />
        {children(filled.stored, errors)}
        <div className={`save-bar ${isChanged || result?.done !== undefined ? 'save-bar-on' : ''}`}>
          <p role="status">
            {isChanged &&
              form.current &&
              t('form.changes', {
                names: namesIn(form.current, changed, { comma: t('form.comma'), more: t('form.and_more') }),
              })}
          </p>
          {!isChanged && result?.done !== undefined && (
            <Done>
              {t('office.saved')} {savedAt && timeOf(savedAt, locale)}
            </Done>
          )}
          <div className="row">
            {isChanged && (
              <button type="button" className="button button-quiet" onClick={discard}>
                {t('form.discard')}
              </button>
            )}
            <SendButton intent="save">{t('office.save')}</SendButton>
          </div>
        </div>
      </Form>
      {newer && (
        <form ref={others} hidden>
          {children(newer.stored, undefined)}
        </form>
      )}
      <LeaveDialog blocker={blocker} />
    </>
  )
}

/** The labels of the changed fields, at most three. */
function namesIn(form: HTMLFormElement, changed: string[], words: { comma: string; more: string }): string {
  const names = [...new Set(changed.map((name) => labelOf(form, name)))]
  return names.slice(0, 3).join(words.comma) + (names.length > 3 ? words.more : '')
}
