import { z } from 'zod'
import { address, addressType } from './addresses.ts'
import { shopCall, specificationCall } from './call.ts'
import { maxUploadBytes } from './constants.ts'
import { heldReferral } from './referral.ts'
import { id, instant, locale, noInput } from './shapes.ts'
import { user } from './shell.ts'

const email = z.email().max(254)
/** 8 to 200 characters of any kind (OWASP ASVS 6.2.1, 6.2.9). */
const password = z.string().min(8).max(200)
const enteredPassword = z.string().max(200)
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
    mergedLines: z.int().describe("Lines added from the guest's cart."),
  })
  .meta({ id: 'SignedIn' })

/** Kinds of email that need a member's consent. Emails in response to a member's own action need none. */
export const consentKinds = ['news', 'reminders'] as const
export const consent = z.object({
  kind: z.enum(consentKinds),
  given: z.boolean(),
  at: instant.nullable().describe('Time and place of the decision; null: never asked.'),
  source: z.enum(['registration', 'profile']).nullable(),
})
export type Consent = z.infer<typeof consent>

/** A browser in which the member is signed in. */
export const device = z.object({
  id: z.string(),
  name: z.string().describe('The browser and device at sign-in: "Safari · iPhone"; empty if unknown.'),
  isThis: z.boolean(),
  signedInAt: instant,
  lastSeenAt: instant,
})

export const profile = z
  .object({
    user,
    userID: z.string(),
    emailVerifiedAt: instant.nullable().describe('When the member proved that they own the address.'),
    hasPassword: z.boolean(),
    consents: z.array(consent),
    devices: z.array(device),
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof profile>

const addressReference = z.strictObject({ id: z.string().max(100), type: addressType })
const savedAddress = z.object({ addressId: z.int(), label: z.string(), isDefault: z.boolean(), address })
export type SavedAddress = z.infer<typeof savedAddress>
const addressBook = z.object({ addresses: z.array(savedAddress) })

/**
 * A registration that waits for the emailed code. The response is the same whether or not the address has an account.
 */
export const registrationStarted = z.object({
  sent: z.literal(true),
  registration: z
    .string()
    .describe('Identifies the registration in the calls that confirm it or resend its email. Keep it secret.'),
})
export type RegistrationStarted = z.infer<typeof registrationStarted>
const registration = z.string().max(100)

export const account = {
  signIn: specificationCall('POST /common3/signon', {
    description:
      "Signs in and merges the guest's cart. `account.wrong_credentials` for an unknown address and for a wrong " +
      'password alike.',
    refusals: ['account.wrong_credentials'],
    limit: { points: 20, seconds: 600, failures: ['account.wrong_credentials'], isShared: true },
    input: z.strictObject({ email: z.string().max(254), password: enteredPassword }),
    output: signedIn,
  }),
  register: specificationCall('POST /common3/clientRegistration', {
    description:
      'Starts a registration and emails a six-digit code, valid for ten minutes. An address with an account gets a ' +
      'sign-in link instead. The response is the same in both cases. `account.confirmRegistration` creates the ' +
      'account and signs in. `account.password_weak` for a common password.',
    refusals: ['account.password_weak'],
    limit: { points: 10, seconds: 600 },
    input: z.strictObject({
      name,
      email,
      password,
      phone: z.string().max(30).optional(),
      locale: locale.optional(),
      news: z.boolean().optional().describe('Consents to marketing emails.'),
      ...heldReferral,
    }),
    output: registrationStarted,
  }),
  confirmRegistration: shopCall('POST /account/registration/confirm', {
    description:
      'Confirms a registration with the emailed code: creates the account with a proven address, signs in and ' +
      "merges the guest's cart. `account.wrong_code`; `identity.unproven` if the session's proof of a wallet " +
      'identity has expired.',
    refusals: ['account.wrong_code', 'identity.unproven'],
    limit: { points: 20, seconds: 600, failures: ['account.wrong_code'], isShared: true },
    input: z.strictObject({ registration, code }),
    output: signedIn,
  }),
  resendRegistration: shopCall('POST /account/registration/resend', {
    description:
      "Sends a registration's email again, with a new code. The response is the same for an unknown registration. " +
      '`request.too_many`.',
    refusals: ['request.too_many'],
    limit: { points: 10, seconds: 3600 },
    input: z.strictObject({ registration }),
    output: z.object({ sent: z.literal(true) }),
  }),
  signOut: specificationCall('GET /common3/logout', {
    description: 'Ends the session; does nothing without one.',
    changesState: true,
    input: noInput,
    output: z.object({ signedOut: z.literal(true) }),
  }),
  forgotPassword: specificationCall('GET /common3/forgotPassword', {
    description:
      'Emails a single-use link for a new password, valid for 30 minutes. The response is the same for every address.',
    limit: { points: 10, seconds: 3600 },
    input: z.object({ emailID: email }),
    output: z.object({ sent: z.literal(true) }),
  }),
  resetForgotten: specificationCall('POST /common3/resetPasswordExternal', {
    description:
      'Sets a new password with the emailed token, and ends every session of the member. ' +
      '`account.link_invalid`, `account.password_weak`.',
    refusals: ['account.link_invalid', 'account.password_weak'],
    limit: { points: 20, seconds: 600, failures: ['account.link_invalid'] },
    input: z.strictObject({ token: z.string().max(100), password }),
    output: z.object({ changed: z.literal(true) }),
  }),
  changePassword: specificationCall('POST /admin/userManagement/resetPassword', {
    access: 'member',
    description:
      'Changes the password, or sets the first one, and ends all other sessions. `account.wrong_password`, ' +
      '`account.password_weak`. Setting a first password requires a recent sign-in: `account.recent_required`.',
    refusals: ['account.wrong_password', 'account.password_weak', 'account.recent_required'],
    limit: { points: 20, seconds: 600, failures: ['account.wrong_password'], isShared: true },
    input: z.strictObject({ password: enteredPassword.optional(), newPassword: password }),
    output: z.object({ changed: z.literal(true) }),
  }),
  update: specificationCall('PUT /admin/userManagement/userInfo', {
    access: 'member',
    description: 'Changes the given fields; an empty phone removes the number. Returns the whole profile.',
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
      "Replaces the member's picture. Accepts JPEG, PNG or WebP by content, with one frame and at most 24 " +
      'megapixels (`input.picture`). Removes all metadata.',
    refusals: ['input.picture'],
    limit: { points: 40, seconds: 3600 },
    takesFile: true,
    input: z.strictObject({ file: z.file().max(maxUploadBytes) }),
    output: z.object({ user }),
  }),
  picture: specificationCall('GET /image/user/:id', {
    access: 'member',
    description: 'A picture of the signed-in member; `not_found` for anyone else.',
    refusals: ['not_found'],
    answersFile: true,
    input: z.object({ id }),
    output: z.file(),
  }),
  addresses: specificationCall('GET /admin/userManagement/getAddresses/:id/type/:type', {
    access: 'member',
    description: "The member's own addresses of a type, last used first; `not_found` for other members' addresses.",
    refusals: ['not_found'],
    input: addressReference,
    output: addressBook,
  }),
  updateAddresses: specificationCall('POST /admin/userManagement/updateAddresses/:id/:type', {
    access: 'member',
    description:
      'Adds an address, replaces the one of `addressId`, or deletes one. Returns all addresses of the type. ' +
      '`checkout.address_invalid` names the first invalid field; `account.addresses_full`.',
    refusals: ['checkout.address_invalid', 'account.addresses_full'],
    input: addressReference.extend({
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
    output: addressBook,
  }),
  profile: shopCall('GET /account/profile', {
    access: 'member',
    description: "The member's details, consents and signed-in devices.",
    input: noInput,
    output: profile,
  }),
  sendCode: shopCall('POST /account/code', {
    description: 'Emails a six-digit sign-in code, valid for ten minutes. The response is the same for every address.',
    limit: { points: 10, seconds: 3600 },
    input: z.strictObject({ email }),
    output: z.object({ sent: z.literal(true) }),
  }),
  signInWithCode: shopCall('POST /account/code/sign-in', {
    description: 'Signs in with the emailed code, which proves the address. `account.wrong_code` for every mismatch.',
    refusals: ['account.wrong_code'],
    limit: { points: 20, seconds: 600, failures: ['account.wrong_code'], isShared: true },
    input: z.strictObject({ email: z.string().max(254), code }),
    output: signedIn,
  }),
  signInWithLink: shopCall('POST /account/link/sign-in', {
    description:
      'Signs in with the token of an emailed link, which proves the address. `account.link_invalid` for a used ' +
      'or expired one.',
    refusals: ['account.link_invalid'],
    limit: { points: 20, seconds: 600, failures: ['account.link_invalid'] },
    input: z.strictObject({ token: z.string().max(100) }),
    output: signedIn,
  }),
  sendProof: shopCall('POST /account/email/code', {
    access: 'member',
    description: 'Emails a code to the signed-in member that proves the address.',
    limit: { points: 10, seconds: 3600 },
    input: z.strictObject({}),
    output: z.object({ sent: z.literal(true) }),
  }),
  proveEmail: shopCall('POST /account/email/proof', {
    access: 'member',
    description:
      'Proves the address with the code of `account.sendProof`. The member then owns the guest orders placed with it. ' +
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
    description: 'All data of the member, by subject. Requires a recent sign-in: `account.recent_required`.',
    refusals: ['account.recent_required'],
    limit: { points: 10, seconds: 3600 },
    input: noInput,
    output: z.record(z.string(), z.unknown()),
  }),
  remove: shopCall('POST /account/remove', {
    access: 'member',
    description:
      'Deletes the account permanently; orders stay without personal data, for bookkeeping. Requires the ' +
      'password (`account.wrong_password`), or a recent sign-in if there is none (`account.recent_required`). ' +
      '`account.orders_open` while an order is open.',
    refusals: ['account.wrong_password', 'account.recent_required', 'account.orders_open'],
    limit: { points: 10, seconds: 600, failures: ['account.wrong_password'], isShared: true },
    input: z.strictObject({ password: enteredPassword.optional() }),
    output: z.object({ removed: z.literal(true) }),
  }),
}
