import { Form } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { SendButton } from '#ui/send-button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { hasRightAt, useFrame } from '../core/me.ts'
import { Card } from '../frame/page.tsx'
import { useOrderTexts } from './texts.ts'

/**
 * The messages between shopper and store about an order, oldest first, and a form to reply. Shows nothing if the order
 * has no messages.
 */
export function OrderMessages({ order, errors }: { order: OrderDetail; errors: ErrorItem[] | undefined }) {
  const { me } = useFrame()
  const { t, when } = useOrderTexts()
  const messages = order.timeline.filter(({ kind }) => kind === 'comment')
  const replies = messages.filter(({ by }) => by === 'staff')
  if (messages.length === 0) return null
  return (
    <Card title={t('order.messages')}>
      <ul className="rows">
        {messages.map(({ at, by, note }) => (
          <li key={`${at} ${by} ${note}`} className="row-item">
            <div>
              <p className="soft">
                {t(by === 'shopper' ? 'order.message_by_shopper' : 'order.message_by_staff', {
                  time: when(at, order.timeZone),
                })}
              </p>
              <p>{note}</p>
            </div>
          </li>
        ))}
      </ul>
      {hasRightAt(me, 'messages.answer', order.location.id) && (
        // Each new reply in the list changes the key, which empties the field. A new message of the shopper does not
        // change the key, so that the typed text stays.
        <Form method="post" className="stack" key={replies.length}>
          <TextArea
            name="comment"
            label={t('order.reply')}
            hint={t('order.reply_hint')}
            rows={3}
            maxLength={1000}
            required
            errors={errors}
          />
          <div className="row">
            <SendButton intent="reply" className="button-quiet">
              {t('order.reply_send')}
            </SendButton>
          </div>
        </Form>
      )}
    </Card>
  )
}
