import type { ReactNode } from 'react'
import { useRef } from 'react'
import { Form, useBlocker } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { Done } from '#ui/done.tsx'
import { ErrorSummary } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import type { FormResult } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { timeOf } from '../core/texts.tsx'
import { Conflicts } from './conflicts.tsx'
import type { Draft } from './draft.ts'
import { labelOf, rowLabels } from './form-values.ts'
import { LeaveDialog, useUnloadWarning } from './leave-dialog.tsx'
import { useFormTexts } from './texts.ts'
import { useEditedRecord } from './use-edited-record.ts'
import './forms.css'

interface EditFormProps<Stored> {
  stored: Stored
  /** The result of the page's action. `done` is set after a save. */
  result: FormResult | undefined
  /** The labels of the fields in the list of errors, by field name. Values in lists have their labels in `useRows`. */
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
export function EditForm<Stored extends { version: number | string; unversioned?: string }>({
  stored,
  result,
  labels = {},
  encType,
  children,
}: EditFormProps<Stored>) {
  const { t } = useFormTexts()
  const form = useRef<HTMLFormElement>(null)
  const record = useEditedRecord(form, { stored, result })
  const { filled, input, isSending, newerRecord, conflicts } = record
  const { offeredDraft } = input
  const hasUnsavedInput = input.names.length > 0
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedInput && !isSending.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useUnloadWarning(hasUnsavedInput)
  const stale = result?.errors?.find(({ code }) => code === 'staff.stale')
  const errors = result?.errors?.filter((error) => error !== stale)
  // Some pages create a new `result` at each render. `actionResult` changes only when the action returns, so that the
  // error summary does not take the focus at each render.
  const actionResult = useFormResult()
  return (
    <>
      {offeredDraft && (
        <DraftOffer
          draft={offeredDraft}
          restore={() => input.restoreDraft(offeredDraft)}
          decline={input.declineDraft}
        />
      )}
      {conflicts && <Conflicts conflicts={conflicts} stale={stale} form={form.current} onChoose={record.chooseValue} />}
      <Form
        method="post"
        className="stack"
        ref={form}
        key={filled.key}
        onInput={input.handleInput}
        onSubmit={record.handleSubmit}
        {...(encType && { encType })}
      >
        <ErrorSummary
          errors={errors}
          result={actionResult}
          title={t('office.check_form')}
          labels={{ ...labels, ...rowLabels(form.current, errors) }}
        />
        <input type="hidden" name="version" value={record.version} />
        {children(filled.stored, errors)}
        <SaveBar
          form={form.current}
          unsavedNames={input.names}
          isSaved={result?.done !== undefined}
          savedAt={record.savedAt}
          discard={record.discard}
        />
      </Form>
      {newerRecord && (
        <form ref={record.newerForm} hidden>
          {children(newerRecord.stored, undefined)}
        </form>
      )}
      <LeaveDialog blocker={blocker} />
    </>
  )
}

interface DraftOfferProps {
  draft: Draft
  restore: () => void
  decline: () => void
}

/** Offers the draft of an earlier visit. */
function DraftOffer({ draft, restore, decline }: DraftOfferProps) {
  const { t, when } = useFormTexts()
  return (
    <div className="alert alert-note">
      <p>{t('form.draft', { date: when(new Date(draft.at).toISOString()) })}</p>
      <div className="row">
        <button type="button" className="button button-quiet" onClick={restore}>
          {t('form.restore')}
        </button>
        <button type="button" className="button button-quiet" onClick={decline}>
          {t('form.drop')}
        </button>
      </div>
    </div>
  )
}

interface SaveBarProps {
  form: HTMLFormElement | null
  unsavedNames: string[]
  /** Whether the last submission was saved. */
  isSaved: boolean
  savedAt: string
  discard: () => void
}

/** Lists the unsaved changes, or shows when the form was saved. Has the buttons to save and to discard. */
function SaveBar({ form, unsavedNames, isSaved, savedAt, discard }: SaveBarProps) {
  const { t, locale } = useFormTexts()
  const hasUnsavedInput = unsavedNames.length > 0
  return (
    <div className={`save-bar ${hasUnsavedInput || isSaved ? 'save-bar-on' : ''}`}>
      <p role="status">
        {hasUnsavedInput &&
          form &&
          t('form.changes', {
            names: labelsOf(form, unsavedNames, { comma: t('form.comma'), more: t('form.and_more') }),
          })}
      </p>
      {!hasUnsavedInput && isSaved && (
        <Done>
          {t('office.saved')} {savedAt && timeOf(savedAt, locale)}
        </Done>
      )}
      <div className="row">
        {hasUnsavedInput && (
          <button type="button" className="button button-quiet" onClick={discard}>
            {t('form.discard')}
          </button>
        )}
        <SendButton intent="save">{t('office.save')}</SendButton>
      </div>
    </div>
  )
}

/** Joins the labels of at most three fields. If there are more labels, adds the text `more`. */
function labelsOf(form: HTMLFormElement, names: string[], words: { comma: string; more: string }): string {
  const labels = [...new Set(names.map((name) => labelOf(form, name)))]
  return labels.slice(0, 3).join(words.comma) + (labels.length > 3 ? words.more : '')
}
