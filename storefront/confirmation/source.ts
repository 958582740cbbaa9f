import { addressParameters, cancelledStatus } from '#contract/constants.ts'
import type { MessageKey } from '#contract/messages.ts'
import { keysOf } from '#contract/object-keys.ts'
import type { PaymentSource } from '#contract/payment-methods.ts'
import { cancellableSources, checkOfSource } from '#contract/payment-methods.ts'

/**
 * The data in the URL to which a payment page sends the shopper back. A visitor can forge this data, so only the
 * server decides the order's state.
 */
export interface Source {
  /** The provider named by the prefix of `from_source`. Null if unknown. */
  provider: PaymentSource | null
  orderID: string | null
  /** The key of the text that says what is wrong with the URL. Null if nothing is wrong. */
  error: MessageKey | null
  /** The value of `status` in the URL, in the provider's spelling, cut to 200 characters. Null if the URL has none. */
  status: string | null
  /**
   * The result of a payment in the mini-program. An incomplete URL also counts as `failed`. Null if the shopper did not
   * pay in the mini-program.
   */
  miniProgram: 'paid' | 'failed' | null
  openId: string | null
  /** The message from the payment page, as plain text of at most 200 characters. */
  message: string | null
  /** Whether the URL says that the shopper cancelled, in the mini-program or on the provider's page. */
  isCancelled: boolean
}

const prefixes = keysOf(checkOfSource)
const maxTextLength = 200

/** Parses the query of `/confirmation/:id` (specification, sections 4 and 5). */
export function readSource(query: URLSearchParams): Source {
  const message = readMessage(query.get('message'))
  const fromSource = query.get('from_source')
  const status = query.get('status')?.slice(0, maxTextLength) || null
  const empty = {
    provider: null,
    orderID: null,
    error: null,
    message,
    status,
    miniProgram: null,
    openId: null,
    isCancelled: false,
  }
  if (query.has('MP_paymentstatus')) return { ...empty, ...readMiniProgram(query) }
  if (!fromSource) return empty
  const provider = prefixes.find((prefix) => fromSource.startsWith(prefix)) ?? null
  const orderID = textAfterX(fromSource)
  const isCancelled = provider !== null && cancellableSources.has(provider) && status === cancelledStatus
  return { ...empty, provider, orderID, error: orderID ? null : 'confirmation.source_orderID', isCancelled }
}

/** The order id, which is the text after the first "X". Null if there is no "X", or nothing after it. */
function textAfterX(fromSource: string): string | null {
  const index = fromSource.indexOf('X')
  return index < 0 ? null : fromSource.slice(index + 1) || null
}

function readMiniProgram(query: URLSearchParams): Partial<Source> {
  const orderID = query.get('orderID') || null
  const openId = query.get(addressParameters.openId) || null
  // If the shopper closes the payment sheet, `wx.requestPayment` fails with `requestPayment:fail cancel`.
  const isCancelled = /\bcancel/i.test(query.get('message') ?? '')
  const failed = { orderID, openId, miniProgram: 'failed', isCancelled } as const
  if (query.get('MP_paymentstatus') !== 'OK') return failed
  if (!orderID) return { ...failed, error: 'confirmation.source_mini_program_order' }
  if (!openId) return { ...failed, error: 'confirmation.source_open_id' }
  return { orderID, openId, miniProgram: 'paid' }
}

function readMessage(message: string | null): string | null {
  const characters = [...(message ?? '').replace(/[\p{C}\s]+/gu, ' ').trim()]
  return characters.slice(0, maxTextLength).join('') || null
}
