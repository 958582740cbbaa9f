import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { Done } from '#ui/done.tsx'
import { ErrorSummary } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import type { FormResult } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { LeaveGuard } from './leave-dialog.tsx'
import { useFormTexts } from './texts.ts'
import { useVersionedRecord } from './use-versioned-record.ts'

interface VersionedFormProps<Stored> {
  stored: Stored
  part: (stored: Stored) => unknown
  result: FormResult | undefined
  labels: Record<string, string>
  children: (stored: Stored, errors: ErrorItem[] | undefined) => ReactNode
}

/**
 * A form for a part of the shop's settings. Staff can add and remove its fields, so the form cannot merge two staff
 * members' changes field by field. If another staff member changes this part, the form keeps unsaved input and offers
 * to replace it with the stored record. The form also keeps the input if the server rejects the save.
 */
export function VersionedForm<Stored extends { version: number }>({
  stored,
  part,
  result,
  labels,
  children,
}: VersionedFormProps<Stored>) {
  const { t } = useFormTexts()
  const [changedKey, setChangedKey] = useState<number | null>(null)
  const record = useVersionedRecord(stored, { part, isChanged: changedKey !== null, result })
  const isChanged = changedKey === record.key
  if (changedKey !== null && !isChanged) setChangedKey(null)
  const errors = result?.errors
  // Some pages create a new `result` at each render. `actionResult` changes only when the action returns, so that the
  // error summary does not take the focus at each render.
  const actionResult = useFormResult()
  const change = () => setChangedKey(record.key)
  const form = useRef<HTMLFormElement>(null)
  const isFirst = useRef(true)
  // When `record.key` changes, React replaces the fields, so a focused field loses the focus. The save button gets it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per filling
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else if (document.activeElement === document.body) {
      form.current?.querySelector<HTMLElement>('button[value=save]')?.focus({ preventScroll: true })
    }
  }, [record.key])
  return (
    <>
      {record.isStale && <NewerRecord take={record.take} />}
      <Form
        method="post"
        className="stack"
        ref={form}
        key={record.key}
        onInput={change}
        onClick={({ target }) => isTool(target) && change()}
      >
        <ErrorSummary errors={errors} result={actionResult} title={t('office.check_form')} labels={labels} />
        <input type="hidden" name="version" value={record.version} />
        <input type="hidden" name="part" value={JSON.stringify(part(record.filled))} />
        {children(record.filled, errors)}
        <div className="row">
          <SendButton intent="save">{t('office.save')}</SendButton>
          {!isChanged && result?.done !== undefined && <Done>{t('office.saved')}</Done>}
        </div>
      </Form>
      <LeaveGuard isChanged={isChanged} />
    </>
  )
}

/** Whether the click was on a button that changes fields, such as one that removes a picture. */
const isTool = (target: EventTarget) => target instanceof Element && target.closest('button[type=button]') !== null

/** Reports that another staff member changed the record, and offers to replace the input with the stored record. */
export function NewerRecord({ take }: { take: () => void }) {
  const { t } = useFormTexts()
  return (
    <div className="alert" role="alert">
      <p>{t('form.newer')}</p>
      <button type="button" className="button button-quiet" onClick={take}>
        {t('form.take')}
      </button>
    </div>
  )
}
