/**
 * Default limits against abuse, one row each. `docs/operations.md` lists the same rows; `tests/limits.test.ts` compares them.
 * The test named in the table shows each limit at work.
 */
export const limits = {
  lockWaitMs: 3000,
  reservedConnections: 2,
} as const satisfies Record<string, number>
