/** A fault that is planted by replacing one piece of code. The histories must find it. */
export interface PlantedFault {
  file: string
  original: string
  replacement: string
}

/** Each fault removes one check that protects money, stock, slots, coupons or credit. */
export const plantedFaults: Record<string, PlantedFault> = {
  'a payment of another amount counts': {
    file: 'server/payments/status.ts',
    original:
      'report.merchant === merchant && report.currency === attempt.currency && report.amount === attempt.amount',
    replacement: 'report.merchant === merchant',
  },
  'settling does not lock the order': {
    file: 'server/payments/queries.ts',
    original: ".where(eq(paymentAttempts.reference, sql.placeholder('reference')))\n    .for('update')",
    replacement: ".where(eq(paymentAttempts.reference, sql.placeholder('reference')))",
  },
  'a refund may exceed what was paid': {
    file: 'server/payments/refunds.ts',
    original: "if (total > most || total <= 0) fail('payments.refund_too_much', { most })",
    replacement: '',
  },
  'a refund is made again for each repetition': {
    file: 'server/payments/refunds.ts',
    original: 'if (known.length > 0) return { rows: known, isKnown: true }',
    replacement: '',
  },
  'refunds of one order do not wait for each other': {
    file: 'server/payments/refunds.ts',
    original: 'const order = await orders.lock(ctx, orderId)\n    const known',
    replacement: "const order = (await orders.find(ctx, orderId)) ?? fail('not_found')\n    const known",
  },
  'a cancelled order keeps its money': {
    file: 'server/payments/refunds.ts',
    original: 'if (!isLeft && (await findByKey(ctx, key)).length === 0) return',
    replacement: 'if (key) return',
  },
  'a refused refund counts as refunded': {
    file: 'server/payments/refunds.ts',
    original: 'await addRefunded(ctx, row.attempt, -amount)',
    replacement: '',
  },
  'stock is held without looking': {
    file: 'server/catalogue/queries.ts',
    original: 'where coalesce(f.pieces, 0) + coalesce(b.quantity, 0) < c.quantity',
    replacement: 'where false',
  },
  'a cancelled order keeps its goods': {
    file: 'server/orders/cancellation.ts',
    original: 'else if (restocks) await stock.restock(ctx, order.id)',
    replacement: '',
  },
  'a cancelled order keeps its slot': {
    file: 'server/orders/cancellation.ts',
    original: 'if (slotStartsAt && !isHoldKept) await slots.release(',
    replacement: 'if (slotStartsAt && isHoldKept) await slots.release(',
  },
  'a cancelled order keeps its coupon': {
    file: 'server/orders/cancellation.ts',
    original: 'if (order.coupon) await coupons.releaseUse(ctx, order.id)',
    replacement: '',
  },
  'an order that failed keeps its credit': {
    file: 'server/orders/cancellation.ts',
    original: "if (status === 'INTERIM') await credit.release(ctx, id)",
    replacement: "if (status === 'INTERIM') return",
  },
}
