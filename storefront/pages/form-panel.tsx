import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Link, useFetcher } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { findFaults } from '#contract/form-rules.ts'
import type { Form } from '#contract/forms.ts'
import { useShop } from '#storefront/core/shop.ts'
import { ErrorSummary } from '#ui/field.tsx'
import { FormInput } from './form-input.tsx'
import './form.css'

/** The result of a submission: a reference number, or the errors. */
export interface FormOutcome {
  reference?: string
  errors?: ErrorItem[]
  values?: Record<string, string>
  /** The form's ticket for the next attempt. The server accepts a submission only with a valid ticket. */
  ticket?: string
}

interface FormPanelProps {
  form: Form & { ticket: string }
  /** The result of the submission, if it was sent without JavaScript. */
  outcome?: FormOutcome | undefined
}

/**
 * A form, submitted without leaving the page. The browser validates the fields before the request, and the server
 * validates them again.
 */
export function FormPanel({ form, outcome }: FormPanelProps) {
  const { t, count, say } = useShop()
  const fetcher = useFetcher<FormOutcome>()
  const { reference, errors: serverErrors, values = {}, ticket = form.ticket } = fetcher.data ?? outcome ?? {}
  const { summary, errors, validate, revalidate } = useFormErrors(form, serverErrors)
  if (reference) return <Thanks form={form} reference={reference} />
  const isBusy = fetcher.state !== 'idle'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (isBusy || !validate(event.currentTarget)) event.preventDefault()
  }
  return (
    <fetcher.Form
      method="post"
      action={`/forms/${encodeURIComponent(form.name)}`}
      className="shop-form"
      noValidate
      onSubmit={submit}
      onBlur={({ currentTarget }) => revalidate(currentTarget)}
    >
      <ErrorSummary
        errors={summary}
        title={count('forms.errors_title', summary?.length ?? 0)}
        labels={Object.fromEntries(form.fields.map(({ name, label }) => [name, say(label)]))}
      />
      <input type="hidden" name="ticket" value={ticket} />
      {form.fields.map((field) => (
        <FormInput key={field.name} field={field} value={values[field.name]} errors={errors} />
      ))}
      <div className="form-trap" aria-hidden="true">
        <label>
          {t('forms.website')}
          <input name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
        </label>
      </div>
      <button type="submit" className="button" aria-disabled={isBusy || undefined}>
        {isBusy ? t('forms.sending') : say(form.submit)}
      </button>
      <p className="field-hint">
        <Link className="link" to="/privacy">
          {t('forms.privacy')}
        </Link>
      </p>
    </fetcher.Form>
  )
}

/**
 * The errors of a form. `summary` has the errors at the last submission, for the list above the form. `errors` has the
 * current errors, for the fields.
 */
function useFormErrors(form: Form, serverErrors: ErrorItem[] | undefined) {
  const { t } = useShop()
  const [state, setState] = useState<{ from: ErrorItem[] | undefined; summary?: ErrorItem[]; now?: ErrorItem[] }>({
    from: serverErrors,
  })
  // A new server response replaces the errors that the browser found.
  if (state.from !== serverErrors) setState({ from: serverErrors })
  const findErrors = (element: HTMLFormElement): ErrorItem[] => {
    const entries = [...new FormData(element)].map(([name, value]) => [name, String(value)])
    return findFaults(form.fields, Object.fromEntries(entries)).map(({ field, message, limit }) => ({
      code: 'input.invalid',
      field,
      message: t(message, limit === undefined ? {} : { limit }),
    }))
  }
  return {
    summary: state.summary ?? serverErrors,
    errors: state.now ?? serverErrors,
    validate: (element: HTMLFormElement) => {
      const errors = findErrors(element)
      setState({ from: serverErrors, summary: errors, now: errors })
      return errors.length === 0
    },
    revalidate: (element: HTMLFormElement) => {
      if (state.summary ?? serverErrors) setState({ ...state, now: findErrors(element) })
    },
  }
}

function Thanks({ form, reference }: { form: Form; reference: string }) {
  const { t, say, langOf } = useShop()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div className="form-thanks" role="status" tabIndex={-1} ref={panel}>
      <h2>{t('forms.sent')}</h2>
      <p lang={langOf(form.thanks)}>{say(form.thanks)}</p>
      <p>{t('forms.reference', { reference })}</p>
    </div>
  )
}
