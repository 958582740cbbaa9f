/** One call of the shop with its answer, or one notification with the shop's, word for word. */
export interface Exchange {
  direction: 'request' | 'notification'
  method: string
  /** The path of a call, the whole address of a notification. */
  target: string
  headers: Record<string, string>
  sent: string
  answered: string
  status: number
}

/** What the wallet's page calls itself. */
export interface Brand {
  name: { en: string; zh: string }
  accent: string
}

/** A payment as a provider knows it. */
export interface Payment {
  /** The provider's own number of it; also names the wallet's page. */
  token: string
  /** The shop's. */
  reference: string
  /** Minor units. */
  amount: number
  currency: string
  description: string
  returnUrl: string
  notifyUrl: string
  /** `approved`: the shopper agreed, but the shop has to take the money. */
  status: 'pending' | 'approved' | 'paid' | 'closed'
  closesAt: number
  endedAt: Date | null
  brand: Brand
  /** Paid by scanning a code: the phone has no way back to the shop's page, which another device shows. */
  isScanned: boolean
  /** By the shop's number, in minor units. */
  refunds: Map<string, number>
  /** What else the provider's protocol has to remember. */
  notes: Record<string, string>
}

export type NewPayment = Omit<Payment, 'status' | 'endedAt' | 'refunds' | 'notes' | 'isScanned'> &
  Partial<Pick<Payment, 'notes' | 'isScanned'>>

const maxTranscript = 2000

export type Book = ReturnType<typeof openBook>

/** What a simulator remembers: payments by the shop's reference and by its own number, and all that was said. */
export function openBook() {
  const payments = new Map<string, Payment>()
  const byToken = new Map<string, Payment>()
  const transcript: Exchange[] = []

  function add(made: NewPayment): Payment {
    const payment: Payment = {
      notes: {},
      isScanned: false,
      ...made,
      status: 'pending',
      endedAt: null,
      refunds: new Map(),
    }
    payments.set(payment.reference, payment)
    byToken.set(payment.token, payment)
    return payment
  }

  /** A payment by either name, as it is now: its time may have run out. */
  function find(reference: string, token = ''): Payment | undefined {
    const payment = payments.get(reference) ?? byToken.get(token)
    if (payment?.status === 'pending' && Date.now() > payment.closesAt) settle(payment, 'closed')
    return payment
  }

  function settle(payment: Payment, status: 'paid' | 'closed') {
    payment.status = status
    payment.endedAt = new Date()
  }

  /** Gives money back, once for each number. False: it would be more than was paid. */
  function refund(payment: Payment, number: string, amount: number): boolean {
    const others = [...payment.refunds].filter(([known]) => known !== number)
    if (others.reduce((sum, [, other]) => sum + other, 0) + amount > payment.amount) return false
    payment.refunds.set(number, amount)
    return true
  }

  /** A refund by the shop's number alone, with its payment. */
  function findRefund(number: string): { payment: Payment; amount: number } | undefined {
    const payment = [...payments.values()].find(({ refunds }) => refunds.has(number))
    const amount = payment?.refunds.get(number)
    return payment && amount !== undefined ? { payment, amount } : undefined
  }

  function record(exchange: Exchange) {
    transcript.push(exchange)
    if (transcript.length > maxTranscript) transcript.shift()
  }

  return { transcript, add, find, settle, refund, findRefund, record }
}
