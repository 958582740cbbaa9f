import { z } from 'zod'
import { shopCall, specificationCall } from './call.ts'
import { maxUploadBytes } from './constants.ts'
import { id, instant } from './shapes.ts'

/** Accepted documents: China's resident identity card, or a passport. */
export const idTypes = ['CN_ID', 'PASSPORT'] as const
export type IdType = (typeof idTypes)[number]

const status = z.enum(['WAITING', 'VERIFIED', 'REFUSED'])
export type ContactStatus = z.infer<typeof status>

export const verifiedContact = z
  .object({
    id: z.string(),
    name: z.string().describe('Hides all but the first character of each word.'),
    idType: z.enum(idTypes),
    idNumber: z.string().describe('Hides all but the last four characters.'),
    status,
    reason: z.string().describe("Reason of a refusal, in the shop's words."),
    photos: z
      .array(z.object({ id: z.string(), address: z.string() }))
      .describe("The contact's photos that are not deleted yet."),
    createdAt: instant,
    deletedAfter: instant.describe(
      'When the shop deletes the contact and its photos. Each order or change postpones it.',
    ),
  })
  .meta({ id: 'VerifiedContact' })
/**
 * A person with an identity document for customs. The member who entered the contact sees only a masked document
 * number.
 */
export type VerifiedContact = z.infer<typeof verifiedContact>

/**
 * The number of a document, as printed on it. The server fails with `contacts.number` if the number is not valid for
 * the kind of document, for example if the check digit of an identity card number is wrong.
 */
const number = z.string().trim().min(1).max(40)
const name = z.string().trim().min(2).max(80)
const photos = z.array(id).max(2)
const contactOutput = z.object({ contact: verifiedContact })
const contactList = z.object({
  isOn: z.boolean().describe('Whether the shop stores identities, which requires an encryption key.'),
  contacts: z.array(verifiedContact),
})

export const verifiedContacts = {
  uploadPhoto: specificationCall('POST /image/verifiedContact/upload', {
    access: 'member',
    description:
      'Stores a photo of an identity card or passport, encrypted and watermarked for customs only. Deletes it ' +
      'after a day unless a contact uses it. `input.picture`, `contacts.off`, `contacts.photos_full`.',
    refusals: ['input.picture', 'contacts.off', 'contacts.photos_full'],
    limit: { points: 40, seconds: 3600 },
    takesFile: true,
    input: z.strictObject({ file: z.file().max(maxUploadBytes) }),
    output: z.object({ photo: z.object({ id: z.string(), address: z.string() }) }),
  }),
  create: specificationCall('POST /admin/userManagement/verifiedContact', {
    access: 'member',
    description:
      'Stores a contact for review. `contacts.number`, `contacts.photos` (a card has two sides), ' +
      '`contacts.full`, `contacts.off`.',
    refusals: ['contacts.number', 'contacts.photos', 'contacts.full', 'contacts.off'],
    limit: { points: 20, seconds: 3600 },
    input: z.strictObject({
      name,
      idType: z.enum(idTypes),
      idNumber: number,
      photos,
      consent: z
        .boolean()
        .refine((given) => given)
        .describe('Consent to store the contact and use it only to check an identity.'),
    }),
    output: contactOutput,
  }),
  update: specificationCall('PUT /admin/userManagement/verifiedContact', {
    access: 'member',
    description:
      'Changes the given fields; the shop reviews the contact again. Refuses like `verifiedContacts.create`.',
    refusals: ['contacts.number', 'contacts.photos', 'contacts.full', 'contacts.off'],
    limit: { points: 20, seconds: 3600 },
    input: z.strictObject({
      id,
      name: name.optional(),
      idType: z.enum(idTypes).optional(),
      idNumber: number.optional(),
      photos: photos.optional(),
    }),
    output: contactOutput,
  }),
  idNumber: specificationCall('GET /admin/userManagement/verifiedContact/idNumber', {
    access: 'member',
    description: "The member's own contacts with masked numbers; with `id` only that one.",
    alias: '/verifiedContact/idNumber',
    input: z.object({ id: id.optional() }),
    output: contactList,
  }),
  remove: shopCall('POST /contacts/:id/remove', {
    access: 'member',
    description: 'Deletes a contact with its photos, at once and permanently.',
    input: z.strictObject({ id }),
    output: contactList,
  }),
}
