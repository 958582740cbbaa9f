import { z } from 'zod'
import { staffCall } from '../call.ts'
import { idTypes } from '../contacts.ts'
import { reviewState } from '../influencers.ts'
import { id, instant, text } from '../shapes.ts'

const note = z.string().trim().max(500).default('')
const version = z.int32().min(1)
const file = z.object({ id: z.string(), picture: z.base64() })

const influencer = z.object({
  id: z.string(),
  name: text,
  state: reviewState,
  isPublic: z.boolean(),
  paused: z.boolean(),
  version,
  since: instant.nullable(),
})
/** An influencer, as staff see it. */
export type StaffInfluencer = z.infer<typeof influencer>

const contact = z.object({
  id: z.string(),
  name: z.string(),
  idNumber: z.string(),
  idType: z.enum(idTypes),
  status: z.enum(['WAITING', 'VERIFIED', 'REFUSED']),
  version,
  since: instant,
})
/** A verified contact, as staff see it: with a masked name and a masked document number. */
export type StaffContact = z.infer<typeof contact>

/** Calls of the staff API for the review of influencers and verified contacts. */
export const reviewStaffCalls = {
  influencers: staffCall('GET /influencers', {
    right: 'offers.write',
    place: 'shop',
    description: 'Profiles that wait for a decision, oldest first; with `all` every profile.',
    input: z.strictObject({ all: z.stringbool().or(z.boolean()).default(false) }),
    output: z.object({ influencers: z.array(influencer) }),
  }),
  influencer: staffCall('GET /influencers/:influencer', {
    right: 'offers.write',
    place: 'shop',
    description: 'The version that an approval would publish, with its pictures as WebP in base64. `staff.unknown`.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ influencer: id }),
    output: influencer.extend({
      bio: text,
      links: z.array(z.object({ kind: z.string(), url: z.string() })),
      products: z.array(z.string()),
      campaigns: z.array(z.string()),
      reason: z.string(),
      pictures: z.array(file),
    }),
  }),
  decideInfluencer: staffCall('POST /influencers/:influencer/decision', {
    right: 'offers.write',
    place: 'shop',
    description:
      'Approves or refuses this version (`influencers.changed` if there is a newer one), pauses the public ' +
      'page, or resumes it. The influencer receives `note`.',
    refusals: ['influencers.changed'],
    input: z.strictObject({
      influencer: id,
      decision: z.enum(['approve', 'refuse', 'pause', 'resume']),
      version,
      note,
    }),
    output: influencer,
  }),
  contacts: staffCall('GET /contacts', {
    right: 'identity.decide',
    place: 'shop',
    description: 'Contacts that wait for a check, oldest first.',
    input: z.strictObject({}),
    output: z.object({ contacts: z.array(contact) }),
  }),
  contact: staffCall('POST /contacts/:contact/open', {
    right: 'identity.decide',
    place: 'shop',
    description:
      'An unmasked contact, with its photos as WebP in base64. Requires a purpose (`note`), which the shop records.',
    input: z.strictObject({ contact: id, note: z.string().trim().min(3).max(500) }),
    output: contact.extend({ photos: z.array(file) }),
  }),
  decideContact: staffCall('POST /contacts/:contact/decision', {
    right: 'identity.decide',
    place: 'shop',
    description:
      'Verifies or refuses this version of a contact: `contacts.changed` if there is a newer one. The member receives ' +
      '`note`.',
    refusals: ['contacts.changed'],
    input: z.strictObject({ contact: id, decision: z.enum(['verify', 'refuse']), version, note }),
    output: contact,
  }),
}
