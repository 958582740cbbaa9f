import { eq } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import { requireNoTransaction } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { clearAttempts, countAttempt, restartWindow } from '#server/platform/http/attempts.ts'
import { hashPassword, verifyPassword } from '#server/platform/passwords.ts'
import { emit } from '#server/platform/queue.ts'
import type { StaffMemberRow } from './second-step.ts'
import { staffPeople } from './tables.ts'

const lockSeconds = 15 * 60

/**
 * Stores a staff member's PIN. Fails with `staff.pin_weak` for digits in sequence and for repeated digits: 3456, 9876,
 * 1111, 1212.
 */
export async function storePin(ctx: Context, { id }: StaffMemberRow, pin: string): Promise<void> {
  const steps = [...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index]))
  const isSequence = [1, -1].some((step) => steps.every((one) => one === step))
  if (isSequence || /^(\d{1,3})\1+$/.test(pin)) fail('staff.pin_weak')
  await ctx.db
    .update(staffPeople)
    .set({ pinHash: await hashPassword(pin) })
    .where(eq(staffPeople.id, id))
}

/**
 * Checks the PIN of a staff member on a counter device. Counts the attempt before it compares the PIN. Must run outside
 * a transaction, because counting uses its own database connection. After five wrong PINs in 15 minutes, further
 * attempts fail with `staff.pin_locked` for 15 minutes, and managers get an email. Fails with `staff.no_pin` if the
 * staff member has no PIN.
 */
export async function verifyPin(
  ctx: Context,
  staffMember: StaffMemberRow,
  { pin, deviceId }: { pin: string; deviceId: string },
) {
  requireNoTransaction(ctx)
  if (!staffMember.pinHash) fail('staff.no_pin')
  const counter = { name: 'staff.pin', subject: `${staffMember.id} ${deviceId}` }
  const { count, msLeft } = await countAttempt(ctx.app, counter, lockSeconds)
  if (count > limits.wrongPins) fail('staff.pin_locked', { minutes: Math.max(1, Math.ceil(msLeft / 60_000)) })
  const isCorrect = await verifyPassword(pin, staffMember.pinHash)
  if (isCorrect) await clearAttempts(ctx.app, counter)
  if (!isCorrect && count === limits.wrongPins) {
    await restartWindow(ctx.app, counter, lockSeconds)
    await emit(ctx, 'staff.pin_locked', { personId: staffMember.id, deviceId, at: ctx.app.now().toISOString() })
  }
  return isCorrect
}
