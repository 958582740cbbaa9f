import { Form, Link, useLoaderData } from 'react-router'
import type { PaymentProvider } from '#contract/office/payments.ts'
import { Icon } from '#ui/icon.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { Card, Page } from '../frame/page.tsx'
import type { PaymentText } from './texts.ts'
import { usePaymentTexts } from './texts.ts'

/** Loads the payment methods. */
export const loader = () => api.staff.paymentSetup()

/** Enables or disables payment at the store or on delivery, or moves a provider up or down. */
export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const [intent = '', name = ''] = textOf(form, 'intent').split(' ')
  if (intent === 'store' || intent === 'delivery')
    return attempt(api.staff.writePayAtStore({ isOn: name === 'on', place: intent }))
  const { providers } = await api.staff.paymentSetup()
  const order = providers.map(({ provider }) => provider)
  const index = order.indexOf(name)
  const other = intent === 'up' ? index - 1 : index + 1
  order[index] = order[other] ?? name
  order[other] = name
  return attempt(api.staff.sortPaymentProviders({ providers: order.slice(0, providers.length) }))
}

/** `/office/payment`: payment at the store and on delivery, and the payment providers. */
export function Component() {
  const { t } = usePaymentTexts()
  const { providers, payAtStore, payOnDelivery, canSimulate } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const canPay = payAtStore || payOnDelivery || providers.some(({ isOn }) => isOn)
  return (
    <Page title={t('payment.title')} intro={t('payment.intro')} action={<Link to="/shop">{t('office.shop')}</Link>}>
      {result?.errors?.map(({ code, message }) => (
        <p key={code} className="alert" role="alert">
          {message}
        </p>
      ))}
      {!canPay && <p className="alert">{t('payment.none')}</p>}
      <Card title={t('payment.later')}>
        <ul className="rows">
          <PayLater place="store" name={t('payment.at_store')} hint={t('payment.at_store_hint')} isOn={payAtStore} />
          <PayLater
            place="delivery"
            name={t('payment.on_delivery')}
            hint={t('payment.on_delivery_hint')}
            isOn={payOnDelivery}
          />
        </ul>
      </Card>
      <Card title={t('payment.online')}>
        <ul className="rows">
          {providers.map((provider, index) => (
            <Provider
              key={provider.provider}
              provider={provider}
              isFirst={index === 0}
              isLast={index === providers.length - 1}
            />
          ))}
        </ul>
        {!canSimulate && <p className="soft">{t('payment.no_simulator')}</p>}
      </Card>
    </Page>
  )
}

interface PayLaterProps {
  place: 'store' | 'delivery'
  name: string
  hint: string
  isOn: boolean
}

/**
 * A row for payment at the store or on delivery. Shows whether shoppers can pay this way, and has a button to switch it
 * on or off.
 */
function PayLater({ place, name, hint, isOn }: PayLaterProps) {
  const { t } = usePaymentTexts()
  const action = t(isOn ? 'payment.switch_off' : 'payment.switch_on')
  return (
    <li>
      <Form method="post" className="row-item">
        <div>
          <strong>{name}</strong>
          <p className="soft">{hint}</p>
          <State isOn={isOn} />
        </div>
        <SendButton
          intent={`${place} ${isOn ? 'off' : 'on'}`}
          className={isOn ? 'button-quiet' : ''}
          label={`${action}: ${name}`}
        >
          {action}
        </SendButton>
      </Form>
    </li>
  )
}

function Provider({ provider, isFirst, isLast }: { provider: PaymentProvider; isFirst: boolean; isLast: boolean }) {
  const { t } = usePaymentTexts()
  const name = t(nameOf(provider.provider))
  return (
    <li className="row-item">
      <div>
        <strong>{name}</strong>
        <p className="soft">{t(hintOf(provider.provider))}</p>
        <State isOn={provider.isOn} isTest={provider.mode === 'test' || provider.provider === 'simulator'} />
      </div>
      <Form method="post" className="row">
        {!isFirst && (
          <SendButton intent={`up ${provider.provider}`} className="button-quiet" label={`${t('payment.up')}: ${name}`}>
            <Icon name="chevron-up" />
          </SendButton>
        )}
        {!isLast && (
          <SendButton
            intent={`down ${provider.provider}`}
            className="button-quiet"
            label={`${t('payment.down')}: ${name}`}
          >
            <Icon name="chevron-down" />
          </SendButton>
        )}
        <Link
          className="button button-quiet"
          to={`/payment/${provider.provider}`}
          aria-label={`${t('office.change')}: ${name}`}
        >
          {t('office.change')}
        </Link>
      </Form>
    </li>
  )
}

function State({ isOn, isTest = false }: { isOn: boolean; isTest?: boolean }) {
  const { t } = usePaymentTexts()
  if (!isOn) return <p className="state soft">{t('payment.off')}</p>
  return (
    <p className={`state ${isTest ? 'state-late' : 'state-good'}`}>
      <Icon name={isTest ? 'alert' : 'check'} />
      {t(isTest ? 'payment.test_on' : 'payment.on')}
    </p>
  )
}

// The casts are safe, because a test ensures that each provider has these texts.
export const nameOf = (provider: string) => `provider.${provider}` as PaymentText
export const hintOf = (provider: string) => `provider.${provider}_hint` as PaymentText
