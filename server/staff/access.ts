import type { Context } from '#server/platform/context.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import { emit } from '#server/platform/queue.ts'

/**
 * Emits the event that a staff member's way of signing in was changed, so that the staff member gets an email. Callers
 * must call `emitAccess` in the transaction of the change.
 */
export const emitAccess = (ctx: Context, personId: string, what: EventPayloads['staff.access_changed']['what']) =>
  emit(ctx, 'staff.access_changed', {
    personId,
    what,
    device: ctx.device(),
    ip: ctx.ip,
    at: ctx.app.now().toISOString(),
  })
