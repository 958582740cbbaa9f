import { useEffect, useRef } from 'react'
import type { ErrorItem } from '#contract/errors.ts'
import type { Conflict } from './form-values.ts'
import { isSwitchNamed, labelOf, shownValue } from './form-values.ts'
import { useFormTexts } from './texts.ts'

interface ConflictsProps {
  conflicts: Conflict[]
  /** The error of the rejected save. Its details contain who changed the record, and when. */
  stale: ErrorItem | undefined
  form: HTMLFormElement | null
  onChoose: (name: string, value: string) => void
}

/**
 * Shows who else changed the record. For each field that both staff members changed, this staff member chooses a value.
 */
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
        const show = (value: string) => {
          if (form && isSwitchNamed(form, name)) return t(value === 'on' ? 'form.yes' : 'form.no')
          return (form && shownValue(form, name, value)) || t('form.empty')
        }
        return (
          <fieldset key={name} className="conflict">
            <legend>{form ? labelOf(form, name) : name}</legend>
            <p className="conflict-side">
              <small>{t('form.was')}</small>
              <span>{show(was)}</span>
            </p>
            <label className="conflict-side">
              <small>
                <input type="radio" name={`conflict-${name}`} defaultChecked onChange={() => onChoose(name, mine)} />
                {t('form.mine')}
              </small>
              <span>{show(mine)}</span>
            </label>
            <label className="conflict-side">
              <small>
                <input type="radio" name={`conflict-${name}`} onChange={() => onChoose(name, theirs)} />
                {t('form.theirs', { who })}
              </small>
              <span>{show(theirs)}</span>
            </label>
          </fieldset>
        )
      })}
    </section>
  )
}
