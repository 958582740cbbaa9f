import { Form, Link, useLoaderData } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { ConfirmedTransfer, ExpectedPayment, OwedRefund } from '#contract/office/expected.ts'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { hasRight, useFrame } from '../core/me.ts'
import { readAmount } from '../forms/amount.ts'
import { Empty, Page } from '../frame/page.tsx'
import { useCaseTexts } from './texts.ts'

/**
 * Loads the e-transfers that staff must confirm and the refunds that staff must send. The search query filters both
 * lists.
 */
export async function loader({ request }: { request: Request }) {
  const query = new URL(request.url).searchParams.get('query') ?? ''
  return { query, ...(await api.staff.expectedPayments({ query })) }
}

/** Confirms an e-transfer or a sent refund. */
export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const reference = textOf(form, 'reference')
  if (textOf(form, 'intent').startsWith('sent'))
    return { kind: 'sent' as const, ...(await attempt(api.staff.confirmRefund({ reference }))) }
  const amountField = form.get('amount')
  const amount = amountField === null ? Number(textOf(form, 'expected')) : readAmount(textOf(form, 'amount'), 'CAD')
  if (!amount) return { kind: 'wrong' as const, reference }
  return { kind: 'received' as const, ...(await attempt(api.staff.confirmTransfer({ reference, amount }))) }
}

/** `/office/expected`: e-transfers that staff confirm, and refunds that staff must send with their bank. */
export function Component() {
  const { t } = useCaseTexts()
  const { query, payments, refunds } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const isEmpty = payments.length === 0 && refunds.length === 0
  return (
    <Page title={t('expected.title')} action={<Link to="/">{t('office.today')}</Link>}>
      {result && 'errors' in result && (
        <ErrorSummary errors={result.errors} title={t('office.check_form')} labels={{}} />
      )}
      <Confirmed result={result} />
      {(!isEmpty || query) && (
        <Form className="search-row" role="search">
          <Field
            name="query"
            type="search"
            label={t('expected.search')}
            defaultValue={query}
            key={query}
            required={false}
          />
          <button type="submit" className="button button-quiet">
            {t('expected.search_button')}
          </button>
        </Form>
      )}
      {isEmpty && query && (
        <Empty title={t('expected.none_found', { query })}>
          <Link to="/expected">{t('expected.clear')}</Link>
        </Empty>
      )}
      {isEmpty && !query && <Empty title={t('expected.none')}>{t('expected.none_help')}</Empty>}
      {payments.length > 0 && <h2>{t('expected.transfers')}</h2>}
      {payments.map((payment) => (
        <Transfer
          key={payment.reference}
          payment={payment}
          isWrong={result?.kind === 'wrong' && result.reference === payment.reference}
        />
      ))}
      {refunds.length > 0 && <h2>{t('expected.refunds')}</h2>}
      {refunds.map((refund) => (
        <Owed key={refund.reference} refund={refund} />
      ))}
    </Page>
  )
}

/**
 * Shows the result after staff confirmed a transfer or a sent refund. If a transfer's amount is wrong or its deadline
 * has passed, staff must decide about the money on the page `/office/payments`.
 */
function Confirmed({ result }: { result: ReturnType<typeof useFormResult<typeof action>> }) {
  const { t } = useCaseTexts()
  if (result?.kind === 'sent' && result.done)
    return (
      <p className="alert alert-calm" role="status">
        {t('expected.noted')}
      </p>
    )
  if (result?.kind !== 'received' || !result.done) return null
  const { state, isNew }: ConfirmedTransfer = result.done
  if (!isNew) return <p className="alert alert-note">{t('expected.before')}</p>
  if (state === 'paid')
    return (
      <p className="alert alert-calm" role="status">
        {t('expected.paid')}
      </p>
    )
  return (
    <p className="alert alert-note">
      {t('expected.to_decide')} <Link to="/payments">{t('expected.decide')}</Link>
    </p>
  )
}

function Transfer({ payment, isWrong }: { payment: ExpectedPayment; isWrong: boolean }) {
  const { me } = useFrame()
  const { t, say, locale, when } = useCaseTexts()
  const { reference, orderId, orderNumber, name, location, amount, since, until, isReleased } = payment
  const sum = formatMoney(amount, locale)
  return (
    <section className="card stack" aria-label={`${orderNumber} ${sum}`}>
      <h3>
        {sum} · <Order id={orderId} number={orderNumber} />
      </h3>
      <dl className="changes">
        <Fact name={t('cases.who')} value={[name, say(location)].join(' · ')} />
        <Fact name={t('cases.since')} value={when(since)} />
        <Fact name={t('expected.until')} value={isReleased ? t('expected.released') : when(until)} />
      </dl>
      {hasRight(me, 'money.settle') && (
        <>
          <Form method="post" className="row">
            <input type="hidden" name="reference" value={reference} />
            <input type="hidden" name="expected" value={amount.amount} />
            <SendButton
              intent={`received ${reference}`}
              label={`${t('expected.received', { amount: sum })}: ${orderNumber}`}
            >
              {t('expected.received', { amount: sum })}
            </SendButton>
          </Form>
          <details open={isWrong || undefined}>
            <summary>{t('expected.other')}</summary>
            <Form method="post" className="stack">
              <input type="hidden" name="reference" value={reference} />
              <Field
                name="amount"
                label={t('expected.amount', { currency: amount.currency })}
                inputMode="decimal"
                error={isWrong ? t('expected.amount_wrong') : undefined}
              />
              <div className="row">
                <SendButton intent={`other ${reference}`} className="button-quiet">
                  {t('expected.confirm')}
                </SendButton>
              </div>
            </Form>
          </details>
        </>
      )}
    </section>
  )
}

function Owed({ refund }: { refund: OwedRefund }) {
  const { me } = useFrame()
  const { t, say, locale, when } = useCaseTexts()
  const { reference, orderId, orderNumber, name, location, amount, since, email, phone } = refund
  const sum = formatMoney(amount, locale)
  return (
    <section className="card stack" aria-label={`${orderNumber} ${sum}`}>
      <h3>
        {sum} · <Order id={orderId} number={orderNumber} />
      </h3>
      <dl className="changes">
        <Fact name={t('cases.who')} value={[name, say(location)].join(' · ')} />
        <Fact name={t('expected.send_to')} value={[email, phone].filter(Boolean).join(' · ')} />
        <Fact name={t('cases.since')} value={when(since)} />
      </dl>
      {hasRight(me, 'money.settle') && (
        <Form method="post" className="row">
          <input type="hidden" name="reference" value={reference} />
          <SendButton intent={`sent ${reference}`} label={`${t('expected.sent', { amount: sum })}: ${orderNumber}`}>
            {t('expected.sent', { amount: sum })}
          </SendButton>
        </Form>
      )}
    </section>
  )
}

function Order({ id, number }: { id: string; number: string }) {
  const { me } = useFrame()
  return hasRight(me, 'orders.see') ? <Link to={`/orders/${id}`}>{number}</Link> : number
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
