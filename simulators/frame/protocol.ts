import type { Book, Payment } from './book.ts'

/** A call of the shop, as it came. Names of headers are in lower case. */
export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: string
}

/** An answer, or a notification's words: a text with its headers. */
export interface Reply {
  status: number
  type: string
  body: string
  headers?: Record<string, string>
}

/** What a call turned out to ask. */
export interface Question {
  /** Which payment it is about, by the shop's reference; empty where it is about none, such as asking for a token. */
  reference: string
  /** The provider's name of the call, by which faults are ordered. */
  name: string
  isCreate?: boolean
  /** A fault that the frame doesn't know how to play, such as `unknown_status`, is this one's to play. */
  perform(fault: string | undefined): Reply | Promise<Reply>
}

export interface Notice {
  method?: 'GET' | 'POST'
  /** Instead of the payment's own address. */
  url?: string
  headers: Record<string, string>
  body: string
}

/** What one provider's way of speaking adds to the frame. */
export interface Protocol {
  /** What the call asks; a reply at once where it is refused; null for an address that the provider doesn't have. */
  read(call: Call): Question | Reply | null
  /** How the shop is told of a payment; `fault` is one of `faults`. Null: of this the provider says nothing. */
  notice(payment: Payment, fault: string | undefined): Notice | null
  /** Whether the shop's answer ends the repeats. */
  isTaken(status: number, body: string): boolean
  /** Faults of notifications and answers that only this protocol knows how to play. */
  faults: { notices: readonly string[]; answers: readonly string[] }
  /** How long after each other an untaken notification is repeated; made up where the provider publishes none. */
  retrySeconds?: readonly number[]
  /** The shopper agrees in the wallet; without this the money moves at once. */
  agree?(payment: Payment): void
  /** The address of the way back; without this the payment's own. */
  back?(payment: Payment, action: string): string
}

/** What the frame offers a protocol. */
export interface Frame {
  book: Book
  /** The wallet's page for a payment, under the name by which the shopper reached the shop. */
  pageOf(payment: Payment): string
  /** Tells the shop of a payment, with the faults that were ordered; resolves when the first telling was delivered. */
  deliver(payment: Payment): Promise<void>
}
