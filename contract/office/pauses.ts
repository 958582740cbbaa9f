import { z } from 'zod'
import { staffCall } from '../call.ts'
import { method } from '../checkout.ts'
import { date, id, instant, noInput, text, time } from '../shapes.ts'

const pauses = z.object({
  location: z.string(),
  timeZone: z.string(),
  pauses: z.array(z.object({ method, until: instant.nullable() })),
  slower: z
    .object({ minutes: z.int(), until: instant })
    .nullable()
    .describe('A rush: until `until`, every order takes these minutes longer.'),
})

/** The staff calls that stop or slow the orders of a store. */
export const pauseStaffCalls = {
  pauses: staffCall('GET /pauses', {
    right: 'store.pause',
    place: 'mine',
    description: "The caller's stores, each with its paused methods, and whether it is open.",
    input: noInput,
    output: z.object({
      stores: z.array(
        pauses.extend({
          name: text,
          isAllPaused: z.boolean(),
          methods: z.array(method),
          isHidden: z.boolean().describe('Shoppers cannot choose the store.'),
          openUntil: time.nullable().describe("The end of the current opening, by the store's clock."),
          opensNext: z
            .object({ date, time })
            .nullable()
            .describe('The next opening of a closed store; null if there is none within two weeks.'),
        }),
      ),
    }),
  }),
  pause: staffCall('POST /locations/:location/pause', {
    right: 'store.pause',
    place: 'location',
    description: 'Pauses orders, for these minutes or until resumed, for one method or all.',
    input: z.strictObject({
      location: id,
      method: method.optional(),
      minutes: z.int().min(1).max(10_080).optional(),
    }),
    output: pauses,
  }),
  closeEarly: staffCall('POST /locations/:location/close-early', {
    right: 'store.write',
    place: 'location',
    record: 'store',
    description:
      'Ends the current opening at this time, and cancels the later openings of its day. `staff.closed` without a ' +
      'current opening, `staff.close_outside` for a time before now or after the end.',
    refusals: ['staff.unknown', 'staff.closed', 'staff.close_outside'],
    input: z.strictObject({ location: id, time }),
    output: pauses,
  }),
  slower: staffCall('POST /locations/:location/slower', {
    right: 'store.pause',
    place: 'location',
    description: 'Makes every order take these minutes longer until the end of the day; 0 removes the delay.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ location: id, minutes: z.int().min(0).max(240) }),
    output: pauses,
  }),
  resume: staffCall('POST /locations/:location/resume', {
    right: 'store.pause',
    place: 'location',
    description: 'Ends a pause, so that the store takes orders again.',
    input: z.strictObject({ location: id, method: method.optional() }),
    output: pauses,
  }),
}
