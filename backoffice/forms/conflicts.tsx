import { useEffect, useRef } from 'react'
import type { ErrorItem } from '#contract/errors.ts'
import type { Conflict } from './form-values.ts'
import { labelOf, shownValue } from './form-values.ts'
import { useFormTexts } from './texts.ts'

interface ConflictsProps {
  conflicts: Conflict[]
  /** The error of the rejected save. Its details contain who changed the record, and when. */
  stale: ErrorItem | undefined
  form: HTMLFormElement | null
  onChoose: (name: string, value: string) => void
}

/** Shows who else changed the record. For each field that both changed, the staff member chooses a value. */
export function Conflicts({ conflicts, stale, form, onChoose }: ConflictsProps) {
  const { t, when } = useFormTexts()
  const { by, at } = stale?.details ?? {}
  const box = useRef<HTMLElement>(null)
  // Moves the focus here, because the staff member pressed Save at the end of a long page.
  useEffect(() => box.current?.focus(), [])
  const who = typeof by === 'string' && by !== '' ? by : t('form.somebody')
  return (
    <section className="card" role="alert" tabIndex={-1} ref={box}>
      <h2>
        {typeof at === 'string' ? t('form.changed_by_at', { who, time: when(at) }) : t('form.changed_by', { who })}
      </h2>
      <p>{t(conflicts.length > 0 ? 'form.conflicts' : 'form.merged')}</p>
      {conflicts.map(({ name, was, mine, theirs }) => {
        const show = (value: string) => (form && shownValue(form, name, value)) || t('form.empty')
        return (
          <fieldset key={name} className="stack conflict">
            <legend>{form ? labelOf(form, name) : name}</legend>
            <p className="soft">{t('form.was', { value: show(was) })}</p>
            <label className="conflict-side">
              <input type="radio" name={`conflict-${name}`} defaultChecked onChange={() => onChoose(name, mine)} />
              <span>{t('form.mine', { value: show(mine) })}</span>
            </label>
            <label className="conflict-side">
              <input type="radio" name={`conflict-${name}`} onChange={() => onChoose(name, theirs)} />
              <span>{t('form.theirs', { value: show(theirs) })}</span>
            </label>
          </fieldset>
        )
      })}
    </section>
  )
}
