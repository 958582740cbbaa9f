import { Form, Link } from 'react-router'
import { textInAllLanguages } from '#contract/languages.ts'
import type { Order, ReorderDifference } from '#contract/orders.ts'
import { useShop } from '#storefront/core/shop.ts'
import { SendButton } from '#ui/send-button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import '#storefront/parts/plain-page.css'

/** The form for a comment to the store about this order. */
export function CommentForm({ order, error, isSent }: { order: Order; error: string | undefined; isSent: boolean }) {
  return (
    <Form method="post" className="user-form" preventScrollReset key={isSent ? 'sent' : 'open'}>
      {error && (
        <p className="alert" role="alert">
          {error}
        </p>
      )}
      <CommentFields />
      {isSent && <CommentSent order={order} />}
    </Form>
  )
}

/** States where the store's reply will appear. The shop emails the reply only if the order has an email address. */
export function CommentSent({ order }: { order: Order }) {
  const { t } = useShop()
  return <p role="status">{t(order.contact.email ? 'orders.comment_sent' : 'orders.comment_sent_no_email')}</p>
}

/** The text field and send button of the form for a comment. */
export function CommentFields() {
  const { t } = useShop()
  return (
    <>
      <TextArea name="comment" label={t('orders.comment')} rows={3} maxLength={1000} required />
      <SendButton intent="comment" className="button-quiet" busy={t('orders.comment_sending')}>
        {t('orders.comment_send')}
      </SendButton>
    </>
  )
}

/**
 * Whether the shopper can order the same items again. False for group-buys and memberships, which have pages of their
 * own.
 */
export const canReorder = ({ campaign, isService }: Order) => !campaign && !isService

/** A button that adds the order's items to the cart again. */
export function ReorderForm() {
  const { t } = useShop()
  return (
    <Form method="post" preventScrollReset>
      <SendButton intent="reorder" busy={t('orders.reordering')}>
        {t('orders.reorder')}
      </SendButton>
    </Form>
  )
}

/** States whether items were added to the cart, and lists the differences from the order. */
export function Reordered({ added, differences }: { added: number; differences: ReorderDifference[] }) {
  const { t, say } = useShop()
  return (
    <div className="alert alert-note" role="status">
      <p>
        <strong>{added > 0 ? t('orders.reordered') : t('orders.reordered_none')}</strong>
      </p>
      {differences.length > 0 && (
        <ul>
          {differences.map((difference) => (
            <li key={difference.kind + textInAllLanguages(difference.name)}>
              {say(difference.name)}: <Difference {...difference} />
            </li>
          ))}
        </ul>
      )}
      {added > 0 && (
        <Link to="/checkout/cart" className="link">
          {t('orders.to_cart')}
        </Link>
      )}
    </div>
  )
}

function Difference({ kind, before, after }: ReorderDifference) {
  const { t, moneyText } = useShop()
  const valueText = (value: ReorderDifference['before']) =>
    typeof value === 'object' && value ? moneyText(value) : String(value ?? 0)
  return t(`orders.differs_${kind}`, { before: valueText(before), after: valueText(after) })
}
