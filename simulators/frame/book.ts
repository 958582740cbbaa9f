/** One call by the shop with the simulator's response, or one notification with the shop's response, verbatim. */
export interface Exchange {
  direction: 'request' | 'notification'
  method: string
  /** The path of a call, or the whole URL of a notification. */
  target: string
  headers: Record<string, string>
  sent: string
  answered: string
  status: number
}

/** The name and colour of the wallet's page. */
export interface Brand {
  name: { en: string; zh: string }
  accent: string
}

/** A payment as its provider stores it. */
export interface Payment {
  /** The provider's id of the payment, which is also part of the wallet page's URL. */
  token: string
  /** The shop's reference of the payment. */
  reference: string
  /** In minor units. */
  amount: number
  currency: string
  description: string
  returnUrl: string
  notifyUrl: string
  /** `approved` means that the shopper agreed, but the shop must still capture the money. */
  status: 'pending' | 'approved' | 'paid' | 'closed'
  closesAt: number
  endedAt: Date | null
  brand: Brand
  /**
   * Whether the shopper scanned a code with a phone. The phone then cannot return to the shop's page, because that page
   * is on another device.
   */
  isScanned: boolean
  /** For each refund number of the shop, the amount in minor units. */
  refunds: Map<string, number>
  /** Other values that the provider's protocol stores with the payment. */
  notes: Record<string, string>
}

export type NewPayment = Omit<Payment, 'status' | 'endedAt' | 'refunds' | 'notes' | 'isScanned'> &
  Partial<Pick<Payment, 'notes' | 'isScanned'>>

const maxTranscriptEntries = 2000

export type Book = ReturnType<typeof openBook>

/** A simulator's memory: payments by the shop's reference and by the provider's id, and the last 2,000 exchanges. */
export function openBook() {
  const payments = new Map<string, Payment>()
  const byToken = new Map<string, Payment>()
  const transcript: Exchange[] = []

  function add(input: NewPayment): Payment {
    const payment: Payment = {
      notes: {},
      isScanned: false,
      ...input,
      status: 'pending',
      endedAt: null,
      refunds: new Map(),
    }
    payments.set(payment.reference, payment)
    byToken.set(payment.token, payment)
    return payment
  }

  /** Finds a payment by its reference or token. Closes the payment if it is pending and has expired. */
  function find(reference: string, token = ''): Payment | undefined {
    const payment = payments.get(reference) ?? byToken.get(token)
    if (payment?.status === 'pending' && Date.now() > payment.closesAt) settle(payment, 'closed')
    return payment
  }

  function settle(payment: Payment, status: 'paid' | 'closed') {
    payment.status = status
    payment.endedAt = new Date()
  }

  /**
   * Stores a refund of a payment. If the shop sends a refund number again, the new amount replaces the earlier one.
   * Returns false if the total of the refunds would exceed the payment.
   */
  function refund(payment: Payment, number: string, amount: number): boolean {
    const others = [...payment.refunds].filter(([known]) => known !== number)
    if (others.reduce((sum, [, other]) => sum + other, 0) + amount > payment.amount) return false
    payment.refunds.set(number, amount)
    return true
  }

  /** Finds a refund and its payment by the shop's refund number. */
  function findRefund(number: string): { payment: Payment; amount: number } | undefined {
    const payment = [...payments.values()].find(({ refunds }) => refunds.has(number))
    const amount = payment?.refunds.get(number)
    return payment && amount !== undefined ? { payment, amount } : undefined
  }

  function record(exchange: Exchange) {
    transcript.push(exchange)
    if (transcript.length > maxTranscriptEntries) transcript.shift()
  }

  return { transcript, add, find, settle, refund, findRefund, record }
}
