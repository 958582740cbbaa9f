import { Form, Link, useLoaderData } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { PaymentCase } from '#contract/office/payment-problems.ts'
import { ErrorSummary } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { hasRight, hasRightAt, useFrame } from '../core/me.ts'
import { Empty, Page } from '../frame/page.tsx'
import { useCaseTexts } from './texts.ts'

type Decision = 'refund' | 'honour' | 'dismiss'
/** The decisions that the page offers for each kind of case. */
const decisions: Record<PaymentCase['kind'], Decision[]> = {
  late_paid: ['refund', 'honour', 'dismiss'],
  mismatch: ['refund', 'honour', 'dismiss'],
  unanswered: ['dismiss'],
  discrepancy: ['dismiss'],
  refund_refused: ['refund', 'dismiss'],
  refund_unanswered: ['refund', 'dismiss'],
  // Staff make no decision here. They confirm on the page `/office/expected` that they sent the refund.
  refund_to_send: [],
  unmatched: ['refund', 'dismiss'],
  disputed: ['dismiss'],
  dispute_won: ['dismiss'],
  dispute_lost: ['dismiss'],
}
const isFailedRefund = (kind: PaymentCase['kind']) => kind === 'refund_refused' || kind === 'refund_unanswered'

/** Loads payments and refunds that need a decision. */
export const loader = () => api.staff.stuck()

/** Makes a decision about a payment or refund. */
export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const [intent = ''] = textOf(form, 'intent').split(' ')
  const decision = decisions.late_paid.find((one) => one === intent)
  if (!decision) throw new Error(`there is no decision ${intent}`)
  return attempt(api.staff.review({ reference: textOf(form, 'reference'), decision }))
}

/** `/office/payments`: payments and refunds that need a decision, with all known facts about them. */
export function Component() {
  const { me } = useFrame()
  const { t } = useCaseTexts()
  const { stuck } = useLoaderData<typeof loader>()
  const errors = useFormResult<typeof action>()?.errors
  const canDecide = hasRight(me, 'money.settle')
  return (
    <Page
      title={t('cases.title')}
      {...(!canDecide && { intro: t('cases.only_managers') })}
      action={<Link to="/">{t('office.today')}</Link>}
    >
      <ErrorSummary errors={errors} title={t('office.check_form')} labels={{}} />
      {stuck.length === 0 && <Empty title={t('cases.none')}>{t('cases.none_help')}</Empty>}
      {stuck.map((payment) => (
        <Case key={payment.reference} payment={payment} />
      ))}
    </Page>
  )
}

function Case({ payment }: { payment: PaymentCase }) {
  const { me } = useFrame()
  const { t, locale, when } = useCaseTexts()
  const { reference, orderId, location, kind, provider, amount, currency, since, answer } = payment
  const money = amount !== null && currency ? formatMoney({ amount, currency }, locale) : t('cases.no_amount')
  const facts: [string, string][] = [
    [t('cases.reference'), `${provider} ${reference}`],
    [t('cases.since'), when(since)],
    [t('cases.answer'), answer],
  ]
  const labelOf = (decision: Decision) =>
    t(`decision.${decision === 'refund' && isFailedRefund(kind) ? 'again' : decision}`)
  return (
    <section className="card" aria-label={`${money} ${reference}`}>
      <h2>{money}</h2>
      <p>{t(`case.${kind}`)}</p>
      <dl className="changes">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {orderId && hasRight(me, 'orders.see') && <Link to={`/orders/${orderId}`}>{t('cases.order')}</Link>}
      {decisions[kind].length > 0 && hasRightAt(me, 'money.settle', location) && (
        <Form method="post" className="row">
          <input type="hidden" name="reference" value={reference} />
          {decisions[kind].map((decision) => (
            <SendButton
              key={decision}
              intent={`${decision} ${reference}`}
              className={decision === 'dismiss' ? 'button-quiet' : ''}
              label={`${labelOf(decision)}: ${money} ${reference}`}
            >
              {labelOf(decision)}
            </SendButton>
          ))}
        </Form>
      )}
    </section>
  )
}
