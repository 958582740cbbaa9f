import { useRef } from 'react'
import type { ErrorItem } from '#contract/errors.ts'
import { languages } from '#contract/languages.ts'
import type { StoreDetail } from '#contract/office/stores.ts'
import { Field } from '#ui/field.tsx'
import { textOf } from '../core/attempt.ts'
import { useShopTexts } from './texts.ts'
import { dayText, readDay } from './week.ts'

type Week = StoreDetail['week']

/** Weekdays in the order of the form, Monday first. */
const weekdays = [1, 2, 3, 4, 5, 6, 0]

/** The opening hours of each weekday as text, in fields `hours0` (Sunday) to `hours6`. */
export function WeekFields({ week, errors }: { week: Week; errors: ErrorItem[] | undefined }) {
  const { t, locale } = useShopTexts()
  const box = useRef<HTMLDivElement>(null)

  /** Copies Monday's hours to all other days. Sends an `input` event, so that the form notices the change. */
  function copyMonday() {
    const [monday, ...others] = box.current?.querySelectorAll('input') ?? []
    for (const field of others) field.value = monday?.value ?? ''
    monday?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <>
      <p className="soft">{t('store.hours_hint')}</p>
      <div className="pair" ref={box}>
        {weekdays.map((weekday) => (
          <Field
            key={weekday}
            name={`hours${weekday}`}
            label={languages[locale].weekdays[weekday] ?? ''}
            defaultValue={dayText(week[weekday] ?? [])}
            required={false}
            maxLength={100}
            errors={errors}
          />
        ))}
      </div>
      <button type="button" className="button button-quiet" onClick={copyMonday}>
        {t('store.same_every_day', { day: languages[locale].weekdays[1] })}
      </button>
    </>
  )
}

/** Parses the fields of a week. If any are invalid, returns the weekday of the first invalid field; Sunday is 0. */
export function readWeek(form: FormData): Week | number {
  const week = [0, 1, 2, 3, 4, 5, 6].map((weekday) => readDay(textOf(form, `hours${weekday}`)))
  const wrongIndex = week.indexOf(null)
  return wrongIndex >= 0 ? wrongIndex : week.map((openings) => openings ?? [])
}

/**
 * Returns the error for the field of this weekday. Returns null if `weekday` is undefined, because all fields are then
 * valid.
 */
export function useWrongDay(weekday: number | undefined): ErrorItem | null {
  const { t, locale } = useShopTexts()
  if (weekday === undefined) return null
  const day = languages[locale].weekdays[weekday] ?? ''
  return { code: 'input.invalid', field: `hours${weekday}`, message: t('store.hours_wrong', { day }) }
}
