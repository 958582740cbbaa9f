import { goesTo } from '#contract/fulfilment-methods.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderTexts } from './texts.ts'

/** The lines of the order's delivery address. Empty if the order is not delivered or sent, or if it has no address. */
export function addressLines({ method, address }: Pick<Order, 'method' | 'address'>, t: OrderTexts['t']): string[] {
  if (!goesTo(method, 'address') || !address) return []
  const { unit, street, district, city, province, postCode, buzzer, leaveAtDoor, note } = address
  return [
    [unit, street].filter(Boolean).join(' – '),
    [district, city, province, postCode].filter(Boolean).join(', '),
    buzzer && t('order.buzzer', { buzzer }),
    leaveAtDoor ? t('order.leave_at_door') : '',
    note,
  ].filter(Boolean)
}
