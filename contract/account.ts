import { z } from 'zod'
import { address, addressType } from './addresses.ts'
import { shopCall, specificationCall } from './call.ts'
import { uploadBytes } from './constants.ts'
import { heldReferral } from './referral.ts'
import { id, instant, locale, noInput } from './shapes.ts'
import { user } from './shell.ts'

const email = z.email().max(254)
/** 8 to 200 characters of any kind (OWASP ASVS 6.2.1, 6.2.9). */
const password = z.string().min(8).max(200)
const typed = z.string().max(200)
const name = z.string().trim().min(1).max(80)
/** The six digits of an emailed code. Accepts any spacing that people type or paste. */
export const code = z
  .string()
  .max(20)
  .transform((typed) => typed.normalize('NFKC').replace(/\D/g, ''))

export const signedIn = z
  .object({
    user,
    userID: z.string(),
    lastLoginDate: z.string(),
    mergedLines: z.int().describe("Lines that came over from the guest's cart."),
  })
  .meta({ id: 'SignedIn' })

/** Email consents of a member. Emails that answer a member's own action need none. */
export const consentKinds = ['news', 'reminders'] as const
export const consent = z.object({
  kind: z.enum(consentKinds),
  given: z.boolean(),
  at: instant.nullable().describe('When that was said, and where; null: never asked.'),
  source: z.enum(['registration', 'profile']).nullable(),
})
export type Consent = z.infer<typeof consent>

/** A browser in which the member is signed in. */
export const device = z.object({
  id: z.string(),
  name: z
    .string()
    .describe('As the browser called itself when it signed in: "Safari · iPhone"; empty where it is not known.'),
  isThis: z.boolean(),
  signedInAt: instant,
  lastSeenAt: instant,
})

export const profile = z
  .object({
    user,
    userID: z.string(),
    emailVerifiedAt: instant.nullable().describe("When it was shown that the address is the member's."),
    hasPassword: z.boolean(),
    consents: z.array(consent),
    devices: z.array(device),
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof profile>

const ofType = z.strictObject({ id: z.string().max(100), type: addressType })
const keptAddress = z.object({ addressId: z.int(), label: z.string(), isDefault: z.boolean(), address })
export type KeptAddress = z.infer<typeof keptAddress>
const kept = z.object({ addresses: z.array(keptAddress) })

/** A registration that waits for the emailed code. The answer is the same whether or not the address has an account. */
export const registrationStarted = z.object({
  sent: z.literal(true),
  registration: z
    .string()
    .describe('Names the registration to the calls that confirm it or resend its email. Keep it secret.'),
})
export type RegistrationStarted = z.infer<typeof registrationStarted>
const registration = z.string().max(100)

export const account = {
  signIn: specificationCall('POST /common3/signon', {
    description:
      "Signs in and merges the guest's cart. `account.wrong_credentials` for an unknown address as for a wrong " +
      'password.',
    refusals: ['account.wrong_credentials'],
    limit: { points: 20, seconds: 600, failures: ['account.wrong_credentials'], isShared: true },
    input: z.strictObject({ email: z.string().max(254), password: typed }),
    output: signedIn,
  }),
  register: specificationCall('POST /common3/clientRegistration', {
    description:
      'Starts a registration and emails a code of six digits, valid for ten minutes; an address with an account ' +
      'gets a sign-in link instead. The answer is the same in both cases. The account and the session begin ' +
      'with `account.confirmRegistration`. `account.password_weak` for a common password.',
    refusals: ['account.password_weak'],
    limit: { points: 10, seconds: 600 },
    input: z.strictObject({
      name,
      email,
      password,
      phone: z.string().max(30).optional(),
      locale: locale.optional(),
      news: z.boolean().optional().describe('Consents to news by mail.'),
      ...heldReferral,
    }),
    output: registrationStarted,
  }),
  confirmRegistration: shopCall('POST /account/registration/confirm', {
    description:
      "Takes the emailed code of a registration: makes the account, signs in and merges the guest's cart. The " +
      "address is proven. `account.wrong_code`; `identity.unproven` if the session no longer shows the wallet's " +
      'identity.',
    refusals: ['account.wrong_code', 'identity.unproven'],
    limit: { points: 20, seconds: 600, failures: ['account.wrong_code'], isShared: true },
    input: z.strictObject({ registration, code }),
    output: signedIn,
  }),
  resendRegistration: shopCall('POST /account/registration/resend', {
    description:
      'Sends the email of a registration again, with a new code; the same answer for an unknown registration. ' +
      '`request.too_many`.',
    refusals: ['request.too_many'],
    limit: { points: 10, seconds: 3600 },
    input: z.strictObject({ registration }),
    output: z.object({ sent: z.literal(true) }),
  }),
  signOut: specificationCall('GET /common3/logout', {
    description: 'Ends the session; without one it does nothing.',
    changesState: true,
    input: noInput,
    output: z.object({ signedOut: z.literal(true) }),
  }),
  forgotPassword: specificationCall('GET /common3/forgotPassword', {
    description:
      'Mails a link for a new password, 30 minutes long good for one use; the same answer for every address.',
    limit: { points: 10, seconds: 3600 },
    input: z.object({ emailID: email }),
    output: z.object({ sent: z.literal(true) }),
  }),
  resetForgotten: specificationCall('POST /common3/resetPasswordExternal', {
    description:
      'Sets a new password with the mailed token; every session of the member ends. `account.link_invalid`, ' +
      '`account.password_weak`.',
    refusals: ['account.link_invalid', 'account.password_weak'],
    limit: { points: 20, seconds: 600, failures: ['account.link_invalid'] },
    input: z.strictObject({ token: z.string().max(100), password }),
    output: z.object({ changed: z.literal(true) }),
  }),
  changePassword: specificationCall('POST /admin/userManagement/resetPassword', {
    access: 'member',
    description:
      'Changes the password, or sets the first one; all other sessions end. `account.wrong_password`, ' +
      '`account.password_weak`; `account.recent_required` for a first one after a sign-in of long ago.',
    refusals: ['account.wrong_password', 'account.password_weak', 'account.recent_required'],
    limit: { points: 20, seconds: 600, failures: ['account.wrong_password'], isShared: true },
    input: z.strictObject({ password: typed.optional(), newPassword: password }),
    output: z.object({ changed: z.literal(true) }),
  }),
  update: specificationCall('PUT /admin/userManagement/userInfo', {
    access: 'member',
    description: 'Changes what is named; an empty phone takes it away. Answers the whole profile.',
    input: z.strictObject({
      name: name.optional(),
      phone: z.string().max(30).optional(),
      locale: locale.optional(),
      consents: z.strictObject({ news: z.boolean(), reminders: z.boolean() }).partial().optional(),
    }),
    output: profile,
  }),
  uploadPicture: specificationCall('POST /admin/userManagement/image/upload', {
    access: 'member',
    description:
      "Makes this the member's picture, in place of the one before: JPEG, PNG or WebP by what the file holds, " +
      'one frame, at most 24 megapixels (`input.picture`); what it says besides its pixels is left out.',
    refusals: ['input.picture'],
    limit: { points: 40, seconds: 3600 },
    takesFile: true,
    input: z.strictObject({ file: z.file().max(uploadBytes) }),
    output: z.object({ user }),
  }),
  picture: specificationCall('GET /image/user/:id', {
    access: 'member',
    description: 'A picture of the member who is signed in; `not_found` for anybody else.',
    refusals: ['not_found'],
    answersFile: true,
    input: z.object({ id }),
    output: z.file(),
  }),
  addresses: specificationCall('GET /admin/userManagement/getAddresses/:id/type/:type', {
    access: 'member',
    description:
      "The member's own addresses of a type, the one used last first; those of anybody else are `not_found`.",
    refusals: ['not_found'],
    input: ofType,
    output: kept,
  }),
  updateAddresses: specificationCall('POST /admin/userManagement/updateAddresses/:id/:type', {
    access: 'member',
    description:
      'Keeps an address (in place of the one of `addressId`, if it is named), or takes one away; answers all of ' +
      'the type. `checkout.address_invalid` names the first field that is wrong; `account.addresses_full`.',
    refusals: ['checkout.address_invalid', 'account.addresses_full'],
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
  }),
  profile: shopCall('GET /account/profile', {
    access: 'member',
    description: "The member's own details, consents and the devices that are signed in.",
    input: noInput,
    output: profile,
  }),
  sendCode: shopCall('POST /account/code', {
    description: 'Mails a code of six digits to sign in with, ten minutes long; the same answer for every address.',
    limit: { points: 10, seconds: 3600 },
    input: z.strictObject({ email }),
    output: z.object({ sent: z.literal(true) }),
  }),
  signInWithCode: shopCall('POST /account/code/sign-in', {
    description:
      'Signs in with the mailed code; the address counts as shown. `account.wrong_code` for everything that ' +
      'does not fit.',
    refusals: ['account.wrong_code'],
    limit: { points: 20, seconds: 600, failures: ['account.wrong_code'], isShared: true },
    input: z.strictObject({ email: z.string().max(254), code }),
    output: signedIn,
  }),
  signInWithLink: shopCall('POST /account/link/sign-in', {
    description:
      'Signs in with the token of an emailed link; the address is proven. `account.link_invalid` for a used or ' +
      'old one.',
    refusals: ['account.link_invalid'],
    limit: { points: 20, seconds: 600, failures: ['account.link_invalid'] },
    input: z.strictObject({ token: z.string().max(100) }),
    output: signedIn,
  }),
  sendProof: shopCall('POST /account/email/code', {
    access: 'member',
    description: 'Mails the member who is signed in a code that shows that the address is theirs.',
    limit: { points: 10, seconds: 3600 },
    input: z.strictObject({}),
    output: z.object({ sent: z.literal(true) }),
  }),
  proveEmail: shopCall('POST /account/email/proof', {
    access: 'member',
    description:
      "Takes that code; orders that were placed with the address as a guest are the member's from then on. " +
      '`account.wrong_code`.',
    refusals: ['account.wrong_code'],
    limit: { points: 20, seconds: 600, failures: ['account.wrong_code'], isShared: true },
    input: z.strictObject({ code }),
    output: profile,
  }),
  endSessions: shopCall('POST /account/sessions/end', {
    access: 'member',
    description: 'Ends one other session of the member, or all others.',
    input: z.strictObject({ id: z.uuid().optional() }),
    output: profile,
  }),
  exportData: shopCall('GET /account/export', {
    access: 'member',
    description:
      'Everything that the shop knows of the member, by subject. Refuses a sign-in of long ago: ' +
      '`account.recent_required`.',
    refusals: ['account.recent_required'],
    limit: { points: 10, seconds: 3600 },
    input: noInput,
    output: z.record(z.string(), z.unknown()),
  }),
  remove: shopCall('POST /account/remove', {
    access: 'member',
    description:
      'Deletes the account for good: what bookkeeping needs of orders stays without a name. Asks for the ' +
      'password where there is one (`account.wrong_password`), else for a recent sign-in ' +
      '(`account.recent_required`). `account.orders_open` while something is on its way.',
    refusals: ['account.wrong_password', 'account.recent_required', 'account.orders_open'],
    limit: { points: 10, seconds: 600, failures: ['account.wrong_password'], isShared: true },
    input: z.strictObject({ password: typed.optional() }),
    output: z.object({ removed: z.literal(true) }),
  }),
}
