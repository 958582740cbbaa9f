import type { LoaderFunctionArgs } from 'react-router'
import { data, Form, Link, useLoaderData } from 'react-router'
import { moreBase } from '#contract/constants.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { toDecimal } from '#contract/money.ts'
import type { PaymentProvider, ProviderTest } from '#contract/office/payments.ts'
import { paymentPlaces } from '#contract/payment-methods.ts'
import { Check } from '#ui/check.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { api } from '../core/api.ts'
import type { FormResult } from '../core/attempt.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { readAmount } from '../forms/amount.ts'
import { EditForm } from '../forms/edit-form.tsx'
import { Card, Page } from '../frame/page.tsx'
import { hintOf, nameOf } from './payments.tsx'
import type { PaymentText } from './texts.ts'
import { usePaymentTexts } from './texts.ts'

/** Loads one provider, and the currency of its limits. */
export async function loader({ params }: LoaderFunctionArgs) {
  const [{ providers }, { baseCurrency }] = await Promise.all([api.staff.paymentSetup(), api.staff.exchangeRates()])
  const provider = providers.find(({ provider }) => provider === params.provider)
  if (!provider) throw data(null, { status: 404 })
  return { provider, currency: baseCurrency }
}

interface Result extends FormResult {
  trial?: ProviderTest
  /** The names of the invalid fields: `least` or `most` for an amount, `places` if no place is ticked. */
  wrong?: string[]
}

/** Saves the provider, or tests it. If the server rejects a change, the page keeps the input. */
export async function action({ request, params }: LoaderFunctionArgs): Promise<Result> {
  const form = await request.formData()
  const provider = params.provider ?? ''
  if (textOf(form, 'intent') === 'try') {
    const { done, errors } = await attempt(api.staff.tryPaymentProvider({ provider }))
    return done ? { trial: done } : { errors: errors ?? [] }
  }
  const bound = (name: string) => {
    const text = textOf(form, name).trim()
    return text === '' ? null : readAmount(text, textOf(form, 'currency'))
  }
  const invalidFields = ['least', 'most'].filter((name) => textOf(form, name).trim() !== '' && !bound(name))
  const places = paymentPlaces.filter((place) => form.has(`place_${place}`))
  if (places.length === 0) invalidFields.push('places')
  if (invalidFields.length > 0) return { wrong: invalidFields }
  const keys = [...form].flatMap(([name, value]) =>
    name.startsWith('key_') && typeof value === 'string' ? [[name.slice(4), value] as const] : [],
  )
  return attempt(
    api.staff.writePaymentProvider({
      provider,
      version: Number(textOf(form, 'version')),
      isOn: form.has('isOn'),
      mode: textOf(form, 'mode') === 'test' ? 'test' : 'live',
      keys: Object.fromEntries(keys),
      // Null means all places. So a provider that offers only one place always gets null.
      places: places.length === Number(textOf(form, 'allPlaces')) ? null : places,
      least: bound('least'),
      most: bound('most'),
    }),
  )
}

/** `/office/payment/:provider`: the account, the mode and the limits of a payment provider. */
export function Component() {
  const { t } = usePaymentTexts()
  const { provider, currency } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const wrong = (result?.wrong ?? []).map((field) => ({
    code: 'input.invalid' as const,
    field,
    message: t(field === 'places' ? 'provider.no_place' : 'provider.amount_wrong'),
  }))
  const errors = wrong.length > 0 ? wrong : undefined
  const name = provider.provider
  return (
    <Page title={t(nameOf(name))} intro={t(hintOf(name))} action={<Link to="/payment">{t('payment.back')}</Link>}>
      <EditForm stored={provider} result={errors ? { errors } : result} labels={labelsOf(t, provider)}>
        {(provider, errors) => (
          <>
            <input type="hidden" name="currency" value={currency} />
            <input type="hidden" name="allPlaces" value={provider.allPlaces.length} />
            <Account provider={provider} errors={errors} />
            <Limits provider={provider} currency={currency} errors={errors} />
          </>
        )}
      </EditForm>
      {provider.isComplete && provider.provider !== withoutApi && <Trial trial={result?.trial} />}
    </Page>
  )
}

/** For e-transfers, the shop calls no provider. So the account for e-transfers has no secrets and nothing to test. */
const withoutApi = 'etransfer'

type Translate = ReturnType<typeof usePaymentTexts>['t']
interface PartProps {
  provider: PaymentProvider
  errors: ErrorItem[] | undefined
}

// The cast is safe, because a test ensures that each key has a text.
const keyName = (name: string) => `key.${name}` as PaymentText

const labelsOf = (t: Translate, { keys }: PaymentProvider) => ({
  least: t('provider.least'),
  most: t('provider.most'),
  places: t('provider.places'),
  ...Object.fromEntries(keys.map(({ name }) => [name, t(keyName(name))])),
})

function Account({ provider: { provider, isOn, mode, modes, isSetByServer, keys }, errors }: PartProps) {
  const { t } = usePaymentTexts()
  const isSimulator = provider === 'simulator'
  return (
    <Card title={t('provider.keys')}>
      <Check name="isOn" label={t('provider.is_on')} defaultChecked={isOn} />
      {isSetByServer && !isSimulator && <p className="soft">{t('payment.by_server')}</p>}
      {modes.length > 1 && !isSetByServer ? (
        <Select
          name="mode"
          label={t('provider.mode')}
          defaultValue={mode}
          options={modes.map((value) => ({ value, label: t(`provider.${value}`) }))}
        />
      ) : (
        <input type="hidden" name="mode" value={mode} />
      )}
      {provider === 'stripe' && !isSetByServer && <StripeAccount mode={mode} isSet={keys.some(({ isSet }) => isSet)} />}
      {keys.length > 0 && provider !== withoutApi && <p className="soft">{t('provider.keys_hint')}</p>}
      {keys.map((key) => (
        <Key key={key.name} of={key} errors={errors} />
      ))}
    </Card>
  )
}

/** The events that the shop receives from Stripe. */
const stripeEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'refund.updated',
  'refund.failed',
]

/** Shows the mode, which depends on the secret key, and the webhook that the owner adds in Stripe's dashboard. */
function StripeAccount({ mode, isSet }: Pick<PaymentProvider, 'mode'> & { isSet: boolean }) {
  const { t } = usePaymentTexts()
  const url = `${window.location.origin}${moreBase}/payments/stripe/notification`
  return (
    <>
      {isSet && (
        <p>
          {t('provider.mode')}: <strong>{t(`provider.${mode}`)}</strong>
        </p>
      )}
      <p className="soft">{t('provider.mode_of_key')}</p>
      <p className="soft">{t('provider.webhook')}</p>
      <p className="code-line">{url}</p>
      <p className="code-line">{stripeEvents.join(', ')}</p>
    </>
  )
}

function Key({
  of: { name, isSecret, isLong, isSet, value },
  errors,
}: { of: PaymentProvider['keys'][number] } & Pick<PartProps, 'errors'>) {
  const { t } = usePaymentTexts()
  const props = {
    name: `key_${name}`,
    label: t(keyName(name)),
    defaultValue: value,
    required: false,
    maxLength: 8000,
    autoComplete: 'off',
    spellCheck: false,
    ...(isSecret && isSet && { hint: t('provider.set') }),
    error: errors?.find(({ field }) => field === name)?.message,
    ...(isSecret && { 'data-secret': '' }),
  }
  if (isLong) return <TextArea {...props} rows={4} />
  return <Field {...props} type={isSecret ? 'password' : 'text'} />
}

function Limits({ provider: { allPlaces, places, least, most }, currency, errors }: PartProps & { currency: string }) {
  const { t } = usePaymentTexts()
  const decimal = (amount: number | null) => (amount === null ? '' : toDecimal({ amount, currency }))
  const amount = { inputMode: 'decimal', isOptional: true, maxLength: 12, errors } as const
  return (
    <Card title={t('provider.limits')}>
      <fieldset className="stack">
        <legend>{t('provider.places')}</legend>
        {allPlaces.map((place) => (
          <Check
            key={place}
            name={`place_${place}`}
            label={t(`place.${place}`)}
            defaultChecked={!places || places.includes(place)}
          />
        ))}
      </fieldset>
      <div className="pair">
        <Field {...amount} name="least" label={`${t('provider.least')} (${currency})`} defaultValue={decimal(least)} />
        <Field {...amount} name="most" label={`${t('provider.most')} (${currency})`} defaultValue={decimal(most)} />
      </div>
    </Card>
  )
}

/** A form that tests the saved account. */
function Trial({ trial }: { trial: ProviderTest | undefined }) {
  const { t } = usePaymentTexts()
  return (
    <Card title={t('provider.try')}>
      <p className="soft">{t('provider.try_hint')}</p>
      <Form method="post" className="row">
        <SendButton intent="try" className="button-quiet">
          {t('provider.try')}
        </SendButton>
      </Form>
      {trial && (
        <p className={trial.outcome === 'works' ? 'state state-good' : 'alert'} role="status">
          {t(`provider.${trial.outcome}`, { answer: trial.answer })}
        </p>
      )}
    </Card>
  )
}
