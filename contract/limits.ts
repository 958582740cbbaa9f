/**
 * Default limits against abuse, one row each. `docs/operations.md` lists the same rows; `tests/limits.test.ts` compares them.
 * The test named in the table shows each limit at work.
 */
export const limits = {
  lockWaitMs: 3000,
  reservedConnections: 2,
  /** A larger difference between the process clock and the database clock is logged and shown by `/readyz`. */
  clockDifferenceMs: 5000,
  /** Wrong staff secrets from one network in 15 minutes; further ones are answered 429. */
  wrongStaffSecrets: 10,
  /** Fields of one form, its files included; a form with more is answered 413 before it is parsed. */
  formFields: 100,
  /** Pages rendered for one network in a minute, by one process; cached pages do not count. */
  pageRenderings: 600,
  /** Forms that one network sends to pages in a minute, by one process. */
  pageForms: 240,
  /** Tries at one account's password or code in 15 minutes without a delay, for one device or network. */
  freeSecretTries: 5,
  /** Tries at one account's password or code in 15 minutes, for one device or network. */
  secretTries: 20,
  /** The same for all devices together that the account was never used on. */
  secretTriesOfAll: 100,
  /** Emails for registrations with one address within an hour, whether or not it has an account. */
  registrationEmailsPerHour: 3,
  openUnpaidOrdersWithoutCode: 1,
  openUnpaidOrdersPerEmail: 3,
  openUnpaidOrdersPerPhone: 3,
  openUnpaidOrdersPerSession: 5,
  unpaidOrdersPerNetworkAndHour: 30,
  orderCodesPerEmailAndHour: 3,
  longestHoldMinutes: 60,
  holdPauseMinutes: 5,
  silentHoldMinutes: 3,
  heldPiecesPerSession: 300,
  heldPiecesPerNetwork: 1000,
  heldCartsPerNetwork: 30,
} as const satisfies Record<string, number>
