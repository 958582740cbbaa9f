import { z } from 'zod'
import { address, addressType } from './addresses.ts'
import { uploadBytes } from './constants.ts'
import { heldReferral } from './referral.ts'
import { id, instant, locale, noInput } from './shapes.ts'
import { user } from './shell.ts'

const email = z.email().max(254)
/** 8 to 200 characters of any kind (OWASP ASVS 6.2.1, 6.2.9). */
const password = z.string().min(8).max(200)
const typed = z.string().max(200)
const name = z.string().trim().min(1).max(80)
/** Six digits of a mail, however they were typed or pasted. */
export const code = z
  .string()
  .max(20)
  .transform((typed) => typed.normalize('NFKC').replace(/\D/g, ''))

export const signedIn = z.object({
  user,
  userID: z.string(),
  lastLoginDate: z.string(),
  /** Lines that came over from the guest's cart. */
  mergedLines: z.int(),
})

/** What a member may be written to for, beyond what they asked for themselves. */
export const consentKinds = ['news', 'reminders'] as const
export const consent = z.object({
  kind: z.enum(consentKinds),
  given: z.boolean(),
  /** When that was said, and where; null: never asked. */
  at: instant.nullable(),
  source: z.enum(['registration', 'profile']).nullable(),
})
export type Consent = z.infer<typeof consent>

/** One browser in which the member is signed in. */
export const device = z.object({
  id: z.string(),
  /** As the browser called itself when it signed in: "Safari · iPhone"; empty where it is not known. */
  name: z.string(),
  isThis: z.boolean(),
  signedInAt: instant,
  lastSeenAt: instant,
})

export const profile = z.object({
  user,
  userID: z.string(),
  /** When it was shown that the address is the member's. */
  emailVerifiedAt: instant.nullable(),
  hasPassword: z.boolean(),
  consents: z.array(consent),
  devices: z.array(device),
})
export type Profile = z.infer<typeof profile>

const ofType = z.strictObject({ id: z.string().max(100), type: addressType })
const keptAddress = z.object({ addressId: z.int(), label: z.string(), isDefault: z.boolean(), address })
export type KeptAddress = z.infer<typeof keptAddress>
const kept = z.object({ addresses: z.array(keptAddress) })

/** A registration that waits for the emailed code. The answer is the same whether or not the address has an account. */
export const registrationStarted = z.object({
  sent: z.literal(true),
  /** Names the registration to the calls that confirm it or resend its email. Keep it secret. */
  registration: z.string(),
})
export type RegistrationStarted = z.infer<typeof registrationStarted>
const registration = z.string().max(100)

export const account = {
  /** Signs in and merges the guest's cart. `account.wrong_credentials` for an unknown address as for a wrong password. */
  signIn: { input: z.strictObject({ email: z.string().max(254), password: typed }), output: signedIn },
  /**
   * Starts a registration and emails a code of six digits, valid for ten minutes; an address with an account gets a sign-in link
   * instead. The answer is the same in both cases. The account and the session begin with `account.confirmRegistration`.
   * `account.password_weak` for a common password.
   */
  register: {
    input: z.strictObject({
      name,
      email,
      password,
      phone: z.string().max(30).optional(),
      locale: locale.optional(),
      /** Consents to news by mail. */
      news: z.boolean().optional(),
      ...heldReferral,
    }),
    output: registrationStarted,
  },
  /**
   * Takes the emailed code of a registration: makes the account, signs in and merges the guest's cart. The address is proven.
   * `account.wrong_code`; `identity.unproven` if the session no longer shows the wallet's identity.
   */
  confirmRegistration: { input: z.strictObject({ registration, code }), output: signedIn },
  /** Sends the email of a registration again, with a new code; the same answer for an unknown registration. `request.too_many`. */
  resendRegistration: { input: z.strictObject({ registration }), output: z.object({ sent: z.literal(true) }) },
  /** Ends the session; without one it does nothing. */
  signOut: { input: noInput, output: z.object({ signedOut: z.literal(true) }) },
  /** Mails a link for a new password, 30 minutes long good for one use; the same answer for every address. */
  forgotPassword: { input: z.object({ emailID: email }), output: z.object({ sent: z.literal(true) }) },
  /** Sets a new password with the mailed token; every session of the member ends. `account.link_invalid`, `account.password_weak`. */
  resetForgotten: {
    input: z.strictObject({ token: z.string().max(100), password }),
    output: z.object({ changed: z.literal(true) }),
  },
  /**
   * Changes the password, or sets the first one; all other sessions end. `account.wrong_password`,
   * `account.password_weak`; `account.recent_required` for a first one after a sign-in of long ago.
   */
  changePassword: {
    input: z.strictObject({ password: typed.optional(), newPassword: password }),
    output: z.object({ changed: z.literal(true) }),
  },
  /** Changes what is named; an empty phone takes it away. Answers the whole profile. */
  update: {
    input: z.strictObject({
      name: name.optional(),
      phone: z.string().max(30).optional(),
      locale: locale.optional(),
      consents: z.strictObject({ news: z.boolean(), reminders: z.boolean() }).partial().optional(),
    }),
    output: profile,
  },
  /**
   * Makes this the member's picture, in place of the one before: JPEG, PNG or WebP by what the file holds, one frame, at most
   * 24 megapixels (`input.picture`); what it says besides its pixels is left out.
   */
  uploadPicture: { input: z.strictObject({ file: z.file().max(uploadBytes) }), output: z.object({ user }) },
  /** A picture of the member who is signed in; `not_found` for anybody else. */
  picture: { input: z.object({ id }), output: z.file() },
  /** The member's own addresses of a type, the one used last first; those of anybody else are `not_found`. */
  addresses: { input: ofType, output: kept },
  /**
   * Keeps an address (in place of the one of `addressId`, if it is named), or takes one away; answers all of the type.
   * `checkout.address_invalid` names the first field that is wrong; `account.addresses_full`.
   */
  updateAddresses: {
    input: ofType.extend({
      put: z
        .strictObject({
          addressId: z.int().optional(),
          label: z.string().trim().max(40).default(''),
          isDefault: z.boolean().default(false),
          address,
        })
        .optional(),
      remove: z.int().optional(),
    }),
    output: kept,
  },
  /** The member's own details, consents and the devices that are signed in. */
  profile: { input: noInput, output: profile },
  /** Mails a code of six digits to sign in with, ten minutes long; the same answer for every address. */
  sendCode: { input: z.strictObject({ email }), output: z.object({ sent: z.literal(true) }) },
  /** Signs in with the mailed code; the address counts as shown. `account.wrong_code` for everything that does not fit. */
  signInWithCode: { input: z.strictObject({ email: z.string().max(254), code }), output: signedIn },
  /** Signs in with the token of an emailed link; the address is proven. `account.link_invalid` for a used or old one. */
  signInWithLink: { input: z.strictObject({ token: z.string().max(100) }), output: signedIn },
  /** Mails the member who is signed in a code that shows that the address is theirs. */
  sendProof: { input: z.strictObject({}), output: z.object({ sent: z.literal(true) }) },
  /** Takes that code; orders that were placed with the address as a guest are the member's from then on. `account.wrong_code`. */
  proveEmail: { input: z.strictObject({ code }), output: profile },
  /** Ends one other session of the member, or all others. */
  endSessions: { input: z.strictObject({ id: z.uuid().optional() }), output: profile },
  /** Everything that the shop knows of the member, by subject. Refuses a sign-in of long ago: `account.recent_required`. */
  exportData: { input: noInput, output: z.record(z.string(), z.unknown()) },
  /**
   * Deletes the account for good: what bookkeeping needs of orders stays without a name. Asks for the password where there
   * is one (`account.wrong_password`), else for a recent sign-in (`account.recent_required`). `account.orders_open` while something is on its way.
   */
  remove: { input: z.strictObject({ password: typed.optional() }), output: z.object({ removed: z.literal(true) }) },
}
