import { z } from 'zod'
import { staffCall } from '../call.ts'
import { rights, roleNames } from '../rights.ts'
import { id, instant, locale, noInput, nothing, queryInteger, text } from '../shapes.ts'
import { noticeState } from './notices.ts'

/**
 * Calls of the staff API about staff members: sign-in, their own accounts, invitations and roles, and the activity log.
 */

const email = z.string().trim().toLowerCase().max(254).pipe(z.email())
const personName = z.string().trim().min(1).max(80)
const password = z.string().min(8).max(200)
const typedPassword = z.string().max(200)
export const linkCode = z.string().min(1).max(100)
const stepCode = z.string().trim().min(6).max(20).describe('Six digits of the authenticator app, or a recovery code.')
const roleAt = z.strictObject({
  role: z.enum(roleNames),
  location: id.nullable().describe('The store; null: all stores.'),
})
const roleList = z.array(roleAt).min(1).max(30)

const me = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  locale,
  roles: z.array(z.object({ role: z.enum(roleNames), location: z.string().nullable() })),
  rights: z
    .partialRecord(z.enum(rights), z.union([z.literal('all'), z.array(z.string())]))
    .describe("The staff member's rights, each with its stores."),
  hasSecondStep: z.boolean(),
  hasPasskey: z.boolean(),
  hasPin: z.boolean().describe('Whether the staff member can confirm steps that move money on a counter device.'),
  isOnDevice: z.boolean().describe('Whether the session runs on a counter device.'),
  secondStepDue: instant
    .nullable()
    .describe('The staff member must set up the second step before this time; null: not required.'),
  stores: z.array(z.object({ id: z.string(), name: text })),
})
/** The signed-in staff member. */
export type Me = z.infer<typeof me>

const session = z.object({
  id: z.string(),
  device: z.string(),
  since: instant,
  lastSeen: instant,
  isThisOne: z.boolean(),
})
const sessions = z.object({ sessions: z.array(session) })
export type StaffSession = z.infer<typeof session>

const passkey = z.object({
  id: z.string(),
  device: z.string().describe('The browser and device that created the passkey.'),
  createdAt: instant,
  usedAt: instant.nullable(),
})
const passkeys = z.object({ passkeys: z.array(passkey) })
/** A passkey of the caller. */
export type StaffPasskey = z.infer<typeof passkey>

// Schemas for the JSON forms of WebAuthn Level 3. The maximum lengths are far above what authenticators send.
const base64url = z
  .string()
  .max(16_384)
  .regex(/^[\w-]+$/)
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
}
const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })
const passkeyRegistration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})

const staffMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  locale,
  roles: z.array(z.object({ role: z.enum(roleNames), location: z.string().nullable() })),
  isStopped: z.boolean(),
  hasSecondStep: z.boolean(),
  lastSeen: instant.nullable(),
  version: z.int().describe('Send this version with a change. The server refuses an older one with `staff.stale`.'),
})
/** A staff member, as managers see them. */
export type StaffMember = z.infer<typeof staffMember>
const invitation = z.object({
  id: z.string(),
  email: z.string(),
  roles: z.array(z.object({ role: z.enum(roleNames), location: z.string().nullable() })),
  until: instant,
  by: z.string(),
})
/** An invitation that nobody has used yet. */
export type Invitation = z.infer<typeof invitation>
const people = z.object({ people: z.array(staffMember), invitations: z.array(invitation) })
export type People = z.infer<typeof people>

const logEntry = z.object({
  id: z.int(),
  at: instant,
  who: z.string().describe('The name of the staff member, or of the machine.'),
  call: z.string(),
  location: z.string().nullable(),
  subject: z.string().describe('The id of what changed: an order, a product, a staff member.'),
  order: z.string().optional().describe("The number of the changed order; '' if the subject is no order."),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  device: z.string(),
})
/** An entry of the audit log. */
export type LogEntry = z.infer<typeof logEntry>

/** A limit that protects sign-in secrets against guessing. */
export const guessLimit = { points: 30, seconds: 600, failures: 'any', isShared: true } as const
export const signedIn = z.object({
  me: me.nullable().describe('Null until `people.second` completes the sign-in.'),
})

export const peopleCalls = {
  status: staffCall('GET /status', {
    right: 'anyone',
    place: 'self',
    description:
      'The signed-in staff member with the state of their notifications, whether the shop has an owner, and whether ' +
      'this browser is a counter device.',
    input: noInput,
    output: z.object({
      hasOwner: z.boolean(),
      shopName: z.string(),
      shopMark: z.string().describe("The address of the shop's icon or logo, for printed pages."),
      me: me.nullable(),
      isDevice: z.boolean(),
      notices: noticeState,
    }),
  }),
  start: staffCall('POST /start', {
    right: 'anyone',
    place: 'self',
    description:
      'Creates an owner with the code of a start link, and signs in. A link works once, for 24 hours: ' +
      '`staff.link_invalid`. For an existing staff member it sets a new password, removes the second step and ends ' +
      'all sessions. `account.password_weak`.',
    refusals: ['staff.link_invalid', 'account.password_weak'],
    limit: guessLimit,
    input: z.strictObject({ code: linkCode, name: personName, email, password, locale }),
    output: signedIn,
  }),
  invitation: staffCall('POST /invitation', {
    right: 'anyone',
    place: 'self',
    description: 'What the code of an invitation or a start link is for. `staff.link_invalid`.',
    refusals: ['staff.link_invalid'],
    limit: guessLimit,
    input: z.strictObject({ code: linkCode }),
    output: z.object({ email: z.string(), isOwner: z.boolean(), shopName: z.string() }),
  }),
  join: staffCall('POST /join', {
    right: 'anyone',
    place: 'self',
    description:
      'Accepts an invitation and signs in. It works once, for seven days: `staff.link_invalid`. For an existing staff ' +
      'member it sets a new password, removes the second step and ends all sessions. `staff.email_taken` for another ' +
      "staff member's address, `account.password_weak`.",
    refusals: ['staff.link_invalid', 'staff.email_taken', 'account.password_weak'],
    limit: guessLimit,
    input: z.strictObject({ code: linkCode, name: personName, email, password, locale }),
    output: signedIn,
  }),
  signIn: staffCall('POST /sign-in', {
    right: 'anyone',
    place: 'self',
    description:
      'Signs in with email and password. The response is the same for an unknown address and a wrong password: ' +
      '`staff.wrong_credentials`.',
    refusals: ['staff.wrong_credentials'],
    limit: guessLimit,
    input: z.strictObject({ email: z.string().max(254), password: typedPassword }),
    output: signedIn,
  }),
  second: staffCall('POST /sign-in/second', {
    right: 'anyone',
    place: 'self',
    description:
      'The second step of a sign-in, at most ten minutes after the password. `staff.wrong_code`, ' +
      '`staff.sign_in_required`.',
    refusals: ['staff.wrong_code', 'staff.sign_in_required'],
    limit: guessLimit,
    input: z.strictObject({ code: stepCode }),
    output: signedIn,
  }),
  passkeyOptions: staffCall('POST /passkey-options', {
    right: 'anyone',
    place: 'self',
    description:
      'A challenge for a passkey, valid once and for five minutes, in the form that `navigator.credentials.get` ' +
      'takes. A signed-in staff member can use only their own passkeys.',
    // Rate-limited, because each call stores a challenge.
    limit: { points: 120, seconds: 600 },
    input: noInput,
    output: passkeyOptions,
  }),
  signInWithPasskey: staffCall('POST /sign-in/passkey', {
    right: 'anyone',
    place: 'self',
    description: 'Signs in with a passkey alone; the device has verified its user. `staff.passkey_invalid`.',
    refusals: ['staff.passkey_invalid'],
    limit: guessLimit,
    input: z.strictObject({ response: passkeyAssertion }),
    output: signedIn,
  }),
  signOut: staffCall('POST /sign-out', {
    right: 'anyone',
    place: 'self',
    description: 'Ends the session of this browser.',
    input: noInput,
    output: nothing,
  }),
  confirm: staffCall('POST /me/confirm', {
    right: 'self',
    place: 'self',
    description:
      "Confirms the caller's identity for ten minutes: with the password, with a code if the caller has a second " +
      'step, or on a counter device with the PIN: `staff.no_pin` without one, `staff.pin_locked` for 15 minutes after ' +
      'five wrong ones. `staff.wrong_code`.',
    refusals: ['staff.wrong_code', 'staff.no_pin', 'staff.pin_locked'],
    worksOnDevices: true,
    logsItself: true,
    limit: guessLimit,
    input: z.strictObject({ secret: typedPassword }),
    output: nothing,
  }),
  confirmWithPasskey: staffCall('POST /me/confirm/passkey', {
    right: 'self',
    place: 'self',
    description: "Confirms the caller's identity for ten minutes with one of their passkeys. `staff.passkey_invalid`.",
    refusals: ['staff.passkey_invalid'],
    limit: guessLimit,
    input: z.strictObject({ response: passkeyAssertion }),
    output: nothing,
  }),
  writeMe: staffCall('POST /me', {
    right: 'self',
    place: 'self',
    description: "Changes the caller's name and language.",
    input: z.strictObject({ name: personName, locale }),
    output: me,
  }),
  changePassword: staffCall('POST /me/password', {
    right: 'self',
    place: 'self',
    isSensitive: true,
    description:
      "Changes the caller's password, and ends all other sessions and invitations for their address. " +
      '`account.password_weak`.',
    refusals: ['account.password_weak'],
    input: z.strictObject({ password }),
    output: nothing,
  }),
  setPin: staffCall('POST /me/pin', {
    right: 'self',
    place: 'self',
    isSensitive: true,
    description:
      "Sets the caller's PIN of four to six digits for counter devices. `staff.pin_weak` for a PIN that is easy to " +
      'guess.',
    refusals: ['staff.pin_weak'],
    input: z.strictObject({
      pin: z
        .string()
        .trim()
        .regex(/^\d{4,6}$/),
    }),
    output: me,
  }),
  newAuthenticator: staffCall('POST /me/authenticator', {
    right: 'self',
    place: 'self',
    isSensitive: true,
    description: 'Creates the secret for an authenticator app. `people.useAuthenticator` activates it.',
    input: noInput,
    output: z.object({ secret: z.string(), address: z.string().describe('The `otpauth:` address of the QR code.') }),
  }),
  useAuthenticator: staffCall('POST /me/authenticator/use', {
    right: 'self',
    place: 'self',
    isSensitive: true,
    description:
      'Activates the authenticator app as the second step. Returns ten recovery codes, which no later call returns ' +
      'again. `staff.wrong_code`.',
    refusals: ['staff.wrong_code'],
    input: z.strictObject({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/),
    }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  passkeys: staffCall('GET /me/passkeys', {
    right: 'self',
    place: 'self',
    description: "The caller's passkeys, the newest first.",
    input: noInput,
    output: passkeys,
  }),
  newPasskey: staffCall('POST /me/passkeys/options', {
    right: 'self',
    place: 'self',
    isSensitive: true,
    description:
      'A challenge for a new passkey, valid once and for five minutes, in the form that ' +
      '`navigator.credentials.create` takes.',
    input: noInput,
    output: passkeyOptions,
  }),
  addPasskey: staffCall('POST /me/passkeys', {
    right: 'self',
    place: 'self',
    isSensitive: true,
    description:
      'Stores a passkey and emails the caller about it. It is a second step too. A caller without recovery codes gets ' +
      'ten, which no later call returns again. At most 20 passkeys. `staff.passkey_invalid`.',
    refusals: ['staff.passkey_invalid'],
    input: z.strictObject({ response: passkeyRegistration }),
    output: passkeys.extend({ recoveryCodes: z.array(z.string()) }),
  }),
  removePasskey: staffCall('POST /me/passkeys/:passkey/remove', {
    right: 'self',
    place: 'self',
    isSensitive: true,
    description: "Removes one of the caller's passkeys. `not_found`.",
    input: z.strictObject({ passkey: base64url }),
    output: passkeys,
  }),
  sessions: staffCall('GET /me/sessions', {
    right: 'self',
    place: 'self',
    description: "The caller's sessions, the last seen first.",
    input: noInput,
    output: sessions,
  }),
  endSession: staffCall('POST /me/sessions/:session/end', {
    right: 'self',
    place: 'self',
    description: "Ends one of the caller's sessions; `others` ends all but this one.",
    input: z.strictObject({ session: id }),
    output: sessions,
  }),
  people: staffCall('GET /people', {
    right: 'staff.see',
    place: 'mine',
    description: "Staff with a role in the caller's stores, and open invitations.",
    input: noInput,
    output: people,
  }),
  invite: staffCall('POST /people/invitations', {
    right: 'staff.write',
    place: 'mine',
    isSensitive: true,
    description:
      'Creates an invitation link, valid once and for seven days. It lets an existing staff member sign in again. ' +
      'It ends earlier links for the same address and store. `staff.no_right` for a right that the caller does not ' +
      'have, or for a staff member with more rights.',
    refusals: ['staff.no_right'],
    input: z.strictObject({ email, roles: roleList }),
    output: z.object({
      code: z.string(),
      until: instant,
      people: people.shape.people,
      invitations: z.array(invitation),
    }),
  }),
  withdraw: staffCall('POST /people/invitations/:invitation/withdraw', {
    right: 'staff.write',
    place: 'mine',
    description:
      'Withdraws an invitation. `not_found`, `staff.no_right` for an invitation with a role that the caller may not ' +
      'give.',
    refusals: ['staff.no_right'],
    input: z.strictObject({ invitation: id }),
    output: people,
  }),
  writePerson: staffCall('POST /people/:person', {
    right: 'staff.write',
    place: 'mine',
    record: 'person',
    isSensitive: true,
    description:
      "Changes a staff member's roles, or deactivates the staff member, which ends their sessions at once. " +
      '`staff.stale` if the staff member has changed since `version`, `staff.last_owner` for the only owner, ' +
      '`staff.no_right` for rights that the caller does not have.',
    refusals: ['staff.stale', 'staff.last_owner', 'staff.no_right'],
    input: z.strictObject({ person: id, version: z.int(), roles: roleList, isStopped: z.boolean() }),
    output: people,
  }),
  ownerLink: staffCall('POST /owner-link', {
    right: 'staff.write',
    place: 'shop',
    isSensitive: true,
    description:
      'Creates a start link for an owner, valid once and for 24 hours. Owners who lost their phone sign in with it.',
    input: noInput,
    output: z.object({ address: z.string(), until: instant }),
  }),
  log: staffCall('GET /log', {
    right: 'log.see',
    place: 'mine',
    description: "The audit log of the caller's stores, newest first; `before` is the id of the last line seen.",
    input: z.strictObject({
      before: queryInteger(1, Number.MAX_SAFE_INTEGER).optional(),
      limit: queryInteger(1, 200).default(50),
      subject: z.string().max(200).optional(),
      person: id.optional(),
    }),
    output: z.object({
      entries: z.array(logEntry),
      hasMore: z.boolean(),
      currency: z.string().describe('The currency of amounts in the entries.'),
    }),
  }),
}
