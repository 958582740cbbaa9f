import type { FormEvent, ReactNode, RefObject } from 'react'
import { useId, useRef, useState } from 'react'
import { Form } from 'react-router'
import type { Locale } from '#contract/languages.ts'
import { leftOnline, shareAtStore } from '#contract/ledger.ts'
import { formatMoney } from '#contract/money.ts'
import type { RefundableLine } from '#contract/office/orders.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { Check } from '#ui/check.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { textOf } from '../core/attempt.ts'
import { readAmount } from '../forms/amount.ts'
import { Card } from '../frame/page.tsx'
import type { ChosenPieces, Pieces } from './refund-lines.tsx'
import { RefundLines, readRefundLines, refundOfPieces } from './refund-lines.tsx'
import type { OrderTexts } from './texts.ts'
import { useOrderTexts } from './texts.ts'

const maxNoteLength = 500

/** A text with the paid money and store credit that the shop has not refunded yet. Empty if nothing is left. */
function refundableText({ cancellation: { back } }: OrderDetail, texts: OrderTexts): string {
  return [
    back.money.amount > 0 && formatMoney(back.money, texts.locale),
    back.credit.amount > 0 && texts.t('order.credit', { amount: formatMoney(back.credit, texts.locale) }),
  ]
    .filter(Boolean)
    .join(' + ')
}

/** The shopper's request to cancel, with buttons to accept or decline it. */
export function CancelRequest({ order }: { order: OrderDetail }) {
  const texts = useOrderTexts()
  const { t } = texts
  const cancelRequest = order.timeline.findLast(({ kind }) => kind === 'cancel_asked')
  const amount = refundableText(order, texts)
  return (
    <Card title={t('order.asked')}>
      {cancelRequest?.note && <p>{cancelRequest.note}</p>}
      <Form method="post" className="stack">
        <RestockCheck order={order} />
        <SendButton intent="grant">{amount ? t('order.grant', { amount }) : t('order.grant_unpaid')}</SendButton>
      </Form>
      <Form method="post" className="stack">
        <TextArea
          name="note"
          label={t('order.decline_why')}
          hint={t('order.why_hint')}
          rows={2}
          maxLength={maxNoteLength}
          required
        />
        <div className="row">
          <SendButton intent="decline" className="button-quiet">
            {amount ? t('order.decline', { amount }) : t('order.decline_unpaid')}
          </SendButton>
        </div>
      </Form>
    </Card>
  )
}

/** A button that cancels the order, after a dialog that says what is refunded and asks whether the goods are kept. */
export function Cancellation({ order }: { order: OrderDetail }) {
  const texts = useOrderTexts()
  const { t } = texts
  const amount = refundableText(order, texts)
  return (
    <Question
      intent="cancel"
      button={t('order.cancel')}
      title={t('order.cancel_title', { number: order.orderNumber })}
      text={amount ? t('order.cancel_refund', { amount }) : t('order.cancel_unpaid')}
    >
      <TextArea
        name="note"
        label={t('order.refund_why')}
        hint={t('order.why_hint')}
        rows={2}
        maxLength={maxNoteLength}
        isOptional
      />
      <RestockCheck order={order} />
    </Question>
  )
}

/** A button that closes an order for which nobody came, after a dialog that says what happens to the money. */
export function NoShow({ order, mayRefund }: { order: OrderDetail; mayRefund: boolean }) {
  const { t } = useOrderTexts()
  const isLeft = isRefundable({ ...order, fulfilmentStatus: 'NO_SHOW' })
  return (
    <Question
      intent="noShow"
      button={t('order.noShow')}
      title={t('order.no_show_title', { number: order.orderNumber })}
      text={t(mayRefund && isLeft ? 'order.no_show_paid' : 'order.no_show_help')}
    />
  )
}

interface QuestionProps {
  intent: string
  /** The text of the button that opens the dialog, and of the button that sends the form. */
  button: string
  title: string
  text: string
  children?: ReactNode
}

/** A button that opens a dialog with a question about the order. The dialog's form sends the intent. */
function Question({ intent, button, title, text, children }: QuestionProps) {
  const { t } = useOrderTexts()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  return (
    <div className="row">
      <button type="button" className="button button-quiet" onClick={() => dialog.current?.showModal()}>
        {button}
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby={titleId}>
        <Form method="post" className="dialog-box stack" onSubmit={close}>
          <h2 id={titleId}>{title}</h2>
          <p>{text}</p>
          {children}
          <div className="row">
            <SendButton intent={intent}>{button}</SendButton>
            <button type="button" className="button button-quiet" onClick={close}>
              {t('order.cancel_keep')}
            </button>
          </div>
        </Form>
      </dialog>
    </div>
  )
}

/**
 * Asks whether the goods can be sold again, and proposes yes for an order that is placed or accepted. Does not ask for
 * a group-buy order, because the server decides: it restocks the goods only before the group-buy is decided.
 */
function RestockCheck({ order: { fulfilmentStatus, campaign } }: { order: OrderDetail }) {
  const { t } = useOrderTexts()
  const isUntouched = fulfilmentStatus === 'PLACED' || fulfilmentStatus === 'ACCEPTED'
  if (campaign) return <input type="hidden" name="restocks" value="on" />
  // The key makes the proposal follow the order's state while the page is open.
  return <Check key={String(isUntouched)} name="restocks" label={t('order.restock')} defaultChecked={isUntouched} />
}

/** Parses the form that staff submit to cancel an order. */
export const readCancellation = (form: FormData) => ({
  note: textOf(form, 'note'),
  keepStock: !form.has('restocks'),
})

/**
 * Whether staff can refund money or store credit of the order. False for a cancelled order, because the shop refunds it
 * automatically. If nobody came for an order that was to be paid at the store, staff can return its store credit.
 */
export const isRefundable = ({ status, paymentStatus, fulfilmentStatus, cancellation: { back } }: OrderDetail) =>
  status === 'NEW' &&
  (paymentStatus !== 'NOT_PAID' || fulfilmentStatus === 'NO_SHOW') &&
  back.money.amount + back.credit.amount > 0

/**
 * A form for refunding the whole remaining amount, pieces of lines, or a chosen amount. If the refund takes money that
 * was paid at the store, a dialog asks staff to give it back before the form is sent.
 */
export function Refund({ order, refundable }: { order: OrderDetail; refundable: RefundableLine[] }) {
  const texts = useOrderTexts()
  const { t } = texts
  const [what, setWhat] = useState('all')
  const [pieces, setPieces] = useState<Pieces>({})
  const [asked, setAsked] = useState<CounterShares>({ givenBack: 0, rest: 0 })
  const dialog = useRef<HTMLDialogElement>(null)
  const amount = refundableText(order, texts)
  const goods = formatMoney({ ...order.total, amount: refundOfPieces(refundable, pieces) }, texts.locale)
  function askFirst(event: FormEvent<HTMLFormElement>) {
    if (dialog.current?.open) return dialog.current.close()
    const refund = readRefund(new FormData(event.currentTarget))
    const shares = refund && splitAtCounter(order, refundable, refund)
    const { money, credit } = order.cancellation.back
    // The server refuses a refund of more than is left. Staff must not give money back for it.
    if (!shares?.givenBack || shares.givenBack + shares.rest > money.amount + credit.amount) return
    event.preventDefault()
    setAsked(shares)
    dialog.current?.showModal()
  }
  return (
    <details>
      <summary>{t('order.refund')}</summary>
      <Form method="post" className="stack" onSubmit={askFirst}>
        <Select
          name="what"
          label={t('order.refund_what')}
          value={what}
          onChange={(event) => setWhat(event.target.value)}
          options={[
            { value: 'all', label: t('order.refund_all', { amount }) },
            ...(refundable.length > 0 ? [{ value: 'lines', label: t('order.refund_lines') }] : []),
            { value: 'sum', label: t('order.refund_sum') },
          ]}
        />
        <input type="hidden" name="currency" value={order.total.currency} />
        {what === 'sum' && (
          <Field
            name="amount"
            label={t('order.refund_amount', { currency: order.total.currency })}
            inputMode="decimal"
          />
        )}
        {what === 'lines' && <RefundLines order={order} refundable={refundable} pieces={pieces} onChange={setPieces} />}
        <Field name="note" label={t('order.refund_why')} hint={t('order.why_hint')} maxLength={maxNoteLength} />
        <div className="row">
          <SendButton intent="refund" className="button-quiet">
            {what === 'sum'
              ? t('order.refund_sum_button')
              : t('order.refund_button', { amount: what === 'lines' ? goods : amount })}
          </SendButton>
        </div>
        {shareAtStore(order) > 0 && <GiveBack dialog={dialog} {...asked} currency={order.total.currency} />}
      </Form>
    </details>
  )
}

interface CounterShares {
  /** The money to give back at the counter, and the part of the refund that goes back another way. In minor units. */
  givenBack: number
  rest: number
}

/** Splits a refund, as the server does. */
export function splitAtCounter(
  order: Pick<OrderDetail, 'cancellation' | 'ledger'>,
  refundable: RefundableLine[],
  { amount, lines }: RefundInput,
): CounterShares {
  const pieces = lines && Object.fromEntries(lines.map(({ key, pieces }) => [key, pieces]))
  const sum = pieces ? refundOfPieces(refundable, pieces) : amount
  const givenBack = shareAtStore(order, sum)
  const rest = sum === undefined ? leftOnline(order) + order.cancellation.back.credit.amount : sum - givenBack
  return { givenBack, rest }
}

interface GiveBackProps extends CounterShares {
  dialog: RefObject<HTMLDialogElement | null>
  currency: string
}

/** A dialog in the refund form. Its button sends the form and confirms that staff gave the money back. */
function GiveBack({ dialog, givenBack, rest, currency }: GiveBackProps) {
  const { t, locale } = useOrderTexts()
  const titleId = useId()
  const toText = (amount: number) => formatMoney({ amount, currency }, locale)
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId}>
      <div className="dialog-box stack">
        <h2 id={titleId}>{t('order.give_back_title', { amount: toText(givenBack) })}</h2>
        <p>{t('order.give_back_help')}</p>
        {rest > 0 && <p>{t('order.give_back_rest', { amount: toText(rest) })}</p>}
        <input type="hidden" name="givenBack" value={givenBack} />
        <div className="row">
          {/* The first button gets the focus, so that a second press of Enter in the form confirms nothing. */}
          <button type="button" className="button button-quiet" onClick={() => dialog.current?.close()}>
            {t('order.give_back_not')}
          </button>
          <SendButton intent="giveBack">{t('order.give_back_button', { amount: toText(givenBack) })}</SendButton>
        </div>
      </div>
    </dialog>
  )
}

/**
 * Parses the refund form. Amounts are in minor units. Without `amount` and `lines`, everything that is left is
 * refunded. `givenBack` is what staff confirmed in the dialog. Returns null if the typed amount is not valid or no
 * piece is chosen.
 */
export function readRefund(form: FormData): RefundInput | null {
  const given = {
    note: textOf(form, 'note'),
    ...(isGiveBack(form) && { givenBack: Number(textOf(form, 'givenBack')) }),
  }
  const what = textOf(form, 'what')
  if (what === 'all') return given
  if (what === 'lines') {
    const lines = readRefundLines(form)
    return lines.length > 0 ? { ...given, lines } : null
  }
  const amount = readAmount(textOf(form, 'amount'), textOf(form, 'currency'))
  return amount !== null && amount > 0 ? { ...given, amount } : null
}

export interface RefundInput {
  note: string
  amount?: number
  lines?: ChosenPieces[]
  givenBack?: number
}

/** Whether staff confirmed in the dialog that they gave money back at the counter. */
const isGiveBack = (form: FormData) => textOf(form, 'intent') === 'giveBack'

/**
 * The refunded money and store credit as a text, such as "$5.00 + $2.00 store credit". Empty if nothing was refunded.
 */
export function refundedText({ refunded, creditReturned }: OrderDetail, t: OrderTexts['t'], locale: Locale): string {
  return [
    refunded.amount > 0 && formatMoney(refunded, locale),
    creditReturned.amount > 0 && t('order.credit', { amount: formatMoney(creditReturned, locale) }),
  ]
    .filter(Boolean)
    .join(' + ')
}
