import { data } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { orKeepForm } from '#storefront/core/kept-form.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import type { Route } from './+types/form'
import type { FormOutcome } from './form-panel.tsx'
import { FormPanel } from './form-panel.tsx'
import './page.css'
import './content-page.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ say }) => ({ title: say(args.loaderData?.title), description: say(args.loaderData?.text) }))

const load = (api: Client, { params }: Page) => api.content.form({ name: params.name ?? '' })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** Submits the form. If the server rejects it, returns the errors and a ticket for the next attempt. */
const handleForm = async (
  api: Client,
  { request, params }: Page,
): Promise<FormOutcome | ReturnType<typeof rejected>> => {
  const name = params.name ?? ''
  const formData = await request.formData()
  const {
    ticket = '',
    website = '',
    ...values
  } = Object.fromEntries([...formData].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  const result = await attempt(api.content.submitForm({ form: name, ticket, values, website }))
  if (!isRefusal(result)) return { reference: result.reference }
  // The API may report a field as `values.<name>`. The names of the form's fields do not have this prefix.
  const errors = result.errors.map((error) => ({ ...error, field: error.field?.replace(/^values\./, '') ?? '' }))
  const isTicketExpired = errors.some(({ code }) => code === 'forms.ticket')
  return rejected({ errors, values, ticket: isTicketExpired ? (await api.content.form({ name })).ticket : ticket })
}
const rejected = (outcome: FormOutcome) => data(outcome, { status: 422 })
export const action = onServer(handleForm)
export const clientAction = inBrowser(
  orKeepForm(handleForm, (errors, form) => {
    const outcome: FormOutcome = { errors, ticket: String(form.get('ticket') ?? '') }
    return data(outcome, { status: 503 })
  }),
)

/** A page with a single form, for links and for embedded forms without JavaScript. */
export default function FormPage({ loaderData: form, actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { say, langOf } = useShop()
  return (
    <div className="content-page running">
      <h1 className="wrap" lang={langOf(form.title)}>
        {say(form.title)}
      </h1>
      {!actionData?.reference && say(form.text) && (
        <p className="wrap words" lang={langOf(form.text)}>
          {say(form.text)}
        </p>
      )}
      <div className="wrap">
        <FormPanel form={form} outcome={actionData} />
      </div>
    </div>
  )
}
