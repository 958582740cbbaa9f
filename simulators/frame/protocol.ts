import type { Book, Payment } from './book.ts'
import type { WalletView } from './page.ts'

/** A call by the shop. Names of headers are in lower case. */
export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: string
}

/** A response of the simulator. */
export interface Reply {
  status: number
  type: string
  body: string
  headers?: Record<string, string>
}

/** A parsed call. */
export interface Operation {
  /** The shop's reference of the payment; empty for calls without one, such as a token request. */
  reference: string
  /** The provider's name for the call. Commands that request faults use this name. */
  name: string
  isCreate?: boolean
  /**
   * Performs the call. `fault` is the requested fault of the response, if any. The function must simulate the faults in
   * `faults.answers`, such as `unknown_status`.
   */
  perform(fault: string | undefined): Reply | Promise<Reply>
}

export interface Notice {
  method?: 'GET' | 'POST'
  /** The URL to notify instead of the payment's own notification URL. */
  url?: string
  headers: Record<string, string>
  body: string
}

/** The part of a simulator that is specific to one provider. */
export interface Protocol {
  /** Parses a call. Returns a reply to refuse the call at once, or null if the provider has no call with this URL. */
  read(call: Call): Operation | Reply | null
  /**
   * Creates the notification of a payment, and simulates `fault` if it is one of `faults.notices`. Returns null if the
   * provider sends no notification in the payment's state.
   */
  notice(payment: Payment, fault: string | undefined): Notice | null
  /** Whether the shop's response accepts the notification. If not, the simulator sends the notification again. */
  isAcknowledged(status: number, body: string): boolean
  /**
   * The faults of notifications and responses that this protocol simulates. Every simulator also has the faults in
   * `faults.ts`.
   */
  faults: { notices: readonly string[]; answers: readonly string[] }
  /** The delays before each retry of a notification, in seconds. If missing, the simulator uses made-up delays. */
  retrySeconds?: readonly number[]
  /** Called when the shopper agrees in the wallet. Without this function, the payment is paid at once. */
  agree?(payment: Payment): void
  /** Renders the shopper's page. Without this function, the simulator uses `renderWallet`. */
  page?(view: WalletView, payment: Payment, query: URLSearchParams): string
  /** Reads the shopper's form. Returns the page's next `stage`, or null if the shopper pays. */
  submit?(payment: Payment, form: URLSearchParams): string | null
  /** The URL to which the shopper returns. Without this function, it is the payment's own return URL. */
  back?(payment: Payment, action: string): string
}

/** The parts of the simulator that a protocol can use. */
export interface Frame {
  book: Book
  /** The URL of a payment's wallet page, with the host name that the shopper used for the shop. */
  pageOf(payment: Payment): string
  /**
   * Sends the shop a payment's notification, with the fault that a test requested. Does not wait for delayed
   * notifications or for retries.
   */
  deliver(payment: Payment): Promise<void>
}
