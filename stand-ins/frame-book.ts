/** A payment as a stand-in knows it, whichever provider it stands for. */
export interface Payment {
  /** Its own number of the payment; the wallet page lies there. */
  token: string
  /** The shop's. */
  reference: string
  channel: string
  wallet: string
  /** Minor units. */
  amount: number
  currency: string
  description: string
  returnUrl: string
  notifyUrl: string
  status: 'open' | 'paid' | 'closed'
  closesAt: number
  paidAt: Date | null
  /** By the shop's number. */
  refunds: Map<string, { amount: number; reason: string; number: string }>
}

/** One request to the gateway with its answer, or one notification with the shop's answer, word for word. */
export interface Exchange {
  direction: 'request' | 'notification'
  /** `POST /v1/create_order`. */
  line: string
  headers: Record<string, string>
  sent: string
  answered: string
  status: number
}

const maxTranscript = 2000

export type Book = ReturnType<typeof openBook>

/** What a stand-in remembers: payments by the shop's reference and by its own number, and all that was said. */
export function openBook() {
  const payments = new Map<string, Payment>()
  const byToken = new Map<string, Payment>()
  const transcript: Exchange[] = []

  function add(payment: Payment) {
    payments.set(payment.reference, payment)
    byToken.set(payment.token, payment)
  }

  /** A payment by either name, as it is now: its time may have run out. */
  function find(reference: string, token = ''): Payment | undefined {
    const payment = payments.get(reference) ?? byToken.get(token)
    if (payment?.status === 'open' && Date.now() > payment.closesAt) payment.status = 'closed'
    return payment
  }

  function settle(payment: Payment, status: 'paid' | 'closed') {
    payment.status = status
    payment.paidAt = new Date()
  }

  /** Gives back; answers why not. The same number twice is one refund. */
  function refund(payment: Payment, number: string, wish: { amount: number; reason: string; number: string }) {
    if (payment.status !== 'paid') return 'not paid'
    if (payment.refunds.has(number)) return undefined
    const before = [...payment.refunds.values()].reduce((sum, { amount }) => sum + amount, 0)
    if (!(wish.amount > 0) || before + wish.amount > payment.amount) return 'more than was paid'
    payment.refunds.set(number, wish)
    return undefined
  }

  /** A refund by the shop's number, with its payment. */
  function findRefund(number: string) {
    const payment = [...payments.values()].find(({ refunds }) => refunds.has(number))
    const refund = payment?.refunds.get(number)
    return payment && refund ? { payment, refund } : undefined
  }

  function record(exchange: Exchange) {
    transcript.push(exchange)
    if (transcript.length > maxTranscript) transcript.shift()
  }

  return { transcript, add, find, settle, refund, findRefund, record }
}
