import { z } from 'zod'
import { staffCall } from '../call.ts'
import { instant } from '../shapes.ts'

const deadLetter = z.object({
  event: z.int().describe('The number of the event.'),
  name: z.string(),
  since: instant.describe('When the event happened.'),
  error: z.string().describe('The last error.'),
})
const deadLetters = z.object({ total: z.int(), events: z.array(deadLetter) })
/** Events that failed too often. The worker does not retry them by itself. */
export type DeadLetters = z.infer<typeof deadLetters>

/** The staff calls for events that failed too often. */
export const deadLetterStaffCalls = {
  events: staffCall('GET /events', {
    right: 'health.see',
    place: 'shop',
    description: 'Events that failed 20 times and no longer retry, oldest first.',
    input: z.strictObject({}),
    output: deadLetters,
  }),
  retryEvents: staffCall('POST /events/retry', {
    right: 'health.see',
    place: 'shop',
    description:
      'Retries one failed event, or all of them, with a new count of attempts. `staff.unknown` for an event that ' +
      'still retries.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ event: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional() }),
    output: deadLetters.extend({ retried: z.int() }),
  }),
}
