import type { LoaderFunctionArgs } from 'react-router'
import { data, Form, Link, useLoaderData } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { addDays, toLocal } from '#contract/hours.ts'
import { toLang } from '#contract/languages.ts'
import { Done } from '#ui/done.tsx'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import type { FormResult } from '../core/attempt.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { Card, Empty, Page } from '../frame/page.tsx'
import { dayText, readDay } from '../shop/week.ts'
import { nextHolidays } from './holidays.ts'
import { useDayTexts } from './texts.ts'

const maxPeriodDays = 60

/** Loads the days on which a store has special hours. */
export async function loader({ params }: LoaderFunctionArgs) {
  const [{ stores: hours }, { stores }] = await Promise.all([api.staff.openingHours(), api.staff.stores()])
  const store = stores.find(({ location }) => location === params.location)
  const days = hours.find(({ location }) => location === params.location)?.days
  if (!store || !days) throw data(null, { status: 404 })
  return { store, days, today: toLocal(new Date(), store.timeZone).date }
}

interface Result extends FormResult {
  wrong?: 'hours' | 'until'
}

/** Closes the store on a day, restores the usual hours of a day, or sets the hours of one or more consecutive days. */
export async function action({ request, params }: LoaderFunctionArgs): Promise<Result> {
  const form = await request.formData()
  const location = params.location ?? ''
  const [intent = '', date = ''] = textOf(form, 'intent').split(' ')
  if (intent === 'usual' || intent === 'close') {
    const openings = intent === 'usual' ? null : []
    const { errors } = await attempt(api.staff.writeDay({ location, date, openings }))
    // The list itself shows the change, so no message is needed.
    return { errors }
  }
  const openings = readDay(textOf(form, 'hours'))
  if (!openings) return { wrong: 'hours' }
  const first = textOf(form, 'from')
  const last = textOf(form, 'until') || first
  if (last < first || last > addDays(first, maxPeriodDays)) return { wrong: 'until' }
  let result: Result = {}
  for (let day = first; day <= last; day = addDays(day, 1)) {
    result = await attempt(api.staff.writeDay({ location, date: day, openings }))
    if (result.errors) return result
  }
  return result
}

/** `/office/shop/:location/days`: days on which the store is closed or has special hours. */
export function Component() {
  const { t, say, locale } = useDayTexts()
  const { store, days, today } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const format = new Intl.DateTimeFormat(toLang(locale), { dateStyle: 'full', timeZone: 'UTC' })
  const dateText = (date: string) => format.format(new Date(`${date}T12:00:00Z`))
  const planned = new Set(days.map(({ date }) => date))
  const suggested = nextHolidays(today).filter(({ date }) => !planned.has(date))
  return (
    <Page
      title={t('days.title')}
      intro={t('days.intro', { store: say(store.name) })}
      action={<Link to={`/shop/${store.location}`}>{t('days.back')}</Link>}
    >
      <Card title={t('days.planned')}>
        {days.length === 0 ? (
          <Empty title={t('days.none')}>{t('days.none_help')}</Empty>
        ) : (
          <ul className="rows">
            {days.map(({ date, openings }) => (
              <li key={date} className="row-item">
                <div>
                  <strong>{dateText(date)}</strong>
                  <p className="soft">{openings.length === 0 ? t('days.closed') : dayText(openings)}</p>
                </div>
                <Form method="post">
                  <SendButton
                    intent={`usual ${date}`}
                    className="button-quiet"
                    label={`${t('days.usual')}: ${dateText(date)}`}
                  >
                    {t('days.usual')}
                  </SendButton>
                </Form>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <AddDays result={result} today={today} />
      <Card title={t('days.suggested')}>
        <ul className="rows">
          {suggested.map(({ date, name }) => (
            <li key={date + name} className="row-item">
              <div>
                <strong>{t(`holiday.${name}`)}</strong>
                <p className="soft">{dateText(date)}</p>
              </div>
              <Form method="post">
                <SendButton
                  intent={`close ${date}`}
                  className="button-quiet"
                  label={`${t('days.close')}: ${dateText(date)}`}
                >
                  {t('days.close')}
                </SendButton>
              </Form>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  )
}

function AddDays({ result, today }: { result: Result | undefined; today: string }) {
  const { t } = useDayTexts()
  const wrong: ErrorItem[] | undefined = result?.wrong && [
    {
      code: 'input.invalid',
      field: result.wrong,
      message: t(result.wrong === 'hours' ? 'days.hours_wrong' : 'days.order_wrong'),
    },
  ]
  const errors = wrong ?? result?.errors
  return (
    <Card title={t('days.add')}>
      <Form method="post" className="stack">
        <ErrorSummary errors={errors} result={result} title={t('office.check_form')} labels={{}} />
        <div className="pair">
          <Field data-shortcut="n" name="from" type="date" label={t('days.from')} min={today} errors={errors} />
          <Field
            name="until"
            type="date"
            label={t('days.until')}
            hint={t('days.until_hint')}
            min={today}
            isOptional
            errors={errors}
          />
        </div>
        <Field
          name="hours"
          label={t('days.hours')}
          hint={t('days.hours_hint')}
          maxLength={100}
          required={false}
          errors={errors}
        />
        <div className="row">
          <SendButton intent="add">{t('office.save')}</SendButton>
          {result?.done !== undefined && <Done>{t('office.saved')}</Done>}
        </div>
      </Form>
    </Card>
  )
}
