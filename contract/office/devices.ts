import { z } from 'zod'
import { staffCall } from '../call.ts'
import { deviceScreens } from '../rights.ts'
import { id, instant, noInput, text } from '../shapes.ts'
import { guessLimit, linkCode, signedIn } from './people.ts'

/** Calls about counter devices: a store's shared tablets, on which staff members sign in with a tap on their name. */

const screens = z.array(z.enum(deviceScreens)).min(1).describe('What the device is for.')
const device = z.object({
  id: z.string(),
  name: z.string(),
  location: z.string(),
  screens,
  isEnrolled: z.boolean().describe('False until a tablet has opened the link.'),
  until: instant.describe('When the link expires; after enrolment, when the device expires unless it is used.'),
  lastSeen: instant.nullable(),
  by: z.string().describe('The staff member who added the device.'),
})
/** A counter device, as managers see it. */
export type CounterDevice = z.infer<typeof device>
const list = z.object({ devices: z.array(device) })

const counter = z.object({
  device: z.object({ name: z.string(), store: text }).nullable().describe('Null: this browser is no counter device.'),
  people: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('The staff members who may work on the device.'),
})
/** What a counter device shows: its name and store, and the staff members who may work on it. */
export type Counter = z.infer<typeof counter>

export const deviceCalls = {
  list: staffCall('GET /devices', {
    right: 'staff.see',
    place: 'mine',
    description: "Counter devices of the caller's stores, the newest first.",
    input: noInput,
    output: list,
  }),
  add: staffCall('POST /locations/:location/devices', {
    right: 'staff.write',
    place: 'location',
    isSensitive: true,
    description: 'Adds a counter device of a store. Returns the code of its link, which works once, for 15 minutes.',
    input: z.strictObject({ location: id, name: z.string().trim().min(1).max(60), screens }),
    output: list.extend({ code: z.string(), until: instant }),
  }),
  end: staffCall('POST /devices/:device/end', {
    right: 'staff.write',
    place: 'mine',
    description: 'Ends a device and the sessions on it at once. `not_found`.',
    input: z.strictObject({ device: id }),
    output: list,
  }),
  counter: staffCall('GET /counter', {
    right: 'anyone',
    place: 'self',
    description: "This browser's counter device, and the staff members to choose from.",
    input: noInput,
    output: counter,
  }),
  enrol: staffCall('POST /counter', {
    right: 'anyone',
    place: 'self',
    description:
      'Makes this browser the counter device of a link, and ends the staff session in it. `staff.link_invalid`.',
    refusals: ['staff.link_invalid'],
    limit: guessLimit,
    input: z.strictObject({ code: linkCode }),
    output: counter,
  }),
  choose: staffCall('POST /counter/people/:person', {
    right: 'anyone',
    place: 'self',
    description:
      "Opens a staff member's session on this counter device, limited to its store and its `screens`. The session " +
      'ends after 15 minutes without use. Sensitive steps and steps that move money require the PIN. `not_found` for ' +
      'a staff member without rights here, `staff.no_device` if this browser is no counter device.',
    refusals: ['staff.no_device'],
    input: z.strictObject({ person: id }),
    output: signedIn,
  }),
}
