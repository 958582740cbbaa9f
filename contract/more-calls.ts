/**
 * What the specification's table lacks and a shop needs, below `/api/istore/more`. Same notation as `calls.ts`.
 * Providers' notifications answer in the provider's own form, not in ours.
 */
export const moreCalls = {
  providers: {
    snapPayNotification: 'POST /payments/snappay/notification',
  },
} as const

/** Where the calls of this table live. */
export const moreBase = '/api/istore/more'
