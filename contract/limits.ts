/**
 * Default limits against abuse. `docs/operations.md` lists the same limits, each with the test that proves it.
 * `tests/limits.test.ts` compares the two lists.
 */
export const limits = {
  lockWaitMs: 3000,
  reservedConnections: 2,
  /**
   * If the process clock and the database clock differ by more than this, the server logs a warning. `/readyz` shows
   * the difference.
   */
  clockDifferenceMs: 5000,
  /**
   * The maximum number of wrong staff secrets from one network in 15 minutes. The server answers further wrong secrets
   * with status 429.
   */
  wrongStaffSecrets: 10,
  /** New sessions of guests from one network, per hour and process. A guest's session starts with the first change. */
  guestSessionsPerNetworkAndHour: 1000,
  /**
   * Forged payment notifications of one provider that the shop stores, per hour and process. The shop refuses every
   * forged notification, stored or not.
   */
  storedForgeriesPerHour: 100,
  /**
   * The maximum number of fields of one form, including files. The server rejects a form with more fields with status
   * 413.
   */
  formFields: 100,
  /** Maximum bytes of the body of a staff call with `takesLongBody`. Other JSON bodies have at most 64 kB. */
  longBodyBytes: 524_288,
  /** Page renderings for one network per minute and process; cached pages do not count. */
  pageRenderings: 600,
  /** Cacheable calls of one network without a cached response, per minute and process. */
  cacheMisses: 1200,
  /** Forms that browsers without JavaScript submit to pages, per network, minute and process. */
  pageForms: 240,
  /**
   * Attempts at one account's password or code in 15 minutes, per device or network, before the server delays further
   * attempts.
   */
  freeSecretTries: 5,
  /**
   * Attempts at one account's password or code in 15 minutes, per device or network, before the server refuses further
   * attempts.
   */
  secretTries: 20,
  /**
   * Attempts at one account's password or code in 15 minutes. All devices that have never signed in to this account
   * share this limit.
   */
  secretTriesOfAll: 100,
  /** Wrong PINs of one staff member on one counter device in 15 minutes. */
  wrongPins: 5,
  /** Registration emails per hour to one address, whether or not the address has an account. */
  registrationEmailsPerHour: 3,
  openUnpaidOrdersWithoutCode: 1,
  openUnpaidOrdersPerEmail: 3,
  openUnpaidOrdersPerPhone: 3,
  openUnpaidOrdersPerSession: 5,
  unpaidOrdersPerNetworkAndHour: 30,
  orderCodesPerEmailAndHour: 3,
  /**
   * Unpaid orders at tables in one hour for which the shop sends emails to an address that is not verified. For further
   * orders, the address gets neither a receipt nor an email about a cancellation by the shopper.
   */
  tableReceiptsPerEmailAndHour: 3,
  /** How long a placed order waits for its payment. Payments by e-transfer have a deadline of their own. */
  minutesToPay: 30,
  longestHoldMinutes: 60,
  holdPauseMinutes: 5,
  silentHoldMinutes: 3,
  heldPiecesPerSession: 300,
  heldPiecesPerNetwork: 1000,
  heldCartsPerNetwork: 30,
} as const satisfies Record<string, number>
