import { z } from 'zod'
import { uploadBytes } from './constants.ts'
import { id, instant } from './shapes.ts'

/** What shows who somebody is: China's resident identity card, or a passport. */
export const idTypes = ['CN_ID', 'PASSPORT'] as const
export type IdType = (typeof idTypes)[number]

const status = z.enum(['WAITING', 'VERIFIED', 'REFUSED'])
export type ContactStatus = z.infer<typeof status>

export const verifiedContact = z.object({
  id: z.string(),
  /** All but the first character of each word hidden. */
  name: z.string(),
  idType: z.enum(idTypes),
  /** All but the last four hidden. */
  idNumber: z.string(),
  status,
  /** Why it was refused, in the shop's words. */
  reason: z.string(),
  /** Of its photos, those that are not deleted yet. */
  photos: z.array(z.object({ id: z.string(), address: z.string() })),
  createdAt: instant,
  /** When everything of it is deleted if it is not used again. */
  deletedAfter: instant,
})
/** Somebody whose identity customs ask for, as its owner reads it: masked. */
export type VerifiedContact = z.infer<typeof verifiedContact>

/** As printed: `idNumber` is checked with its check digit, `contacts.number`. */
const number = z.string().trim().min(1).max(40)
const name = z.string().trim().min(2).max(80)
const photos = z.array(id).max(2)
const one = z.object({ contact: verifiedContact })
const all = z.object({
  /** Whether the shop takes identities at all: it needs a key to keep them with. */
  isOn: z.boolean(),
  contacts: z.array(verifiedContact),
})

export const verifiedContacts = {
  /**
   * Takes a photo of an identity card or passport, marks it as for customs only and keeps it encrypted; gone after a day
   * unless a contact uses it. `input.picture`, `contacts.off`, `contacts.photos_full`.
   */
  uploadPhoto: {
    input: z.strictObject({ file: z.file().max(uploadBytes) }),
    output: z.object({ photo: z.object({ id: z.string(), address: z.string() }) }),
  },
  /** Keeps a contact to be checked. `contacts.number`, `contacts.photos` (a card has two sides), `contacts.full`, `contacts.off`. */
  create: {
    input: z.strictObject({
      name,
      idType: z.enum(idTypes),
      idNumber: number,
      photos,
      /** That it may be kept and used to check an identity, for this purpose alone. */
      consent: z.boolean().refine((given) => given),
    }),
    output: one,
  },
  /** Changes what is named; it is checked anew. Refused as `create`. */
  update: {
    input: z.strictObject({
      id,
      name: name.optional(),
      idType: z.enum(idTypes).optional(),
      idNumber: number.optional(),
      photos: photos.optional(),
    }),
    output: one,
  },
  /** The member's own contacts with their numbers masked; only the one of `id`, if it is named. */
  idNumber: { input: z.object({ id: id.optional() }), output: all },
  /** Deletes a contact with its photos, at once and for good. */
  remove: { input: z.strictObject({ id }), output: all },
}
